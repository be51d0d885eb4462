# Runs the same conversation from Python and C++: both must match each other and the stored answers.
#
# usage: conversation_test.py ROLLOUTS_SERVICE CONVERSATION_CLIENT [--accept]
# --accept: stores the present answers as the expected ones; review the difference.
import os
import re
import subprocess
import sys
import tempfile
import unittest

import conversation
from service import SECONDS, Service

ACCEPT = "--accept" in sys.argv
PROGRAM, CLIENT = map(os.path.abspath, sys.argv[1:3])
FOLDER = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.join(FOLDER, "conversation.txt")
EXPECTED = os.path.join(FOLDER, "conversation_answers.txt")
# The games whose catalogue entries are compared; others may be added without a new conversation.
GAMES = re.compile(r'^  (name|game): "(tic_tac_toe|oshi_zumo)\b', re.MULTILINE)


def promised(said):
    """The parts of an answer that clients may rely on: not texts for people or lists of games."""
    if "CatalogService" in said:
        return re.sub(
            r"^(games|models) \{\n.*?^\}\n",
            lambda block: block[0] if GAMES.search(block[0]) else "",
            said,
            flags=re.MULTILINE | re.DOTALL,
        )
    if "\nerror: " in said:
        return re.sub(r"^(message|  description): .*", r"\1: *", said, flags=re.MULTILINE)
    return said


class ConversationTest(unittest.TestCase):
    # Differing answers are shown in full.
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        conversation.generate(folder.name)
        cls.folder = folder.name
        with open(SCRIPT, encoding="utf-8") as file:
            cls.script = file.read()
        cls.said = list(conversation.hold(cls.script, cls.new_service("python").address))

    @classmethod
    def new_service(cls, name):
        """Each conversation starts with a fresh service."""
        service = Service(PROGRAM, f'matches: "{os.path.join(cls.folder, name)}"')
        cls.addClassCleanup(service.kill)
        return service

    def assert_same(self, found, wanted):
        """Compares two conversations call by call."""
        for one, other in zip(found, wanted):
            self.assertEqual(one, other)
        self.assertEqual(len(found), len(wanted))

    def test_python_and_cpp_are_told_the_same(self):
        done = subprocess.run(
            [CLIENT, SCRIPT, self.new_service("cpp").address],
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_same(re.split(r"^(?=== )", done.stdout, flags=re.MULTILINE)[1:], self.said)

    def test_they_are_told_what_is_checked_in(self):
        found = [promised(said) for said in self.said]
        if ACCEPT:
            with open(EXPECTED, "w", encoding="utf-8") as file:
                file.writelines(found)
        with open(EXPECTED, encoding="utf-8") as file:
            self.assert_same(found, re.split(r"^(?=== )", file.read(), flags=re.MULTILINE)[1:])

    def test_every_method_of_the_public_services_is_called(self):
        called = {tuple(rest[:2]) for word, *rest in conversation.calls(self.script)
                  if word == "call"}
        there = set()
        for name in ("catalog", "rules", "analysis", "match", "tournament_service", "run", "study"):
            services = conversation.module(name + "_pb2").DESCRIPTOR.services_by_name
            for service in services.values():
                there |= {(service.name, method.name) for method in service.methods}
        self.assertEqual(called, there)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + [word for word in sys.argv[3:] if word != "--accept"])
