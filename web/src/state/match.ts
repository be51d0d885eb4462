// The state of a match page: a pure function of what the service has sent.
import type {
  MatchEvent,
  MatchState,
  WatchMatchResponse,
} from "../api/generated/kvintet_api/v1/match_pb.js";
import {
  Clock_Kind,
  MatchEvent_Kind,
  MatchState_Phase,
} from "../api/generated/kvintet_api/v1/match_pb.js";

export interface MatchView {
  state: MatchState | undefined;
  events: MatchEvent[];
  // The last event received.
  cursor: bigint;
  // This machine's time at which `state` arrived, in milliseconds.
  receivedAt: number;
  // Some events are no longer kept by the server.
  skipped: boolean;
}

export const unknownMatch: MatchView = {
  state: undefined,
  events: [],
  cursor: 0n,
  receivedAt: 0,
  skipped: false,
};

// Adds what the stream has sent. Each event counts once, even if it is sent again.
export function receive(view: MatchView, sent: WatchMatchResponse, now: number): MatchView {
  const fresh = sent.events.filter((event) => event.cursor > view.cursor);
  return {
    state: sent.state ?? view.state,
    events: [...view.events, ...fresh],
    cursor: fresh.at(-1)?.cursor ?? view.cursor,
    receivedAt: sent.state ? now : view.receivedAt,
    skipped: view.skipped || sent.skipped,
  };
}

// A move or a chance outcome in the list of moves.
export interface Line {
  ply: number;
  // 0 or 1, or -1 for chance.
  player: number;
  text: string;
  event: MatchEvent;
}

// The moves of the current game, from the last reset on.
export function linesOf(view: MatchView): Line[] {
  let lines: Line[] = [];
  for (const event of view.events) {
    if (event.gameNumber !== view.state?.gameNumber) continue;
    if (event.kind === MatchEvent_Kind.RESET_ACCEPTED) lines = [];
    const counts = event.kind === MatchEvent_Kind.MOVED || event.kind === MatchEvent_Kind.CHANCE;
    const { ply, player, text } = event;
    if (counts) lines.push({ ply, player, text, event });
  }
  return lines;
}

// The ply at which the viewer last offered to begin the game anew, since it last began.
export function resetPlyOf({ state, events }: MatchView): number | undefined {
  let ply: number | undefined;
  for (const event of events) {
    if (event.gameNumber !== state?.gameNumber) continue;
    if (event.kind === MatchEvent_Kind.RESET_ACCEPTED) ply = undefined;
    const own = event.player === state.viewer;
    if (event.kind === MatchEvent_Kind.RESET_OFFERED && own) ply = event.ply;
  }
  return ply;
}

// Milliseconds since the state arrived. `now` may be a little older than the state.
export const passedMs = (view: MatchView, now: number): number =>
  Math.max(0, now - view.receivedAt);

// Milliseconds left on a player's clock now, or undefined without a limit. In an hourglass, what one
// player uses goes to the other.
export function leftMs(view: MatchView, player: number, now: number): number | undefined {
  const clock = view.state?.players[player];
  if (clock?.leftMs === undefined) return undefined;
  const passed = passedMs(view, now);
  const hourglass = view.state?.clock?.kind === Clock_Kind.HOURGLASS;
  const gains = hourglass && view.state?.players[1 - player]?.running;
  return Number(clock.leftMs) - (clock.running ? passed : 0) + (gains ? passed : 0);
}

export function spentMs(view: MatchView, player: number, now: number): number {
  const clock = view.state?.players[player];
  return Number(clock?.spentMs ?? 0n) + (clock?.running ? passedMs(view, now) : 0);
}

// Whether the viewer has a move or a choice to make.
export function mustMove(state: MatchState): boolean {
  const seat = state.players[state.viewer]?.seat;
  const moves = state.phase === MatchState_Phase.TO_MOVE || state.phase === MatchState_Phase.COMMIT;
  const chosen = state.ownCommitment !== undefined;
  const acts = state.description?.actors.some((actor) => actor === Number(seat)) ?? false;
  return moves && acts && !chosen;
}

// Whether an agent has to commit its choice before the viewer's is accepted.
export const agentIsChoosing = (state: MatchState): boolean =>
  state.phase === MatchState_Phase.COMMIT &&
  state.players.some((player) => player.agent && player.commitmentDigest === "");
