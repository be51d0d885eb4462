"""SelfPlay: games that a search plays against itself, judged by an evaluator in Python."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from types import TracebackType
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import EvaluationBatch, Game, Record, Search, SelfPlayOptions
from ._core import SelfPlay as _CoreSelfPlay
from .integers import integer_in
from .progress import bar
from .records import PolicyLayout, arrays
from .search import default_search

T = TypeVar("T")
_Floats: TypeAlias = NDArray[np.float32]
Answer: TypeAlias = tuple[ArrayLike, ArrayLike]

_LAST_GAME = (1 << 32) - 1
_RESERVED_NAMES = ("greedy", "rules")  # rows without an evaluator have these


class Evaluator(Protocol):
    """Judges positions: a network, a table, a function.

    It is called once per batch, on the thread that waits for games. The answer for a row must not
    depend on the other rows, or games depend on the number of threads.

    Returns:
      logits: float32 [n, num_actions]; with `policy="network"` [n, policy_size], in the order of
        View.policy_indices; with `policy="legal"` [m], one for each of `batch.legal_actions`. Only
        those of legal actions are read. Any offset that a row has in common is without meaning.
      values: for the seat of each row, float32 [n], its expected return in [-1, 1]; or [n, 3], its
        chances to win, to draw and to lose.
    """

    def __call__(self, batch: EvaluationBatch, /) -> Answer:
        """Judges the positions of a batch."""
        ...


class SelfPlay:
    """Games that a search plays against itself.

    Threads of C++ play `games` games at the same time. Whenever positions are to be evaluated, they
    wait for the evaluator, which runs on the thread that called `play`, `arrays` or `next`. Games
    stay in play between these calls.

    Finished games come by ascending number. Game number n is a function of the seed, n, the
    settings and the evaluator's answers: not of `games`, `threads` or `batch_size`. To change the
    evaluator between games that depend on it, make a SelfPlay for each stage, with `limit` and
    `first_game`.

    An exception of the evaluator comes out of the call that was waiting, and so does
    KeyboardInterrupt. The batch stays unanswered, and the next call evaluates it again; no game is
    lost. One thread at a time may wait; a second raises RuntimeError, as does every call after
    `close` and in a process that inherited the object by fork.

    Args:
      game: a Game, or the text of one, such as `"renju"`.
      evaluator: see Evaluator; or `"uniform"`, which knows nothing and needs no Python. Or
        `"observing"`, which answers the same and writes the arrays that Python code would see, so
        that one can measure what Python costs.
      search: how decisions are searched, such as `kvintet.search.Puct(simulations=100)`. By default
        the algorithm that suits the game: Gumbel where nothing is hidden and seats act in turn,
        Equilibrium or Belief where they apply, otherwise Policy.
      games: the number of games in play.
      threads: threads that play them.
      seed: the seed of all random draws.
      batch_size: the most positions in one batch; by default all games of a thread.
      policy: the entries of the logits; see Evaluator.
      options: resignation, openings and other settings of how games are played.
      first_game: the number of the first game.
      limit: the number of games after which no more begin; by default there is no end before game
        2**32 - 2.
      name: the evaluator's name in records. With `options.cache_positions`, set another name
        whenever the evaluator's answers change.
    """

    def __init__(
        self,
        game: Game | str,
        evaluator: Evaluator | Literal["uniform", "observing"],
        *,
        search: Search | None = None,
        games: int = 64,
        threads: int = 1,
        seed: int = 0,
        batch_size: int | None = None,
        policy: PolicyLayout = "actions",
        options: SelfPlayOptions | None = None,
        first_game: int = 0,
        limit: int | None = None,
        name: str = "python",
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        if evaluator not in ("uniform", "observing") and not callable(evaluator):
            raise TypeError(f'evaluator: wanted a function or "uniform", found {evaluator!r}')
        self.evaluator = evaluator
        self.search = default_search(self.game) if search is None else search
        self.options = SelfPlayOptions() if options is None else options
        self.name = name
        self._policy: PolicyLayout = policy
        self._endless = limit is None
        self._left = _LAST_GAME if limit is None else limit  # games that were not taken yet
        threads = integer_in(threads, "threads", 1, 1024)
        games = integer_in(games, "games", 1, 65536)
        first_game = integer_in(first_game, "first_game", 0, _LAST_GAME)
        threads = min(threads, games)
        # Numbers of 32 bits that began again at 0 would never be in order.
        most = _LAST_GAME - first_game
        limit = most if limit is None else integer_in(limit, "limit", 0, most)
        if batch_size is not None:
            batch_size = integer_in(batch_size, "batch_size", 1, 65536)
        self._core = _CoreSelfPlay(
            self.game,
            search=self.search,
            options=self.options,
            slots=-(-games // threads),
            threads=threads,
            batch_size=batch_size,
            seed=integer_in(seed, "seed", 0, (1 << 64) - 1),
            first_game=first_game,
            limit=limit,
            evaluator=evaluator if isinstance(evaluator, str) else "python",
            policy=policy,
        )
        self._waiting = threading.Lock()
        self._finished: list[Record] = []  # not taken yet
        self._close = weakref.finalize(self, self._core.close)

    @property
    def name(self) -> str:
        """The evaluator's name in records."""
        return self._name

    @name.setter
    def name(self, name: str) -> None:
        if not isinstance(name, str):
            raise TypeError(f"name: wanted a text, found {name!r}")
        if not name or name in _RESERVED_NAMES:
            raise ValueError(f"name: must be none of {', '.join(_RESERVED_NAMES)}, nor empty")
        name.encode()  # raises for what no file can hold
        self._name = name

    def play(self, games: int | None = None, *, progress: bool = False) -> list[Record]:
        """The next finished games; fewer if there are no more, all that are left for None.

        With `progress`, a bar of tqdm counts them; ImportError if there is no tqdm.
        """
        return self._take(self._number(games), list, progress)

    def arrays(
        self, games: int | None = None, *, value_lambda: float = 1.0, progress: bool = False
    ) -> dict[str, NDArray[Any]]:
        """The next finished games as training arrays: see kvintet.records.arrays.

        Their policies are laid out as the evaluator's logits. ValueError if there are no more
        games. `progress` is that of `play`.
        """
        make = partial(arrays, policy=self._policy, value_lambda=value_lambda)
        return self._take(self._number(games), make, progress)

    def __iter__(self) -> Iterator[Record]:
        return self

    def __next__(self) -> Record:
        records = self._take(1, list)
        if not records:
            raise StopIteration
        return records[0]

    def stats(self) -> dict[str, Any]:
        """The work done, as of about a second ago.

        games, rows, evaluations, batches, batch_fill in [0, 1], cache_hits, resigned_games,
        adjudicated_games, games_in_play, and the seconds of all threads in search (tree_seconds)
        and in evaluations (evaluate_seconds).
        """
        return self._core.stats()

    def close(self) -> None:
        """Drops the games in play and ends the threads. A second call does nothing."""
        self._close()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return not self._close.alive

    def __enter__(self) -> SelfPlay:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _number(self, games: int | None) -> int:
        """The number of games to take."""
        if games is None and self._endless:
            raise ValueError("games: wanted a number, since this self-play has no limit")
        return _LAST_GAME if games is None else integer_in(games, "games", 0, _LAST_GAME)

    def _take(self, games: int, make: Callable[[list[Record]], T], progress: bool = False) -> T:
        """What `make` makes of the next finished games; fewer if there are no more.

        The games stay in `_finished` until all is done that may raise.
        """
        if self.closed:
            raise RuntimeError("this self-play was closed")
        if not self._waiting.acquire(blocking=False):
            raise RuntimeError("this self-play is busy: another call waits for its games")
        try:
            with bar(progress, "game", min(games, self._left)) as add:
                add(min(len(self._finished), games))
                while (before := len(self._finished)) < games and self._wait(games - before):
                    add(len(self._finished) - before)
            taken = self._finished[:games]
            count = len(taken)
            made = make(taken)
            # No calls from here on, so that no handler of a signal comes between.
            self._finished = self._finished[count:]
            self._left -= count
            return made
        finally:
            self._waiting.release()

    def _wait(self, most: int) -> bool:
        """Adds at least one finished game to `_finished`, and at most so many.

        False if there are no more.
        """
        event = self._core.next(self._finished, most)
        while isinstance(event, EvaluationBatch):
            logits, values = self._evaluate(event)
            event = self._core.answer(event, logits, values, self._name, self._finished, most)
        return event

    def _evaluate(self, batch: EvaluationBatch) -> tuple[_Floats, _Floats]:
        assert not isinstance(self.evaluator, str)
        answer = self.evaluator(batch)
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise TypeError(
                f"evaluator: wanted a tuple of logits and values, found {type(answer).__name__}"
            )
        logits, values = answer
        return _floats(logits, "logits"), _floats(values, "values")

    def __repr__(self) -> str:
        return f"<SelfPlay of {self.game.text} with {self.search!r}>"


def _floats(given: ArrayLike, what: str) -> _Floats:
    """As float32. TypeError for texts and complex numbers, which numpy would convert."""
    array = np.asarray(given)
    if array.dtype.kind in "USc":
        raise TypeError(f"{what}: wanted an array of numbers, found {array.dtype}")
    return np.ascontiguousarray(array, dtype=np.float32)
