# Tests of `kvintet balance`: figures, files, continuing. balance_test.py PROGRAM FORK_SERVER
import csv
import html.parser
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from program_forks import ProgramForks

PROGRAM = os.path.abspath(sys.argv[1])
FORKS = ProgramForks(sys.argv[2])
# Settings for a small game that make a study take a second; the margin is wide enough for few
# games.
SMALL = ["--strength", "random", "--strength", "rollouts:8", "--margin", "10", "--max-games", "160",
         "--judged-games", "8", "--duel-pairs", "4"]
FILES = ["games.csv", "games.jsonl", "report.html", "report.json", "levels.csv"]


class Page(html.parser.HTMLParser):
    """Parses a page: checks that tags are closed in order, and collects addresses and text."""

    VOID = {"meta", "line", "rect", "circle", "polyline", "polygon", "br", "path", "input"}

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.addresses, self.words, self.frames = [], [], [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        for name, value in attributes:
            if name in ("href", "src", "action"):
                self.addresses.append(value)
            if name == "srcdoc":
                self.frames.append(value)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        if self.open.pop() != tag:
            raise AssertionError(f"</{tag}> shuts something else")

    def handle_data(self, data):
        self.words.append(data)


class BalanceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name

    def study(self, name):
        return os.path.join(self.folder, name)

    def good(self, name, *arguments):
        result = FORKS.run("balance", *arguments, "--study", self.study(name))
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def read(self, name, file):
        with open(os.path.join(self.study(name), file), encoding="utf-8", newline="") as opened:
            return opened.read()

    def report(self, name, *arguments):
        report = json.loads(self.good(name, *arguments, "--json").stdout)
        self.assertEqual(report, json.loads(self.read(name, "report.json")))
        return report

    def same(self, a, b):
        for file in FILES:
            self.assertEqual(self.read(a, file), self.read(b, file), file)


class FiguresTest(BalanceTest):
    def test_random_tic_tac_toe_favours_the_first_player_as_counting_says(self):
        report = self.report("ttt", "tic_tac_toe", "--strength", "random", "--margin", "14",
                             "--max-games", "3000", "--judged-games", "5")
        level = report["levels"][0]
        self.assertTrue(report["complete"])
        self.assertLess(level["score"]["low"], 817 / 1260)
        self.assertGreater(level["score"]["high"], 817 / 1260)
        self.assertEqual(level["games"], level["wins"] + level["draws"] + level["losses"])
        self.assertEqual(level["games"], sum(one["games"] for one in level["reasons"]))
        self.assertEqual({one["reason"] for one in level["reasons"]}, {"line", "full"})
        self.assertEqual(level["length"]["p95"], 9)
        self.assertGreater(level["score"]["low"], 0.5)
        self.assertIn("first player favoured by at least", level["verdict"])
        self.assertEqual(report["version"], 2)
        self.assertEqual(level["track"][-1][0], level["games"])

    def test_a_plan_tells_games_and_minutes_before_it_begins(self):
        plan = self.good("plan", "tic_tac_toe", *SMALL[:6], "--max-games", "300", "--judged-games",
                         "0", "--duel-pairs", "1").stderr
        self.assertRegex(plan, r"plan: 2 player\(s\) of 1 game\(s\), 200 to 300 games each for ±10 "
                               r"points at 95 % .*; \d+\.\d to \d+\.\d minutes on \d+ thread")

    def test_tables_hold_the_games_that_count(self):
        report = self.report("tables", "tic_tac_toe", *SMALL)
        games = list(csv.DictReader(io.StringIO(self.read("tables", "games.csv"))))
        levels = list(csv.DictReader(io.StringIO(self.read("tables", "levels.csv"))))
        self.assertEqual([row["level"] for row in levels], ["random", "rollouts:8"])
        for row, level in zip(levels, report["levels"]):
            own = [game for game in games if game["level"] == row["level"]]
            self.assertEqual(len(own), level["games"])
            self.assertEqual([int(game["index"]) for game in own], list(range(len(own))))
            score = sum((float(game["first_return"]) + 1) / 2 for game in own) / len(own)
            self.assertAlmostEqual(score, level["score"]["value"], places=9)
            self.assertAlmostEqual(score, float(row["score"]), places=5)
            moves = sum(int(game["moves"]) for game in own) / len(own)
            self.assertAlmostEqual(moves, level["length"]["mean"]["value"], places=9)
            for game in own:
                self.assertEqual(game["record"].count(";"), int(game["moves"]))
        self.assertEqual(report["duels"][0]["pairs"], 4)
        self.assertGreater(report["duels"][0]["score"]["value"], 0.5)

    def test_variants_are_compared_game_by_game(self):
        report = self.report("variants", "renju{opening=free,forbidden=none}", "--against",
                             "renju{opening=free}", "--strength", "random", "--margin", "10",
                             "--max-games", "64", "--judged-games", "1")
        self.assertEqual(len(report["levels"]), 2)
        self.assertEqual(report["levels"][0]["games"], report["levels"][1]["games"])
        measures = {one["measure"]: one for one in report["differences"]}
        self.assertAlmostEqual(measures["score of first player"]["difference"]["value"],
                               report["levels"][1]["score"]["value"]
                               - report["levels"][0]["score"]["value"], places=9)
        # Random games end by forbidden moves of the first player, so it scores less.
        self.assertLess(measures["moves"]["difference"]["value"], 0)
        page = self.read("variants", "report.html")
        self.assertIn("Compared: Renju: free opening", page)
        self.assertRegex(page, r"score of first player: less by \d+\.\d \[.*\] points")

    def test_kontranto_is_fair_by_proof_and_says_how_white_does(self):
        result = self.good("kontranto", "kontranto{board=3x3}", *SMALL[:6], "--max-games", "40",
                           "--judged-games", "2", "--duel-pairs", "1")
        self.assertIn("fair? yes, by proof.", result.stdout)
        # Gives one answer, not both a proof and a doubt.
        self.assertNotRegex(result.stdout, r"fair\?.*not decided")
        self.assertIn("yes, by proof", self.read("kontranto", "report.html"))
        report = json.loads(self.read("kontranto", "report.json"))
        role = report["levels"][0]["role"]
        self.assertEqual(role["name"], "White")
        self.assertIn(role["verdict"], result.stdout)
        self.assertEqual(report["front"][0]["lights"]["fair"]["light"], "green")
        uneven = self.report("uneven", "kontranto{board=3x3,white=ct,black=cc}", *SMALL[:6],
                             "--max-games", "40", "--judged-games", "0", "--duel-pairs", "0")
        self.assertNotIn("proof", uneven["front"][0]["lights"]["fair"]["label"])

    def test_random_and_greedy_alone_light_nothing_green_or_red(self):
        report = self.report("baselines", "tic_tac_toe", "--strength", "random", "--margin", "5",
                             "--judged-games", "0")
        front = report["front"][0]
        self.assertIn("first player favoured", report["levels"][0]["verdict"])
        self.assertEqual(front["verdicts"]["by_seat"]["finding"], "not judged")
        for question in ["finishes", "fair", "decisive"]:
            self.assertEqual(front["lights"][question]["light"], "not judged")

    def test_a_study_cut_short_says_so_and_raises_no_alarm(self):
        report = self.report("short", "tic_tac_toe", "--strength", "random", "--strength",
                             "rollouts:2", "--max-games", "64", "--min-games", "64", "--margin",
                             "1", "--duel-pairs", "0", "--judged-games", "0")
        self.assertTrue(report["complete"])
        begun = self.report("hardly", "konkvest", "--minutes", "0.0001")
        for light in begun["front"][0]["lights"].values():
            self.assertEqual(light["light"], "too few games")
        # The shipped model takes part by default.
        self.assertTrue(any("model:" in level["specs"][0] for level in begun["settings"]["levels"]))

    def test_where_a_lot_decides_who_begins_that_side_is_counted(self):
        report = self.report("lot", "tiny_tantrix", *SMALL[:2], "--max-games", "48",
                             "--judged-games", "4")
        level = report["levels"][0]
        self.assertEqual(level["role"]["name"], "who begins")
        self.assertEqual(level["luck"]["games"], 48)
        without = self.report("no_lot", "tiny_tantrix{lottery=no}", *SMALL[:2], "--max-games",
                              "24", "--judged-games", "0")
        self.assertNotIn("role", without["levels"][0])


class PageTest(BalanceTest):
    def test_the_page_is_whole_and_needs_nothing_else(self):
        self.good("page", "tic_tac_toe", *SMALL)
        text = self.read("page", "report.html")
        page = Page(text)
        self.assertEqual(page.open, [])
        self.assertEqual(page.addresses, [])
        self.assertNotRegex(text, r"https?://(?!www\.w3\.org)|@import|url\(")
        words = " ".join(page.words)
        for wanted in ["finishes?", "fair?", "decisive?", "long?", "deep?", "Who played",
                       "Compared with other games", "What this cannot tell you", "Outcomes",
                       "drawishness", "Length and how games end", "Choice", "Board coverage",
                       "Tension", "Depth", "Openings and diversity", "Luck", "Possible holes",
                       "Method", "games to step through", '"seed":1', "look-ahead 8"]:
            self.assertIn(wanted.lower(), words.lower())
        # Each plot has a title for screen readers.
        self.assertEqual(page.tags.count("svg"), text.count('role="img"'))
        self.assertGreaterEqual(page.tags.count("svg"), 8)
        self.assertNotIn("nan", re.sub(r"[^a-z]+", " ", words.lower()).split())
        self.assertNotRegex(text, r'="-?(nan|inf)')
        self.assertGreater(len(page.frames), 2)
        for frame in page.frames:
            self.assertEqual(Page(frame).open, [])

    def test_the_front_page_speaks_as_a_designer_does(self):
        self.good("words", "renju{opening=free}", "--strength", "random", "--strength",
                  "rollouts:2", "--max-games", "8", "--judged-games", "0", "--duel-pairs", "1")
        front = Page(self.read("words", "report.html").split("In detail:")[0])
        words = " ".join(front.words)
        self.assertIn("Renju: free opening, only Black's first stone is given", words)
        # Contains one command with one rule changed.
        self.assertIn("kvintet balance 'renju{opening=free}' --against "
                      "'renju{opening=free,forbidden=", words)
        for strange in ["seat 0", "e-value", "Benjamini", "eighteen", "level"]:
            self.assertNotIn(strange, words)

    def test_a_study_that_has_hardly_begun_has_a_page(self):
        self.good("begun", "konkvest", "--minutes", "0.0001")
        self.assertIn("not complete", self.read("begun", "report.html"))
        self.assertFalse(json.loads(self.read("begun", "report.json"))["complete"])


class ResumptionTest(BalanceTest):
    def test_the_same_command_prints_the_same_and_plays_nothing(self):
        first = self.good("again", "tic_tac_toe", *SMALL)
        files = {file: self.read("again", file) for file in FILES}
        second = self.good("again", "tic_tac_toe", *SMALL)
        self.assertEqual(first.stdout, second.stdout)
        self.assertEqual(files, {file: self.read("again", file) for file in FILES})

    def test_threads_change_nothing_and_the_seed_does(self):
        for name, more in [("one", ["--threads", "1"]), ("three", ["--threads", "3"]),
                           ("seed", ["--seed", "2"])]:
            self.good(name, "tic_tac_toe", *SMALL, *more)
        self.same("one", "three")
        self.assertNotEqual(self.read("one", "games.csv"), self.read("seed", "games.csv"))

    def test_a_killed_study_goes_on_to_the_same_bytes(self):
        command = ["tiny_punct{max_plies=12}", "--against", "tiny_punct{max_plies=14}",
                   "--strength", "random", "--strength", "rollouts:4", *SMALL[4:6],
                   "--max-games", "64", *SMALL[8:]]
        self.good("whole", *command)
        path = os.path.join(self.study("killed"), "games.jsonl")
        for signum in [signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGKILL]:
            wanted = self.lines(path) + 20
            process = subprocess.Popen([PROGRAM, "balance", *command, "--study",
                                        self.study("killed")], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            deadline = time.monotonic() + 60
            while (self.lines(path) < wanted and process.poll() is None
                   and time.monotonic() < deadline):
                time.sleep(0.002)
            process.send_signal(signum)
            process.wait()
        self.assertLess(self.lines(path), self.lines(path.replace("killed", "whole")))
        self.good("killed", *command)
        self.same("whole", "killed")

    def lines(self, path):
        if not os.path.exists(path):
            return 0
        with open(path, encoding="utf-8") as file:
            return file.read().count("\n")

    def test_a_report_that_was_spoilt_is_written_again(self):
        self.good("spoilt", "tic_tac_toe", *SMALL)
        shutil.copytree(self.study("spoilt"), self.study("sound"))
        for file in FILES:
            if file != "games.jsonl":
                os.remove(os.path.join(self.study("spoilt"), file))
        self.good("spoilt", "tic_tac_toe", *SMALL)
        self.same("spoilt", "sound")


class RefusalTest(BalanceTest):
    def refused(self, wanted, *arguments):
        result = FORKS.run("balance", *arguments, "--study", self.study("refused"))
        self.assertEqual(result.returncode, 2, (arguments, result.stdout, result.stderr))
        self.assertIn(wanted, result.stderr)
        self.assertNotIn("check failed", result.stderr.lower())
        self.assertFalse(os.path.exists(self.study("refused")))

    def test_bad_arguments_are_named_before_anything_is_written(self):
        for wanted, arguments in [
                ("game is required", []),
                ("chess", ["chess"]),
                ("opening", ["renju{opening=wild}"]),
                ("--margin", ["tic_tac_toe", "--margin", "0"]),
                ("margin", ["tic_tac_toe", "--margin", "nan"]),
                ("confidence", ["tic_tac_toe", "--confidence", "nan"]),
                ("--minutes", ["tic_tac_toe", "--minutes", "nan"]),
                ("--model-folder", ["tic_tac_toe", "--model-folder", "/nowhere"]),
                ("--min-games", ["tic_tac_toe", "--min-games", "-1"]),
                ("--confidence", ["tic_tac_toe", "--confidence", "1"]),
                ("--max-games", ["tic_tac_toe", "--max-games", "0"]),
                ("--minutes", ["tic_tac_toe", "--minutes", "-1"]),
                ("--threads", ["tic_tac_toe", "--threads", "x"]),
                ("--strength: wanted random, greedy, mcts:N or rollouts:N, found 'clever'",
                 ["tic_tac_toe", "--strength", "clever"]),
                ("rollouts:0", ["tic_tac_toe", "--strength", "rollouts:0"]),
                ("is in the study already", ["tic_tac_toe", "--against", "tic_tac_toe"]),
                ("wanted tic_tac_toe with other options, found kuhn",
                 ["tic_tac_toe", "--against", "kuhn"]),
                ("named twice", ["tic_tac_toe", "--strength", "random", "--strength", "random"]),
                ("kuhn", ["kuhn", "--strength", "mcts:10"]),
                ("/nowhere", ["tic_tac_toe", "--models", "/nowhere"])]:
            self.refused(wanted, *arguments)

    def test_a_folder_of_another_study_is_refused_and_left_alone(self):
        self.good("mine", "tic_tac_toe", *SMALL)
        before = self.read("mine", "games.jsonl")
        for more in [["--seed", "9"], ["--margin", "9"]]:
            result = FORKS.run("balance", "tic_tac_toe", *SMALL[:4], "--max-games", "160", *more,
                               "--study", self.study("mine"))
            self.assertEqual(result.returncode, 2)
            self.assertIn("other settings", result.stderr)
        self.assertEqual(self.read("mine", "games.jsonl"), before)

    def test_a_damaged_study_is_named_with_its_line(self):
        self.good("damaged", "tic_tac_toe", *SMALL)
        path = os.path.join(self.study("damaged"), "games.jsonl")
        lines = self.read("damaged", "games.jsonl").split("\n")
        for number, wrong in [(5, "{}"), (7, lines[6][:20]), (3, lines[3])]:
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(lines[:number - 1] + [wrong] + lines[number:]))
            result = FORKS.run("balance", "tic_tac_toe", *SMALL, "--study", self.study("damaged"))
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(f"games.jsonl:{number}", result.stderr)

    def test_a_record_of_another_game_in_the_study_is_an_error(self):
        self.good("foreign", "tic_tac_toe", *SMALL)
        path = os.path.join(self.study("foreign"), "games.jsonl")
        text = self.read("foreign", "games.jsonl")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace('"record":"tic_tac_toe;', '"record":"kuhn;'))
        result = FORKS.run("balance", "tic_tac_toe", *SMALL, "--study", self.study("foreign"))
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("kuhn", result.stderr)


class ModelTest(BalanceTest):
    SETTINGS = ("network { blocks: 1 channels: 32 value_hidden: 16 precision: FP32 device: 'CPU' } "
                "search { simulations: 4 } self_play { games_per_round: 8 threads: 1 } "
                "learner { window { min_rows: 1 } batch_size: 16 }")

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.trained = os.path.join(cls.folder, "run")
        trained = FORKS.run("train", "tic_tac_toe", "--run", cls.trained, "--games", "8", "--set",
                            cls.SETTINGS)
        if trained.returncode != 0:
            raise AssertionError(trained.stderr)

    def test_a_model_plays_as_further_strengths_and_goes_on_to_the_same_bytes(self):
        command = ["tic_tac_toe", "--strength", "random", "--models", self.trained,
                   "--model-simulations", "2", *SMALL[4:]]
        report = self.report("model", *command)
        names = [level["level"] for level in report["levels"]]
        self.assertEqual(names[0], "random")
        self.assertRegex(names[1], r"^model [0-9a-f]{12}, simulations=2$")
        self.assertIn("learnt exactly these rules", report["players"])
        # Killed in the middle of a batch of games.
        os.mkdir(self.study("cut"))
        lines = self.read("model", "games.jsonl").split("\n")
        with open(os.path.join(self.study("cut"), "games.jsonl"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines[:-20]) + "\n" + lines[-20][:30])
        self.good("cut", *command, "--threads", "1")
        self.same("model", "cut")

    def test_a_shipped_model_takes_part_unless_players_are_named(self):
        shipped = os.path.join(self.folder, "shipped")
        os.mkdir(shipped)
        shutil.copy(os.path.join(self.trained, "latest.model"), os.path.join(shipped, "t.model"))
        small = [*SMALL[6:8], "--judged-games", "0", "--duel-pairs", "0", "--quick"]
        report = self.report("shipped", "tic_tac_toe", "--model-folder", shipped, *small)
        specs = [level["specs"][0] for level in report["settings"]["levels"]]
        self.assertIn(f"model:{shipped}/t.model,simulations=16,precision=fp32", specs)
        self.assertEqual(report["front"][0]["verdicts"]["by_seat"]["witness"],
                         report["levels"][-1]["level"])
        for name, more in [("without", ["--model-folder", "none"]),
                           ("named", ["--model-folder", shipped, "--strength", "random"])]:
            report = self.report(name, "tic_tac_toe", *more, *small)
            self.assertFalse(any("model:" in level["specs"][0]
                                 for level in report["settings"]["levels"]))
        other = self.good("other_game", "connect_four", "--model-folder", shipped, *small)
        self.assertIn("no trained model plays connect_four", other.stderr)

    def test_a_model_of_other_options_is_refused(self):
        result = FORKS.run("balance", "connect_four", "--models", self.trained, "--study",
                           self.study("other"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("trained for tic_tac_toe", result.stderr)


    def test_training_begins_with_a_model_that_fits(self):
        command = ["tic_tac_toe", "--strength", "random", *SMALL[4:], "--model-simulations", "2",
                   "--train-games", "8", "--train-seeds", "1", "--train-from", self.trained]
        report = self.report("begun", *command, "--train-set", self.SETTINGS)
        self.assertIn("shared by 1 seed, from " + self.trained, report["players"])
        path = os.path.join(self.study("begun"), "models", "0-seed-1", "config.textproto")
        with open(path, encoding="utf-8") as file:
            self.assertIn(f'initial_model: "{self.trained}"', file.read())
        result = FORKS.run("balance", *command, "--study", self.study("other"), "--train-set",
                           self.SETTINGS.replace("blocks: 1", "blocks: 2"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("wanted the settings' size", result.stderr)
        self.assertFalse(os.path.exists(self.study("other")))


class TrainingTest(BalanceTest):
    COMMAND = ["tiny_punct{max_plies=12}", "--against", "tiny_punct{max_plies=14}", "--strength",
               "random", *SMALL[4:6], "--max-games", "24", "--judged-games", "2", "--duel-pairs",
               "1", "--model-simulations", "2", "--train-games", "16", "--train-seeds", "2",
               "--train-set", ModelTest.SETTINGS]
    RUNS = ["0-seed-1", "1-seed-1", "0-seed-2", "1-seed-2"]

    def names(self, report):
        return [level["level"] for level in report["levels"]
                if level["game"] == report["levels"][0]["game"]]

    def test_models_are_trained_for_each_variant_alike_and_once(self):
        report = self.report("made", *self.COMMAND)
        self.assertIn("for this study: 16 games of training for each game, shared by 2 seeds, "
                      "from random weights", report["players"])
        models = self.names(report)[1:]
        self.assertEqual(len(set(models)), 2)
        for name in models:
            self.assertRegex(name, r"^model [0-9a-f]{12} / [0-9a-f]{12}, simulations=2$")
        for run in self.RUNS:
            ledger = os.path.join(self.study("made"), "models", run, "metrics.jsonl")
            with open(ledger, encoding="utf-8") as file:
                self.assertEqual(json.loads(file.readlines()[-1])["run/games"], 8)
        files = {file: self.read("made", file) for file in FILES}
        self.good("made", *self.COMMAND)
        self.assertEqual(files, {file: self.read("made", file) for file in FILES})

    def test_a_study_that_is_stopped_while_it_trains_goes_on_to_the_same_models(self):
        whole = self.report("undisturbed", *self.COMMAND)
        for signum, run in [(signal.SIGTERM, self.RUNS[1]), (signal.SIGKILL, self.RUNS[3])]:
            process = subprocess.Popen([PROGRAM, "balance", *self.COMMAND, "--study",
                                        self.study("stopped")], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True)
            deadline = time.monotonic() + 120
            path = os.path.join(self.study("stopped"), "models", run, "config.textproto")
            while not os.path.exists(path) and time.monotonic() < deadline:
                time.sleep(0.002)
            process.send_signal(signum)
            text = process.communicate()[1]
            self.assertFalse(os.path.exists(os.path.join(self.study("stopped"), "report.html")))
            if signum == signal.SIGTERM:
                self.assertIn("stopped while training models", text)
        self.assertEqual(self.names(self.report("stopped", *self.COMMAND)), self.names(whole))

    def test_a_configuration_of_another_game_is_refused(self):
        config = os.path.join(self.folder, "renju.textproto")
        with open(config, "w", encoding="utf-8") as file:
            file.write("game: 'renju'")
        for wanted, more in [("wanted a configuration for tic_tac_toe, found one for renju",
                              ["--train-games", "8", "--train-config", config]),
                             ("nowhere", ["--train-games", "8", "--train-config", "/nowhere"]),
                             ("--train-minutes", ["--train-minutes", "nan"]),
                             ("--train-minutes", ["--train-minutes", "1", "--train-games", "1"])]:
            result = FORKS.run("balance", "tic_tac_toe", *more, "--study", self.study("none"))
            self.assertEqual(result.returncode, 2, (more, result.stderr))
            self.assertIn(wanted, result.stderr)
            self.assertFalse(os.path.exists(self.study("none")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
