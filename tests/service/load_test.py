# Load: many clients at a time; every call is answered, or refused with a reason.
#
# usage: load_test.py ROLLOUTS_SERVICE SERVICE_LOAD [--long]
# --long: the amounts at which a release is measured; prints the figures (benchmarks/README.md).
import json
import os
import sys
import unittest

from service import Load, Service

LONG = "--long" in sys.argv
PROGRAM, LOAD = map(os.path.abspath, sys.argv[1:3])
MANY = "max_connections_per_address: 128 "


class LoadTest(unittest.TestCase):
    def start(self, config=""):
        service = Service(PROGRAM, MANY + config)
        self.addCleanup(service.kill)
        return service

    def run_load(self, name, mode, service, seconds, clients, *rate):
        """The report of a load, in which nothing went wrong."""
        load = Load(LOAD, mode, service, seconds if LONG else 0.5, clients, *rate)
        self.addCleanup(load.kill)
        report = load.report()
        self.assertEqual(report["errors"], 0, report)
        self.assertGreater(report["answered"], 0)
        if LONG:
            print(name, json.dumps(report))
        return report

    def test_l1_small_calls(self):
        report = self.run_load("L1", "calls", self.start(), 20, 64 if LONG else 8)
        self.assertEqual(report["refused"], {})

    def test_l2_evaluations_share_batches(self):
        service = self.start()
        report = self.run_load("L2", "evaluate", service, 60, 64 if LONG else 16)
        numbers = service.numbers()
        self.assertEqual(report["refused"], {})
        # Every position is in a batch, and none is there twice.
        self.assertEqual(numbers["batch_positions_sum"], report["answered"])
        self.assertEqual(
            numbers['evaluations_total{model="rollouts:16"}'], numbers["batch_positions_sum"]
        )
        if LONG:
            mean = numbers["batch_positions_sum"] / numbers["batch_positions_count"]
            print(f"L2 mean batch {mean:.1f}")

    def test_l3_moves(self):
        report = self.run_load("L3", "choose", self.start(), 60, 32 if LONG else 4)
        self.assertEqual(report["refused"], {})

    def test_l6_what_is_too_much_is_refused_with_a_reason(self):
        service = self.start("max_queued: 4")
        peak = self.run_load("L6 peak", "evaluate", service, 10, 4)["answered_a_second"]
        report = self.run_load("L6 overload", "arrivals", service, 120, 100, 5 * peak)
        self.assertLessEqual(
            set(report["refused"]), {"OVERLOADED", "TOO_MANY_CALLS", "PREDICTED_LATE"}
        )
        self.run_load("L6 afterwards", "evaluate", service, 10, 4)

    def test_l8_arrivals_that_do_not_wait_for_answers(self):
        service = self.start()
        capacity = self.run_load("L8 capacity", "evaluate", service, 10, 16)["answered_a_second"]
        for share in (0.3, 0.6, 0.8, 0.9) if LONG else (0.3,):
            report = self.run_load(
                f"L8 {share:.0%}", "arrivals", service, 30, 64 if LONG else 16, share * capacity
            )
            self.assertEqual(set(report["refused"]) - {"PREDICTED_LATE"}, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + [word for word in sys.argv[3:] if word != "--long"])
