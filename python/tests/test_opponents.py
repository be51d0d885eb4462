"""Opponents that are models: of a file, and of a service."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import kvintet
import kvintet.gymnasium
from kvintet import client, models, pettingzoo
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


def test_a_service_is_not_sent_what_is_hidden(address: str) -> None:
    env = gymnasium.make("kvintet/kuhn-v0", seat=1, opponent=f"service:{address}")
    with pytest.raises(ValueError, match="kuhn hides a part of them; wanted model:FILE"):
        env.reset(seed=1)


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
