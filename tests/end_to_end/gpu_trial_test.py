# Tests of tools/gpu_trial on the CPU: what it packs, and that a second run resumes the first.
# gpu_trial_test.py KVINTET
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
KVINTET = os.path.abspath(sys.argv.pop(1))


class GpuTrialTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name) / "trial"

    def trial(self, *arguments):
        """Runs a small trial: one network, one game each, with the program under test."""
        return subprocess.run(
            [ROOT / "tools/gpu_trial", *arguments], text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False,
            env=dict(os.environ, OUT=str(self.out), DEVICE="CPU", KVINTET=KVINTET, NETS="1x8",
                     BATCHES="8", SECONDS_EACH="0.2", PAIRS="1",
                     SET="network { blocks: 1 channels: 8 } self_play { slots_per_thread: 4 }"))

    def finish(self):
        done = self.trial("renju", "0.1")
        self.assertEqual(done.returncode, 0, done.stdout)
        return {path.name: path.stat().st_mtime_ns for path in self.out.glob("*.txt")}

    def test_packs_figures_run_and_model_and_measures_once(self):
        made = self.finish()
        self.assertIn("evaluations a second", (self.out / "net_1x8_8.txt").read_text())
        self.assertIn("evaluations/s", (self.out / "selfplay.txt").read_text())
        with tarfile.open(f"{self.out}.tar.gz") as packed:
            names = set(packed.getnames())
        self.assertLessEqual(
            {"trial/machine.txt", "trial/renju.model", "trial/run/manifest.jsonl"}, names)
        self.assertEqual(sum(name.startswith("arena_") for name in made), 3)
        self.assertEqual(self.finish(), made)

    def test_says_what_is_wrong_with_its_arguments(self):
        for arguments, text in (
                (["renju"], "wanted GAME MINUTES, found 1 arguments"),
                (["chess", "1"], "there is no configs/chess.textproto"),
                (["renju", "soon"], "MINUTES must be a number above 0, is soon")):
            done = self.trial(*arguments)
            self.assertEqual(done.returncode, 2)
            self.assertIn(text, done.stdout)


if __name__ == "__main__":
    unittest.main()
