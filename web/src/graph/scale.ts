// Scale: where values stand in a graph, and the round numbers on its axes.

export interface Point {
  x: number;
  value: number;
  // The ends of its interval, where it is known.
  low?: number;
  high?: number;
}

export interface Scale {
  low: number;
  high: number;
  // The place of a value, in the units of the drawing.
  at(value: number): number;
}

// The step of 1, 2 or 5 (times a power of ten) that divides a span into at most `count` parts.
function stepOf(span: number, count: number): number {
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5].find((factor) => factor * power >= raw * 0.999) ?? 10);
}

// The multiples of a step from low to high.
function multiples(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // Without the error of sums: 0.30000000000000004.
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toFixed(digits)),
  );
}

// Round numbers from low to high, about `count` of them, at equal steps.
export const ticks = (low: number, high: number, count: number): number[] =>
  high > low && count >= 1 ? multiples(low, high, stepOf(high - low, count)) : [low];

// A linear scale from `from` (of the lowest value) to `to`. Equal values stand in the middle.
export function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const finite = values.filter(Number.isFinite);
  let low = finite.length > 0 ? Math.min(...finite) : 0;
  let high = finite.length > 0 ? Math.max(...finite) : 1;
  if (low === high) {
    const room = Math.abs(low) || 1;
    low -= room / 2;
    high += room / 2;
  }
  return { low, high, at: (value) => from + ((value - low) / (high - low)) * (to - from) };
}

// The same from a round number to a round number, with the ticks between them: about `count`.
export function roundScaleOf(
  values: readonly number[],
  from: number,
  to: number,
  count: number,
): Scale & { ticks: number[] } {
  const { low, high } = scaleOf(values, from, to);
  const step = stepOf(high - low, count);
  const ends = [
    Math.floor(low / step + 1e-9) * step,
    Math.ceil(high / step - 1e-9) * step,
  ] as const;
  return { ...scaleOf(ends, from, to), ticks: multiples(...ends, step) };
}

// The values that a graph must have room for: points and intervals.
export const reachOf = (points: readonly Point[]): number[] =>
  points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);

const place = (value: number): string => value.toFixed(1);

// The line through the points, as the points of a polyline.
export const lineOf = (points: readonly Point[], x: Scale, y: Scale): string =>
  points.map((point) => `${place(x.at(point.x))},${place(y.at(point.value))}`).join(" ");

// The area between the ends of the intervals, as the points of a polygon; empty if a point has none.
export function bandOf(points: readonly Point[], x: Scale, y: Scale): string {
  if (points.some(({ low, high }) => low === undefined || high === undefined)) return "";
  const edge = (end: "low" | "high") => (point: Point) =>
    `${place(x.at(point.x))},${place(y.at(point[end] ?? point.value))}`;
  return [...points.map(edge("high")), ...points.map(edge("low")).reverse()].join(" ");
}
