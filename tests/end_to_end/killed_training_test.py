# Test of training that is killed again and again, with schedules ROUNDS and CONTINUOUS.
# killed_training_test.py PROGRAM; KVINTET_KILLS=200 sets the kills for the long form by hand.
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
KILLS = int(os.environ.get("KVINTET_KILLS", "3"))
# Enough games that most sessions are killed on a machine that plays a thousand games per second.
GAMES = 400 * KILLS


def command(run, schedule):
    return [PROGRAM, "train", "tic_tac_toe", "--run", run, "--games", str(GAMES),
            "--config", os.path.join(ROOT, "configs", "smoke.textproto"),
            "--set", "self_play { schedule: %s }" % schedule,
            # Surprise sampling and the learnt heads must be restored as well.
            "--set", "learner { surprise_weight: 0.5 soft_policy_weight: 1 "
                     "reply_policy_weight: 0.5 ownership_weight: 0.5 }"]


def manifest(run):
    """The manifest lines that were written completely."""
    path = os.path.join(run, "manifest.jsonl")
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as lines:
        return [json.loads(text) for text in lines if text.endswith("\n")]


def committed(run):
    """The shards and the last commit that count, as defined in docs/architecture.md."""
    shards, pending, commit = [], [], None
    for line in manifest(run):
        if line["kind"] == "session":
            pending = []
        elif line["kind"] == "shard":
            pending.append(line)
        else:
            shards, pending = shards + pending, []
            commit = line if line["kind"] == "commit" else commit
    return shards, commit


class KilledTrainingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.whole = os.path.join(folder.name, "whole")
        self.killed = os.path.join(folder.name, "killed")

    def kill_once(self, schedule, chance):
        """Starts the run and kills it, soon after a line of the manifest or at a random time;
        returns whether it ended by itself."""
        before = len(manifest(self.killed))
        with subprocess.Popen(command(self.killed, schedule), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            wanted = before + chance.choice([0, 1, 2, 2])
            while len(manifest(self.killed)) < wanted and process.poll() is None:
                time.sleep(0.002)
            time.sleep(chance.uniform(0, 0.05 if wanted > before else 1))
            alive = process.poll() is None
            process.kill()
        return alive

    def kill_often(self, schedule):
        chance = random.Random(5)
        alive = sum(self.kill_once(schedule, chance) for _ in range(KILLS))
        self.assertGreater(alive, KILLS // 2, "most sessions had ended before they were killed")
        subprocess.run(command(self.killed, schedule), check=True, capture_output=True,
                       timeout=600)
        print("%d of %d kills found a run alive" % (alive, KILLS))

    def test_rounds_end_with_the_bytes_of_a_run_that_never_was_killed(self):
        subprocess.run(command(self.whole, "ROUNDS"), check=True, capture_output=True,
                       timeout=600)
        self.kill_often("ROUNDS")
        shards, commit = committed(self.whole)
        again, last = committed(self.killed)
        self.assertEqual(sum(shard["games"] for shard in again), GAMES)
        self.assertEqual([shard["name"] for shard in again], [shard["name"] for shard in shards])
        for key in ("model", "learner", "steps", "credit", "next_game"):
            self.assertEqual(last[key], commit[key], key)

    def test_a_continuous_run_keeps_every_sealed_game_once(self):
        self.kill_often("CONTINUOUS")
        lines = manifest(self.killed)
        self.assertNotIn("session", {line["kind"] for line in lines})
        sealed = [line for line in lines if line["kind"] == "shard"]
        self.assertEqual(sum(shard["games"] for shard in sealed), GAMES)
        self.assertEqual(len({shard["name"] for shard in sealed}), len(sealed))
        self.assertEqual(sealed, committed(self.killed)[0])
        for shard in sealed:
            self.assertTrue(os.path.exists(os.path.join(self.killed, "shards", shard["name"])))


if __name__ == "__main__":
    unittest.main()
