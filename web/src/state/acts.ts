// Acts: what a player may do besides moving, as far as the match's state tells.

import {
  ActRequest_Kind as Act,
  Clock_Kind,
  type MatchState,
  MatchState_Phase as Phase,
} from "../api/generated/kvintet_api/v1/match_pb.js";
import { nameOf } from "../moves/form.js";
import type { Key } from "../text/text.svelte.js";
import { hasBegun } from "./end.js";
import { winsAreClaimed } from "./setup.js";

export interface Offer {
  kind: Act;
  text: Key;
  // Asks again before it is done.
  grave?: boolean;
  // Answers the opponent, or is what the match waits for.
  urgent?: boolean;
}

const lateMs = 5 * 60_000;
// Konkvest: a player may offer a new beginning once in ten own turns (Q8).
const pliesBetweenResets = 20;
const played = [Phase.TO_MOVE, Phase.COMMIT, Phase.CONSENT, Phase.PAUSED];
const open = [Phase.TO_MOVE, Phase.COMMIT];
const resign: Offer = { kind: Act.RESIGN, text: "act.resign", grave: true };

function answers(state: MatchState, other: number): Offer[] {
  const offers: Offer[] = [];
  if (state.drawOfferedBy === other) {
    offers.push({ kind: Act.ACCEPT_DRAW, text: "act.accept_draw", urgent: true });
    offers.push({ kind: Act.DECLINE_DRAW, text: "act.decline_draw" });
  }
  if (state.resetOfferedBy === other) {
    offers.push({ kind: Act.ACCEPT_RESET, text: "act.accept_reset", urgent: true });
    offers.push({ kind: Act.DECLINE_RESET, text: "act.decline_reset" });
  }
  return offers;
}

function pauses(state: MatchState, me: number): Offer[] {
  const mine = state.pausedBy === me;
  const resumed = state.players[me]?.resumed ?? false;
  const offers: Offer[] = [];
  if (!resumed) offers.push({ kind: Act.RESUME, text: "act.resume", urgent: true });
  if (!mine && !resumed && !state.pauseContested) {
    offers.push({ kind: Act.CONTEST_PAUSE, text: "act.contest_pause", grave: true });
  }
  if (mine && state.pauseContested) {
    offers.push({ kind: Act.ADMIT_PAUSE, text: "act.admit_pause", grave: true });
  }
  return offers;
}

// What the match waits for from this player. A late player is later by what has passed since.
function beginnings(state: MatchState, me: number, passedMs: number): Offer[] {
  const player = state.players[me];
  const other = state.players[1 - me];
  const offers: Offer[] = [];
  // A game that begins at a time waits for nobody, but whoever comes says so.
  const timed = state.startMs > 0n && state.gameNumber === 1;
  if ((state.phase === Phase.READY || timed) && !player?.ready) {
    offers.push({ kind: Act.READY, text: "act.ready", urgent: true });
  }
  if (state.phase === Phase.CONSENT && !player?.consented) {
    offers.push({ kind: Act.CONSENT, text: "act.consent", urgent: true });
  }
  const late = other?.lateMs === undefined ? 0 : Number(other.lateMs) + passedMs;
  const waits = player?.lateMs === undefined && state.clock?.kind !== Clock_Kind.NONE;
  if (waits && late >= lateMs && !other?.running) {
    offers.push({ kind: Act.START_CLOCK, text: "act.start_clock" });
  }
  return offers;
}

// All acts of the viewer, so long after the state arrived, in the order in which they are offered.
// `resetPly`: where the viewer last offered a new beginning, if that was in this one.
export function actsOf(state: MatchState, passedMs = 0, resetPly?: number): Offer[] {
  const me = state.viewer;
  if (me < 0 || state.phase === Phase.OVER) return [];
  if (state.phase === Phase.HELD) return hasBegun(state) ? [resign] : [];
  const offers = [...beginnings(state, me, passedMs), ...answers(state, 1 - me)];
  const game = state.description?.game ?? "";
  if (state.phase === Phase.PAUSED) offers.push(...pauses(state, me));
  if (open.includes(state.phase)) {
    const again = resetPly === undefined || state.ply - resetPly >= pliesBetweenResets;
    if (state.resetPossible && state.resetOfferedBy < 0 && again) {
      offers.push({ kind: Act.OFFER_RESET, text: "act.offer_reset" });
    }
    if (state.clock?.claimed) offers.push({ kind: Act.CLAIM_TIME, text: "act.claim_time" });
    if (winsAreClaimed(game)) offers.push({ kind: Act.CLAIM_WIN, text: "act.claim_win" });
    const pausable = nameOf(game) === "tantrix" && state.clock?.kind !== Clock_Kind.NONE;
    if (pausable) offers.push({ kind: Act.PAUSE, text: "act.pause", grave: true });
  }
  if (played.includes(state.phase)) offers.push(resign);
  return offers;
}

// Draws are offered with a move, in Renju.
export const mayOfferDraw = (state: MatchState): boolean =>
  nameOf(state.description?.game ?? "") === "renju" && state.phase === Phase.TO_MOVE;
