// Draft: a move in the making. Pure functions from one draft to the next, and to a drawing.
//
// A press is the action of a shape. ">cell" goes on with the move, "/turn" rotates the piece,
// "=part" picks a part that has no place. Any other action begins a move.
import { middleOf } from "../board/geometry.js";
import { disc, Paint, type Scene, type Shape } from "../board/scene.js";
import type { Form, Sight } from "./form.js";
import type { Pieces } from "./pieces.js";
import * as pieces from "./pieces.js";
import type { Placement } from "./placement.js";
import * as placement from "./placement.js";

// A move whose parts are decided in order.
export interface Path {
  kind: "path";
  // The legal moves that begin with `chosen`, in parts.
  moves: string[][];
  chosen: string[];
  // The rotation shown, as an index of the possible ones.
  turn: number;
  // The points that may still be paired with the first, and are not in `moves`.
  partners: string[];
}

export type Draft = { kind: "start" } | Path | Pieces | Placement;

export const start: Draft = { kind: "start" };

// The parts that may follow, each once.
export function followers(path: Path): string[] {
  return [...new Set(path.moves.flatMap((move) => move[path.chosen.length] ?? []))];
}

export const turns = (path: Path): string[] =>
  followers(path).filter((part) => part.startsWith("/"));

// The path with all parts that only one choice is left for.
function settle(path: Path): Path {
  const next = followers(path);
  const decided = next.length === 1 && path.partners.length === 0;
  return decided ? settle(choose(path, next[0]!)) : path;
}

const choose = (path: Path, part: string): Path => ({
  ...path,
  moves: path.moves.filter((move) => move[path.chosen.length] === part),
  chosen: [...path.chosen, part],
  partners: [],
  turn: 0,
});

// Begins a move with an action, given the legal moves whose text begins with it. `others` are the
// actions that could have been the first.
export function begin(form: Form, action: string, moves: string[], others: string[]): Draft {
  const split = moves.map((move) => form.split(move));
  const whole = moves.indexOf(action);
  if (whole >= 0)
    return { kind: "path", moves: [[action]], chosen: [action], turn: 0, partners: [] };
  const fitting = split.filter((move) => move[0] === action);
  const pairs = form.pair !== undefined && others.length > 0;
  if (fitting.length === 0 && !pairs) return start;
  const listed = new Set(fitting.map((move) => move[1]));
  const partners = pairs ? others.filter((o) => o !== action && !listed.has(o)) : [];
  return settle({ kind: "path", moves: fitting, chosen: [action], turn: 0, partners });
}

// Goes on with a draft; an action that does not continue it leaves it as it is.
export function press(form: Form, draft: Draft, action: string): Draft {
  if (draft.kind === "pieces") return pieces.press(draft, action);
  if (draft.kind === "placement") return placement.press(form, draft, action);
  if (draft.kind !== "path") return draft;
  const part = action.slice(1);
  if (action === "/turn") {
    return { ...draft, turn: (draft.turn + 1) % Math.max(1, turns(draft).length) };
  }
  if (action === "/place") return choose(draft, turns(draft)[draft.turn] ?? "");
  if (draft.partners.includes(part) && form.pair) {
    const move = form.pair(draft.chosen[0]!, part);
    return { ...draft, moves: [form.split(move)], chosen: form.split(move), partners: [] };
  }
  return followers(draft).includes(part) ? settle(choose(draft, part)) : draft;
}

// The whole moves that the draft may still become.
const finished = (path: Path): string[] | undefined =>
  path.partners.length === 0 &&
  path.moves.length === 1 &&
  path.moves[0]!.length === path.chosen.length
    ? path.moves[0]
    : undefined;

// The whole move, once every part is decided. `texts` are the legal moves as listed.
export function wholeMove(form: Form, draft: Draft, texts: string[]): string | undefined {
  if (draft.kind === "pieces") return pieces.wholeMove(draft);
  if (draft.kind === "placement") return placement.wholeMove(form, draft);
  const parts = draft.kind === "path" ? finished(draft) : undefined;
  if (!parts) return undefined;
  if (parts.length === 1) return parts[0];
  const text = texts.find((move) => form.split(move).join(" ") === parts.join(" "));
  return text ?? form.pair?.(parts[0]!, parts[1]!);
}

// The piece of the first part, where it will lie; it can be turned by a press on its place.
function drawGhost(form: Form, draft: Path, sight: Sight): Shape[] {
  const rotations = turns(draft);
  const shown = rotations[draft.turn] ?? draft.chosen.at(-1) ?? "";
  const at = shown.startsWith("/") ? form.place(draft.chosen[1] ?? "", sight) : undefined;
  if (!at || !form.ghost) return [];
  const ghost = form.ghost(draft.chosen[0]!, at, Number(shown.slice(1)), sight);
  const shapes = ghost.map((shape) => ({ ...shape, action: "" }));
  if (rotations.length > 1) shapes.push(disc(at, 0.46, { action: "/turn" }));
  return shapes;
}

// The drawing after a whole move, or undefined if the drawing before it does not tell.
export function drawAfter(form: Form, move: string, sight: Sight): Shape[] | undefined {
  if (form.after) return form.after(move, sight);
  const [first = "", cell = "", rotation = ""] = form.split(move);
  const at = rotation.startsWith("/") ? form.place(cell, sight) : undefined;
  if (!at || !form.ghost) return undefined;
  const piece = form.ghost(first, at, Number(rotation.slice(1)), sight);
  return [...sight.scene.shapes, ...piece];
}

// Marks what is chosen, and adds what may follow.
function drawPath(form: Form, draft: Path, sight: Sight): Shape[] {
  const shapes: Shape[] = [];
  const first = sight.scene.shapes.find((shape) => shape.action === draft.chosen[0]);
  for (const part of draft.chosen) {
    const at = form.place(part, sight) ?? (part === first?.action && middleOf(first));
    if (at) shapes.push(disc(at, 0.47, { stroke: Paint.warning }));
  }
  shapes.push(...drawGhost(form, draft, sight));
  for (const part of [...followers(draft), ...draft.partners]) {
    const to = form.place(part, sight);
    if (to) shapes.push(disc(to, 0.42, { action: `>${part}` }));
  }
  const last = draft.chosen.findLast((part) => form.place(part, sight) !== undefined);
  const end = finished(draft) && last ? form.place(last, sight) : undefined;
  if (end) shapes.push(disc(end, 0.42, { action: "/confirm" }));
  return shapes;
}

// What the piece would look like where a press on this action lays it.
export function preview(form: Form, draft: Draft, action: string, sight: Sight): Shape[] {
  if (draft.kind !== "path" || !action.startsWith(">") || !form.ghost) return [];
  const next = press(form, draft, action);
  if (next.kind !== "path" || next === draft) return [];
  return drawGhost(form, next, sight).filter((shape) => shape.action === "");
}

// The scene with the draft drawn into it. First actions stay, so that another move can be begun.
export function draw(form: Form, draft: Draft, sight: Sight): Scene {
  const { scene } = sight;
  if (draft.kind === "start") return scene;
  if (draft.kind === "path") {
    return { ...scene, shapes: [...scene.shapes, ...drawPath(form, draft, sight)] };
  }
  const bare = scene.shapes.map((shape) => ({ ...shape, action: "" }));
  const added =
    draft.kind === "pieces" ? pieces.draw(form, draft, sight) : placement.draw(form, draft, sight);
  return { ...scene, shapes: [...bare, ...added] };
}

// Parts that may follow and have no place: they are offered as buttons.
export function loose(form: Form, draft: Draft, sight: Sight): string[] {
  if (draft.kind === "pieces") return pieces.loose(draft);
  if (draft.kind !== "path") return [];
  return followers(draft).filter((part) => !part.startsWith("/") && !form.place(part, sight));
}

// The moves that a drawing wants to be listed before the first press, if any.
export function wanted(form: Form, scene: Scene): "pieces" | "placement" | undefined {
  if (form.steps !== "pieces") return undefined;
  const actions = scene.shapes.map((shape) => shape.action);
  if (actions.some((action) => /^[A-I]\d-/.test(action))) return "pieces";
  return actions.some((action) => /^[ct] /.test(action)) ? "placement" : undefined;
}
