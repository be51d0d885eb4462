"""VectorEnv: many games as one vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._core import Game, View
from .episodes import (
    Episodes,
    IllegalChoice,
    Info,
    Observation,
    Outcome,
    SeatChoice,
    check_render_mode,
    draw_key,
    make_game,
)
from .opponents import OpponentSpec
from .spaces import observation_space


class VectorEnv(
    gymnasium.vector.VectorEnv[Observation, NDArray[np.integer[Any]], NDArray[Any]],
):
    """Many games as one vector environment, stepped together by a Pool.

    It gives what `gymnasium.vector.SyncVectorEnv` over Env gives with the same seeds and actions,
    bit for bit, in all three autoreset modes. Arrays that it returns are never overwritten: their
    memory is used again once nobody holds it. `info["action_mask"]` of a step is the array of the
    observation.

    Args:
      text: a Game, or the text of one.
      num_envs: the number of games, B.
      num_threads: threads that step them; results do not depend on it.
      autoreset_mode: an AutoresetMode or its value. NEXT_STEP: the step after the end starts the
        next game and does not read its action. SAME_STEP: the step that ends a game starts the
        next one; infos have final_obs and final_info. DISABLED: the caller resets, with
        `reset(options={"reset_mask": ...})`.
      seat: as in Env.
      opponent: as in Env. "random" chooses for all games at once.
      illegal: as in Env.
      render_mode: None or "ansi".
      options: options of the game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as the base class has it
        "render_modes": ["ansi"],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        text: Game | str,
        num_envs: int = 1,
        *,
        num_threads: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seat: SeatChoice = 0,
        opponent: OpponentSpec = "random",
        illegal: IllegalChoice = "forfeit",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.game = make_game(text, options)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._episodes = Episodes(
            self.game,
            num_envs,
            num_threads=num_threads,
            seat=seat,
            opponent=opponent,
            illegal=illegal,
        )
        self._randoms: list[np.random.Generator | None] = [None] * num_envs
        self._begun = np.zeros(num_envs, dtype=np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Starts new games.

        Args:
          seed: an int seeds game i with seed + i; a sequence has one seed, or None, for each.
          options: "reset_mask", bool [B], chooses the games to start; without it all start.

        Returns:
          The observations of all games, and infos of those that were started.

        Raises:
          TypeError: for a mask that is no numpy array of bools.
          ValueError: for a mask of another shape or without True, and for a wrong number of seeds.
        """
        chosen = self._reset_mask(options)
        self._seed(np.flatnonzero(chosen), seed)
        self._episodes.begin(np.flatnonzero(chosen))
        self._begun |= chosen
        seen = self._episodes.observations()
        nothing = np.zeros(self.num_envs, dtype=np.bool_)
        return seen, self._infos(seen["action_mask"], chosen, nothing)

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Plays an action in each game, and then the opponents' moves.

        Args:
          actions: integers [B].

        Returns:
          Observations, rewards float64 [B], terminations bool [B], truncations bool [B], infos.

        Raises:
          ValueError: with illegal="refuse", for an illegal action, and for another shape.
          gymnasium.error.ResetNeeded: before the first reset; after an exception of the opponent,
            until all games are reset; and with autoreset disabled, if a game that is over was not
            reset.
        """
        live = self._live()
        outcome = self._episodes.step(self._checked(actions), live)
        if not live.all():
            self._episodes.begin(np.flatnonzero(~live))
        ended = outcome.terminated | outcome.truncated
        seen = self._episodes.observations()
        infos, illegal = {}, outcome.illegal
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended.any():
            infos = self._finish(seen, outcome, ended)
            illegal = illegal & ~ended
        infos.update(self._infos(seen["action_mask"], np.ones_like(live), illegal))
        return seen, outcome.rewards, outcome.terminated, outcome.truncated, infos

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the connection of an opponent "service:HOST:PORT"; close() calls this once."""
        self._episodes.close()

    def render(self) -> tuple[str, ...] | None:
        """Each game as its learner sees it, as lines of text; None without a render mode."""
        if self.render_mode is None:
            return None
        return tuple(self._episodes.view(row).render() for row in range(self.num_envs))

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions: bool [B, num_actions]."""
        return self._episodes.action_masks().astype(np.bool_)

    def view(self, index: int) -> View:
        """What the learner knows in one game."""
        return self._episodes.view(index)

    def _live(self) -> NDArray[np.bool_]:
        """The games that the next step plays; it starts the others."""
        if not self._begun.all():
            raise gymnasium.error.ResetNeeded("call reset before step")
        over = self._episodes.over()
        if self.autoreset_mode is AutoresetMode.DISABLED and over.any():
            raise gymnasium.error.ResetNeeded(
                f"the games {np.flatnonzero(over).tolist()} are over; "
                "call reset(options={'reset_mask': ...})"
            )
        return ~over

    def _finish(self, seen: Observation, outcome: Outcome, ended: NDArray[np.bool_]) -> Info:
        """Starts the games after those that have just ended; the infos tell how these ended.

        What these games show is then overwritten in `seen`.
        """
        rows = np.flatnonzero(ended)
        last = {name: array[rows] for name, array in seen.items()}
        final_obs = np.full(self.num_envs, None, dtype=object)
        final_obs[rows] = [{name: last[name][i] for name in last} for i in range(len(rows))]
        infos = {
            "final_obs": final_obs,
            "_final_obs": ended.copy(),
            "final_info": self._infos(np.zeros_like(seen["action_mask"]), ended, outcome.illegal),
            "_final_info": ended.copy(),
        }
        self._episodes.begin(rows)
        self._episodes.observe_again(rows)
        return infos

    def _infos(
        self, masks: NDArray[np.int8], rows: NDArray[np.bool_], illegal: NDArray[np.bool_]
    ) -> Info:
        """The infos of these games, in the form that Gymnasium gives them in a vector."""
        seats = self._episodes.seats()
        if not rows.all():
            masks = np.where(rows[:, None], masks, np.int8(0))
            seats[~rows] = 0
        infos: Info = {"action_mask": masks, "seat": seats, "illegal": illegal & rows}
        infos.update({f"_{name}": rows.copy() for name in tuple(infos)})
        return infos

    def _checked(self, actions: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or not np.issubdtype(array.dtype, np.integer):
            raise ValueError(
                f"actions: wanted integers of shape ({self.num_envs},), found {array.dtype} of "
                f"shape {array.shape}"
            )
        return np.ascontiguousarray(array, dtype=np.int64)

    def _reset_mask(self, options: dict[str, Any] | None) -> NDArray[np.bool_]:
        if options is None or "reset_mask" not in options:
            return np.ones(self.num_envs, dtype=np.bool_)
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray):
            raise TypeError(f"options['reset_mask'] must be a numpy array, got {type(mask)}")
        if mask.dtype != np.bool_:
            raise TypeError(f"options['reset_mask'] must have dtype bool, got {mask.dtype}")
        if mask.shape != (self.num_envs,):
            raise ValueError(
                f"options['reset_mask'] must have shape ({self.num_envs},), got {mask.shape}"
            )
        if not mask.any():
            raise ValueError("options['reset_mask'] must have at least one True")
        if not (self._begun | mask).all():
            raise gymnasium.error.ResetNeeded("the first reset must start every game")
        return mask.copy()

    def _seed(self, rows: NDArray[np.int64], seed: int | Sequence[int | None] | None) -> None:
        """Names the randomness of these games; those without a seed go on with what they had."""
        seeds: Sequence[int | None]
        if seed is None:
            seeds = [None] * self.num_envs
        elif isinstance(seed, int | np.integer):
            seeds = [int(seed) + row for row in range(self.num_envs)]
        else:
            seeds = seed
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: wanted {self.num_envs} seeds, found {len(seeds)}")
        fresh: list[int] = []
        for row in rows.tolist():
            one = seeds[row]
            if one is not None:
                self._randoms[row], _ = seeding.np_random(one)
            if one is not None or not self._begun[row]:
                fresh.append(row)
        keys = [draw_key(self._random_of(row)) for row in fresh]
        if fresh:
            self._episodes.seed(np.array(fresh), np.array(keys, dtype=np.uint64))

    def _random_of(self, row: int) -> np.random.Generator:
        random = self._randoms[row]
        if random is None:
            random, _ = seeding.np_random()
            self._randoms[row] = random
        return random
