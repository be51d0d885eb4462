// Again: asks again where the server has not answered.
import { type Failure, failureOf } from "./failure.js";

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

// What a request gives, however often it must be made. Each failure is told; undefined: the request
// is no longer wanted, or the server has refused it.
export async function untilAnswered<T>(
  request: () => Promise<T>,
  fail: (failure: Failure) => void,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (const pauses = waits(signal); !signal.aborted; await pauses.next()) {
    try {
      return await request();
    } catch (error) {
      if (signal.aborted) return undefined;
      const failure = failureOf(error);
      fail(failure);
      if (!failure.passing) return undefined;
    }
  }
  return undefined;
}
