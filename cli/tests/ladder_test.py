# Tests of `kvintet ladder`, `accuracy` and `levels` on a run. ladder_test.py PROGRAM FORK_SERVER
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from program_forks import ProgramForks

PROGRAM = os.path.abspath(sys.argv[1])
FORKS = ProgramForks(sys.argv[2])
SETTINGS = ("network { blocks: 1 channels: 32 precision: FP32 device: 'CPU' } "
            "search { simulations: 4 } self_play { games_per_round: 8 threads: 1 } "
            "learner { window { min_rows: 1 } batch_size: 16 }")
LIMITS = ["--pairs", "24", "--batch", "2", "--model-options",
          "simulations=2,precision=fp32,device=CPU"]


class LadderTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.trained = os.path.join(cls.folder.name, "trained")
        result = FORKS.run("train", "tic_tac_toe", "--run", cls.trained, "--games", "24", "--set",
                           SETTINGS)
        if result.returncode != 0:
            raise AssertionError(result.stderr)

    def run_copy(self, name):
        path = os.path.join(self.folder.name, name)
        shutil.copytree(self.trained, path, symlinks=True)
        return path

    def good(self, *arguments):
        result = FORKS.run("ladder", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def read(self, run, name="ladder.jsonl"):
        with open(os.path.join(run, name), encoding="utf-8") as file:
            return file.read()

    def test_each_stage_that_is_followed_has_a_ladder_of_its_own(self):
        run = os.path.join(self.folder.name, "stages")
        settings = SETTINGS + " stage { name: 'one' games: 16 } stage { name: 'two' }"
        train = ["train", "tic_tac_toe", "--run", run, "--set", settings, "--games"]
        self.assertEqual(FORKS.run(*train, "16").returncode, 0)
        follow = [PROGRAM, "ladder", run, "--follow", "--reference", "random", *LIMITS[2:]]
        with subprocess.Popen(follow, stdout=subprocess.DEVNULL) as process:
            self.wait_for(os.path.join(run, "01_one", "ladder.jsonl"))
            self.assertEqual(FORKS.run(*train, "40").returncode, 0)
            self.wait_for(os.path.join(run, "02_two", "ladder.jsonl"))
            process.kill()
        for stage in ("01_one", "02_two"):
            first = self.read(os.path.join(run, stage)).splitlines()[0]
            self.assertEqual(json.loads(first)["kind"], "ladder")
        self.good(run, "--reference", "random", *LIMITS)

    def wait_for(self, path):
        end = time.monotonic() + 60
        while not (os.path.exists(path) and "\n" in self.read(*os.path.split(path))):
            self.assertLess(time.monotonic(), end, path)
            time.sleep(0.1)

    def test_levels_are_rated_and_timed_in_their_file_and_it_goes_on(self):
        path = os.path.join(self.folder.name, "mine.levels.textproto")
        with open(path, "w", encoding="utf-8") as file:
            file.write('# Mine.\ngame: "tic_tac_toe"\n'
                       "level { simulations: 1 variety: 4 }\nlevel { simulations: 8 }\n")
        words = ["levels", path, "--model", self.trained, "--batch", "2", "--timed-moves", "3"]
        result = FORKS.run(*words, "--pairs", "3")
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(os.path.join(self.trained, "latest.model"), "rb") as model:
            identity = hashlib.sha256(model.read()).hexdigest()
        text = self.read(self.folder.name, "mine.levels.textproto")
        self.assertIn(f'game: "tic_tac_toe"\nmodel: "{identity}"\n', text)
        for name in "elo", "low", "high", "games", "p50_ms", "p95_ms":
            self.assertEqual(text.count(f"  {name}: "), 2, text)
        played = self.read(self.folder.name, "mine.levels.textproto.jsonl")
        batches = [json.loads(line) for line in played.splitlines()[1:]]
        # The last batch is smaller than the others.
        self.assertEqual([sum(batch["pairs"]) for batch in batches], [2, 1])
        self.assertEqual(FORKS.run(*words, "--pairs", "4").returncode, 0)
        longer = self.read(self.folder.name, "mine.levels.textproto.jsonl")
        self.assertEqual(longer[:len(played)], played)
        self.assertGreater(len(longer), len(played))

    def test_accuracy_marks_every_model_against_exact_play(self):
        result = FORKS.run("accuracy", self.trained, "--json", "--simulations", "200")
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual({line["model"] for line in lines},
                         set(os.listdir(os.path.join(self.trained, "models"))))
        for line in lines:
            self.assertEqual(line["share"], line["right"] / line["positions"])
            # Two hundred simulations find most correct moves, whatever the network's output is.
            self.assertGreater(line["share"], 0.9)
            self.assertLess(line["by_chance"], 0.7)
        shown = FORKS.run("accuracy", self.trained, "--every", "3").stdout
        self.assertEqual(len(shown.splitlines()), 2 + 2)

    def test_rates_references_and_every_model_and_goes_on(self):
        run = self.run_copy("rated")
        lines = [json.loads(line) for line in self.good(run, "--json", *LIMITS).splitlines()]
        self.assertEqual((lines[0]["kind"], lines[0]["pairs"]), ("ladder", 24))
        players = lines[1:]
        models = {"model:" + name for name in os.listdir(os.path.join(run, "models"))}
        self.assertEqual({player["player"] for player in players},
                         models | {"random", "mcts:100"})
        self.assertEqual(len(models), 4)
        self.assertEqual(sum(player["games"] for player in players), 2 * 2 * 24)
        for player in players:
            self.assertLess(player["low"], player["elo"])
            self.assertEqual("steps" in player, player["player"] in models)
        self.assertEqual([player["elo"] for player in players],
                         sorted((player["elo"] for player in players), reverse=True))
        ratings = self.read(run, "ratings.jsonl").splitlines()
        self.assertEqual([json.loads(line) for line in ratings], lines)
        FORKS.run("watch", run, "--html", os.path.join(run, "run.html"))
        self.assertIn("strength (Elo) by time of work", self.read(run, "run.html"))
        first = self.read(run)
        text = self.good(run, "--pairs", "4", "--batch", "2", "--every", "2")
        self.assertEqual(text.count(" model:"), 2)
        # The table counts the pairs between the players that it shows, and each of their games.
        pairs = int(re.search(r"ladder of tic_tac_toe: (\d+) pairs of games", text)[1])
        self.assertIn(pairs, range(4, 28))
        games = [int(line.split("]")[1].split()[0]) for line in text.splitlines() if "[" in line]
        self.assertEqual(sum(games), 2 * 2 * pairs)
        self.assertTrue(self.read(run).startswith(first))

    def test_a_killed_ladder_goes_on_to_the_same_bytes(self):
        whole = self.run_copy("whole")
        self.good(whole, *LIMITS)
        broken = self.run_copy("broken")
        chance = random.Random(3)
        for _ in range(6):
            process = subprocess.Popen([PROGRAM, "ladder", broken, *LIMITS],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            deadline = time.monotonic() + 60
            wanted = len(self.lines(broken)) + chance.randrange(4)
            while (len(self.lines(broken)) < wanted and process.poll() is None
                   and time.monotonic() < deadline):
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
            process.wait()
        left = 12 - max(0, len(self.lines(broken)) - 1)
        if left > 0:
            self.good(broken, *LIMITS[2:], "--pairs", str(2 * left))
        self.assertEqual(self.read(broken)[:len(self.read(whole))], self.read(whole))

    def lines(self, run):
        path = os.path.join(run, "ladder.jsonl")
        return self.read(run).split("\n")[:-1] if os.path.exists(path) else []

    def test_what_it_cannot_do_is_refused(self):
        run = self.run_copy("refused")
        self.good(run, "--pairs", "1", *LIMITS[2:])
        for wanted, arguments in [("nowhere", ["nowhere"]), ("clever", [run, "--reference",
                                                                        "clever"]),
                                  ("other settings", [run, "--seed", "5"]),
                                  ("--batch", [run, "--batch", "0"])]:
            result = FORKS.run("ladder", *arguments)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(wanted, result.stderr)
        with open(os.path.join(run, "ladder.jsonl"), "a", encoding="utf-8") as file:
            file.write("no ladder\n")
        result = FORKS.run("ladder", run)
        self.assertEqual(result.returncode, 2)
        self.assertIn("ladder.jsonl:3", result.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
