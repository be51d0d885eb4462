// Tantrix: a tile, the axial coordinates of a space, and a rotation by sixths, clockwise.
import { middleOf, moved } from "../board/geometry.js";
import { Kind, type Point, type Shape } from "../board/scene.js";
import type { Form, Sight } from "./form.js";

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
  ghost(tile, at, rotation, sight) {
    const shapes = drawnTile(tile, sight);
    const from = shapes[0] && middleOf(shapes[0]);
    return from ? moved(shapes, from, at, 60 * rotation) : [];
  },
};
