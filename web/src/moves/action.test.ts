import { expect, test } from "vitest";
import { beginsWith, placeOfAction } from "./action.js";
import { formOf } from "./form.js";

const sight = {
  scene: { minX: 0, minY: 0, maxX: 1, maxY: 1, shapes: [], caption: "" },
  view: "",
  seat: 0,
};

test.each([
  ["renju", "h8", "h8"],
  ["konkvest", "d5+", "d5"],
  ["konkvest", "R@a5", "a5"],
  ["punct", "E2/1", "E2"],
  ["kontranto", "A1-B2", "B2"],
  ["kontranto", "c A1", "A1"],
  ["kontranto", "!A3", "A3"],
  ["tantrix", "0,-1/2", "0,-1"],
])("%s: %s lies on %s", (game, action, cell) => {
  const form = formOf(game);
  expect(placeOfAction(form, action, sight)).toEqual(form.place(cell, sight));
});

test("a button lies nowhere", () => {
  expect(placeOfAction(formOf("punct"), "M", sight)).toBeUndefined();
});

test("a move begins with an action, not with a part of a number", () => {
  expect(beginsWith("d5-d6+", "d5")).toBe(true);
  expect(beginsWith("a1+b2", "a1")).toBe(true);
  expect(beginsWith("a10+b2", "a1")).toBe(false);
});
