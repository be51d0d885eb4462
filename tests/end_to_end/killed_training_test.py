# Test of training that is killed again and again: it ends with the bytes of a run that never was.
# killed_training_test.py PROGRAM
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(sys.argv.pop())
GAMES = 320
KILLS = 6


def command(run):
    """Trains in `run`; shards end by their size, not by the clock."""
    return [PROGRAM, "train", "tic_tac_toe", "--run", run, "--games", str(GAMES),
            "--config", os.path.join(ROOT, "configs", "smoke.textproto"),
            "--set", "storage { shard_seconds: 86400 }"]


def committed(run):
    """The games, shards and last commit that count, as docs/architecture.md has it."""
    shards, pending, commit = [], [], None
    with open(os.path.join(run, "manifest.jsonl"), encoding="utf-8") as manifest:
        for text in manifest:
            if not text.endswith("\n"):
                continue
            line = json.loads(text)
            if line["kind"] == "session":
                pending = []
            elif line["kind"] == "shard":
                pending.append(line)
            else:
                shards, pending, commit = shards + pending, [], line
    return shards, commit


class KilledTrainingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.whole = os.path.join(folder.name, "whole")
        self.killed = os.path.join(folder.name, "killed")

    def kill_once(self, delay):
        """Starts the run, kills it `delay` seconds after its first commit; whether it lived on."""
        before = self.lines()
        with subprocess.Popen(command(self.killed), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            while self.lines() < before + 2 and process.poll() is None:
                time.sleep(0.002)
            time.sleep(delay)
            alive = process.poll() is None
            process.kill()
        return alive

    def lines(self):
        path = os.path.join(self.killed, "manifest.jsonl")
        if not os.path.exists(path):
            return 0
        with open(path, "rb") as manifest:
            return manifest.read().count(b"\n")

    def test_nothing_is_lost_and_nothing_counts_twice(self):
        subprocess.run(command(self.whole), check=True, capture_output=True, timeout=300)
        chance = random.Random(5)
        alive = [self.kill_once(chance.uniform(0, 0.05)) for _ in range(KILLS)]
        self.assertTrue(any(alive), "every session had ended before it was killed")
        subprocess.run(command(self.killed), check=True, capture_output=True, timeout=300)
        shards, commit = committed(self.whole)
        again, last = committed(self.killed)
        self.assertEqual(sum(shard["games"] for shard in again), GAMES)
        self.assertEqual([shard["name"] for shard in again], [shard["name"] for shard in shards])
        for key in ("model", "learner", "steps", "credit", "next_game"):
            self.assertEqual(last[key], commit[key], key)


if __name__ == "__main__":
    unittest.main()
