"""Leaks that are planted in the doors are found by the tests of secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

import kvintet
import test_secrets as doors
import test_secrets_in_batches as batches
from kvintet import search
from kvintet.episodes import Episodes
from kvintet.openspiel import KvintetObserver
from kvintet.pettingzoo import AEC, Parallel

import twins

TWINS = 6

_noted: list[kvintet.Playthrough] = []
_view = kvintet.Playthrough.view
_seat_record = kvintet.Playthrough.seat_record
_decide = search.Searcher.decide
_apply = kvintet.Playthrough.apply
_step, _reset = kvintet.Pool.step, kvintet.Pool.reset
_observations = Episodes.observations


def view_of_other(play: kvintet.Playthrough, seat: int) -> kvintet.View:
    """What the other seat knows."""
    return _view(play, seat if seat == kvintet.SPECTATOR else 1 - seat)


def apply_and_tell(play: kvintet.Playthrough, actor: int, action: int) -> None:
    """Tells in its refusals what was sealed."""
    try:
        _apply(play, actor, action)
    except ValueError as error:
        raise ValueError(f"{error} after {play.taken}") from None


def views_of_opponents(episodes: Episodes) -> list[kvintet.View]:
    """What the opponent knows in each row."""
    return [episodes._versus.view(row, 1 - seat) for row, seat in enumerate(episodes.seats())]


def observations_of_opponents(episodes: Episodes) -> dict[str, Any]:
    """Shows the learners what the opponents see."""
    shown = _observations(episodes)
    for row, view in enumerate(views_of_opponents(episodes)):
        shown["planes"][row], numbers = view.observe()
        if "globals" in shown:
            shown["globals"][row] = numbers
    return shown


def masks_of_opponents(episodes: Episodes) -> dict[str, Any]:
    """Shows the learners what the opponents may do."""
    shown = _observations(episodes)
    for row, view in enumerate(views_of_opponents(episodes)):
        shown["action_mask"][row] = view.action_mask()
    return shown


def exchanged(batch: kvintet.Batch) -> kvintet.Batch:
    """Each seat sees what the other should see."""
    assert batch.planes is not None and batch.globals is not None
    return batch._replace(planes=batch.planes[:, ::-1], globals=batch.globals[:, ::-1])


def step_and_tell(pool: kvintet.Pool, actions: Any) -> kvintet.Batch:
    """Tells in its refusals what both seats know."""
    try:
        return _step(pool, actions)
    except ValueError as error:
        raise ValueError(f"{error}: {pool.view(0, 0)} {pool.view(0, 1)}") from None


class World(batches.World):
    """An evaluator that notes which game it plays."""

    def __init__(self, *how: Any) -> None:
        super().__init__(*how)
        _noted.append(self.play)


def seat_record(play: kvintet.Playthrough, seat: int) -> str:
    """Notes the game, and tells what it should."""
    _noted.append(play)
    return _seat_record(play, seat)


def all_taken() -> int:
    """A number that depends on what both seats chose and were dealt in the game noted last."""
    taken = 0
    for actor, action in _noted[-1].taken:
        taken = (31 * taken + 3 * action + actor) % 2**62
    return taken


def globals_of_world(batch: kvintet.EvaluationBatch) -> Any:
    """Globals that tell it."""
    return np.full((len(batch), 1), all_taken() % 1000, dtype=np.float32)


def decide(searcher: search.Searcher, view: kvintet.View, **how: Any) -> search.Decision:
    """A decision that depends on it."""
    return _decide(searcher, view, **{**how, "seed": all_taken()})


class Leak(NamedTuple):
    """A leak, and where it is found."""

    door: type
    attribute: str
    leaking: Any
    test: Callable[[str, int], None]
    name: str
    found: str
    """How the message of the failure begins."""


LEAKS = {
    "view": Leak(
        kvintet.Playthrough, "view", view_of_other, doors.test_sealed_choices_are_hidden,
        "kontranto", "view: ",
    ),
    "refusal": Leak(
        kvintet.Playthrough, "apply", apply_and_tell, doors.test_sealed_choices_are_hidden,
        "kontranto", "view: illegal",
    ),
    "picture": Leak(
        kvintet.Playthrough, "_repr_html_", lambda play: str(play.taken),
        doors.test_sealed_choices_are_hidden, "kontranto", "spectator: picture of the game",
    ),
    "record": Leak(
        kvintet.Playthrough, "seat_record", lambda play, seat: play.record(),
        doors.test_what_is_dealt_to_the_other_is_hidden, "tantrix", "view: record",
    ),
    "AEC": Leak(
        AEC, "observe", lambda env, agent: {"taken": env._table.play.taken},
        doors.test_sealed_choices_are_hidden, "kontranto", "pettingzoo: AEC",
    ),
    "AEC in play": Leak(
        AEC, "render", lambda env: str(doors.taken_of(env)),
        doors.test_pettingzoo_hides_sealed_choices_in_play, "kontranto", "pettingzoo",
    ),
    "Parallel": Leak(
        Parallel, "render", lambda env: str(env._table.play.taken),
        doors.test_sealed_choices_are_hidden, "kontranto", "pettingzoo: Parallel",
    ),
    "OpenSpiel": Leak(
        KvintetObserver, "string_from", lambda observer, state, player: state.play.record(),
        doors.test_what_is_dealt_to_the_other_is_hidden, "tantrix", "openspiel",
    ),
    "Gymnasium": Leak(
        Episodes, "observations", observations_of_opponents,
        doors.test_gymnasium_hides_the_sealed_choices_of_the_opponent, "kontranto", "gymnasium",
    ),
    "dealt in Gymnasium": Leak(
        Episodes, "observations", observations_of_opponents,
        doors.test_gymnasium_hides_what_is_dealt_to_the_other, "tantrix", "gymnasium",
    ),
    "vector": Leak(
        Episodes, "observations", observations_of_opponents,
        batches.test_a_vector_hides_sealed_choices, "kontranto", "vector",
    ),
    "masks of a vector": Leak(
        Episodes, "observations", masks_of_opponents,
        batches.test_a_vector_hides_sealed_choices, "kontranto", "vector: action_mask",
    ),
    "dealt in a vector": Leak(
        Episodes, "observations", observations_of_opponents,
        batches.test_a_vector_hides_what_is_dealt_to_the_other, "tantrix", "vector",
    ),
    "pool": Leak(
        kvintet.Pool, "step", lambda pool, actions: exchanged(_step(pool, actions)),
        batches.test_a_pool_hides_sealed_choices, "kontranto", "pool: planes",
    ),
    "refusal of a pool": Leak(
        kvintet.Pool, "step", step_and_tell,
        batches.test_a_pool_hides_sealed_choices, "kontranto", "refusal",
    ),
    "dealt in a pool": Leak(
        kvintet.Pool, "reset", lambda pool: exchanged(_reset(pool)),
        batches.test_a_pool_hides_what_is_dealt_to_the_other, "tantrix", "pool",
    ),
    "self-play": Leak(
        kvintet.EvaluationBatch, "globals", property(globals_of_world),
        batches.test_self_play_shows_no_sealed_choice, "kontranto", "self-play: globals",
    ),
    "dealt in self-play": Leak(
        kvintet.EvaluationBatch, "planes",
        property(lambda batch: np.zeros((len(batch), *batch.game.planes_shape), np.uint8)),
        batches.test_self_play_shows_what_the_view_of_a_seat_shows, "tantrix", "self-play",
    ),
    "search": Leak(
        search.Searcher, "decide", decide,
        batches.test_a_search_finds_no_sealed_choice, "kontranto", "searcher",
    ),
    "dealt in a search": Leak(
        search.Searcher, "decide", decide,
        batches.test_a_search_does_not_find_what_is_dealt_to_the_other, "tantrix", "searcher",
    ),
}  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "World", World)
    monkeypatch.setattr(kvintet.Playthrough, "seat_record", seat_record)
    # The twins are those of the game without the leak.
    make: Any = twins.sealed_twins if leak.name == "kontranto" else twins.dealt_twins
    pairs = list(make(leak.name, TWINS, twins.SEED))
    forks = list(batches.forks("kontranto", TWINS, twins.SEED))

    def copies(*_: Any) -> Iterator[tuple[twins.Twins, int]]:
        return (((first.copy(), second.copy()), seat) for (first, second), seat in pairs)

    for module in (doors, batches):
        monkeypatch.setattr(module, make.__name__, copies)
    monkeypatch.setattr(batches, "forks", lambda *_: forks)
    leak.test(leak.name, TWINS)  # finds nothing
    monkeypatch.setattr(leak.door, leak.attribute, leak.leaking)
    with pytest.raises(pytest.fail.Exception, match=f"^{leak.found}"):
        leak.test(leak.name, TWINS)
