"""Recorded games: bytes, files, runs, filters, replays and training arrays.

The folder golden/ has files of games, and what `kvintet data FILE export --npz` wrote of them.
"""

from __future__ import annotations

import copy
import json
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kvintet
from kvintet import records, search

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.records"))


def games_of(name: str, number: int = 6, **settings: Any) -> list[kvintet.Record]:
    """Some games of self-play."""
    kind: Any = type(search.default_search(kvintet.Game(name)))
    how = kind(simulations=8)
    with kvintet.SelfPlay(name, "uniform", search=how, games=4, **settings) as games:
        return games.play(number)


@pytest.mark.parametrize("name", ["tic_tac_toe", "leduc", "goofspiel", "tiny_tantrix", "hex"])
def test_a_record_survives_all_its_forms(name: str, tmp_path: Path) -> None:
    games = games_of(name)
    for record in games:
        data = record.encode()
        assert kvintet.Record.decode(record.game, data) == record
        assert pickle.loads(pickle.dumps(record)) == record
        assert copy.deepcopy(record).encode() == data
        play = record.game.replay(record.text)
        assert play.record() == record.text
        assert play.ended
    path = records.save(tmp_path, games)
    assert path.name.endswith(".records")
    assert len(path.stem) == 64
    assert list(records.load(path)) == games
    assert records.save(tmp_path / "again.records", games).read_bytes() == path.read_bytes()


def test_equal_records_are_of_the_same_game() -> None:
    def played(horizon: int) -> kvintet.Record:
        game = kvintet.Game("oshi_zumo", horizon=horizon)
        with kvintet.SelfPlay(game, "uniform", search=search.Policy(), limit=1) as games:
            return next(games)

    record, again, other = played(99), played(99), played(98)
    assert record == again and hash(record) == hash(again)
    assert record.encode() == other.encode() and record != other
    assert len({record, again, other}) == 2
    nothing: Any = None
    assert record != nothing


def test_rows_show_what_the_seat_knew() -> None:
    for name in ("tic_tac_toe", "leduc", "goofspiel"):
        for record in games_of(name):
            rows = record.rows()
            assert len(rows) == record.num_rows
            for row in rows:
                assert record.events[row.event] == (row.seat, row.action)
                view = record.replay(row.event).view(row.seat)
                assert row.view.key() == view.key()
                assert np.array_equal(row.legal_actions, view.legal_actions())
                assert row.action in row.legal_actions
                assert row.policy.sum() == pytest.approx(1)
                assert row.model == "uniform"
                assert row.value is not None
                assert -1 <= row.value <= 1
                assert 0 < row.probability <= 1.03


def test_a_replay_goes_as_far_as_it_is_told() -> None:
    (record,) = games_of("tic_tac_toe", 1)
    assert record.replay(0).actors == [0]
    assert record.replay(3).taken == record.events[:3]
    assert record.replay().returns() == record.returns
    with pytest.raises(ValueError, match=r"events: must be 0\.\."):
        record.replay(len(record) + 1)
    with pytest.raises(ValueError, match="events"):
        record.replay(-1)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_arrays_are_those_of_the_command_line_byte_for_byte(path: Path) -> None:
    ours = records.load(path).arrays()
    with np.load(path.with_suffix(".npz")) as theirs:
        names = set(theirs.files) - {"rules", "models"}
        assert names == set(ours) - {"wdl", "models"}
        for name in sorted(names):
            assert ours[name].dtype == theirs[name].dtype, name
            assert ours[name].shape == theirs[name].shape, name
            assert ours[name].tobytes() == theirs[name].tobytes(), name
        assert [name.decode() for name in theirs["models"]] == list(ours["models"])


def test_there_are_golden_files() -> None:
    assert len(GOLDEN) == 3


def test_the_layouts_of_policies_agree() -> None:
    games = games_of("tiny_punct", 2)
    dense, network, legal = (
        records.arrays(games, policy=p) for p in ("actions", "network", "legal")
    )
    rows = [row for record in games for row in record.rows()]
    offsets = legal["legal_offsets"]
    for i, row in enumerate(rows):
        entries = row.view.policy_indices(row.legal_actions)
        own = slice(offsets[i], offsets[i + 1])
        assert np.array_equal(legal["legal_entries"][own], entries)
        assert np.array_equal(legal["policy"][own], row.policy)
        assert np.array_equal(dense["policy"][i, row.legal_actions], row.policy)
        assert np.array_equal(network["policy"][i, entries], row.policy)
        assert np.array_equal(np.flatnonzero(network["mask"][i]), np.sort(entries))
        assert np.array_equal(np.flatnonzero(dense["mask"][i]), row.legal_actions)
    assert offsets[-1] == len(legal["policy"])
    assert "mask" not in legal
    for name in ("observation", "globals", "value", "wdl", "action"):
        assert dense[name].tobytes() == network[name].tobytes() == legal[name].tobytes()


def test_value_targets_mix_later_values_and_the_result() -> None:
    (record,) = games_of("tic_tac_toe", 1)
    rows = record.rows()
    result = records.arrays([record])["wdl"]
    next_value = records.arrays([record], value_lambda=0)["wdl"]
    for i, row in enumerate(rows):
        assert result[i, 0] - result[i, 2] == pytest.approx(record.returns[row.seat])
        later = [r for r in rows[i + 1 :] if r.seat == row.seat]
        wanted = later[0].value if later else record.returns[row.seat]
        assert next_value[i, 0] - next_value[i, 2] == pytest.approx(wanted, abs=1e-5)


def test_filters_choose_games() -> None:
    folder = [games_of("tic_tac_toe", 40, seed=2), games_of("leduc", 10)]
    everything = kvintet.records.Records([], [])
    assert list(everything) == []
    games = folder[0]

    def chosen(**tests: Any) -> list[kvintet.Record]:
        return [r for r in games if r in set_of(games, **tests)]

    assert chosen(winner=0) == [r for r in games if r.returns[0] > 0]
    assert chosen(winner=1) == [r for r in games if r.returns[1] > 0]
    assert chosen(drawn=True) == [r for r in games if r.returns == (0, 0)]
    assert chosen(min_length=6, max_length=7) == [r for r in games if 6 <= len(r) <= 7]
    assert chosen(min_rows=7) == [r for r in games if r.num_rows >= 7]
    assert chosen(model="uniform", game="tic_tac_toe", truncated=False, resigned=False) == games
    assert chosen(game="leduc") == chosen(model="other") == chosen(reason="none") == []
    assert chosen(test=lambda r: r.number % 2 == 0) == games[::2]
    with pytest.raises(ValueError, match="winner: a seat is 0 or 1, not 2"):
        chosen(winner=2)


def set_of(games: list[kvintet.Record], **tests: Any) -> list[kvintet.Record]:
    """The games that pass tests, by way of a file."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        chosen = records.load(records.save(folder, games)).where(**tests)
        assert chosen.num_games == len(list(chosen))
        return list(chosen)


def test_a_folder_may_hold_several_games(tmp_path: Path) -> None:
    both = [games_of("tic_tac_toe", 3), games_of("leduc", 4)]
    for games in both:
        records.save(tmp_path, games)
    loaded = records.load(tmp_path)
    assert loaded.num_games == len(list(loaded)) == 7
    assert len(loaded.files) == 2
    assert list(loaded.where(game="leduc")) == both[1]
    assert loaded.where(game="leduc").where(max_length=0).num_games == 0
    with pytest.raises(ValueError, match="wanted one game, found"):
        loaded.arrays()
    with pytest.raises(ValueError, match="wanted one game, found"):
        records.save(tmp_path, loaded)


def write_run(folder: Path, parts: list[list[kvintet.Record]], lines: list[dict[str, Any]]) -> None:
    """A run with a shard for each part; None as a shard's number stands for itself."""
    (folder / "shards").mkdir(parents=True)
    shards = [records.save(folder / "shards", part) for part in parts]
    with (folder / "manifest.jsonl").open("w") as manifest:
        for line in lines:
            number = line.get("shard")
            if number is not None:
                rows = sum(record.num_rows for record in parts[number])
                line = {
                    "kind": "shard",
                    "name": shards[number].name,
                    "games": len(parts[number]),
                    "rows": rows,
                    "evaluations": 1,
                }
            manifest.write(json.dumps(line) + "\n")


COMMIT: dict[str, Any] = {
    "kind": "commit",
    "model": "m",
    "learner": "l",
    "steps": 1,
    "credit": 0.5,
    "next_game": 1,
    "seconds": 1.0,
}


def test_of_a_run_the_committed_shards_count(tmp_path: Path) -> None:
    parts = [games_of("tic_tac_toe", 2, seed=seed) for seed in range(4)]
    lines: list[dict[str, Any]] = [
        {"shard": 0},
        {"shard": 1},
        COMMIT,
        {"shard": 2},
        {"kind": "session"},
        {"shard": 3},
    ]
    write_run(tmp_path / "run", parts, lines)
    assert list(records.load(tmp_path / "run")) == parts[0] + parts[1]
    more = [*lines, COMMIT, {"kind": "removal", "shards": 1}]
    write_run(tmp_path / "later", parts, more)
    assert list(records.load(tmp_path / "later")) == parts[1] + parts[3]
    write_run(tmp_path / "wrong", parts, [{"kind": "party"}])
    with pytest.raises(ValueError, match=r"manifest.jsonl:1: kind must be .* is party"):
        records.load(tmp_path / "wrong")


def test_no_game_is_taken_for_a_file_that_has_no_folder(tmp_path: Path) -> None:
    with kvintet.SelfPlay("kuhn", "uniform", limit=5) as games:
        with pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere"):
            records.save(tmp_path / "nowhere" / "some.records", games)
        assert len(games.play()) == 5


def test_files_may_have_names_that_are_no_utf_8(tmp_path: Path) -> None:
    games = games_of("kuhn", 2)
    folder = tmp_path / os.fsdecode(b"\xff")
    folder.mkdir()
    path = records.save(folder, games)
    assert list(records.load(folder)) == list(records.load(path)) == games
    path.write_bytes(b"damaged")
    with pytest.raises(ValueError, match="damaged") as error:
        records.load(path)
    assert str(path) in str(error.value)
    run = tmp_path / os.fsdecode(b"run \xfe")
    write_run(run, [games], [{"shard": 0}, COMMIT])
    assert list(records.load(run)) == games


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    good = records.save(tmp_path / "good.records", games_of("tic_tac_toe", 30)).read_bytes()
    bad = tmp_path / "bad.records"
    for size in [*range(0, 40), *range(40, len(good), 97), len(good) - 1]:
        bad.write_bytes(good[:size])
        with pytest.raises(ValueError, match=r"bad\.records: "):
            list(records.load(bad))
    games = list(records.load(tmp_path / "good.records"))
    random = np.random.default_rng(1)
    noticed = 0
    for _ in range(300):
        damaged = bytearray(good)
        damaged[int(random.integers(len(good)))] ^= 1 << int(random.integers(8))
        bad.write_bytes(damaged)
        try:
            assert list(records.load(bad)) == games  # zstd does not read every bit
        except (ValueError, NotImplementedError) as error:
            noticed += "bad.records" in str(error)
    assert noticed > 290
    bad.write_bytes(good + b"\0")
    with pytest.raises(ValueError, match="cut short or its end is damaged"):
        records.load(bad)


def test_a_file_must_be_what_its_name_says(tmp_path: Path) -> None:
    path = records.save(tmp_path, games_of("tic_tac_toe", 2))
    other = games_of("tic_tac_toe", 3)
    records.save(path, other)
    with pytest.raises(ValueError, match="damaged: its SHA-256 is not its name"):
        records.load(path)


def test_damaged_records_are_refused() -> None:
    (record,) = games_of("tic_tac_toe", 1)
    data = record.encode()
    game = record.game
    for size in range(len(data)):
        with pytest.raises(ValueError, match=r"\w"):
            kvintet.Record.decode(game, data[:size])
    refused = 0
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 0x15
        try:
            kvintet.Record.decode(game, bytes(damaged)).replay()
        except ValueError:
            refused += 1
    assert refused > len(data) // 4
    with pytest.raises(ValueError, match=r"\w"):
        kvintet.Record.decode(kvintet.Game("hex"), data)


def test_impossible_arguments_are_refused(tmp_path: Path) -> None:
    games = games_of("tic_tac_toe", 1)
    with pytest.raises(FileNotFoundError, match="there is no"):
        records.load(tmp_path / "nothing")
    with pytest.raises(ValueError, match=r"neither a manifest\.jsonl"):
        records.load(tmp_path)
    with pytest.raises(ValueError, match="wanted at least one, found none"):
        records.arrays([])
    with pytest.raises(ValueError, match="wanted at least one, found none"):
        records.save(tmp_path, [])
    with pytest.raises(ValueError, match="value_lambda: must be between 0 and 1, is 2"):
        records.arrays(games, value_lambda=2)
    with pytest.raises(ValueError, match="policy: wanted 'actions' or 'network' or 'legal'"):
        records.arrays(games, policy="all")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        records.arrays([None])  # type: ignore[list-item]
