// Geometry of a scene: the places that a reader or a keyboard can visit, and how they lie.
import { Kind, Paint, type Point, type Scene, type Shape } from "./scene.js";

// A place of the board: all shapes about one point.
export interface Place extends Point {
  // What can be done here; empty: nothing.
  action: string;
  // What stands here, for people: labels and signs of pieces.
  text: string;
  // The paint of the piece that stands here; none: no piece.
  paint: number;
}

// How far apart the middles of two shapes of one place may be, in cells.
const near = 0.26;
// Shapes of such areas fill a cell. Smaller ones are parts of pieces, larger ones the board.
const cellArea = { least: 0.45, most: 1.7 };
const pieceRadius = 0.2;

// The shape's corners as points. A disc, a label and a broken shape have their middle only.
function corners(shape: Shape): Point[] {
  const points: Point[] = [];
  const count = shape.kind === Kind.polygon ? shape.points.length - 1 : 1;
  for (let i = 0; i < count; i += 2) {
    points.push({ x: shape.points[i] ?? Number.NaN, y: shape.points[i + 1] ?? Number.NaN });
  }
  return points;
}

// The mean of the shape's corners, or undefined if the shape has no place.
export function middleOf(shape: Shape): Point | undefined {
  if (shape.kind === Kind.button) return undefined;
  const points = corners(shape);
  if (points.length === 0) return undefined;
  const sum = points.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  const middle = { x: sum.x / points.length, y: sum.y / points.length };
  return Number.isFinite(middle.x) && Number.isFinite(middle.y) ? middle : undefined;
}

// The area of a polygon or disc, in cells.
export function areaOf(shape: Shape): number {
  if (shape.kind === Kind.disc) return Math.PI * (shape.points[2] ?? 0) ** 2;
  if (shape.kind !== Kind.polygon) return 0;
  const points = corners(shape);
  let twice = 0;
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length] ?? a;
    twice += a.x * b.y - b.x * a.y;
  });
  return Math.abs(twice) / 2;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

// A shape that makes its middle a place.
function makesPlace(shape: Shape): boolean {
  if (shape.action !== "") return true;
  if (shape.kind === Kind.label) return false;
  if (shape.kind === Kind.disc) return (shape.points[2] ?? 0) >= pieceRadius;
  const area = areaOf(shape);
  return area >= cellArea.least && area <= cellArea.most;
}

const isWord = (text: string): boolean => /[\p{L}\p{N}?+]/u.test(text);
const isSide = (paint: number): boolean => paint === Paint.first || paint === Paint.second;

// Adds what a shape shows to its place.
function add(shape: Shape, place: Place): void {
  if (shape.action !== "") place.action = shape.action;
  const isPiece = shape.kind === Kind.disc || shape.kind === Kind.label;
  if (shape.kind === Kind.label && isWord(shape.text)) place.text = shape.text;
  else if (isPiece && isWord(shape.text) && place.text === "") place.text = shape.text;
  if (shape.kind === Kind.disc && isSide(shape.fill)) place.paint = shape.fill;
}

// Finds points by a grid of cells, so that a scene of many shapes stays fast.
class Finder {
  private readonly cells = new Map<string, Place[]>();

  find(at: Point): Place | undefined {
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        const found = this.cells
          .get(this.key(at, dx, dy))
          ?.find((place) => distance(place, at) <= near);
        if (found) return found;
      }
    }
    return undefined;
  }

  add(place: Place): void {
    const key = this.key(place, 0, 0);
    this.cells.set(key, [...(this.cells.get(key) ?? []), place]);
  }

  private key(at: Point, dx: number, dy: number): string {
    return `${Math.floor(at.x) + dx},${Math.floor(at.y) + dy}`;
  }
}

// The places of a scene in rows from the top, each from left to right.
export function rowsOf(scene: Scene): Place[][] {
  const finder = new Finder();
  const places: Place[] = [];
  for (const shape of scene.shapes) {
    const middle = middleOf(shape);
    if (!middle) continue;
    let place = finder.find(middle);
    if (!place && makesPlace(shape)) {
      place = { ...middle, action: "", text: "", paint: Paint.none };
      finder.add(place);
      places.push(place);
    }
    if (place) add(shape, place);
  }
  places.sort((a, b) => b.y - a.y || a.x - b.x);
  const rows: Place[][] = [];
  for (const place of places) {
    const row = rows.at(-1);
    if (row?.[0] && row[0].y - place.y <= near) row.push(place);
    else rows.push([place]);
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  return rows;
}

export interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

// Half of a label's height and width, and the space kept around a drawing.
const labelReach = 0.42;
const margin = 0.12;

// The part of a scene that is drawn on: at most what the scene says, without empty borders.
export function boundsOf(scene: Scene): Box {
  const box: Box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (const shape of scene.shapes) {
    if (shape.kind === Kind.button) continue;
    const reach = shape.kind === Kind.disc ? (shape.points[2] ?? 0) : 0;
    const around = (shape.kind === Kind.label ? labelReach : reach) + margin;
    for (const { x, y } of corners(shape)) {
      if (!Number.isFinite(x + y + around)) continue;
      box.minX = Math.min(box.minX, x - around);
      box.minY = Math.min(box.minY, y - around);
      box.maxX = Math.max(box.maxX, x + around);
      box.maxY = Math.max(box.maxY, y + around);
    }
  }
  const drawn = box.minX < box.maxX && box.minY < box.maxY;
  return drawn ? box : { minX: 0, minY: 0, maxX: 1, maxY: 1 };
}

export type Direction = "left" | "right" | "up" | "down";

const ways: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: 1 },
  down: { x: 0, y: -1 },
};

// The next place in a direction: the nearest one, where a deviation sideways counts double.
export function neighbour<P extends Point>(
  places: readonly P[],
  from: Point,
  way: Direction,
): P | undefined {
  const { x, y } = ways[way];
  let best: P | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const along = (place.x - from.x) * x + (place.y - from.y) * y;
    const aside = Math.abs((place.x - from.x) * y) + Math.abs((place.y - from.y) * x);
    if (along <= near || aside > 2 * along) continue;
    if (along + 2 * aside < least) {
      least = along + 2 * aside;
      best = place;
    }
  }
  return best;
}

// The place with an action that is nearest to a point, at most `reach` cells away.
export function nearestAction(
  places: readonly Place[],
  at: Point,
  reach: number,
): Place | undefined {
  let best: Place | undefined;
  let least = reach;
  for (const place of places) {
    const away = distance(place, at);
    if (place.action !== "" && away <= least) {
      least = away;
      best = place;
    }
  }
  return best;
}

// Moves shapes from one point to another and turns them clockwise about it.
export function moved(shapes: readonly Shape[], from: Point, to: Point, degrees = 0): Shape[] {
  const angle = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return shapes.map((shape) => {
    const points = [...shape.points];
    const count = shape.kind === Kind.polygon ? points.length : 2;
    for (let i = 0; i + 1 < count; i += 2) {
      const x = (points[i] ?? 0) - from.x;
      const y = (points[i + 1] ?? 0) - from.y;
      points[i] = to.x + cos * x - sin * y;
      points[i + 1] = to.y + sin * x + cos * y;
    }
    return { ...shape, points };
  });
}
