# python_neighbours: random play beside the Python libraries that have the same games.
"""Compares by processor time.

    build/python-venv/bin/python benchmarks/python_neighbours.py [ROUNDS]

Needs open-spiel, pettingzoo, pygame and rlcard. Every side plays random legal actions on one
thread, and looks at the observation and the legal actions of the seat to act before each. The
measurements of a line take turns, ROUNDS times (5), and its figures are medians.
"""

import random
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

import kvintet
import kvintet.pettingzoo
import numpy as np
import pyspiel

SECONDS = 0.3
ENVS = 1024
# Our game, OpenSpiel's with the same rules and size, and PettingZoo's.
GAMES = (
    ("connect_four", "connect_four", "connect_four_v3"),
    ("tic_tac_toe", "tic_tac_toe", "tictactoe_v3"),
    ("hex{size=11,swap=no}", "hex(board_size=11)", None),
    ("kuhn", "kuhn_poker", None),
    ("leduc", "leduc_poker", None),
)


def rate(work: Callable[[], int]) -> float:
    """Moves per processor second; `work` plays and returns how many moves it made."""
    work()
    done, start = 0, time.process_time()
    while (taken := time.process_time() - start) < SECONDS:
        done += work()
    return done / taken


def openspiel_game(game: Any, tensor: str) -> int:
    """Plays a game of OpenSpiel and reads this tensor of each position."""
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
            continue
        player = state.current_player()
        np.asarray(getattr(state, tensor)(player), np.float32)
        state.apply_action(random.choice(state.legal_actions(player)))
        moves += 1
    return moves


def our_game(game: kvintet.Game) -> int:
    """Plays a game of ours, one move after the other."""
    play, moves = game.start(), 0
    while not play.ended:
        actor = play.actors[0]
        if actor == kvintet.CHANCE:
            play.sample_chance(random.getrandbits(64))
            continue
        view = play.view(actor)
        view.observe()
        play.apply(actor, int(random.choice(view.legal_actions())))
        moves += 1
    return moves


def agent_game(env: Any) -> int:
    """Plays a game of PettingZoo's AEC interface."""
    moves = 0
    env.reset()
    for _ in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
        env.step(int(random.choice(np.flatnonzero(mask))))
        moves += 1
    return moves


def our_pool(game: kvintet.Game) -> Callable[[], int]:
    """Steps of a pool; every one moves once in each game."""
    fields = ("planes", "globals", "mask_bytes", "to_act", "rewards", "terminal")
    pool = kvintet.Pool(game, ENVS, layout="to_act", fields=fields)
    pool.reset()

    def work() -> int:
        for _ in range(16):
            pool.step(pool.sample_actions())
        return 16 * ENVS

    return work


def medians(rounds: int, works: list[Callable[[], int]]) -> list[float]:
    """The median rate of each, which take turns."""
    found: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for place, work in enumerate(works):
            found[place].append(rate(work))
    return [statistics.median(one) for one in found]


def classic(name: str) -> ModuleType:
    """A classic game of PettingZoo."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return __import__(f"pettingzoo.classic.{name}", fromlist=["env"])


def compare(ours: str, openspiel: str, pettingzoo: str | None, rounds: int) -> None:
    """Prints the line of one game."""
    game, theirs = kvintet.Game(ours), pyspiel.load_game(openspiel)
    has_observations = theirs.get_type().provides_observation_tensor
    tensor = "observation_tensor" if has_observations else "information_state_tensor"
    works = [
        our_pool(game),
        lambda: our_game(game),
        lambda: openspiel_game(theirs, tensor),
    ]
    if pettingzoo is not None:
        envs = kvintet.pettingzoo.env(game), classic(pettingzoo).env()
        works += [lambda: agent_game(envs[0]), lambda: agent_game(envs[1])]
    pool, one, spiel, *agents = medians(rounds, works)
    line = f"| {ours} | {pool:,.0f} | {one:,.0f} | {spiel:,.0f} | {one / spiel:.1f} "
    line += f"| {pool / spiel:,.0f} |"
    if agents:
        line += f" {agents[0]:,.0f} | {agents[1]:,.0f} | {agents[0] / agents[1]:.1f} |"
    else:
        line += " | | |"
    print(line, flush=True)


def main() -> None:
    """Prints the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(
        f"| game | our Pool of {ENVS}, moves/s | our Playthrough | OpenSpiel's state | Playthrough "
        "to state | Pool to state | our PettingZoo env | PettingZoo's | ours to theirs |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for ours, openspiel, pettingzoo in GAMES:
        compare(ours, openspiel, pettingzoo, rounds)


if __name__ == "__main__":
    main()
