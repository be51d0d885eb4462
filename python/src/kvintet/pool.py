"""Pool: a batch of games that are stepped together and share their memory with numpy."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import Game, StoredRows, View
from ._core import Pool as _CorePool
from .integers import integer_in

Layout: TypeAlias = Literal["per_seat", "to_act"]
Autoreset: TypeAlias = Literal["same_step", "next_step", "disabled"]
Chance: TypeAlias = Literal["resolve", "expose"]
Illegal: TypeAlias = Literal["refuse", "forfeit", "ignore"]

_Uint8: TypeAlias = NDArray[np.uint8]
_Int32: TypeAlias = NDArray[np.int32]
_Float32: TypeAlias = NDArray[np.float32]
_Bool: TypeAlias = NDArray[np.bool_]

DEFAULT_FIELDS = (
    "planes",
    "globals",
    "mask_bytes",
    "to_act",
    "rewards",
    "terminal",
    "truncated",
)


_MOST = (1 << 31) - 1  # of games, threads and plies
_LAST_SEED = (1 << 64) - 1


class Batch(NamedTuple):
    """What a pool writes in one step.

    A field that the pool leaves out is None; one that the game has nothing for, such as globals in
    some games, has no elements.

    B is the number of games. S is the axis of seats: [B, 2, ...] with layout "per_seat"; with
    "to_act" there is no such axis, and entries are those of the seat to act. A is num_actions.
    """

    planes: _Uint8 | None = None
    """The observation's planes: [B, S, planes, height, width]."""
    globals: _Float32 | None = None
    """The observation's globals: [B, S, globals]."""
    mask_bits: NDArray[np.uint64] | None = None
    """The legal actions as bits, 64 in a word: [B, S, (A + 63) // 64]. All 0 for a seat that need
    not act."""
    mask_bytes: _Uint8 | None = None
    """The legal actions as bytes of 0 or 1: [B, S, A]."""
    legal_actions: _Int32 | None = None
    """The legal actions, ascending: [B, S, A]. Only the first legal_counts entries are written."""
    legal_counts: _Int32 | None = None
    """The number of legal actions: [B, S]."""
    to_act: _Uint8 | None = None
    """Who must act next: bits 0 and 1 are the seats, bit 2 is chance: [B]. 0 after the end."""
    rewards: _Float32 | None = None
    """The rewards of both seats in the last step: [B, 2]."""
    terminal: _Bool | None = None
    """Whether the last step ended the game by its rules: [B]."""
    truncated: _Bool | None = None
    """Whether the last step cut the game short: [B]."""
    offenders: _Uint8 | None = None
    """Who gave no legal action in the last step, as bits like to_act: [B]."""
    episode_length: _Int32 | None = None
    """The number of steps of the game that ended; other rows keep their old values: [B]."""
    episode_return: _Float32 | None = None
    """The returns of the game that ended; other rows keep their old values: [B, 2]."""
    final_planes: _Uint8 | None = None
    """With autoreset "same_step", the last planes of both seats where final_valid is true:
    [B, 2, planes, height, width]."""
    final_globals: _Float32 | None = None
    """The same for the globals: [B, 2, globals]."""
    final_valid: _Bool | None = None
    """Whether a game ended in the last step and has a final observation: [B]."""

    def copy(self) -> "Batch":
        """A batch whose arrays the next step does not overwrite."""
        arrays: dict[str, Any] = self._asdict()
        return Batch(**{k: None if v is None else v.copy() for k, v in arrays.items()})


class Pool:
    """Games that are stepped together.

    The arrays of a Batch are memory of the pool: the next step overwrites them (with
    `buffers=2`, the step after the next). They stay valid after the pool is gone. `Batch.copy`
    keeps them.

    The GIL is released while the pool steps. One thread at a time may use a pool; a call during
    another one raises RuntimeError. So does every call in a process that inherited the pool by
    fork.

    Args:
      game: a Game, or the text of one, such as `"renju"`.
      num_envs: the number of games.
      num_threads: threads that step them. Results do not depend on it.
      seed: row i draws from random streams named by (seed, first_row + i, episode).
      first_row: the number of the first row in those names.
      layout: "per_seat" shows each seat its observation and mask; "to_act" shows only those of
        the seat to act, which needs a game without simultaneous moves.
      autoreset: what happens to a game that has ended. "same_step": the next game starts in the
        same step. "next_step": the next step reads no action and starts it. "disabled": it stays
        until reset.
      chance: "resolve" draws as part of a step; "expose" waits for an outcome as the action of
        slot 0.
      illegal: what an illegal action does. "refuse": step raises ValueError and steps nothing.
        "forfeit": the seat loses. "ignore": that game does not change.
      max_plies: truncates a game after so many steps; 0 for never.
      fields: the arrays to write, by their names in Batch; "all" for every one.
      buffers: 1, or 2 for arrays that outlive one more step.

    Raises:
      TypeError: for what is no integer where one is wanted.
      ValueError: for options that do not exist, or not for this game, and numbers out of range.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        num_threads: int = 1,
        seed: int = 0,
        first_row: int = 0,
        layout: Layout = "per_seat",
        autoreset: Autoreset = "same_step",
        chance: Chance = "resolve",
        illegal: Illegal = "refuse",
        max_plies: int = 0,
        fields: Iterable[str] | Literal["all"] = DEFAULT_FIELDS,
        buffers: int = 1,
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        num_envs = integer_in(num_envs, "num_envs", 1, _MOST)
        num_threads = integer_in(num_threads, "num_threads", 1, _MOST)
        buffers = integer_in(buffers, "buffers", 1, 2)
        self.num_envs = num_envs
        self.num_threads = num_threads
        self.layout = layout
        self.autoreset = autoreset
        self.chance = chance
        self.illegal = illegal
        self._core = _CorePool(
            self.game,
            num_envs=num_envs,
            num_threads=num_threads,
            seed=integer_in(seed, "seed", 0, _LAST_SEED),
            # Numbers of rows have 32 bits.
            first_row=integer_in(first_row, "first_row", 0, (1 << 32) - num_envs),
            layout=layout,
            autoreset=autoreset,
            chance=chance,
            illegal=illegal,
            max_plies=integer_in(max_plies, "max_plies", 0, _MOST),
            fields=list(Batch._fields if fields == "all" else fields),
            buffers=buffers,
        )
        self._batches = [Batch(**self._core.arrays(i)) for i in range(buffers)]
        self._all_rows = np.arange(num_envs, dtype=np.int32)
        self._buffer = 0
        self._sent_buffer: int | None = None

    def reset(self, rows: ArrayLike | None = None) -> Batch:
        """Starts a new game in every row, or in these rows."""
        self._buffer = self._next_buffer() if rows is None else self._buffer
        self._core.reset(None if rows is None else _rows(rows), self._buffer)
        return self._batches[self._buffer]

    def step(self, actions: NDArray[Any]) -> Batch:
        """Steps every row.

        Args:
          actions: integers (int32 is fastest), [B, 2] with layout "per_seat", [B] with "to_act".
            Entries of seats that need not act are not read.

        Raises:
          ValueError: for another shape, and under illegal="refuse" for an illegal action, of
            which it names the row and the seat. Nothing is stepped then.
          RuntimeError: if the pool was not reset, is busy, or was inherited by fork.
        """
        buffer = self._next_buffer()
        self._core.step(actions, buffer)
        self._buffer = buffer
        return self._batches[buffer]

    def send(self, actions: NDArray[Any]) -> None:
        """Starts a step in the background; recv returns its batch. The actions are copied."""
        buffer = self._next_buffer()
        self._core.send(actions, buffer)
        self._sent_buffer = buffer

    def recv(self) -> Batch:
        """Waits for the step that send started. Raises what step would have raised."""
        self._core.receive()
        assert self._sent_buffer is not None
        self._buffer, self._sent_buffer = self._sent_buffer, None
        return self._batches[self._buffer]

    def show(self) -> Batch:
        """Writes the observations, masks and to_act again, without a step."""
        self._core.show(self._buffer)
        return self._batches[self._buffer]

    def sample_actions(self) -> NDArray[np.int32]:
        """A uniformly random legal action for each seat that must act, and -1 for the others."""
        return self._core.sample_actions()

    def set_seeds(self, rows: ArrayLike, seeds: Sequence[int]) -> None:
        """From the next game on, the rows draw from streams named by these seeds."""
        named = [integer_in(seed, "seeds", 0, _LAST_SEED) for seed in seeds]
        self._core.set_seeds(_rows(rows), named)

    def set_starts(self, position: str, rows: ArrayLike | None = None) -> None:
        """From now on, games of these rows (by default all) start from a position text."""
        self._core.set_starts(self._all_rows if rows is None else _rows(rows), position)

    def gather(self, rows: ArrayLike) -> StoredRows:
        """Copies rows out with all of their state, random streams included."""
        return self._core.gather(_rows(rows))

    def scatter(self, stored: StoredRows, rows: ArrayLike) -> Batch:
        """Copies stored rows into these rows, which then continue as the originals would."""
        self._core.scatter(stored, _rows(rows), self._buffer)
        return self._batches[self._buffer]

    def clone_row(self, from_row: int, to_rows: ArrayLike) -> Batch:
        """Copies the game of one row to others, which keep their own random streams."""
        self._core.clone_row(from_row, _rows(to_rows), self._buffer)
        return self._batches[self._buffer]

    def view(self, row: int, seat: int) -> View:
        """What a seat knows in one row."""
        return self._core.view(row, seat)

    def _next_buffer(self) -> int:
        return (self._buffer + 1) % len(self._batches)

    def __len__(self) -> int:
        return self.num_envs

    def __repr__(self) -> str:
        return f"<Pool of {self.num_envs} games of {self.game.text}>"


def _rows(rows: ArrayLike) -> NDArray[np.int32]:
    array = np.atleast_1d(np.asarray(rows))
    if array.size == 0:
        return np.zeros(0, dtype=np.int32)
    if array.dtype == np.bool_ or not np.issubdtype(array.dtype, np.integer):
        raise TypeError(f"rows: wanted integers, found {array.dtype}")
    if array.min() < np.iinfo(np.int32).min or array.max() > np.iinfo(np.int32).max:
        raise ValueError("rows: wanted numbers that fit 32 bits")
    return np.ascontiguousarray(array, dtype=np.int32)
