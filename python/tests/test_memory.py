"""Memory that stays as it is over many steps."""

import gc
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import kvintet
from kvintet.gymnasium import VectorEnv

from play import legal_actions

GAMES = 8
LEAK = 1000  # bytes of each step of the control


def steps_of_pool() -> Callable[[], object]:
    pool = kvintet.Pool("kontranto", GAMES, seed=1, fields="all", buffers=2)
    pool.reset()
    return lambda: pool.step(pool.sample_actions())


def steps_of_vector() -> Callable[[], object]:
    vector = VectorEnv("kontranto", GAMES, opponent="random", autoreset_mode="SameStep")
    random = np.random.default_rng(1)
    _, first = vector.reset(seed=1)
    masks = [first["action_mask"]]

    def step() -> None:
        masks[0] = vector.step(legal_actions(masks[0], random))[-1]["action_mask"]

    return step


def steps_that_leak() -> Callable[[], object]:
    kept: list[bytes] = []
    return lambda: kept.append(bytes(LEAK))


KINDS = {"pool": steps_of_pool, "vector": steps_of_vector, "leak": steps_that_leak}


def resident() -> int:
    """The bytes of this process that are in memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def growth_here(kind: str, steps: int) -> int:
    step = KINDS[kind]()
    for _ in range(2000):  # to settle
        step()
    before = resident()
    for _ in range(steps):
        step()
    return resident() - before


def growth(kind: str, steps: int) -> int:
    """How many bytes a new process grows by over so many steps."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as process:
        return process.submit(growth_here, kind, steps).result()


@pytest.mark.parametrize("kind", ["pool", "vector"])
def test_memory_is_flat(kind: str) -> None:
    assert growth(kind, 4_000) < 1_000_000


@pytest.mark.long
@pytest.mark.parametrize("kind", ["pool", "vector"])
def test_memory_is_flat_over_a_million_steps(kind: str) -> None:
    grown = growth(kind, 1_000_000)
    print(f"{kind}: {grown} bytes in 1,000,000 steps of {GAMES} games")
    assert grown < 1_000_000


def test_a_leak_would_be_seen() -> None:
    assert growth("leak", 4_000) > 1_000_000
