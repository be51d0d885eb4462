"""The package beside others in one process: imports in any order, and workers of PyTorch."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import kvintet

from play import needs_torch

STEPS = """
import kvintet, torch
pool = kvintet.Pool("renju", 64, num_threads=2)
pool.reset()
for _ in range(50):
    pool.step(pool.sample_actions())
assert float((torch.ones(64, 64) @ torch.ones(64, 64)).sum()) == 64**3
"""


@needs_torch
@pytest.mark.parametrize(
    "order",
    [
        "torch, google.protobuf, grpc, pyspiel, kvintet",
        "kvintet, pyspiel, grpc, google.protobuf, torch",
        "grpc, kvintet, torch, pyspiel, google.protobuf",
    ],
)
def test_imports_work_in_any_order(order: str) -> None:
    subprocess.run([sys.executable, "-c", f"import {order}\n{STEPS}"], check=True)


def random_play(pool: kvintet.Pool) -> list[np.ndarray]:
    """The rewards of some random steps, for both seats."""
    pool.reset()
    rewards = []
    for _ in range(20):
        batch = pool.step(pool.sample_actions())
        assert batch.rewards is not None
        rewards.append(batch.rewards.copy())
    return rewards


@needs_torch
def test_workers_of_a_data_loader_make_their_own_pools() -> None:
    import torch.utils.data as data

    inherited = kvintet.Pool("tic_tac_toe", 4)
    inherited.reset()

    class Games(data.IterableDataset[Any]):  # type: ignore[misc]
        """Random games, a pool for each worker."""

        def __iter__(self) -> Iterator[np.ndarray]:
            with pytest.raises(RuntimeError, match="fork"):
                inherited.reset()
            worker = data.get_worker_info()
            assert worker is not None
            yield from random_play(kvintet.Pool("tic_tac_toe", 4, seed=worker.id))

    loader = data.DataLoader(
        Games(), batch_size=None, num_workers=2, multiprocessing_context="fork"
    )
    found = [np.asarray(batch.tolist(), np.float32) for batch in loader]
    wanted = [random_play(kvintet.Pool("tic_tac_toe", 4, seed=seed)) for seed in (0, 1)]
    assert len(found) == 40
    for number, steps in enumerate(wanted):
        assert all((found[2 * i + number] == step).all() for i, step in enumerate(steps))
