// Where an action of a search lies on a board.
import { middleOf } from "../board/geometry.js";
import type { Point } from "../board/scene.js";
import type { Form, Sight } from "./form.js";

// The cell that an action names: "d5" of "d5+", "E2" of "E2/1", "B2" of "A1-B2", "A1" of "c A1".
const cellOf = (action: string): string =>
  action
    .replace(/\/\d$/, "")
    .replace(/\+$/, "")
    .split(/[ @x-](?=[A-Za-z])/)
    .at(-1) ?? action;

export function placeOfAction(form: Form, action: string, sight: Sight): Point | undefined {
  const cell = form.place(cellOf(action), sight);
  if (cell) return cell;
  const shape = sight.scene.shapes.find((one) => one.action === action);
  return shape && middleOf(shape);
}

// Whether a whole move begins with an action: "d5-d6" with "d5", but not "a10+b2" with "a1".
export const beginsWith = (move: string, action: string): boolean =>
  move.startsWith(action) && !/^\d/.test(move.slice(action.length));
