// Plans: a tournament or a round about to be made, as the forms have them, and the requests that
// they make. Pure functions.
import type { MessageInitShape } from "@bufbuild/protobuf";
import { SeatOrder } from "../api/generated/kvintet_api/v1/match_pb.js";
import { TieBreak } from "../api/generated/kvintet_api/v1/tournament_pb.js";
import type {
  AddMatchesRequestSchema,
  CreateTournamentRequestSchema,
} from "../api/generated/kvintet_api/v1/tournament_service_pb.js";
import {
  type ClockWish,
  type ColourWishes,
  clockOf,
  gameText,
  noWishes,
  usualClock,
  wishesOf,
} from "../state/setup.js";

export const tieBreaks = ["points_between", "wins", "score_between", "score"] as const;
export type TieBreakName = (typeof tieBreaks)[number];

export interface Plan {
  name: string;
  game: string;
  // Only options that differ from their defaults.
  options: Record<string, string>;
  clock: ClockWish;
  // "rules": as the game's rules say.
  scoring: "rules" | "own";
  win: number;
  draw: number;
  loss: number;
  // In order; "": none.
  order: (TieBreakName | "")[];
  // Numbers as typed; empty: as the game's rules say.
  missed: string;
  patienceHours: string;
  resetAt: string;
  closed: boolean;
  section: string;
  // A tournament of the section that is joined, and its director's token.
  joins: string;
  joinsToken: string;
}

export const newPlan = (): Plan => ({
  name: "",
  game: "tantrix",
  options: {},
  clock: { ...usualClock },
  scoring: "rules",
  win: 1,
  draw: 0.5,
  loss: 0,
  order: [...tieBreaks],
  missed: "",
  patienceHours: "",
  resetAt: "",
  closed: false,
  section: "",
  joins: "",
  joinsToken: "",
});

const numberOf = (typed: string | number | null): number | undefined =>
  typed === "" || typed === null ? undefined : Number(typed);

type Creation = MessageInitShape<typeof CreateTournamentRequestSchema>;

export function creationOf(plan: Plan, requestId: string): Creation {
  const order = plan.order.filter((name): name is TieBreakName => name !== "");
  const hours = numberOf(plan.patienceHours);
  const { win, draw, loss } = plan;
  return {
    requestId,
    settings: {
      name: plan.name.trim(),
      game: gameText(plan.game, plan.options),
      clock: clockOf(plan.clock),
      patienceMs: hours === undefined ? undefined : BigInt(Math.round(hours * 3_600_000)),
      forcedReset: plan.game === "konkvest" ? numberOf(plan.resetAt) : undefined,
      closed: plan.closed,
      scoring: plan.scoring === "own" ? { byScore: false, win, draw, loss } : undefined,
      tieBreaks: [...new Set(order)].map((name) => TieBreak[tieBreakKey(name)]),
      maxMissed: numberOf(plan.missed),
      section: plan.joins.trim() === "" ? plan.section.trim() : "",
    },
    joins:
      plan.joins.trim() === ""
        ? undefined
        : { tournament: idOf(plan.joins), token: plan.joinsToken.trim() },
  };
}

const tieBreakKey = (name: TieBreakName) => name.toUpperCase() as keyof typeof TieBreak;

// The id of a tournament, given as such or as its address.
export const idOf = (text: string): string =>
  /\/tournaments\/([^/#?]+)/.exec(text)?.[1] ?? text.trim();

export interface PlannedPlayer {
  name: string;
  kind: "person" | "agent";
  // A level of strength; 0: the server's usual search.
  level: number;
  colours: ColourWishes;
}

export interface PlannedPair {
  players: [PlannedPlayer, PlannedPlayer];
  lot: boolean;
}

export interface Round {
  round: number;
  pairs: PlannedPair[];
  begin: "both" | "paused" | "time";
  // Why the matches begin paused.
  reason: string;
  // The value of an input of a date and time, in the reader's own time.
  time: string;
}

// A round may begin within so many days.
export const longestWaitMs = 366 * 24 * 3_600_000;

// A time as an input of a date and time has it: the reader's own, to the minute.
export function minuteOf(ms: number): string {
  const zoneMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - zoneMs).toISOString().slice(0, 16);
}

const newPlayer = (): PlannedPlayer => ({
  name: "",
  kind: "person",
  level: 0,
  colours: { ...noWishes },
});

export const newPair = (): PlannedPair => ({ players: [newPlayer(), newPlayer()], lot: false });

export const newRound = (round: number, reason: string): Round => ({
  round,
  pairs: [newPair()],
  begin: "paused",
  reason,
  time: "",
});

type Addition = MessageInitShape<typeof AddMatchesRequestSchema>;

export function additionOf(
  round: Round,
  tournament: string,
  token: string,
  requestId: string,
): Addition {
  const playerOf = ({ name, kind, level, colours }: PlannedPlayer) => ({
    who:
      kind === "person"
        ? { case: "person" as const, value: name.trim() }
        : { case: "agent" as const, value: { name: name.trim(), level, allowRollouts: true } },
    colours: wishesOf(colours),
  });
  return {
    ...{ tournament, token, requestId, round: round.round },
    pairs: round.pairs.map(({ players, lot }) => ({
      players: players.map(playerOf),
      seats: lot ? SeatOrder.LOT : SeatOrder.FIXED,
    })),
    pausedFor: round.begin === "paused" ? round.reason.trim() : "",
    startMs: round.begin === "time" && round.time ? BigInt(Date.parse(round.time)) : 0n,
  };
}
