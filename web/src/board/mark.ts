// Mark: what analysis adds to a board.
import type { Point } from "./scene.js";

export interface Mark {
  // "heat": how often the model's policy wants a place; "best": a candidate; "line": a move of the
  // expected sequence; "closed" and "forced": what the rules say about an empty place.
  kind: "heat" | "best" | "line" | "closed" | "forced";
  at: Point;
  // What is written into it.
  text: string;
  // From 0 to 1.
  strength: number;
}
