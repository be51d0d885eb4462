# Tests of tools/quickstart: it resumes after an interruption, does nothing once it is done, and
# serves the page.
#
# quickstart_test.py; needs build/release, which tools/quickstart builds.
import glob
import os
import pty
import re
import signal
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Without Node or npm's registry there is no page.
PAGE = os.path.exists(os.path.join(ROOT, "web", "dist", "index.html"))


class QuickstartTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.run_folder = os.path.join(folder.name, "run")

    def start(self, *game, output=subprocess.PIPE):
        """Starts a small run in its own process group."""
        return subprocess.Popen(
            [os.path.join(ROOT, "tools", "quickstart"), *game], text=True, start_new_session=True,
            env=dict(os.environ, MINUTES="0.1", PAIRS="1", RUN=self.run_folder),
            stdout=output, stderr=subprocess.STDOUT)

    def interrupt_at(self, mark):
        """Starts it and sends Ctrl-C (SIGINT) after the line with `mark`."""
        with self.start() as process:
            for line in process.stdout:
                if mark in line:
                    break
            os.killpg(process.pid, signal.SIGINT)
            rest = process.stdout.read()
        self.assertEqual(process.returncode, 130, rest)
        self.assertIn("run it again to resume", rest)

    def finish(self, *game):
        """Runs it to its end; returns its output."""
        with self.start(*game) as process:
            text = process.stdout.read()
        self.assertEqual(process.returncode, 0, text)
        return text

    def results(self):
        """The result files with their modification times."""
        paths = [path for name in ("arena_*.txt", "curve_*.md")
                 for path in glob.glob(os.path.join(self.run_folder, name))]
        return {path: os.stat(path).st_mtime_ns for path in paths}

    def test_goes_on_after_ctrl_c_at_each_stage_and_is_done_once(self):
        for mark in ("== training", "evals/s", "| minutes |", "against random in",
                     "listening on"):
            self.interrupt_at(mark)
        text = self.finish()
        self.assertRegex(text, r"evaluations \d+  \d+ evals/s")
        self.assertRegex(text, r"\| minutes \| games \| random \| greedy \|\n\|[-|]+\n(\| .*\n)+")
        self.assertIn("kontranto\nscore ", text)
        self.assertRegex(text, r"== asking[^\n]*\n[^=]*\nseat 0 plays (circle|triangle)\nwin ")
        self.assertRegex(text, r"play against it: http://127\.0\.0\.1:\d+/play/kontranto\n"
                         if PAGE else "the page is not built")
        done = self.results()
        self.assertEqual(len(done), 3)
        self.serves_on_a_terminal_until_ctrl_c()
        self.assertEqual(self.results(), done)

    def serves_on_a_terminal_until_ctrl_c(self):
        if not PAGE:
            return
        leader, terminal = pty.openpty()
        with os.fdopen(leader, errors="replace") as shown, self.start(output=terminal) as process:
            os.close(terminal)
            text = ""
            while "until you press Ctrl-C" not in text:
                text += shown.readline()
            address = re.search(r"play against it: (\S+)", text)[1]
            with urllib.request.urlopen(address, timeout=60) as page:
                self.assertIn(b"<script", page.read())
            os.killpg(process.pid, signal.SIGINT)
            self.assertEqual(process.wait(60), 0)
        with self.assertRaises(urllib.error.URLError):
            urllib.request.urlopen(address, timeout=60)

    def test_plays_the_game_that_is_named(self):
        text = self.finish("renju")
        self.assertRegex(text, r"== asking[^\n]*\n[^=]*\nseat 1 plays [a-o]\d+\nwin ")

    def test_asks_for_a_move_with_a_rack_of_its_own(self):
        text = self.finish("tantrix")
        self.assertRegex(text, r"== asking[^\n]*\n[^=]*\nseat 0 plays \d+@0,0/\d\nwin ")

    def test_refuses_a_game_that_it_cannot_train(self):
        with self.start("chess") as process:
            text = process.stdout.read()
        self.assertEqual(process.returncode, 2)
        self.assertIn("GAME must be kontranto, renju, punct, konkvest or tantrix, is chess", text)


if __name__ == "__main__":
    unittest.main()
