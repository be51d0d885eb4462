import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import {
  Clock_Kind,
  MatchStateSchema,
  MatchState_Phase as Phase,
  DirectorAct_Kind as Told,
} from "../api/generated/kvintet_api/v1/match_pb.js";
import { TieBreak } from "../api/generated/kvintet_api/v1/tournament_pb.js";
import { actsOn } from "./acts.js";
import { additionOf, creationOf, idOf, minuteOf, newPair, newPlan, newRound } from "./plans.js";

describe("a new tournament", () => {
  test("leaves what is not set to the game's rules", () => {
    const { settings, joins } = creationOf({ ...newPlan(), name: " Cup " }, "id");
    expect(settings?.name).toBe("Cup");
    expect(settings?.scoring).toBeUndefined();
    expect(settings?.maxMissed).toBeUndefined();
    expect(settings?.patienceMs).toBeUndefined();
    expect(joins).toBeUndefined();
  });

  test("has the points, limits and ties that are set", () => {
    const plan = { ...newPlan(), missed: "0", patienceHours: "0.5", order: ["wins", "", "wins"] };
    const made = creationOf({ ...plan, scoring: "own", win: 3, draw: 1 } as never, "id");
    expect(made.settings?.scoring).toEqual({ byScore: false, win: 3, draw: 1, loss: 0 });
    expect(made.settings?.maxMissed).toBe(0);
    expect(made.settings?.patienceMs).toBe(1_800_000n);
    expect(made.settings?.tieBreaks).toEqual([TieBreak.WINS]);
  });

  test("joins a section by an address", () => {
    expect(idOf("https://host/tournaments/abc#x")).toBe("abc");
    const made = creationOf({ ...newPlan(), section: "x", joins: "abc", joinsToken: "t" }, "id");
    expect(made.joins).toEqual({ tournament: "abc", token: "t" });
    expect(made.settings?.section).toBe("");
  });
});

test("a round has persons and agents, and begins paused or at a time", () => {
  const round = newRound(2, "soon");
  const pair = newPair();
  pair.players[0].name = "Ada";
  Object.assign(pair.players[1], { name: "Engine", kind: "agent", level: 3 });
  const made = additionOf({ ...round, pairs: [pair] }, "id", "token", "request");
  expect(made.pausedFor).toBe("soon");
  expect(made.startMs).toBe(0n);
  expect(made.pairs?.[0]?.players?.map((player) => player.who?.case)).toEqual(["person", "agent"]);
  const timed = { ...round, begin: "time" as const, time: "2030-01-01T10:00" };
  expect(additionOf(timed, "id", "token", "request").startMs).toBeGreaterThan(0n);
});

test("a time is written as the field of a start has it", () => {
  const noon = Date.parse("2030-01-01T12:00");
  expect(minuteOf(noon + 59_999)).toBe("2030-01-01T12:00");
});

describe("the acts that are offered", () => {
  const state = (rest: object) =>
    create(MatchStateSchema, {
      phase: Phase.TO_MOVE,
      players: [{ seat: 1 }, { seat: 2 }],
      ...rest,
    });

  test("in play", () => {
    expect(actsOn(state({}))).toEqual([
      "pause",
      "draw",
      "verdict",
      "forfeit",
      "disqualify",
      "void",
    ]);
    expect(actsOn(state({ clock: { kind: Clock_Kind.STAGES } }))).toContain("clock");
    expect(actsOn(state({ clock: { kind: Clock_Kind.INFORMATIVE } }))).not.toContain("clock");
    expect(actsOn(state({ resetPossible: true }))).toContain("reset");
    expect(actsOn(state({ phase: Phase.HELD }))).toContain("resume");
    expect(actsOn(state({ phase: Phase.HELD }))).not.toContain("pause");
  });

  test("before the game begins there is no time to adjust", () => {
    const clock = { kind: Clock_Kind.STAGES };
    const waiting = state({ phase: Phase.OPEN, gameNumber: 1, players: [{}, {}], clock });
    expect(actsOn(waiting)).not.toContain("clock");
  });

  test("as many as the service keeps", () => {
    const many = Array.from({ length: 100 }, () => ({ kind: Told.CLOCKS_ADJUSTED }));
    expect(actsOn(state({ acts: many.slice(1) }))).toContain("void");
    expect(actsOn(state({ acts: many }))).toEqual([]);
  });

  test("after the end, and after it has been made void", () => {
    const over = { phase: Phase.OVER, end: { result: { reason: "resigned" } } };
    expect(actsOn(state(over))).toEqual(["points", "draw", "verdict", "disqualify", "void"]);
    const gone = { phase: Phase.OVER, end: { result: { reason: "void" } } };
    expect(actsOn(state(gone))).toEqual(["draw", "verdict", "replay"]);
    expect(actsOn(state({ ...gone, acts: [{ kind: Told.REPLAYED }] }))).toEqual([]);
  });
});
