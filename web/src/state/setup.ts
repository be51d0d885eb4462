// Setup: a match about to be created, as the form has it, and the request that it makes.
import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  Clock_Kind,
  type ClockSchema,
  type CreateMatchRequestSchema,
  SeatOrder,
} from "../api/generated/kvintet_api/v1/match_pb.js";

// Tantrix: the colours wished for; empty: any.
export interface ColourWishes {
  first: string;
  second: string;
  colourBlind: boolean;
}

export const noWishes: ColourWishes = { first: "", second: "", colourBlind: false };

// The wishes as the service takes them: nothing, if there are none.
export const wishesOf = ({ first, second, colourBlind }: ColourWishes) =>
  first || second || colourBlind ? { first, second, colourBlind } : undefined;

// How time is kept. `minutes` is for all that the clock counts: a stage, both halves of an
// hourglass, or each player.
export interface ClockWish {
  kind: "usual" | "none" | "stages" | "hourglass" | "penalty";
  minutes: number;
  // Seconds added for each move.
  increment: number;
  // Moves of a stage; 0: all that follow.
  moves: number;
  // An expired clock counts only when it is claimed.
  claimed: boolean;
}

export const usualClock: ClockWish = {
  kind: "usual",
  minutes: 15,
  increment: 10,
  moves: 0,
  claimed: false,
};

// The clocks that a game may be played with. Where both choose at the same time, no clock may decide.
export function clocksOf(game: string, simultaneous: boolean): ClockWish["kind"][] {
  const kinds: ClockWish["kind"][] = ["usual", "none"];
  if (!simultaneous) kinds.push("stages");
  if (game === "konkvest") kinds.push("hourglass");
  if (game === "tantrix") kinds.push("penalty");
  return kinds;
}

// Where wins must be claimed (Renju), both players must be persons.
export const winsAreClaimed = (game: string): boolean => game.includes("forbidden=claimed");

export interface Setup {
  game: string;
  // Only options that differ from their defaults.
  options: Record<string, string>;
  seat: "first" | "second" | "lot";
  opponent: "agent" | "person" | "agents";
  // Levels of strength; 0: the server's usual search.
  level: number;
  otherLevel: number;
  clock: ClockWish;
  closed: boolean;
  name: string;
  colours: ColourWishes;
}

export const newSetup = (game: string, name: string): Setup => ({
  game,
  options: {},
  seat: "first",
  opponent: "agent",
  level: 0,
  otherLevel: 0,
  clock: { ...usualClock },
  closed: false,
  name,
  colours: { ...noWishes },
});

// The game with its options: "renju{opening=free}".
export function gameText(game: string, options: Record<string, string>): string {
  const pairs = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  return pairs.length > 0 ? `${game}{${pairs.sort().join(",")}}` : game;
}

export function clockOf(wish: ClockWish): MessageInitShape<typeof ClockSchema> | undefined {
  const ms = BigInt(Math.round(wish.minutes * 60_000));
  switch (wish.kind) {
    case "none":
      return { kind: Clock_Kind.NONE };
    case "stages": {
      const incrementMs = BigInt(Math.round(wish.increment * 1000));
      const stages = [{ moves: Math.round(wish.moves), ms, incrementMs }];
      return { kind: Clock_Kind.STAGES, stages, claimed: wish.claimed };
    }
    case "hourglass":
      return { kind: Clock_Kind.HOURGLASS, totalMs: ms };
    case "penalty":
      return { kind: Clock_Kind.PENALTY, totalMs: ms };
    default:
      return undefined;
  }
}

type Request = MessageInitShape<typeof CreateMatchRequestSchema>;
type Player = NonNullable<Request["players"]>[number];

const agent = (level: number): Player => ({
  who: { case: "agent", value: { level, allowRollouts: true } },
});

// The request for the match, and which of its players the caller is (-1: neither).
export function requestOf(setup: Setup, requestId: string): { request: Request; me: number } {
  const wishes = wishesOf(setup.colours);
  const person: Player = { who: { case: "person", value: setup.name.trim() }, colours: wishes };
  const other: Player =
    setup.opponent === "person" ? { who: { case: "open", value: {} } } : agent(setup.level);
  const watched = setup.opponent === "agents";
  const me = watched ? -1 : setup.seat === "second" ? 1 : 0;
  const pair = watched
    ? [agent(setup.level), agent(setup.otherLevel)]
    : me === 1
      ? [other, person]
      : [person, other];
  const drawn = setup.seat === "lot" && !watched && !wishes;
  return {
    me,
    request: {
      game: gameText(setup.game, setup.options),
      players: pair,
      seats: drawn ? SeatOrder.LOT : SeatOrder.FIXED,
      clock: clockOf(setup.clock),
      closed: setup.closed && !watched,
      requestId,
    },
  };
}
