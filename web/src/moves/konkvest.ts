// Konkvest: thirteen rows of hexagons, numbered from the first player's left. The drawing is turned
// so that its seat looks up.
import { middleOf, moved } from "../board/geometry.js";
import { disc, Kind, label, Paint, type Point, type Shape } from "../board/scene.js";
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

function split(move: string): string[] {
  const drop = /^([A-Z])@([a-m]\d+)$/.exec(move);
  if (drop) return [drop[1]!, drop[2]!];
  const found = /^([a-m]\d+)(?:[-x]([a-m]\d+))?(\+?)$/.exec(move);
  return found ? [found[1]!, found[2] ?? found[1]!, found[3] || "-"] : [move];
}

// A piece is a disc and a label at the middle of its cell.
function isPieceAt(shape: Shape, at: Point): boolean {
  const drawsPiece =
    (shape.kind === Kind.disc && (shape.points[2] ?? 0) > 0.3) || shape.kind === Kind.label;
  const middle = middleOf(shape);
  return drawsPiece && middle !== undefined && Math.hypot(middle.x - at.x, middle.y - at.y) < 0.2;
}

// A piece of the one who moves, taken from the reserve. Seat 1 writes its pieces in small letters.
function dropped(kind: string, at: Point, sight: Sight): Shape[] {
  const second = sight.seat === 1;
  const fill = second ? Paint.first : Paint.second;
  return [
    disc(at, 0.4, { fill, stroke: Paint.line }),
    label(at, second ? kind.toLowerCase() : kind, {
      fill,
      stroke: second ? Paint.second : Paint.first,
    }),
  ];
}

function after(move: string, sight: Sight): Shape[] {
  const [first = "", target = ""] = split(move);
  const to = place(target, sight);
  const { shapes } = sight.scene;
  if (!to) return shapes;
  const from = place(first, sight);
  const piece = from
    ? moved(
        shapes.filter((shape) => isPieceAt(shape, from)),
        from,
        to,
      )
    : dropped(first, to, sight);
  const gone = (shape: Shape) => [from, to].some((at) => at !== undefined && isPieceAt(shape, at));
  return [...shapes.filter((shape) => !gone(shape)), ...piece];
}

export const konkvest: Form = { split, place, name, after };
