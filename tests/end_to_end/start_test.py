# Start of a service with the shipped models, and of a run: how often formats are timed.
#
# usage: start_test.py PROGRAM
import glob
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(sys.argv[1])
MODELS = sorted(glob.glob(os.path.join(ROOT, "models", "*.model")))
SECONDS = 60
# Makes oneDNN, and so the program, treat this CPU as one without BF16 units.
WITHOUT_UNITS = {"ONEDNN_MAX_CPU_ISA": "AVX2"}


def environment(cache, more):
    limits = ("ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA")
    inherited = {name: value for name, value in os.environ.items() if name not in limits}
    return inherited | {"KVINTET_CACHE": cache} | more


def files_in(log, sentence):
    return sorted(re.findall(f"INFO cli: {sentence} file=(\\S+)", log))


class StartTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.cache = self.path("cache")

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, cache=None, **more):
        """Starts the service with all models and stops it; returns what it served and its log."""
        command = [PROGRAM, "serve", "--allow-root", "--models", os.path.join(ROOT, "models")]
        command += ["--listen", "unix:" + self.path("socket")]
        with open(self.path("log"), "w+", encoding="utf-8") as log:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True,
                                       env=environment(cache or self.cache, more))
            self.addCleanup(process.stdout.close)
            announced = process.stdout.readline()
            process.send_signal(signal.SIGTERM)
            code = process.wait(SECONDS)
            served = announced + process.stdout.read()
            log.seek(0)
            told = log.read()
        self.assertEqual(code, 0, told)
        return served, told

    def assert_all_served(self, served, told):
        self.assertEqual(len(re.findall("^model ", served, re.MULTILINE)), len(MODELS), told)

    def trials(self, log):
        """The numbers of channels whose formats were timed, once for each time."""
        return sorted(re.findall("timing formats device=CPU channels=(\\d+)", log))

    def assert_tries_each_width_once(self, log):
        widths = set(re.findall("network made .*\\bevaluations/s of (\\d+) channels", log))
        self.assertNotEqual(widths, set(), log)
        self.assertEqual(self.trials(log), sorted(widths), log)

    def train(self, run, **more):
        """Trains for some games; returns the format that the run chose and its log."""
        command = [PROGRAM, "train", "tic_tac_toe", "--run", self.path(run), "--games", "8"]
        command += ["--config", os.path.join(ROOT, "configs/smoke.textproto")]
        command += ["--set", "network { precision: AUTO device: 'CPU' }"]
        result = subprocess.run(command, capture_output=True, text=True, check=False,
                                timeout=SECONDS, env=environment(self.cache, more))
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(os.path.join(self.path(run), "run.json"), encoding="utf-8") as file:
            return json.load(file)["precision"], result.stderr

    def test_a_service_without_bf16_units_tries_convolutions_alone(self):
        served, told = self.start(**WITHOUT_UNITS)
        self.assert_all_served(served, told)
        self.assert_tries_each_width_once(told)
        self.assertEqual(told.count("precision=fp32"), len(MODELS), told)
        self.assertEqual(told.count("bf16 has no fast path on this processor"), len(MODELS), told)
        self.assertEqual(told.count("direct "), len(MODELS), told)

    def test_a_service_tries_once_and_the_machine_remembers(self):
        served, told = self.start()
        self.assert_all_served(served, told)
        self.assert_tries_each_width_once(told)
        again, told_again = self.start()
        self.assertEqual(again, served)
        self.assertEqual(self.trials(told_again), [], told_again)

    def test_a_memory_that_is_damaged_or_cannot_be_written_stops_nothing(self):
        os.mkdir(self.cache)
        with open(os.path.join(self.cache, "precision.jsonl"), "wb") as file:
            file.write(b"\0\xff{]\n{\"trial\": 1")
        for cache in (self.cache, "/proc/version/none"):
            served, told = self.start(cache)
            self.assert_all_served(served, told)
            self.assert_tries_each_width_once(told)
        self.assertEqual(self.trials(self.start()[1]), [])

    def test_each_model_is_told_while_the_service_starts(self):
        told = self.start()[1]
        self.assertEqual(files_in(told, "looking at a model"), MODELS)
        self.assertEqual(files_in(told, "network made"), MODELS)
        self.assertEqual(told.count("linear algebra"), 1, told)

    def test_a_run_without_bf16_units_tries_no_precision_and_keeps_its_own(self):
        precision, told = self.train("run", **WITHOUT_UNITS)
        self.assertEqual((precision, len(self.trials(told))), ("fp32", 1), told)
        self.assertIn("bf16 has no fast path on this processor", told)
        precision, told = self.train("run")
        self.assertEqual((precision, len(self.trials(told))), ("fp32", 0), told)

    def test_a_second_run_remembers_what_the_first_has_tried(self):
        first, told = self.train("first")
        self.assertEqual(len(self.trials(told)), 1, told)
        second, told = self.train("second")
        self.assertEqual((second, self.trials(told)), (first, []), told)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
