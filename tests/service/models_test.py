# Models that are switched under load, and models that fail.
#
# usage: models_test.py TOY_MODELS_SERVICE SERVICE_LOAD SWITCH_LOAD [--long] [--seconds N] [TEST...]
# --long: the amounts used for a release; prints the figures.
import argparse
import hashlib
import json
import os
import subprocess
import tempfile
import unittest

import grpc

from service import SECONDS, Load, Service

PARSER = argparse.ArgumentParser()
for path in "service", "service_load", "switch_load":
    PARSER.add_argument(path, type=os.path.abspath)
PARSER.add_argument("--long", action="store_true")
PARSER.add_argument("--seconds", type=float)
ARGUMENTS, REST = PARSER.parse_known_args()
LONG = ARGUMENTS.long
MODELS = {"first": "0.25", "second": "0.75"}
GAME = "tic_tac_toe"
# The exit code of a process whose shutdown takes too long.
FORCED_EXIT = 70


def identity(name):
    return hashlib.sha256(MODELS[name].encode()).hexdigest()


class ModelsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.admin = "unix:" + os.path.join(self.folder, "admin")
        for name, win in MODELS.items():
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(win)

    def start(self, *fault, config=""):
        config += f' admin: "{self.admin}" max_connections_per_address: 128'
        service = Service(ARGUMENTS.service, config, words=((self.folder,), fault))
        self.addCleanup(service.kill)
        return service

    def load(self, service, mode="evaluate", seconds=0.5, clients=4):
        load = Load(ARGUMENTS.service_load, mode, service, seconds, clients)
        self.addCleanup(load.kill)
        return load

    def operate(self, method, text):
        """Calls AdminService; each request has one text field."""
        request = b"\n" + bytes([len(text)]) + text.encode()
        with grpc.insecure_channel(self.admin) as channel:
            channel.unary_unary("/kvintet.v1.AdminService/" + method)(request, timeout=SECONDS)

    def let_play(self, name):
        self.operate("LoadModel", name)
        self.operate("WarmModel", identity(name))
        self.operate("SwitchModel", identity(name))

    def switch_under_load(self, service, seconds):
        """The combined report of clients and operators, and whether it is good."""
        words = [service.address, self.admin, str(seconds), "64" if LONG else "4", GAME, *MODELS]
        done = subprocess.run([ARGUMENTS.switch_load, *words], capture_output=True, text=True,
                              check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return json.loads(done.stdout), done.returncode == 0

    # L9.
    def test_l9_models_change_under_load_and_no_answer_mixes_them(self):
        seconds = ARGUMENTS.seconds or (30 if LONG else 1)
        report, good = self.switch_under_load(self.start(), seconds)
        self.assertTrue(good, report)
        self.assertEqual(set(report["models"]), {identity(name) for name in MODELS})
        self.assertGreater(report["switches"], 1)
        if LONG:
            print("L9", json.dumps(report))

    def load_until_an_error(self, service):
        """The report of the first load with an error. A busy machine may answer a load's calls
        with fewer than the hundred evaluations of which one goes wrong."""
        for _ in range(20):
            report = self.load(service, seconds=30 if LONG else 0.5).report()
            if report["errors"] > 0:
                return report
        raise AssertionError(f"20 loads without an error: {report}")

    # F10.
    def test_f10_what_a_model_does_wrong_is_the_fault_of_those_calls_alone(self):
        for fault in "throws", "nan", "fails":
            with self.subTest(fault):
                service = self.start(fault)
                self.let_play("first")
                report = self.load_until_an_error(service)
                self.assertGreater(report["answered"], report["errors"], report)
                self.assertEqual(report["error"], "the model could not evaluate the position")
                numbers = service.numbers()
                self.assertEqual(numbers['refused_total{reason="BUG"}'], report["errors"])
                self.assertEqual(service.left_behind(), {})
                self.assertEqual(self.load(service, "calls").report()["errors"], 0)
                self.assertEqual(service.terminate(), 0)

    # F13; StallMonitorTest has the case of a handler that blocks a thread of the gRPC library.
    def test_f13_a_service_that_hangs_ends_itself(self):
        service = self.start("hangs", config="probe_ms: 50 exit_ms: 500 drain_ms: 100")
        self.let_play("first")
        self.load(service, seconds=SECONDS)
        self.assertEqual(service.process.wait(SECONDS), FORCED_EXIT)

    # F15, for L9.
    def test_f15_an_answer_of_two_models_is_found(self):
        report, good = self.switch_under_load(self.start("mixes"), 1)
        self.assertFalse(good, report)
        self.assertGreater(report["mixed"], 0, report)
        self.assertEqual(report["errors"], 0, report)

    # F15, for F1 and F2.
    def test_f15_a_call_that_is_left_behind_is_found(self):
        service = self.start("hangs")
        self.let_play("first")
        load = self.load(service, seconds=SECONDS, clients=1)
        self.assertEqual(service.process.stdout.readline(), "hangs\n")
        load.kill()
        self.assertIn("calls_in_progress", service.left_behind(20))


if __name__ == "__main__":
    unittest.main(argv=["models_test", *REST])
