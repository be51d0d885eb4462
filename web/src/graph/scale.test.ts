import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bandOf, lineOf, reachOf, roundScaleOf, scaleOf, ticks } from "./scale.js";

describe("ticks", () => {
  test.each([
    [0, 1, 5, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [0, 97, 4, [0, 50]],
    [-3, 3, 3, [-2, 0, 2]],
    [0.11, 0.19, 4, [0.12, 0.14, 0.16, 0.18]],
    [5, 5, 4, [5]],
  ])("from %d to %d, about %d", (low, high, count, wanted) => {
    expect(ticks(low, high, count)).toEqual(wanted);
  });

  test("lie inside, rise, and are few", () => {
    const bounds = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(bounds, fc.double({ min: 1e-3, max: 1e9, noNaN: true }), (low, span) => {
        const found = ticks(low, low + span, 4);
        expect(found.length).toBeLessThanOrEqual(5);
        for (const [i, tick] of found.entries()) {
          expect(tick).toBeGreaterThanOrEqual(low - span * 1e-3);
          expect(tick).toBeLessThanOrEqual(low + span * 1.001);
          if (i > 0) expect(tick).toBeGreaterThan(found[i - 1]!);
        }
      }),
    );
  });
});

describe("a scale", () => {
  test("reaches from end to end, also downwards", () => {
    const scale = scaleOf([2, 4, 3], 100, 0);
    expect([scale.at(2), scale.at(3), scale.at(4)]).toEqual([100, 50, 0]);
  });

  test("has equal values in the middle, and copes with none", () => {
    expect(scaleOf([7, 7], 0, 10).at(7)).toBe(5);
    expect(scaleOf([0], 0, 10).at(0)).toBe(5);
    expect(scaleOf([], 0, 10).at(0)).toBe(0);
    expect(scaleOf([Number.NaN, 1, 3], 0, 10).at(3)).toBe(10);
  });
});

test("a round scale ends at ticks", () => {
  const scale = roundScaleOf([0.27, 1.93], 100, 0, 4);
  expect([scale.low, scale.high]).toEqual([0, 2]);
  expect(scale.ticks).toEqual([0, 0.5, 1, 1.5, 2]);
  expect(scale.at(2)).toBe(0);
  const exact = roundScaleOf([-0.2, 0.6], 0, 8, 4);
  expect(exact.ticks).toEqual([-0.2, 0, 0.2, 0.4, 0.6]);
  // Rounding makes the span longer, and the steps stay as they are.
  expect(roundScaleOf([-560, 1200], 0, 10, 4).ticks).toEqual([-1000, -500, 0, 500, 1000, 1500]);
  expect(roundScaleOf([5], 0, 10, 4).at(5)).toBe(5);
});

test("a line and its band", () => {
  const points = [
    { x: 0, value: 1, low: 0, high: 2 },
    { x: 1, value: 2, low: 1, high: 4 },
  ];
  const x = scaleOf([0, 1], 0, 10);
  const y = scaleOf(reachOf(points), 40, 0);
  expect(lineOf(points, x, y)).toBe("0.0,30.0 10.0,20.0");
  expect(bandOf(points, x, y)).toBe("0.0,20.0 10.0,0.0 10.0,30.0 0.0,40.0");
  expect(bandOf([...points, { x: 2, value: 1 }], x, y)).toBe("");
});
