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
