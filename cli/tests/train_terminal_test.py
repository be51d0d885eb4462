# Tests of the output of `kvintet train` to a terminal and to a log.
# train_terminal_test.py PROGRAM FORK_SERVER
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SETTINGS = ("search { simulations: 4 gumbel { max_considered: 4 } } "
            "self_play { games_per_round: 16 slots_per_thread: 8 threads: 1 max_plies: 5 } "
            "network { blocks: 1 channels: 8 value_hidden: 8 device: 'CPU' precision: FP32 } "
            "learner { batch_size: 16 held_out_share: 0.2 window { min_rows: 16 } }")


def command(run, games):
    return [PROGRAM, "train", "tic_tac_toe", "--run", run, "--games", str(games), "--set", SETTINGS]


def on_terminal(arguments):
    """The program's output to a pseudo-terminal, and its exit code."""
    ours, its = pty.openpty()
    with subprocess.Popen(arguments, stdin=its, stdout=its, stderr=its) as process:
        os.close(its)
        text = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            text += part
        os.close(ours)
        return text.decode(), process.wait()


class TrainTerminalTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.run_folder = os.path.join(folder.name, "run")

    def test_a_terminal_has_a_bar_that_is_rewritten(self):
        text, code = on_terminal(command(self.run_folder, 96))
        self.assertEqual(code, 0, text)
        bars = re.findall(r"\r\x1b\[K(\[[#.]{24}\] +\d+ %[^\r\n]*)", text)
        self.assertTrue(bars, text)
        for bar in bars:
            self.assertLess(len(bar), 80)
        # What remains on a terminal: the heading, the last line of the table, the closing message.
        lines = [line.split("\x1b[K")[-1] for line in text.splitlines() if line]
        stays = [line for line in lines if line and not line.startswith("[")]
        self.assertRegex("\n".join(stays), r"time +games +rows +steps")
        self.assertRegex("\n".join(stays), r"0:\d\d:\d\d +96 ")
        self.assertIn("the agent is model:", stays[-1])
        self.assertTrue(any(line.startswith("warning: ") for line in stays), stays)

    def test_the_log_does_not_mix_with_the_bar(self):
        stages = ("stage { name: 'first' games: 48 } stage { name: 'second' games: 48 }")
        text, code = on_terminal(command(self.run_folder, 96) + ["--set", stages])
        self.assertEqual(code, 0, text)
        lines = [line.split("\x1b[K")[-1] for line in text.splitlines()]
        logged = [line for line in lines if " INFO " in line]
        self.assertTrue(any("stage number=2 name=second" in line for line in logged), text)
        for line in logged:
            self.assertRegex(line, r"^\d{4}-\d\d-\d\dT")
        bars = re.findall(r"stage (\d)/2 \w+", text)
        self.assertIn("2", bars)

    def test_a_log_has_few_lines_and_no_control_characters(self):
        begun = time.monotonic()
        done = subprocess.run(command(self.run_folder, 96), capture_output=True, text=True,
                              check=True)
        figures = [line for line in done.stdout.splitlines() if line.startswith("games ")]
        self.assertLessEqual(len(figures), 1 + (time.monotonic() - begun) / 10)
        self.assertGreaterEqual(len(figures), 1)
        self.assertIn("held out policy", figures[-1])
        self.assertNotRegex(done.stdout, "[\r\x1b]")
        self.assertEqual(done.stdout.count("warning: "), len(set(re.findall(
            "warning: .*", done.stdout))))

    def test_all_that_is_measured_is_in_every_report(self):
        subprocess.run(command(self.run_folder, 96), capture_output=True, check=True)
        with open(os.path.join(self.run_folder, "metrics.jsonl"), encoding="utf-8") as file:
            last = json.loads(file.readlines()[-1])
        wanted = {"held_out/policy_loss", "held_out/policy_floor", "held_out/policy_kl",
                  "held_out/top1", "held_out/entropy", "held_out/value_loss",
                  "held_out/value_base", "held_out/explained_variance",
                  "held_out/calibration_error", "learnt/value_loss", "step/gradient_norm",
                  "step/clipped_gradients", "step/learning_rate", "game/seat0_wins", "game/cut",
                  "game/surprise", "window/age_rows", "window/age_minutes", "ends/max_plies"}
        self.assertLessEqual(wanted, set(last))
        self.assertIn("unfinished_games", [warning["kind"] for warning in last["warnings"]])
        events = b""
        for name in os.listdir(self.run_folder):
            if name.startswith("events."):
                with open(os.path.join(self.run_folder, name), "rb") as file:
                    events += file.read()
        for tag in wanted | {"warning/unfinished_games"}:
            self.assertIn(tag.encode(), events)
        page = os.path.join(self.run_folder, "page.html")
        shown = subprocess.run([PROGRAM, "watch", self.run_folder, "--html", page], check=True,
                               capture_output=True, text=True).stdout
        with open(page, encoding="utf-8") as file:
            html = file.read()
        for text in shown, html:
            self.assertIn("held out: value loss", text)
            self.assertIn("games end: ", text)
            self.assertIn("are cut without a result", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
