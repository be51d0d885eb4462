"""Exact values of small games, and what is refused."""

import itertools
import threading

import numpy as np
import pytest

import kvintet
from kvintet import ExactSolver, Game, Playthrough

from play import play_randomly


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tic_tac_toe", 0),
        ("hex{size=3}", -1),  # seat 1 may swap
        ("hex{size=3,swap=no}", 1),
        ("kuhn", -1 / 18 / 2),  # its returns are chips over two
        ("goofspiel{cards=3}", 0),  # the same for both seats
    ],
)
def test_the_value_of_a_game(name: str, value: float) -> None:
    assert Game(name).exact_value() == pytest.approx(value, abs=1e-9)


@pytest.mark.long
def test_the_value_of_leduc() -> None:
    # The published value in chips, of which a game has 13 at most (docs/results.md).
    assert Game("leduc").exact_value() == pytest.approx(-0.085606424078 / 13, abs=1e-9)


def by_hand(play: Playthrough) -> float:
    """The value to seat 0, by trying everything."""
    if play.ended:
        return play.returns()[0]
    (seat,) = play.actors
    values = []
    for action in play.view(seat).legal_actions().tolist():
        after = play.copy()
        after.apply(seat, action)
        values.append(by_hand(after))
    return max(values) if seat == 0 else min(values)


@pytest.mark.parametrize(
    ("name", "plies"), [("tic_tac_toe", 5), ("hex{size=3}", 4), ("connect_four", 33)]
)
def test_values_and_distances_are_those_of_the_whole_tree(name: str, plies: int) -> None:
    solver = ExactSolver(Game(name))
    seats = set()
    plays = (play_randomly(solver.game, seed, plies + seed % 2) for seed in range(200))
    for play in list(itertools.islice((play for play in plays if not play.ended), 12)):
        assert solver.value(play) == by_hand(play)
        (seat,) = play.actors
        seats.add(seat)
        values, distances = solver.action_values(play), solver.distances(play)
        assert list(values) == list(distances) == play.view(seat).legal_actions().tolist()
        for action, value in values.items():
            after = play.copy()
            after.apply(seat, action)
            assert value == (by_hand(after) if seat == 0 else -by_hand(after))
            following = 0 if after.ended else best_distance(solver, after)
            assert distances[action] == 1 + following
    assert seats == {0, 1}


def best_distance(solver: ExactSolver, play: Playthrough) -> int:
    """Actions to the end if the winner hurries, and everyone else delays."""
    values, distances = solver.action_values(play), solver.distances(play)
    best = max(values.values())
    among = [distances[action] for action, value in values.items() if value == best]
    return min(among) if best > 0 else max(among)


def test_threads_take_turns() -> None:
    solver = ExactSolver(Game("tic_tac_toe"))
    found: list[float] = []
    threads = [
        threading.Thread(target=lambda: found.append(solver.value(solver.game.start())))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [0.0] * 4


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kuhn", "has hidden information"),
        ("goofspiel", "has simultaneous moves"),
        ("tantrix{racks=open}", "has chance|has hidden information"),
    ],
)
def test_games_that_need_more_than_a_best_action_are_refused(name: str, why: str) -> None:
    with pytest.raises(NotImplementedError, match=why):
        ExactSolver(Game(name))


def test_large_games_are_refused() -> None:
    with pytest.raises(RuntimeError, match="more than 1000"):
        Game("hex").exact_value(max_positions=1000)
    with pytest.raises(RuntimeError, match="more than 1000"):
        Game("tantrix").exact_value(max_positions=1000)
    with pytest.raises(RuntimeError, match=r"hex.* has more than 50 positions"):
        ExactSolver(Game("hex"), max_positions=50).value(Game("hex").start())


def test_wrong_arguments_are_named() -> None:
    solver = ExactSolver(Game("tic_tac_toe"))
    with pytest.raises(ValueError, match="max_positions: must be at least 1, is 0"):
        ExactSolver(Game("tic_tac_toe"), max_positions=0)
    with pytest.raises(ValueError, match="max_positions: must be at least 1, is 0"):
        Game("kuhn").exact_value(max_positions=0)
    for ask in (solver.value, solver.action_values, solver.distances):
        with pytest.raises(ValueError, match="play: wanted one of tic_tac_toe, found connect_four"):
            ask(Game("connect_four").start())
    over = Game("tic_tac_toe").replay("tic_tac_toe; 0 a1; 1 b1; 0 a2; 1 b2; 0 a3")
    assert solver.value(over) == 1
    with pytest.raises(ValueError, match="the game has ended"):
        solver.action_values(over)
    assert np.isclose(solver.value(kvintet.Game("tic_tac_toe").start()), 0)
