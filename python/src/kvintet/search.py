"""The searches of self-play: classes of settings, one for each algorithm.

`Searcher(game, Puct(simulations=200)).decide(view)` searches a single position.
"""

from __future__ import annotations

from ._core import (
    Belief,
    Boltzmann,
    Decision,
    Equilibrium,
    Gumbel,
    Policy,
    Puct,
    Search,
    Searcher,
    default_search,
)

__all__ = [
    "Belief",
    "Boltzmann",
    "Decision",
    "Equilibrium",
    "Gumbel",
    "Policy",
    "Puct",
    "Search",
    "Searcher",
    "default_search",
]
