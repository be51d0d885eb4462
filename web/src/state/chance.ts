// Chance: draws one of the outcomes that the service lists.

export interface Outcome {
  text: string;
  probability: number;
}

// The outcome at a point from 0 to 1 of all outcomes laid end to end.
export function drawn(outcomes: readonly Outcome[], at: number): string | undefined {
  let sum = 0;
  for (const { text, probability } of outcomes) {
    sum += probability;
    if (at < sum) return text;
  }
  return outcomes.at(-1)?.text;
}
