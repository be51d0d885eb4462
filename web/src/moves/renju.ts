// Renju: points are a column and a row; two offered fifth moves are joined by "+".
import { disc, Kind, Paint, type Point, type Shape } from "../board/scene.js";
import type { Form, Sight } from "./form.js";

const columns = "abcdefghijklmno";
const stoneRadius = 0.45;

const order = (point: string): number =>
  columns.indexOf(point[0] ?? "") * 100 + Number(point.slice(1));

const split = (move: string): string[] => move.split("+");

function place(part: string): Point | undefined {
  const found = /^([a-o])(\d+)$/.exec(part);
  return found ? { x: columns.indexOf(found[1]!), y: Number(found[2]) - 1 } : undefined;
}

// Black and White take turns, so equal numbers of stones mean that a black one comes next.
function after(move: string, { scene }: Sight): Shape[] {
  const stones = (fill: number) =>
    scene.shapes.filter(
      ({ kind, points, fill: own }) =>
        kind === Kind.disc && own === fill && (points[2] ?? 0) >= stoneRadius - 0.01,
    ).length;
  const [black, white] = [stones(Paint.first), stones(Paint.second)];
  const fill = black === white ? Paint.first : Paint.second;
  const places = split(move).flatMap((part) => place(part) ?? []);
  const offered = places.length > 1;
  const laid = places.map((at) =>
    disc(at, offered ? 0.2 : stoneRadius, { fill, stroke: offered ? Paint.none : Paint.accent }),
  );
  return [...scene.shapes, ...laid];
}

export const renju: Form = {
  split,
  place,
  name: ({ x, y }) => `${columns[Math.round(x)] ?? ""}${Math.round(y) + 1}`,
  pair: (a, b) => (order(a) < order(b) ? `${a}+${b}` : `${b}+${a}`),
  after,
};
