"""SearchOpponent: a tree search that judges by random games, as an opponent: `"mcts:100"`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .opponents import Turn
from .search import Puct, Searcher


class SearchOpponent:
    """Plays what the agent `mcts:N` of the program plays, in games of perfect information.

    Args:
      simulations: how many positions each decision looks at, at least 1.
    """

    def __init__(self, simulations: int) -> None:
        # Its strength stays the same when the rules learn to know more returns.
        self.search = Puct(
            simulations=simulations, known_returns=False, forced_wins=False, defences=False
        )
        self._searcher: Searcher | None = None

    @staticmethod
    def of_text(text: str) -> SearchOpponent:
        """From what a spec has after "mcts:"."""
        try:
            return SearchOpponent(int(text))
        except ValueError as error:
            raise ValueError(
                f"opponent: wanted mcts:N with N simulations, found 'mcts:{text}' ({error})"
            ) from None

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Legal actions for the rows of the turn: int32 [M].

        Raises:
          NotImplementedError: in games with hidden information or moves at the same time.
        """
        if self._searcher is None or self._searcher.game != turn.game:
            self._searcher = Searcher(turn.game, self.search)
        chosen = np.empty(len(turn.rows), dtype=np.int32)
        for i, view in enumerate(turn.views()):
            chosen[i] = self._searcher.decide(view, seed=int(turn.draws[i])).action
        return chosen
