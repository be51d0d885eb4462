# Test of training in odd conditions: a jumping clock, missing files, two runs at once.
# odd_worlds_test.py PROGRAM JUMPING_CLOCK
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM, CLOCK = (os.path.abspath(path) for path in sys.argv[1:3])
SMOKE = os.path.join(ROOT, "configs", "smoke.textproto")
SECONDS = 240


def command(run, games, *more):
    return [PROGRAM, "train", "tic_tac_toe", "--run", run, "--games", str(games), "--config",
            SMOKE, *more]


def kvintet(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False,
                          timeout=SECONDS)


def manifest(run):
    with open(os.path.join(run, "manifest.jsonl"), encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


class OddWorldsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.whole = os.path.join(cls.folder, "whole")
        subprocess.run(command(cls.whole, 32), check=True, capture_output=True, timeout=SECONDS)

    def copy(self, name):
        path = os.path.join(self.folder, name)
        shutil.copytree(self.whole, path, symlinks=True)
        return path

    def train(self, run, games, *more, **environment):
        return subprocess.run(command(run, games, *more), capture_output=True, text=True,
                              check=False, timeout=SECONDS, env={**os.environ, **environment})

    def refused(self, result, *wanted):
        self.assertEqual(result.returncode, 2, (result.stdout, result.stderr))
        for text in wanted:
            self.assertIn(text, result.stderr)

    def test_a_clock_that_jumps_changes_no_game_and_no_step(self):
        run = os.path.join(self.folder, "jumping")
        # A sanitizer's library wants to be loaded first.
        options = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        result = self.train(run, 32, LD_PRELOAD=CLOCK, ASAN_OPTIONS=options)
        self.assertEqual(result.returncode, 0, result.stderr)
        # If the log's times are not hours apart, the clock was not loaded.
        hours = {line.split(":")[0] for line in result.stderr.splitlines() if " INFO " in line}
        self.assertGreater(len(hours), 1, result.stderr)
        for ours, theirs in zip(manifest(run), manifest(self.whole), strict=True):
            for line in (ours, theirs):
                line.pop("seconds", None)
            self.assertEqual(ours, theirs)
        self.assertEqual(kvintet("watch", run).returncode, 0)

    def test_a_missing_model_is_named_and_made_again(self):
        run = self.copy("no_model")
        newest = os.path.realpath(os.path.join(run, "latest.model"))
        os.remove(newest)
        self.refused(kvintet("arena", "--game", "tic_tac_toe", "--a", "model:" + run, "--b",
                             "random", "--pairs", "1"), "latest.model")
        verified = kvintet("data", run, "verify")
        self.assertEqual(verified.returncode, 2, verified.stderr)
        self.assertIn("models/", verified.stdout + verified.stderr)
        # The learner file contains everything that a model is made from.
        self.assertEqual(self.train(run, 48).returncode, 0)
        played = kvintet("arena", "--game", "tic_tac_toe", "--a", "model:" + run, "--b", "random",
                         "--pairs", "1")
        self.assertEqual(played.returncode, 0, played.stderr)

    def test_a_missing_shard_or_learner_is_named_and_nothing_else_is_touched(self):
        for kind in "shards", "learner":
            run = self.copy("no_" + kind)
            line = [line for line in manifest(run) if line["kind"] == "commit"][-1]
            path = (os.path.join(run, "learner", line["learner"]) if kind == "learner"
                    else glob.glob(run + "/shards/*")[0])
            os.remove(path)
            before = {file: os.stat(file).st_mtime_ns
                      for file in glob.glob(run + "/[slm]*/*") + [run + "/manifest.jsonl"]}
            self.refused(self.train(run, 48), os.path.basename(path))
            for file, changed in before.items():
                self.assertEqual(os.stat(file).st_mtime_ns, changed, file)

    def test_of_two_processes_on_a_run_one_works(self):
        run = os.path.join(self.folder, "twice")
        with subprocess.Popen(command(run, 10**6), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as first:
            try:
                while not os.path.exists(os.path.join(run, "manifest.jsonl")):
                    self.assertIsNone(first.poll())
                    time.sleep(0.01)
                self.refused(self.train(run, 10**6), run + "/lock", str(first.pid))
                self.assertIsNone(first.poll())
            finally:
                first.send_signal(signal.SIGINT)
                first.wait(SECONDS)
        self.assertEqual(kvintet("data", run, "verify").returncode, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
