// News: what is known of a run, from the messages of a stream.
import {
  type RatedPlayer,
  type RunHistory,
  RunPhase,
  type RunState,
  type RunSummary,
  type WatchRunResponse,
} from "../api/generated/kvintet_api/v1/run_pb.js";

export interface Known {
  state: RunState;
  history: RunHistory | undefined;
}

// A message without a history leaves the last one as it was.
export function withNews(
  known: Known | undefined,
  sent: Pick<WatchRunResponse, "state" | "history">,
): Known | undefined {
  if (sent.state === undefined) return known;
  return { state: sent.state, history: sent.history ?? known?.history };
}

export type Phase = "working" | "stopped" | "finished" | "broken";

// A run has finished if it has used up its limit.
export function phaseOf(run: Pick<RunSummary, "phase" | "doneShare" | "problem">): Phase {
  if (run.problem !== "") return "broken";
  if (run.phase === RunPhase.WORKING) return "working";
  return run.doneShare !== undefined && run.doneShare >= 1 ? "finished" : "stopped";
}

// A server may give its own names to folders; a dot would look like a file to it.
export const pathTo = (page: "runs" | "studies", name: string): string =>
  `/${page}/${encodeURIComponent(name).replaceAll(".", "%2E")}`;

// The players to draw where there is no room for all: every agent, and models at even distances of
// their learning steps, the newest among them; in the order of the ladder.
export function drawnOf<Player extends Pick<RatedPlayer, "model" | "steps">>(
  players: readonly Player[],
  most: number,
): Player[] {
  const models = players.filter(({ model }) => model);
  const agents = players.length - models.length;
  const wanted = Math.max(1, Math.min(models.length, most - agents));
  const bySteps = [...models].sort((a, b) => Number(a.steps - b.steps));
  const chosen = new Set(
    Array.from({ length: wanted }, (_, i) =>
      bySteps.at(wanted === 1 ? -1 : Math.round((i * (models.length - 1)) / (wanted - 1))),
    ),
  );
  return players.filter((player) => !player.model || chosen.has(player));
}

// A model's name is long; its beginning tells it from the others.
export const shortName = (player: string): string =>
  /^[0-9a-f]{64}$/.test(player) ? player.slice(0, 8) : player;
