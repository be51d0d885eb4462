# The public edge: nginx with our configuration in front of the service, and clients that abuse it.
#
# usage: edge_test.py ROLLOUTS_SERVICE SERVICE_LOAD NGINX NGINX_CONF [--long]
# --long: 100,000 streams that are reset; prints the figures (benchmarks/README.md).
import os
import re
import socket
import subprocess
import sys
import tempfile
import unittest

from reset_streams import reset_streams
from service import Load, Service

LONG = "--long" in sys.argv
PROGRAM, LOAD, NGINX, CONF = map(os.path.abspath, sys.argv[1:5])
METHOD = "/kvintet.v1.CatalogService/ListGames"
# Address of the well-behaved clients. All clients of the test have the same address.
FLOODS = r"(limit_req|limit_conn) .*\n"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class EdgeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.socket = os.path.join(self.folder, "service")
        # nginx's workers do not run as the user who created the folder.
        os.chmod(self.folder, 0o755)
        # A sanitizer would keep freed memory.
        options = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"
        self.service = Service(PROGRAM, f'listen: "unix:{self.socket}" ',
                               environment={"ASAN_OPTIONS": options})
        self.addCleanup(self.service.kill)
        os.chmod(self.socket, 0o777)
        self.address = f"127.0.0.1:{free_port()}"
        self.start_edge()

    def start_edge(self):
        """nginx with the shipped configuration, on a test port, without TLS or call limits."""
        with open(CONF, encoding="utf-8") as file:
            text = file.read()
        for pattern, wanted in ((r"listen 443 ssl http2;", f"listen {self.address} http2;"),
                                (r"ssl_certificate.*\n", ""), (FLOODS, ""),
                                (r"/run/kvintet/service", self.socket),
                                (r"/run/nginx-kvintet.pid", self.folder + "/pid"),
                                (r"http \{", f"http {{ access_log off; {self.temporary()}")):
            text, count = re.subn(pattern, wanted, text)
            self.assertGreater(count, 0, pattern)
        path = os.path.join(self.folder, "nginx.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        command = [NGINX, "-p", self.folder, "-c", path, "-e", self.folder + "/errors", "-g",
                   "daemon off;"]
        edge = subprocess.Popen(command)
        self.addCleanup(edge.wait)
        self.addCleanup(edge.terminate)
        while True:
            try:
                socket.create_connection(tuple(self.address.split(":"))).close()
                return
            except ConnectionRefusedError:
                self.assertIsNone(edge.poll(), "nginx has ended")

    def temporary(self):
        """Folders that nginx would otherwise look for in the system."""
        kinds = "client_body", "proxy", "fastcgi", "uwsgi", "scgi"
        return " ".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in kinds)

    def load(self, seconds):
        load = Load(LOAD, "calls", self, seconds, 2)
        self.addCleanup(load.kill)
        return load

    # F6. Sent to the gRPC library directly, such streams cost memory that is not released.
    def test_streams_that_are_reset_cost_no_memory_and_trouble_nobody(self):
        self.assertEqual(self.load(0.2).report()["errors"], 0)
        before = self.service.numbers()["resident_bytes"]
        others = self.load(30 if LONG else 2)
        wanted = 100000 if LONG else 5000
        sent = 0
        while sent < wanted:
            one = reset_streams(self.address, METHOD, wanted - sent)
            self.assertGreater(one, 0)
            sent += one
        report = others.report()
        self.assertEqual((report["errors"], report["left_alone"]), (0, 0), report)
        self.assertEqual(self.service.left_behind(), {})
        grown = (self.service.numbers()["resident_bytes"] - before) / 1e6
        if LONG:
            print(f"F6: {sent} streams reset, {grown:.1f} MB more; others:", report)
        self.assertLess(grown, 50)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + [word for word in sys.argv[5:] if word != "--long"])
