# Test of training with several ranks, some of which die or freeze. lost_ranks_test.py PROGRAM
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(sys.argv.pop())
# A round plays for a short time, then takes about fifty steps of three parts each.
SETTINGS = """
self_play { games_per_round: 64 }
network { channels: 32 blocks: 2 }
learner {
  batch_size: 192 reuse: 24 rank_timeout_seconds: 5 ranks: %d
  reply_policy_weight: 0.5 ownership_weight: 0.5
}
"""
GAMES = 192


def command(run, ranks, *more):
    return [PROGRAM, "train", "tic_tac_toe", "--run", run, "--games", str(GAMES),
            "--config", os.path.join(ROOT, "configs", "smoke.textproto"),
            "--set", SETTINGS % ranks, *more]


def children(process):
    """The child processes of a process."""
    path = "/proc/%d/task" % process
    found = []
    for task in os.listdir(path):
        with open("%s/%s/children" % (path, task), encoding="ascii") as listed:
            found += [int(child) for child in listed.read().split()]
    return found


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


class RanksTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.log = os.path.join(self.folder, "log")

    def start(self, run, ranks):
        with open(self.log, "w", encoding="utf-8") as log:
            process = subprocess.Popen(command(run, ranks), stdout=subprocess.DEVNULL, stderr=log)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def read_log(self):
        with open(self.log, encoding="utf-8") as log:
            return log.read()

    def wait_for(self, what, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "waited for %s; %s" % (what, self.read_log()))
            time.sleep(0.01)

    def losses(self):
        return self.read_log().count("a rank is lost")

    def wait_for_group(self):
        """Waits until the ranks learn together, without those that were lost."""
        self.wait_for("ranks", lambda: self.read_log().count("learn together") > self.losses())

    def test_lost_ranks_are_replaced_and_leave_no_trace_in_the_weights(self):
        alone = os.path.join(self.folder, "alone")
        subprocess.run(command(alone, 1), check=True, capture_output=True, timeout=120)
        run = os.path.join(self.folder, "run")
        process = self.start(run, 2)
        for blow, fate in (signal.SIGKILL, "ended by signal 9"), (signal.SIGSTOP, "not respond"):
            self.wait_for_group()
            rank = children(process.pid)[0]
            os.kill(rank, blow)
            self.wait_for("the loss", lambda: "process %d " % rank in self.read_log())
            self.assertRegex(self.read_log(), "process %d .*%s" % (rank, fate))
            self.wait_for_group()
            self.assertFalse(is_alive(rank), "a rank that froze stays behind")
        self.assertEqual(process.wait(timeout=120), 0, self.read_log())
        self.assertEqual(last_commit(run), last_commit(alone))

    def test_ranks_end_with_the_first_one(self):
        for blow in signal.SIGKILL, signal.SIGINT:
            process = self.start(os.path.join(self.folder, "run%d" % blow), 3)
            self.wait_for_group()
            ranks = children(process.pid)
            self.assertEqual(len(ranks), 2)
            # A frozen rank ends as well.
            os.kill(ranks[0], signal.SIGSTOP)
            process.send_signal(blow)
            process.wait(timeout=60)
            self.wait_for("the end of the ranks", lambda: not any(map(is_alive, ranks)), 20)

    def test_refuses_more_ranks_than_a_batch_has_parts(self):
        refused = subprocess.run(command(os.path.join(self.folder, "run"), 4),
                                 capture_output=True, text=True, timeout=60)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("learner.batch_size", refused.stderr)


if __name__ == "__main__":
    unittest.main()
