"""Two-player board games as batched environments, with self-play and search, at C++ speed."""

from . import records, search
from ._core import (
    EvaluationBatch,
    ExactSolver,
    Game,
    Playthrough,
    Record,
    Row,
    SelfPlayOptions,
    StoredRows,
    View,
    games,
)
from .notebook import show_in_notebooks
from .pool import Batch, Pool
from .self_play import Evaluator, SelfPlay

SPECTATOR = 2
"""The seat of someone who watches and knows only what is public."""
CHANCE = 2
"""The actor that draws tiles and rolls dice."""

show_in_notebooks()

__version__ = "0.1.0"
__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Batch",
    "EvaluationBatch",
    "Evaluator",
    "ExactSolver",
    "Game",
    "Playthrough",
    "Pool",
    "Record",
    "Row",
    "SelfPlay",
    "SelfPlayOptions",
    "StoredRows",
    "View",
    "games",
    "records",
    "search",
]
