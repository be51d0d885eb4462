# Faults of clients, machine and operators: the service survives them and reports them.
#
# usage: faults_test.py ROLLOUTS_SERVICE SERVICE_LOAD [--long]
# --long: the amounts used for a release, minutes instead of seconds.
import os
import socket
import sys
import time
import unittest

import grpc

from service import SECONDS, Load, Service, host_and_port, wait_until

LONG = "--long" in sys.argv
PROGRAM, LOAD = map(os.path.abspath, sys.argv[1:3])
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
SETTINGS = 4
REFLECTION = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"


def tells_schemas(address):
    """Whether the server answers the standard reflection request for its services."""
    with grpc.insecure_channel(address) as channel:
        ask = channel.stream_stream(REFLECTION)
        try:
            # Field 7, list_services: "*".
            return len(list(ask(iter([b":\x01*"]), timeout=SECONDS))) == 1
        except grpc.RpcError as error:
            if error.code() != grpc.StatusCode.UNIMPLEMENTED:
                raise
            return False


def greet(address, source):
    """Connects from a local address; returns the type of the server's first frame, if any."""
    try:
        with socket.create_connection(host_and_port(address), SECONDS, (source, 0)) as client:
            client.sendall(PREFACE)
            frame = client.recv(9, socket.MSG_WAITALL)
            return frame[3] if len(frame) == 9 else None
    except ConnectionError:
        return None


def read_to_the_end(connection):
    """Reads until the other side closes the connection."""
    try:
        while connection.recv(1024):
            pass
    except ConnectionError:
        pass


class FaultsTest(unittest.TestCase):
    def start(self, config="", descriptors=None):
        service = Service(PROGRAM, config, descriptors)
        self.addCleanup(service.kill)
        return service

    def load(self, mode, service, seconds, clients, **more):
        load = Load(LOAD, mode, service, seconds, clients, **more)
        self.addCleanup(load.kill)
        return load

    def assert_answers(self, service):
        report = self.load("calls", service, 0.2, 1).report()
        self.assertEqual(report["errors"], 0, report)
        self.assertGreater(report["answered"], 0)

    # F5.
    def test_a_flood_of_connections_shuts_out_only_who_floods(self):
        service = self.start("max_connections_per_address: 4", descriptors=64)
        self.assert_answers(service)
        service.wait_for("connections", 0)
        flood = []
        for _ in range(300):
            one = socket.socket()
            one.setblocking(False)
            one.connect_ex(host_and_port(service.address))
            flood.append(one)
        self.assertEqual(greet(service.address, "127.0.0.2"), SETTINGS)
        time.sleep(3 if LONG else 0.1)
        self.assertEqual(greet(service.address, "127.0.0.3"), SETTINGS)
        for one in flood:
            one.close()
        start = time.monotonic()
        wait_until(lambda: greet(service.address, "127.0.0.1") == SETTINGS,
                   lambda: f"it greets again after the flood, but {service.numbers()}")
        if LONG:
            print(f"F5: answers {time.monotonic() - start:.3f} s after the flood")
        self.assert_answers(service)
        numbers = service.numbers()
        self.assertGreater(numbers['connections_shed_total{why="address"}'], 200)

    # F1.
    def test_calls_given_up_at_any_moment_leave_nothing_behind(self):
        service = self.start()
        # Most searches of the first kind end before the client cancels, few of the second.
        for game in "tic_tac_toe", "tiny_punct":
            report = self.load("cancel", service, 60 if LONG else 1, 8, game=game).report()
            self.assertEqual(report["errors"], 0, report)
            self.assertGreater(report["given_up"], 0)
            self.assertEqual(service.left_behind(), {})
            self.assert_answers(service)
            if LONG:
                print("F1:", game, report)

    # F2.
    def test_clients_killed_in_the_middle_leave_nothing_behind(self):
        service = self.start()
        for _ in range(500 if LONG else 5):
            load = self.load("choose", service, 60, 2)
            service.wait_for_calls(load)
            load.kill()
            self.assertEqual(service.left_behind(), {})
        service.wait_for("connections", 0)
        self.assert_answers(service)

    # F3.
    def test_stopped_under_load_it_ends_each_call_and_itself(self):
        for _ in range(50 if LONG else 2):
            service = self.start("drain_ms: 100")
            load = self.load("choose", service, 60, 8)
            service.wait_for_calls(load)
            self.assertEqual(service.terminate(), 0)
            report = load.report()
            # Each call got an answer, a refusal with a reason, or no connection.
            self.assertEqual(report["errors"], 0, report)
            self.assertLessEqual(set(report["refused"]), {"DRAINING"}, report)

    # F14.
    def test_many_connections_one_after_the_other_leave_nothing_behind(self):
        service = self.start()
        self.assert_answers(service)
        service.wait_for("connections", 0)
        before = service.numbers()["open_descriptors"]
        report = self.load("churn", service, 120 if LONG else 1, 4).report()
        self.assertEqual(report["errors"], 0, report)
        service.wait_for("connections", 0)
        # The metrics request uses the same connection before and after.
        self.assertLessEqual(service.numbers()["open_descriptors"], before + 2)
        if LONG:
            print("F14:", report, "resident:", service.numbers()["resident_bytes"])

    # F14.
    def test_many_calls_leave_no_memory_behind(self):
        service = self.start("max_connections_per_address: 128")
        resident = []
        for _ in range(3):
            report = self.load("calls", service, 30 if LONG else 0.2, 64 if LONG else 8).report()
            self.assertEqual(report["errors"], 0, report)
            service.wait_for("connections", 0)
            resident.append(service.numbers()["resident_bytes"])
        if LONG:
            # The first part has filled the caches.
            growth = (resident[2] - resident[1]) / report["answered"] * 100_000
            print(f"F14: {report['answered']} calls, {growth / 1e6:.2f} MB more each 100,000")
            self.assertLess(growth, 1e6)

    def test_schemas_are_told_where_they_should_be(self):
        self.assertTrue(tells_schemas(self.start().address))
        self.assertFalse(tells_schemas(self.start("reflection: NEVER").address))

    # F7.
    def test_half_open_connections_hold_nobody_up_and_are_closed(self):
        many = 200 if LONG else 100
        service = self.start(f"max_connections_per_address: {2 * many}")
        start = time.monotonic()
        slow = [socket.create_connection(host_and_port(service.address), SECONDS)
                for _ in range(many)]
        for i, one in enumerate(slow):
            one.sendall(PREFACE[:i % len(PREFACE)])
        self.assert_answers(service)
        if LONG:
            for one in slow:
                read_to_the_end(one)
            print(f"F7: all are closed after {time.monotonic() - start:.1f} s")
        for one in slow:
            one.close()
        self.assert_answers(service)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + [word for word in sys.argv[3:] if word != "--long"])
