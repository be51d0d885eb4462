# End to end: whole matches of all five games over the network, to their ends and reports.
#
# usage: whole_matches_test.py PROGRAM [--models FOLDER] [--reports FOLDER]
# Two clients play each other, a client plays an agent, and two agents play, by the rules of match
# play: claims, clocks, resets, consent, private racks. --models: the agents play with models
# instead of rollouts. --reports: keeps the reports of the games as text and PDF in this folder, for
# people to read.
import argparse
import os
import random
import signal
import subprocess
import tempfile
import time
import unittest

from public_client import PublicClient

MATCHES = "kvintet.v1.MatchService"
RULES = "kvintet.v1.RulesService"
PHASE = "kvintet.v1.MatchState.Phase"
ACT = "kvintet.v1.ActRequest.Kind"
GAMES = ("kontranto", "renju", "punct", "konkvest", "tantrix")
# For random players whose game has to reach the final two-step, which one game in thirty does.
KONTRANTO_SEED = 51
SPECTATOR = 3
# CPU threads for agents.
PAUSE = 0.005
PAGE = 10000


class Server:
    """The program's service, as a child process."""

    def __init__(self, folder):
        command = [ARGUMENTS.program, "serve", "--allow-root", "--listen", "127.0.0.1:0"]
        command += ["--models", ARGUMENTS.models, "--matches", folder]
        command += ["--set", "serve { threads: 1 max_calls: 64 } search { simulations: 2 }"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().removeprefix("listening on ").strip()
        self.client = PublicClient(self.address)
        self.client.learn(MATCHES)
        self.client.learn(RULES)

    def close(self):
        self.client.channel.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        self.process.stdout.close()

    def number(self, enum, name):
        """The number of an enum value."""
        return self.client.pool.FindEnumTypeByName(enum).values_by_name[name].number


class Player:
    """A client that plays at random and performs the acts that match play requires."""

    def __init__(self, server, match, token, seed):
        self.server, self.match, self.token = server, match, token
        self.random = random.Random(seed)
        # The acts it has performed, with their counts.
        self.said = {}

    def look(self):
        call = self.server.client.call
        return call(MATCHES, "GetMatch", match=self.match, token=self.token).state

    def in_phase(self, state, name):
        return state.phase == self.server.number(PHASE, "PHASE_" + name)

    def say(self, state, kind):
        self.said[kind] = self.said.get(kind, 0) + 1
        self.server.client.call(
            MATCHES, "Act", match=self.match, token=self.token, game_number=state.game_number,
            kind=self.server.number(ACT, "KIND_" + kind))

    def act(self):
        """Does what the player has to do now, if anything."""
        state = self.look()
        me = state.players[state.viewer]
        if self.in_phase(state, "READY") and not me.ready:
            self.say(state, "READY")
        elif self.in_phase(state, "CONSENT") and not me.consented:
            self.say(state, "CONSENT")
        elif self.in_phase(state, "PAUSED") and not me.resumed:
            self.say(state, "RESUME")
        elif state.reset_offered_by == 1 - state.viewer:
            self.say(state, "ACCEPT_RESET")
        elif (me.seat in state.description.actors and not state.own_commitment.digest
              and not self.must_wait(state)):
            self.decide(state)

    def must_wait(self, state):
        """Whether an agent that chooses at the same time has yet to commit its choice."""
        other = state.players[1 - state.viewer]
        return (other.agent and other.seat in state.description.actors
                and not other.commitment_digest)

    def decide(self, state):
        self.move(state, self.random.choice(self.moves(state)))

    def moves(self, state):
        """Its legal moves, computed from what it knows."""
        known = state.description
        situation = {"game": known.game, "seat": known.seat, "seat_record": known.seat_record}
        answer = self.server.client.call(RULES, "ListMoves", state=situation, page_size=PAGE)
        return [move.text for move in answer.moves]

    def move(self, state, text, **more):
        self.server.client.call(
            MATCHES, "CommitMove", match=self.match, token=self.token,
            game_number=state.game_number, expected_ply=state.ply, move=text, **more)


class Claimant(Player):
    """Claims a win after each of its opponent's moves and its own, right or wrong."""

    def decide(self, state):
        super().decide(state)
        after = self.look()
        if not self.in_phase(after, "OVER"):
            self.say(after, "CLAIM_WIN")


class Shuffler(Player):
    """Moves back and forth until the game has been reset; offers the reset once."""

    last = ""

    def decide(self, state):
        if state.reset_possible and not self.said.get("OFFER_RESET"):
            return self.say(state, "OFFER_RESET")
        moves = self.moves(state)
        begun_anew = self.said.get("OFFER_RESET") or self.said.get("ACCEPT_RESET")
        back = [move for move in moves if undoes(move, self.last) and not begun_anew]
        self.last = self.random.choice(back or moves)
        return self.move(state, self.last)


class Sleeper(Player):
    """Does nothing, so that its time runs out."""

    def act(self):
        pass


def undoes(move, last):
    """Whether a step reverses the last one: "a1-a2" and "a2-a1"."""
    return "-" in move and move.split("-") == last.split("-")[::-1]


class WholeMatchesTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.server = Server(os.path.join(folder.name, "matches"))
        cls.addClassCleanup(cls.server.close)

    def call(self, method, **fields):
        return self.server.client.call(MATCHES, method, **fields)

    def create(self, game, *agents, colours=(), **more):
        players = [{"agent": {"simulations": 2, "name": f"agent {i}", "allow_rollouts": True}}
                   if agent
                   else {"person": f"client {i}"} for i, agent in enumerate(agents)]
        for player, colour in zip(players, colours):
            player["colours"] = {"first": colour}
        return self.call("CreateMatch", game=game, players=players, **more)

    def play(self, game, *agents, kinds=(Player, Player), seed=1, **more):
        """Plays a whole match; returns its last state, its report and the players."""
        made = self.create(game, *agents, **more)
        players = [kind(self.server, made.match, made.tokens[i], seed + i)
                   for i, (kind, agent) in enumerate(zip(kinds, agents)) if not agent]
        while not self.look(made.match).HasField("end"):
            for player in players:
                player.act()
            if any(agents):
                time.sleep(PAUSE)
        return self.finish(made.match), players

    def look(self, match):
        return self.call("GetMatch", match=match).state

    def finish(self, match):
        """Fetches the report of a finished match; stores it with --reports."""
        state = self.look(match)
        self.assertTrue(state.HasField("end"), state.description.scene.caption)
        report = self.call("GetReport", match=match, pdf=True)
        self.assertTrue(report.pdf.startswith(b"%PDF"))
        self.assertIn(report.end.result.reason, report.text)
        self.follow(report)
        if ARGUMENTS.reports:
            os.makedirs(ARGUMENTS.reports, exist_ok=True)
            path = os.path.join(ARGUMENTS.reports, self.id().split(".")[-1] + "." + match[:6])
            with open(path + ".txt", "w", encoding="utf-8") as file:
                file.write(report.text)
            with open(path + ".pdf", "wb") as file:
                file.write(report.pdf)
        return report

    def follow(self, report):
        """Replaying the record gives the same end, unless match play ended the game."""
        answer = self.server.client.call(
            RULES, "Describe", state={"record": report.records[-1], "seat": SPECTATOR})
        if answer.description.ended:
            self.assertEqual(answer.description.result.returns, report.end.result.returns)
            self.assertEqual(answer.description.result.reason, report.end.result.reason)
        else:
            self.assertIn(report.end.result.reason,
                          ("agreed", "time", "win", "five", "resigned", "max_plies"))

    # Two clients.

    def test_kontranto_by_two_clients(self):
        # Long enough for extraordinary steps and for a final two-step with the consent of both.
        report, players = self.play("kontranto", False, False, seed=KONTRANTO_SEED)
        self.assertEqual(report.end.result.reason, "two_step")
        self.assertTrue(all(player.said["CONSENT"] == 1 for player in players))
        self.assertRegex(report.text, "nonce")
        # K12: the winner's score includes the bonus.
        self.assertRegex(report.text, r"position .*\(\+1\)")

    def test_renju_by_two_clients_who_claim(self):
        report, players = self.play(
            "renju{forbidden=claimed}", False, False, kinds=(Claimant, Claimant))
        self.assertTrue(report.end.claimed)
        self.assertGreater(sum(player.said["CLAIM_WIN"] for player in players), 1)

    def test_punct_by_two_clients_whose_seats_are_drawn(self):
        report, _ = self.play("punct", False, False, seats="SEAT_ORDER_LOT")
        self.assertEqual(sum(report.end.result.returns), 0)

    def test_konkvest_by_two_clients_who_begin_anew(self):
        report, players = self.play("konkvest", False, False, kinds=(Shuffler, Shuffler))
        self.assertGreaterEqual(sum(player.said.get("ACCEPT_RESET", 0) for player in players), 1)
        self.assertGreater(len(report.records), 1)

    def test_tantrix_by_two_clients_with_wishes(self):
        report, players = self.play("tantrix", False, False, colours=("blue", "green"))
        self.assertIn("colours=blue-green", report.records[0])
        self.assertEqual(sum(report.end.points), 20)
        self.assertTrue(all(player.said["READY"] == 1 for player in players))

    def test_a_flag_falls(self):
        # More time than the player to move needs on any machine.
        clock = {"kind": "KIND_STAGES", "stages": [{"moves": 0, "ms": 2000}]}
        report, _ = self.play("punct", False, False, kinds=(Player, Sleeper), clock=clock)
        self.assertEqual(report.end.result.reason, "time")
        self.assertEqual(report.end.result.returns, [1, -1])

    # A client and an agent, which commits first where both choose at once; and two agents.

    def test_a_client_against_an_agent(self):
        for game in GAMES:
            with self.subTest(game):
                self.play(game, False, True)

    def test_two_agents(self):
        for game in GAMES:
            with self.subTest(game):
                self.play(game, True, True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--models", default="")
    parser.add_argument("--reports")
    ARGUMENTS, words = parser.parse_known_args()
    unittest.main(argv=["whole_matches_test.py", *words])
