"""Recorded games: files of them, runs, filters, and training arrays."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._core import (
    Game,
    Record,
    RecordFile,
    Row,
    record_arrays,
    record_file_bytes,
    record_file_name,
    run_shards,
    write_file,
)
from .progress import bar

__all__ = ["PolicyLayout", "Record", "Records", "Row", "arrays", "load", "save"]

PolicyLayout: TypeAlias = Literal["actions", "network", "legal"]
AnyPath: TypeAlias = "str | os.PathLike[str]"

_ENDING = ".records"


class Records(Iterable[Record]):
    """Recorded games in files, which are read one part at a time. Made by load.

    An iteration raises ValueError, naming the file, where one is damaged.
    """

    def __init__(self, files: list[Path], tests: list[Callable[[Record], bool]]) -> None:
        self.files = files
        """The files, oldest first where a run tells."""
        self._tests = tests

    def __iter__(self) -> Iterator[Record]:
        for path in self.files:
            file = RecordFile(path)
            for frame in range(file.num_frames):
                for record in file.read_frame(frame):
                    if all(test(record) for test in self._tests):
                        yield record

    @property
    def num_games(self) -> int:
        """The number of games. Reads the files, with tests every record."""
        if self._tests:
            return sum(1 for _ in self)
        return sum(RecordFile(path).num_games for path in self.files)

    def where(
        self,
        test: Callable[[Record], bool] | None = None,
        *,
        game: Game | str | None = None,
        winner: int | None = None,
        drawn: bool | None = None,
        truncated: bool | None = None,
        resigned: bool | None = None,
        reason: str | None = None,
        model: str | None = None,
        min_length: int | None = None,
        max_length: int | None = None,
        min_rows: int | None = None,
    ) -> Records:
        """The games among these that pass all of these tests.

        Args:
          test: a function of the record.
          game: the game, with its options; a text without options has their defaults.
          winner: the seat that won.
          drawn: whether both seats got the same.
          truncated: whether the game was cut off.
          resigned: whether a seat resigned or was adjudicated to lose.
          reason: why the game ended.
          model: the name of an evaluator that took part.
          min_length: the least number of events.
          max_length: the most events.
          min_rows: the least number of rows.
        """
        tests = list(self._tests)

        def add(wanted: Any, of: Callable[[Record], Any]) -> None:
            if wanted is not None:
                tests.append(lambda record: bool(of(record) == wanted))

        if test is not None:
            tests.append(test)
        if winner not in (None, 0, 1):
            raise ValueError(f"winner: a seat is 0 or 1, not {winner}")
        add(Game(game) if isinstance(game, str) else game, lambda record: record.game)
        add(None if winner is None else True, lambda record: record.returns[winner or 0] > 0)
        add(drawn, lambda record: record.returns[0] == record.returns[1] and not record.truncated)
        add(truncated, lambda record: record.truncated)
        add(resigned, lambda record: record.resigned is not None)
        add(reason, lambda record: record.reason)
        add(None if model is None else True, lambda record: model in record.models)
        if min_length is not None:
            tests.append(lambda record: len(record) >= min_length)
        if max_length is not None:
            tests.append(lambda record: len(record) <= max_length)
        if min_rows is not None:
            tests.append(lambda record: record.num_rows >= min_rows)
        return Records(self.files, tests)

    def arrays(
        self,
        *,
        policy: PolicyLayout = "actions",
        value_lambda: float = 1.0,
        progress: bool = False,
    ) -> dict[str, NDArray[Any]]:
        """All rows of these games as training arrays: see kvintet.records.arrays."""
        return arrays(self, policy=policy, value_lambda=value_lambda, progress=progress)

    def __repr__(self) -> str:
        return f"<Records in {len(self.files)} files>"


def load(path: AnyPath) -> Records:
    """The games of a record file, of a run directory, or of a folder of record files.

    Of a run, the committed shards that have not been removed, oldest first, as `kvintet data`
    reads them. FileNotFoundError if there is no such path, ValueError for a path that is none of
    these and for a file that is damaged.
    """
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"wanted a record file or a folder of them, there is no {path}")
    if path.is_file():
        RecordFile(path)  # raises if the file is damaged
        return Records([path], [])
    if (path / "manifest.jsonl").exists():
        return Records([path / "shards" / name for name, _, _ in run_shards(path)], [])
    files = sorted(path.glob(f"*{_ENDING}"))
    if not files:
        raise ValueError(f"{path} has neither a manifest.jsonl, as runs have, nor a *{_ENDING}")
    return Records(files, [])


def save(path: AnyPath, records: Iterable[Record]) -> Path:
    """Writes records of one game to a new file, as self-play in C++ does, and returns its path.

    In a folder the file gets the name that shards have: the SHA-256 of its content.

    Raises:
      FileNotFoundError: if there is no such folder; no record is taken then.
      ValueError: for no record, and for records of several games.
    """
    path = Path(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(f"wanted a place for a file, there is no folder {path.parent}")
    data = record_file_bytes(list(records))
    if path.is_dir():
        path = path / record_file_name(data)
    write_file(path, data)
    return path


def arrays(
    records: Iterable[Record],
    *,
    policy: PolicyLayout = "actions",
    value_lambda: float = 1.0,
    progress: bool = False,
) -> dict[str, NDArray[Any]]:
    """All N rows of records of one game as arrays, in order.

    A row is one recorded decision, as the seat that decided saw it. The arrays are, byte for byte,
    those of `kvintet data export` (docs/record_format.md):
      observation, globals: uint8 [N, planes, height, width] and float32 [N, globals];
      mask, policy: the legal actions, bool [N, num_actions], and what the search found for them,
        float32 [N, num_actions];
      value: float32 [N], the return of the seat; 0 for games that were cut off;
      search_value: float32 [N], what the search expected;
      action, seat, game, ply, model: int32, uint8, int64, int32, int32 [N].
    Besides:
      wdl: float32 [N, 3], the learner's target of values: chances to win, draw and lose, mixed from
        the result and from the values found at later rows of the same seat;
      models: texts [M], the names that `model` indexes.

    Args:
      records: Records, or any iterable of records.
      policy: "network" lays mask and policy out as a network does, [N, policy_size]; "legal" gives
        in place of the mask legal_entries int32 [M] and legal_offsets int32 [N + 1] and a policy
        float32 [M] of the legal actions alone, the lists that the C++ learner trains on.
      value_lambda: TD(lambda): 1 counts the result alone, 0 the value at the seat's next row.
      progress: whether a bar of tqdm counts the games as they are read.

    Raises:
      ImportError: for progress without tqdm.
    """
    with bar(progress, "game", None) as add:
        games: list[Record] = []
        for record in records:
            games.append(record)
            add(1)
    gathered = record_arrays(games, policy, value_lambda)
    gathered["models"] = np.array(gathered["models"], dtype=np.str_)
    if "mask" in gathered:
        gathered["mask"] = gathered["mask"].view(bool)
    return gathered
