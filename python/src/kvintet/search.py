"""The searches of self-play: classes of settings, one for each algorithm."""

from __future__ import annotations

from ._core import (
    Belief,
    Boltzmann,
    Equilibrium,
    Gumbel,
    Policy,
    Puct,
    Search,
    default_search,
)

__all__ = [
    "Belief",
    "Boltzmann",
    "Equilibrium",
    "Gumbel",
    "Policy",
    "Puct",
    "Search",
    "default_search",
]
