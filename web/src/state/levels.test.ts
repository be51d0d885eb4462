import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import {
  LimitsSchema,
  type Model,
  ModelFitSchema,
  ModelSchema,
} from "../api/generated/kvintet_api/v1/catalog_pb.js";
import { Fit } from "../api/generated/kvintet_api/v1/fit_pb.js";
import { levelsOf, nearestLevel } from "./levels.js";

const levels = (...numbers: number[]) => numbers.map((level) => ({ level }));
const models: Model[] = [
  create(ModelSchema, { game: "renju{opening=rif1996}", id: "a", levels: levels(1, 2, 3) }),
  create(ModelSchema, { game: "renju{opening=free}", id: "b", levels: levels(1, 2) }),
];
const numbers = (model: string, fit: Fit) =>
  levelsOf(models, create(ModelFitSchema, { model, fit })).map(({ level }) => level);

test("levels are those of the model that plays", () => {
  expect(numbers("a", Fit.TRAINED_ON_IT)).toEqual([1, 2, 3]);
  expect(numbers("b", Fit.SIMILAR)).toEqual([1, 2]);
});

test("levels beyond the limit of the server are left out", () => {
  const strong = create(ModelSchema, {
    id: "a",
    levels: [
      { level: 1, simulations: 100 },
      { level: 2, simulations: 101 },
    ],
  });
  const plays = create(ModelFitSchema, { model: "a", fit: Fit.TRAINED_ON_IT });
  const limits = create(LimitsSchema, { maxSimulations: 100 });
  expect(levelsOf([strong], plays, limits).map(({ level }) => level)).toEqual([1]);
});

test("without a model there are none", () => {
  expect(numbers("a", Fit.NONE)).toEqual([]);
  expect(levelsOf(models, undefined)).toEqual([]);
});

test("a level stays chosen as long as there is such a level", () => {
  const { levels: all } = models[0]!;
  expect(nearestLevel(all, 3)).toBe(3);
  expect(nearestLevel(all, 9)).toBe(2);
  expect(nearestLevel([], 3)).toBe(0);
});
