# Tests of `kvintet train --seeds` and `kvintet compare`. compare_test.py PROGRAM FORK_SERVER
import json
import os
import shutil
import sys
import tempfile
import unittest

from program_forks import ProgramForks

FORKS = ProgramForks(sys.argv[2])
SETTINGS = ("network { blocks: 1 channels: 32 precision: FP32 device: 'CPU' } "
            "search { simulations: %d } self_play { games_per_round: 8 threads: 1 } "
            "learner { window { min_rows: 1 } batch_size: 16 }")


def train(folder, *more, simulations=4):
    return FORKS.run("train", "tic_tac_toe", "--run", folder, "--set", SETTINGS % simulations,
                     *more)


class CompareTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.three = os.path.join(cls.folder.name, "three")
        cls.one = os.path.join(cls.folder.name, "one")
        for result in (train(cls.three, "--games", "16", "--seeds", "3", "--seed", "7"),
                       train(cls.one, "--games", "24", simulations=2)):
            if result.returncode != 0:
                raise AssertionError(result.stderr)

    def good(self, *arguments):
        result = FORKS.run(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def refused(self, message, *arguments):
        result = FORKS.run(*arguments)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn(message, result.stderr)

    def manifest(self, seed):
        path = os.path.join(self.three, "seed-%d" % seed, "manifest.jsonl")
        with open(path, encoding="utf-8") as file:
            return file.read()

    def test_each_seed_has_a_run_of_its_own(self):
        self.assertEqual(sorted(os.listdir(self.three)), ["seed-7", "seed-8", "seed-9"])
        models = {os.readlink(os.path.join(self.three, name, "latest.model"))
                  for name in os.listdir(self.three)}
        self.assertEqual(len(models), 3)

    def test_the_same_command_goes_on_with_what_is_not_done(self):
        before = self.manifest(7)
        shutil.rmtree(os.path.join(self.three, "seed-9"))
        again = self.good("train", "tic_tac_toe", "--run", self.three, "--games", "16", "--seeds",
                          "3", "--seed", "7")
        self.assertIn("seed-9", again)
        self.assertEqual(self.manifest(7), before)
        self.assertIn('"next_game":16', self.manifest(9))

    def test_seeds_need_a_limit_and_a_folder_of_their_own(self):
        self.refused("--games", "train", "tic_tac_toe", "--run", self.three, "--seeds", "3")
        self.refused("is a run", "train", "tic_tac_toe", "--run", self.one, "--seeds", "2",
                     "--games", "8")

    def test_seeds_of_one_setting_are_one_curve(self):
        compared = json.loads(self.good("compare", self.three, self.one, "--json"))["settings"]
        self.assertEqual([len(setting["runs"]) for setting in compared], [3, 1])
        self.assertIn("search.simulations 4", compared[0]["label"])
        self.assertIn("search.simulations 2", compared[1]["label"])
        for setting in compared:
            for curve in setting["curves"]:
                for point in curve["points"]:
                    self.assertLessEqual(point["low"], point["value"])
                    self.assertLessEqual(point["value"], point["high"])
        curve = compared[0]["curves"][0]
        self.assertEqual((curve["measure"], curve["axis"]), ("policy_loss", "games"))
        self.assertEqual(curve["points"][-1]["at"], 16)
        self.assertLess(curve["points"][-1]["low"], curve["points"][-1]["high"])

    def test_shows_a_table_and_writes_a_page_without_network(self):
        page = os.path.join(self.folder.name, "page.html")
        text = self.good("compare", self.three, self.one, "--html", page)
        for wanted in ("policy loss after 16 games", "evaluations",
                       "3 run(s) of search.simulations 4"):
            self.assertIn(wanted, text)
        with open(page, encoding="utf-8") as file:
            html = file.read()
        # There may be no common place by time, if one of these short runs ends before another's
        # first round.
        self.assertGreaterEqual(html.count("<svg"), 4)
        self.assertIn("policy loss by games", html)
        self.assertIn(">search.simulations 4</text>", html)
        self.assertNotIn("http", html)

    def test_a_ladder_gives_strengths(self):
        run = os.path.join(self.folder.name, "rated")
        shutil.copytree(self.one, run, symlinks=True)
        self.good("ladder", run, "--pairs", "12", "--batch", "4", "--model-options",
                  "simulations=2,precision=fp32,device=CPU")
        self.assertIn("strength (Elo) after 24 games", self.good("compare", run))

    def test_what_is_no_run_is_refused(self):
        self.refused("seed-", "compare", self.folder.name)
        self.refused("nowhere", "compare", "nowhere")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
