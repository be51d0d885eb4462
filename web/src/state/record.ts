// Record: a game and its events as one line of text (docs/notation.md).

export interface GameRecord {
  // The game with its options.
  game: string;
  // "0 h8", "chance draw 17", ...
  events: string[];
}

// Reads a record; line breaks and text after "#" at a line's start do not count.
export function parseRecord(text: string): GameRecord {
  const lines = text.split(/\r?\n/).filter((line) => !line.trimStart().startsWith("#"));
  const [game = "", ...events] = lines
    .join(" ")
    .split(";")
    .map((part) => part.trim().replace(/\s+/g, " "));
  return { game, events: events.filter((event) => event !== "") };
}

export const recordText = ({ game, events }: GameRecord): string => [game, ...events].join("; ");

// The game after its first events.
export const recordAt = (record: GameRecord, count: number): string =>
  recordText({ game: record.game, events: record.events.slice(0, count) });

// The record hides what only one seat knows.
export const isPartial = (record: GameRecord): boolean =>
  record.events.some((event) => /(^| )\?( |$)/.test(event));

// 0 or 1, or -1 for chance.
export function actorOf(event: string): number {
  const word = event.split(" ")[0];
  return word === "0" ? 0 : word === "1" ? 1 : -1;
}

export const moveOf = (event: string): string => event.slice(event.indexOf(" ") + 1);
