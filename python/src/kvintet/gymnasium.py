"""The door to Gymnasium: every game as a single-agent environment, with an opponent inside.

Importing this module registers `kvintet/NAME-v0` for every game:

    import gymnasium
    import kvintet.gymnasium

    gymnasium.make("kvintet/renju-v0", opponent="greedy", seat="random")
    gymnasium.make_vec("kvintet/renju-v0", num_envs=256,
                       vectorization_mode="vector_entry_point", opening="free")

Keywords that are not those of Env or VectorEnv are options of the game. Without the import,
`gymnasium.make("kvintet.gymnasium:kvintet/renju-v0")` imports this module by itself.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray

from ._core import Game, View, games
from .episodes import (
    Episodes,
    IllegalChoice,
    Info,
    Observation,
    SeatChoice,
    check_render_mode,
    draw_key,
    make_game,
)
from .integers import integer_of
from .opponents import OpponentSpec
from .spaces import observation_space
from .vector_env import VectorEnv

__all__ = ["Env", "VectorEnv", "observation_space", "register"]


class Env(gymnasium.Env[Observation, int | np.integer[Any]], EzPickle):
    """One game as a single-agent environment; an opponent plays the other seat.

    A step plays the action and then the opponent's moves until the seat must act again. Some moves
    are several actions. In a game with simultaneous moves the opponent chooses from its own view,
    without knowing the action.

    The reward is 0 until the end, and then the seat's return in [-1, 1]. With the same seed and
    actions a game is the same, unless the opponent is a function with randomness of its own.
    Infos have `action_mask` (int8 [num_actions]), `seat` (int) and `illegal` (bool: whether the
    last action was illegal).

    Args:
      text: a Game, or the text of one, such as `"renju{opening=free}"`.
      seat: the learner's seat, 0 or 1, or "random" to draw it for each game.
      opponent: "random", "greedy" (the game's baseline), "model:FILE", "service:HOST:PORT", a
        function of the other seat's View that returns an action, or an Opponent; see
        `kvintet.opponents`.
      illegal: what an illegal action does. "forfeit": the game terminates with reward -1. "refuse":
        step raises ValueError and does nothing.
      render_mode: None or "ansi".
      options: options of the game.
    """

    # A dictionary of the class, as the base class has it.
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        text: Game | str,
        *,
        seat: SeatChoice = 0,
        opponent: OpponentSpec = "random",
        illegal: IllegalChoice = "forfeit",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(
            self,
            text,
            seat=seat,
            opponent=opponent,
            illegal=illegal,
            render_mode=render_mode,
            **options,
        )
        check_render_mode(render_mode)
        self.game = make_game(text, options)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._episodes = Episodes(self.game, 1, seat=seat, opponent=opponent, illegal=illegal)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Starts a game; the opponent moves first if it has to.

        Args:
          seed: names all randomness of this game and of those after it until the next seed.
          options: not used.

        Returns:
          The observation and the info.
        """
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._episodes.seed(np.array([0]), np.array([draw_key(self.np_random)]))
            self._seeded = True
        self._episodes.begin(np.array([0]))
        return self._seen(False)

    def step(self, action: int | np.integer[Any]) -> tuple[Observation, float, bool, bool, Info]:
        """Plays an action, and then the opponent's moves.

        Returns:
          Observation, reward, terminated, truncated, info.

        Raises:
          TypeError: for an action that is no integer.
          ValueError: with illegal="refuse", for an illegal action.
          gymnasium.error.ResetNeeded: before the first reset, after the end of a game, and after an
            exception of the opponent.
        """
        if self._episodes.over()[0]:
            raise gymnasium.error.ResetNeeded("the game is over, or has not begun; call reset")
        # Any integer is an action, if an illegal one.
        number = min(max(integer_of(action, "action"), -(2**63)), 2**63 - 1)
        outcome = self._episodes.step(np.array([number], dtype=np.int64), np.array([True]))
        observation, info = self._seen(bool(outcome.illegal[0]))
        return (
            observation,
            float(outcome.rewards[0]),
            bool(outcome.terminated[0]),
            bool(outcome.truncated[0]),
            info,
        )

    def close(self) -> None:
        """Ends the environment, and the connection of an opponent "service:HOST:PORT"."""
        self._episodes.close()
        super().close()

    def render(self) -> str | None:
        """The game as the learner sees it, as lines of text; None without a render mode."""
        return None if self.render_mode is None else self.view.render()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as sb3-contrib's MaskablePPO asks for them: bool [num_actions]."""
        mask: NDArray[np.int8] = self._episodes.action_masks()[0]
        return mask.astype(np.bool_)

    @property
    def view(self) -> View:
        """What the learner knows."""
        return self._episodes.view(0)

    def _seen(self, illegal: bool) -> tuple[Observation, Info]:
        observation = {name: array[0] for name, array in self._episodes.observations().items()}
        info: Info = {
            "action_mask": observation["action_mask"].copy(),
            "seat": int(self._episodes.seats()[0]),
            "illegal": illegal,
        }
        return observation, info


def register() -> None:
    """Registers `kvintet/NAME-v0` for every game; games that are registered already stay."""
    for name in games():
        env_id = f"kvintet/{name}-v0"
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point="kvintet.gymnasium:Env",
                vector_entry_point="kvintet.gymnasium:VectorEnv",
                kwargs={"text": name},
            )


register()
