# Runs in tests that learn with several ranks, and what their logs say of them.
import json
import os
import subprocess
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# A round plays for a short time, then takes about fifty steps of three parts each.
SETTINGS = """
self_play { games_per_round: 64 }
network { channels: 32 blocks: 2 }
learner {
  batch_size: 192 reuse: 24 rank_timeout_seconds: %d ranks: %d
  reply_policy_weight: 0.5 ownership_weight: 0.5
}
"""


def is_alive(process):
    try:
        with open("/proc/%d/stat" % process, encoding="ascii") as stat:
            return stat.read().rsplit(") ", 1)[1][0] != "Z"
    except FileNotFoundError:
        return False


def last_commit(run):
    with open(os.path.join(run, "manifest.jsonl"), encoding="utf-8") as lines:
        commits = [line for line in map(json.loads, lines) if line["kind"] == "commit"]
    return {key: commits[-1][key] for key in ("model", "learner", "steps", "credit")}


class RankRunTestCase(unittest.TestCase):
    program = None
    games = 192
    timeout = 5

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.log = os.path.join(self.folder, "log")

    def command(self, run, ranks, *more):
        return [self.program, "train", "tic_tac_toe", "--run", run, "--games", str(self.games),
                "--config", os.path.join(ROOT, "configs", "smoke.textproto"),
                "--set", SETTINGS % (self.timeout, ranks), *more]

    def start(self, command, name="log"):
        """Starts a command with its output in a file of this name."""
        with open(os.path.join(self.folder, name), "a", encoding="utf-8") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def read_log(self, name="log"):
        if not os.path.exists(os.path.join(self.folder, name)):
            return ""
        with open(os.path.join(self.folder, name), encoding="utf-8") as log:
            return log.read()

    def wait_for(self, what, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "waited for %s; %s" % (what, self.read_log()))
            time.sleep(0.01)
