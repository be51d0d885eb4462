"""Spaces: what a seat sees, as spaces of Gymnasium."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces

from ._core import Game

Space: TypeAlias = spaces.Space[Any]


def parts_of_observation(game: Game) -> dict[str, Space]:
    """The spaces of planes and, if the game has any, of globals.

    planes: Box uint8 [planes, height, width]. globals: Box float32 [globals].
    """
    parts: dict[str, Space] = {"planes": spaces.Box(0, 255, game.planes_shape, np.uint8)}
    if game.num_globals > 0:
        parts["globals"] = spaces.Box(-np.inf, np.inf, (game.num_globals,), np.float32)
    return parts


def observation_space(game: Game) -> spaces.Dict:
    """The space of what a seat sees and may do, in one Dict.

    planes and globals as in parts_of_observation. action_mask: MultiBinary (int8) [num_actions], 1
    for each legal action and all 0 when the seat need not act.
    """
    mask: dict[str, Space] = {"action_mask": spaces.MultiBinary(game.num_actions)}
    return spaces.Dict({**mask, **parts_of_observation(game)})
