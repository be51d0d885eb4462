import { describe, expect, test } from "vitest";
import { drawn } from "./chance.js";
import { actorOf, isPartial, moveOf, parseRecord, recordAt, recordText } from "./record.js";
import { gradeOf, graphOf, nextMistake, valueForFirst } from "./review.js";
import { cut, grow, growLine, pathTo, plant, recordOf, root, tokensOf } from "./variations.js";

describe("a tree of variations", () => {
  const [line, end] = growLine(plant("renju"), root, ["0 h8", "0 i9", "0 j7"]);
  test("is a record along each path", () => {
    expect(recordOf(line, end)).toBe("renju; 0 h8; 0 i9; 0 j7");
    expect(recordOf(line, root)).toBe("renju");
  });

  test("holds the same event once", () => {
    expect(grow(line, root, "0 h8")).toEqual([line, 1]);
  });

  test("writes variations in brackets after the move that they replace", () => {
    const [tree] = growLine(line, 1, ["0 i8", "0 g7"]);
    const words = tokensOf(tree).map((token) =>
      token.kind === "move" ? tree.nodes[token.node]!.event : token.kind,
    );
    expect(words).toEqual(["0 h8", "0 i9", "open", "0 i8", "0 g7", "close", "0 j7"]);
  });

  test("loses what is cut off", () => {
    expect(tokensOf(cut(line, 2))).toHaveLength(1);
    expect(pathTo(line, end)).toEqual([1, 2, 3]);
  });
});

describe("a record", () => {
  const record = parseRecord("# a comment\nkuhn; chance deal K;\n chance deal ?; 0  bet");
  test("is read over several lines", () => {
    expect(recordText(record)).toBe("kuhn; chance deal K; chance deal ?; 0 bet");
    expect(recordAt(record, 1)).toBe("kuhn; chance deal K");
    expect(isPartial(record)).toBe(true);
  });
  test("has events of seats and of chance", () => {
    expect(record.events.map(actorOf)).toEqual([-1, -1, 0]);
    expect(moveOf("chance draw 17")).toBe("draw 17");
  });
});

test("chance draws by the outcomes' probabilities", () => {
  const outcomes = [
    { text: "a", probability: 0.25 },
    { text: "b", probability: 0.75 },
  ];
  expect([0, 0.24, 0.26, 1].map((at) => drawn(outcomes, at))).toEqual(["a", "a", "b", "b"]);
  expect(drawn([], 0)).toBeUndefined();
});

describe("a review", () => {
  const decision = (event: number, loss: number, seat = 1) => ({
    ...{ $typeName: "kvintet.v1.ReviewedDecision" as const, decision: event, played: "", best: "" },
    ...{ candidates: [], evaluations: 0, forced: false, value: 0.5, event, loss, seat },
  });
  test.each([
    [0.05, "fine"],
    [0.1, "doubtful"],
    [0.2, "mistake"],
    [0.3, "blunder"],
  ])("a loss of %d is %s", (loss, grade) => {
    expect(gradeOf({ loss, forced: false })).toBe(grade);
    expect(gradeOf({ loss, forced: true })).toBe("fine");
  });
  test("sees values from seat 0 and finds mistakes both ways", () => {
    const all = [decision(0, 0), decision(3, 0.4, 2), decision(5, 0.1)];
    expect(valueForFirst(all[1]!)).toBe(-0.5);
    expect(nextMistake(all, 0, 1)).toBe(3);
    expect(nextMistake(all, 3, 1)).toBe(5);
    expect(nextMistake(all, 3, -1)).toBeUndefined();
    expect(graphOf(all, 6)[1]).toMatchObject({ x: 0.6, y: 0.25, grade: "blunder" });
  });
});
