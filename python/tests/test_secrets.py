"""What a Python door shows a seat does not depend on what is hidden from that seat.

Each door is put before twins, and all that it shows the seat must be equal: arrays, texts, infos,
drawings and exceptions. Here are the doors to one game; `test_secrets_in_batches.py` has those to
many, and `test_planted_leaks.py` tests these tests. The long tests look at 10,000 twins.
"""

from __future__ import annotations

import json
from functools import partial
from typing import Any, cast

import numpy as np
import pyspiel

import kvintet
import kvintet.openspiel
from kvintet.client import GameState
from kvintet.client.state import state_message
from kvintet.episodes import IllegalChoice, SeatChoice
from kvintet.gymnasium import Env
from kvintet.pettingzoo import AEC, AGENTS, Parallel
from kvintet.stepper import Stepper

from twins import (
    SEED,
    Twins,
    assert_equal,
    attempt,
    between_stages,
    dealt_games,
    dealt_twins,
    illegal_action,
    nothing_sealed,
    sealed_games,
    sealed_twins,
    shown_of,
)

ILLEGAL: tuple[IllegalChoice, IllegalChoice] = ("forfeit", "refuse")
SEATS: tuple[SeatChoice, SeatChoice] = (0, 1)


# What each door shows a seat.


def shown_by_view(play: kvintet.Playthrough, seat: int) -> dict[str, Any]:
    """All that Game, Playthrough and View show a seat."""
    view = play.view(seat)
    legal = view.legal_actions()
    shown = {
        "observation": view.observe(),
        "derived": view.derived_planes(),
        "slots": view.slot_features(),
        "legal": legal,
        "mask": view.action_mask(),
        "must act": view.must_act,
        "texts": (view.text, str(view), repr(view), view.render(), view.render(colours=True)),
        "scene": json.dumps(view.scene()),
        "key": view.key(),
        "policy": attempt(lambda: view.policy_indices(legal)),
        "names": [view.action_name(int(action)) for action in legal[:20]],
        "moves": attempt(lambda: view.moves(limit=20)),
        "greedy": attempt(view.greedy_actions),
        "known return": attempt(view.known_return),
        "record": play.seat_record(seat),
        "from record": attempt(
            lambda: play.game.view_of_record(seat, play.seat_record(seat)).key()
        ),
        "picture": attempt(cast(Any, view)._repr_html_),
        "sent to a service": attempt(
            lambda: state_message(GameState.seen_by(play, seat)).SerializeToString()
        ),
        "stepper": attempt(partial(page_of_record, play, seat)),
        "wrong name": attempt(lambda: view.action_name(-1)),
        "wrong move": attempt(lambda: view.parse_move("nonsense")),
        "wrong moves": attempt(lambda: view.move_text([-1])),
    }
    if seat == kvintet.SPECTATOR:
        shown["picture of the game"] = attempt(cast(Any, play)._repr_html_)
    else:
        illegal = illegal_action(view)
        shown["illegal"] = attempt(lambda: play.copy().apply(seat, illegal))
        shown["impossible"] = attempt(lambda: play.copy().apply(seat, -1))
        shown["wrong turn"] = attempt(lambda: play.copy().apply_move(seat, "nonsense"))
    if play.game.num_symmetries > 1:
        image = view.transform(play.game.num_symmetries - 1)
        shown["image"] = (image.text, image.observe())
    return shown


def page_of_record(play: kvintet.Playthrough, seat: int) -> str | None:
    """The page that steps through a short record; its time grows with the square of the length."""
    record = play.seat_record(seat)
    return None if record.count(";") > 16 else Stepper(record, of_seat=seat).html


def shown_by_pettingzoo(play: kvintet.Playthrough, seat: int) -> dict[str, Any]:
    """All that the environments of PettingZoo show an agent in this game."""
    shown: dict[str, Any] = {}
    kinds: list[type[AEC] | type[Parallel]] = [AEC]
    if play.game.simultaneous:
        kinds.append(Parallel)
    for kind in kinds:
        for illegal in ILLEGAL:
            env = kind(play.game, illegal=illegal, render_mode="ansi")
            env.reset(seed=0)
            env._table.play = play.copy()
            agent = AGENTS[seat]
            shown[f"{kind.__name__} record"] = attempt(partial(env.seat_record, agent))
            if isinstance(env, AEC):
                env._tell()
                shown[f"{kind.__name__} {illegal}"] = (
                    env.observe(agent),
                    env.infos[agent],
                    env.render(),
                    str(env),
                )
                if env.view(agent).must_act:
                    env.agent_selection = agent
                    wrong = illegal_action(env.view(agent))
                    shown[f"AEC error {illegal}"] = attempt(partial(env.step, wrong))
                    shown[f"AEC after {illegal}"] = (
                        env.observe(agent),
                        env.rewards,
                        env.infos[agent],
                    )
            else:
                observations, infos = env._seen()
                shown[f"Parallel {illegal}"] = observations[agent], infos[agent], env.render()
    return shown


def shown_by_openspiel(play: kvintet.Playthrough, seat: int) -> dict[str, Any]:
    """All that OpenSpiel shows a player in this game."""
    text = f"kvintet_{play.game.name}"
    state = pyspiel.load_game(text).new_initial_state()
    state.play = play.copy()
    game = state.get_game()
    shown = {
        "information state": state.information_state_string(seat),
        "observation": state.observation_string(seat),
        "tensor": np.array(state.observation_tensor(seat)),
        "names": [state.action_to_string(seat, action) for action in range(2)],
    }
    if game.get_type().provides_information_state_tensor:
        shown["recall"] = np.array(state.information_state_tensor(seat))
    public = pyspiel.IIGObservationType(
        perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    shown["public"] = game.make_py_observer(public).string_from(state, seat)
    return shown


def assert_twins(twins: Twins, seat: int) -> None:
    """Asserts that all doors show the seat, and a spectator, the same in both games."""
    first, second = twins
    assert_equal(shown_by_view(first, seat), shown_by_view(second, seat), "view")
    spectator = kvintet.SPECTATOR
    assert_equal(shown_by_view(first, spectator), shown_by_view(second, spectator), "spectator")
    assert_equal(shown_by_pettingzoo(first, seat), shown_by_pettingzoo(second, seat), "pettingzoo")
    assert_equal(shown_by_openspiel(first, seat), shown_by_openspiel(second, seat), "openspiel")


@sealed_games
def test_sealed_choices_are_hidden(name: str, number: int) -> None:
    revealed = 0
    for twins, seat in sealed_twins(name, number, SEED):
        first, second = twins
        assert first.taken != second.taken
        while True:
            assert_twins(twins, seat)
            action = int(first.view(seat).legal_actions()[-1])
            first.apply(seat, action)
            second.apply(seat, action)
            if nothing_sealed(first):  # the stage is revealed
                break
            assert first.actors == second.actors == [seat]
        revealed += first.view(seat).key() != second.view(seat).key()
    assert revealed > 0  # a control


@dealt_games
def test_what_is_dealt_to_the_other_is_hidden(name: str, number: int) -> None:
    differing = 0
    for twins, seat in dealt_twins(name, number, SEED):
        first, second = twins
        assert first.record() != second.record()
        differing += first.view(1 - seat).key() != second.view(1 - seat).key()
        assert_twins(twins, seat)
    assert differing > 0  # a control


# The environments as they are used.


def shown_by_env(env: Env, result: Any) -> Any:
    """All that an environment of Gymnasium, which refuses illegal actions, shows."""
    refusal = attempt(partial(env.step, -1))
    return result, env.render(), env.action_masks(), shown_of(env.view), refusal


@sealed_games
def test_gymnasium_hides_the_sealed_choices_of_the_opponent(name: str, number: int) -> None:
    differing = 0
    for twin in range(number):
        random = np.random.default_rng([SEED, 2, twin])
        length = kvintet.Game(name).max_game_length
        seat, steps = int(random.integers(2)), int(random.integers(min(length // 4, 40)))
        shadows = [kvintet.Game(name).start() for _ in (0, 1)]
        envs: list[Env] = []
        results: list[Any] = []
        forked = [False]

        def opponent_of(world: int, forked: list[bool] = forked, twin: int = twin) -> Any:
            own = np.random.default_rng([SEED, 3, twin])

            def choose(view: kvintet.View) -> int:
                legal = view.legal_actions()
                common = int(own.choice(legal))
                chosen = int(legal[world * -1]) if forked[0] else common
                shadows[world].apply(view.seat, chosen)  # noqa: B023
                return chosen

            return choose

        for world in (0, 1):
            env = Env(
                name,
                seat=SEATS[seat],
                opponent=opponent_of(world),
                illegal="refuse",
                render_mode="ansi",
            )
            envs.append(env)
            results.append(env.reset(seed=twin))
        if kvintet.CHANCE in shadows[0].actors:
            continue  # the chance of a pool cannot be read; see the games without
        for step in range(steps + 20):
            if not forked[0] and step >= steps and between_stages(shadows[0]):
                forked[0] = True
            action = int(random.choice(np.flatnonzero(envs[0].action_masks())))
            over = False
            for world in (0, 1):
                results[world] = envs[world].step(action)
                shadows[world].apply(seat, action)
                over = over or results[world][2] or results[world][3]
            if over:
                break
            if forked[0] and nothing_sealed(shadows[0]):
                break  # the stage is revealed
            differing += shadows[0].taken != shadows[1].taken
            assert_equal(
                shown_by_env(envs[0], results[0]), shown_by_env(envs[1], results[1]), "gymnasium"
            )
    assert differing > 0 or name != "kontranto"


@dealt_games
def test_gymnasium_hides_what_is_dealt_to_the_other(name: str, number: int) -> None:
    for (first, second), seat in dealt_twins(name, number, SEED + 1):
        if seat not in first.actors:
            continue
        shown = []
        for play in (first, second):
            env = Env(name, seat=SEATS[seat], render_mode="ansi", illegal="refuse")
            started = attempt(partial(start_from, env, play))
            shown.append(shown_by_env(env, started))
        assert_equal(shown[0], shown[1], "gymnasium")


def start_from(env: Env, play: kvintet.Playthrough) -> Any:
    """Resets an environment to a position."""
    env._episodes._versus.set_starts(np.array([0]), play.position)
    return env.reset(seed=0)


@sealed_games
def test_pettingzoo_hides_sealed_choices_in_play(name: str, number: int) -> None:
    compared = 0
    for twin in range(number):
        random = np.random.default_rng([SEED, 4, twin])
        length = kvintet.Game(name).max_game_length
        seat, steps = int(random.integers(2)), int(random.integers(min(length // 2, 60)))
        agent = AGENTS[seat]
        envs = [AEC(name, render_mode="ansi") for _ in (0, 1)]
        for env in envs:
            env.reset(seed=twin)
        forked = False
        for step in range(steps + 12):
            if any(envs[0].terminations.values()) or any(envs[0].truncations.values()):
                break
            if not forked and step >= steps and not envs[0]._sealed:
                forked = between_stages(envs[0]._table.play)
            selected = envs[0].agent_selection
            legal = np.flatnonzero(envs[0].infos[selected]["action_mask"])
            common = int(random.choice(legal))
            for world, env in enumerate(envs):
                own = np.flatnonzero(env.infos[selected]["action_mask"])
                env.step(int(own[-world]) if forked and selected != agent else common)
            sealed = [env._sealed or not nothing_sealed(env._table.play) for env in envs]
            selections = {env.agent_selection for env in envs}
            assert bool(sealed[0]) == bool(sealed[1])
            if forked and not sealed[0]:
                break  # the stage is revealed
            assert len(selections) == 1
            ours, theirs = (shown_in_play(env, agent) for env in envs)
            assert_equal(ours, theirs, "pettingzoo")
            compared += forked and taken_of(envs[0]) != taken_of(envs[1])
    assert compared > 0


def taken_of(env: AEC) -> Any:
    """All that was chosen, with what is kept back."""
    return env._table.play.taken, env._sealed


def shown_in_play(env: AEC, agent: str) -> Any:
    """All that an AEC environment shows an agent."""
    return (
        env.observe(agent),
        env.infos[agent],
        env.rewards,
        env.terminations,
        env.truncations,
        env.agent_selection,
        env.render(),
        shown_of(env.view(agent)),
    )
