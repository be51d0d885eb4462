"""Opponents that are models: of a file, and of a service."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest

import kvintet
import kvintet.gymnasium
from kvintet import client, models, pettingzoo, service_opponent
from kvintet.gymnasium import Env, VectorEnv
from kvintet.opponents import known_opponents, make_opponent

from play import first_legal, needs_torch, scores
from service import Service

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def address(program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    service = Service(program, tmp_path_factory.mktemp("matches"))
    yield service.address
    service.kill()


@needs_torch
@pytest.mark.parametrize("name", ["tantrix", "renju"])
def test_a_model_beats_random_play(name: str) -> None:
    ended = scores(name, f"model:{ROOT}/models/{name}.model?variety=0.2", 8)
    assert np.mean(ended) < -0.5
    assert ended == scores(name, f"model:{ROOT}/models/{name}.model?variety=0.2", 8)


@needs_torch
def test_variety_is_the_temperature(tmp_path: Path) -> None:
    model = models.new_model("tic_tac_toe", models.Size(blocks=1, channels=8, value_hidden=4))
    model.arrays["policy.planes.bias"][:] = 0
    models.write(tmp_path / "latest.model", model)
    seen = {}
    for variety in (0, 1):
        env = kvintet.gymnasium.Env(
            "tic_tac_toe", seat=1, opponent=f"model:{tmp_path}?variety={variety}"
        )
        firsts = [env.reset(seed=seed)[1]["action_mask"].argmin() for seed in range(20)]
        seen[variety] = len(set(firsts))
    assert seen[0] == 1 < seen[1]


@needs_torch
def test_a_model_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the model is for kontranto.*, not for hex"):
        scores("hex", f"model:{ROOT}/models/kontranto.model", 1)


@pytest.mark.parametrize("name", ["renju", "connect_four"])
def test_a_service_plays_the_other_seat(name: str, address: str) -> None:
    games = 8 if name == "connect_four" else 1
    settings = "simulations=16&variety=0.5"
    ended = scores(name, f"service:{address}?{settings}", games)
    assert np.mean(ended) <= 0
    assert ended == scores(name, f"service:{address}?{settings}", games)


@pytest.mark.parametrize("many", [False, True])
def test_an_environment_closes_the_opponent_that_it_made(many: bool, address: str) -> None:
    env: Any
    if many:
        env = VectorEnv("tic_tac_toe", 2, seat=1, opponent=f"service:{address}")
    else:
        env = Env("tic_tac_toe", seat=1, opponent=f"service:{address}")
    env.reset(seed=1)
    env.close()
    env.close()
    with pytest.raises(RuntimeError, match="shutdown"):
        env.reset(seed=2)


def test_an_environment_leaves_open_what_it_was_given(address: str) -> None:
    opponent = service_opponent.ServiceOpponent(address)
    Env("tic_tac_toe", seat=1, opponent=opponent).close()
    Env("tic_tac_toe", seat=1, opponent=opponent).reset(seed=1)
    opponent.close()


def test_a_service_is_not_sent_what_is_hidden(address: str) -> None:
    env = gymnasium.make("kvintet/kuhn-v0", seat=1, opponent=f"service:{address}")
    with pytest.raises(ValueError, match="kuhn hides a part of them; wanted model:FILE"):
        env.reset(seed=1)


class ListedThreads(ThreadPoolExecutor):
    """Remembers what was submitted, so that a test can wait for all of it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.submitted: list[Future[Any]] = []

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submits a call."""
        future = super().submit(*args, **kwargs)
        self.submitted.append(future)
        return future


class LateService:
    """Answers by the seed: 0 an error, 1 a move that comes late, 2 another move at once."""

    def __init__(self, late: str, present: str) -> None:
        self.late, self.present = late, present
        self.asked, self.released = threading.Event(), threading.Event()

    def choose_move(self, _: client.GameState, *, seed: int, **__: Any) -> SimpleNamespace:
        """The answer to this seed."""
        if seed == 0:
            self.asked.wait()
            raise client.ServiceError("UNAVAILABLE")
        if seed == 1:
            self.asked.set()
            self.released.wait()
        return SimpleNamespace(move=self.late if seed == 1 else self.present)


def test_a_late_answer_is_not_taken_for_the_present_one(monkeypatch: pytest.MonkeyPatch) -> None:
    play = kvintet.Game("punct").start()
    seat = play.actors[0]
    view = play.view(seat)
    late, *_, present = (move for move in view.moves() if len(view.parse_move(move)) > 1)
    wanted = view.parse_move(present)
    service = LateService(late, present)
    threads = ListedThreads(4)
    monkeypatch.setattr(service_opponent, "Client", lambda *_, **__: service)
    monkeypatch.setattr(service_opponent, "ThreadPoolExecutor", lambda *_, **__: threads)
    opponent = service_opponent.ServiceOpponent("a service")

    def choose(rows: list[int], draws: list[int]) -> Any:
        views = [play.view(seat) for _ in rows]
        turn: Any = SimpleNamespace(
            game=play.game, rows=np.array(rows), draws=np.array(draws), views=lambda: iter(views)
        )
        return opponent.choose(turn).tolist()

    with pytest.raises(client.ServiceError):
        choose([0, 1], [0, 1])
    assert choose([1], [2]) == wanted[:1]
    play.apply(seat, wanted[0])
    service.released.set()
    wait(threads.submitted)
    assert choose([1], [3]) == wanted[1:2]


def test_a_service_plays_in_pettingzoo_from_what_an_agent_knows(address: str) -> None:
    env: Any = pettingzoo.env("tantrix")
    env.reset(seed=3)
    moves = 0
    with client.Client(address) as service:
        while env.agents and moves < 12:
            agent = env.agent_selection
            if env.terminations[agent] or env.truncations[agent]:
                break
            view = env.view(agent)
            if agent == "player_1":
                env.step(first_legal(view))
                continue
            record = env.seat_record(agent)
            assert "?" in record
            state = client.GameState(seat_record=record, seat=0)
            for action in view.parse_move(service.choose_move(state, level=1, seed=1).move):
                env.step(action)
            moves += 1
    assert moves > 3


def test_specs_of_models_are_checked() -> None:
    assert {"greedy", "model", "random", "service"} <= set(known_opponents())
    for spec, message in [
        ("service", "wanted service:HOST:PORT"),
        ("service:h:1?depth=3", r"wanted level=NUMBER, .* found 'depth=3'"),
        ("service:h:1?level=high", "found 'level=high'"),
    ]:
        with pytest.raises(ValueError, match=message):
            make_opponent(spec)


@needs_torch
def test_specs_of_model_files_are_checked(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="wanted model:FILE"):
        make_opponent("model:")
    with pytest.raises(FileNotFoundError):
        make_opponent(f"model:{tmp_path}/none.model")
    with pytest.raises(ValueError, match="wanted variety of at least 0, found -1"):
        make_opponent(f"model:{ROOT}/models/hex.model?variety=-1")
