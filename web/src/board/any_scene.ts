// Any scene at all, broken ones included, for property tests.
import fc from "fast-check";
import type { Scene } from "./scene.js";

export const anyScene: fc.Arbitrary<Scene> = fc.record({
  minX: fc.float(),
  minY: fc.float(),
  maxX: fc.float(),
  maxY: fc.float(),
  caption: fc.string(),
  shapes: fc.array(
    fc.record({
      kind: fc.integer({ min: 0, max: 5 }),
      fill: fc.integer({ min: 0, max: 15 }),
      stroke: fc.integer({ min: 0, max: 15 }),
      points: fc.array(fc.float(), { maxLength: 20 }),
      text: fc.string(),
      action: fc.string({ maxLength: 4 }),
    }),
    { maxLength: 40 },
  ),
});
