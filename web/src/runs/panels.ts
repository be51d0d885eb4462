// Panels: which figures of a run are drawn together, and how their numbers are written.
import type { RunCurve, RunHistory } from "../api/generated/kvintet_api/v1/run_pb.js";
import type { Line } from "../graph/Curves.svelte";

export type Axis = "games" | "time";
export type Kind = "plain" | "share" | "count" | "elo";

export interface Panel {
  // "panel.KEY" is its title.
  key: "strength" | "policy" | "value" | "explained" | "results" | "length" | "speed" | "time";
  kind: Kind;
  lines: Line[];
}

// The figures of each panel by their names in metrics.jsonl; those that were not measured are left
// out.
const plan: { key: Panel["key"]; kind: Kind; figures: string[] }[] = [
  {
    key: "policy",
    kind: "plain",
    figures: ["loss/policy", "held_out/policy_loss", "held_out/policy_floor"],
  },
  {
    key: "value",
    kind: "plain",
    figures: ["loss/value", "held_out/value_loss", "held_out/value_base"],
  },
  {
    key: "explained",
    kind: "share",
    figures: ["held_out/explained_variance", "learnt/explained_variance", "held_out/top1"],
  },
  {
    key: "results",
    kind: "share",
    figures: ["game/seat0_wins", "game/seat1_wins", "game/draws", "game/cut"],
  },
  { key: "length", kind: "plain", figures: ["game/mean_plies"] },
  {
    key: "speed",
    kind: "count",
    figures: ["speed/evaluations_per_second", "speed/rows_per_second"],
  },
  {
    key: "time",
    kind: "share",
    figures: [
      "speed/learn_share",
      "speed/learn_idle_share",
      "speed/play_idle_share",
      "speed/batch_fill",
    ],
  },
];

const strength = "strength/";

const lineOf = (curve: RunCurve, axis: Axis, name: string): Line => ({
  name,
  points: curve.points.map(({ games, seconds, value, low, high }) => ({
    x: axis === "games" ? Number(games) : seconds,
    value,
    ...(low === undefined || high === undefined ? {} : { low, high }),
  })),
});

// The opponent in a figure of strength; any other figure as it is.
export const opponentIn = (figure: string): string =>
  figure.startsWith(strength) ? figure.slice(strength.length) : figure;

// The panels that have something to show. `nameOf` names a figure for the reader.
export function panelsOf(
  history: Pick<RunHistory, "curves"> | undefined,
  axis: Axis,
  nameOf: (figure: string) => string,
): Panel[] {
  const curves = new Map((history?.curves ?? []).map((curve) => [curve.figure, curve]));
  const against = [...curves.values()].filter(({ figure }) => figure.startsWith(strength));
  const first: Panel = {
    key: "strength",
    kind: "elo",
    lines: against.slice(0, 4).map((curve) => lineOf(curve, axis, nameOf(curve.figure))),
  };
  const others = plan.map(({ key, kind, figures }) => ({
    key,
    kind,
    lines: figures.flatMap((figure) => {
      const curve = curves.get(figure);
      return curve ? [lineOf(curve, axis, nameOf(figure))] : [];
    }),
  }));
  return [first, ...others].filter(({ lines }) => lines.length > 0);
}

// How the numbers of a kind are written.
export const formats: Record<Kind, Intl.NumberFormatOptions> = {
  plain: { maximumSignificantDigits: 3 },
  share: { style: "percent", maximumFractionDigits: 0 },
  count: { maximumFractionDigits: 0 },
  elo: { maximumFractionDigits: 0, signDisplay: "exceptZero" },
};

// Seconds as "1:02:03".
export function timeText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
