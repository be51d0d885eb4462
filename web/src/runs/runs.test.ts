import { create } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import {
  RunHistorySchema,
  RunPhase,
  RunStateSchema,
  RunSummarySchema,
} from "../api/generated/kvintet_api/v1/run_pb.js";
import { drawnOf, pathTo, phaseOf, shortName, withNews } from "./news.js";
import { opponentIn, panelsOf, timeText } from "./panels.js";

const point = { games: 20n, seconds: 4, value: 1.5 };
const history = create(RunHistorySchema, {
  rounds: 1,
  curves: [
    { figure: "strength/greedy", points: [{ ...point, low: 1, high: 2 }] },
    { figure: "loss/policy", points: [point] },
    { figure: "held_out/policy_loss", points: [point] },
    { figure: "something/new", points: [point] },
  ],
});

test("a message without a history keeps the last one", () => {
  const first = create(RunStateSchema, { evaluations: 1n });
  const second = create(RunStateSchema, { evaluations: 2n });
  const known = withNews(undefined, { state: first, history });
  const later = withNews(known, { state: second, history: undefined });
  expect(later).toEqual({ state: second, history });
  const other = create(RunHistorySchema, { rounds: 2 });
  expect(withNews(later, { state: second, history: other })?.history).toBe(other);
  expect(withNews(later, { state: undefined, history: undefined })).toBe(later);
});

test.each([
  [{ phase: RunPhase.WORKING, doneShare: 1 }, "working"],
  [{ phase: RunPhase.STOPPED, doneShare: 1 }, "finished"],
  [{ phase: RunPhase.STOPPED, doneShare: 0.5 }, "stopped"],
  [{ phase: RunPhase.STOPPED }, "stopped"],
  [{ problem: "damaged" }, "broken"],
])("a run %j is %s", (run, phase) => {
  expect(phaseOf(create(RunSummarySchema, run))).toBe(phase);
});

describe("panels", () => {
  test("hold the measured figures together", () => {
    const panels = panelsOf(history, "games", (figure) => figure.toUpperCase());
    expect(panels.map(({ key, lines }) => [key, lines.map(({ name }) => name)])).toEqual([
      ["strength", ["STRENGTH/GREEDY"]],
      ["policy", ["LOSS/POLICY", "HELD_OUT/POLICY_LOSS"]],
    ]);
    expect(panels[0]?.lines[0]?.points).toEqual([{ x: 20, value: 1.5, low: 1, high: 2 }]);
    expect(panels[1]?.lines[0]?.points).toEqual([{ x: 20, value: 1.5 }]);
  });

  test("name an opponent without its prefix", () => {
    expect(opponentIn("strength/mcts:800")).toBe("mcts:800");
    expect(opponentIn("loss/policy")).toBe("loss/policy");
  });

  test("may stand over time, and are none before the first round", () => {
    expect(panelsOf(history, "time", (figure) => figure)[1]?.lines[0]?.points[0]?.x).toBe(4);
    expect(panelsOf(undefined, "time", (figure) => figure)).toEqual([]);
  });
});

test.each([
  [0, "0:00:00"],
  [59.6, "0:01:00"],
  [3723, "1:02:03"],
  [-4, "0:00:00"],
])("%d seconds are %s", (seconds, text) => {
  expect(timeText(seconds)).toBe(text);
});

test.each(["renju", "a b", "hex{size=5}-12.5", "č/d", "100 %"])("the path of %s has it", (name) => {
  const path = pathTo("runs", name);
  expect(path).not.toMatch(/\./);
  expect(path.split("/").map(decodeURIComponent)).toEqual(["", "runs", name]);
});

test("of a long ladder all agents are drawn, and models at even distances", () => {
  const steps = [50n, 90n, 10n, 0n, 40n, 100n, 20n, 70n, 30n, 60n, 80n];
  const players = [
    ...steps.map((step) => ({ model: true, steps: step })),
    { model: false, steps: 0n },
  ];
  expect(drawnOf(players, 20)).toEqual(players);
  expect(drawnOf(players, 4).map((player) => Number(player.steps))).toEqual([50, 0, 100, 0]);
  expect(drawnOf(players, 1).map((player) => Number(player.steps))).toEqual([100, 0]);
  expect(drawnOf([{ model: false, steps: 0n }], 5)).toHaveLength(1);
});

test("models have short names, agents their own", () => {
  expect(shortName("0123456789abcdef".repeat(4))).toBe("01234567");
  expect(shortName("mcts:800")).toBe("mcts:800");
});
