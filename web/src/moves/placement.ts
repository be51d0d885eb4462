// Placement: a draft that places all own pieces at once (Kontranto's first step).
import { areaOf, middleOf } from "../board/geometry.js";
import { disc, Paint, type Shape } from "../board/scene.js";
import type { Form, Sight } from "./form.js";
import { ownPaint, piece } from "./kontranto.js";

export interface Placement {
  kind: "placement";
  // How many pieces of each shape, in order of placing: ["c", "c", "t", "t"].
  shapes: string[];
  // The cells chosen so far, in that order; undefined: still to be chosen.
  cells: (string | undefined)[];
  // The cells on which pieces may be placed.
  open: string[];
}

// Begins from one legal move, "c A1 A2 t A3 A4", and the drawing, whose actions name the cells for
// the first piece. Cells that look like these are open for the other pieces too.
export function begin(form: Form, move: string, sight: Sight): Placement {
  const shapes: string[] = [];
  let shape = "";
  for (const word of move.split(" ")) {
    if (word === "c" || word === "t") shape = word;
    else shapes.push(shape);
  }
  const cells = sight.scene.shapes.filter((s) => areaOf(s) > 0.9 && areaOf(s) < 1.1);
  const paints = new Set(cells.filter((s) => s.action !== "").map((s) => s.fill));
  const open = cells.filter((s) => paints.has(s.fill)).map((s) => form.name(middleOf(s)!, sight));
  return { kind: "placement", shapes, cells: shapes.map(() => undefined), open };
}

export const next = (draft: Placement): number => draft.cells.indexOf(undefined);

// ">A1" places the next piece, or takes back the one that lies there.
export function press(_: Form, draft: Placement, action: string): Placement {
  const cell = action.slice(1);
  const there = draft.cells.indexOf(cell);
  const at = there >= 0 ? there : next(draft);
  if (at < 0 || !draft.open.includes(cell)) return draft;
  const placed = there >= 0 ? undefined : cell;
  return { ...draft, cells: draft.cells.map((old, i) => (i === at ? placed : old)) };
}

// In order of column, then row: the names sort that way.
export function wholeMove(_: Form, draft: Placement): string | undefined {
  if (next(draft) >= 0) return undefined;
  const words: string[] = [];
  for (const shape of ["c", "t"]) {
    const cells = draft.cells.filter((_cell, i) => draft.shapes[i] === shape).sort();
    if (cells.length > 0) words.push(shape, ...(cells as string[]));
  }
  return words.join(" ");
}

export function draw(form: Form, draft: Placement, sight: Sight): Shape[] {
  const shapes: Shape[] = [];
  const fill = ownPaint(sight);
  draft.cells.forEach((cell, i) => {
    const at = form.place(cell ?? "", sight);
    if (at) shapes.push(piece(draft.shapes[i]!, at, 0.35, { fill, stroke: Paint.accent }));
  });
  const full = next(draft) < 0;
  for (const cell of draft.open) {
    const at = form.place(cell, sight);
    const usable = !full || draft.cells.includes(cell);
    if (at && usable) shapes.push(disc(at, 0.42, { action: `>${cell}` }));
  }
  return shapes;
}
