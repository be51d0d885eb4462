// Report: what a study's page shows, from the report as it was sent.
import type {
  StudyInterval,
  StudyLevel,
  StudyReport,
} from "../api/generated/kvintet_api/v1/study_pb.js";
import type { Bar } from "../graph/Intervals.svelte";

// The questions in the order in which a designer asks them.
export const questions = ["finishes", "fair", "decisive", "long", "deep"] as const;
export type Question = (typeof questions)[number];

// The looks of lights: a class, and a sign that says the same without its colour.
const lights: Record<string, { look: string; sign: string }> = {
  green: { look: "good", sign: "✓" },
  red: { look: "bad", sign: "✗" },
  amber: { look: "look", sign: "!" },
  "depends on strength": { look: "look", sign: "≠" },
  figure: { look: "tell", sign: "i" },
};
const unjudged = { look: "none", sign: "–" };

export const lookOf = (light: string): { look: string; sign: string } => lights[light] ?? unjudged;

// The levels of one game, in the order of the study.
export const levelsOf = (report: Pick<StudyReport, "levels">, game: string): StudyLevel[] =>
  report.levels.filter((level) => level.game === game);

// The level that is shown where only one is.
export const headlineOf = (
  report: Pick<StudyReport, "levels" | "headline">,
  game: string,
): StudyLevel | undefined =>
  levelsOf(report, game).find((level) => level.level === report.headline && level.games > 0n);

// An interval as a bar of a picture. An unknown end lies at the estimate.
export const barOf = (name: string, interval: StudyInterval, strong = false): Bar => ({
  name,
  value: interval.value,
  low: interval.low ?? interval.value,
  high: interval.high ?? interval.value,
  strong,
});

// "0.48 [0.46, 0.50]" with numbers written by `up`; without the ends if one is not known.
export const intervalText = (
  interval: StudyInterval | undefined,
  up: (value: number) => string,
): string => {
  if (interval === undefined) return "–";
  const { value, low, high } = interval;
  return low === undefined || high === undefined
    ? up(value)
    : `${up(value)} [${up(low)}, ${up(high)}]`;
};

// The strength of a player in a game, if all duels have been played.
export const eloOf = (report: Pick<StudyReport, "strengths">, game: string, level: string) =>
  report.strengths.find((one) => one.game === game && one.level === level);
