# Where `kvintet serve` offers the page: beside gRPC on loopback unless told otherwise. Whether
# matches can be played there: always, and they are deleted unless told otherwise.
#
# usage: page_address_test.py PROGRAM
import http.client
import json
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


def get(line):
    """What the address of the page answers to GET / and GET /health; None without a page."""
    connection = connect(line)
    if connection is None:
        return None
    statuses = []
    for path in ("/", "/health"):
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        statuses.append(answer.status)
    connection.close()
    return statuses


def create_match(line):
    """The status and the reply of a call that creates a match between two persons."""
    connection = connect(line)
    body = {"game": "tic_tac_toe", "players": [{"person": "Ada"}, {"person": "Bob"}]}
    connection.request("POST", "/kvintet.v1.MatchService/CreateMatch", json.dumps(body),
                       {"Content-Type": "application/json"})
    answer = connection.getresponse()
    reply = json.load(answer)
    connection.close()
    return answer.status, reply


def connect(line):
    found = re.fullmatch(r"(?:page|http) http://([\d.]+):(\d+)/\n", line)
    return found and http.client.HTTPConnection(found[1], int(found[2]), timeout=SECONDS)


class PageAddressTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def serve(self, *arguments, ask=get, environment=None):
        """Starts the service, and stops it when it listens. Returns its output, its log, and what
        `ask` returned for its second line, the address of the page."""
        process = subprocess.Popen(
            [PROGRAM, "serve", "--allow-root", "--models", "", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, **(environment or {})})
        try:
            lines = [process.stdout.readline(), process.stdout.readline()]
            answers = ask(lines[1])
        finally:
            process.send_signal(signal.SIGTERM)
            output, log = process.communicate(timeout=SECONDS)
        self.assertEqual(process.returncode, 0, log)
        self.assertTrue(lines[0].startswith("listening on "), log)
        return "".join(lines) + output, log, answers

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

    def test_matches_are_deleted_when_the_service_stops(self):
        def ask(line):
            status, reply = create_match(line)
            return status, reply, os.listdir(self.folder)

        _, log, (status, reply, folders) = self.serve(
            "--listen", f"{HOST}:0", ask=ask, environment={"TMPDIR": self.folder})
        self.assertEqual(status, 200, reply)
        self.assertEqual([name for name in folders if name.startswith("kvintet_matches_")],
                         folders)
        self.assertEqual(len(folders), 1)
        self.assertRegex(log, "matches are deleted when the service stops.*--matches DIR")
        self.assertEqual(os.listdir(self.folder), [])

    def test_matches_are_kept_in_the_folder_that_the_user_names(self):
        kept = os.path.join(self.folder, "kept")
        _, log, (status, reply) = self.serve(
            "--listen", f"{HOST}:0", "--matches", kept, ask=create_match)
        self.assertEqual(status, 200, reply)
        self.assertNotIn("deleted", log)
        self.assertTrue(os.listdir(kept))

    def test_there_are_no_matches_if_the_user_says_so(self):
        _, _, (status, reply) = self.serve("--listen", f"{HOST}:0", "--matches", "",
                                           ask=create_match)
        self.assertEqual(status, 400)
        self.assertEqual(reply["code"], "failed_precondition")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
