"""Pool: shapes, modes, ownership of arrays, threads, forks and errors."""

import gc
import multiprocessing
import os
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kvintet

FULL_GAMES = ["renju", "punct", "konkvest", "kontranto", "tantrix"]
GAMES = kvintet.games()


def arrays(batch: kvintet.Batch) -> dict[str, np.ndarray[Any, Any]]:
    """The arrays of a batch by name."""
    return {name: array for name, array in batch._asdict().items() if array is not None}


def assert_equal(one: kvintet.Batch, other: kvintet.Batch) -> None:
    """Both batches have the same bytes."""
    assert arrays(one).keys() == arrays(other).keys()
    for name, array in arrays(one).items():
        assert np.array_equal(array, arrays(other)[name]), name


@pytest.mark.parametrize("name", GAMES)
def test_shapes_are_those_of_the_game(name: str) -> None:
    game = kvintet.Game(name)
    batch = kvintet.Pool(game, 3, fields="all").reset()
    assert batch.planes is not None
    assert batch.planes.shape == (3, 2, *game.planes_shape)
    shapes = {name: array.shape for name, array in arrays(batch).items()}
    assert shapes["mask_bytes"] == (3, 2, game.num_actions)
    assert shapes["rewards"] == (3, 2)
    assert shapes["to_act"] == (3,)
    assert shapes["final_planes"] == (3, 2, *game.planes_shape)
    assert shapes["globals"] == shapes["final_globals"] == (3, 2, game.num_globals)
    assert shapes.keys() == set(kvintet.Batch._fields)
    assert kvintet.Pool(game, 3, fields=["planes"]).reset().globals is None
    assert arrays(batch)["terminal"].dtype == np.bool_


def test_one_slot_has_no_axis_of_seats() -> None:
    game = kvintet.Game("renju")
    pool = kvintet.Pool(game, 3, layout="to_act")
    batch = pool.reset()
    assert batch.planes is not None
    assert batch.planes.shape == (3, *game.planes_shape)
    assert pool.sample_actions().shape == (3,)


@pytest.mark.parametrize("name", FULL_GAMES)
def test_a_pool_shows_what_the_views_show(name: str) -> None:
    pool = kvintet.Pool(name, 4, seed=5, fields="all")
    batch = pool.reset()
    for _ in range(20):
        batch = pool.step(pool.sample_actions())
    data = arrays(batch)
    for row in range(4):
        for seat in (0, 1):
            view = pool.view(row, seat)
            planes, numbers = view.observe()
            assert np.array_equal(data["planes"][row, seat], planes)
            assert np.array_equal(data["globals"][row, seat], numbers)
            assert np.array_equal(data["mask_bytes"][row, seat], view.action_mask())
            count = data["legal_counts"][row, seat]
            assert np.array_equal(data["legal_actions"][row, seat, :count], view.legal_actions())
            bits = np.unpackbits(data["mask_bits"][row, seat].view(np.uint8), bitorder="little")
            assert np.array_equal(bits[: pool.game.num_actions], view.action_mask())


@settings(max_examples=25, deadline=None)
@given(
    name=st.sampled_from(FULL_GAMES),
    rows=st.integers(1, 130),
    threads=st.integers(1, 4),
    seed=st.integers(0, 2**64 - 1),
)
def test_results_do_not_depend_on_threads(name: str, rows: int, threads: int, seed: int) -> None:
    one = kvintet.Pool(name, rows, seed=seed)
    many = kvintet.Pool(name, rows, seed=seed, num_threads=threads)
    assert_equal(one.reset(), many.reset())
    for _ in range(8):
        actions = one.sample_actions()
        assert np.array_equal(actions, many.sample_actions())
        assert_equal(one.step(actions), many.step(actions))


@settings(max_examples=20, deadline=None)
@given(mode=st.sampled_from(["same_step", "next_step", "disabled"]), seed=st.integers(0, 1000))
def test_the_autoreset_modes(mode: Any, seed: int) -> None:
    pool = kvintet.Pool("tic_tac_toe", 8, seed=seed, autoreset=mode, fields="all")
    pool.reset()
    ended_before = np.zeros(8, dtype=bool)
    for _ in range(30):
        data = arrays(pool.step(pool.sample_actions()))
        ended = data["terminal"]
        if mode == "same_step":
            assert np.array_equal(data["final_valid"], ended)
            assert (data["to_act"] != 0).all()
        elif mode == "next_step":
            assert not (ended & ended_before).any()
            assert np.array_equal(data["to_act"] == 0, ended)
        else:
            assert np.array_equal(data["to_act"] == 0, ended | ended_before)
            ended = ended | ended_before
        ended_before = ended.copy()
    if mode == "disabled":
        assert (arrays(pool.reset(np.flatnonzero(ended_before)))["to_act"] != 0).all()


def test_arrays_outlive_their_pool() -> None:
    pool = kvintet.Pool("renju", 64)
    batch = pool.reset()
    planes = batch.planes
    assert planes is not None
    before = planes.copy()
    del pool, batch
    gc.collect()
    churn = [np.ones(before.size, dtype=np.uint8) for _ in range(20)]
    assert np.array_equal(planes, before)
    assert len(churn) == 20


def test_a_step_overwrites_and_a_copy_keeps() -> None:
    pool = kvintet.Pool("renju", 2)
    first = pool.reset()
    kept = first.copy()
    second = pool.step(pool.sample_actions())
    assert first.planes is second.planes
    assert kept.planes is not None
    assert second.planes is not None
    assert not np.array_equal(kept.planes, second.planes)


def test_two_buffers_keep_one_more_step() -> None:
    pool = kvintet.Pool("renju", 2, buffers=2)
    first = pool.reset()
    kept = first.copy()
    pool.step(pool.sample_actions())
    assert_equal(first, kept)


def test_arrays_speak_dlpack_and_buffers() -> None:
    planes = kvintet.Pool("renju", 2).reset().planes
    assert planes is not None
    assert np.shares_memory(np.from_dlpack(planes), planes)
    assert memoryview(planes.data).nbytes == planes.nbytes


def test_send_and_recv_are_a_step() -> None:
    pool, other = (kvintet.Pool("punct", 16, seed=3) for _ in range(2))
    pool.reset()
    other.reset()
    for _ in range(10):
        actions = pool.sample_actions()
        other.sample_actions()
        pool.send(actions)
        with pytest.raises(RuntimeError, match="busy"):
            pool.step(actions)
        assert_equal(pool.recv(), other.step(actions))
    with pytest.raises(RuntimeError, match="call send first"):
        pool.recv()


def test_an_error_in_the_background_comes_with_recv() -> None:
    pool = kvintet.Pool("renju", 1)
    pool.reset()
    pool.send(np.full((1, 2), -1, dtype=np.int32))
    with pytest.raises(ValueError, match="no action was given"):
        pool.recv()
    pool.step(pool.sample_actions())


def test_rows_are_gathered_scattered_and_cloned() -> None:
    pool = kvintet.Pool("tantrix", 6, seed=11)
    pool.reset()
    for _ in range(5):
        pool.step(pool.sample_actions())
    stored = pool.gather([0, 1])
    assert len(stored) == 2
    other = kvintet.Pool("tantrix", 4, seed=99)
    other.reset()
    batch = other.scatter(stored, [2, 3])
    assert batch.planes is not None
    shown = pool.show().planes
    assert shown is not None
    assert np.array_equal(batch.planes[2:], shown[:2])
    cloned = pool.clone_row(0, [4, 5]).planes
    assert cloned is not None
    assert np.array_equal(cloned[4], cloned[0])
    assert np.array_equal(cloned[5], cloned[0])
    renju = kvintet.Pool("renju", 2)
    renju.reset()
    with pytest.raises(ValueError, match="wanted rows of renju"):
        renju.scatter(stored, [0, 1])


def test_rows_that_could_not_continue_are_refused() -> None:
    exposed = kvintet.Pool("kuhn", 2, chance="expose")
    exposed.reset()
    waits = exposed.gather([0, 1])
    resolves = kvintet.Pool("kuhn", 2)
    before = resolves.reset().copy()
    with pytest.raises(ValueError, match="chance must act in row 0, and this pool has chance 'res"):
        resolves.scatter(waits, [0, 1])
    assert_equal(resolves.show(), before)
    assert (arrays(exposed.scatter(waits, [1, 0]))["to_act"] == 4).all()

    pool = kvintet.Pool("tic_tac_toe", 2, autoreset="disabled")
    to_act = arrays(pool.reset())["to_act"]
    while to_act.any():
        pool.step(pool.sample_actions())
    ended = pool.gather([1])
    begins = kvintet.Pool("tic_tac_toe", 1)
    begins.reset()
    with pytest.raises(ValueError, match="the game of row 0 has ended"):
        begins.scatter(ended, [0])
    later = kvintet.Pool("tic_tac_toe", 1, autoreset="next_step")
    later.reset()
    assert arrays(later.scatter(ended, [0]))["to_act"] == 0
    assert arrays(later.step(np.full((1, 2), -1)))["to_act"] == 1


def test_actions_may_be_written_while_a_pool_steps() -> None:
    """Another thread may change them between the check and the step; they are copied before."""
    code = """
import sys, threading, time
import kvintet
pool = kvintet.Pool("renju", 2000, num_threads=2)
pool.reset()
actions = pool.sample_actions()
done = False
def spoil():
    while not done:
        good = actions.copy()
        actions[:] = 2**30
        actions[:] = good
other = threading.Thread(target=spoil)
other.start()
end = time.monotonic() + 3
while time.monotonic() < end:
    try:
        pool.step(actions)
    except ValueError:
        pass
    actions[:] = pool.sample_actions()
done = True
other.join()
"""
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_seeds_name_streams() -> None:
    pool = kvintet.Pool("tantrix", 2, seed=1)
    pool.set_seeds([0, 1], [77, 77])
    other = kvintet.Pool("tantrix", 2, seed=77)
    assert_equal(pool.reset(), other.reset())


def test_starts_are_positions() -> None:
    game = kvintet.Game("renju", opening="free")
    play = game.start()
    for seat, move in [(0, "h8"), (1, "h9")]:
        play.apply_move(seat, move)
    pool = kvintet.Pool(game, 2)
    pool.set_starts(play.position)
    pool.reset()
    assert pool.view(1, 0).text == play.view(0).text
    with pytest.raises(ValueError, match=r"."):
        pool.set_starts("nonsense")


def test_exposed_chance_waits_for_an_outcome() -> None:
    pool = kvintet.Pool("kuhn", 1, chance="expose")
    assert (arrays(pool.reset())["to_act"] == 4).all()
    batch = pool.step(np.array([[0, -1]], dtype=np.int32))
    assert arrays(batch)["to_act"].shape == (1,)


@pytest.mark.parametrize("kind", "bhilqBHILQ")
def test_integers_of_any_size_are_actions(kind: str) -> None:
    pool = kvintet.Pool("connect_four", 2, layout="to_act")
    pool.reset()
    batch = pool.step(np.array([3, 6], dtype=kind))
    other = kvintet.Pool("connect_four", 2, layout="to_act")
    other.reset()
    assert_equal(batch, other.step(np.array([3, 6], dtype=np.int32)))


@pytest.mark.parametrize(
    ("actions", "error", "wanted"),
    [
        (np.zeros((4, 3), np.int32), ValueError, r"wanted shape \[4, 2\], found \[4, 3\]"),
        (np.zeros(4, np.int32), ValueError, "wanted shape"),
        (np.zeros((4, 2), np.float32), TypeError, "wanted an array of integers"),
        (np.full((4, 2), 2**40), ValueError, "must fit 32 bits"),
        (np.full((4, 2), -1, np.int32), ValueError, "env 0, seat 0: must act"),
        (np.full((4, 2), 10**6, np.int32), ValueError, "an action must be in"),
    ],
)
def test_wrong_actions_are_refused(
    actions: np.ndarray[Any, Any], error: type[Exception], wanted: str
) -> None:
    pool = kvintet.Pool("connect_four", 4)
    before = pool.reset().copy()
    with pytest.raises(error, match=wanted):
        pool.step(actions)
    assert_equal(pool.show(), before)


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"num_envs": 0}, "num_envs must be between 1 and"),
        ({"num_envs": 1 << 31}, "num_envs must be between 1 and"),
        ({"num_threads": 0}, "num_threads must be between 1 and"),
        ({"max_plies": -1}, "max_plies must be between 0 and"),
        ({"seed": -1}, "seed must be between 0 and 18446744073709551615, is -1"),
        ({"seed": 1 << 64}, "seed must be between 0 and"),
        ({"first_row": -1}, "first_row must be between 0 and"),
        ({"num_envs": 2, "first_row": (1 << 32) - 1}, "first_row must be between 0 and 4294967294"),
        ({"layout": "both"}, "'per_seat' or 'to_act'"),
        ({"autoreset": "never"}, "'same_step' or 'next_step' or 'disabled'"),
        ({"fields": ["planets"]}, "'planets' is none of planes"),
        ({"buffers": 3}, "buffers must be between 1 and 2"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], wanted: str) -> None:
    with pytest.raises(ValueError, match=wanted):
        kvintet.Pool("renju", **options)


@pytest.mark.parametrize("name", ["num_envs", "num_threads", "seed", "first_row", "max_plies"])
@pytest.mark.parametrize("number", [1.0, "1", True, None])
def test_what_is_no_integer_is_refused(name: str, number: Any) -> None:
    options: Any = {name: number}
    with pytest.raises(TypeError, match=f"{name}: wanted an integer, found "):
        kvintet.Pool("renju", **options)


def test_integers_of_numpy_are_integers() -> None:
    numbers: Any = {"num_envs": np.int64(2), "num_threads": np.int8(1), "seed": np.uint64(1)}
    pool = kvintet.Pool("tantrix", **numbers)
    pool.set_seeds([0, 1], [np.uint64(7), 2**64 - 1])  # type: ignore[list-item]
    for seeds in ([-1, 0], [2**64, 0]):
        with pytest.raises(ValueError, match="seeds must be between 0 and"):
            pool.set_seeds([0, 1], seeds)


def test_rows_are_checked() -> None:
    pool = kvintet.Pool("renju", 2)
    pool.reset()
    for rows in ([2], [-1]):
        with pytest.raises(ValueError, match=r"wanted numbers in \[0, 2\)"):
            pool.reset(rows)
        with pytest.raises(ValueError, match=r"wanted numbers in \[0, 2\)"):
            pool.gather(rows)
    with pytest.raises(TypeError, match="wanted integers"):
        pool.reset([0.5])
    with pytest.raises(ValueError, match="from_row"):
        pool.clone_row(9, [0])
    with pytest.raises(ValueError, match="row: wanted"):
        pool.view(2, 0)
    pool.reset([])


def test_a_pool_must_be_reset_first() -> None:
    pool = kvintet.Pool("renju", 1)
    for call in (pool.sample_actions, pool.show, lambda: pool.step(np.zeros((1, 2), np.int32))):
        with pytest.raises(RuntimeError, match="call reset"):
            call()


def test_concurrent_calls_are_refused_and_harm_nothing() -> None:
    """Steps of several threads either work or raise RuntimeError."""
    pool = kvintet.Pool("tantrix", 512)
    pool.reset()
    refused = []

    def step_often() -> None:
        for _ in range(30):
            try:
                pool.show()
            except RuntimeError as error:  # noqa: PERF203
                refused.append(str(error))

    threads = [threading.Thread(target=step_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("busy" in text for text in refused)
    pool.step(pool.sample_actions())


def test_a_step_is_received_once() -> None:
    """Whoever comes too late does not wait for a step that nobody has sent."""
    pool = kvintet.Pool("tantrix", 512)
    pool.reset()
    for _ in range(10):
        pool.send(pool.sample_actions())
        results: list[str] = []

        def receive(results: list[str] = results) -> None:
            try:
                pool._core.receive()
                results.append("received")
            except RuntimeError as error:
                results.append(str(error))

        threads = [threading.Thread(target=receive, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=30)
        received, late = sorted(results)
        assert received == "received" and "nothing was sent" in late


def _in_child(pool: kvintet.Pool, queue: Any) -> None:
    try:
        pool.sample_actions()
        queue.put("nothing raised")
    except RuntimeError as error:
        queue.put(str(error))
    own = kvintet.Pool("renju", 100, num_threads=2)
    own.reset()
    own.step(own.sample_actions())
    queue.put("new pool works")
    del pool
    gc.collect()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_forked_process_cannot_use_the_pool_but_makes_new_ones(threads: int) -> None:
    pool = kvintet.Pool("renju", 128, num_threads=threads)
    pool.reset()
    pool.send(pool.sample_actions())
    pool.recv()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_in_child, args=(pool, queue))
    child.start()
    assert "before the process forked" in queue.get(timeout=30)
    assert queue.get(timeout=30) == "new pool works"
    child.join(timeout=30)
    assert child.exitcode == 0
    pool.step(pool.sample_actions())


def test_memory_stays_flat() -> None:
    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    pool = kvintet.Pool("tic_tac_toe", 16)
    pool.reset()
    for _ in range(2000):
        pool.step(pool.sample_actions())
    before = resident()
    for _ in range(20_000):
        pool.step(pool.sample_actions())
    assert resident() - before < 2_000_000
