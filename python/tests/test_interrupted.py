"""Self-play loses no finished game when a call is interrupted: by a signal, or by an error."""

from __future__ import annotations

import signal
from typing import Any

import pytest

import kvintet
from kvintet import search


def started(**settings: Any) -> kvintet.SelfPlay:
    """Self-play of tic-tac-toe that needs no Python."""
    how = search.Gumbel(simulations=8)
    return kvintet.SelfPlay("tic_tac_toe", "uniform", search=how, games=4, **settings)


def numbers(records: list[kvintet.Record]) -> list[int]:
    """The numbers of games."""
    return [record.number for record in records]


def test_no_finished_game_is_lost_by_a_signal() -> None:
    armed = [False]

    def interrupt(number: int, frame: Any) -> None:
        if armed[0]:
            raise KeyboardInterrupt

    taken: list[kvintet.Record] = []
    more: list[kvintet.Record] = []
    interrupts = 0
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with started(limit=2000) as games:
            while not taken or more:
                signal.setitimer(signal.ITIMER_REAL, 0.004 if interrupts < 12 else 0)
                try:
                    armed[0] = True
                    more = games.play(500)
                    armed[0] = False
                except KeyboardInterrupt:
                    armed[0] = False
                    interrupts += 1
                else:
                    taken += more
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert interrupts > 0
    assert numbers(taken) == list(range(2000))


def test_games_that_make_no_arrays_are_still_there() -> None:
    with started() as games:
        with pytest.raises(ValueError, match="value_lambda: must be between 0 and 1, is 2"):
            games.arrays(5, value_lambda=2)
        assert numbers(games.play(7)) == list(range(7))
