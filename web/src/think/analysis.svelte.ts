// Analysis: one search at a time, of the state that is shown now. Answers for an earlier state are
// dropped.
import { analysis } from "../api/client.js";
import { type Failure, failureOf } from "../api/failure.js";
import type { AnalyzeResponse, Evaluation } from "../api/generated/kvintet_api/v1/analysis_pb.js";
import type { State } from "../moves/list.js";

// Enough time to step past a position without asking for its analysis.
const settleMs = 180;
// Whole choices drawn to show a mixed strategy where seats choose at the same time and no search
// has solved the stage.
const draws = 40;
// How long such a stage is searched before.
const simultaneousMs = 3000;

export class Analysis {
  // The state that everything below is about; undefined: nothing has been searched.
  of = $state.raw<State>();
  answer = $state.raw<AnalyzeResponse>();
  policy = $state.raw<Evaluation>();
  // How often each whole choice was drawn.
  mixed = $state.raw<Map<string, number>>(new Map());
  failure = $state.raw<Failure>();
  private running: AbortController | undefined;

  stop(): void {
    this.running?.abort();
    this.running = undefined;
  }

  // Begins to analyse a state. `simultaneous`: both seats choose, so the answer is a mixed strategy.
  start(state: State, wishes: { policy: boolean; simultaneous: boolean; count: number }): void {
    this.stop();
    const mine = new AbortController();
    this.running = mine;
    this.of = state;
    this.answer = undefined;
    this.policy = undefined;
    this.mixed = new Map();
    this.failure = undefined;
    const timer = setTimeout(() => {
      this.search(state, wishes, mine.signal).catch((error) => {
        if (!mine.signal.aborted) this.failure = failureOf(error);
      });
    }, settleMs);
    mine.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  }

  private async search(
    state: State,
    wishes: { policy: boolean; simultaneous: boolean; count: number },
    signal: AbortSignal,
  ): Promise<void> {
    if (wishes.policy) {
      const { evaluations } = await analysis.evaluate(
        { states: [state], omniscient: true },
        { signal },
      );
      if (signal.aborted) return;
      this.policy = evaluations[0];
    }
    const maxMs = wishes.simultaneous ? simultaneousMs : 0;
    const stream = analysis.analyze(
      { state, omniscient: true, maxCandidates: wishes.count, maxMs, explain: true },
      { signal },
    );
    for await (const answer of stream) {
      if (signal.aborted) return;
      this.answer = answer;
    }
    // A payoff table has the strategy itself.
    const drawn = wishes.simultaneous && !this.answer?.payoffTable;
    for (let i = 0; drawn && i < draws; i += 1) {
      const { move } = await analysis.chooseMove({ state, omniscient: true }, { signal });
      if (signal.aborted) return;
      this.mixed = new Map(this.mixed).set(move, (this.mixed.get(move) ?? 0) + 1);
    }
  }
}
