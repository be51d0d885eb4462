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

from serve_test import PROGRAM, ROOT, Server

FOLDER = os.path.dirname(os.path.abspath(__file__))
# Installed by tools/setup --clients.
CLIENTS = os.path.join(ROOT, "build", "clients")
WITH_NODE = os.path.join(ROOT, "tools", "with_node")
SECONDS = 120
ADDRESS = "127.0.0.1:8080"


def blocks(heading):
    """The shell commands of a section of the document."""
    with open(os.path.join(ROOT, "docs", "http.md"), encoding="utf-8") as file:
        text = file.read()
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
    return re.findall(r"^```sh\n(.*?)^```", section, re.M | re.S)


class HttpService(unittest.TestCase):
    """A service with the repository's models, which keeps matches, over HTTP."""

    @classmethod
    def reports(cls, _folder):
        """Arguments of the service that show runs and studies."""
        return []

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        more = ["--matches", os.path.join(folder.name, "matches"), *cls.reports(folder.name)]
        cls.server = Server(os.path.join(ROOT, "models"), more=more)
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
    @classmethod
    def reports(cls, folder):
        """A short run and a small study."""
        runs, studies = os.path.join(folder, "runs"), os.path.join(folder, "studies")
        game, fast = "tic_tac_toe", ["--quick", "--model-folder", "none", "--strength", "random"]
        config = os.path.join(ROOT, "configs", "smoke.textproto")
        for command in (
            ["train", game, "--config", config, "--run", f"{runs}/short", "--games", "64"],
            ["balance", game, *fast, "--minutes", "0.05", "--study", f"{studies}/small"],
        ):
            done = subprocess.run(
                [PROGRAM, *command], capture_output=True, text=True, timeout=SECONDS, check=False
            )
            if done.returncode != 0:
                raise RuntimeError(done.stderr)
        return ["--runs", runs, "--studies", studies]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(os.path.join(CLIENTS, "node_modules"), os.path.join(folder, "node_modules"))
            for name in ("connect_client.mjs", "connect_matches.mjs"):
                shutil.copy(os.path.join(FOLDER, "node", name), folder)
            api = os.path.join(ROOT, "proto", "kvintet_api", "v1", "api.binpb")
            done = subprocess.run(
                [WITH_NODE, "node", os.path.join(folder, "connect_client.mjs"),
                 f"http://{cls.address}", api],
                capture_output=True, text=True, timeout=SECONDS, check=False,
            )
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        # With messages in JSON, and in binary.
        cls.forms = list(map(json.loads, done.stdout.splitlines()))

    def each(self, check):
        self.assertEqual(len(self.forms), 2)
        for binary, found in enumerate(self.forms):
            with self.subTest(binary=bool(binary)):
                check(found)

    def test_it_calls_every_public_method_of_the_schemas(self):
        self.each(lambda found: self.assertEqual(found["uncalled"], []))

    def test_it_understands_every_kind_of_answer(self):
        def check(found):
            self.assertGreater(found["games"], 5)
            self.assertEqual(found["game"], "renju")
            self.assertGreaterEqual(found["models"], found["games"])
            self.assertEqual(len(found["moves"]), 9)
            self.assertIn(found["move"], found["moves"])
            self.assertIn(found["chosen"], found["moves"])
            self.assertTrue(found["record"].endswith("; 0 b2"), found["record"])
            self.assertEqual(found["evaluations"], 2)
            self.assertEqual(found["reviewed"], ["decision", "summary"])

        self.each(check)

    def test_it_understands_refusals(self):
        def check(found):
            self.assertEqual(found["unknown"][0], "NotFound")
            self.assertIn("google.rpc.ErrorInfo", found["unknown"][1])
            self.assertEqual(found["missing"][0], "InvalidArgument")
            self.assertEqual(found["late"], "DeadlineExceeded")
            self.assertEqual(found["admin"], "Unimplemented")

        self.each(check)

    def test_it_reads_runs_and_studies(self):
        def check(found):
            told = found["reports"]
            self.assertEqual(told["runs"], ["short"])
            self.assertGreaterEqual(told["games"], 64)
            self.assertEqual(told["watched"], told["games"])
            self.assertEqual(told["studies"], ["small"])
            self.assertTrue(told["reported"])

        self.each(check)

    def test_it_follows_a_match_that_goes_on(self):
        opened, to_move, over = 1, 3, 7

        def check(found):
            match = found["match"]
            self.assertEqual(match["cursors"], list(range(1, len(match["cursors"]) + 1)))
            self.assertEqual(match["phases"][0], opened)
            self.assertEqual(match["phases"][-1], over)
            # The first legal moves end a game of tic-tac-toe after seven plies.
            self.assertEqual(match["phases"].count(to_move), 7)
            self.assertEqual(match["end"], "line")
            (record,) = match["records"]
            self.assertEqual(record.count(";"), 7)
            self.assertEqual(match["again"], [[2, "resigned"]])

        self.each(check)

    def test_it_directs_a_tournament(self):
        def check(found):
            told = found["tournament"]
            self.assertEqual(told["reset"], "FailedPrecondition")
            self.assertEqual(told["points"], "InvalidArgument")
            self.assertEqual(told["rows"], [["Bob", 0.8], ["Ada", 0.2]])
            self.assertTrue(told["replays"] and told["listed"])
            self.assertEqual(told["matches"], 3)

        self.each(check)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
