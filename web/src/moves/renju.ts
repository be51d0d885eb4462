// Renju: points are a column and a row; two offered fifth moves are joined by "+".
import type { Form } from "./form.js";

const columns = "abcdefghijklmno";

const order = (point: string): number =>
  columns.indexOf(point[0] ?? "") * 100 + Number(point.slice(1));

export const renju: Form = {
  split: (move) => move.split("+"),
  place(part) {
    const found = /^([a-o])(\d+)$/.exec(part);
    return found ? { x: columns.indexOf(found[1]!), y: Number(found[2]) - 1 } : undefined;
  },
  name: ({ x, y }) => `${columns[Math.round(x)] ?? ""}${Math.round(y) + 1}`,
  pair: (a, b) => (order(a) < order(b) ? `${a}+${b}` : `${b}+${a}`),
};
