import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyScene } from "./any_scene.js";
import { areaOf, boundsOf, middleOf, moved, nearestAction, neighbour, rowsOf } from "./geometry.js";
import { disc, label, Paint, polygon, type Scene } from "./scene.js";

const scene = (shapes: Scene["shapes"]): Scene => ({
  minX: 0,
  minY: 0,
  maxX: 3,
  maxY: 3,
  shapes,
  caption: "",
});
const cell = (x: number, y: number, action = "") =>
  polygon([x - 0.5, y - 0.5, x + 0.5, y - 0.5, x + 0.5, y + 0.5, x - 0.5, y + 0.5], { action });

describe("places", () => {
  test("come in rows from the top, from left to right", () => {
    const rows = rowsOf(scene([cell(1, 0, "b1"), cell(0, 0, "a1"), cell(0, 1, "a2")]));
    expect(rows.map((row) => row.map((place) => place.action))).toEqual([["a2"], ["a1", "b1"]]);
  });

  test("gather what stands on them", () => {
    const piece = disc({ x: 0, y: 0 }, 0.4, { fill: Paint.second });
    const [row] = rowsOf(scene([cell(0, 0, "a1"), piece, label({ x: 0, y: 0 }, "Q")]));
    expect(row).toEqual([{ x: 0, y: 0, action: "a1", text: "Q", paint: Paint.second }]);
  });

  test("are one where two pieces stand side by side on a cell", () => {
    const pair = [-0.25, 0.25].map((shift) => disc({ x: 2 + shift, y: 1 }, 0.2));
    const rows = rowsOf(scene([cell(2, 1, "c2"), ...pair]));
    expect(rows.flat().map(({ x, y, action }) => [x, y, action])).toEqual([[2, 1, "c2"]]);
  });

  test("are neither boards nor strips", () => {
    const board = polygon([0, 0, 9, 0, 9, 9, 0, 9]);
    const strip = polygon([0, 0, 1, 0, 1, 0.2, 0, 0.2]);
    expect(rowsOf(scene([board, strip]))).toEqual([]);
  });
});

describe("neighbour", () => {
  const places = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 0.5, y: 0.87 },
  ];
  test("is the nearest in a direction", () => {
    expect(neighbour(places, places[0]!, "right")).toBe(places[1]);
    expect(neighbour(places, places[0]!, "up")).toBe(places[2]);
    expect(neighbour(places, places[0]!, "left")).toBeUndefined();
  });
});

test("a finger may miss a place by less than its reach", () => {
  const places = rowsOf(scene([cell(0, 0, "a1"), cell(1, 0)])).flat();
  expect(nearestAction(places, { x: 0.6, y: 0 }, 0.75)?.action).toBe("a1");
  expect(nearestAction(places, { x: 1.4, y: 0 }, 0.75)).toBeUndefined();
});

test("six turns by a sixth are none", () => {
  let shapes = [polygon([1, 0, 2, 0, 1, 1])];
  for (let i = 0; i < 6; i += 1) shapes = moved(shapes, { x: 0, y: 0 }, { x: 0, y: 0 }, 60);
  shapes[0]!.points.forEach((value, i) => {
    expect(value).toBeCloseTo([1, 0, 2, 0, 1, 1][i]!);
  });
});

test("areas", () => {
  expect(areaOf(cell(0, 0))).toBeCloseTo(1);
  expect(areaOf(label({ x: 0, y: 0 }, "x"))).toBe(0);
});

// Whatever a server sends, geometry answers with finite numbers.
test("any scene has finite places and bounds", () => {
  fc.assert(
    fc.property(anyScene, (any) => {
      for (const place of rowsOf(any).flat()) {
        expect(Number.isFinite(place.x) && Number.isFinite(place.y)).toBe(true);
      }
      for (const value of Object.values(boundsOf(any))) expect(Number.isFinite(value)).toBe(true);
      for (const shape of any.shapes) middleOf(shape);
    }),
  );
});
