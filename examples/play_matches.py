#!/usr/bin/env python3
# play_matches: plays a whole match and a rematch of each game against the service's agent.
#
# usage: play_matches.py ADDRESS [--level N] [--seed N] [GAME ...]
# The service must keep matches (`kvintet serve --matches DIR`). The script plays random legal moves
# as player 0, sends READY and CONSENT when they are needed, and plays a rematch. For every game it
# prints what played the agent's moves: the model's SHA-256, its fit and its level. protoc generates
# the imported modules from the schemas (README.md has the command).
import argparse
import random
import sys

import grpc
from kvintet_api.v1 import fit_pb2, game_state_pb2, match_pb2, match_pb2_grpc
from kvintet_api.v1 import rules_pb2, rules_pb2_grpc

GAMES = ("kontranto", "renju", "punct", "konkvest", "tantrix")
# Legal moves are requested in pages: Kontranto has tens of thousands in its first step.
PAGE = 1000
SECONDS = 600


class Player:
    """Player 0 of a match with an agent."""

    def __init__(self, channel, game, level, seed):
        self.matches = match_pb2_grpc.MatchServiceStub(channel)
        self.rules = rules_pb2_grpc.RulesServiceStub(channel)
        self.random = random.Random(seed)
        request = match_pb2.CreateMatchRequest(game=game)
        request.players.add().person = "example"
        request.players.add().agent.level = level
        made = self.matches.CreateMatch(request, timeout=SECONDS)
        self.match, self.token = made.match, made.tokens[0]
        self.cursor = 0

    def play(self):
        """Plays the current game to its end. Returns the last state."""
        watch = match_pb2.WatchMatchRequest(
            match=self.match, token=self.token, cursor=self.cursor)
        stream = self.matches.WatchMatch(watch, timeout=SECONDS)
        for response in stream:
            # If several events follow at once, the state comes with the last of them.
            if not response.HasField("state"):
                continue
            state = response.state
            self.cursor = state.cursor
            if state.phase == match_pb2.MatchState.PHASE_OVER:
                stream.cancel()
                return state
            self.answer(state)
        raise RuntimeError("the stream has ended before the game")

    def answer(self, state):
        """Sends what the match is waiting for from this player, if anything."""
        own = state.players[0]
        if state.phase == match_pb2.MatchState.PHASE_READY and not own.ready:
            self.say(state, match_pb2.ActRequest.KIND_READY)
        elif state.phase == match_pb2.MatchState.PHASE_CONSENT and not own.consented:
            self.say(state, match_pb2.ActRequest.KIND_CONSENT)
        elif self.is_turn(state):
            self.matches.CommitMove(match_pb2.CommitMoveRequest(
                match=self.match, token=self.token, game_number=state.game_number,
                expected_ply=state.ply, move=self.random.choice(self.moves(state))),
                timeout=SECONDS)

    def is_turn(self, state):
        """Whether this player must move. If both choose at once, the agent commits first."""
        known = state.description
        both = state.phase == match_pb2.MatchState.PHASE_COMMIT
        waits = (both and len(known.actors) > 1
                 and not state.players[1].commitment_digest)
        moving = both or state.phase == match_pb2.MatchState.PHASE_TO_MOVE
        return (moving and known.seat in known.actors and not waits
                and not state.HasField("own_commitment"))

    def moves(self, state):
        """Some of the legal moves, from what this player knows."""
        known = game_state_pb2.GameState(
            seat_record=state.description.seat_record, seat=state.description.seat)
        request = rules_pb2.ListMovesRequest(state=known, page_size=PAGE)
        return [move.text for move in self.rules.ListMoves(request, timeout=SECONDS).moves]

    def say(self, state, kind):
        self.matches.Act(match_pb2.ActRequest(
            match=self.match, token=self.token, game_number=state.game_number, kind=kind),
            timeout=SECONDS)

    def rematch(self, state):
        self.matches.Rematch(match_pb2.RematchRequest(
            match=self.match, token=self.token, game_number=state.game_number), timeout=SECONDS)


def told(game, state):
    """A line of text about a finished game."""
    agent = state.players[1].agent_model
    own_seat = state.players[1].seat - game_state_pb2.SEAT_0
    fit = fit_pb2.Fit.Name(agent.fit).removeprefix("FIT_").lower().replace("_", " ")
    result = state.end.result
    own, other = result.returns[own_seat], result.returns[1 - own_seat]
    outcome = "won" if own > other else "lost" if own < other else "drew"
    return (f"{game} game {state.game_number}: the agent {outcome} ({result.reason}); "
            f"model {agent.model}, {fit}, level {agent.level}, simulations {agent.simulations}")


def main():
    parser = argparse.ArgumentParser(description="plays a match and a rematch of each game")
    parser.add_argument("address", help="HOST:PORT of the service")
    parser.add_argument("games", nargs="*", default=GAMES, help="default: all five")
    parser.add_argument("--level", type=int, default=1, help="agent's level; 0: usual strength")
    parser.add_argument("--seed", type=int, default=1, help="seed of this player's moves")
    arguments = parser.parse_args()
    with grpc.insecure_channel(arguments.address) as channel:
        for game in arguments.games:
            try:
                player = Player(channel, game, arguments.level, arguments.seed)
                first = player.play()
                print(told(game, first), flush=True)
                player.rematch(first)
                print(told(game, player.play()), flush=True)
            except grpc.RpcError as error:
                sys.exit(f"{game}: {error.code().name}: {error.details()}")


if __name__ == "__main__":
    main()
