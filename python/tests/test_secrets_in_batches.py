"""What doors to many games show a seat does not depend on what is hidden from that seat.

Pools, the vectors of Gymnasium, the evaluator of self-play and single searches; see
`test_secrets.py`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import kvintet
from kvintet import search
from kvintet.episodes import SeatChoice
from kvintet.gymnasium import VectorEnv
from kvintet.opponents import Turn

from twins import (
    SEED,
    Twins,
    any_legal,
    assert_equal,
    attempt,
    dealt_games,
    dealt_twins,
    illegal_action,
    nothing_sealed,
    numbers_of_twins,
    sealed_games,
    sealed_twins,
    shown_of,
    stage_of,
)

SEATS: tuple[SeatChoice, SeatChoice] = (0, 1)
# Games in which a move has more than one action, so that a seat can look while the other's first
# actions are sealed.
LONG_MOVES = numbers_of_twins(["kontranto"])


class Fork(NamedTuple):
    """A position before a stage, and what the seats choose in two worlds until it is revealed."""

    position: str
    seat: int
    """Who looks; its choices are the same in both worlds."""
    steps: list[NDArray[np.int32]]
    """The actions of each step, -1 for none: int32 [2 worlds, 2 seats]. After the last step the
    stage is revealed in one world or both, after the others in none."""


def forks(name: str, number: int, seed: int) -> Iterator[Fork]:
    """Forks in which the seat can look while the other's choices differ."""
    random = np.random.default_rng([seed, 5])
    game = kvintet.Game(name)
    while number > 0:
        play = game.start()
        if not stage_of(play, random, int(random.integers(min(game.max_game_length // 2, 250)))):
            continue
        position, seat = play.position, int(random.integers(2))
        worlds = [game.from_position(position) for _ in (0, 1)]
        steps: list[NDArray[np.int32]] = []
        while not any(steps and nothing_sealed(world) for world in worlds):
            actions = np.full((2, 2), -1, dtype=np.int32)
            acts = seat in worlds[0].actors
            common = any_legal(worlds[0].view(seat), random) if acts else -1
            for world, chosen in zip(worlds, actions, strict=True):
                for actor in world.actors:
                    own = any_legal(world.view(actor), random)
                    chosen[actor] = common if actor == seat else own
                    world.apply(actor, int(chosen[actor]))
            steps.append(actions)
        others = np.array([actions[:, 1 - seat] for actions in steps[:-1]])
        if len(others) > 0 and (others[:, 0] != others[:, 1]).any():
            number -= 1
            yield Fork(position, seat, steps)


# Pools.


def shown_by_pool(pool: kvintet.Pool, batch: kvintet.Batch, seat: int) -> dict[str, Any]:
    """All that a pool of one game shows a seat."""
    shown: dict[str, Any] = {}
    arrays = batch._asdict()
    count = int(arrays["legal_counts"][0, seat])
    ended = arrays["terminal"][0] or arrays["truncated"][0]
    for field, array in arrays.items():
        if array is None:  # of a game without globals
            continue
        if field.startswith("episode") and not ended:  # as the game before has left it
            continue
        if field == "to_act":
            shown[field] = int(array[0]) >> seat & 1
        elif field == "legal_actions":
            shown[field] = array[0, seat, :count].copy()
        elif array.ndim > 1 and field not in ("rewards", "episode_return"):
            shown[field] = array[0, seat].copy()
        else:
            shown[field] = array[0].copy()
    shown["view"] = shown_of(pool.view(0, seat))
    return shown


def refusal_of_pool(pool: kvintet.Pool, actions: NDArray[np.int32], seat: int) -> Any:
    """What a pool says of an illegal action of a seat that must act; it does not step."""
    wrong = actions[None].copy()
    if wrong[0, seat] == -1:
        return None
    wrong[0, seat] = illegal_action(pool.view(0, seat))
    return attempt(partial(pool.step, wrong))


def assert_pools_equal(fork: Fork, pools: list[kvintet.Pool]) -> None:
    """Asserts that pools show the seat the same in both worlds, until the stage is revealed."""
    seat = fork.seat
    for pool in pools:
        pool.set_starts(fork.position)
    batches = [pool.reset() for pool in pools]
    for actions in fork.steps:
        shown = [shown_by_pool(*pair, seat) for pair in zip(pools, batches, strict=True)]
        assert_equal(shown[0], shown[1], "pool")
        refused = [refusal_of_pool(*pair, seat) for pair in zip(pools, actions, strict=True)]
        assert_equal(refused[0], refused[1], "refusal")
        batches = [pool.step(own[None]) for pool, own in zip(pools, actions, strict=True)]


def pools_of(name: str, **options: Any) -> list[kvintet.Pool]:
    return [kvintet.Pool(name, autoreset="disabled", fields="all", **options) for _ in (0, 1)]


@LONG_MOVES
def test_a_pool_hides_sealed_choices(name: str, number: int) -> None:
    pools, differing = pools_of(name), 0
    for fork in forks(name, number, SEED):
        assert_pools_equal(fork, pools)
        differing += pools[0].view(0, fork.seat).key() != pools[1].view(0, fork.seat).key()
    assert differing > 0  # a control: after the stage


@dealt_games
def test_a_pool_hides_what_is_dealt_to_the_other(name: str, number: int) -> None:
    pools = pools_of(name)
    acting = pools_of(name, layout="to_act")
    for twins, seat in dealt_twins(name, number, SEED + 3):
        if seat not in twins[0].actors:
            continue
        shown = []
        for play, pool, narrow in zip(twins, pools, acting, strict=True):
            pool.set_starts(play.position)
            narrow.set_starts(play.position)
            seen = shown_by_pool(pool, pool.reset(), seat)
            batch = narrow.reset().copy()
            # Beyond the number of legal actions the list is not written.
            assert batch.legal_actions is not None and batch.legal_counts is not None
            batch.legal_actions[0, batch.legal_counts[0] :] = 0
            chosen = np.full(2, -1, dtype=np.int32)
            chosen[seat] = 0
            shown.append((seen, batch._asdict(), refusal_of_pool(pool, chosen, seat)))
        assert_equal(shown[0], shown[1], "pool")


# Vectors of Gymnasium.


class Script:
    """An opponent that takes actions in an order given for each row, then its first legal ones."""

    def __init__(self) -> None:
        self.lines: list[deque[int]] = [deque(), deque()]

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Legal actions for the rows of the turn: int32 [M]."""
        first = turn.masks().argmax(axis=1)
        lines = [self.lines[row] for row in turn.rows]
        chosen = [
            line.popleft() if line else int(action)
            for line, action in zip(lines, first, strict=True)
        ]
        return np.array(chosen, dtype=np.int32)


def shown_by_vector(env: VectorEnv, result: tuple[Any, ...], row: int) -> dict[str, Any]:
    """All that a vector of environments shows the learner of a row."""
    observations, infos = result[0], result[-1]
    shown = {name: array[row] for name, array in {**observations, **infos}.items()}
    for place, array in enumerate(result[1:-1]):
        shown[f"result {place + 1}"] = array[row]
    frames = env.render()
    assert frames is not None
    shown["frame"], shown["view"] = frames[row], shown_of(env.view(row))
    return shown


def assert_rows_equal(env: VectorEnv, result: tuple[Any, ...]) -> None:
    """Asserts that both learners see the same."""
    assert_equal(shown_by_vector(env, result, 0), shown_by_vector(env, result, 1), "vector")


def assert_vector_equal(fork: Fork, env: VectorEnv, script: Script) -> None:
    """Asserts that both learners see the same until the stage is revealed."""
    seat = fork.seat
    env._episodes._versus.set_starts(np.arange(2), fork.position)
    script.lines = [deque(), deque()]
    assert_rows_equal(env, env.reset(seed=0))
    script.lines = [
        deque(int(actions[row, 1 - seat]) for actions in fork.steps if actions[row, 1 - seat] >= 0)
        for row in (0, 1)
    ]
    own = [actions[:, seat] for actions in fork.steps if (actions[:, seat] >= 0).all()]
    for chosen in own[:-1]:  # after the last one the other seat goes on to the end of the stage
        assert_rows_equal(env, env.step(chosen.astype(np.int64)))


@LONG_MOVES
def test_a_vector_hides_sealed_choices(name: str, number: int) -> None:
    scripts = [Script(), Script()]
    envs = [
        VectorEnv(name, 2, seat=seat, opponent=script, render_mode="ansi")
        for seat, script in zip(SEATS, scripts, strict=True)
    ]
    for fork in forks(name, number, SEED + 1):
        assert_vector_equal(fork, envs[fork.seat], scripts[fork.seat])


@dealt_games
def test_a_vector_hides_what_is_dealt_to_the_other(name: str, number: int) -> None:
    envs = [VectorEnv(name, 2, seat=seat, render_mode="ansi") for seat in SEATS]
    for twins, seat in dealt_twins(name, number, SEED + 2):
        if seat not in twins[0].actors:
            continue
        env = envs[seat]
        for row, play in enumerate(twins):
            env._episodes._versus.set_starts(np.array([row]), play.position)
        observations, infos = env.reset(seed=[0, 0])
        assert_rows_equal(env, (observations, infos))


# Self-play.


def shown_by_batch(batch: kvintet.EvaluationBatch, row: int) -> dict[str, Any]:
    """All that the evaluator of self-play is shown in a row."""
    first, last = batch.legal_offsets[row : row + 2].tolist()
    mask = batch.mask
    assert mask is not None
    return {
        "planes": batch.planes[row].copy(),
        "globals": batch.globals[row].copy(),
        "mask": mask[row].copy(),
        "legal": batch.legal_actions[first:last].copy(),
        "entries": batch.legal_entries[first:last].copy(),
        "view": shown_of(batch.view(row)),
    }


class World:
    """An evaluator that plays one game by policy alone; seat 0 looks.

    Both worlds choose the same up to a stage; from there on the other seat chooses as its world.
    """

    def __init__(self, name: str, world: int, twin: int, fork_at: int) -> None:
        self.play = kvintet.Game(name).start()
        self.shown: list[dict[str, Any]] = []
        self._world, self._fork_at = world, fork_at
        self._stage, self._revealed = 0, False
        self._draws = [np.random.default_rng([SEED, 6, twin, seat]) for seat in (0, 1)]

    def __call__(self, batch: kvintet.EvaluationBatch) -> tuple[Any, Any]:
        """Certainty of one action in each row."""
        logits = np.zeros((len(batch), batch.game.num_actions), dtype=np.float32)
        views = [batch.view(row) for row in range(len(batch))]
        for row, view in enumerate(views):
            if view.seat == 0 and not self._revealed:
                self.shown.append(shown_by_batch(batch, row))
        for row, view in enumerate(views):
            legal = view.legal_actions()
            action = int(legal[self._draws[view.seat].integers(len(legal))])
            if view.seat == 1 and self._stage >= self._fork_at:
                action = int(legal[-self._world])
            logits[row, action] = 1e6
            self.play.apply(view.seat, action)
        self._settle()
        return logits, np.zeros(len(batch))

    def _settle(self) -> None:
        """Takes the actions that self-play takes without asking, and counts stages."""
        while True:
            if nothing_sealed(self.play):
                self._stage += 1
                self._revealed |= self._stage > self._fork_at
            forced = [
                actor
                for actor in self.play.actors
                if len(self.play.view(actor).legal_actions()) == 1
            ]
            if not forced:
                return
            self.play.apply(forced[0], int(self.play.view(forced[0]).legal_actions()[0]))


def worlds_of(name: str, twin: int) -> list[World]:
    """Two games of self-play that fork at some stage."""
    fork_at = int(np.random.default_rng([SEED, 7, twin]).integers(8))
    worlds = [World(name, world, twin, fork_at) for world in (0, 1)]
    options = kvintet.SelfPlayOptions(symmetry=False, max_plies=60)
    for world in worlds:
        with kvintet.SelfPlay(
            name, world, search=search.Policy(), options=options, games=1, limit=1
        ) as games:
            games.play()
    return worlds


@LONG_MOVES
def test_self_play_shows_no_sealed_choice(name: str, number: int) -> None:
    differing = 0
    for twin in range(number):
        first, second = worlds_of(name, twin)
        assert len(first.shown) == len(second.shown) > 0
        for ours, theirs in zip(first.shown, second.shown, strict=True):
            assert_equal(ours, theirs, "self-play")
        differing += first.play.taken != second.play.taken
    assert differing > number // 2


@dealt_games
def test_self_play_shows_what_the_view_of_a_seat_shows(name: str, number: int) -> None:
    """What is dealt to the other is not in the view (`test_secrets.py`)."""
    rows = [0]

    def evaluator(batch: kvintet.EvaluationBatch) -> tuple[Any, Any]:
        for row in range(len(batch)):
            view, shown = batch.view(row), shown_by_batch(batch, row)
            planes, numbers = view.observe()
            assert_equal((shown["planes"], shown["globals"]), (planes, numbers), "self-play")
            assert_equal(shown["mask"], view.action_mask().astype(np.uint8), "mask")
            assert_equal(shown["legal"], view.legal_actions(), "legal")
        rows[0] += len(batch)
        return np.zeros((len(batch), batch.game.num_actions)), np.zeros(len(batch))

    with kvintet.SelfPlay(name, evaluator, search=search.Policy(), games=16, seed=SEED) as games:
        while rows[0] < number:
            games.play(1)


# Single searches.


def searchers_of(name: str) -> list[search.Searcher]:
    """The searches that suit a game with secrets, small ones."""
    game = kvintet.Game(name)
    suited = type(search.default_search(game))
    small: list[search.Search] = [search.Policy()]
    if issubclass(suited, search.Belief | search.Equilibrium):
        small.append(suited(simulations=2))
    return [search.Searcher(game, how) for how in small]


def shown_by_searcher(
    searcher: search.Searcher, play: kvintet.Playthrough, seat: int
) -> dict[str, Any] | Any:
    """All that a search finds for a seat, or its exception."""
    decide = partial(searcher.decide, play.view(seat), seed=1, record=play.seat_record(seat))
    decision = attempt(decide)
    if isinstance(decision, tuple):
        return decision
    names = [name for name in dir(decision) if not name.startswith("_")]
    return {name: getattr(decision, name) for name in names}


def assert_searches_equal(name: str, all_twins: Iterable[tuple[Twins, int]]) -> None:
    """Asserts that searches show a seat of twins the same, and that some decide."""
    searchers, found = searchers_of(name), 0
    for twins, seat in all_twins:
        for searcher in searchers:
            ours, theirs = (shown_by_searcher(searcher, play, seat) for play in twins)
            assert_equal(ours, theirs, "searcher")
            found += isinstance(ours, dict)
    assert found > 0


@sealed_games
def test_a_search_finds_no_sealed_choice(name: str, number: int) -> None:
    assert_searches_equal(name, sealed_twins(name, number, SEED + 4))


@dealt_games
def test_a_search_does_not_find_what_is_dealt_to_the_other(name: str, number: int) -> None:
    assert_searches_equal(name, dealt_twins(name, number, SEED + 5))


def test_a_refusal_is_compared() -> None:
    (pool, _), play = pools_of("kontranto"), kvintet.Game("kontranto").start()
    pool.reset()
    actions = np.array([any_legal(play.view(seat), np.random.default_rng(0)) for seat in (0, 1)])
    kind, text = refusal_of_pool(pool, actions.astype(np.int32), 0)
    assert kind == "ValueError" and "env 0, seat 0" in text
