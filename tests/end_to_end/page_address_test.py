# Where `kvintet serve` offers the page: beside gRPC on loopback unless told otherwise.
#
# usage: page_address_test.py PROGRAM
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SECONDS = 60
# Nobody else listens at this loopback address.
HOST = f"127.{1 + os.getpid() % 200}.{os.getpid() // 200 % 250}.77"
USUAL = f"{HOST}:8080"


def free_port():
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


class PageAddressTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def serve(self, *arguments):
        """Starts the service, and stops it when it listens. Returns its output, its log, and what
        the address of its page answered to GET / and GET /health (None without one)."""
        process = subprocess.Popen(
            [PROGRAM, "serve", "--allow-root", "--models", "", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            lines = [process.stdout.readline(), process.stdout.readline()]
            answers = self.ask(lines[1])
        finally:
            process.send_signal(signal.SIGTERM)
            output, log = process.communicate(timeout=SECONDS)
        self.assertEqual(process.returncode, 0, log)
        self.assertTrue(lines[0].startswith("listening on "), log)
        return "".join(lines) + output, log, answers

    def ask(self, line):
        found = re.fullmatch(r"(?:page|http) http://([\d.]+):(\d+)/\n", line)
        if not found:
            return None
        connection = http.client.HTTPConnection(found[1], int(found[2]), timeout=SECONDS)
        statuses = []
        for path in ("/", "/health"):
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            statuses.append(answer.status)
        connection.close()
        return statuses

    def assert_no_page(self, *arguments):
        output, _, answers = self.serve(*arguments)
        self.assertIsNone(answers)
        self.assertNotIn("http", output)

    def test_it_is_beside_grpc_on_loopback_at_the_usual_port(self):
        output, log, answers = self.serve("--listen", f"{HOST}:{free_port()}")
        self.assertIn(f"\npage http://{USUAL}/\n", output)
        self.assertNotIn("in use", log)
        self.assertEqual(answers, [200, 200])

    def test_it_takes_a_free_port_and_says_so_if_the_usual_one_is_in_use(self):
        with socket.create_server((HOST, 8080)):
            output, log, answers = self.serve("--listen", f"{HOST}:{free_port()}")
        address = re.search(r"\npage http://(.*)/\n", output)[1]
        self.assertNotEqual(address, USUAL)
        self.assertRegex(log, rf"in use.*usual={USUAL}.*address={address}")
        self.assertEqual(answers, [200, 200])

    def test_it_takes_a_free_port_if_grpc_may(self):
        output, log, answers = self.serve("--listen", f"{HOST}:0")
        self.assertNotIn(USUAL, output)
        self.assertRegex(output, rf"\npage http://{HOST}:\d+/\n")
        self.assertNotIn("in use", log)
        self.assertEqual(answers, [200, 200])

    def test_it_is_off_if_the_user_says_so(self):
        for arguments in (["--page=false"], ["--no-page"], ["--http", ""],
                          ["--set", "serve { http { page: false } }"],
                          ["--set", 'serve { http { listen: "" } }']):
            with self.subTest(arguments):
                self.assert_no_page("--listen", f"{HOST}:0", *arguments)

    def test_it_is_beside_a_unix_socket_only_if_the_user_asks(self):
        listen = ["--listen", "unix:" + os.path.join(self.folder, "socket")]
        self.assert_no_page(*listen)
        output, _, answers = self.serve(*listen, "--page")
        self.assertRegex(output, r"\npage http://127\.0\.0\.1:\d+/\n")
        self.assertEqual(answers, [200, 200])

    @unittest.skipIf(shutil.which("openssl") is None, "makes its certificate with openssl")
    def test_it_is_beside_a_public_address_only_if_the_user_asks_and_then_on_loopback(self):
        certificate, key = (os.path.join(self.folder, name) for name in ("one.pem", "one.key"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-subj", "/CN=localhost", "-out", certificate, "-keyout", key],
            check=True, capture_output=True)
        tls = f'certificate: "{certificate}" key: "{key}" client_ca: "{certificate}"'
        public = ["--listen", "0.0.0.0:0", "--set", f"serve {{ tls {{ {tls} }} }}"]
        self.assert_no_page(*public)
        output, _, _ = self.serve(*public, "--page")
        self.assertRegex(output, r"\npage https://127\.0\.0\.1:\d+/\n")

    def test_a_chosen_address_that_is_in_use_is_an_error(self):
        with socket.create_server((HOST, 0)) as taken:
            address = f"{HOST}:{taken.getsockname()[1]}"
            done = subprocess.run(
                [PROGRAM, "serve", "--allow-root", "--models", "", "--listen", f"{HOST}:0",
                 "--http", address],
                capture_output=True, text=True, timeout=SECONDS, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(f"cannot listen on {address}", done.stderr)

    def test_http_without_the_page_answers_calls_alone(self):
        output, _, answers = self.serve("--listen", f"{HOST}:0", "--http", f"{HOST}:0", "--no-page")
        self.assertRegex(output, rf"\nhttp http://{HOST}:\d+/\n")
        self.assertEqual(answers, [404, 200])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
