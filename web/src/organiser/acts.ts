// Acts: what a director may do in a match now. The service decides; this is what the page offers.
import {
  Clock_Kind,
  type MatchState,
  MatchState_Phase as Phase,
  DirectorAct_Kind as Told,
} from "../api/generated/kvintet_api/v1/match_pb.js";
import { hasBegun, isVoid } from "../state/end.js";

export const acts = [
  ...(["resume", "pause", "clock", "reset", "points", "draw", "verdict"] as const),
  ...(["forfeit", "disqualify", "void", "replay"] as const),
];
export type Act = (typeof acts)[number];

const limited = [Clock_Kind.STAGES, Clock_Kind.HOURGLASS, Clock_Kind.PENALTY];

// A director may act in a match this many times.
const mostActs = 100;

const has = (state: MatchState, kind: Told) => state.acts.some((act) => act.kind === kind);

function inPlay(state: MatchState): Act[] {
  const held = state.phase === Phase.HELD;
  const begun = hasBegun(state);
  const found: Act[] = [];
  if (held || state.phase === Phase.PAUSED) found.push("resume");
  if (!held) found.push("pause");
  if (begun && limited.includes(state.clock?.kind ?? Clock_Kind.NONE)) found.push("clock");
  if (begun && state.resetPossible) found.push("reset");
  return [...found, "draw", "verdict", "forfeit"];
}

function afterEnd(state: MatchState): Act[] {
  const replaced = has(state, Told.REPLAYED);
  const found: Act[] = isVoid(state.end) ? [] : ["points"];
  if (!replaced) found.push("draw", "verdict");
  if (isVoid(state.end) && !replaced) found.push("replay");
  return found;
}

// The acts in the order in which they are offered.
export function actsOn(state: MatchState): Act[] {
  if (state.acts.length >= mostActs) return [];
  const over = state.phase === Phase.OVER;
  const found = over ? afterEnd(state) : inPlay(state);
  if (!isVoid(state.end)) {
    if (!has(state, Told.DISQUALIFIED)) found.push("disqualify");
    found.push("void");
  }
  return acts.filter((act) => found.includes(act));
}
