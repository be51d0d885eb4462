// Review: the judgements of a game's decisions as a graph, and which of them were mistakes.
import type { ReviewedDecision } from "../api/generated/kvintet_api/v1/analysis_pb.js";

export type Grade = "fine" | "doubtful" | "mistake" | "blunder";

// Losses of value, on [-1, 1], from which a decision counts as worse.
const grades: [number, Grade][] = [
  [0.3, "blunder"],
  [0.2, "mistake"],
  [0.1, "doubtful"],
];

export const signs: Record<Grade, string> = {
  fine: "",
  doubtful: "?!",
  mistake: "?",
  blunder: "??",
};

export function gradeOf(decision: Pick<ReviewedDecision, "loss" | "forced">): Grade {
  const loss = decision.forced ? 0 : (decision.loss ?? 0);
  return grades.find(([least]) => loss >= least)?.[1] ?? "fine";
}

// The best value of a decision as seat 0 sees it.
export const valueForFirst = (decision: Pick<ReviewedDecision, "seat" | "value">): number =>
  Number(decision.seat) === 2 ? -decision.value : decision.value;

// How far chance, and what was hidden, moved the value for seat 0.
export interface Luck {
  // The last event of chance before the decision that shows it.
  event: number;
  value: number;
}

// Luck is what the value changes between two decisions with a draw between them, apart from what
// the first decision lost. Decisions of unknown loss show none.
export function luckOf(
  decisions: readonly Pick<ReviewedDecision, "event" | "seat" | "value" | "loss" | "forced">[],
  isChance: (event: number) => boolean,
): Luck[] {
  return decisions.slice(1).flatMap((next, i) => {
    const before = decisions[i]!;
    let event = next.event - 1;
    while (event > before.event && !isChance(event)) event -= 1;
    const loss = before.forced ? 0 : before.loss;
    if (event <= before.event || loss === undefined) return [];
    const played = valueForFirst({ seat: before.seat, value: before.value - loss });
    return [{ event, value: valueForFirst(next) - played }];
  });
}

// The next event with a mistake after an event, or before it; undefined: none.
export function nextMistake(
  decisions: readonly Pick<ReviewedDecision, "event" | "loss" | "forced">[],
  after: number,
  way: 1 | -1,
): number | undefined {
  const events = decisions
    .filter((decision) => gradeOf(decision) !== "fine")
    .map((decision) => decision.event);
  return way > 0
    ? events.find((event) => event > after)
    : events.findLast((event) => event < after);
}

// The points of the graph: x from 0 to 1 over the events, y from 0 (seat 1 wins) to 1.
export const graphOf = (decisions: readonly ReviewedDecision[], events: number) =>
  decisions.map((decision) => ({
    event: decision.event,
    x: events > 1 ? decision.event / (events - 1) : 0,
    y: (valueForFirst(decision) + 1) / 2,
    grade: gradeOf(decision),
  }));
