# cfr.py: CFR+ of OpenSpiel on our small games, and how exploitable its strategies are.
"""CFR+ of OpenSpiel on our small games, and how exploitable its strategies are.

Prints the exploitability (the mean gain of two best responses) of uniform play and after each block
of iterations; it falls towards 0. Games in which seats act at the same time are converted to turns.

usage: cfr.py [--iterations N] [GAME ...]
"""

import argparse
from typing import Any

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from open_spiel.python.policy import UniformRandomPolicy

from kvintet import openspiel

GAMES = ("kuhn", "leduc", "goofspiel(cards=3)")
BLOCKS = 4


def load(text: str) -> Any:
    """The game in OpenSpiel, with turns."""
    game = pyspiel.load_game(openspiel.PREFIX + text)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        return pyspiel.convert_to_turn_based(game)
    return game


def main() -> None:
    """Solves each game, and prints a line per block."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--iterations", type=int, default=200)
    options = parser.parse_args()
    for text in options.games:
        game = load(text)
        solver = cfr.CFRPlusSolver(game)
        print(
            f"{text}: uniform {exploitability.exploitability(game, UniformRandomPolicy(game)):.4f}"
        )
        for _ in range(BLOCKS):
            for _ in range(options.iterations // BLOCKS):
                solver.evaluate_and_update_policy()
            policy = solver.average_policy()
            value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
            print(
                f"{text}: exploitability {exploitability.exploitability(game, policy):.4f}, "
                f"value of seat 0 {value:+.4f}"
            )


if __name__ == "__main__":
    main()
