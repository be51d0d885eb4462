import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import {
  Clock_Kind,
  MatchEvent_Kind,
  MatchState_Phase,
  WatchMatchResponseSchema,
} from "../api/generated/kvintet_api/v1/match_pb.js";
import { actsOf } from "./acts.js";
import { clockText } from "./clock.js";
import { leftMs, linesOf, mustMove, receive, unknownMatch } from "./match.js";
import { digestOf } from "./seal.js";
import { clocksOf, gameText, newSetup, requestOf } from "./setup.js";

const moved = (cursor: bigint, text: string) => ({
  cursor,
  text,
  gameNumber: 1,
  kind: MatchEvent_Kind.MOVED,
});
const state = {
  gameNumber: 1,
  viewer: 0,
  phase: MatchState_Phase.TO_MOVE,
  drawOfferedBy: -1,
  resetOfferedBy: -1,
  pausedBy: -1,
  players: [{ seat: 1, leftMs: 10_000n, running: true }, { seat: 2 }],
  description: { game: "renju{opening=free}", actors: [1] },
};
const sent = (events: ReturnType<typeof moved>[]) =>
  create(WatchMatchResponseSchema, { events, state });

describe("a followed match", () => {
  test("counts each event once, even if it is sent again", () => {
    const once = receive(unknownMatch, sent([moved(1n, "h8"), moved(2n, "h9")]), 0);
    const again = receive(once, sent([moved(2n, "h9"), moved(3n, "i9")]), 0);
    expect(linesOf(again).map((line) => line.text)).toEqual(["h8", "h9", "i9"]);
    expect(again.cursor).toBe(3n);
  });

  test("runs a clock on between messages", () => {
    const view = receive(unknownMatch, sent([]), 1000);
    expect(leftMs(view, 0, 4000)).toBe(7000);
    expect(leftMs(view, 1, 4000)).toBeUndefined();
    // The page's time is taken a few times a second, so it may be older than a message.
    expect(leftMs(view, 0, 900)).toBe(10_000);
  });

  test("lets an hourglass flow from one player to the other", () => {
    const clock = { kind: Clock_Kind.HOURGLASS, totalMs: 30_000n };
    const players = [state.players[0]!, { seat: 2, leftMs: 20_000n }];
    const flowing = create(WatchMatchResponseSchema, { state: { ...state, clock, players } });
    const view = receive(unknownMatch, flowing, 1000);
    expect([0, 1].map((player) => leftMs(view, player, 4000))).toEqual([7000, 23_000]);
  });

  test("offers to start a late player's clock when the time has come, without a message", () => {
    const players = [{ seat: 1 }, { seat: 2, lateMs: 299_000n }];
    const waiting = { ...state, phase: MatchState_Phase.READY, players };
    const { state: late } = create(WatchMatchResponseSchema, { state: waiting });
    const texts = (passed: number) => actsOf(late!, passed).map((offer) => offer.text);
    expect(texts(999)).not.toContain("act.start_clock");
    expect(texts(1000)).toContain("act.start_clock");
  });

  test("knows whose move it is", () => {
    const { state: mine } = receive(unknownMatch, sent([]), 0);
    expect(mustMove(mine!)).toBe(true);
    expect(mustMove({ ...mine!, viewer: 1 })).toBe(false);
    expect(actsOf(mine!).map((offer) => offer.text)).toEqual(["act.resign"]);
    expect(actsOf({ ...mine!, drawOfferedBy: 1 }).map((offer) => offer.text)).toContain(
      "act.accept_draw",
    );
  });
});

test.each([
  [0, "0:00"],
  [61_000, "1:01"],
  [3_661_000, "1:01:01"],
  [-5000, "−0:05"],
])("%i ms read as %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});

test("a seal is the SHA-256 of its lines", async () => {
  const seal = { $typeName: "kvintet.v1.Commitment" as const, ply: 3, player: 1, digest: "" };
  const digest = await digestOf("m", 1, { ...seal, nonce: "00", move: "circle" });
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(await digestOf("m", 1, { ...seal, nonce: "00", move: "triangle" })).not.toBe(digest);
});

describe("a new match", () => {
  test("has a clock that its game may be played with", () => {
    expect(clocksOf("kontranto", true)).toEqual(["usual", "none"]);
    expect(clocksOf("renju", false)).toEqual(["usual", "none", "stages"]);
    expect(clocksOf("konkvest", false)).toContain("hourglass");
    expect(clocksOf("tantrix", false)).toContain("penalty");
  });

  test("names options that differ from the defaults", () => {
    expect(gameText("renju", {})).toBe("renju");
    expect(gameText("renju", { opening: "free", forbidden: "none" })).toBe(
      "renju{forbidden=none,opening=free}",
    );
  });

  test("has the caller in the chosen seat", () => {
    const setup = newSetup("renju", "Ada");
    expect(requestOf(setup, "id").me).toBe(0);
    const second = requestOf({ ...setup, seat: "second" }, "id");
    expect(second.me).toBe(1);
    expect(second.request.players?.[0]?.who?.case).toBe("agent");
    expect(requestOf({ ...setup, opponent: "agents" }, "id").me).toBe(-1);
  });
});
