// Form: how the moves of a game are written and where the parts of a move lie on its drawing.
// It says nothing about which moves are legal; the service does.
import type { Point, Scene, Shape } from "../board/scene.js";
import { konkvest } from "./konkvest.js";
import { kontranto } from "./kontranto.js";
import { punct } from "./punct.js";
import { renju } from "./renju.js";
import { tantrix } from "./tantrix.js";

// Why a place is special: "forced" places come first, on "controlled" ones nothing may be laid.
export interface Note {
  at: Point;
  why: "forced" | "controlled";
}

// Two pieces that have met on a cell; `same`: of the same shape.
export interface Clash {
  cell: string;
  same: boolean;
}

// What a form may look at: the drawing and the description that it belongs to.
export interface Sight {
  scene: Scene;
  // The position as text.
  view: string;
  // 0 or 1; -1 for a spectator.
  seat: number;
}

export interface Form {
  // The parts of a whole move, in the order in which they are decided. A part that begins with "/"
  // is a rotation.
  split(move: string): string[];
  // Where the cell of a part lies.
  place(part: string, sight: Sight): Point | undefined;
  // The name of the cell at a place.
  name(at: Point, sight: Sight): string;
  // What the piece of the first part looks like at a place in a rotation.
  ghost?(first: string, at: Point, rotation: number, sight: Sight): Shape[];
  // The drawing after a whole move, as far as the drawing before it tells.
  after?(move: string, sight: Sight): Shape[];
  // Places about which the rules say something that the drawing does not.
  notes?(sight: Sight): Note[];
  // The cells on which pieces of both sides stand now.
  clashes?(view: string): Clash[];
  // Two parts of a move that may be chosen in either order, as one text.
  pair?(a: string, b: string): string;
  // The first action that begins a move of several steps for all pieces, and how to make it.
  steps?: "pieces";
}

const forms: Record<string, Form> = { konkvest, kontranto, punct, renju, tantrix };

// Games without a form of their own have moves of one action.
const single: Form = {
  split: (move) => [move],
  place: () => undefined,
  name: () => "",
};

// The name of a game, given its text: "renju" of "renju{opening=free}; 0 h8".
export const nameOf = (game: string): string => /^[a-z_0-9]*/.exec(game.trim())?.[0] ?? "";

export const formOf = (game: string): Form => forms[nameOf(game)] ?? single;
