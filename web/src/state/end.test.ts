import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { MatchStateSchema } from "../api/generated/kvintet_api/v1/match_pb.js";
import { hasBegun, resultOf } from "./end.js";

const over = (result: object, viewer = 0, seats = [1, 2]) =>
  create(MatchStateSchema, { viewer, players: seats.map((seat) => ({ seat })), end: { result } });

test.each([
  ["history_full", true, "result.void"],
  ["void", false, "result.void"],
  ["max_plies", true, "result.none"],
  ["agreed", false, "result.draw"],
])("without a winner: %s, cut short: %s, is told as %s", (reason, truncated, told) => {
  expect(resultOf(over({ returns: [0, 0], reason, truncated }))).toBe(told);
});

test("the winner of a game is told by its seat", () => {
  const result = { returns: [-1, 1], reason: "resigned" };
  expect(resultOf(over(result, 0))).toBe("result.lost");
  expect(resultOf(over(result, 0, [2, 1]))).toBe("result.won");
  expect(resultOf(over(result, -1))).toBe("result.seat1");
});

test("the winner of a game that did not begin is told by its player", () => {
  const result = { returns: [1, -1], reason: "forfeit" };
  expect(resultOf(over(result, 0, [0, 0]))).toBe("result.won");
  expect(resultOf(over(result, 1, [0, 0]))).toBe("result.lost");
});

test("a match has a game once its players have seats", () => {
  expect(hasBegun(over({}, 0, [0, 0]))).toBe(false);
  expect(hasBegun(over({}, 0, [2, 1]))).toBe(true);
});
