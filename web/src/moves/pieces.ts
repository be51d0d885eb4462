// Pieces: a draft in which every piece gets a destination, in any order (Kontranto's steps). With
// very many moves the first piece comes first, and only then are the moves of the others listed.
import { disc, Paint, type Point, polygon, type Shape } from "../board/scene.js";
import type { Form, Sight } from "./form.js";
import { ownPaint, piece, shapeAt } from "./kontranto.js";

export interface Pieces {
  kind: "pieces";
  // The legal moves in parts, one for each piece: "A1-B2". All, or those with the destination that
  // the first piece got in the draft `before`.
  moves: string[][];
  before?: Pieces;
  // Only the destinations of the first piece are known.
  opens: boolean;
  // Destinations by the piece's number.
  chosen: (string | undefined)[];
  // The piece that is about to go.
  active: number;
}

const fromOf = (part: string): string => part.split("-")[0] ?? "";
const toOf = (part: string): string => part.split("-")[1] ?? "";

export const names = (draft: Pieces): string[] => (draft.moves[0] ?? []).map(fromOf);

// The destinations of a piece that agree with those chosen for the others.
export function targets(draft: Pieces, index: number): string[] {
  const fitting = draft.moves.filter((move) =>
    draft.chosen.every((to, i) => i === index || to === undefined || toOf(move[i]!) === to),
  );
  return [...new Set(fitting.map((move) => toOf(move[index]!)))];
}

// Fills in destinations without a choice and makes the next piece active.
function settle(draft: Pieces): Pieces {
  const chosen = draft.chosen.map((to, i) => {
    const open = to === undefined ? targets(draft, i) : [];
    return open.length === 1 ? open[0] : to;
  });
  const active = chosen.indexOf(undefined);
  return { ...draft, chosen, active };
}

export function begin(moves: string[][]): Pieces {
  const count = moves[0]?.length ?? 0;
  const chosen = Array(count).fill(undefined);
  return settle({ kind: "pieces", moves, chosen, active: 0, opens: false });
}

// Begins from one legal move and the parts that a move may begin with.
export function beginFirst(sample: string[], firsts: string[]): Pieces {
  const moves = firsts.map((first) => [first, ...sample.slice(1)]);
  return { kind: "pieces", moves, chosen: sample.map(() => undefined), active: 0, opens: true };
}

// What the moves begin with that must be listed now, if any.
export function wanted(draft: Pieces): string | undefined {
  const [to] = draft.chosen;
  return draft.opens && to !== undefined ? `${names(draft)[0]}-${to} ` : undefined;
}

// Goes on with the moves that were wanted.
export const goOn = (draft: Pieces, moves: string[][]): Pieces => ({
  ...begin(moves),
  before: press(draft, "@0"),
});

// "@2" makes a piece active, ">B2" sends the active one to a cell, "=x" gives it up.
export function press(draft: Pieces, action: string): Pieces {
  const rest = action.slice(1);
  if (action.startsWith("@")) {
    const active = Number(rest);
    if (active === 0 && draft.before) return draft.before;
    if (active > 0 && draft.opens) return draft;
    const chosen = draft.chosen.map((to, i) => (i === active ? undefined : to));
    return { ...draft, chosen, active };
  }
  if (draft.active < 0 || !targets(draft, draft.active).includes(rest)) return draft;
  const chosen = draft.chosen.map((to, i) => (i === draft.active ? rest : to));
  return draft.opens ? { ...draft, chosen, active: -1 } : settle({ ...draft, chosen });
}

export function wholeMove(draft: Pieces): string | undefined {
  if (draft.chosen.includes(undefined)) return undefined;
  return names(draft)
    .map((from, i) => `${from}-${draft.chosen[i]}`)
    .join(" ");
}

export const loose = (draft: Pieces): string[] =>
  draft.active >= 0 ? targets(draft, draft.active).filter((to) => to === "x") : [];

// A thin line from one cell to another.
function way(a: Point, b: Point): Shape {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const x = (-0.04 * (b.y - a.y)) / length;
  const y = (0.04 * (b.x - a.x)) / length;
  const points = [a.x + x, a.y + y, b.x + x, b.y + y, b.x - x, b.y - y, a.x - x, a.y - y];
  return polygon(points, { fill: Paint.accent });
}

export function draw(form: Form, draft: Pieces, sight: Sight): Shape[] {
  const shapes: Shape[] = [];
  const fill = ownPaint(sight);
  const open = draft.active >= 0 ? targets(draft, draft.active) : [];
  names(draft).forEach((from, i) => {
    const at = form.place(from, sight);
    if (!at) return;
    const to = form.place(draft.chosen[i] ?? "", sight);
    if (to && to.x === at.x && to.y === at.y) {
      shapes.push(disc(at, 0.44, { stroke: Paint.muted }));
    } else if (to) {
      const rest = { fill, stroke: Paint.accent };
      shapes.push(way(at, to), piece(shapeAt(from, sight), to, 0.24, rest));
    }
    if (i === draft.active) shapes.push(disc(at, 0.44, { stroke: Paint.accent }));
    const free = i === 0 || !draft.opens;
    if (free && !open.includes(from)) shapes.push(disc(at, 0.42, { action: `@${i}` }));
  });
  for (const to of open) {
    const at = form.place(to, sight);
    if (at) shapes.push(disc(at, 0.42, { action: `>${to}` }));
  }
  return shapes;
}
