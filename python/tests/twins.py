"""Twins: two games that a seat cannot tell apart, for the tests of what the doors show.

In simultaneous games the other's sealed choices differ, in games of chance what was dealt to the
other. The environment variable KVINTET_TWINS_SEED sets the first seed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

import kvintet

from play import SIMULTANEOUS_GAMES

SEED = int(os.environ.get("KVINTET_TWINS_SEED", "0"))
DEALT_GAMES = ["kuhn", "leduc", "tiny_tantrix", "tantrix"]
_LARGE = ("kontranto", "tantrix")

Twins = tuple[kvintet.Playthrough, kvintet.Playthrough]


def numbers_of_twins(
    names: list[str], few: int = 20, some: int = 60, many: int = 10_000
) -> pytest.MarkDecorator:
    """Parameters `name` and `number`: few twins of small games, some or (long) many of large."""
    usual = [pytest.param(name, some if name in _LARGE else few, id=name) for name in names]
    long = [
        pytest.param(name, many, id=f"{name}-{many}", marks=pytest.mark.long)
        for name in names
        if name in _LARGE
    ]
    return pytest.mark.parametrize(("name", "number"), usual + long)


sealed_games = numbers_of_twins(SIMULTANEOUS_GAMES)
dealt_games = numbers_of_twins(DEALT_GAMES)


def illegal_action(view: kvintet.View) -> int:
    """An action that is not legal, and in range if there is one."""
    mask = view.action_mask()
    return -1 if mask.all() else int(np.argmin(mask))


def attempt(deed: Callable[[], Any]) -> Any:
    """What a call returns, or the exception that it raises, as data."""
    try:
        result = deed()
    except (ValueError, NotImplementedError, RuntimeError, IndexError) as error:
        return type(error).__name__, str(error)
    return result


def assert_equal(ours: Any, theirs: Any, what: str) -> None:
    """Asserts that two worlds show the same, and names the part that differs."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        assert ours.keys() == theirs.keys(), what
        for key, value in ours.items():
            assert_equal(value, theirs[key], f"{what}: {key}")
    elif isinstance(ours, tuple) and isinstance(theirs, tuple) and len(ours) == len(theirs):
        for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            assert_equal(one, other, f"{what}[{i}]")
    elif not data_equivalence(ours, theirs, exact=True):
        pytest.fail(f"{what}\n{ours}\n{theirs}", pytrace=False)


def shown_of(view: kvintet.View) -> Any:
    """The parts of a view that are cheap to compare."""
    return view.text, view.key(), view.observe(), view.legal_actions()


def nothing_sealed(play: kvintet.Playthrough) -> bool:
    """Whether the game is between moves, with nothing sealed."""
    return not isinstance(attempt(play.record), tuple)


# Twins by sealed choices.


def any_legal(view: kvintet.View, random: np.random.Generator) -> int:
    """A uniformly random legal action."""
    legal = view.legal_actions()
    return int(legal[random.integers(len(legal))])


def between_stages(play: kvintet.Playthrough) -> bool:
    """Whether both seats must act and neither has begun."""
    try:
        play.record()
    except ValueError:
        return False
    return play.actors == [0, 1]


def stage_of(play: kvintet.Playthrough, random: np.random.Generator, steps: int) -> bool:
    """Plays at random, for so many steps and then to the next stage; False if it ends."""
    while not play.ended:
        if steps <= 0 and between_stages(play):
            return True
        steps -= 1
        actor = play.actors[int(random.integers(len(play.actors)))]
        if actor == kvintet.CHANCE:
            play.sample_chance(int(random.integers(2**32)))
        else:
            play.apply(actor, any_legal(play.view(actor), random))
    return False


def seal(play: kvintet.Playthrough, seat: int, random: np.random.Generator) -> list[int]:
    """Makes all choices of this stage that the seat may make before the other's."""
    chosen = []
    while seat in play.actors and 1 - seat in play.actors:
        chosen.append(any_legal(play.view(seat), random))
        play.apply(seat, chosen[-1])
    return chosen


def sealed_twins(name: str, number: int, seed: int) -> Iterator[tuple[Twins, int]]:
    """Pairs of games in which the other seat's choices of the current stage differ."""
    random = np.random.default_rng([seed, 0])
    game = kvintet.Game(name)
    while number > 0:
        play = game.start()
        if not stage_of(play, random, int(random.integers(min(game.max_game_length // 2, 250)))):
            continue
        seat = int(random.integers(2))
        for _ in range(int(random.integers(3))):  # the seat may choose first, but not all
            before = play.copy()
            play.apply(seat, any_legal(play.view(seat), random))
            if play.actors != [0, 1] or between_stages(play):
                play = before
                break
        first, second = play.copy(), play.copy()
        if seal(first, 1 - seat, random) == seal(second, 1 - seat, random):
            continue
        number -= 1
        yield (first, second), seat


# Twins by chance.


def shown_words(record: str) -> set[str]:
    """The cards or tiles that a record names: dealt ones, and tiles laid on the table."""
    return set(re.findall(r"(?:deal|draw) (\w+)", record)) | set(re.findall(r" (\d+)@", record))


def universe(game: kvintet.Game) -> list[str]:
    """All that can be dealt."""
    names = []
    for outcome, _ in game.start().chance_outcomes():
        play = game.start()
        play.apply(kvintet.CHANCE, outcome)
        names.append(play.record().split()[-1])
    return names


def dealt_again(
    play: kvintet.Playthrough, seat: int, random: np.random.Generator
) -> kvintet.Playthrough | None:
    """The same game with other things dealt where the seat does not see them, if that can be."""
    known = shown_words(play.seat_record(seat))
    unseen = [word for word in universe(play.game) if word not in known]
    random.shuffle(unseen)
    events = play.record().split("; ")
    seen = play.seat_record(seat).split("; ")
    for i, event in enumerate(events):
        word = event.split()[-1]
        if event.startswith("chance") and seen[i].endswith("?") and word not in known:
            events[i] = event[: -len(word)] + unseen.pop()
    try:
        again = play.game.replay("; ".join(events))
    except ValueError:
        return None  # the game would have gone another way
    return again if again.actors == play.actors else None


def dealt_twins(name: str, number: int, seed: int) -> Iterator[tuple[Twins, int]]:
    """Pairs of games in which what was dealt to the other seat, and is not yet seen, differs."""
    random = np.random.default_rng([seed, 1])
    game = kvintet.Game(name)
    while number > 0:
        play, steps = game.start(), int(random.integers(game.max_game_length))
        settled = play
        for _ in range(steps):
            if play.ended:
                break
            if kvintet.CHANCE in play.actors:
                play.sample_chance(int(random.integers(2**32)))
            else:
                play.apply(play.actors[0], any_legal(play.view(play.actors[0]), random))
            if not isinstance(attempt(play.record), tuple):
                settled = play.copy()
        if settled.ended:
            continue
        seat = int(random.integers(2))
        other = dealt_again(settled, seat, random)
        if other is None or other.taken == settled.taken:
            continue
        number -= 1
        yield (settled, other), seat
