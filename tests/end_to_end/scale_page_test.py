# Test of docs/scale.md: walks "From one machine to three in five minutes" on three hosts, each a
# network namespace, with the commands as they are written there.
#
# unshare --user --map-root-user --net PYTHON scale_page_test.py PROGRAM
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from fleet import shards

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support"))
from hosts import Network  # pylint: disable=wrong-import-position

PROGRAM = os.path.abspath(sys.argv.pop())
SECTION = "From one machine to three in five minutes"
# How long a step may take on a machine with other work.
PATIENCE = 300


def section(title):
    """A section of the page, without its title."""
    with open(os.path.join(ROOT, "docs", "scale.md"), encoding="utf-8") as file:
        return file.read().split(f"\n## {title}\n")[1].split("\n## ")[0]


def commands(text):
    """The blocks of commands in a part of the page, in order."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", text, re.MULTILINE | re.DOTALL)
    return ["\n".join(line.strip() for line in block.splitlines()) for block in blocks]


class ScalePageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.processes = []
        self.addCleanup(self.kill_all)
        network = Network()
        self.hosts = [network.host() for _ in range(3)]
        for index in range(3):
            # What every machine has: the checkout, here as its configurations, and the program.
            os.makedirs(os.path.join(self.home(index), "bin"))
            os.symlink(os.path.join(ROOT, "configs"), os.path.join(self.home(index), "configs"))
            os.symlink(PROGRAM, os.path.join(self.home(index), "bin", "kvintet"))

    def home(self, host):
        return os.path.join(self.folder, f"machine{host + 1}")

    def log(self, host):
        with open(os.path.join(self.home(host), "log"), encoding="utf-8") as file:
            return file.read()

    def begin(self, host, text):
        """Starts commands on a host. The last of them becomes the process."""
        text = text.replace("FIRST", self.hosts[0].address)
        *before, last = [line for line in text.splitlines() if not line.startswith("#")]
        script = "\n".join([*before, "exec " + last])
        path = os.path.join(self.home(host), "bin") + os.pathsep + os.environ["PATH"]
        with open(os.path.join(self.home(host), "log"), "a", encoding="utf-8") as log:
            process = subprocess.Popen([*self.hosts[host].command(), "sh", "-c", script],
                                       cwd=self.home(host), stdout=log, stderr=log,
                                       stdin=subprocess.DEVNULL, env={**os.environ, "PATH": path})
        self.processes.append(process)
        return process

    def kill_all(self):
        for process in self.processes:
            process.kill()
            process.wait()

    def watched(self, word):
        """What `kvintet watch` shows on the third machine."""
        text = "export KVINTET_REDIS_PASSWORD=SECRET\n" + word
        before = len(self.log(2))
        if self.begin(2, text).wait(PATIENCE) != 0:
            return ""
        return self.log(2)[before:]

    def wait_until(self, met, what):
        end = time.monotonic() + PATIENCE
        while not (found := met()):
            if time.monotonic() > end:
                logs = "\n".join(f"{host + 1}: {self.log(host)}" for host in range(3))
                self.fail(f"waited in vain until {what}\n{logs}")
            time.sleep(0.5)
        return found

    def test_three_machines_play_for_one_run(self):
        text = section(SECTION)
        redis, learner, actor = commands(text)
        watch = re.search(r"`(kvintet watch redis://FIRST/\w+)`", text).group(1)
        self.begin(0, redis)
        learning = self.begin(0, learner)
        actors = [self.begin(host, actor) for host in (1, 2)]
        row = re.compile(r"^\S+ +([1-9]\d*) +\d+ .* playing$", re.MULTILINE)
        self.wait_until(lambda: len(row.findall(self.watched(watch))) == 3,
                        "three actors have played games")
        for process in actors:
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(PATIENCE), 0, self.log(1) + self.log(2))
        learning.send_signal(signal.SIGINT)
        self.assertEqual(learning.wait(PATIENCE), 0, self.log(0))
        run = os.path.join(self.home(0), "runs", "renju")
        checked = subprocess.run([PROGRAM, "data", run, "verify"], capture_output=True, text=True,
                                 check=False)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        # Started again with the same command, it continues, and so it does without the link.
        for command in learner, re.sub(r" --link \S+", "", learner):
            before, games = len(self.log(0)), self.games(run)
            learning = self.begin(0, command)
            self.wait_until(lambda games=games: self.games(run) > games, "the run has more games")
            learning.send_signal(signal.SIGINT)
            self.assertEqual(learning.wait(PATIENCE), 0, self.log(0)[before:])
            self.assertIn("the run is in runs/renju", self.log(0)[before:])

    def games(self, run):
        """How many games the run has."""
        return sum(shard["games"] for shard in shards(run))


if __name__ == "__main__":
    unittest.main()
