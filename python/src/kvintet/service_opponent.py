"""ServiceOpponent: the agents of a service as opponents, `"service:HOST:PORT?level=3"`."""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ._core import View
from .client import Client, GameState
from .opponents import Turn, read_settings

_CALLS_AT_ONCE = 8


class ServiceOpponent:
    """Plays what a service chooses, in games without hidden information.

    A pool keeps no record of a game, so the service is sent the position, without the history that
    a few rules of repetition look at. The same seeds give the same moves.

    Args:
      address: "HOST:PORT" or "unix:PATH".
      level: one of the model's levels; 0: by the other settings.
      simulations: the most evaluations for one action; 0: the server's default.
      variety: from 0, the best move found, to 1.
      timeout: seconds for a move.
    """

    def __init__(
        self,
        address: str,
        *,
        level: int = 0,
        simulations: int = 0,
        variety: float = 0.0,
        timeout: float = 60.0,
    ) -> None:
        self.level = level
        self.simulations = simulations
        self.variety = variety
        self._client = Client(address, timeout=timeout)
        self._threads = ThreadPoolExecutor(_CALLS_AT_ONCE, thread_name_prefix="service")
        # By row: the actions that are left of a move of several.
        self._rest: dict[int, deque[int]] = {}

    @staticmethod
    def of_text(text: str) -> ServiceOpponent:
        """From what a spec has after "service:", such as "127.0.0.1:50051?level=3"."""
        address, settings = read_settings(
            text, {"level": int, "simulations": int, "variety": float, "timeout": float}
        )
        if not address:
            raise ValueError("opponent: wanted service:HOST:PORT or service:unix:PATH")
        return ServiceOpponent(address, **settings)

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Legal actions for the rows of the turn: int32 [M].

        Raises:
          ValueError: in a game that hides something.
          ServiceError: if the service does not answer.
        """
        if turn.game.secrets:
            raise ValueError(
                f"opponent: a service is sent positions, and {turn.game.text} hides a part of "
                "them; wanted model:FILE, or PettingZoo with client.GameState"
            )
        rows = turn.rows.tolist()
        asked = [
            (row, view, seed)
            for row, view, seed in zip(rows, turn.views(), turn.draws.tolist(), strict=True)
            if _begins_a_move(view)
        ]
        # Threads return their moves and keep none: one that a failed turn has left behind cannot
        # answer a later turn.
        moves = list(self._threads.map(lambda one: self._move(*one[1:]), asked))
        for (row, _, _), move in zip(asked, moves, strict=True):
            self._rest[row] = deque(move)
        return np.array([self._rest[row].popleft() for row in rows], dtype=np.int32)

    def close(self) -> None:
        """Ends the connection, and calls that still wait. Choosing afterwards raises an error."""
        self._client.close()
        self._threads.shutdown()

    def _move(self, view: View, seed: int) -> list[int]:
        state = GameState(game=view.game.text, position=view.text, seat=view.seat)
        answer = self._client.choose_move(
            state,
            level=self.level,
            simulations=self.simulations,
            variety=self.variety,
            seed=seed,
        )
        return view.parse_move(answer.move)


def _begins_a_move(view: View) -> bool:
    try:
        view.moves(limit=1)
    except ValueError:
        return False
    return True
