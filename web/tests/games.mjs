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

// Tantrix: eight tiles are left in the bag, and seat 1 is to play.
export const lateTantrix = [
  "tantrix; ",
  "chance lot 4; chance lot 55; chance draw 9; chance draw 7; chance draw 40; ",
  "chance draw 13; chance draw 41; chance draw 54; chance draw 8; chance draw 39; ",
  "chance draw 20; chance draw 17; chance draw 42; chance draw 48; 1 8@0,0/0; ",
  "chance draw 33; 0 54@-1,0/0; chance draw 5; 1 48@1,0/1; chance draw 4; 0 5@2,0/0; ",
  "chance draw 32; 1 42@-2,1/5; chance draw 37; 1 33@-1,1/0; chance draw 1; 0 9@3,0/0; ",
  "chance draw 27; 1 39@0,-1/3; chance draw 52; 1 52@1,-1/0; chance draw 2; 0 32@1,-2/1; ",
  "chance draw 24; 0 24@2,-1/5; chance draw 51; 0 51@0,1/5; chance draw 15; 1 2@3,-1/5; ",
  "chance draw 45; 1 20@-3,1/5; chance draw 21; 1 21@-2,0/4; chance draw 43; 0 7@4,0/3; ",
  "chance draw 49; 1 4@4,-1/2; chance draw 28; 1 28@2,-2/3; chance draw 38; 1 38@3,-2/0; ",
  "chance draw 30; 1 30@5,0/4; chance draw 29; 0 13@5,-1/3; chance draw 3; 0 49@-4,1/3; ",
  "chance draw 12; 0 15@-3,0/4; chance draw 35; 0 12@4,-2/4; chance draw 47; 1 17@5,-2/2; ",
  "chance draw 56; 1 29@-5,1/1; chance draw 18; 0 27@-4,0/5; chance draw 25; 0 47@-4,2/5; ",
  "chance draw 31; 0 40@-5,2/4; chance draw 16; 0 16@1,1/5; chance draw 10; 0 35@-3,2/4; ",
  "chance draw 23; 0 31@2,1/1; chance draw 14; 0 3@3,1/3; chance draw 19; 0 10@-2,2/5; ",
  "chance draw 6; 0 6@-1,-1/0; chance draw 36; 1 43@-2,-1/1; chance draw 22",
].join("");
