// Follow: a match's events without a gap or a repeat, over any number of lost connections.
import { matches } from "../api/client.js";
import { type Failure, failureOf, isLasting } from "../api/failure.js";
import type { WatchMatchResponse } from "../api/generated/kvintet_api/v1/match_pb.js";

export interface Follower {
  // The last event received.
  cursor(): bigint;
  receive(sent: WatchMatchResponse): void;
  // Whether the connection stands.
  linked(stands: boolean): void;
  // The match cannot be followed.
  fail(failure: Failure): void;
}

const firstWait = 500;
const longestWait = 8000;

// Waits, or returns early when the browser is online again.
const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    }
    addEventListener("online", done);
    signal.addEventListener("abort", done, { once: true });
  });

// The pauses before trying again: each twice as long as the last, until something has arrived.
export function waits(signal: AbortSignal) {
  let pause = firstWait;
  return {
    restart: () => {
      pause = firstWait;
    },
    next: async () => {
      const now = pause * (0.75 + Math.random() / 2);
      pause = Math.min(longestWait, 2 * pause);
      await wait(now, signal);
    },
  };
}

export async function follow(match: string, token: string, to: Follower, signal: AbortSignal) {
  const pauses = waits(signal);
  while (!signal.aborted) {
    try {
      const stream = matches.watchMatch({ match, token, cursor: to.cursor() }, { signal });
      for await (const sent of stream) {
        pauses.restart();
        to.linked(true);
        to.receive(sent);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isLasting(error)) {
        to.fail(failureOf(error));
        return;
      }
    }
    if (signal.aborted) return;
    to.linked(false);
    await pauses.next();
  }
}
