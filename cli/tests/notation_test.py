# Tests the examples of docs/notation.md by running them. notation_test.py PROGRAM FORK_SERVER
import json
import os
import re
import sys
import unittest

from program_forks import ProgramForks, each

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FORKS = ProgramForks(sys.argv[2])
run = FORKS.run
with open(os.path.join(ROOT, "docs/notation.md"), encoding="utf-8") as page:
    PAGE = page.read()


def lines(kind):
    """The lines of all examples of a kind; an indented line continues the one before."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    text = "".join(blocks).replace(";\n  ", "; ").replace("/\n  ", "/")
    return text.splitlines()


def options(game):
    """The options in a game's text."""
    return set(re.findall(r"[a-z_0-9]+=[a-z_0-9-]+", game))


class NotationTest(unittest.TestCase):
    def shown(self, *arguments):
        result = run("show", *arguments, "--json")
        self.assertEqual(result.returncode, 0, (arguments, result.stderr))
        return json.loads(result.stdout)

    def check_same(self, record, wanted):
        """Checks that the events are equal and the program's text has every option of `wanted`."""
        game, *events = record.split("; ")
        wanted_game, *wanted_events = wanted.split("; ")
        self.assertEqual(events, wanted_events)
        self.assertEqual(game.split("{")[0], wanted_game.split("{")[0])
        self.assertLessEqual(options(wanted_game), options(game))

    def test_every_example_has_a_form_that_is_run(self):
        kinds = set(re.findall(r"^```(\w+)$", PAGE, re.MULTILINE))
        self.assertEqual(kinds, {"games", "records", "seats", "positions", "trace"})

    def test_games_are_games(self):
        def check(text):
            result = run("games", text, "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            rules = json.loads(result.stdout)
            rules = (rules[0] if isinstance(rules, list) else rules)["rules"]
            self.assertLessEqual(options(text), options(rules))
            self.assertEqual(sorted(options(rules)), re.findall(r"[a-z_0-9]+=[a-z_0-9-]+", rules))

        each(check, lines("games"))

    def test_records_are_played_and_read_back(self):
        each(lambda record: self.check_same(self.shown(record)["record"], record),
             lines("records"))
        played = {record.split(";")[0].split("{")[0] for record in lines("records")}
        self.assertLessEqual({"renju", "kontranto", "punct", "konkvest", "tantrix", "hex"}, played)

    def test_seats_write_what_they_know(self):
        def check(line):
            seat, record, wanted = line.split(" | ")
            self.check_same(self.shown(record, "--seat", seat)["record"], wanted)

        each(check, lines("seats"))

    def test_positions_can_be_played_from(self):
        def check(line):
            game, position = line.split(" | ")
            result = run("perft", game, "--depth", "1", "--position", position)
            self.assertEqual(result.returncode, 0, result.stderr)

        each(check, lines("positions"))

    def test_traces_are_what_the_page_shows(self):
        command, *wanted = lines("trace")
        self.assertTrue(command.startswith("$ kvintet "))
        self.assertEqual(run(*command.split()[2:]).stdout.splitlines(), wanted)

    def test_games_end_for_the_reasons_of_the_table(self):
        table = dict(re.findall(r"^\| (\w+) \| (`.*?`) \|", PAGE, re.MULTILINE))
        self.assertEqual(len(table), 6)

        def check(game):
            traced = run("trace", game, "--games", "12", "--no-legal").stdout.splitlines()
            ends = [json.loads(line) for line in traced if "result" in line]
            self.assertEqual(len(ends), 12)
            for end in ends:
                self.assertIn(f"`{end['reason']}`", table[game].split())

        each(check, table)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
