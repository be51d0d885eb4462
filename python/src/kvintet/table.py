"""Table: a game in progress for two agents, as the environments of PettingZoo need it."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from . import CHANCE, SPECTATOR
from ._core import Game, Playthrough
from .episodes import IllegalChoice, Observation, check_illegal, make_game
from .spaces import Space, parts_of_observation

AGENTS = ("player_0", "player_1")
RENDER_MODES = ("ansi", "human")

Mask: TypeAlias = NDArray[np.int8]


def seat_of(agent: str) -> int:
    """The seat of an agent. ValueError if there is none of this name."""
    if agent not in AGENTS:
        raise ValueError(f"agent: wanted {' or '.join(AGENTS)}, found {agent!r}")
    return AGENTS.index(agent)


class Table:
    """A game in progress, and what both environments say of it."""

    def __init__(
        self,
        text: Game | str,
        *,
        illegal: IllegalChoice,
        render_mode: str | None,
        options: dict[str, Any],
    ) -> None:
        check_illegal(illegal)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode: wanted None, 'ansi' or 'human', found {render_mode!r}")
        self.game = make_game(text, options)
        self.play: Playthrough = self.game.start()
        self.offenders: set[int] = set()
        self._refuse = illegal == "refuse"
        self.render_mode = render_mode
        self._random: np.random.Generator | None = None
        self._chance_seed = 0

    def metadata(self, parallel: bool) -> dict[str, Any]:
        """The metadata of an environment."""
        return {
            "name": f"kvintet_{self.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": parallel,
        }

    def spaces_of_agents(self) -> tuple[dict[str, Space], dict[str, Space]]:
        """The spaces of observations and of actions, by agent."""
        num_actions = self.game.num_actions

        def observation() -> Space:
            parts: dict[str, Space] = {
                "observation": spaces.Dict(parts_of_observation(self.game)),
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

    def mask(self, seat: int) -> Mask:
        """1 for each legal action of the seat, all 0 after the end: int8 [num_actions]."""
        mask: Mask = self.play.view(seat).action_mask().view(np.int8)
        if self.offenders:
            mask[:] = 0
        return mask

    def observation(self, seat: int, mask: Mask) -> Observation:
        """What the seat sees, with a copy of this mask."""
        planes, numbers = self.play.view(seat).observe()
        seen: dict[str, NDArray[Any]] = {"planes": planes}
        if self.game.num_globals > 0:
            seen["globals"] = numbers
        return {"observation": seen, "action_mask": mask.copy()}

    def render(self) -> str | None:
        """The game as a spectator sees it: returned as text, or printed."""
        if self.render_mode is None:
            return None
        text = self.play.view(SPECTATOR).render()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _settle(self) -> None:
        while CHANCE in self.play.actors:
            self.play.sample_chance(self._chance_seed)
