// Tests of what a payoff table shows: moves left out, and the tones of its cells.
import { describe, expect, it } from "vitest";
import { cut, heatOf, shown } from "./payoffs.js";

const move = (name: string, probability: number, bestResponse = false) => ({
  move: name,
  probability,
  value: 0,
  bestResponse,
});
const side = {
  moves: [move("a", 0.5), move("b", 0.25), move("c", 0.125, true)],
  considered: 10,
  leftOut: 0.125,
};
const names = (most: number) => shown(side, most).map((one) => one.move);

describe("a strategy", () => {
  it("shows its likeliest moves, and a best response", () => {
    expect(names(3)).toEqual(["a", "b", "c"]);
    expect(names(2)).toEqual(["a", "c"]);
    expect(shown(side, 2).map(({ place }) => place)).toEqual([0, 2]);
  });
  it("counts all others", () => {
    expect(cut(side, shown(side, 3))).toEqual({ count: 7, probability: 0.125 });
    expect(cut(side, shown(side, 2))).toEqual({ count: 8, probability: 0.375 });
  });
  it("may be absent", () => {
    expect(shown(undefined, 2)).toEqual([]);
    expect(cut(undefined, [])).toEqual({ count: 0, probability: 0 });
  });
});

describe("the tone of a payoff", () => {
  it("grows with its share of the greatest", () => {
    expect([0.8, 0.41, 0.2, 0.02, 0].map((payoff) => heatOf(payoff, 0.8))).toEqual([
      "gain4",
      "gain2",
      "gain1",
      "even",
      "even",
    ]);
    expect(heatOf(-0.8, 0.8)).toBe("cost4");
  });
  it("is even where all payoffs are 0", () => {
    expect(heatOf(0, 0)).toBe("even");
  });
});
