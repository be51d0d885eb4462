// What a payoff table shows of strategies, and the tones of its cells.
import type { MixedMove, MixedStrategy } from "../api/generated/kvintet_api/v1/analysis_pb.js";

// A strategy as far as these functions need it.
type Strategy = Pick<MixedStrategy, "considered" | "leftOut"> & {
  moves: Pick<MixedMove, "move" | "probability" | "value" | "bestResponse">[];
};

// The first moves, at most `most`, with their places in the table. A best response is among them.
export function shown(side: Strategy | undefined, most: number) {
  const moves = (side?.moves ?? []).map((move, place) => ({ ...move, place }));
  const first = moves.slice(0, most);
  const best = moves.find(({ bestResponse }) => bestResponse);
  if (best && best.place >= most) first[most - 1] = best;
  return first;
}

// How many of the moves considered are not among those, and how likely one of them is.
export function cut(side: Strategy | undefined, told: { probability: number }[]) {
  const all = side?.moves ?? [];
  const sum = (moves: { probability: number }[]) =>
    moves.reduce((before, { probability }) => before + probability, 0);
  const left = Math.max(0, (side?.leftOut ?? 0) + sum(all) - sum(told));
  return { count: (side?.considered ?? 0) - told.length, probability: left };
}

const tones = 4;

// The class of a cell: its tone grows with the payoff, as a share of the greatest in the table.
export function heatOf(payoff: number, most: number): string {
  const tone = most > 0 ? Math.round((tones * Math.abs(payoff)) / most) : 0;
  return tone === 0 ? "even" : `${payoff > 0 ? "gain" : "cost"}${Math.min(tone, tones)}`;
}
