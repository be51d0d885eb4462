# Many live matches on the service: load, poor networks, failing disks, kills, clocks that jump.
#
# usage: matches_test.py ROLLOUTS_SERVICE SERVICE_LOAD MATCH_LOAD LEDGER_CHECK FAILING_DISK
#                        JUMPING_CLOCK [--long] [--seconds N] [--matches N] [--rate N] [TEST...]
# --long: the amounts used for a release (600 s, 1000 matches, 5 moves a second); prints the
# figures. In every test each acknowledged move must be in the journal exactly once.
import argparse
import contextlib
import errno
import json
import os
import sqlite3
import subprocess
import tempfile
import time
import unittest

import grpc

from poor_network import PoorNetwork
from service import Load, MatchLoad, Service, wait_until

PARSER = argparse.ArgumentParser()
for path in "service", "service_load", "match_load", "ledger_check", "failing_disk", "clock":
    PARSER.add_argument(path, type=os.path.abspath)
PARSER.add_argument("--long", action="store_true")
PARSER.add_argument("--seconds", type=float)
PARSER.add_argument("--matches", type=int)
PARSER.add_argument("--rate", type=float)
ARGUMENTS, REST = PARSER.parse_known_args()
LONG = ARGUMENTS.long
SECONDS = ARGUMENTS.seconds or (600 if LONG else 1)
MATCHES = ARGUMENTS.matches or (1000 if LONG else 8)
# Moves of persons per second; agents make about as many.
RATE = ARGUMENTS.rate or (5 if LONG else 40)
CLIENTS = 16 if LONG else 4
# One in four matches has two persons.
SEATS = MATCHES + MATCHES // 4
COMMITTED = 'calls_total{method="kvintet.v1.MatchService/CommitMove",code="OK"}'
# A game with alternate moves, one with hidden simultaneous choices, one with chance and a hidden
# rack, ...
GAMES = ["tic_tac_toe", "kontranto", "goofspiel", "tantrix", "renju", "punct"]
CHECK = "/grpc.health.v1.Health/Check"
SERVING, NOT_SERVING = 1, 2


def health(address, service):
    """The status that the standard health service reports for a service, as a number."""
    request = b"\n" + bytes([len(service)]) + service.encode()
    with grpc.insecure_channel(address) as channel:
        return channel.unary_unary(CHECK)(request, timeout=60)[1]


class MatchTestCase(unittest.TestCase):
    """A service with a journal, and players on it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.journal = os.path.join(self.folder, "matches")
        self.ledger = os.path.join(self.folder, "ledger")

    def start(self, **environment):
        # A sanitizer's library wants to be loaded first.
        asan = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        config = (f'matches: "{self.journal}" max_watchers: 4096 max_queued: 1024 drain_ms: 100 '
                  "max_connections_per_address: 64 ")
        service = Service(ARGUMENTS.service, config,
                          environment={**environment, "ASAN_OPTIONS": asan})
        self.addCleanup(service.kill)
        return service

    def play(self, address, games=GAMES, before=()):
        load = MatchLoad(ARGUMENTS.match_load, address, self.ledger, SECONDS, MATCHES, RATE,
                         CLIENTS, games, before)
        self.addCleanup(load.kill)
        return load

    def wait_for_moves(self, load, service, most):
        """Waits until the service has accepted this many moves, or nobody plays any more."""
        while load.process.poll() is None and service.numbers().get(COMMITTED, 0) < most:
            pass

    def wait_for_health(self, service, wanted):
        """Waits until the health check of matches answers this."""
        wait_until(lambda: health(service.address, "kvintet.v1.MatchService") == wanted,
                   lambda: f"the health of matches is {wanted}")

    def analyse(self, service, mode="choose"):
        load = Load(ARGUMENTS.service_load, mode, service, SECONDS, 2)
        self.addCleanup(load.kill)
        return load

    def check(self):
        """Compares the journal with the ledger."""
        checked = subprocess.run([ARGUMENTS.ledger_check, self.journal, self.ledger],
                                 capture_output=True, text=True, check=False)
        self.assertIn(checked.returncode, (0, 1), checked.stderr)
        found = json.loads(checked.stdout)
        wrong = [name for name in ("lost", "doubled", "damaged", "changed") if found[name] != 0]
        self.assertEqual(checked.returncode == 0, not wrong)
        return found, wrong

    def assert_kept(self, name, load, service):
        """Nothing was refused, reported wrongly, lost or duplicated."""
        report = load.report()
        self.assertEqual(load.process.returncode, 0, report)
        self.assertGreater(report["moves"], 0)
        self.assertEqual(service.terminate(), 0)
        found, wrong = self.check()
        self.assertEqual(wrong, [], found)
        self.assertEqual(found["acknowledged"], report["moves"])
        if LONG:
            print(name, json.dumps(report), json.dumps(found))
        return report


class MatchesTest(MatchTestCase):
    # L5.
    def test_l5_live_matches_lose_no_move_and_double_none(self):
        service = self.start()
        report = self.assert_kept("L5", self.play(service.address), service)
        self.assertEqual(report["retries"], 0, report)

    # F4, over the network; match_kills does the same to the store alone.
    def test_f4_killed_in_the_middle_it_goes_on_where_it_was(self):
        services = [self.start()]
        network = PoorNetwork(services[-1].address)
        self.addCleanup(network.close)
        load = self.play(network.address)
        slowest = 0
        for _ in range(50 if LONG else 2):
            self.wait_for_moves(load, services[-1], 30 if LONG else 5)
            services[-1].kill()
            start = time.monotonic()
            services.append(self.start())
            slowest = max(slowest, time.monotonic() - start)
            network.target = services[-1].address
        report = self.assert_kept("F4", load, services[-1])
        self.assertGreater(report["streams"], SEATS, "no stream was cut")
        if LONG:
            print(f"F4: ready again in {slowest:.2f} s at most")

    # F12.
    def test_f12_on_a_poor_network_streams_go_on_where_they_were(self):
        service = self.start()
        network = PoorNetwork(service.address, delay=0.2 if LONG else 0.005,
                              jitter=0.1 if LONG else 0.005)
        self.addCleanup(network.close)
        load = self.play(network.address)
        for i in range(1, 61 if LONG else 4):
            self.wait_for_moves(load, service, i * (30 if LONG else 5))
            network.cut()
            network.fall_silent(1 if LONG else 0.05)
        report = self.assert_kept("F12", load, service)
        self.assertGreater(report["streams"], SEATS, "no stream was cut")

    # F8.
    def test_f8_without_a_disk_matches_wait_and_analysis_goes_on(self):
        failure = os.path.join(self.folder, "failure")
        service = self.start(LD_PRELOAD=ARGUMENTS.failing_disk, FAILING_DISK=failure)
        load, analysis = self.play(service.address), self.analyse(service)
        for error in (errno.ENOSPC, errno.EROFS, errno.EIO) * (10 if LONG else 1):
            with open(failure, "w", encoding="utf-8") as file:
                file.write(str(error))
            self.wait_for_health(service, NOT_SERVING)
            self.assertEqual(health(service.address, "kvintet.v1.AnalysisService"), SERVING)
            wait_until(lambda: self.refused(service, "JOURNAL_DOWN") > 0,
                       lambda: "a call is refused because the journal is down")
            os.remove(failure)
            self.wait_for_health(service, SERVING)
        told = analysis.report()
        self.assertEqual((told["errors"], told["refused"]), (0, {}), told)
        self.assertGreater(told["answered"], 0)
        report = self.assert_kept("F8", load, service)
        self.assertGreater(report["retries"], 0)

    def refused(self, service, reason):
        return service.numbers().get(f'refused_total{{reason="{reason}"}}', 0)

    # F11.
    def test_f11_clocks_that_jump_end_no_call_and_no_match(self):
        # The gRPC library cannot cope with a clock that jumps at each reading.
        service = self.start(LD_PRELOAD=ARGUMENTS.clock,
                             JUMPING_CLOCK_MS="5000" if LONG else "100")
        load, analysis = self.play(service.address), self.analyse(service)
        told = analysis.report()
        self.assertEqual((told["errors"], told["refused"]), (0, {}), told)
        report = self.assert_kept("F11", load, service)
        self.assertEqual(report["retries"], 0, report)


# F15: checks that the tests above would find these faults.
class SeededFaultsTest(MatchTestCase):
    def played(self):
        service = self.start()
        load = self.play(service.address)
        self.assertGreater(load.report()["moves"], 1)
        service.terminate()
        self.assertEqual(self.check()[1], [])

    def database(self):
        database = sqlite3.connect(os.path.join(self.journal, "matches.sqlite3"))
        return contextlib.closing(database)

    def test_f15_a_move_that_the_journal_forgot_is_lost(self):
        self.played()
        with self.database() as database:
            match, number = database.execute(
                "SELECT match, MAX(number) FROM events WHERE body LIKE '%\"kind\":\"moved\"%' "
                "AND body LIKE '%\"player\":0%' GROUP BY match LIMIT 1").fetchone()
            database.execute("DELETE FROM events WHERE match = ? AND number >= ?", (match, number))
            database.commit()
        found, wrong = self.check()
        self.assertEqual(wrong, ["lost", "changed"], found)

    def test_f15_a_move_that_nobody_made_is_doubled(self):
        self.played()
        with open(self.ledger, encoding="utf-8") as file:
            lines = file.readlines()
        with open(self.ledger, "w", encoding="utf-8") as file:
            file.writelines(lines[1:])
        found, wrong = self.check()
        self.assertEqual((wrong, found["doubled"]), (["doubled"], 1), found)

    def test_f15_a_damaged_match_is_found(self):
        self.played()
        with self.database() as database:
            database.execute("DELETE FROM events WHERE number = 1")
            database.commit()
        found, wrong = self.check()
        self.assertEqual(wrong, ["lost", "damaged"], found)
        self.assertEqual(found["damaged"], found["matches"])


if __name__ == "__main__":
    unittest.main(argv=["matches_test", *REST])
