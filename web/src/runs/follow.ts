// Follow: a run as it goes on, over any number of lost connections.
import { waits } from "../api/again.js";
import { runs } from "../api/client.js";
import { type Failure, failureOf, isLasting } from "../api/failure.js";
import type { WatchRunResponse } from "../api/generated/kvintet_api/v1/run_pb.js";

export interface Reader {
  receive(sent: WatchRunResponse): void;
  // Whether the connection stands.
  linked(stands: boolean): void;
  // The run cannot be shown.
  fail(failure: Failure): void;
}

export async function followRun(run: string, to: Reader, signal: AbortSignal) {
  const wait = waits(signal);
  while (!signal.aborted) {
    try {
      for await (const sent of runs.watchRun({ run }, { signal })) {
        wait.restart();
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
    await wait.next();
  }
}
