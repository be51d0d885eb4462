import { describe, expect, test } from "vitest";
import { button, disc, label, Paint, polygon, type Scene } from "../board/scene.js";
import {
  begin,
  type Draft,
  draw,
  drawAfter,
  loose,
  press,
  start,
  turns,
  wanted,
  wholeMove,
} from "./draft.js";
import { formOf, type Sight } from "./form.js";
import * as pieces from "./pieces.js";
import * as placement from "./placement.js";

const sight = (shapes: Scene["shapes"], view = "", seat = 0): Sight => ({
  scene: { minX: 0, minY: 0, maxX: 9, maxY: 9, shapes, caption: "" },
  view,
  seat,
});
const actions = (scene: Scene) => scene.shapes.map((shape) => shape.action).filter(Boolean);

describe("forms", () => {
  test.each([
    ["renju", "c8+o1", ["c8", "o1"]],
    ["punct", "M E2/1", ["M", "E2", "/1"]],
    ["punct", "D8-B8/0", ["D8", "B8", "/0"]],
    ["konkvest", "R@a5", ["R", "a5"]],
    ["konkvest", "d9xc8", ["d9", "c8", "-"]],
    ["konkvest", "e8-g9+", ["e8", "g9", "+"]],
    ["konkvest", "g3+", ["g3", "g3", "+"]],
    ["tantrix", "35@-1,1/5", ["35", "-1,1", "/5"]],
    ["kontranto", "A1-A2 B1-x", ["A1-A2", "B1-x"]],
    ["hex", "swap", ["swap"]],
  ])("%s splits %s", (game, move, parts) => {
    expect(formOf(game).split(move)).toEqual(parts);
  });

  test.each([
    ["renju", ["a1", "h8", "o15"]],
    ["punct", ["A2", "I9", "Q16"]],
    ["konkvest", ["a1", "g12", "m6"]],
    ["tantrix", ["0,0", "-1,2"]],
    ["kontranto", ["A1", "G5"]],
  ])("%s names the places of its cells", (game, cells) => {
    for (const seat of [0, 1]) {
      const all = sight([], "", seat);
      all.scene.minY = -99;
      all.scene.maxY = 99;
      for (const cell of cells) {
        const form = formOf(game);
        expect(form.name(form.place(cell, all)!, all)).toBe(cell);
      }
    }
  });
});

describe("a move of one action", () => {
  test("is whole at once", () => {
    const draft = begin(formOf("renju"), "h8", ["h8"], []);
    expect(wholeMove(formOf("renju"), draft, ["h8"])).toBe("h8");
  });
});

describe("the drawing after a move", () => {
  const stone = (x: number, y: number, fill: number) => disc({ x, y }, 0.45, { fill });
  const added = (game: string, move: string, before: Sight) =>
    drawAfter(formOf(game), move, before)?.filter((shape) => !before.scene.shapes.includes(shape));

  test("has a stone of the colour whose turn it is", () => {
    const one = [stone(7, 7, Paint.first)];
    expect(added("renju", "h8", sight([]))).toMatchObject([
      { points: [7, 7, 0.45], fill: Paint.first },
    ]);
    expect(added("renju", "i9", sight(one))).toMatchObject([
      { points: [8, 8, 0.45], fill: Paint.second },
    ]);
  });

  test("has two small stones for two offers of Renju, and none for a word", () => {
    expect(added("renju", "c2+o1", sight([]))).toHaveLength(2);
    expect(added("renju", "swap", sight([]))).toEqual([]);
  });

  const cell = (name: string) => formOf("konkvest").place(name, sight([]))!;
  const piece = (name: string, text: string, fill: number) => [
    disc(cell(name), 0.4, { fill }),
    label(cell(name), text, { fill }),
  ];

  test("moves a piece of Konkvest and takes what stood there", () => {
    const before = sight([...piece("e5", "R", Paint.second), ...piece("g6", "p", Paint.first)]);
    expect(drawAfter(formOf("konkvest"), "e5xg6", before)).toEqual(piece("g6", "R", Paint.second));
  });

  test("has a piece from the reserve in the colour and the letter of its seat", () => {
    expect(added("konkvest", "R@a5", sight([], "", 0))).toMatchObject([
      { fill: Paint.second },
      { text: "R" },
    ]);
    expect(added("konkvest", "R@a5", sight([], "", 1))).toMatchObject([
      { fill: Paint.first },
      { text: "r" },
    ]);
  });

  test("has the piece of PÜNCT where it is laid", () => {
    expect(added("punct", "M E2/1", sight([]))!.length).toBeGreaterThan(3);
  });

  test("is not known where choices are hidden", () => {
    expect(drawAfter(formOf("kontranto"), "A1-A2 B1-B1", sight([]))).toBeUndefined();
  });
});

describe("two offers of Renju", () => {
  const form = formOf("renju");
  test("may be chosen in either order", () => {
    const listed = ["o1+c2"];
    const draft = begin(form, "o1", listed, ["c8", "o1"]);
    const both = press(form, draft, ">c8");
    expect(wholeMove(form, both, listed)).toBe("c8+o1");
  });
});

describe("a move with a rotation", () => {
  const form = formOf("punct");
  const listed = ["M E2/1", "M E2/3", "M F2/0"];
  const chosen = begin(form, "M", listed, []);
  const shown = sight([button("M", "M")]);

  test("shows the spaces that may follow", () => {
    expect(actions(draw(form, chosen, shown)).sort()).toEqual([">E2", ">F2", "M"]);
  });

  test("is turned and then laid", () => {
    const there = press(form, chosen, ">E2");
    expect(turns(there as Extract<Draft, { kind: "path" }>)).toEqual(["/1", "/3"]);
    expect(wholeMove(form, there, listed)).toBeUndefined();
    const laid = press(form, press(form, there, "/turn"), "/place");
    expect(wholeMove(form, laid, listed)).toBe("M E2/3");
  });

  test("needs no turn where only one fits", () => {
    expect(wholeMove(form, press(form, chosen, ">F2"), listed)).toBe("M F2/0");
  });
});

describe("a promotion of Konkvest", () => {
  test("is asked for by buttons", () => {
    const form = formOf("konkvest");
    const listed = ["e8-g9", "e8-g9+", "e8-f8"];
    const there = press(form, begin(form, "e8", listed, []), ">g9");
    expect(loose(form, there, sight([]))).toEqual(["-", "+"]);
    expect(wholeMove(form, press(form, there, "=+"), listed)).toBe("e8-g9+");
  });
});

test("an action without legal moves begins nothing", () => {
  expect(begin(formOf("punct"), "M", [], [])).toEqual(start);
});

describe("a step of all pieces", () => {
  const moves = [
    ["A1-A1", "B1-B1"],
    ["A1-B1", "B1-A1"],
    ["A1-A1", "B1-x"],
  ];
  test("fills in what has no choice", () => {
    const draft = pieces.press(pieces.begin(moves), ">B1");
    expect(pieces.wholeMove(draft)).toBe("A1-B1 B1-A1");
  });

  test("can give a piece up and take a choice back", () => {
    const stays = pieces.press(pieces.begin(moves), ">A1");
    expect(pieces.loose(stays)).toEqual(["x"]);
    const given = pieces.press(stays, "=x");
    expect(pieces.wholeMove(given)).toBe("A1-A1 B1-x");
    expect(pieces.wholeMove(pieces.press(given, "@0"))).toBeUndefined();
  });
});

describe("a step of more pieces than moves can be listed for", () => {
  const first = pieces.beginFirst(["A1-A1", "B1-B1", "C1-C1"], ["A1-A1", "A1-A2", "A1-x"]);

  test("begins with the first piece", () => {
    expect(pieces.targets(first, 0)).toEqual(["A1", "A2", "x"]);
    expect(pieces.loose(first)).toEqual(["x"]);
    expect(pieces.wanted(first)).toBeUndefined();
    expect(pieces.press(first, "@1")).toEqual(first);
    expect(pieces.names(first)).toEqual(["A1", "B1", "C1"]);
  });

  test("goes on with the moves that begin so", () => {
    const chosen = pieces.press(first, ">A2");
    expect(pieces.wanted(chosen)).toBe("A1-A2 ");
    expect(pieces.wholeMove(chosen)).toBeUndefined();
    const going = pieces.goOn(chosen, [
      ["A1-A2", "B1-B1", "C1-C1"],
      ["A1-A2", "B1-B2", "C1-C1"],
      ["A1-A2", "B1-B2", "C1-C2"],
    ]);
    expect(pieces.wanted(going)).toBeUndefined();
    expect(pieces.wholeMove(pieces.press(going, ">B1"))).toBe("A1-A2 B1-B1 C1-C1");
    expect(pieces.press(going, "@0")).toEqual(first);
  });
});

describe("a first step", () => {
  const form = formOf("kontranto");
  const square = (x: number, y: number, action: string, fill = 1) =>
    polygon([x - 0.5, y - 0.5, x + 0.5, y - 0.5, x + 0.5, y + 0.5, x - 0.5, y + 0.5], {
      action,
      fill,
    });
  const shown = sight(
    [square(0, 0, "c A1"), square(1, 0, "c B1"), square(2, 0, ""), square(3, 0, "", 3)],
    "white 0; first",
  );

  test("places circles, then triangles, in the order of the notation", () => {
    let draft = placement.begin(form, "c A1 B1 t C1", shown);
    expect(draft.open).toEqual(["A1", "B1", "C1"]);
    for (const cell of [">C1", ">A1", ">B1"]) draft = placement.press(form, draft, cell);
    expect(placement.wholeMove(form, draft)).toBe("c A1 C1 t B1");
    draft = placement.press(form, draft, ">A1");
    expect(placement.wholeMove(form, draft)).toBeUndefined();
  });

  test("is recognised by the actions of its drawing", () => {
    expect(wanted(form, shown.scene)).toBe("placement");
    expect(wanted(form, sight([disc({ x: 0, y: 0 }, 1, { action: "A1-A2" })]).scene)).toBe(
      "pieces",
    );
    expect(wanted(formOf("renju"), shown.scene)).toBeUndefined();
  });
});

describe("what Tantrix says about empty spaces", () => {
  const table = "table 1@0,0/0 2@1,0/0 3@0,1/0; racks 4 5 6 7 8 9 / ? ? ? ? ? ?; seat 0 before";
  const form = formOf("tantrix");
  const of = (view: string, why: string) => {
    const seen = sight([], view);
    seen.scene.minY = -99;
    seen.scene.maxY = 99;
    const found = form.notes?.(seen).filter((note) => note.why === why) ?? [];
    return found.map((note) => form.name(note.at, seen)).sort();
  };

  test("nothing is forced or closed about a triangle", () => {
    expect(of(table, "forced")).toEqual([]);
    expect(of(table, "controlled")).toEqual([]);
  });

  test("a space that three tiles touch is forced, and those beside it are closed", () => {
    const bent = "table 1@0,0/0 2@1,-1/0 3@2,-1/0; racks 4 5 6 7 8 9 / ? ? ? ? ? ?; seat 0 before";
    expect(of(bent, "forced")).toEqual(["1,0"]);
    expect(of(bent, "controlled")).toEqual(["0,1", "2,0"]);
  });

  test("the last draw opens them", () => {
    const many = Array.from({ length: 41 }, (_, i) => `${i + 10}@${i + 9},-20/0`).join(" ");
    const bent = "1@0,0/0 2@1,-1/0 3@2,-1/0";
    const view = `table ${bent} ${many}; racks 4 5 6 7 8 9 / ? ? ? ? ? ?; seat 0 before`;
    expect(of(view, "controlled")).toEqual([]);
  });
});

test("pieces of Kontranto clash by sharing a cell", () => {
  const view = "kontranto; W c A1 B2 t C1; B c A1 t B2 C2; white 0";
  expect(formOf("kontranto").clashes?.(view)).toEqual([
    { cell: "A1", same: true },
    { cell: "B2", same: false },
  ]);
});
