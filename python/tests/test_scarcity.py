"""What happens where the system has no more threads or no memory: an error, and no other harm."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Threads reserve 8 MiB each for their stacks. A thread of a pool needs 64 rows of its own.
PRELUDE = """
import resource
import kvintet, kvintet.gymnasium
def leave(mebibytes):
    now = int(open("/proc/self/statm").read().split()[0]) * 4096
    resource.setrlimit(resource.RLIMIT_AS, (now + mebibytes * 2**20,) * 2)
def said(deed):
    try:
        deed()
    except (RuntimeError, MemoryError) as error:
        print(error)
    else:
        print("nothing")
"""
STARTS = [
    ('kvintet.Pool("kuhn", 32000, num_threads=500)', "a pool of 500 threads: the system does not"),
    ('kvintet.gymnasium.VectorEnv("kuhn", 32000, num_threads=500)', "a pool of 500 threads: the"),
    ('kvintet.SelfPlay("kuhn", "uniform", limit=9, threads=500, games=500).play()', "no more than"),
]


def lines_of(code: str) -> list[str]:
    """What a new process prints."""
    command = [sys.executable, "-c", PRELUDE + code]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines()


@pytest.mark.parametrize(("start", "text"), STARTS)
def test_too_many_threads_are_an_error(start: str, text: str) -> None:
    small = start.replace("500", "2")
    said, then = lines_of(f"leave(200)\nsaid(lambda: {start})\nsaid(lambda: {small})")
    assert text in said and "temporarily unavailable" in said
    assert then == "nothing"


def test_a_step_in_the_background_without_a_thread_is_an_error() -> None:
    code = """
pool = kvintet.Pool("kuhn", 4)
pool.reset()
actions = pool.sample_actions()
leave(1)
said(lambda: pool.send(actions))
said(lambda: pool.step(actions))
"""
    said, then = lines_of(code)
    assert "send: the system starts no thread" in said and then == "nothing"


def test_self_play_without_a_thread_is_an_error() -> None:
    (said,) = lines_of("leave(1)\nsaid(lambda: kvintet.SelfPlay('kuhn', 'uniform'))")
    assert "the system starts no thread for self-play" in said


def test_a_pool_without_memory_stays_usable() -> None:
    code = """
import numpy as np
pool = kvintet.Pool("renju", 4)
pool.reset()
rows = np.zeros(10**7, dtype=np.int32)
leave(64)
said(lambda: pool.gather(rows))
said(lambda: pool.step(pool.sample_actions()))
"""
    assert lines_of(code) == ["std::bad_alloc", "nothing"]


def test_self_play_without_memory_is_an_error() -> None:
    code = "leave(300)\nsaid(lambda: kvintet.SelfPlay('renju', 'uniform', games=65536).play(1))"
    assert lines_of(code) == [
        "self-play finds no more memory: wanted fewer games at once or cached positions"
    ]
