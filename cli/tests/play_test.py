# Tests of `kvintet play`: its output to a person in the terminal. play_test.py PROGRAM FORK_SERVER
import json
import os
import re
import sys
import tempfile
import unittest

from program_forks import ProgramForks, each

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FORKS = ProgramForks(sys.argv[2])
run = FORKS.run
GAMES = ["renju", "kontranto", "punct", "konkvest", "tantrix"]


class PlayTest(unittest.TestCase):
    def play(self, game, *lines, against="random", more=()):
        result = run("play", game, "--against", against, *more,
                     text="".join(line + "\n" for line in lines))
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def said(self, game, *lines, **options):
        """The output after the first prompt."""
        return self.play(game, *lines, **options).stdout.split("(or help): ", 1)[1]

    def test_the_seat_and_the_form_of_a_move_are_told(self):
        def check(game):
            printed = self.play(game, "quit", more=("--seed", "3")).stdout
            self.assertIn("you are seat 0, random is seat 1", printed)
            self.assertRegex(printed, r"\nyou are seat 0\nyour move, e\.g\. \S.* \(or help\): ")

        each(check, GAMES)

    def test_the_example_is_a_legal_move(self):
        for game in ["renju{opening=free}", "kontranto{colour_choice=false}", "punct", "konkvest"]:
            prompt = self.play(game, "quit").stdout
            example = re.search(r"e\.g\. (.*?) \(or help\)", prompt)[1]
            left = self.play(game, example, "quit").stdout.splitlines()[-1]
            self.assertIn(f"; 0 {example}", left)

    def test_a_long_list_says_how_many_there_are_and_a_prefix_narrows_it(self):
        listed = self.said("kontranto{colour_choice=false}", "?", "quit")
        self.assertIn("300 of 89700 moves; `? c A", listed)
        some = self.said("kontranto{colour_choice=false}", "? c A1 A2 t A3", "quit")
        moves = some.split("\n")[:-2]
        self.assertTrue(moves)
        listed = [move for line in moves[:-1] for move in line.split("  ")]
        self.assertEqual(moves[-1], f"{len(listed)} moves")
        for move in listed:
            self.assertTrue(move.startswith("c A1 A2 t A3 "), move)
        self.assertIn("none of your 9 moves begins with 'z'", self.said("tic_tac_toe", "? z"))

    def test_a_short_list_is_whole(self):
        listed = self.said("tic_tac_toe", "?", "quit").splitlines()
        self.assertEqual(listed[0].split("  "), [f"{c}{r}" for r in "123" for c in "abc"])
        self.assertEqual(listed[1], "9 moves")

    def test_lines_may_end_as_on_windows(self):
        printed = self.play("tic_tac_toe", "b2\r", "quit\r").stdout
        self.assertRegex(printed.splitlines()[-1], r"tic_tac_toe; 0 b2; 1 \w\w$")

    def test_help_names_every_command(self):
        told = self.said("tic_tac_toe", "help", "quit")
        for command in ("?", "? TEXT", "hint", "undo", "board", "record", "help", "quit"):
            self.assertRegex(told, rf"(?m)^{re.escape(command)} ")

    def test_undo_takes_back_the_move_and_its_answer(self):
        printed = self.play("tic_tac_toe", "b2", "undo", "a1", "quit").stdout
        self.assertIn("taken back", printed)
        self.assertRegex(printed.splitlines()[-1], r"tic_tac_toe; 0 a1; 1 \w\w$")

    def test_undo_goes_back_to_the_start_and_no_further(self):
        printed = self.play("tic_tac_toe", "b2", "undo", "undo", "c3", "quit").stdout
        self.assertIn("you have no move to take back", printed)
        self.assertRegex(printed.splitlines()[-1], r"tic_tac_toe; 0 c3; 1 \w\w$")

    def test_the_same_move_after_undo_has_the_same_answer(self):
        once = self.play("tic_tac_toe", "b2", "quit", more=("--seed", "5")).stdout.splitlines()[-1]
        again = self.play("tic_tac_toe", "b2", "undo", "b2", "quit",
                          more=("--seed", "5")).stdout.splitlines()[-1]
        self.assertEqual(once, again)

    # A person cannot unsee a card or a revealed simultaneous choice.
    def test_nothing_is_taken_back_where_something_is_hidden(self):
        for game, move in [("kuhn", "pass"), ("goofspiel", "1"), ("oshi_zumo", "1")]:
            printed = self.play(game, move, "undo", "quit", more=("--seed", "2")).stdout
            if "you " not in printed.splitlines()[-1]:
                self.assertIn("cannot be taken back", printed)

    def test_a_hint_tells_what_the_agent_would_do_and_expects(self):
        won = self.said("tic_tac_toe{}", "a1", "hint", "quit", against="mcts:400")
        self.assertRegex(won, r"mcts:400 would play \w\w: probability \d+ %, expected result "
                              r"[+-]\d\.\d\d for you, from -1 to 1")
        self.assertIn("random would play", self.said("tic_tac_toe", "hint"))
        self.assertIn("it gives no estimate", self.said("tic_tac_toe", "hint"))

    # The agent is a bot that logs its input, which must not contain more than the person knows.
    def test_a_hint_is_made_from_what_the_person_knows(self):
        for game, move, hidden in [("kuhn", "pass", "chance deal ?"), ("goofspiel", "1", None)]:
            with tempfile.TemporaryDirectory() as folder:
                bot = os.path.join(folder, "bot.py")
                with open(bot, "w", encoding="utf-8") as file:
                    file.write("import sys\nfor line in sys.stdin:\n"
                               f"    open({bot + '.log'!r}, 'a').write(line)\n"
                               f"    print({move!r}, flush=True)\n")
                printed = self.play(game, "hint", "quit", against=f"exec:{sys.executable} {bot}")
                self.assertIn(f"would play {move}", printed.stdout)
                with open(bot + ".log", encoding="utf-8") as file:
                    asked = [json.loads(line) for line in file]
            own = [one["record"] for one in asked if one["seat"] == 0]
            self.assertEqual(len(own), 1, asked)
            self.assertNotIn("; 1 ", own[0])
            if hidden:
                self.assertTrue(own[0].endswith(hidden), own)

    def test_a_hint_of_several_actions_is_a_whole_move(self):
        hint = self.said("konkvest", "hint", "quit", against="mcts:8")
        self.assertRegex(hint, r"would play R@\w+: ")
        left = self.play("konkvest", "hint", "quit", against="mcts:8").stdout.splitlines()[-1]
        self.assertNotIn("; 0 ", left)

    def test_the_agent_tells_what_it_thinks_where_it_is_asked_to(self):
        told = self.said("tic_tac_toe", "b2", "quit", against="mcts:200", more=("--tell",))
        self.assertRegex(told, r"seat 1 plays \w\w: probability \d+ %, expected result "
                               r"[+-]\d\.\d\d for itself")
        silent = self.said("tic_tac_toe", "b2", "quit", against="mcts:200")
        self.assertRegex(silent, r"seat 1 plays \w\w\n")

    def test_what_would_tell_a_secret_is_refused(self):
        for game in ("kuhn", "goofspiel", "kontranto", "tantrix"):
            result = run("play", game, "--tell", text="quit\n")
            self.assertEqual(result.returncode, 2, result.stdout)
            self.assertIn("--tell", result.stderr)

    def test_boards_have_names_for_what_moves_name(self):
        for game in ("renju", "kontranto", "punct", "konkvest", "tic_tac_toe", "connect_four",
                     "mini_kontranto", "pursuit"):
            board = self.play(game, "quit").stdout.split("your move")[0]
            self.assertRegex(board, r"(?mi)^ *a( +b|\d)|^ *a .* q$", game)
        self.assertRegex(self.play("tantrix", "quit").stdout, r"(?m)^ *0,0 +\.$")

    def test_a_long_record_is_cut_below_the_board_and_whole_when_asked(self):
        moves = ["a", "b", "a", "b", "a", "b"]
        printed = self.play("connect_four", *moves, "record", "quit", more=("--seed", "2")).stdout
        self.assertRegex(printed, r"(?m)^\.\.\.(; [01] \w){6}$")
        whole = printed.split("(or help): ")[-2]
        self.assertTrue(whole.startswith("connect_four; 0 "), whole)

    def test_nothing_but_the_game_is_printed_before_it(self):
        with tempfile.TemporaryDirectory() as folder:
            config = os.path.join(ROOT, "configs/smoke.textproto")
            trained = run("train", "tic_tac_toe", "--config", config, "--games", "16", "--run",
                          folder)
            self.assertEqual(trained.returncode, 0, trained.stderr)
            played = self.play("tic_tac_toe", "hint", "quit", against="model:" + folder)
            self.assertEqual(played.stderr, "")
            self.assertTrue(played.stdout.startswith("tic_tac_toe\nyou are seat 0"))
            self.assertRegex(played.stdout, r"would play \w\w: probability \d+ %")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
