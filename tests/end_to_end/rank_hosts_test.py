# Tests of a run whose ranks are on hosts of their own, some of which die, freeze or are cut off.
#
# unshare --user --map-root-user --net PYTHON rank_hosts_test.py PROGRAM
import os
import shutil
import signal
import socket
import subprocess
import sys
import unittest

from rank_runs import RankRunTestCase, last_commit

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "support"))
from hosts import Network  # pylint: disable=wrong-import-position

PROGRAM = os.path.abspath(sys.argv.pop())
PORT = 7000


class RankHostsTest(RankRunTestCase):
    program = PROGRAM
    games = 320
    timeout = 2

    @classmethod
    def setUpClass(cls):
        cls.network = Network()
        cls.first, *cls.others = [cls.network.host() for _ in range(3)]

    def setUp(self):
        super().setUp()
        self.network.heal()

    def start_run(self, run, local=1):
        return self.start([*self.first.command(), *self.command(run, local), "--ranks-at",
                           f"{self.first.address}:{PORT}"])

    def start_rank(self, place):
        """A rank on one of the other hosts."""
        return self.start([*self.others[place].command(), PROGRAM, "rank", "--join",
                           f"{self.first.address}:{PORT}", "--threads", "1"], f"rank{place}")

    def after(self, mark):
        return self.read_log()[mark:]

    def wait_for_ranks(self, count, mark=0):
        """Waits until so many have begun to learn together, since the log had `mark` bytes."""
        words = f"learn together ranks={count} "
        self.wait_for(f"{count} ranks", lambda: words in self.after(mark))
        return len(self.read_log())

    def wait_for_loss(self, place, mark):
        lost = f"the rank at {self.others[place].address} "
        self.wait_for("the loss", lambda: lost in self.after(mark))

    def test_ranks_of_other_hosts_come_and_go_and_leave_no_trace_in_the_weights(self):
        alone = os.path.join(self.folder, "alone")
        subprocess.run(self.command(alone, 1), check=True, capture_output=True, timeout=120)
        # The ranks wait for the run.
        ranks = [self.start_rank(place) for place in range(2)]
        self.wait_for("the ranks", lambda: "waiting" in self.read_log("rank1"))
        run = os.path.join(self.folder, "run")
        learner = self.start_run(run)
        # Bounds the speed of steps, so that the run lasts until all has happened.
        for host in [self.first, *self.others]:
            host.sent.set(delay=0.002)
        mark = self.wait_for_ranks(3)
        ranks[0].kill()
        self.wait_for_loss(0, mark)
        ranks[0] = self.start_rank(0)
        mark = self.wait_for_ranks(3, mark)
        self.others[1].unplug()
        self.wait_for_loss(1, mark)
        self.others[1].plug()
        mark = self.wait_for_ranks(3, mark)
        ranks[0].send_signal(signal.SIGSTOP)
        self.wait_for_loss(0, mark)
        self.assertIn("does not respond", self.after(mark))
        mark = self.wait_for_ranks(2, mark)
        ranks[0].send_signal(signal.SIGCONT)
        self.wait_for_ranks(3, mark)
        self.assertEqual(learner.wait(timeout=120), 0, self.read_log())
        for place, rank in enumerate(ranks):
            self.assertEqual(rank.wait(timeout=60), 0, self.read_log(f"rank{place}"))
        self.assertEqual(last_commit(run), last_commit(alone))

    def test_ranks_of_both_kinds_learn_and_others_are_refused(self):
        self.games = 128
        alone = os.path.join(self.folder, "alone")
        subprocess.run(self.command(alone, 1), check=True, capture_output=True, timeout=120)
        run = os.path.join(self.folder, "run")
        rank = self.start_rank(1)
        self.wait_for("the rank", lambda: "waiting" in self.read_log("rank1"))
        learner = self.start_run(run, local=2)
        # Bounds the speed of steps, as above.
        for host in [self.first, *self.others]:
            host.sent.set(delay=0.002)
        mark = self.wait_for_ranks(3)
        # Another build is refused; so is what is no rank.
        other = os.path.join(self.folder, "other")
        shutil.copy(PROGRAM, other)
        with open(other, "ab") as file:
            file.write(b"other")
        refused = subprocess.run(
            [*self.others[0].command(), other, "rank", "--join", f"{self.first.address}:{PORT}"],
            capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(refused.returncode, 2)
        self.assertRegex(refused.stderr, "refuses: wanted the program with SHA-256 .*, found ")
        self.wait_for("the refusal", lambda: "wanted the program" in self.read_log())
        connect = lambda: socket.create_connection((self.first.address, PORT), timeout=60)
        with self.others[0].call(connect) as stranger:
            stranger.sendall(b"GET / HTTP/1.1\r\n\r\n")
            self.assertEqual(stranger.recv(1), b"")
        rank.terminate()
        self.assertEqual(rank.wait(timeout=60), 0)
        self.wait_for_ranks(2, mark)
        self.assertEqual(learner.wait(timeout=120), 0, self.read_log())
        self.assertEqual(last_commit(run), last_commit(alone))


if __name__ == "__main__":
    unittest.main()
