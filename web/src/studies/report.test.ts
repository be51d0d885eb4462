import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import {
  StudyIntervalSchema,
  StudyReportSchema,
} from "../api/generated/kvintet_api/v1/study_pb.js";
import { barOf, eloOf, headlineOf, intervalText, levelsOf, lookOf } from "./report.js";

const report = create(StudyReportSchema, {
  headline: "greedy",
  levels: [
    { game: "hex", level: "random", games: 4n },
    { game: "other", level: "greedy", games: 0n },
    { game: "hex", level: "greedy", games: 8n },
  ],
  strengths: [{ game: "hex", level: "greedy", elo: 200 }],
});

test("the levels of a game keep their order, and the headline has played", () => {
  expect(levelsOf(report, "hex").map(({ level }) => level)).toEqual(["random", "greedy"]);
  expect(headlineOf(report, "hex")?.games).toBe(8n);
  expect(headlineOf(report, "other")).toBeUndefined();
  expect(eloOf(report, "hex", "greedy")?.elo).toBe(200);
  expect(eloOf(report, "hex", "random")).toBeUndefined();
});

describe("an interval", () => {
  const up = (value: number) => value.toFixed(1);
  test("with both ends", () => {
    const interval = create(StudyIntervalSchema, { value: 0.5, low: 0.4, high: 0.6 });
    expect(intervalText(interval, up)).toBe("0.5 [0.4, 0.6]");
    expect(barOf("a", interval)).toEqual({
      name: "a",
      value: 0.5,
      low: 0.4,
      high: 0.6,
      strong: false,
    });
  });
  test("whose ends are not known, or that is absent", () => {
    const interval = create(StudyIntervalSchema, { value: 0.5 });
    expect(intervalText(interval, up)).toBe("0.5");
    expect(barOf("a", interval)).toMatchObject({ low: 0.5, high: 0.5 });
    expect(intervalText(undefined, up)).toBe("–");
  });
});

test("lights differ in their signs, and unknown ones judge nothing", () => {
  const known = ["green", "red", "amber", "depends on strength", "figure"].map(lookOf);
  expect(new Set(known.map(({ sign }) => sign)).size).toBe(known.length);
  expect(lookOf("too few games")).toEqual(lookOf("something new"));
});
