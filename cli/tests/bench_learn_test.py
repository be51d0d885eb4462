# Tests of `kvintet bench learn`. bench_learn_test.py PROGRAM FORK_SERVER
import glob
import json
import os
import sys
import tempfile
import unittest

from program_forks import ProgramForks

FORKS = ProgramForks(sys.argv[2])
SETTINGS = ("network { blocks: 1 channels: 16 precision: FP32 device: 'CPU' } "
            "search { simulations: 4 } self_play { games_per_round: 8 threads: 1 } "
            "learner { window { min_rows: 1 } batch_size: 16 }")
POLICY = ("network { blocks: 1 channels: 16 precision: FP32 device: 'CPU' } "
          "search { policy { temperature_plies: 1000 } } "
          "self_play { games_per_round: 32 threads: 1 } "
          "learner { objective: POLICY_GRADIENT window { min_rows: 1 } batch_size: 16 }")


class BenchLearnTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = os.path.join(folder.name, "bench")

    def bench(self, game, settings, *more):
        return FORKS.run("bench", "learn", game, "--set", settings, "--out", self.out, *more)

    def good(self, *arguments):
        result = self.bench(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def refused(self, message, *arguments):
        result = self.bench(*arguments)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn(message, result.stderr)

    def read(self, name):
        with open(os.path.join(self.out, name), encoding="utf-8") as file:
            return file.read()

    def points(self):
        return [json.loads(line) for line in self.read("curve.jsonl").splitlines()]

    def test_moves_are_judged_for_each_seed_and_place(self):
        command = ("tic_tac_toe", SETTINGS, "--games", "32", "--seeds", "2", "--places", "3",
                   "--positions", "50", "--simulations", "4")
        told = self.good(*command)
        points = self.points()
        self.assertEqual([(p["seed"], p["place"], p["games"]) for p in points],
                         [(s, p, g) for s in (1, 2) for p, g in ((0, 8), (1, 16), (2, 32))])
        for point in points:
            self.assertEqual(sorted(point["measured"]),
                             ["good", "good_search", "perfect", "perfect_search"])
            self.assertGreater(point["core_seconds"], 0)
            self.assertLessEqual(point["measured"]["perfect"], point["measured"]["good"])
        self.assertIn("| 32 |", told)
        self.assertIn("' --games 32 --seeds 2 --places 3 --positions 50 --simulations 4`", told)
        self.assertIn("<svg", self.read("good_by_core_seconds.svg"))
        self.assertEqual(len(self.read("positions-50.jsonl").splitlines()), 51)
        # The same command has nothing left to do, and one with more seeds continues.
        before = points
        self.good(*command)
        self.assertEqual(self.points(), before)
        self.good("tic_tac_toe", SETTINGS, "--games", "32", "--seeds", "3", "--places", "3",
                  "--positions", "50", "--simulations", "4")
        self.assertEqual(self.points()[:6], before)
        self.assertEqual(len(self.points()), 9)

    def test_places_are_of_all_stages(self):
        self.good("tic_tac_toe",
                  SETTINGS + " stage { name: 'first' games: 16 } stage { name: 'second' }",
                  "--games", "32", "--seeds", "1", "--places", "3", "--positions", "20",
                  "--simulations", "2")
        points = self.points()
        self.assertEqual([(p["place"], p["games"]) for p in points], [(0, 8), (1, 16), (2, 32)])
        for cost in ("evaluations", "seconds", "core_seconds"):
            costs = [point[cost] for point in points]
            self.assertEqual(costs, sorted(set(costs)), cost)

    def test_given_games_are_not_of_the_budget(self):
        teacher = os.path.join(os.path.dirname(self.out), "teacher")
        taught = FORKS.run("train", "tic_tac_toe", "--set", SETTINGS, "--games", "32", "--run",
                           teacher)
        self.assertEqual(taught.returncode, 0, taught.stderr)
        self.good("tic_tac_toe", SETTINGS, "--set", f"learner {{ games_from: '{teacher}' }}",
                  "--games", "16", "--seeds", "1", "--places", "3", "--positions", "20",
                  "--simulations", "2")
        points = self.points()
        self.assertEqual([(p["place"], p["games"]) for p in points], [(0, 8), (2, 16)])
        # 8 games of at most 9 moves, each of 4 simulations with one evaluation, and some more.
        self.assertLess(points[0]["evaluations"], 8 * 9 * (4 + 2))

    def test_large_seeds_are_trained_and_named(self):
        last = 2**64 - 1
        told = self.good("tic_tac_toe", SETTINGS, "--games", "8", "--seed", str(last), "--seeds",
                         "2", "--places", "1", "--positions", "5", "--simulations", "2")
        self.assertIn(f"seed {last}: ", told)
        self.assertEqual([point["seed"] for point in self.points()], [last, 0])

    def test_hidden_games_are_judged_by_best_answers(self):
        self.good("kuhn", POLICY, "--games", "64", "--seeds", "1", "--places", "2", "--average",
                  "2")
        points = self.points()
        self.assertEqual([p["games"] for p in points], [32, 64])
        for point in points:
            self.assertGreater(point["measured"]["exploitability"], 0)
            self.assertLess(point["measured"]["exploitability"], 2)
            self.assertIn("exploitability_mean", point["measured"])
        self.assertIn("OpenSpiel", self.read("table.markdown"))

    def test_other_games_are_judged_by_a_ladder(self):
        self.good("oshi_zumo", POLICY, "--games", "64", "--seeds", "1", "--places", "1",
                  "--pairs", "8")
        self.assertEqual(list(self.points()[0]["measured"]), ["elo"])

    def test_bounds_fail_when_they_are_missed(self):
        command = ("tic_tac_toe", SETTINGS, "--games", "8", "--seeds", "1", "--places", "1",
                   "--positions", "50", "--simulations", "4")
        self.good(*command, "--at-least", "good=1", "--at-most", "good=100")
        self.refused("wanted good of at least 100.5, found", *command, "--at-least", "good=100.5")
        self.refused("wanted MEASURE=VALUE", *command, "--at-least", "good=nan")

    def test_bounds_fail_without_a_model(self):
        late = SETTINGS.replace("min_rows: 1 ", "min_rows: 100000 ")
        self.refused("no model was measured", "tic_tac_toe", late, "--games", "8", "--seeds", "1",
                     "--places", "1", "--positions", "50", "--at-least", "good=1")

    def test_bounds_are_read_before_anything_is_trained(self):
        command = ("tic_tac_toe", SETTINGS, "--games", "8", "--seeds", "1", "--positions", "50")
        self.refused("no measure nothing", *command, "--at-least", "nothing=1")
        self.refused("wanted MEASURE=VALUE", *command, "--at-most", "good")
        self.assertEqual(glob.glob(os.path.join(self.out, "seed-*")), [])

    def test_a_budget_is_wanted(self):
        self.refused("wanted a budget", "tic_tac_toe", SETTINGS)
        self.refused("the configuration is for", "tic_tac_toe", SETTINGS + " game: 'kuhn'",
                     "--games", "8")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
