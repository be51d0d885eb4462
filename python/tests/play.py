"""Random play for the tests: legal actions, opponents, and games that have a baseline."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import kvintet
import kvintet.gymnasium

GAMES = kvintet.games()
LARGE_GAMES = ["renju", "punct", "konkvest", "kontranto", "tantrix"]
SIMULTANEOUS_GAMES = [name for name in GAMES if kvintet.Game(name).simultaneous]

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None, reason="PyTorch is not installed"
)


def has_baseline(name: str) -> bool:
    """Whether the game has a baseline `greedy`."""
    play = kvintet.Game(name).start()
    while kvintet.CHANCE in play.actors:
        play.sample_chance(0)
    try:
        play.view(play.actors[0]).greedy_actions()
    except NotImplementedError:
        return False
    return True


def legal_actions(masks: NDArray[Any], random: np.random.Generator) -> NDArray[np.int64]:
    """A random action for each row of masks [B, A], and 0 for rows of zeros: int64 [B]."""
    weights = random.random(masks.shape) * masks
    return np.asarray(weights.argmax(axis=1))


def scores(name: str, opponent: Any, games: int, **options: Any) -> list[float]:
    """The returns of a learner that plays at random against an opponent, over whole games."""
    envs = kvintet.gymnasium.VectorEnv(name, num_envs=8, opponent=opponent, **options)
    random = np.random.default_rng(1)
    _, info = envs.reset(seed=5)
    ended: list[float] = []
    while len(ended) < games:
        _, rewards, terminated, truncated, info = envs.step(
            legal_actions(info["action_mask"], random)
        )
        ended += rewards[terminated | truncated].tolist()
    return ended


def first_legal(view: kvintet.View) -> int:
    """The lowest legal action."""
    return int(view.legal_actions()[0])


def play_randomly(game: kvintet.Game, seed: int, plies: int) -> kvintet.Playthrough:
    """A game after at least so many random actions, between whole moves, or at its end."""
    random = np.random.default_rng(seed)
    play = game.start()
    count = 0
    while not play.ended and (count < plies or kvintet.CHANCE in play.actors or not _whole(play)):
        if kvintet.CHANCE in play.actors:
            play.sample_chance(int(random.integers(1 << 62)))
        else:
            seat = int(random.choice(play.actors))
            play.apply(seat, int(random.choice(play.view(seat).legal_actions())))
        count += 1
    return play


def _whole(play: kvintet.Playthrough) -> bool:
    """Whether no seat is in the middle of a move."""
    try:
        play.record()
    except ValueError:
        return False
    return True
