"""Parameter, layout: the parameters of a network, in the order of its file."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from .container import Array, check_finite
from .network_shape import Shape, Size

_SMALL_GAIN = 0.1
"""Gain of last layers, which start small."""


class Parameter(NamedTuple):
    """One array of a network."""

    shape: tuple[int, ...]
    deviation: float
    """The standard deviation of its first values, which are normally distributed; 0: all zero."""


class _Builder:
    """Collects the parameters of layers in order."""

    def __init__(self) -> None:
        self.parameters: dict[str, Parameter] = {}

    def layer(self, name: str, shape: tuple[int, ...], gain: float) -> None:
        """Weights with the outputs first, and a bias for each output."""
        deviation = gain * math.sqrt(2 / math.prod(shape[1:]))
        self.parameters[f"{name}.weight"] = Parameter(shape, deviation)
        self.parameters[f"{name}.bias"] = Parameter(shape[:1], 0)

    def map(self, name: str, outputs: int, inputs: int, gain: float) -> None:
        """A linear map without bias."""
        self.parameters[f"{name}.weight"] = Parameter(
            (outputs, inputs), gain * math.sqrt(2 / inputs)
        )


def layout(shape: Shape, size: Size) -> dict[str, Parameter]:
    """The parameters of a network by name, in the order that files have."""
    build = _Builder()
    _add_body(build, shape, size)
    channels = size.channels
    build.layer("hidden", (size.value_hidden, 2 * channels), 1)
    build.layer("value", (3, size.value_hidden), _SMALL_GAIN)
    if shape.policy_planes > 0:
        build.layer("policy.first", (size.policy_channels, channels, 1, 1), 1)
        build.map("policy.pooled", size.policy_channels, 2 * channels, _SMALL_GAIN)
        planes = (shape.policy_planes, size.policy_channels, 1, 1)
        build.layer("policy.planes", planes, _SMALL_GAIN)
    if shape.policy_slots > 0:
        build.layer("policy.slots", (shape.policy_slots, size.value_hidden), _SMALL_GAIN)
    if shape.feature_count > 0:
        build.layer("policy.features", (size.policy_channels, shape.slot_features), 1)
        build.map("policy.context", size.policy_channels, 2 * channels, _SMALL_GAIN)
        build.map("policy.featured", 1, size.policy_channels, _SMALL_GAIN)
    return build.parameters


def _add_body(build: _Builder, shape: Shape, size: Size) -> None:
    channels = size.channels
    # A board of one cell has no neighbours, so its convolutions are plain linear maps.
    kernel = (1, 1) if shape.cells == 1 else (3, 3)
    build.layer("stem", (channels, shape.planes, *kernel), 1)
    if shape.globals > 0:
        build.map("globals", channels, shape.globals, 1)
    for block in range(size.blocks):
        name = f"blocks.{block}"
        square = (channels, channels, *kernel)
        build.layer(f"{name}.first", square, 1 / math.sqrt(size.blocks))
        build.layer(f"{name}.second", square, _SMALL_GAIN)
        if size.ratio > 0:
            squeezed = max(1, channels // size.ratio)
            build.layer(f"{name}.squeeze", (squeezed, 2 * channels), 1)
            build.layer(f"{name}.excite", (2 * channels, squeezed), _SMALL_GAIN)
        elif size.has_pooling(block):
            build.map(f"{name}.pooled", channels, 2 * channels, _SMALL_GAIN)


def first_arrays(shape: Shape, size: Size, seed: int) -> dict[str, Array]:
    """First values of a network, a function of the seed.

    They keep the scale of activations without normalisation layers, and each block starts near the
    identity.
    """
    random = np.random.default_rng(seed)
    return {
        name: random.normal(0, 1, entry.shape).astype(np.float32) * np.float32(entry.deviation)
        for name, entry in layout(shape, size).items()
    }


def check_arrays(wanted: Mapping[str, Parameter], arrays: Mapping[str, Array], where: str) -> None:
    """Raises ValueError unless names, order and shapes are those of the layout and all is finite.

    The error begins with `where` and names the array.
    """
    if len(arrays) != len(wanted):
        raise ValueError(f"{where}: wanted {len(wanted)} tensors, found {len(arrays)}")
    pairs = zip(wanted.items(), arrays.items(), strict=True)
    for index, ((name, entry), (found, array)) in enumerate(pairs):
        if name != found or entry.shape != np.shape(array):
            raise ValueError(
                f"{where}: tensor {index}: wanted {name} {list(entry.shape)}, found {found} "
                f"{list(np.shape(array))}"
            )
        check_finite(array, f"{where}: tensor {name}")
