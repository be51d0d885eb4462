"""Opponents of the environments of Gymnasium: what they are asked, and what their failures do."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

import kvintet
from kvintet._core import Versus
from kvintet.gymnasium import Env
from kvintet.opponents import (
    RandomOpponent,
    Turn,
    known_opponents,
    make_opponent,
    register_opponent,
)
from test_gymnasium import MODES, assert_same, vector

from play import GAMES, SIMULTANEOUS_GAMES, first_legal, legal_actions


def test_unknown_opponents_are_named() -> None:
    with pytest.raises(ValueError, match=r"opponent: 'alphazero' is none of .*greedy.*random"):
        Env("kuhn", opponent="alphazero")
    with pytest.raises(ValueError, match="no argument"):
        Env("kuhn", opponent="random:3")
    with pytest.raises(TypeError, match="opponent"):
        Env("kuhn", opponent=3)  # type: ignore[arg-type]
    env = Env("kuhn", seat=1, opponent="greedy")
    with pytest.raises(NotImplementedError, match="greedy"):
        env.reset(seed=0)
    env = Env("kuhn", seat=1, opponent=lambda view: 9)
    with pytest.raises(ValueError, match="opponent: chose 9"):
        env.reset(seed=0)


class Asked:
    """Plays like "random", but is asked for every decision."""

    def __init__(self) -> None:
        self.decisions = 0

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Legal actions for the rows of the turn: int32 [M]."""
        self.decisions += len(turn)
        masks = [view.action_mask() for view in turn.views()]
        assert np.array_equal(turn.masks(), masks) and turn.masks().dtype == np.uint8
        assert [view.seat for view in turn.views()] == turn.seats.tolist()
        assert (np.diff(turn.rows) > 0).all()
        return RandomOpponent().choose(turn)


@pytest.mark.parametrize("name", GAMES)
def test_random_opponents_play_the_same_in_cpp_and_in_python(name: str) -> None:
    asked = Asked()
    envs = [vector(name, 6, seat="random", opponent=one) for one in ("random", asked)]
    random = np.random.default_rng(4)
    seen = [env.reset(seed=9)[0] for env in envs]
    for _ in range(20):
        assert_same(*seen)
        actions = legal_actions(seen[0]["action_mask"], random)
        steps = [env.step(actions) for env in envs]
        assert_same(*steps)
        seen = [step[0] for step in steps]
    assert asked.decisions > 0


def test_an_opponent_that_fails_is_asked_no_more() -> None:
    class Fails:
        def choose(self, turn: Turn) -> NDArray[np.int32]:
            raise OSError("no connection")

    env = vector("tic_tac_toe", 2, opponent=Fails())
    env.reset(seed=0)
    with pytest.raises(OSError, match="no connection"):
        env.step(np.array([4, 4]))
    assert not env.action_masks().any()
    some = {"reset_mask": np.array([True, False])}
    for call in (lambda: env.step(np.array([0, 0])), lambda: env.reset(options=some)):
        with pytest.raises(gymnasium.error.ResetNeeded, match="opponent failed"):
            call()
    observations, _ = env.reset()
    assert observations["action_mask"].all()


def test_a_failure_of_the_opponent_is_no_defeat() -> None:
    fails = [False]

    def opponent(view: kvintet.View) -> int:
        if fails[0]:
            raise OSError("no connection")
        return first_legal(view)

    env = Env("tic_tac_toe", opponent=opponent)
    env.reset(seed=0)
    fails[0] = True
    with pytest.raises(OSError, match="no connection"):
        env.step(4)
    fails[0] = False
    with pytest.raises(gymnasium.error.ResetNeeded, match="opponent failed"):
        env.step(5)
    env.reset(seed=0)
    assert env.step(4)[1:4] == (0, False, False)


class Interrupted:
    """A Versus, of which Ctrl-C interrupts a call as soon as it has returned."""

    def __init__(self, versus: Versus, call: str) -> None:
        self._versus = versus
        self._call = call

    def __getattr__(self, name: str) -> Any:
        def interrupted(*arguments: Any) -> None:
            getattr(self._versus, name)(*arguments)
            raise KeyboardInterrupt

        return interrupted if name == self._call else getattr(self._versus, name)


@pytest.mark.parametrize("call", ["step", "answer"])
def test_an_interrupted_step_is_no_defeat(call: str) -> None:
    env = Env("tic_tac_toe", opponent=first_legal)
    env.reset(seed=0)
    sound: Any = env._episodes._versus
    interrupted: Any = Interrupted(sound, call)
    env._episodes._versus = interrupted
    with pytest.raises(KeyboardInterrupt):
        env.step(4)
    env._episodes._versus = sound
    if call == "step":
        with pytest.raises(gymnasium.error.ResetNeeded, match="opponent failed"):
            env.step(5)
    else:
        assert env.step(5)[1:4] == (0, False, False)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_a_game_that_ended_in_an_interrupted_step_is_over(mode: AutoresetMode) -> None:
    env = vector("tic_tac_toe", 2, seat=1, opponent=first_legal, autoreset_mode=mode)
    env.reset(seed=0)
    env.step(np.array([3, 4]))
    sound: Any = env._episodes._versus
    interrupted: Any = Interrupted(sound, "outcome")
    env._episodes._versus = interrupted
    with pytest.raises(KeyboardInterrupt):
        env.step(np.array([5, 2]))  # then the opponent completes a row in the first game
    env._episodes._versus = sound
    if mode is AutoresetMode.DISABLED:
        with pytest.raises(gymnasium.error.ResetNeeded, match=r"the games \[0\] are over"):
            env.step(np.array([5, 5]))
        return
    observations, rewards, terminations, _, infos = env.step(np.array([5, 7]))
    assert not rewards.any() and not terminations.any() and not infos["illegal"].any()
    assert observations["action_mask"].sum(axis=1).tolist() == [8, 2]


def test_opponents_can_be_registered() -> None:
    register_opponent("always", lambda argument: make_opponent(lambda view: int(argument)))
    assert "always" in known_opponents()
    env = Env("tic_tac_toe", seat=1, opponent="always:4")
    assert env.reset(seed=0)[0]["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]


@pytest.mark.parametrize("name", SIMULTANEOUS_GAMES)
def test_a_simultaneous_opponent_does_not_see_the_action(name: str) -> None:
    def views(which: int) -> list[bytes]:
        seen: list[bytes] = []

        def looks(view: kvintet.View) -> int:
            seen.append(view.key())
            return first_legal(view)

        env = Env(name, opponent=looks)
        observation, _ = env.reset(seed=0)
        env.step(int(np.flatnonzero(observation["action_mask"])[which]))
        return seen[:1]

    assert views(0) == views(-1) != []
