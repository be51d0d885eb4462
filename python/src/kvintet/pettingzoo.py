"""The door to PettingZoo: every game for two agents, `player_0` and `player_1`.

    from kvintet import pettingzoo as kvintet_v0

    env = kvintet_v0.env("renju", opening="free")               # AEC, every game
    env = kvintet_v0.parallel_env("kontranto")                  # Parallel, simultaneous games

Keywords that are not those of the classes are options of the game. An observation is a Dict with
`observation` (a Dict of planes and, if the game has any, globals, both from the agent's point of
view) and `action_mask`. An info has the same `action_mask`: int8 [num_actions], 1 for each legal
action, and all 0 when the agent need not act. Nothing that an agent is shown depends on what is
hidden from it.

An illegal action ends the game: its agent gets reward -1, the other +1, and both terminate. With
illegal="refuse" it raises ValueError instead, and nothing changes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from ._core import Game, View
from .episodes import IllegalChoice, Observation
from .integers import integer_of
from .spaces import Space
from .table import AGENTS, Mask, Table, seat_of

__all__ = ["AEC", "AGENTS", "Parallel", "env", "parallel_env", "raw_env"]


class _AtTable:
    """What both environments share: the game at a table, and the spaces of its agents."""

    def _sit_down(self, table: Table, *, parallel: bool) -> None:
        self._table = table
        self.metadata = table.metadata(parallel=parallel)
        self.render_mode = table.render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._observation_spaces, self._action_spaces = table.spaces_of_agents()

    @property
    def game(self) -> Game:
        """The game."""
        return self._table.game

    def view(self, agent: str) -> View:
        """What the agent knows."""
        return self._table.play.view(seat_of(agent))

    def seat_record(self, agent: str) -> str:
        """The game so far as the agent may record it, for example for a service.

        Raises:
          ValueError: in the middle of a move of this agent, which a record cannot tell.
        """
        self.view(agent).moves(limit=0)  # raises there
        return self._table.play.seat_record(seat_of(agent))

    def observation_space(self, agent: str) -> Space:
        """The space of the agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Space:
        """Discrete(num_actions)."""
        return self._action_spaces[agent]

    def render(self) -> str | None:
        """The game as a spectator sees it; printed in the mode "human", else returned."""
        return self._table.render()

    def close(self) -> None:
        """Does nothing."""


class AEC(_AtTable, AECEnv):
    """One game, in which the agents act one after the other.

    Some moves are several actions; then an agent acts several times in a row. Where both must act
    at the same time, player_0 is asked first. Its choice is kept back until player_1 has chosen,
    and changes nothing that player_1 is shown.

    Args:
      text: a Game, or the text of one, such as `"renju{opening=free}"`.
      illegal: "forfeit" or "refuse"; see above.
      render_mode: None, "ansi" or "human".
      options: options of the game.
    """

    def __init__(
        self,
        text: Game | str,
        *,
        illegal: IllegalChoice = "forfeit",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        table = Table(text, illegal=illegal, render_mode=render_mode, options=options)
        self._sit_down(table, parallel=False)
        self._sealed: dict[int, int] = {}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game.

        Args:
          seed: names the chance of this game and of those after it until the next seed.
          options: not used.
        """
        self._table.start(seed)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._skip_agent_selection = None
        self._sealed = {}
        self.agent_selection = AGENTS[0]
        self._tell()

    def observe(self, agent: str) -> Observation:
        """What the agent sees now."""
        seat = seat_of(agent)
        return self._table.observation(seat, self._mask(seat))

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Plays an action of the agent that is selected, or removes it if the game is over.

        Args:
          action: an integer, or None after the end.

        Raises:
          TypeError: for an action that is no integer, except None after the end.
          ValueError: with illegal="refuse", for an illegal action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, chosen = seat_of(agent), integer_of(action, agent)
        legal = self._table.is_legal(seat, chosen)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if legal:
            self._sealed[seat] = chosen
            if len(self._sealed) == len(self._table.must_act()):
                self._table.apply(self._sealed)
                self._sealed = {}
        else:
            self._table.offenders.add(seat)
        self._tell()
        self._accumulate_rewards()

    def _mask(self, seat: int) -> Mask:
        mask = self._table.mask(seat)
        if seat in self._sealed:
            mask[:] = 0
        return mask

    def _tell(self) -> None:
        """Writes what is public about the position, and selects who acts."""
        terminated, truncated = self._table.ends()
        if terminated or truncated:
            self.rewards = dict(zip(AGENTS, self._table.returns(), strict=True))
            self.terminations = dict.fromkeys(AGENTS, terminated)
            self.truncations = dict.fromkeys(AGENTS, truncated)
        self.infos = {agent: {"action_mask": self._mask(seat)} for seat, agent in enumerate(AGENTS)}
        waiting = [seat for seat in self._table.must_act() if seat not in self._sealed]
        if waiting:
            self.agent_selection = AGENTS[waiting[0]]


class Parallel(_AtTable, ParallelEnv):
    """One game with simultaneous moves, in which both agents act in each step.

    The action of an agent that need not act, whose mask is all 0, is not read.

    Args:
      text: a Game, or the text of one; ValueError for a game without simultaneous moves.
      illegal: "forfeit" or "refuse"; see above. Two illegal actions in one step make a draw.
      render_mode: None, "ansi" or "human".
      options: options of the game.
    """

    def __init__(
        self,
        text: Game | str,
        *,
        illegal: IllegalChoice = "forfeit",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        table = Table(text, illegal=illegal, render_mode=render_mode, options=options)
        if not table.game.simultaneous:
            raise ValueError(
                f"{table.game.text} has no simultaneous moves; use kvintet.pettingzoo.env"
            )
        self._sit_down(table, parallel=True)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Starts a game.

        Args:
          seed: names the chance of this game and of those after it until the next seed.
          options: not used.

        Returns:
          Observations and infos, by agent.
        """
        self._table.start(seed)
        self.agents = list(AGENTS)
        return self._seen()

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Plays the actions of the agents that must act.

        Args:
          actions: an integer for each agent that must act; others are not read.

        Returns:
          Observations, rewards, terminations, truncations and infos, by agent. After the end no
          agents are left, and all dicts are empty.

        Raises:
          TypeError: for an action that is no integer.
          ValueError: with illegal="refuse", for an illegal action; and if one is missing.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        must_act = self._table.must_act()
        missing = [AGENTS[seat] for seat in must_act if AGENTS[seat] not in actions]
        if missing:
            raise ValueError(f"actions: {' and '.join(missing)} must act")
        chosen = {seat: integer_of(actions[AGENTS[seat]], AGENTS[seat]) for seat in must_act}
        self._table.offenders = {
            seat for seat, action in chosen.items() if not self._table.is_legal(seat, action)
        }
        if not self._table.offenders:
            self._table.apply(chosen)
        terminated, truncated = self._table.ends()
        over = terminated or truncated
        returns = self._table.returns() if over else (0.0, 0.0)
        observations, infos = self._seen()
        self.agents = [] if over else self.agents
        return (
            observations,
            dict(zip(AGENTS, returns, strict=True)),
            dict.fromkeys(AGENTS, terminated),
            dict.fromkeys(AGENTS, truncated),
            infos,
        )

    def _seen(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        masks = {agent: self._table.mask(seat) for seat, agent in enumerate(AGENTS)}
        observations = {
            agent: self._table.observation(seat, masks[agent]) for seat, agent in enumerate(AGENTS)
        }
        return observations, {agent: {"action_mask": mask} for agent, mask in masks.items()}


raw_env = AEC
parallel_env = Parallel


def env(text: Game | str, **arguments: Any) -> AECEnv:
    """An AEC environment with PettingZoo's checks of the order of calls and of action bounds.

    Args:
      text: a Game, or the text of one.
      arguments: as of AEC. An illegal action within the bounds ends the game as in AEC.
    """
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(AEC(text, **arguments)))
