# docs/http.md: every command in it is run against the program's service exactly as written; and the
# stock client of the protocol calls the service.
#
# usage: http_requests_test.py PROGRAM [TEST_CASE ...]
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from serve_test import ROOT, Server

FOLDER = os.path.dirname(os.path.abspath(__file__))
# Installed by tools/setup --clients.
CLIENTS = os.path.join(ROOT, "build", "clients")
SECONDS = 120
ADDRESS = "127.0.0.1:8080"


def blocks(heading):
    """The shell commands of a section of the document."""
    with open(os.path.join(ROOT, "docs", "http.md"), encoding="utf-8") as file:
        text = file.read()
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
    return re.findall(r"^```sh\n(.*?)^```", section, re.M | re.S)


class HttpService(unittest.TestCase):
    """A service with the repository's models, over HTTP."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server(os.path.join(ROOT, "models"), more=["--http", "127.0.0.1:0"])
        cls.addClassCleanup(cls.server.kill)
        line = cls.server.process.stdout.readline()
        cls.address = re.fullmatch(r"page http://(127\.0\.0\.1:\d+)/\n", line)[1]


class HttpRequestsTest(HttpService):
    def run_block(self, heading, **environment):
        """Runs the only block of a section; returns its output."""
        (block,) = blocks(heading)
        self.assertIn(ADDRESS, block)
        done = subprocess.run(
            ["bash", "-euc", block.replace(ADDRESS, self.address)],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_runs_and_studies(self):
        # This service shows none.
        self.assertEqual(self.run_block("Runs and studies"), "{}{}")

    def test_a_call(self):
        answer = json.loads(self.run_block("A call"))
        self.assertTrue(answer["trained"])
        self.assertTrue(answer["move"])

    def test_a_stream(self):
        messages = [json.loads(line) for line in self.run_block("A stream").splitlines()]
        self.assertGreater(len(messages), 1)
        self.assertEqual(messages[-1], {})
        self.assertTrue(messages[-2]["move"])

    def test_an_error(self):
        answer = json.loads(self.run_block("Errors"))
        self.assertEqual(answer["code"], "not_found")
        reasons = [one["debug"].get("reason") for one in answer["details"]]
        self.assertIn("UNKNOWN_GAME", reasons)

    def test_a_deadline_and_a_token(self):
        self.assertTrue(json.loads(self.run_block("Deadlines and tokens"))["models"])
        refused = json.loads(self.run_block("Deadlines and tokens", TOKEN="wrong"))
        self.assertEqual(refused["code"], "unauthenticated")

    def test_the_health(self):
        self.assertEqual(self.run_block("The page"), "ok\n")

    def test_the_description_is_the_one_in_the_documents(self):
        done = subprocess.run(
            ["curl", "-s", "--compressed", f"http://{self.address}/openapi.json"],
            capture_output=True, timeout=SECONDS, check=True,
        )
        with open(os.path.join(ROOT, "docs", "openapi.json"), "rb") as file:
            self.assertEqual(done.stdout, file.read())


class ConnectClientTest(HttpService):
    def test_the_stock_client_understands_every_kind_of_answer(self):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.join(CLIENTS, "node_modules"), os.path.join(folder, "node_modules"))
            program = os.path.join(folder, "connect_client.mjs")
            shutil.copy(os.path.join(FOLDER, "node", "connect_client.mjs"), program)
            api = os.path.join(ROOT, "proto", "kvintet_api", "v1", "api.binpb")
            done = subprocess.run(
                ["node", program, f"http://{self.address}", api],
                capture_output=True, text=True, timeout=SECONDS, check=False,
            )
        self.assertEqual(done.returncode, 0, done.stderr)
        json_form, bytes_form = map(json.loads, done.stdout.splitlines())
        for found in (json_form, bytes_form):
            self.assertGreater(found["games"], 5)
            self.assertEqual(len(found["moves"]), 9)
            self.assertIn(found["move"], found["moves"])
            self.assertEqual(found["unknown"][0], "NotFound")
            self.assertIn("google.rpc.ErrorInfo", found["unknown"][1])
            self.assertEqual(found["missing"][0], "InvalidArgument")
            self.assertEqual(found["late"], "DeadlineExceeded")
            self.assertEqual(found["admin"], "Unimplemented")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
