// Follow: a match's events without a gap or a repeat, over any number of lost connections.
import { waits } from "../api/again.js";
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
