"""Shape, Size: a network's inputs and outputs, and its size."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .._core import Game, View

_SHAPE_BOUNDS = {
    "planes": (1, 512),
    "height": (1, 128),
    "width": (1, 128),
    "globals": (0, 1 << 16),
    "policy_planes": (0, 4096),
    "policy_slots": (0, 1 << 20),
}
_FEATURE_BOUNDS = {
    "featured_slots": (0, 1 << 16),
    "slot_features": (0, 1 << 10),
}
_SIZE_BOUNDS = {
    "blocks": (1, 100),
    "channels": (1, 4096),
    "pooling_every": (0, 100),
    "policy_channels": (1, 4096),
    "value_hidden": (1, 1 << 16),
}
_MAX_RATIO = 64
_SQUEEZE = re.compile(r"squeeze\{ratio=([1-9]\d?)\}", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class Shape:
    """The sizes that a game fixes.

    Inputs are planes [planes, height, width] and globals [globals]. The output is a logit for each
    entry of a policy: [policy_planes, height, width], then [policy_slots].

    Raises:
      ValueError: naming the field and its bounds, for impossible sizes.
    """

    planes: int
    height: int
    width: int
    globals: int
    policy_planes: int
    policy_slots: int
    featured_slots: int = 0
    """The first so many slots each have `slot_features` features of their own. They are the last
    globals, [featured_slots, slot_features]."""
    slot_features: int = 0

    def __post_init__(self) -> None:
        _check(self, _SHAPE_BOUNDS)
        _check(self, _FEATURE_BOUNDS)
        if self.policy_size == 0:
            raise ValueError("network policy must have a plane or a slot, has neither")
        if self.featured_slots > self.policy_slots or self.feature_count > self.globals:
            raise ValueError(
                f"network features must be of its {self.policy_slots} slots and among its "
                f"{self.globals} globals, are {self.slot_features} of {self.featured_slots} slots"
            )

    @staticmethod
    def of_game(game: Game, *, derived_planes: bool = False, slot_features: bool = False) -> Shape:
        """The shape of a network for a game.

        Args:
          game: the game.
          derived_planes: whether the network also sees `View.derived_planes`, after the planes of
            `View.observe`. The program kvintet tells from the number of planes.
          slot_features: whether it also sees `View.slot_features`, after the globals. In a game
            without any this changes nothing.
        """
        planes, height, width = game.planes_shape
        slots, features = game.start().view(0).slot_features().shape if slot_features else (0, 0)
        if derived_planes:
            planes += len(game.start().view(0).derived_planes())
        return Shape(
            planes=planes,
            height=height,
            width=width,
            globals=game.num_globals + slots * features,
            policy_planes=game.policy_planes,
            policy_slots=game.policy_slots,
            featured_slots=slots,
            slot_features=features,
        )

    def observe(self, view: View) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """What a network of this shape sees of a view.

        Returns:
          planes uint8 [planes, height, width], the derived ones last if the shape has them, and
          globals float32 [globals], the features of slots last if the shape has them.

        Raises:
          ValueError: if the view is of a game with another shape.
        """
        planes, numbers = view.observe()
        if len(planes) < self.planes:
            # A model that learnt before further ones were added sees the first of them.
            derived = view.derived_planes()[: self.planes - len(planes)]
            planes = np.concatenate([planes, derived])
        if self.feature_count > 0:
            numbers = np.concatenate([numbers, view.slot_features().ravel()])
        found = (*planes.shape, *numbers.shape)
        wanted = (self.planes, self.height, self.width, self.globals)
        if found != wanted:
            raise ValueError(
                f"network of planes, height, width and globals {list(wanted)} cannot see "
                f"{view.game.text}, which has {list(found)}"
            )
        return planes, numbers

    @property
    def cells(self) -> int:
        """The cells of the board: height * width."""
        return self.height * self.width

    @property
    def policy_size(self) -> int:
        """The number of entries of a policy."""
        return self.policy_planes * self.cells + self.policy_slots

    @property
    def feature_count(self) -> int:
        """The number of globals that are features of slots."""
        return self.featured_slots * self.slot_features

    @property
    def text(self) -> str:
        """As in files: "planes=8 height=15 ..."."""
        bounds = _SHAPE_BOUNDS if self.feature_count == 0 else _SHAPE_BOUNDS | _FEATURE_BOUNDS
        return _text(self, bounds)

    @staticmethod
    def parse(text: str) -> Shape:
        """The reverse of `text`. ValueError for any other text."""
        has_features = " featured_slots=" in text
        bounds = _SHAPE_BOUNDS | _FEATURE_BOUNDS if has_features else _SHAPE_BOUNDS
        return _parse(Shape, text, bounds)


@dataclass(frozen=True, kw_only=True)
class Size:
    """The architecture that the user chooses.

    Raises:
      ValueError: naming the field and its bounds, for impossible sizes.
    """

    blocks: int = 4
    """Residual blocks of two convolutions."""
    channels: int = 64
    """Channels of the trunk. The fast kernels need a multiple of 32."""
    pooling_every: int = 2
    """Global pooling in every n-th block, counted from the last; 0: in none."""
    policy_channels: int = 32
    """Channels before the last layer of the policy head."""
    value_hidden: int = 64
    """Hidden units of the value head, shared with the policy slots."""
    body: str = "residual"
    """"residual", or "squeeze{ratio=N}" with N from 1 to 64."""

    def __post_init__(self) -> None:
        _check(self, _SIZE_BOUNDS)
        if self.body != "residual" and not 1 <= self.ratio <= _MAX_RATIO:
            raise ValueError(
                f"network body must be residual or squeeze{{ratio=N}} with N from 1 to "
                f"{_MAX_RATIO}, is '{self.body}'"
            )

    @property
    def ratio(self) -> int:
        """The ratio of a squeeze body; 0 for any other."""
        found = _SQUEEZE.fullmatch(self.body)
        return int(found[1]) if found else 0

    def has_pooling(self, block: int) -> bool:
        """Whether block `block` of a residual body adds pooled features."""
        return self.pooling_every > 0 and (self.blocks - 1 - block) % self.pooling_every == 0

    @property
    def text(self) -> str:
        """As in files: "blocks=4 channels=64 ...", with " body=..." unless it is residual."""
        text = _text(self, _SIZE_BOUNDS)
        return text if self.body == "residual" else f"{text} body={self.body}"

    @staticmethod
    def parse(text: str) -> Size:
        """The reverse of `text`. ValueError for any other text."""
        numbers, found, body = text.partition(" body=")
        if not found:
            return _parse(Size, numbers, _SIZE_BOUNDS)
        if body == "squeeze":
            body = "squeeze{ratio=4}"
        return _parse(Size, numbers, _SIZE_BOUNDS, body=body)


_Described = TypeVar("_Described", Shape, Size)


def _check(value: Shape | Size, bounds: dict[str, tuple[int, int]]) -> None:
    for name, (low, high) in bounds.items():
        found = getattr(value, name)
        is_integer = isinstance(found, int | np.integer) and not isinstance(found, bool)
        if not is_integer or not low <= found <= high:
            raise ValueError(f"network {name} must be within {low} to {high}, is {found!r}")
        object.__setattr__(value, name, int(found))


def _text(value: Shape | Size, bounds: dict[str, tuple[int, int]]) -> str:
    return " ".join(f"{name}={getattr(value, name)}" for name in bounds)


def _parse(
    kind: type[_Described], text: str, bounds: dict[str, tuple[int, int]], **more: Any
) -> _Described:
    pattern = " ".join(rf"{name}=(\d{{1,9}})" for name in bounds)
    found = re.fullmatch(pattern, text, re.ASCII)
    if found is None:
        names = " ".join(f"{field.name}=N" for field in fields(kind) if field.name in bounds)
        raise ValueError(f'"{names}" wanted, found "{text}"')
    numbers: dict[str, Any] = dict(zip(bounds, map(int, found.groups()), strict=True))
    return kind(**numbers, **more)
