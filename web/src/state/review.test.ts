import { describe, expect, test } from "vitest";
import { gradeOf, luckOf, nextMistake } from "./review.js";

const decision = (event: number, seat: number, value: number, loss?: number) => ({
  ...{ event, seat, value, loss, forced: false },
});

describe("luck", () => {
  const isChance = (event: number) => event === 1 || event === 3;

  test("is what no decision explains", () => {
    // Seat 0 loses 0.1 of 0.3; the draw brings it to 0.5, which is -0.5 for seat 1.
    const [found] = luckOf([decision(0, 1, 0.3, 0.1), decision(2, 2, -0.5)], isChance);
    expect(found?.event).toBe(1);
    expect(found?.value).toBeCloseTo(0.3);
  });

  test("needs a draw between the decisions, and a known loss", () => {
    const noDraw = [decision(4, 1, 0, 0), decision(5, 2, 1, 0)];
    const noLoss = [decision(2, 1, 0), decision(4, 2, 1, 0)];
    expect(luckOf(noDraw, isChance)).toEqual([]);
    expect(luckOf(noLoss, isChance)).toEqual([]);
  });
});

test("a forced decision is no mistake", () => {
  expect(gradeOf({ loss: 0.9, forced: false })).toBe("blunder");
  expect(gradeOf({ loss: 0.9, forced: true })).toBe("fine");
});

test("mistakes are found in both directions", () => {
  const all = [decision(0, 1, 0, 0.5), decision(1, 2, 0, 0), decision(2, 1, 0, 0.2)];
  expect(nextMistake(all, 0, 1)).toBe(2);
  expect(nextMistake(all, 2, -1)).toBe(0);
  expect(nextMistake(all, 2, 1)).toBeUndefined();
});
