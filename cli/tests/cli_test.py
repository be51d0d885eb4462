# Tests of the program kvintet: exit codes, messages, figures. cli_test.py PROGRAM FORK_SERVER
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from program_forks import ProgramForks, each

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(sys.argv[1])
FORKS = ProgramForks(sys.argv[2])
run = FORKS.run
VERBS = ["games", "play", "perft", "trace", "bench", "train", "arena", "show", "serve", "ask",
         "forbidden", "gomocup", "watch", "solve", "ladder", "compare", "balance"]
RECORD = "tic_tac_toe; 0 b2; 1 a1; 0 c1"


def verbs():
    listed = run("--help").stdout.split("Subcommands:")[1]
    return [line.split()[0] for line in listed.splitlines() if line.startswith("  ")
            and line[2] != " "]


def point(name):
    """The 0-based index of a Renju point."""
    return 15 * (int(name[1:]) - 1) + "abcdefghijklmno".index(name[0])


def board(black, white):
    """A Renju board as a line, from the names of points; `-` stands for no point."""
    points = 225 * ["."]
    for stone, names in ("X", black), ("O", white):
        for name in names.replace("-", "").split():
            points[point(name)] = stone
    return "".join(points)


class CliTest(unittest.TestCase):
    def good(self, *arguments, text=""):
        result = run(*arguments, text=text)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def refused(self, wanted, *arguments, text=""):
        """Runs a command that must be refused as bad input, with `wanted` in the message."""
        result = run(*arguments, text=text)
        self.assertEqual(result.returncode, 2, (arguments, result.stdout, result.stderr))
        self.assertIn(wanted, result.stderr)
        self.assertNotIn("check failed", result.stderr.lower())

    def figures(self, keys, *arguments):
        figures = json.loads(self.good(*arguments, "--json"))
        self.assertLessEqual(set(keys), set(figures))
        return figures

    def test_every_verb_has_help(self):
        listed = verbs()
        self.assertLessEqual(set(VERBS), set(listed))
        benches = [("bench", what) for what in ("env", "net", "selfplay")]
        each(lambda verb: self.assertIn("--help", self.good(*verb, "--help")),
             [(verb,) for verb in listed] + benches)

    def test_help_speaks_of_no_option_that_it_does_not_list(self):
        self.assertNotIn("Excludes", self.good("rank", "--help"))
        self.assertRegex(self.good("--version"), r"^kvintet \d+\.\d+\.\d+$")

    def test_no_verb_and_an_unknown_verb_are_refused(self):
        self.refused("wanted one of: games", *[])
        self.refused("no 'fly'", "fly")

    def test_an_unknown_game_is_refused_by_every_verb_that_takes_one(self):
        commands = [["games", "chess"], ["play", "chess"], ["trace", "chess"],
                    ["perft", "chess", "--depth", "1"], ["bench", "env", "chess"],
                    ["bench", "net", "chess"], ["bench", "selfplay", "chess"],
                    ["train", "chess"], ["show", "chess; 0 e4"],
                    ["arena", "--game", "chess", "--a", "random", "--b", "random"]]
        each(lambda command: self.refused("chess", *command), commands)

    def test_bad_options_of_games_are_refused(self):
        self.refused("colour", "games", "tic_tac_toe{colour=red}")
        self.refused("cards", "trace", "goofspiel{cards=100000}")

    def test_numbers_out_of_range_are_refused(self):
        self.refused("--depth", "perft", "tic_tac_toe", "--depth", "0")
        self.refused("--games", "trace", "tic_tac_toe", "--games", "many")
        self.refused("--envs", "bench", "env", "tic_tac_toe", "--envs", "-1")

    def test_unknown_agents_are_refused(self):
        arena = ["arena", "--game", "tic_tac_toe", "--b", "random", "--a"]
        each(lambda agent: self.refused(agent, *arena, agent),
             ["clever", "mcts:0", "mcts:x", "model:", "greedy:1"])

    def test_a_model_that_is_not_there_is_refused(self):
        self.refused("nowhere", "arena", "--game", "tic_tac_toe", "--a", "model:nowhere", "--b",
                     "random")

    def test_misspelt_configuration_fields_are_refused(self):
        bench = ["bench", "selfplay", "tic_tac_toe"]
        self.refused("simulatons", *bench, "--set", "search { simulatons: 3 }")
        self.refused("simulations", *bench, "--set", "search { simulations: -3 }")
        self.refused("nowhere", *bench, "--config", "nowhere")

    def test_bad_records_are_refused_with_the_event(self):
        self.refused("event 3", "show", "tic_tac_toe; 0 b2; 1 a1; 0 b2")
        self.refused("z9", "show", "tic_tac_toe; 0 z9")
        self.refused("--seat", "show", "kuhn; chance ?")

    def test_impossible_positions_are_refused(self):
        self.refused("", "perft", "tic_tac_toe", "--depth", "1", "--position", "XXX OOO")

    def test_games_lists_every_option(self):
        listed = json.loads(self.good("games", "--json"))
        self.assertLessEqual({"tic_tac_toe", "kuhn", "leduc", "goofspiel", "oshi_zumo"},
                             {game["game"] for game in listed})
        for game in listed:
            for option in game["options"]:
                self.assertEqual({"key", "default", "allowed", "meaning", "clause"}, set(option))

    def test_perft_counts(self):
        lines = self.good("perft", "tic_tac_toe", "--depth", "7").split("\n")
        self.assertEqual(lines[:7], ["1 9", "2 72", "3 504", "4 3024", "5 15120", "6 54720",
                                     "7 148176"])

    def test_perft_and_show_print_figures(self):
        perft = self.figures(["game", "counts"], "perft", "tic_tac_toe", "--depth", "3")
        self.assertEqual(perft["counts"], [9, 72, 504])
        shown = self.figures(["scenes"], "show", "tic_tac_toe; 0 a1; 1 a2; 0 b1; 1 b2; 0 c1")
        self.assertEqual((shown["returns"], shown["reason"]), ([1, -1], "line"))
        self.assertEqual(shown["events"][-1], "0 c1")

    def test_solve_prints_exact_values(self):
        solved = self.figures(["game", "value", "plies", "positions", "seconds", "moves"], "solve",
                              "tic_tac_toe", "--moves")
        self.assertEqual((solved["value"], solved["plies"], solved["positions"]), (0, 9, 5478))
        self.assertEqual([move["value"] for move in solved["moves"]], 9 * [0])
        position = "OXOXOXO/XOXOXOX/XOXOXOX/OXOXOXO/......./......."
        four = self.figures(["value"], "solve", "connect_four", "--moves", "--position", position)
        self.assertEqual(four["value"], max(move["value"] for move in four["moves"]))
        self.assertIn("value 0 to seat 0 after 9 plies", self.good("solve", "tic_tac_toe"))

    def test_solve_mixes_where_seats_choose_at_once_or_hide_something(self):
        fields = ["game", "payoff", "method", "value", "nash_conv", "exploitability", "seconds"]
        kuhn = self.figures(fields + ["histories", "information_sets"], "solve", "kuhn",
                            "--payoff", "margin")
        self.assertAlmostEqual(kuhn["value"], -1 / 18, places=12)
        self.assertEqual((kuhn["method"], kuhn["information_sets"]), ("sequence form", 12))
        self.assertLess(kuhn["nash_conv"], 1e-12)
        zumo = self.figures(fields + ["positions"], "solve",
                            "oshi_zumo{coins0=8,coins1=7,size=1}")
        self.assertAlmostEqual(zumo["value"], 25 / 37, places=9)
        self.assertEqual(zumo["method"], "backward induction")
        self.assertIn("value -0.0277777778 to seat 0 by sequence form", self.good("solve", "kuhn"))

    def test_solve_judges_a_models_policy(self):
        with tempfile.TemporaryDirectory() as folder:
            self.good("train", "kuhn", "--config", os.path.join(ROOT, "configs/kuhn.textproto"),
                      "--games", "1", "--run", folder, "--set", "self_play { threads: 1 }")
            judge = ["solve", "kuhn", "--payoff", "margin", "--model", folder]
            fields = ["game", "payoff", "method", "value", "exploitability", "model", "seconds"]
            kuhn = self.figures(fields, *judge)
            # After one game the policy is nearly uniform, which loses 11/24 of a chip.
            self.assertAlmostEqual(kuhn["exploitability"], 11 / 24, delta=0.1)
            self.assertAlmostEqual(kuhn["nash_conv"], 2 * kuhn["exploitability"])
            self.assertEqual((kuhn["information_sets"], len(kuhn["model"])), (12, 64))
            mean = self.figures(fields, *judge, "--average", "5")
            self.assertAlmostEqual(mean["exploitability"], kuhn["exploitability"], places=6)
            self.assertIn("by the model's policy", self.good(*judge))
            self.refused("leduc", "solve", "leduc", "--model", folder)
            self.refused("excludes", *judge, "--position", "cards J Q; betting -")
        self.refused("requires --model", "solve", "kuhn", "--average", "5")
        self.refused("no-such-model", "solve", "kuhn", "--model", "no-such-model")

    def test_solve_refuses_what_it_cannot(self):
        for wanted, game in [("more than 1000", "tiny_tantrix"), ("more than", "leduc"),
                             ("more than 1000", "goofspiel{cards=8}")]:
            result = run("solve", game, "--max-positions", "1000")
            self.assertEqual(result.returncode, 1, result.stdout)
            self.assertIn(wanted, result.stderr)
        self.refused("earlier positions", "solve", "konkvest")
        self.refused("does not know this position", "solve", "kuhn", "--position",
                     "cards J Q; betting -")
        self.refused("use lead", "solve", "goofspiel{cards=3}", "--payoff", "margin")
        self.refused("return, margin or lead", "solve", "kuhn", "--payoff", "gold")
        self.refused("--moves", "solve", "kuhn", "--moves")

    def test_solve_gives_up_at_its_limit(self):
        result = run("solve", "renju", "--max-positions", "1000")
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn("more than 1000 positions", result.stderr)

    def test_arena_prints_its_figures(self):
        figures = self.figures(
            ["score", "low", "high", "games", "pairs", "reasons"], "arena", "--game", "tic_tac_toe",
            "--a", "mcts:50", "--b", "random", "--pairs", "5", "--opening-plies", "0")
        self.assertEqual(figures["games"], 10)
        self.assertGreater(figures["score"], 0.5)

    def test_arena_plays_each_of_several_agents_against_each(self):
        arena = ["arena", "--game", "tic_tac_toe", "--pairs", "3", "--agents", "random", "mcts:10",
                 "mcts:100"]
        figures = self.figures(["agents", "matches", "seed"], *arena)
        self.assertEqual([(match["a"], match["b"]) for match in figures["matches"]],
                         [("random", "mcts:10"), ("random", "mcts:100"), ("mcts:10", "mcts:100")])
        for entry in figures["agents"]:
            self.assertEqual(entry["games"], 12)
            self.assertTrue(0 <= entry["low"] <= entry["score"] <= entry["high"] <= 1)
        lines = self.good(*arena).splitlines()
        self.assertEqual(lines[0],
                         "scores in tic_tac_toe with 95 % intervals, 3 pairs of games each")
        self.assertRegex(lines[4], r"^ 3 mcts:100 0\.\d{3} \[0\.\d{3},[01]\.\d{3}\]  .* -$")

    def test_arena_tells_nash_averaging_of_several(self):
        arena = ["arena", "--game", "tic_tac_toe", "--pairs", "3", "--agents", "random", "mcts:10",
                 "mcts:100"]
        figures = self.figures(["cyclic_share", "cyclic_share_of_noise", "effective_agents"],
                               *arena)
        self.assertAlmostEqual(sum(agent["nash_mix"] for agent in figures["agents"]), 1)
        self.assertLess(figures["agents"][0]["nash_elo"], 0)
        text = self.good(*arena)
        self.assertIn("Nash averaging: Elo against the best mix", text)
        self.assertIn("cyclic share of the differences", text)

    def test_arena_stops_when_its_question_is_answered(self):
        better = ["arena", "--game", "tic_tac_toe", "--a", "mcts:100", "--b", "random"]
        figures = self.figures(["sprt", "anytime"], *better, "--sprt", "0,100")
        sprt = figures["sprt"]
        self.assertEqual(sprt["decision"], "elo1")
        self.assertGreaterEqual(sprt["llr"], sprt["upper"])
        self.assertLess(figures["games"], 400)
        self.assertEqual(sum(figures["pairs"]), figures["games"] / 2)
        self.assertRegex(self.good(*better, "--sprt", "0,100,0.1,0.1"),
                         r"llr \d+\.\d+ in \[-2\.20, 2\.20\]: elo1 accepted")
        cut = self.figures(["sprt"], *better, "--sprt", "0,1", "--pairs", "3")
        self.assertEqual((cut["sprt"]["decision"], cut["games"]), ("undecided", 6))
        width = self.figures(["until_width"], *better, "--until-width", "0.3")
        self.assertLessEqual(width["high"] - width["low"], 0.3)
        self.assertGreater(width["low"], 0.5)

    def test_arena_claims_equivalence_only_where_it_is_shown(self):
        arena = ["arena", "--game", "tic_tac_toe", "--a", "random", "--b"]
        same = self.figures(["equivalence"], *arena, "random", "--equivalence", "0.2")
        self.assertTrue(same["equivalence"]["equivalent"])
        self.assertLess(same["equivalence"]["p_value"], 0.05)
        other = self.good(*arena, "mcts:100", "--equivalence", "0.2", "--pairs", "20")
        self.assertIn("equivalent within 0.2: not shown", other)

    def test_arena_refuses_bad_questions(self):
        arena = ["arena", "--game", "tic_tac_toe", "--a", "random", "--b", "random"]
        for wanted, question in [("elo0,elo1", ["--sprt", "5"]), ("'x'", ["--sprt", "0,x"]),
                                 ("elo0 < elo1", ["--sprt", "9,3"]),
                                 ("alpha", ["--sprt", "0,5,0.7,0.1"]),
                                 ("--until-width", ["--until-width", "0"]),
                                 ("--equivalence", ["--equivalence", "1"]),
                                 ("exclude", ["--sprt", "0,5", "--until-width", "0.1"])]:
            self.refused(wanted, *arena, *question)
        self.refused("judge two agents, found 3", "arena", "--game", "tic_tac_toe", "--agents",
                     "random", "random", "random", "--sprt", "0,5")

    def test_arena_says_what_is_decided_when_it_is_interrupted(self):
        command = [PROGRAM, "arena", "--game", "tic_tac_toe", "--a", "mcts:200", "--b",
                   "mcts:200", "--pairs", "1000000", "--parallel", "2", "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as arena:
            # Waits until the program blocks SIGINT, which it does before it waits for it.
            blocked = 0
            while not blocked & 1 << signal.SIGINT - 1:
                time.sleep(0.1)
                with open(f"/proc/{arena.pid}/status") as status:
                    blocked = int(re.search(r"SigBlk:\s*(\w+)", status.read())[1], 16)
            time.sleep(0.5)
            arena.send_signal(signal.SIGINT)
            output = arena.communicate(timeout=60)
        self.assertEqual(arena.returncode, 0, output)
        figures = json.loads(output[0])
        self.assertTrue(figures["interrupted"])
        self.assertEqual(figures["games"], 2 * sum(figures["pairs"]))

    def test_arena_wants_two_agents(self):
        arena = ["arena", "--game", "tic_tac_toe"]
        self.refused("--agents with two", *arena)
        self.refused("--agents with two", *arena, "--agents", "random")
        self.refused("--b", *arena, "--a", "random")

    def test_arena_takes_configuration_and_flags_over_it(self):
        figures = self.figures(
            ["games", "seed"], "arena", "--game", "tic_tac_toe", "--a", "random", "--b", "random",
            "--set", "arena { pairs: 2 } seed: 7", "--seed", "8")
        self.assertEqual((figures["games"], figures["seed"]), (4, 8))

    def test_bench_env_prints_its_figures(self):
        figures = self.figures(["game", "envs", "threads", "steps_per_second"], "bench", "env",
                               "tic_tac_toe", "--envs", "8", "--threads", "2", "--seconds", "0.01",
                               "--mask", "both")
        self.assertEqual((figures["envs"], figures["threads"]), (8, 2))
        self.assertEqual((figures["observation_bytes"], figures["mask_bytes"]), (18, 8))
        self.assertEqual((figures["position_bytes"], figures["mask"]), (4, "both"))
        self.assertGreater(figures["steps_per_second"], 0)

    def test_bench_net_prints_its_figures(self):
        figures = self.figures(
            ["formats", "batch"], "bench", "net", "tic_tac_toe", "--blocks", "1",
            "--channels", "32", "--batch", "2", "--rounds", "1", "--seconds", "0.1")
        formats = [entry["format"] for entry in figures["formats"]]
        self.assertEqual(formats[:3], ["fp32 channels first", "fp32 channels last",
                                       "fp32 channels last winograd"])
        # bf16 is measured only on machines where it is fast.
        self.assertIn(formats[3:], [[], ["bf16 channels last"]])
        self.assertEqual(figures["formats"][1]["over_fp32"], 1)

    def test_bench_selfplay_prints_its_figures(self):
        figures = self.figures(
            ["evaluations_per_second", "rows_per_second", "batch_fill", "tree_share"], "bench",
            "selfplay", "tic_tac_toe", "--threads", "1", "--simulations", "4", "--seconds", "0.3",
            "--set", "network { blocks: 1 channels: 32 precision: FP32 device: 'CPU' }")
        self.assertGreater(figures["evaluations_per_second"], 0)
        self.assertTrue(0 < figures["batch_fill"] <= 1, figures)

    def test_show_prints_moves_scene_and_result(self):
        shown = self.good("show", RECORD)
        self.assertIn("0 b2", shown)
        self.assertIn("not over", shown)
        self.assertNotIn("c1", self.good("show", RECORD, "--ply", "2").split("\n\n")[0])
        ended = self.good("show", "tic_tac_toe; 0 a1; 1 a2; 0 b1; 1 b2; 0 c1")
        self.assertIn("result 1 -1", ended)

    def page(self, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "game.html")
            self.good("show", *arguments, "--html", path)
            with open(path, encoding="utf-8") as file:
                return file.read()

    def steps(self, page):
        game = re.search(r'<script id="game" type="application/json">(.*)</script>\n', page)
        return json.loads(game.group(1))["steps"]

    def test_show_writes_a_page_to_step_through(self):
        page = self.page(RECORD)
        self.assertIn("<svg", page)
        steps = self.steps(page)
        self.assertEqual([event for event, _ in steps], ["", "0 b2", "1 a1", "0 c1"])
        shapes = [len(pictures[0][2]) for _, pictures in steps]
        self.assertEqual(len({len(pictures) for _, pictures in steps}), 1)
        self.assertNotEqual(shapes[0], shapes[-1])
        self.assertNotIn("http", page.replace("http://www.w3.org/2000/svg", ""))

    def test_a_page_shows_secrets_only_as_asked(self):
        records = [f"kuhn; chance deal J; chance deal {card}; 0 bet; 1 pass" for card in "QK"]
        with tempfile.TemporaryDirectory() as folder:
            self.refused("--seat 0, 1, spectator or all", "show", records[0], "--html",
                         os.path.join(folder, "never"))
            self.assertEqual(os.listdir(folder), [])
        for seat in ("0", "spectator"):
            self.assertEqual(*[self.page(record, "--seat", seat) for record in records])
        for seat in ("1", "all"):
            self.assertNotEqual(*[self.page(record, "--seat", seat) for record in records])
        self.assertEqual(len(self.steps(self.page(records[0], "--seat", "all"))[0][1]), 2)
        own = self.page("kuhn; chance deal J; chance deal ?; 0 bet; 1 pass", "--seat", "0")
        self.assertEqual(self.steps(own), self.steps(self.page(records[0], "--seat", "0")))

    def test_watch_shows_a_run_and_names_what_holds_it_back(self):
        figures = {"steps": 5, "run/games": 64, "run/rows": 600, "run/evaluations": 9000,
                   "run/window": 600, "run/seconds": 3725, "loss/policy": 2, "loss/value": 1,
                   "speed/evaluations_per_second": 900, "speed/rows_per_second": 60,
                   "speed/batch_fill": 0.5, "speed/tree_share": 0.1, "speed/learn_share": 0.1,
                   "speed/learn_idle_share": 0.9, "speed/play_idle_share": 0.1,
                   "game/mean_plies": 9}
        with tempfile.TemporaryDirectory() as folder:
            self.refused("metrics.jsonl", "watch", folder)
            with open(os.path.join(folder, "config.textproto"), "w", encoding="utf-8") as file:
                file.write('game: "tic_tac_toe"')
            with open(os.path.join(folder, "metrics.jsonl"), "w", encoding="utf-8") as file:
                for loss in 2, 1.5:
                    file.write(json.dumps(figures | {"loss/policy": loss}) + "\n")
            page = os.path.join(folder, "run.html")
            text = self.good("watch", folder, "--html", page)
            self.assertIn("64 games, 600 rows, 9000 evaluations, 5 steps, 1:02:05 of work", text)
            self.assertRegex(text, "policy loss +1.500 +█▁")
            self.assertIn("Batches are only 50 % full", text)
            with open(page, encoding="utf-8") as file:
                html = file.read()
            self.assertIn("Batches are only 50 % full", html)
            self.assertEqual(html.count("<polyline"), 12)
            self.assertIn("1.5 to 2. games: 64 to 64.", html)
            self.assertNotIn("strength", html)

    # As in the first run of a new game: the limit is reached before the first game has ended.
    def test_a_run_that_has_learnt_nothing_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            told = self.good("train", "renju", "--minutes", "0.1", "--run", folder, "--set",
                             "search { simulations: 20000 } self_play { threads: 1 } network { "
                             "blocks: 1 channels: 8 device: 'CPU' precision: FP32 }")
            last = told.splitlines()[-1]
            self.assertIn("nothing has been learnt", last)
            self.assertIn("model:" + folder + " is an untrained network", last)
            self.assertIn("No game has ended yet", last)
            self.assertIn("64 games in play, at ply", last)
            self.assertIn("are dropped", last)
            self.assertNotIn("the agent is", told)
            self.assertRegex(told, r"games 0  in play 64 at ply \d+  .*evaluations [1-9]")
            watched = self.good("watch", folder)
            self.assertRegex(watched, r"0 games, 0 rows, [1-9]\d* evaluations, .*; 64 games in "
                                      r"play, at ply \d+ on average")
            self.assertIn("Nothing has been learnt yet. No game has ended yet", watched)
            for nonsense in ("The network takes", "policy loss", "game length"):
                self.assertNotIn(nonsense, watched)

    def test_watch_shows_a_run_whose_first_round_goes_on(self):
        figures = {"steps": 0, "run/games": 0, "run/rows": 0, "run/evaluations": 35210,
                   "run/window": 0, "run/seconds": 42, "loss/policy": 0, "loss/value": 0,
                   "speed/evaluations_per_second": 838, "speed/rows_per_second": 0,
                   "speed/batch_fill": 1, "speed/tree_share": 0.01, "speed/learn_share": 0,
                   "speed/learn_idle_share": 0, "speed/play_idle_share": 0, "game/mean_plies": 0,
                   "play/games": 256, "play/mean_ply": 13.6}
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "config.textproto"), "w", encoding="utf-8") as file:
                file.write('game: "connect_four"')
            with open(os.path.join(folder, "progress.json"), "w", encoding="utf-8") as file:
                file.write(json.dumps(figures))
            page = os.path.join(folder, "run.html")
            text = self.good("watch", folder, "--html", page)
            self.assertIn("35210 evaluations, 0 steps, 0:00:42 of work, 0 rounds; 256 games in "
                          "play, at ply 14 on average", text)
            self.assertRegex(text, r"evaluations +838/s")
            self.assertIn("No game has ended yet", text)
            with open(page, encoding="utf-8") as file:
                self.assertIn("256 games in play", file.read())

    def test_show_reads_a_line_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "games.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("tic_tac_toe; 0 a1\n" + RECORD + "\n")
            self.assertIn("0 b2", self.good("show", path, "--game", "1"))
            self.refused("--game", "show", path, "--game", "2")


    def test_perft_counts_whole_moves(self):
        rows = re.findall(".{15}", board("h8 j7", "i9 g8"))
        perft = ["perft", "renju", "--position", "/".join(rows) + " offer 0 g8", "--depth"]
        # Black offers two of 221 points in one move of two actions.
        actions = self.figures(["counts"], *perft, "2")["counts"]
        moves = self.figures(["counts"], *perft, "1", "--moves")["counts"]
        self.assertEqual(actions[1], moves[0])
        self.assertLess(actions[0], 221)
        self.assertLessEqual(moves[0], 221 * 220 / 2)


class TraceTest(unittest.TestCase):
    def trace(self, game, *more):
        traced = run("trace", game, *more)
        self.assertEqual(traced.returncode, 0, traced.stderr)
        return traced.stdout

    def test_a_seed_names_it(self):
        self.assertEqual(self.trace("leduc", "--games", "5", "--seed", "7"),
                         self.trace("leduc", "--games", "5", "--seed", "7"))
        self.assertNotEqual(self.trace("leduc", "--games", "5", "--seed", "7"),
                            self.trace("leduc", "--games", "5", "--seed", "8"))

    def check_line(self, ply, line):
        self.assertEqual(list(line), ["ply", "actor", "legal", "move"])
        self.assertEqual(line["ply"], ply)
        self.assertIn(line["actor"], [0, 1, "chance"])
        self.assertIn(line["move"], line["legal"])
        self.assertEqual(line["legal"], sorted(set(line["legal"]), key=str.encode))

    def check_game(self, number, rules, lines):
        """Checks the form of one game's lines, and that its moves replay to the same result."""
        first, *events, last = lines
        self.assertEqual(first, {"game": number, "rules": rules, "seats": 2})
        for ply, line in enumerate(events):
            self.check_line(ply, line)
        self.assertEqual(list(last), ["result", "margin", "reason"])
        record = "; ".join([rules] + [f"{line['actor']} {line['move']}" for line in events])
        shown = json.loads(run("show", record, "--json").stdout)
        self.assertEqual((shown["record"], shown["margin"], shown["reason"]),
                         (record, last["margin"], last["reason"]))
        for one, other in zip(shown["returns"], last["result"]):
            self.assertAlmostEqual(one, other, 6)

    def check_traces(self, rules):
        raw = self.trace(rules, "--games", "2", "--seed", "3").splitlines()
        lines = [json.loads(line) for line in raw]
        self.assertEqual([json.dumps(line) for line in lines], raw)
        second = next(at for at, line in enumerate(lines) if line.get("game") == 1)
        self.check_game(0, rules, lines[:second])
        self.check_game(1, rules, lines[second:])

    def test_every_games_have_the_documented_form_and_replay(self):
        games = json.loads(run("games", "--json").stdout)
        each(self.check_traces, [game["rules"] for game in games])

    def test_legal_moves_can_be_left_out(self):
        lines = [json.loads(line) for line in self.trace("kuhn").splitlines()]
        for line in lines:
            line.pop("legal", None)
        bare = self.trace("kuhn", "--no-legal").splitlines()
        self.assertEqual([json.loads(line) for line in bare], lines)


class ForbiddenTest(unittest.TestCase):
    def test_gives_the_sets_of_the_vectors(self):
        with open(os.path.join(ROOT, "tests/vectors/renju_forbidden_1000.txt"),
                  encoding="utf-8") as file:
            pairs = [line.rstrip("\n").split(" ") for line in file]
        result = run("forbidden", text="".join(pair[0] + "\n" for pair in pairs))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stdout.splitlines(), [pair[1] for pair in pairs])

    def test_gives_the_sets_of_the_named_positions(self):
        with open(os.path.join(ROOT, "tests/vectors/renju_forbidden_49.md"),
                  encoding="utf-8") as file:
            rows = [line.split(" | ") for line in file if line.startswith("| ")][2:]
        self.assertEqual(len(rows), 49)
        result = run("forbidden", text="".join(board(row[1], row[2]) + "\n" for row in rows))
        wanted = [sorted(map(point, row[3].strip("-| \n").split())) for row in rows]
        self.assertEqual([[int(index) for index in line.split(",") if index]
                          for line in result.stdout.splitlines()], wanted)

    def test_prints_an_empty_line_where_nothing_is_forbidden(self):
        self.assertEqual(run("forbidden", text="." * 225 + "\n").stdout, "\n")

    def test_names_the_line_that_is_no_board(self):
        def refused(bad):
            result = run("forbidden", text="." * 225 + "\n" + bad + "\n")
            self.assertEqual(result.returncode, 2)
            self.assertIn("standard input:2:", result.stderr)

        each(refused, ["." * 224, "." * 226, "." * 224 + "x", ""])


@unittest.skipIf("not in this build" in run("serve", "--help").stdout, "not built")
class ServeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.address = "unix:" + os.path.join(self.folder.name, "socket")

    def start(self):
        server = subprocess.Popen([PROGRAM, "serve", "--allow-root", "--listen", self.address,
                                   "--models", self.folder.name], stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.wait)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.kill)
        self.assertEqual(server.stdout.readline(), f"listening on {self.address}\n")
        return server

    def ask(self, *arguments):
        return run("ask", *arguments, "--server", self.address, "--simulations", "64")

    def test_serves_rollouts_answers_and_ends_on_a_signal(self):
        server = self.start()
        self.assertRegex(server.stdout.readline(), r"^rollouts \S+ rollouts:\d+ \(no model")
        answer = self.ask("tic_tac_toe", "--record", "tic_tac_toe; 0 a1; 1 a2; 0 b1; 1 b2",
                          "--json")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertEqual(json.loads(answer.stdout)["move"], "c1")
        for wanted, arguments in [("event 2", ["tic_tac_toe", "--record",
                                               "tic_tac_toe; 0 a1; 1 a1"]),
                                  ("rows", ["tic_tac_toe", "--position", "XXX"]),
                                  ("chess", ["chess"])]:
            refused = self.ask(*arguments)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn(wanted, refused.stderr)
        match = run("arena", "--game", "tic_tac_toe", "--a", "grpc:" + self.address, "--b",
                    "random", "--pairs", "1", "--json")
        self.assertEqual(json.loads(match.stdout)["games"], 2, match.stderr)
        server.terminate()
        self.assertEqual(server.wait(30), 0)

    def test_an_occupied_address_is_refused(self):
        self.start()
        second = run("serve", "--allow-root", "--listen", self.address, "--models",
                     self.folder.name)
        self.assertEqual(second.returncode, 2, second.stderr)
        self.assertIn("socket", second.stderr)

    def test_bad_addresses_folders_and_fields_are_refused(self):
        for wanted, arguments in [("0.0.0.0", ["--listen", "0.0.0.0:0"]),
                                  ("nowhere", ["--models", "nowhere"]),
                                  ("no runs", ["--allow-root", "--runs", "nowhere"]),
                                  ("no studies", ["--allow-root", "--studies", "nowhere"]),
                                  ("treads", ["--set", "serve { treads: 1 }"])]:
            refused = run("serve", *arguments)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn(wanted, refused.stderr)

    def test_without_a_service_there_is_no_answer(self):
        self.assertEqual(self.ask("tic_tac_toe", "--seconds", "0.2").returncode, 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
