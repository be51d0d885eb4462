// PÜNCT: a piece's kind or its space, the space of its PÜNCT, and a rotation.
import { disc, Paint, type Point, polygon, type Shape } from "../board/scene.js";
import type { Form, Sight } from "./form.js";

const columns = "ABCDEFGHIJKLMNOPQ";
const columnWidth = 0.8660254;

// The steps d0 to d5, as columns and numbers.
const steps = [
  [0, -1],
  [-1, -1],
  [-1, 0],
  [0, 1],
  [1, 1],
  [1, 0],
] as const;

// The minor dots of each kind at rotation 0, as paths of steps from the PÜNCT.
const dots: Record<string, [number[], number[]]> = {
  T: [[0], [1]],
  C: [[0], [3]],
  E: [[0], [0, 0]],
  L: [[0], [0, 1]],
  M: [[0], [2]],
  R: [[4], [4, 3]],
};

const pointAt = (x: number, y: number): Point => ({ x: columnWidth * x, y: y - x / 2 });

function place(part: string): Point | undefined {
  const found = /^([A-Q])(\d+)$/.exec(part);
  return found ? pointAt(columns.indexOf(found[1]!) - 8, Number(found[2]) - 9) : undefined;
}

function along(at: Point, path: number[], rotation: number): Point {
  let { x, y } = at;
  for (const way of path) {
    const [dx, dy] = steps[(way + rotation) % 6]!;
    const step = pointAt(dx, dy);
    x += step.x;
    y += step.y;
  }
  return { x, y };
}

// The kind of a piece: the part itself, or that of the topmost own piece on the space.
function kindOf(part: string, sight: Sight): string {
  if (part in dots) return part;
  const side = sight.seat === 1 ? "b" : "w";
  const pieces = sight.view.matchAll(/\b([wb]) ([TCELMR]) ([A-Q]\d+)\/\d/g);
  const own = [...pieces].filter((piece) => piece[1] === side && piece[3] === part);
  return own.at(-1)?.[2] ?? "";
}

function bar(a: Point, b: Point, fill: number): Shape {
  const x = -0.16 * (b.y - a.y);
  const y = 0.16 * (b.x - a.x);
  const points = [a.x + x, a.y + y, b.x + x, b.y + y, b.x - x, b.y - y, a.x - x, a.y - y];
  return polygon(points, { fill, stroke: Paint.line });
}

export const punct: Form = {
  split(move) {
    const found = /^(?:([TCELMR]) |([A-Q]\d+)-)([A-Q]\d+)(\/\d)$/.exec(move);
    return found ? [found[1] ?? found[2]!, found[3]!, found[4]!] : [move];
  },
  place,
  name(at) {
    const x = Math.round(at.x / columnWidth);
    return `${columns[x + 8] ?? ""}${Math.round(at.y + x / 2) + 9}`;
  },
  ghost(first, at, rotation, sight) {
    const paths = dots[kindOf(first, sight)];
    if (!paths) return [];
    const fill = sight.seat === 1 ? Paint.first : Paint.second;
    const [a, b] = [along(at, paths[0], rotation), along(at, paths[1], rotation)];
    const fromFirst = paths[1].length === 2;
    return [
      bar(at, a, fill),
      bar(fromFirst ? a : at, b, fill),
      ...[a, b].map((dot) => disc(dot, 0.4, { fill, stroke: Paint.line })),
      disc(at, 0.4, { fill, stroke: Paint.accent }),
      disc(at, 0.12, { fill: Paint.accent }),
    ];
  },
};
