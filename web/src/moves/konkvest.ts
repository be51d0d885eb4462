// Konkvest: thirteen rows of hexagons, numbered from the first player's left. The drawing is turned
// so that its seat looks up.
import type { Point } from "../board/scene.js";
import type { Form, Sight } from "./form.js";

const rows = "abcdefghijklm";
const divider = 6;
const rowHeight = 0.8660254;

const widthOf = (row: number): number => 12 - Math.abs(row - divider);
const signOf = (sight: Sight): number => (sight.seat === 1 ? -1 : 1);

function place(part: string, sight: Sight): Point | undefined {
  const found = /^([a-m])(\d+)$/.exec(part);
  if (!found) return undefined;
  const row = rows.indexOf(found[1]!);
  const x = Number(found[2]) - 1 - (widthOf(row) - 1) / 2;
  return { x: signOf(sight) * x, y: signOf(sight) * rowHeight * (row - divider) };
}

function name(at: Point, sight: Sight): string {
  const row = Math.round((signOf(sight) * at.y) / rowHeight) + divider;
  const number = Math.round(signOf(sight) * at.x + (widthOf(row) - 1) / 2) + 1;
  const exists = rows[row] !== undefined && number >= 1 && number <= widthOf(row);
  return exists ? `${rows[row]}${number}` : "";
}

export const konkvest: Form = {
  split(move) {
    const drop = /^([A-Z])@([a-m]\d+)$/.exec(move);
    if (drop) return [drop[1]!, drop[2]!];
    const found = /^([a-m]\d+)(?:[-x]([a-m]\d+))?(\+?)$/.exec(move);
    return found ? [found[1]!, found[2] ?? found[1]!, found[3] || "-"] : [move];
  },
  place,
  name,
};
