// Kontranto: cells are a column and a row. A move has a part for each piece.
import { disc, Paint, type Point, polygon, type Shape } from "../board/scene.js";
import type { Clash, Form, Sight } from "./form.js";

const columns = "ABCDEFGHI";

// The paint of the seat's pieces.
export function ownPaint(sight: Sight): number {
  const white = /white (\d)/.exec(sight.view)?.[1];
  return white === String(sight.seat) ? Paint.second : Paint.first;
}

// A piece at a place: a circle ("c") or a triangle ("t").
export function piece(shape: string, at: Point, size: number, rest: Partial<Shape>): Shape {
  if (shape === "c") return disc(at, size, rest);
  const half = size * 0.866;
  const low = at.y - size / 2;
  return polygon([at.x - half, low, at.x + half, low, at.x, at.y + size], rest);
}

// The shape of the own piece on a cell.
export function shapeAt(cell: string, sight: Sight): string {
  const side = ownPaint(sight) === Paint.second ? "W" : "B";
  const words = new RegExp(`; ${side} ([^;]*)`).exec(sight.view)?.[1]?.split(" ") ?? [];
  const triangles = words.indexOf("t");
  const at = words.indexOf(cell);
  return triangles >= 0 && at > triangles ? "t" : "c";
}

// The shape on each cell where the side has a piece: "c" or "t".
function piecesOf(side: "W" | "B", view: string): Map<string, string> {
  const pieces = new Map<string, string>();
  let shape = "";
  for (const word of new RegExp(`; ${side} ([^;]*)`).exec(view)?.[1]?.split(" ") ?? []) {
    if (word === "c" || word === "t") shape = word;
    else if (/^[A-I]\d$/.test(word)) pieces.set(word, shape);
  }
  return pieces;
}

// Pieces clash by sharing a cell (K6).
function clashes(view: string): Clash[] {
  const black = piecesOf("B", view);
  return [...piecesOf("W", view)].flatMap(([cell, shape]) => {
    const other = black.get(cell);
    return other === undefined ? [] : [{ cell, same: shape === other }];
  });
}

export const kontranto: Form = {
  clashes,
  split: (move) => move.split(" "),
  place(part) {
    const found = /^!?([A-I])(\d)$/.exec(part);
    return found ? { x: columns.indexOf(found[1]!), y: Number(found[2]) - 1 } : undefined;
  },
  name: ({ x, y }) => `${columns[Math.round(x)] ?? ""}${Math.round(y) + 1}`,
  steps: "pieces",
};
