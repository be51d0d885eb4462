import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import {
  Clock_Kind,
  MatchEvent_Kind,
  MatchStateSchema,
  MatchState_Phase as Phase,
  WatchMatchResponseSchema,
} from "../api/generated/kvintet_api/v1/match_pb.js";
import { actsOf } from "./acts.js";
import { receive, resetPlyOf, unknownMatch } from "./match.js";

const seated = [{ seat: 1 }, { seat: 2 }];
const quiet = { viewer: 0, drawOfferedBy: -1, resetOfferedBy: -1, pausedBy: -1, gameNumber: 1 };
const stateOf = (rest: object) => create(MatchStateSchema, { ...quiet, players: seated, ...rest });
const texts = (rest: object, passed = 0) => actsOf(stateOf(rest), passed).map(({ text }) => text);

describe("while the director has stopped the clocks", () => {
  test("one may resign and no more", () => {
    expect(texts({ phase: Phase.HELD, drawOfferedBy: 1 })).toEqual(["act.resign"]);
  });

  test("before the game begins there is nothing to resign", () => {
    expect(texts({ phase: Phase.HELD, players: [{}, {}] })).toEqual([]);
  });
});

describe("a pause", () => {
  const paused = { phase: Phase.PAUSED, pausedBy: 1 };
  test("is accepted or contested", () => {
    expect(texts(paused)).toEqual(["act.resume", "act.contest_pause", "act.resign"]);
  });

  test("that was accepted is no longer contested", () => {
    const players = [{ seat: 1, resumed: true }, { seat: 2 }];
    expect(texts({ ...paused, players })).toEqual(["act.resign"]);
  });
});

describe("a game with a start time", () => {
  const timed = { phase: Phase.TO_MOVE, startMs: 1n };
  test("is played by whoever says to be there, even late", () => {
    expect(texts(timed)).toContain("act.ready");
    expect(texts({ ...timed, phase: Phase.OPEN, players: [{}, { open: true }] })).toEqual([
      "act.ready",
    ]);
    expect(texts({ ...timed, players: [{ seat: 1, ready: true }, { seat: 2 }] })).toEqual([
      "act.resign",
    ]);
    expect(texts({ ...timed, gameNumber: 2 })).toEqual(["act.resign"]);
  });
});

test("a late player's clock is started by one who is not late", () => {
  const late = { seat: 2, lateMs: 300_000n };
  const phase = Phase.READY;
  expect(texts({ phase, players: [{ seat: 1, ready: true }, late] })).toEqual(["act.start_clock"]);
  expect(texts({ phase, players: [{ ...late, seat: 1 }, late] })).toEqual(["act.ready"]);
  const clock = { kind: Clock_Kind.NONE };
  expect(texts({ phase, clock, players: [{ seat: 1, ready: true }, late] })).toEqual([]);
});

describe("a new beginning", () => {
  const { RESET_OFFERED, RESET_ACCEPTED } = MatchEvent_Kind;
  const event = (kind: MatchEvent_Kind, ply: number, player: number) => ({ kind, ply, player });
  const viewOf = (events: ReturnType<typeof event>[]) => {
    const numbered = events.map((one, i) => ({ ...one, gameNumber: 1, cursor: BigInt(i + 1) }));
    const sent = create(WatchMatchResponseSchema, { events: numbered, state: { ...quiet } });
    return receive(unknownMatch, sent, 0);
  };

  test("is offered again after ten own turns", () => {
    const possible = (ply: number) =>
      actsOf(stateOf({ phase: Phase.TO_MOVE, resetPossible: true, ply }), 0, 30).map(
        ({ text }) => text,
      );
    expect(possible(49)).not.toContain("act.offer_reset");
    expect(possible(50)).toContain("act.offer_reset");
  });

  test("remembers the viewer's last offer until the game begins anew", () => {
    const offers = [event(RESET_OFFERED, 30, 0), event(RESET_OFFERED, 40, 1)];
    expect(resetPlyOf(viewOf(offers))).toBe(30);
    expect(resetPlyOf(viewOf([...offers, event(RESET_ACCEPTED, 41, 0)]))).toBeUndefined();
  });
});
