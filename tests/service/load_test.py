# Load: many concurrent clients; every call is answered, or refused with a reason.
#
# usage: load_test.py ROLLOUTS_SERVICE SERVICE_LOAD [--long]
# --long: the amounts used for a release's measurements; prints the figures (benchmarks/README.md).
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

    def run_load(self, name, mode, service, seconds, clients, **more):
        """Runs a load and returns its report; fails if anything went wrong."""
        load = Load(LOAD, mode, service, seconds if LONG else 0.5, clients, **more)
        self.addCleanup(load.kill)
        report = load.report()
        self.assertEqual(report["errors"], 0, report)
        self.assertGreater(report["answered"], 0)
        if LONG:
            print(name, json.dumps(report))
        return report

    def test_l1_small_calls(self):
        service = self.start()
        report = self.run_load("L1", "calls", service, 20, 64 if LONG else 8)
        self.assertEqual(report["refused"], {})
        if LONG:
            each = 1e6 * service.processor_seconds() / report["answered"]
            print(f"L1 the service's processor time: {each:.1f} us a call")

    def test_l2_evaluations_share_batches(self):
        service = self.start()
        report = self.run_load("L2", "evaluate", service, 60, 64 if LONG else 16)
        numbers = service.numbers()
        self.assertEqual(report["refused"], {})
        # Every position is in exactly one batch.
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

    def search(self, name, service, seconds, clients, **more):
        """Runs a load of searches, each of which costs as much as hundreds of refusals."""
        game = "tiny_punct" if LONG else "tic_tac_toe"
        return self.run_load(name, "choose", service, seconds, clients, game=game, **more)

    def test_l6_what_is_too_much_is_refused_with_a_reason(self):
        service = self.start("max_queued: 16")
        peak = self.search("L6 peak", service, 10, 16)["answered_a_second"]
        report = self.search("L6 overload", service, 120, 100, rate=5 * peak)
        self.assertLessEqual(
            set(report["refused"]), {"OVERLOADED", "TOO_MANY_CALLS", "PREDICTED_LATE"}
        )
        self.search("L6 afterwards", service, 2, 16)

    def test_l8_arrivals_that_do_not_wait_for_answers(self):
        service = self.start()
        capacity = self.search("L8 capacity", service, 10, 16)["answered_a_second"]
        for share in (0.3, 0.6, 0.8, 0.9) if LONG else (0.3,):
            clients = 64 if LONG else 16
            report = self.search(f"L8 {share:.0%}", service, 30, clients, rate=share * capacity)
            self.assertEqual(set(report["refused"]) - {"PREDICTED_LATE"}, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + [word for word in sys.argv[3:] if word != "--long"])
