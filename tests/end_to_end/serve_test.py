# End to end: the program trains and serves models, and a generic client plays against them.
#
# usage: serve_test.py PROGRAM
import hashlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import grpc

from public_client import SERVING, PublicClient

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(sys.argv[1])
SECONDS = 60
# A value of Actor; seats have the same numbers there as in Seat.
CHANCE = 3
CATALOG, RULES, ANALYSIS = (
    f"kvintet.v1.{room}Service" for room in ("Catalog", "Rules", "Analysis")
)
# A line of the start-up output, one for each game.
SERVED = re.compile(r"^(model|rollouts) (\w+)\S* (\S+) \((.*)\)$")


class Server:
    """The program's service, as a child process."""

    def __init__(self, models, listen="127.0.0.1:0", more=()):
        fast = 'network { precision: FP32 device: "CPU" } serve { threads: 2 }'
        # The number of threads that every network evaluation would use if the program did not limit
        # it.
        environment = dict(os.environ, OMP_NUM_THREADS="8")
        command = [PROGRAM, "serve", "--allow-root", "--listen", listen, "--models", models]
        command += ["--set", fast, *more]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.address = self.process.stdout.readline().removeprefix("listening on ").strip()
        self.client = PublicClient(self.address)
        for service in (CATALOG, RULES, ANALYSIS):
            self.client.learn(service)

    def computing_threads(self):
        """The number of threads named after the program; gRPC's threads have other names."""
        names = []
        for task in os.listdir(f"/proc/{self.process.pid}/task"):
            with open(f"/proc/{self.process.pid}/task/{task}/comm", encoding="ascii") as file:
                names.append(file.read().strip())
        return names.count(os.path.basename(PROGRAM)[:15])

    def stop(self):
        """Stops it; returns its exit code and the rest of its output."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS), self.process.stdout.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


def arrived(metrics, method):
    """The number of finished calls of this method plus all calls in progress."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(SECONDS)
        connection.connect(metrics)
        connection.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
        with connection.makefile(encoding="ascii") as page:
            lines = page.read().splitlines()
    calls = 0
    for line in lines:
        name, _, value = line.rpartition(" ")
        ended = name.startswith("kvintet_serving_calls_total{") and method in name
        if ended or name == "kvintet_serving_calls_in_progress":
            calls += int(float(value))
    return calls


# Trained with search, and without it in games with hidden information.
SEARCHED = {"tic_tac_toe": 16, "renju": 2}
HIDDEN = {"kontranto": 2, "tantrix": 2}
GRADIENTS = "search { policy { } } learner { objective: POLICY_GRADIENT }"


def train(folder, game, games):
    """Starts training a tiny model."""
    command = [PROGRAM, "train", game, "--run", os.path.join(folder, game), "--games", str(games)]
    command += ["--config", os.path.join(ROOT, "configs/smoke.textproto")]
    command += ["--set", f"game: '{game}' {GRADIENTS if game in HIDDEN else ''}"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def make_models(folder):
    """Trains models of four games in parallel; the other games have none."""
    children = [train(folder, game, games) for game, games in (SEARCHED | HIDDEN).items()]
    for child in children:
        errors = child.communicate(timeout=2 * SECONDS)[1]
        if child.returncode != 0:
            raise RuntimeError(errors)


class ServeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.models = os.path.join(cls.folder.name, "models")
        make_models(cls.models)
        cls.server = Server(cls.models)
        cls.addClassCleanup(cls.server.kill)
        cls.client = cls.server.client

    def list_moves(self, situation):
        moves = self.client.call(RULES, "ListMoves", state=situation).moves
        return [move.text for move in moves]

    def choose(self, situation, **more):
        return self.client.call(ANALYSIS, "ChooseMove", state=situation, seed=1, **more)

    def model_of(self, game):
        models = self.client.call(CATALOG, "ListModels").models
        return next(model for model in models if model.game.split("{")[0] == game)

    def check_play(self, game):
        """Lists the legal moves, applies one, and asks for the agent's reply."""
        situation = {"game": game}
        moves = self.list_moves(situation)
        applied = self.client.call(RULES, "Apply", state=situation, move=moves[0])
        self.assertTrue(applied.state.record.endswith(f"; 0 {moves[0]}"))
        chosen = self.choose(applied.state, simulations=16)
        self.assertIn(chosen.move, self.list_moves(applied.state))
        self.assertAlmostEqual(chosen.win + chosen.draw + chosen.loss, 1, places=5)
        self.assertEqual(chosen.model, self.model_of(game).id)

    def own_record(self, situation, seat):
        """The same game as known to one seat."""
        known = self.client.call(RULES, "Describe", state=situation | {"seat": seat})
        return {"seat_record": known.description.seat_record, "seat": seat}

    def play_from_seats_records(self, game, events):
        """The model plays both seats, each from its own record; returns the whole record."""
        situation = {"game": game}
        for _ in range(events):
            actor = self.client.call(RULES, "Describe", state=situation).description.actors[0]
            if actor == CHANCE:
                move = self.list_moves(situation)[0]
            else:
                chosen = self.choose(self.own_record(situation, actor))
                self.assertEqual(chosen.model, self.model_of(game).id)
                move = chosen.move
            applied = self.client.call(
                RULES, "Apply", state=situation, actor=actor, move=move
            )
            situation = {"record": applied.state.record}
        return situation

    def check_hidden_play(self, game, events):
        """A seat's record hides what the seat does not know, and the whole record is refused."""
        whole = self.play_from_seats_records(game, events)
        actor = self.client.call(RULES, "Describe", state=whole).description.actors[0]
        own = self.own_record(whole, actor)["seat_record"]
        self.assertNotIn(whole["record"], own)
        with self.assertRaises(grpc.RpcError) as caught:
            self.choose(whole | {"seat": actor})
        self.assertEqual(caught.exception.code(), grpc.StatusCode.FAILED_PRECONDITION)
        return own

    def assert_refused(self, code, part, method, **fields):
        with self.assertRaises(grpc.RpcError) as caught:
            self.client.call(RULES, method, **fields)
        self.assertEqual(caught.exception.code(), code)
        self.assertIn(part, caught.exception.details())

    def test_services_are_listed_by_reflection_and_healthy(self):
        self.assertLessEqual({CATALOG, RULES, ANALYSIS}, set(self.client.services()))
        for service in ("", CATALOG, RULES, ANALYSIS):
            self.assertEqual(self.client.health(service), SERVING, service)

    def test_every_game_is_listed_with_its_model_or_without(self):
        games = {game.name for game in self.client.call(CATALOG, "ListGames").games}
        models = self.client.call(CATALOG, "ListModels").models
        self.assertEqual({model.game.split("{")[0] for model in models}, games)
        for model in models:
            trained = model.game.split("{")[0] in SEARCHED | HIDDEN
            self.assertEqual(model.trained, trained, model.game)
            self.assertRegex(model.id, "^[0-9a-f]{64}$" if trained else "^rollouts:")

    def test_a_trained_model_answers_a_move(self):
        self.check_play("tic_tac_toe")

    def test_a_model_of_renju_answers_a_move(self):
        self.check_play("renju")

    def test_a_model_of_kontranto_answers_a_seats_record(self):
        # The colours, both placements, a step, and the first commitment of the next step.
        own = self.check_hidden_play("kontranto", 7)
        self.assertEqual(own.count(";"), 6)

    def test_a_model_of_tantrix_answers_a_seats_record(self):
        # Lots, racks and some moves.
        self.assertIn("; chance draw ?", self.check_hidden_play("tantrix", 24))

    def test_a_game_without_a_model_is_played_by_rollouts(self):
        self.assertIn("no model", self.model_of("connect_four").description)
        self.check_play("connect_four")
        few = {"simulations": 16}
        self.assertFalse(self.choose({"game": "connect_four"}, **few).trained)
        self.assertTrue(self.choose({"game": "tic_tac_toe"}, trained_only=True, **few).trained)
        with self.assertRaises(grpc.RpcError) as caught:
            self.choose({"game": "connect_four"}, trained_only=True, **few)
        self.assertEqual(caught.exception.code(), grpc.StatusCode.FAILED_PRECONDITION)

    def test_ask_tells_where_there_is_no_trained_model(self):
        command = [PROGRAM, "ask", "connect_four", "--server", self.server.address]
        command += ["--simulations", "16"]
        asked = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertIn("model rollouts:16 (random games: no trained model)", asked.stdout)
        command.append("--trained-only")
        refused = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("connect_four has no trained model", refused.stderr)
        command[2] = "tic_tac_toe"
        asked = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(asked.returncode, 0, asked.stderr)
        self.assertNotIn("random games", asked.stdout)

    def test_unknown_games_and_illegal_moves_are_refused(self):
        refused = grpc.StatusCode
        self.assert_refused(refused.NOT_FOUND, "chess", "Describe", state={"game": "chess"})
        start = {"game": "tic_tac_toe"}
        self.assert_refused(refused.INVALID_ARGUMENT, "z9", "Apply", state=start, move="z9")
        twice = {"record": "tic_tac_toe; 0 b2"}
        self.assert_refused(refused.INVALID_ARGUMENT, "b2", "Apply", state=twice, move="b2")

    def test_evaluating_threads_compute_alone(self):
        before = self.server.computing_threads()
        self.choose({"game": "renju", "record": "renju; 0 h8"}, simulations=64)
        self.assertEqual(self.server.computing_threads(), before)

    def test_ask_prints_the_scene_the_move_and_its_prospects(self):
        command = [PROGRAM, "ask", "renju", "--record", "renju; 0 h8", "--simulations", "16"]
        command += ["--server", self.server.address]
        asked = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(asked.returncode, 0, asked.stderr)
        scene, answer = asked.stdout.split("\n\n")
        self.assertEqual(len(re.findall(r"^ +\d+ ?[.X]", scene, re.MULTILINE)), 15, scene)
        move, prospects = answer.splitlines()[:2]
        self.assertRegex(move, r"^seat 0 plays \w+$")
        self.assertRegex(prospects, r"^win [\d.]+ %, draw [\d.]+ %, loss [\d.]+ %$")

    def test_ask_prints_what_an_analysis_rests_on(self):
        command = [PROGRAM, "ask", "oshi_zumo", "--seat", "0", "--simulations", "64", "--watch"]
        command += ["--server", self.server.address]
        asked = subprocess.run(command, capture_output=True, text=True, check=True)
        self.assertNotIn("payoffs", asked.stdout)
        command.append("--explain")
        asked = subprocess.run(command, capture_output=True, text=True, check=True)
        self.assertRegex(asked.stdout, r"\npayoffs to this seat, value [+-]0\.\d{3};")
        self.assertRegex(asked.stdout, r"\n  \[1\] \d+( \*)?: [\d.]+ %, value ")
        command.append("--json")
        asked = subprocess.run(command, capture_output=True, text=True, check=True)
        table = json.loads(asked.stdout.splitlines()[-1])["payoff_table"]
        moves, others = table["own"]["moves"], table["other"]["moves"]
        self.assertEqual(len(table["payoffs"]), len(moves) * len(others))
        self.assertTrue(any(move["best_response"] for move in moves))

    def ask(self, server, *arguments):
        command = [PROGRAM, "ask", "tic_tac_toe", "--server", server.address, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_a_caller_is_let_in_by_its_token(self):
        token, tokens = (os.path.join(self.folder.name, name) for name in ("token", "tokens"))
        with open(token, "w", encoding="ascii") as file:
            file.write("secret\n")
        with open(tokens, "w", encoding="ascii") as file:
            file.write(f"ann player {hashlib.sha256(b'secret').hexdigest()}\n")
        server = Server(self.models, more=["--set", f'serve {{ tokens: "{tokens}" }}'])
        self.addCleanup(server.kill)
        self.assertEqual(self.ask(server, "--token", token).returncode, 0)
        refused = self.ask(server)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("found public", refused.stderr)

    @unittest.skipIf(os.geteuid() != 0, "only root has all rights")
    def test_all_rights_are_refused_unless_asked_for(self):
        command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--models", self.models]
        refused = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("--allow-root", refused.stderr)

    def test_a_stopped_server_finishes_its_calls(self):
        path = os.path.join(self.folder.name, "socket")
        metrics = os.path.join(self.folder.name, "metrics")
        # On a busy machine the calls may take longer than the default limit of 5 s.
        more = ["--set", f'serve {{ metrics: "unix:{metrics}" drain_ms: 300000 }}']
        server = Server(self.models, "unix:" + path, more)
        self.addCleanup(server.kill)
        self.assertEqual(server.address, "unix:" + path)
        situation = {"game": "renju", "record": "renju; 0 h8"}
        calls = [
            server.client.start(ANALYSIS, "ChooseMove", state=situation, simulations=512)
            for _ in range(4)
        ]
        while arrived(metrics, "ChooseMove") < 4:
            time.sleep(0.05)
        code, announced = server.stop()
        self.assertEqual(code, 0)
        self.assertEqual([call.result().model for call in calls], 4 * [self.model_of("renju").id])
        self.assertFalse(os.path.exists(path))
        served = [SERVED.match(line) for line in announced.splitlines()]
        kinds = {line[2]: line[1] for line in served}
        self.assertEqual(kinds["renju"], "model")
        self.assertEqual(kinds["kuhn"], "rollouts")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
