import fc from "fast-check";
import { render } from "svelte/server";
import { expect, test } from "vitest";
import { anyScene } from "./any_scene.js";
import Board from "./Board.svelte";
import { rowsOf } from "./geometry.js";
import { disc, label, Paint, polygon } from "./scene.js";

const drawn = (scene: Parameters<typeof rowsOf>[0]) =>
  render(Board, { props: { scene, label: "Board" } }).body;

test("any scene is drawn, with a cell for each place and no broken number", () => {
  fc.assert(
    fc.property(anyScene, (scene) => {
      const html = drawn(scene);
      const cells = html.match(/role="gridcell"/g)?.length ?? 0;
      expect(cells).toBe(rowsOf(scene).flat().length);
      expect(html).not.toMatch(/="[^"]*(NaN|Infinity)/);
    }),
    { numRuns: 50 },
  );
});

test("a text is never markup", () => {
  const scene = {
    ...{ minX: 0, minY: 0, maxX: 1, maxY: 1, caption: "" },
    shapes: [label({ x: 0, y: 0 }, "<script>"), disc({ x: 0, y: 0 }, 0.4, { action: '"><b>' })],
  };
  expect(drawn(scene)).not.toMatch(/<script>|<b>/);
});

test("paints are classes, and one place at a time can be reached by Tab", () => {
  const cell = [0, 0, 1, 0, 1, 1, 0, 1];
  const next = cell.map((value, i) => (i % 2 === 0 ? value + 1 : value));
  const scene = {
    ...{ minX: 0, minY: 0, maxX: 2, maxY: 1, caption: "" },
    shapes: [
      polygon(cell, { fill: Paint.board, stroke: Paint.line, action: "a" }),
      polygon(next, { fill: Paint.colour4, action: "b" }),
    ],
  };
  const html = drawn(scene);
  expect(html).toContain("fill-board stroke-line");
  expect(html).toContain("fill-colour4");
  expect(html.match(/tabindex="0"/g)).toHaveLength(1);
});
