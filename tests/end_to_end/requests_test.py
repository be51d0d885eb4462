# docs/requests.md: every request in it is sent to the program's service exactly as written.
#
# usage: requests_test.py PROGRAM [TEST_CASE ...]
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from public_client import PublicClient
from serve_test import RULES, Server

FOLDER = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(FOLDER))
# Installed by tools/setup --clients.
CLIENTS = os.path.join(ROOT, "build", "clients")
WITH_NODE = os.path.join(ROOT, "tools", "with_node")
SECONDS = 120
ADDRESS = "127.0.0.1:50051"
# In the order of the document.
GAMES = ["kontranto", "renju", "punct", "konkvest", "tantrix"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def section(heading):
    """The section of the document below a heading."""
    text = read(os.path.join(ROOT, "docs", "requests.md"))
    return re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.M | re.S)[1]


def blocks(heading, language):
    """The code blocks of a section."""
    return re.findall(rf"^```{language}\n(.*?)^```", section(heading), re.M | re.S)


def rows(table):
    """The cells of a table without its header, or the text in their backticks."""
    lines = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| `")]
    return [[re.search("`(.*)`", cell)[1] for cell in line] for line in lines]


class Documents(unittest.TestCase):
    """A service with the repository's models, and a folder as a reader would have it."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server(os.path.join(ROOT, "models"))
        cls.addClassCleanup(cls.server.kill)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.symlink(os.path.join(ROOT, "proto"), os.path.join(self.folder, "proto"))

    def write(self, name, text):
        """Writes a file into the folder, with the service's address filled in."""
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text.replace(ADDRESS, self.server.address))

    def run_there(self, *command, **environment):
        """Runs a command in the folder; returns its output."""
        done = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def shell(self, text):
        """Runs a block of shell commands; returns the output."""
        self.write("block.sh", "set -eu\n" + text)
        path = self.folder + os.pathsep + os.environ["PATH"]
        return self.run_there("bash", "block.sh", PATH=path)

    def check_moves(self, printed):
        """Checks one line per game, each with a seat's move by a trained model."""
        played = re.findall(r"^(\w+)(?:{.*})?: SEAT_[01] plays (\S.*)$", printed, re.M)
        self.assertEqual([game for game, _ in played], GAMES, printed)
        self.assertNotIn("no model", printed)


class RequestsTest(Documents):
    def setUp(self):
        super().setUp()
        script = f'#!/bin/sh\nexec {sys.executable} {os.path.join(FOLDER, "grpcurl.py")} "$@"\n'
        path = os.path.join(self.folder, "grpcurl")
        self.write("grpcurl", script)
        os.chmod(path, 0o755)

    def answers(self, text):
        """Runs a block of shell commands; returns the responses."""
        printed, decoder, found = self.shell(text).strip(), json.JSONDecoder(), []
        while printed:
            answer, end = decoder.raw_decode(printed)
            found.append(answer)
            printed = printed[end:].lstrip()
        return found

    def test_each_request_from_the_shell_is_answered(self):
        sent = blocks("From a shell: grpcurl", "sh")
        answers = [self.answers(block) for block in sent]
        moves = [found[-1] for found in answers if "move" in found[-1]]
        self.assertEqual(len(moves), len(GAMES))
        for block, found in zip([block for block in sent if "ChooseMove" in block], moves):
            self.assertTrue(found["trained"], block)
            self.assertGreater(found["evaluations"], 0, block)
        draws = next(found for found in answers if "moves" in found[0])
        self.assertIn("lot 50", [move["text"] for move in draws[0]["moves"]])
        self.assertAlmostEqual(sum(move["probability"] for move in draws[0]["moves"]), 1)
        self.assertTrue(draws[1]["state"]["record"].endswith("; chance lot 50"))

    def test_a_refused_request_is_seen_here(self):
        self.write("block.sh", 'grpcurl -plaintext -d "{}" 127.0.0.1:50051 ' + RULES + "/Describe")
        path = self.folder + os.pathsep + os.environ["PATH"]
        with self.assertRaises(AssertionError) as caught:
            self.run_there("bash", "block.sh", PATH=path)
        self.assertIn("wanted the name of a game", str(caught.exception))

    def test_the_python_program_plays_all_games(self):
        (generate,) = blocks("From Python", "sh")
        (program,) = blocks("From Python", "python")
        self.shell(generate)
        self.write("requests_of_games.py", program)
        printed = self.run_there(sys.executable, "requests_of_games.py", PYTHONPATH="build/python")
        self.check_moves(printed)

    def test_the_four_forms_of_a_game_are_as_shown(self):
        forms = dict(rows(section("Terms").split("The same game")[1]))
        self.assertEqual(len(forms), 4)
        client = PublicClient(self.server.address)
        client.learn(RULES)

        def describe(**state):
            state = {"seat": "SEAT_1", "game": "kuhn", **state}
            return client.call(RULES, "Describe", state=state).description

        whole = describe(record=forms["record"])
        self.assertEqual(whole.seat_record, forms["seat_record"])
        self.assertEqual(whole.view, forms["view"])
        self.assertEqual(describe(seat_record=forms["seat_record"]).view, forms["view"])
        self.assertEqual(describe(position=forms["position"]).view, forms["view"])


class NodeRequestsTest(Documents):
    def test_the_node_program_plays_all_games(self):
        (program,) = blocks("From Node", "js")
        modules = os.path.join(self.folder, "node_modules")
        os.symlink(os.path.join(CLIENTS, "node_modules"), modules)
        self.write("requests.mjs", program)
        self.check_moves(self.run_there(WITH_NODE, "node", "requests.mjs"))

    def test_it_is_tried_with_the_versions_that_the_document_installs(self):
        (install,) = blocks("From Node", "sh")
        wanted = dict(re.findall(r"(@grpc/[\w-]+)@(\S+)", install))
        tried = json.loads(read(os.path.join(FOLDER, "node", "package.json")))
        self.assertLessEqual(wanted.items(), tried["dependencies"].items())
        for name, version in wanted.items():
            package = os.path.join(CLIENTS, "node_modules", name, "package.json")
            self.assertEqual(json.loads(read(package))["version"], version)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
