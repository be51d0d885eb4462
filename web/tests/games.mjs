// Games in which something happens that the tests want to see. Moves are pairs of a player and a
// move's text.

// Konkvest: the set-up, with rooks in the corners, then both go there and back.
const placed = ["R@1", "R@6", "G@@1", "G@@7", "H@@2", "H@@6", "N@@3", "N@@5"];
const setUp = placed.flatMap((text) => [
  [0, text.replace("@@", "@b").replace(/@(\d)/, "@a$1")],
  [1, text.replace("@@", "@l").replace(/@(\d)/, "@m$1")],
]);
export const repetition = [
  ...setUp,
  ...[
    [0, "a1-a2"],
    [1, "m1-m2"],
    [0, "a2-a1"],
    [1, "m2-m1"],
  ],
];

// Renju: an opening up to the sixth stone, the third move of White.
export const opening = [
  ...[
    [0, "h8"],
    [0, "i9"],
    [0, "j7"],
  ],
  ...[
    [1, "keep"],
    [1, "g7"],
    [0, "h9+h10"],
    [1, "h9"],
  ],
];

// PÜNCT: White's last piece may now go from F12 over the empty F5.
export const bridge = [
  [0, "E F6/2"],
  [1, "T N12/0"],
  [0, "E F4/2"],
  [1, "T N8/0"],
  [0, "E F12/0"],
  [1, "T K14/0"],
];

// Tantrix: seat 1 has to fill a forced space.
export const forced = [
  "tantrix; chance lot 9; chance lot 49; chance draw 1; chance draw 11; chance draw 12",
  "chance draw 22; chance draw 36; chance draw 15; chance draw 29; chance draw 32; chance draw 20",
  "chance draw 30; chance draw 46; chance draw 35; 1 20@0,0/5; chance draw 38; 0 15@1,0/1",
  "chance draw 51; 1 46@1,1/1; chance draw 10; 0 1@0,1/4; chance draw 33; 0 51@2,-1/1",
  "chance draw 48; 0 22@1,-1/5; chance draw 16; 1 30@1,2/0; chance draw 7; 0 33@0,2/5",
  "chance draw 42; 0 11@1,3/2; chance draw 24; 0 16@0,3/5; chance draw 27; 1 35@-1,0/3",
  "chance draw 13",
].join("; ");
