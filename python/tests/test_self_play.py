"""Self-play with an evaluator in Python: games, answers, errors, threads and ends."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import kvintet
from kvintet import search
from kvintet.self_play import Answer

SMALL = ["tic_tac_toe", "leduc", "goofspiel", "oshi_zumo", "tiny_tantrix", "mini_kontranto"]
SEARCHES: list[tuple[str, Callable[[], search.Search]]] = [
    ("tic_tac_toe", lambda: search.Gumbel(simulations=16)),
    ("tic_tac_toe", lambda: search.Puct(simulations=16, reuse_tree=True)),
    ("tic_tac_toe", lambda: search.Boltzmann(simulations=8)),
    ("leduc", lambda: search.Policy()),
    ("leduc", lambda: search.Belief(simulations=8)),
    ("oshi_zumo", lambda: search.Equilibrium(simulations=16)),
    ("tiny_tantrix", lambda: search.Belief(simulations=8, trial_rollouts=1)),
]


def uniform(batch: kvintet.EvaluationBatch) -> Answer:
    """The answers of the uniform evaluator in C++."""
    return np.zeros((len(batch), batch.game.num_actions)), [(0.25, 0.5, 0.25)] * len(batch)


def row_hashes(batch: kvintet.EvaluationBatch) -> NDArray[np.uint32]:
    """A number for each row that depends on its observation alone."""
    planes = batch.planes.reshape(len(batch), -1)
    return np.array(
        [
            zlib.crc32(numbers.tobytes(), zlib.crc32(row.tobytes()))
            for row, numbers in zip(planes, batch.globals, strict=True)
        ],
        dtype=np.uint32,
    )


def hashed(batch: kvintet.EvaluationBatch) -> Answer:
    """Logits in [-2, 2) and values in [-1, 1) from a hash of each row."""
    hashes = row_hashes(batch)[:, None]
    actions = np.arange(batch.game.num_actions, dtype=np.uint32)[None, :]
    mixed = (hashes ^ (actions * np.uint32(2654435761))) * np.uint32(2246822519) >> np.uint32(16)
    return mixed.astype(np.float32) / 16384 - 2, hashes[:, 0].astype(np.float64) / 2**31 - 1


def encoded(records: list[kvintet.Record]) -> list[bytes]:
    """The bytes of records, which are equal only for equal records."""
    return [record.encode() for record in records]


def started(evaluator: Any = hashed, **settings: Any) -> kvintet.SelfPlay:
    """Self-play of tic-tac-toe."""
    options = {"search": search.Gumbel(simulations=8), "games": 4, **settings}
    return kvintet.SelfPlay("tic_tac_toe", evaluator, **options)


@pytest.mark.parametrize(("name", "make"), SEARCHES)
def test_every_search_plays_the_same_games_as_with_the_evaluator_in_cpp(
    name: str, make: Callable[[], search.Search]
) -> None:
    how = make()
    with kvintet.SelfPlay(name, uniform, search=how, games=8, seed=5, name="uniform") as ours:
        games = ours.play(12)
    with kvintet.SelfPlay(name, "uniform", search=how, games=8, seed=5) as theirs:
        assert encoded(games) == encoded(theirs.play(12))
    assert [record.number for record in games] == list(range(12))
    assert {record.seed for record in games} == {5}
    for record in games:
        play = record.replay()
        assert play.ended
        assert play.returns() == record.returns
        assert record.models == ["uniform"]


@pytest.mark.parametrize("name", SMALL)
def test_games_depend_on_the_seed_alone(name: str) -> None:
    def played(**settings: Any) -> list[bytes]:
        with kvintet.SelfPlay(name, hashed, search=small_search(name), **settings) as games:
            return encoded(games.play(10))

    first = played(seed=3, games=8)
    assert first == played(seed=3, games=5, threads=3)
    assert first == played(seed=3, games=16, threads=2, batch_size=3)
    assert first != played(seed=4, games=8)


def small_search(name: str) -> search.Search:
    """The search that suits a game, with few simulations."""
    kind: Any = type(search.default_search(kvintet.Game(name)))
    how: search.Search = kind(simulations=8)
    return how


def test_games_continue_where_the_last_call_ended() -> None:
    with started() as whole, started(first_game=4, limit=2) as part, started() as steps:
        games = encoded(whole.play(6))
        assert encoded(part.play()) == games[4:]
        assert part.play() == []
        assert list(part) == []
        first = next(steps)
        assert encoded([first, *steps.play(3), next(steps), next(steps)]) == games


def test_numbers_do_not_begin_again() -> None:
    with started("uniform", first_game=2**32 - 3) as games:
        assert [record.number for record in games.play(9)] == [2**32 - 3, 2**32 - 2]


@pytest.mark.parametrize("policy", ["actions", "network", "legal"])
def test_the_layout_of_logits_does_not_change_games(policy: Any) -> None:
    seen = []

    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        logits, values = hashed(batch)
        entries, offsets = batch.legal_entries, batch.legal_offsets
        rows = np.repeat(np.arange(len(batch)), np.diff(offsets))
        of_legal = np.asarray(logits)[rows, batch.legal_actions]
        seen.append((batch.mask is None, batch.game.policy_size))
        if policy == "legal":
            return of_legal, values
        width = batch.game.policy_size if policy == "network" else batch.game.num_actions
        assert batch.mask is not None
        assert batch.mask.shape == (len(batch), width)
        own = np.full((len(batch), width), np.nan)
        own[rows, entries] = of_legal
        assert np.array_equal(~np.isnan(own), batch.mask)
        return own, values

    def played(evaluator: Any, policy: Any) -> list[bytes]:
        game = kvintet.Game("tiny_punct")
        how = search.Gumbel(simulations=4)
        with kvintet.SelfPlay(game, evaluator, search=how, games=4, policy=policy) as games:
            return encoded(games.play(4))

    assert played(evaluator, policy) == played(hashed, "actions")
    assert seen[0] == (policy == "legal", 573)


def test_what_the_evaluator_gets_is_what_the_view_shows() -> None:
    seats = set()

    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        shown = {name for name in dir(batch) if not name.startswith("_")}
        assert shown == {
            "game",
            "globals",
            "legal_actions",
            "legal_entries",
            "legal_offsets",
            "mask",
            "planes",
            "view",
        }
        assert batch.planes.dtype == np.uint8
        assert batch.globals.dtype == np.float32
        assert batch.mask is not None
        for row in range(len(batch)):
            view = batch.view(row)
            planes, numbers = view.observe()
            legal = view.legal_actions()
            assert view.must_act
            assert np.array_equal(batch.planes[row], planes)
            assert np.array_equal(batch.globals[row], numbers)
            assert np.array_equal(np.flatnonzero(batch.mask[row]), legal)
            first, last = batch.legal_offsets[row : row + 2]
            assert np.array_equal(batch.legal_actions[first:last], legal)
            seats.add(view.seat)
        return hashed(batch)

    for name in SMALL:
        with kvintet.SelfPlay(name, evaluator, search=small_search(name), games=3) as games:
            games.play(2)
    assert seats == {0, 1}


@pytest.mark.parametrize("name", ["leduc", "goofspiel", "oshi_zumo", "mini_kontranto"])
def test_the_evaluator_sees_nothing_that_is_hidden(name: str) -> None:
    """Positions that a seat cannot tell apart look the same, whatever the other holds or chose."""
    looks: dict[tuple[str, bytes], set[str]] = {}

    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        for row in range(len(batch)):
            shown = (batch.planes[row].tobytes(), batch.globals[row].tobytes())
            looks.setdefault((batch.view(row).text, b"".join(shown)), set())
        return hashed(batch)

    options = kvintet.SelfPlayOptions(symmetry=False)
    how = search.Policy(temperature_plies=100)
    with kvintet.SelfPlay(name, evaluator, search=how, options=options) as games:
        for record in games.play(400):
            play = record.game.start()
            for actor, action in record.events:
                view = play.view(actor)
                if actor != kvintet.CHANCE and len(view.legal_actions()) > 1:
                    planes, numbers = view.observe()
                    key = (view.text, planes.tobytes() + numbers.tobytes())
                    looks[key].add(play.position)
                play.apply(actor, action)
    texts = [text for text, _ in looks]
    assert len(texts) == len(set(texts))  # one look for each text
    assert max(len(positions) for positions in looks.values()) > 1  # a control: positions differ


def test_an_exception_of_the_evaluator_comes_out_and_the_batch_comes_again() -> None:
    calls: list[int] = []

    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        calls.append(len(batch))
        if len(calls) in (2, 3):
            raise KeyError("broken")
        return hashed(batch)

    with started(evaluator) as games, started() as sound:
        for _ in range(2):
            with pytest.raises(KeyError, match="broken") as caught:
                games.play(5)
            assert caught.traceback[-1].name == "evaluator"
        assert encoded(games.play(5)) == encoded(sound.play(5))
        assert calls[1] == calls[2] == calls[3]


def test_no_finished_game_is_lost_by_an_exception() -> None:
    calls = [0]

    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        calls[0] += 1
        if calls[0] % 7 == 0:
            raise KeyError("broken")
        return hashed(batch)

    taken: list[kvintet.Record] = []
    with started(evaluator, limit=30) as games, started(limit=30) as sound:
        while len(taken) < 30:
            with contextlib.suppress(KeyError):
                taken += games.play(10)
        assert encoded(taken) == encoded(sound.play())
        assert games.play() == []


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        (lambda n: None, TypeError, "wanted a tuple of logits and values, found NoneType"),
        (lambda n: (np.zeros((n, 8)), np.zeros(n)), ValueError, r"logits: wanted shape \[4, 9\]"),
        (lambda n: (np.zeros(n), np.zeros(n)), ValueError, r"logits: .* found \[4\]"),
        (lambda n: (np.zeros((n, 9)), np.zeros(n + 1)), ValueError, r"values: wanted shape \[4\]"),
        (lambda n: (np.zeros((n, 9)), 0.0), ValueError, "wanted arrays, found a number|shape"),
        (lambda n: (np.full((n, 9), np.nan), np.zeros(n)), ValueError, "logits: row 0 has nan"),
        (lambda n: (np.zeros((n, 9)), np.full(n, 1.5)), ValueError, r"row 0 must be in \[-1, 1\]"),
        (lambda n: (np.zeros((n, 9)), np.full(n, np.nan)), ValueError, "row 0 must be in"),
        (lambda n: (np.zeros((n, 9)), np.ones((n, 3))), ValueError, "chances that sum to 1"),
        (lambda n: (np.zeros((n, 9)), ["0"] * n), TypeError, "values: wanted an array of numbers"),
        (lambda n: (np.zeros((n, 9), complex), [0] * n), TypeError, "logits: .* found complex128"),
    ],
)
def test_an_impossible_answer_is_refused(answer: Any, error: Any, text: str) -> None:
    good = [False]

    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        return hashed(batch) if good[0] else answer(len(batch))

    with started(evaluator) as games, started() as sound:
        with pytest.raises(error, match=text):
            games.play(1)
        good[0] = True
        assert encoded(games.play(2)) == encoded(sound.play(2))


def test_logits_of_illegal_actions_are_not_read() -> None:
    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        logits, values = hashed(batch)
        assert batch.mask is not None
        return np.where(batch.mask, logits, -np.inf), values

    with started(evaluator) as games, started() as sound:
        assert encoded(games.play(3)) == encoded(sound.play(3))


def test_a_batch_is_gone_once_it_is_answered() -> None:
    kept = []

    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        kept.append((batch, batch.planes))
        return hashed(batch)

    with started(evaluator) as games:
        games.play(1)
        with pytest.raises(IndexError, match=r"must be 0\.\."):
            kept[0][0].view(4)
        with pytest.raises(RuntimeError, match="has been answered"):
            kept[0][0].view(0)
    assert kept[0][1].shape == (4, *kvintet.Game("tic_tac_toe").planes_shape)


def test_a_batch_keeps_its_shape_after_the_answer() -> None:
    kept: list[tuple[kvintet.EvaluationBatch, list[Any]]] = []

    def shapes(batch: kvintet.EvaluationBatch) -> list[Any]:
        arrays = (batch.planes, batch.globals, batch.legal_actions, batch.legal_entries)
        return [len(batch), batch.legal_offsets.shape, *(array.shape for array in arrays)]

    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        kept.append((batch, shapes(batch)))
        return hashed(batch)

    with started(evaluator, limit=5) as games:
        games.play()
        assert len({str(then) for _, then in kept}) > 5
        assert all(shapes(batch) == then for batch, then in kept)


@pytest.mark.parametrize("name", ["legal_actions", "legal_entries", "legal_offsets"])
def test_an_evaluator_may_write_into_what_it_gets(name: str) -> None:
    """Self-play looks up the logits by arrays of its own; in a process, since it would crash."""
    code = f"""
def careless(batch):
    logits, values = hashed(batch)
    getattr(batch, {name!r})[:] = 10**9
    assert batch.mask.sum() == len(batch.legal_actions)
    batch.mask[:] = 1
    batch.planes[:] = 0
    return logits, values
with started(careless) as games, started() as sound:
    print(encoded(games.play(5)) == encoded(sound.play(5)))
"""
    ended = run_code(code)
    assert (ended.returncode, ended.stdout) == (0, "True\n"), ended.stderr


def test_masks_are_written_for_those_who_ask() -> None:
    answered: list[kvintet.EvaluationBatch] = []

    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        if len(answered) % 3 == 1:  # first on demand, then by the threads that play
            assert batch.mask is not None
            entries = np.repeat(np.arange(len(batch)), np.diff(batch.legal_offsets))
            mask = np.zeros_like(batch.mask)
            mask[entries, batch.legal_actions] = 1
            assert np.array_equal(batch.mask, mask)
        answered.append(batch)
        return hashed(batch)

    with started(evaluator) as games:
        games.play(3)
        with pytest.raises(RuntimeError, match="has been answered"):
            _ = answered[0].mask


def test_observing_plays_the_games_of_uniform() -> None:
    with started("observing") as observing, started("uniform") as plain:
        for ours, theirs in zip(observing.play(5), plain.play(5), strict=True):
            assert ours.text == theirs.text


def test_several_run_at_the_same_time() -> None:
    with started(seed=1) as first, started(seed=2, threads=2) as second:
        mixed = [(next(first).encode(), next(second).encode()) for _ in range(6)]
    with started(seed=1) as alone:
        assert [one for one, _ in mixed] == encoded(alone.play(6))
    assert all(one != other for one, other in mixed)


def test_an_evaluator_may_play_games_of_its_own() -> None:
    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        with started("uniform", seed=len(batch)) as inner:
            inner.play(1)
        return hashed(batch)

    with started(evaluator) as games, started() as sound:
        assert encoded(games.play(1)) == encoded(sound.play(1))


def test_one_thread_at_a_time_may_wait() -> None:
    inside, leave = threading.Event(), threading.Event()

    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        inside.set()
        assert leave.wait(10)
        return hashed(batch)

    with started(evaluator) as games:
        other = threading.Thread(target=games.play, args=(1,))
        other.start()
        assert inside.wait(10)
        with pytest.raises(RuntimeError, match="busy"):
            games.play(1)
        leave.set()
        other.join()
        own: Any = lambda batch: games.play(1)  # noqa: E731
        games.evaluator = own
        with pytest.raises(RuntimeError, match="busy"):
            games.play(9)


def test_closed_self_play_refuses_every_call() -> None:
    games = started()
    games.play(1)
    games.close()
    games.close()
    assert games.closed
    for call in (lambda: games.play(1), lambda: games.play(0), lambda: games.arrays(1)):
        with pytest.raises(RuntimeError, match="closed"):
            call()


def test_a_closed_self_play_has_no_games_left() -> None:
    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        if games.stats()["games"] > 0:
            raise KeyError("broken")
        time.sleep(0.05)
        return hashed(batch)

    games = started(evaluator, games=1)
    with pytest.raises(KeyError):
        games.play(1000)
    assert games._finished
    games.close()
    with pytest.raises(RuntimeError, match="closed"):
        games.play(1)


def test_an_evaluator_may_close_its_self_play() -> None:
    def evaluator(batch: kvintet.EvaluationBatch) -> Answer:
        games.close()
        return hashed(batch)

    games = started(evaluator)
    with pytest.raises(RuntimeError, match="closed"):
        games.play(1)


def test_uniform_play_pauses_while_nobody_takes_its_games() -> None:
    with started("uniform", games=64, threads=2) as games:
        first = games.play(10)
        before = -1
        while games.stats()["games"] != before:
            before = games.stats()["games"]
            time.sleep(1.2)
        assert before < 5000
        assert [record.number for record in [*first, *games.play(3000)]] == list(range(3010))
        stats = games.stats()
    assert stats["games"] >= 3010
    assert stats["evaluations"] > 0
    assert 0 < stats["batch_fill"] <= 1


def run_code(code: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs a program with the names of this module."""
    prelude = f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})\n"
    prelude += "import os, signal, threading, time\nfrom test_self_play import *\n"
    return subprocess.run(
        [sys.executable, "-c", prelude + code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **options,
    )


def test_the_interpreter_ends_with_games_in_play() -> None:
    code = "a = started(games=64, threads=3); a.play(2); b = started('uniform'); b.play(1)\n"
    code += "print('end')"
    ended = run_code(code)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "end\n", "")
    unhandled = run_code(code + "\nraise SystemExit(3)")
    assert unhandled.returncode == 3


def test_ctrl_c_ends_a_wait_and_the_object_stays_usable() -> None:
    code = """
def slow(batch):
    time.sleep(0.01)
    return hashed(batch)
games = started(slow)
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    games.play(100000)
except KeyboardInterrupt:
    print("interrupted")
games.evaluator = hashed
print(len(games.play(3)))
"""
    ended = run_code(code)
    assert (ended.stdout, ended.returncode) == ("interrupted\n3\n", 0), ended.stderr


def test_ctrl_c_ends_a_wait_without_python_evaluations() -> None:
    code = """
games = kvintet.SelfPlay("hex", "uniform", search=search.Puct(simulations=1000000))
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    games.play(1)
except KeyboardInterrupt:
    print("interrupted")
"""
    ended = run_code(code)
    assert (ended.stdout, ended.returncode) == ("interrupted\n", 0), ended.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_must_make_its_own() -> None:
    code = """
games = started(threads=2)
games.play(1)
child = os.fork()
if child == 0:
    try:
        games.play(1)
    except RuntimeError as error:
        print(error, flush=True)
    with started() as own:
        print(len(own.play(2)), flush=True)
    del games
    os._exit(0)
os.waitpid(child, 0)
print(len(games.play(2)))
"""
    ended = run_code(code)
    assert "before the process forked" in ended.stdout, ended.stderr
    assert ended.stdout.splitlines()[1:] == ["2", "2"], ended.stderr
    assert signal.SIGINT  # used by the programs above


def test_a_learner_gets_arrays() -> None:
    with started(policy="network") as games:
        arrays = games.arrays(20)
    rows = len(arrays["value"])
    assert arrays["observation"].shape == (rows, *games.game.planes_shape)
    assert arrays["policy"].shape == (rows, games.game.policy_size)
    assert np.allclose(arrays["policy"].sum(axis=1), 1)
    assert np.array_equal(arrays["policy"] > 0, arrays["mask"] & (arrays["policy"] > 0))
    assert np.allclose(arrays["wdl"].sum(axis=1), 1)
    assert np.allclose(arrays["wdl"][:, 0] - arrays["wdl"][:, 2], arrays["value"])
    assert sorted(set(arrays["game"])) == list(range(20))


def test_torch_is_not_needed() -> None:
    code = "import kvintet, sys; print(sorted({'torch', 'grpc', 'google'} & set(sys.modules)))"
    assert run_code(code).stdout == "[]\n"
