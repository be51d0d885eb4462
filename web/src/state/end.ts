// End: what the end of a match means for its viewer.
import { Seat } from "../api/generated/kvintet_api/v1/game_state_pb.js";
import type {
  MatchEnd,
  MatchState,
  PlayerState,
} from "../api/generated/kvintet_api/v1/match_pb.js";
import type { Key } from "../text/text.svelte.js";

// Whether the match counts for nothing: made void, or longer than the server keeps.
export const isVoid = (end: MatchEnd | undefined): boolean =>
  ["void", "history_full"].includes(end?.result?.reason ?? "");

// A player's seat in results, 0 or 1. If the game has not begun, it is the player's number.
export const seatOf = (players: PlayerState[], player: number): number =>
  (players[player]?.seat || player + 1) - 1;

// Whether the match has had a game. Without one there is no report, no review and no rematch.
export const hasBegun = ({ players }: Pick<MatchState, "players">): boolean =>
  players.some(({ seat }) => seat !== Seat.SEAT_UNSPECIFIED);

// How a match that is over ended, for its viewer.
export function resultOf({ end, players, viewer }: MatchState): Key {
  if (isVoid(end)) return "result.void";
  const returns = end?.result?.returns ?? [];
  const [a, b] = [returns[0] ?? 0, returns[1] ?? 0];
  if (a === b) return end?.result?.truncated ? "result.none" : "result.draw";
  if (viewer < 0) return a > b ? "result.seat0" : "result.seat1";
  return (seatOf(players, viewer) === 0 ? a : b) > 0 ? "result.won" : "result.lost";
}
