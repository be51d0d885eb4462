# Test of training with several ranks, some of which die or freeze. lost_ranks_test.py PROGRAM
import os
import signal
import subprocess
import sys
import unittest

from rank_runs import RankRunTestCase, is_alive, last_commit

PROGRAM = os.path.abspath(sys.argv.pop())


def children(process):
    """The child processes of a process."""
    path = "/proc/%d/task" % process
    found = []
    for task in os.listdir(path):
        with open("%s/%s/children" % (path, task), encoding="ascii") as listed:
            found += [int(child) for child in listed.read().split()]
    return found


class RanksTest(RankRunTestCase):
    program = PROGRAM

    def learns_together(self):
        log = self.read_log()
        return log.rfind("ranks learn together") > log.rfind("a rank is lost")

    def wait_for_group(self):
        """Waits until the ranks learn together, without those that were lost."""
        self.wait_for("ranks", self.learns_together)

    def test_lost_ranks_are_replaced_and_leave_no_trace_in_the_weights(self):
        alone = os.path.join(self.folder, "alone")
        subprocess.run(self.command(alone, 1), check=True, capture_output=True, timeout=120)
        run = os.path.join(self.folder, "run")
        process = self.start(self.command(run, 2))
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
            open(self.log, "w", encoding="utf-8").close()
            process = self.start(self.command(os.path.join(self.folder, "run%d" % blow), 3))
            self.wait_for_group()
            ranks = children(process.pid)
            self.assertEqual(len(ranks), 2)
            # A frozen rank ends as well.
            os.kill(ranks[0], signal.SIGSTOP)
            process.send_signal(blow)
            process.wait(timeout=60)
            self.wait_for("the end of the ranks", lambda: not any(map(is_alive, ranks)), 20)

    def test_refuses_more_ranks_than_a_batch_has_parts(self):
        refused = subprocess.run(self.command(os.path.join(self.folder, "run"), 4),
                                 capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("learner.batch_size", refused.stderr)


if __name__ == "__main__":
    unittest.main()
