"""What tests of several doors need: the repository, and the program kvintet where it is built."""

import os
from pathlib import Path

import pytest

# On a machine with other work, threads that wait for each other take fifty times as long.
os.environ.setdefault("OMP_NUM_THREADS", "1")

_REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def repository() -> Path:
    """The root of the repository."""
    return _REPOSITORY


@pytest.fixture(scope="session")
def program() -> str:
    """The program kvintet, as KVINTET_PROGRAM names it."""
    named = os.environ.get("KVINTET_PROGRAM", "")
    if not named:
        pytest.skip("KVINTET_PROGRAM does not name the program kvintet")
    if not os.access(named, os.X_OK):
        pytest.fail(f"KVINTET_PROGRAM: wanted a program, found {named}")
    return named
