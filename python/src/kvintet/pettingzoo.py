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

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from . import CHANCE, SPECTATOR
from ._core import Game, Playthrough, View
from .episodes import IllegalChoice

__all__ = ["AEC", "Parallel", "env", "parallel_env", "raw_env"]

AGENTS = ("player_0", "player_1")
RENDER_MODES = ("ansi", "human")

Observation: TypeAlias = dict[str, Any]
Space: TypeAlias = spaces.Space[Any]
_Mask: TypeAlias = NDArray[np.int8]


class _Table:
    """A game in progress, and what both environments say of it."""

    def __init__(
        self,
        text: Game | str,
        *,
        illegal: IllegalChoice,
        render_mode: str | None,
        options: dict[str, Any],
    ) -> None:
        if illegal not in ("forfeit", "refuse"):
            raise ValueError(f"illegal: wanted 'forfeit' or 'refuse', found {illegal!r}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode: wanted None, 'ansi' or 'human', found {render_mode!r}")
        self.game = Game(text.text if isinstance(text, Game) else text, **options)
        self.play: Playthrough = self.game.start()
        self.offenders: set[int] = set()
        self._refuse = illegal == "refuse"
        self._render_mode = render_mode
        self._random: np.random.Generator | None = None
        self._chance_seed = 0

    def metadata(self, parallel: bool) -> dict[str, Any]:
        return {
            "name": f"kvintet_{self.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": parallel,
        }

    def spaces_of_agents(self) -> tuple[dict[str, Space], dict[str, Space]]:
        """The spaces of observations and of actions, by agent."""
        seen: dict[str, Space] = {"planes": spaces.Box(0, 255, self.game.planes_shape, np.uint8)}
        if self.game.num_globals > 0:
            seen["globals"] = spaces.Box(-np.inf, np.inf, (self.game.num_globals,), np.float32)
        num_actions = self.game.num_actions

        def observation() -> Space:
            parts = {
                "observation": spaces.Dict(seen),
                "action_mask": spaces.MultiBinary(num_actions),
            }
            return spaces.Dict(parts)

        return (
            {agent: observation() for agent in AGENTS},
            {agent: spaces.Discrete(num_actions) for agent in AGENTS},
        )

    def start(self, seed: int | None) -> None:
        """Starts a game; without a seed, one that follows from the last seed."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._chance_seed = int(self._random.integers(0, 2**64, dtype=np.uint64))
        self.play = self.game.start()
        self.offenders = set()
        self._settle()

    def must_act(self) -> list[int]:
        """The seats that must act; none after the end."""
        return [] if self.offenders else [seat for seat in self.play.actors if seat != CHANCE]

    def is_legal(self, seat: int, action: int) -> bool:
        """Whether the seat may take this action; ValueError if not and illegal="refuse"."""
        mask = self.play.view(seat).action_mask()
        legal = 0 <= action < len(mask) and bool(mask[action])
        if self._refuse and not legal:
            raise ValueError(
                f"action {action} is not one of the {int(mask.sum())} legal actions of "
                f"{AGENTS[seat]}"
            )
        return legal

    def apply(self, actions: dict[int, int]) -> None:
        """Applies legal actions of all who must act, and the chance that follows."""
        for seat in sorted(actions):
            self.play.apply(seat, actions[seat])
        self._settle()

    def ends(self) -> tuple[bool, bool]:
        """Whether the game has terminated, and whether it was truncated."""
        if self.offenders:
            return True, False
        result: Any = self.play.result
        if result is None:
            return False, False
        return not result["truncated"], bool(result["truncated"])

    def returns(self) -> tuple[float, float]:
        """The returns of a game that has ended."""
        if self.offenders:
            lead = float((1 in self.offenders) - (0 in self.offenders))
            return lead, -lead
        first, second = self.play.returns()
        return float(first), float(second)

    def mask(self, seat: int) -> _Mask:
        mask: _Mask = self.play.view(seat).action_mask().view(np.int8)
        if self.offenders:
            mask[:] = 0
        return mask

    def observation(self, seat: int, mask: _Mask) -> Observation:
        planes, numbers = self.play.view(seat).observe()
        seen = {"planes": planes}
        if self.game.num_globals > 0:
            seen["globals"] = numbers
        return {"observation": seen, "action_mask": mask.copy()}

    def render(self) -> str | None:
        """The game as a spectator sees it: returned as text, or printed."""
        if self._render_mode is None:
            return None
        text = self.play.view(SPECTATOR).render()
        if self._render_mode == "ansi":
            return text
        print(text)
        return None

    def _settle(self) -> None:
        while CHANCE in self.play.actors:
            self.play.sample_chance(self._chance_seed)


class AEC(AECEnv):
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
        self._table = _Table(text, illegal=illegal, render_mode=render_mode, options=options)
        self.metadata = self._table.metadata(parallel=False)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._observation_spaces, self._action_spaces = self._table.spaces_of_agents()
        self._sealed: dict[int, int] = {}

    @property
    def game(self) -> Game:
        """The game."""
        return self._table.game

    def view(self, agent: str) -> View:
        """What the agent knows."""
        return self._table.play.view(AGENTS.index(agent))

    def observation_space(self, agent: str) -> Space:
        """The space of the agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Space:
        """Discrete(num_actions)."""
        return self._action_spaces[agent]

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
        seat = AGENTS.index(agent)
        return self._table.observation(seat, self._mask(seat))

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Plays an action of the agent that is selected, or removes it if the game is over.

        Args:
          action: an integer, or None after the end.

        Raises:
          ValueError: with illegal="refuse", for an illegal action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, chosen = AGENTS.index(agent), -1 if action is None else int(action)
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

    def render(self) -> str | None:
        """The game as a spectator sees it; printed in the mode "human", else returned."""
        return self._table.render()

    def close(self) -> None:
        """Does nothing."""

    def _mask(self, seat: int) -> _Mask:
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


class Parallel(ParallelEnv):
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
        self._table = _Table(text, illegal=illegal, render_mode=render_mode, options=options)
        if not self._table.game.simultaneous:
            raise ValueError(
                f"{self._table.game.text} has no simultaneous moves; use kvintet.pettingzoo.env"
            )
        self.metadata = self._table.metadata(parallel=True)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._observation_spaces, self._action_spaces = self._table.spaces_of_agents()

    @property
    def game(self) -> Game:
        """The game."""
        return self._table.game

    def view(self, agent: str) -> View:
        """What the agent knows."""
        return self._table.play.view(AGENTS.index(agent))

    def observation_space(self, agent: str) -> Space:
        """The space of the agent's observations."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Space:
        """Discrete(num_actions)."""
        return self._action_spaces[agent]

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
          ValueError: with illegal="refuse", for an illegal action; and if one is missing.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        must_act = self._table.must_act()
        missing = [AGENTS[seat] for seat in must_act if AGENTS[seat] not in actions]
        if missing:
            raise ValueError(f"actions: {' and '.join(missing)} must act")
        chosen = {seat: int(actions[AGENTS[seat]]) for seat in must_act}
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

    def render(self) -> str | None:
        """The game as a spectator sees it; printed in the mode "human", else returned."""
        return self._table.render()

    def close(self) -> None:
        """Does nothing."""

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
