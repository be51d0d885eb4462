// Tantrix: a tile, the axial coordinates of a space, and a rotation by sixths, clockwise.
import { middleOf, moved } from "../board/geometry.js";
import { Kind, type Point, type Shape } from "../board/scene.js";
import type { Form, Note, Sight } from "./form.js";

const rowHeight = 0.8660254;

function place(part: string): Point | undefined {
  const found = /^(-?\d+),(-?\d+)$/.exec(part);
  if (!found) return undefined;
  const [q, r] = [Number(found[1]), Number(found[2])];
  return { x: q + r / 2, y: -rowHeight * r };
}

// The tile as it is drawn in the rack: from the shape that plays it to the label with its number.
function drawnTile(tile: string, sight: Sight): Shape[] {
  const { shapes } = sight.scene;
  const from = shapes.findIndex((shape) => shape.action === tile);
  const to = shapes.findIndex(
    (shape, i) => i > from && shape.kind === Kind.label && shape.text === tile,
  );
  return from < 0 || to < 0 ? [] : shapes.slice(from, to + 1);
}

const allTiles = 56;
const sides = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
] as const;

const beside = (cell: string): string[] => {
  const [q, r] = cell.split(",").map(Number) as [number, number];
  return sides.map(([dq, dr]) => `${q + dq},${r + dr}`);
};

// The cells of the table, and how many tiles are still in the bag.
function tableOf(view: string): { tiles: Set<string>; bag: number } {
  const laid = /^table ([^;]*)/.exec(view)?.[1]?.match(/@[^/]+/g) ?? [];
  const held = /; racks ([^;]*)/.exec(view)?.[1]?.match(/\d+|\?/g) ?? [];
  const inHand = / lay-\w+ \d+/.test(view) ? 1 : 0;
  const tiles = new Set(laid.map((at) => at.slice(1)));
  return { tiles, bag: allTiles - tiles.size - held.length - inHand };
}

// The empty cells that touch a tile, with how many.
function spacesOf(tiles: ReadonlySet<string>): Map<string, number> {
  const spaces = new Map<string, number>();
  for (const cell of [...tiles].flatMap(beside)) {
    if (!tiles.has(cell)) spaces.set(cell, (spaces.get(cell) ?? 0) + 1);
  }
  return spaces;
}

const forcedOf = (tiles: ReadonlySet<string>): string[] =>
  [...spacesOf(tiles)].filter(([, touching]) => touching >= 3).map(([cell]) => cell);

// Forced spaces, and those on or beside a space that would be filled if forced spaces were filled
// one after another: until the bag is empty, no free move may lie there (T3, T4).
function notes(sight: Sight): Note[] {
  const { tiles, bag } = tableOf(sight.view);
  const forced = forcedOf(tiles);
  const filled = new Set(tiles);
  for (let more = forced; more.length > 0; more = forcedOf(filled)) {
    for (const cell of more) filled.add(cell);
  }
  const closed = [...spacesOf(tiles).keys()].filter(
    (cell) =>
      !forced.includes(cell) &&
      [cell, ...beside(cell)].some((one) => filled.has(one) && !tiles.has(one)),
  );
  const noted = (cells: string[], why: Note["why"]): Note[] =>
    cells.map((cell) => ({ at: place(cell)!, why }));
  return [...noted(forced, "forced"), ...(bag > 0 ? noted(closed, "controlled") : [])];
}

export const tantrix: Form = {
  split(move) {
    const found = /^(\d+)@(-?\d+,-?\d+)(\/\d)$/.exec(move);
    return found ? [found[1]!, found[2]!, found[3]!] : [move];
  },
  place,
  name(at, sight) {
    const r = Math.round(-at.y / rowHeight);
    const q = Math.round(at.x - r / 2);
    const exact = place(`${q},${r}`);
    const onTable = exact && Math.abs(exact.x - at.x) < 0.2 && Math.abs(exact.y - at.y) < 0.2;
    const inRack = at.y < sight.scene.minY + 2 || at.y > sight.scene.maxY - 2;
    return onTable && !inRack ? `${q},${r}` : "";
  },
  notes,
  ghost(tile, at, rotation, sight) {
    const shapes = drawnTile(tile, sight);
    const from = shapes[0] && middleOf(shapes[0]);
    return from ? moved(shapes, from, at, 60 * rotation) : [];
  },
};
