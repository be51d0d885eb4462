// Scene: a drawing of shapes with actions. These are the fields that a board needs, as in
// game_state.proto, so that a scene from the service and one made here are drawn alike.

export const Kind = { polygon: 0, disc: 1, label: 2, button: 3 } as const;

export const Paint = {
  none: 0,
  board: 1,
  line: 2,
  first: 3,
  second: 4,
  accent: 5,
  warning: 6,
  muted: 7,
  colour1: 8,
  colour2: 9,
  colour3: 10,
  colour4: 11,
} as const;

const paintNames = Object.keys(Paint);

// The name of a paint, as style sheets use it; unknown numbers are not painted.
export const paintName = (paint: number): string => paintNames[paint] ?? "none";

export interface Point {
  x: number;
  y: number;
}

export interface Shape {
  kind: number;
  fill: number;
  stroke: number;
  points: number[];
  text: string;
  action: string;
}

export interface Scene {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
  shapes: Shape[];
  caption: string;
}

const plain = { fill: Paint.none, stroke: Paint.none, text: "", action: "" };

export const disc = (at: Point, radius: number, rest: Partial<Shape> = {}): Shape => ({
  ...plain,
  kind: Kind.disc,
  points: [at.x, at.y, radius],
  ...rest,
});

export const polygon = (points: number[], rest: Partial<Shape> = {}): Shape => ({
  ...plain,
  kind: Kind.polygon,
  points,
  ...rest,
});

export const label = (at: Point, text: string, rest: Partial<Shape> = {}): Shape => ({
  ...plain,
  kind: Kind.label,
  points: [at.x, at.y],
  fill: Paint.line,
  text,
  ...rest,
});

export const button = (text: string, action: string): Shape => ({
  ...plain,
  kind: Kind.button,
  points: [],
  text,
  action,
});
