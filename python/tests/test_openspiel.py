"""The door to OpenSpiel: its own checks, and its solvers against ours and against its own games.

The constants are what the C++ solvers of `selfplay/solvers` compute: `kvintet solve GAME --json`
for values, and GameTree with UniformStrategy, NashConv and CfrPlus for the rest.
"""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability
from open_spiel.python.observation import make_observation
from scipy.optimize import linprog

import kvintet
from kvintet.openspiel import PREFIX, KvintetObserver, recall_size, register

from play import GAMES

SMALL = ["kuhn", "leduc", "goofspiel(cards=3)", "pursuit(steps=2)", "mini_kontranto(steps=1)"]


def load(text: str, *, turn_based: bool = False) -> Any:
    """A game of kvintet, by default as it is."""
    game = pyspiel.load_game(PREFIX + text)
    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    return pyspiel.convert_to_turn_based(game) if simultaneous and turn_based else game


def children(state: Any) -> Iterator[tuple[Any, float]]:
    """What may follow a state, with the probabilities of chance and of uniform play."""
    if state.is_simultaneous_node():
        first, second = state.legal_actions(0), state.legal_actions(1)
        for action in first:
            for other in second:
                child = state.clone()
                child.apply_actions([action, other])
                yield child, 1 / (len(first) * len(second))
    elif not state.is_terminal():
        uniform = [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]
        for action, share in state.chance_outcomes() if state.is_chance_node() else uniform:
            yield state.child(action), share


def histories(state: Any) -> Iterator[Any]:
    """A state and all that may follow it."""
    yield state
    for child, _ in children(state):
        yield from histories(child)


def deciders(state: Any) -> list[int]:
    """The players who must act."""
    if state.is_simultaneous_node():
        return [0, 1]
    return [] if state.is_terminal() or state.is_chance_node() else [state.current_player()]


def random_states(game: Any, seed: int, limit: int = 60) -> Iterator[Any]:
    """The states of a random game."""
    random = np.random.default_rng(seed)
    state = game.new_initial_state()
    for _ in range(limit):
        yield state
        if state.is_terminal():
            return
        state = state.clone()
        if state.is_simultaneous_node():
            state.apply_actions([int(random.choice(state.legal_actions(i))) for i in (0, 1)])
        elif state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=shares)))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))


# OpenSpiel's own checks, and what a game says of itself.


@pytest.mark.parametrize("name", GAMES)
def test_random_games_pass_the_checks_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_random_games_pass_the_checks_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=50, serialize=True, verbose=False)


@pytest.mark.parametrize("name", [name for name in GAMES if kvintet.Game(name).simultaneous])
def test_turn_based_games_pass_the_checks_of_openspiel(name: str) -> None:
    game = load(name, turn_based=True)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_types_and_sizes_are_those_of_the_game(name: str) -> None:
    register()
    ours, game = kvintet.Game(name), load(name)
    kind = game.get_type()
    simultaneous = kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    perfect = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert simultaneous == ours.simultaneous
    assert perfect == ours.perfect_information
    assert kind.provides_information_state_tensor == (recall_size(ours) <= 16384)
    assert game.num_distinct_actions() == ours.num_actions
    assert game.max_chance_outcomes() == ours.num_outcomes
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert game.game.text == ours.text


def test_options_are_parameters() -> None:
    game = load("kontranto(board=4x3,colour_choice=false)")
    assert game.game == kvintet.Game("kontranto", board="4x3", colour_choice=False)
    assert load("goofspiel(cards=3)").game == kvintet.Game("goofspiel", cards=3)
    assert pyspiel.load_game(str(game)).game == game.game
    with pytest.raises(Exception, match="cards"):
        load("goofspiel(cards=1)")


@pytest.mark.parametrize(
    ("text", "chance", "tensors"),
    [
        ("goofspiel", True, True),
        ("goofspiel(order=descending)", False, True),
        ("hex", False, False),
        ("hex(size=3)", False, True),
        ("oshi_zumo(coins0=50)", False, False),
    ],
)
def test_the_type_is_that_of_the_options(text: str, chance: bool, tensors: bool) -> None:
    game = load(text)
    kind = game.get_type()
    assert (kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC) == chance
    assert (game.max_chance_outcomes() > 0) == chance
    assert kind.provides_information_state_tensor == tensors
    state = list(random_states(game, 1, 3))[-1]
    if tensors:
        assert len(state.information_state_tensor(0)) == recall_size(game.game)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_interpreter_ends_in_peace() -> None:
    code = "import kvintet.openspiel, pyspiel; pyspiel.load_game('kvintet_kuhn')"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", GAMES)
def test_states_are_copied_and_pickled(name: str) -> None:
    game = load(name)
    for state in list(random_states(game, 1, 12))[::4]:
        text = pyspiel.serialize_game_and_state(game, state)
        for other in (
            state.clone(),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
            pyspiel.deserialize_game_and_state(text)[1],
        ):
            assert str(other) == str(state)
            assert other.history() == state.history()
            assert other.play.seat_record(0) == state.play.seat_record(0)
    assert pickle.loads(pickle.dumps(game)).game == game.game


@pytest.mark.parametrize("name", GAMES)
def test_strings_and_tensors_are_those_of_the_views(name: str) -> None:
    game = load(name)
    recalls = game.get_type().provides_information_state_tensor
    for state in random_states(game, 2, 25):
        for player in (0, 1):
            view = state.view(player)
            planes, numbers = view.observe()
            seen = np.concatenate([planes.ravel(), numbers])
            assert state.observation_string(player) == view.text
            assert (np.array(state.observation_tensor(player), dtype=np.float32) == seen).all()
            record = state.play.seat_record(player)
            assert state.information_state_string(player) == f"{record}\n{view.text}"
            if recalls:
                tensor = np.array(state.information_state_tensor(player), dtype=np.float32)
                assert tensor.shape == (recall_size(state.play.game),)
                assert (tensor[-len(seen) :] == seen).all()
        for player in deciders(state):
            legal = state.legal_actions(player)
            assert legal == state.view(player).legal_actions().tolist()
            names = {state.action_to_string(player, action) for action in legal}
            assert names == {state.view(player).action_name(action) for action in legal}
            assert len(names) == len(legal)


def test_observers_show_a_spectator_but_never_all() -> None:
    state = list(random_states(load("kuhn"), 3, 3))[-1]
    game = state.get_game()
    public = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer: Any = make_observation(game, public)
    assert observer.string_from(state, 0) == (
        f"{state.play.seat_record(kvintet.SPECTATOR)}\n{state.view(kvintet.SPECTATOR).text}"
    )
    with pytest.raises(ValueError, match="all know together"):
        KvintetObserver(
            game.game,
            pyspiel.IIGObservationType(
                perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
            ),
        )
    hidden = pyspiel.IIGObservationType(perfect_recall=False, public_info=False)
    with pytest.raises(ValueError, match="public"):
        KvintetObserver(game.game, hidden)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(params={"a": 1})


@pytest.mark.parametrize("text", SMALL)
def test_a_spectator_makes_no_decisions_and_sees_no_hidden_chance(text: str) -> None:
    public = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    game = load(text)
    observer: Any = make_observation(game, public)
    tensors: dict[str, bytes] = {}
    for state in (state for seed in range(10) for state in random_states(game, seed)):
        observer.set_from(state, 0)
        assert not observer.dict["decisions"].any()
        string = observer.string_from(state, 0)
        assert tensors.setdefault(string, observer.tensor.tobytes()) == observer.tensor.tobytes()


@pytest.mark.parametrize("text", SMALL)
def test_information_states_have_perfect_recall(text: str) -> None:
    game = load(text)
    tensors: dict[tuple[int, str], bytes] = {}
    strings: dict[tuple[int, bytes], str] = {}
    pasts: dict[tuple[int, str], Any] = {}

    def visit(state: Any, past: tuple[tuple[Any, ...], tuple[Any, ...]]) -> None:
        for player in deciders(state):
            string = state.information_state_string(player)
            if (player, string) not in tensors:
                tensor = np.array(state.information_state_tensor(player)).tobytes()
                tensors[player, string] = tensor
                assert strings.setdefault((player, tensor), string) == string
            assert pasts.setdefault((player, string), past[player]) == past[player]
        for child, _ in children(state):
            taken = child.play.taken[len(state.play.taken) :]
            after = list(past)
            for actor, action in taken:
                if actor != kvintet.CHANCE:
                    known = state.information_state_string(actor)
                    after[actor] = (*past[actor], (known, action))
            visit(child, (after[0], after[1]))

    visit(game.new_initial_state(), ((), ()))


def test_an_illegal_action_of_either_player_changes_nothing() -> None:
    state = load("goofspiel(order=descending)").new_initial_state()
    for actions in ([0, 99], [99, 0]):
        with pytest.raises(Exception, match="99"):
            state.apply_actions(actions)
        assert state.is_simultaneous_node() and state.play.taken == []


def test_what_is_no_action_has_a_name() -> None:
    state = load("kuhn").new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    for action in (-1, 2, 99):
        assert state.action_to_string(0, action) == f"action {action}"


def test_chance_is_explicit_and_named() -> None:
    state = load("kuhn").new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    names = [state.action_to_string(pyspiel.PlayerId.CHANCE, outcome) for outcome in range(3)]
    assert names == ["deal J", "deal Q", "deal K"]
    state.apply_action(2)
    assert [outcome for outcome, _ in state.chance_outcomes()] == [0, 1]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 2) == "outcome 2"


# Solvers of OpenSpiel against ours.


def nash_conv(game: Any, of: Any) -> float:
    """What best responses gain against the policy, by OpenSpiel."""
    gain: Any = exploitability.nash_conv(game, of)
    return float(gain)


def cut_negative_regrets(nodes: Any) -> None:
    """What CFR+ does after each update, with ours' limit of rounding.

    Rounding leaves regrets of 1e-18 where zero is right, and their ratios would choose the action.
    """
    for node in nodes.values():
        for action, regret in node.cumulative_regret.items():
            node.cumulative_regret[action] = regret if regret >= 1e-13 else 0.0


@pytest.mark.parametrize(
    ("text", "histories_of_ours", "information_sets"),
    [
        ("kuhn", 58, 12),
        ("goofspiel(cards=3)", 1066, 546),
        ("goofspiel(cards=3,order=descending)", 139, 92),
        ("mini_kontranto(steps=1)", 141, 2),
        ("pursuit(steps=2)", 656, 32),
        ("oshi_zumo(coins0=4,coins1=3,size=1)", 110, 62),
        ("leduc", 9457, 936),
    ],
)
def test_trees_are_as_large_as_ours(
    text: str, histories_of_ours: int, information_sets: int
) -> None:
    nodes, seen = 0, set()
    for state in histories(load(text, turn_based=True).new_initial_state()):
        nodes += 1
        for player in deciders(state):
            seen.add((player, state.information_state_string(player)))
    assert (nodes, len(seen)) == (histories_of_ours, information_sets)


@pytest.mark.parametrize(
    ("text", "exploitabilities"),
    [
        ("kuhn", [0.229166666666667, 0.131944444444444, 0.0706585081585082, 0.0500721500721501]),
        ("goofspiel(cards=3)", [0.222222228844961, 0.107142860335963, 0.0558167456960717]),
        (
            "goofspiel(cards=3,order=descending)",
            [0.22222222884496, 0.0853174628601188, 0.0426587314300594, 0.0255952388580356],
        ),
        ("pursuit(steps=2)", [0.368055555555556, 0.136095146871009, 0.0739705235797155]),
        ("oshi_zumo(coins0=4,coins1=3,size=1)", [0.416666666666667, 0.212335216572505]),
        ("mini_kontranto(steps=1)", [0.016666667163372, 0.016666667163372, 0.00833333358168602]),
        (
            "mini_kontranto(steps=2)",
            [0.0446494722301288, 0.0628800676429697, 0.0345546499234065, 0.0232144685585603],
        ),
        ("leduc", [0.182585473896729]),
        pytest.param(
            "leduc",
            [0.182585473896729, 0.158301286302308, 0.137964932020398, 0.123819622909625],
            marks=pytest.mark.long,
        ),
    ],
)
def test_uniform_play_and_cfr_plus_are_as_exploitable_as_ours(
    text: str, exploitabilities: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first exploitability is that of uniform play and of one iteration, and so on."""
    monkeypatch.setattr(cfr, "_apply_regret_matching_plus_reset", cut_negative_regrets)
    game = load(text, turn_based=True)
    uniform = nash_conv(game, policy.UniformRandomPolicy(game)) / 2
    assert uniform == pytest.approx(exploitabilities[0], abs=1e-12)
    if len(exploitabilities) > 1:
        solver = cfr.CFRPlusSolver(game)
        for expected in exploitabilities:
            solver.evaluate_and_update_policy()
            found = nash_conv(game, solver.average_policy()) / 2
            assert found == pytest.approx(expected, abs=1e-9)


def test_cfr_plus_comes_near_the_value_of_kuhn() -> None:
    game = load("kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(150):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    gap = nash_conv(game, average)
    value = game_value(game.new_initial_state(), average)
    assert gap < 2e-3
    assert abs(value - -1 / 36) <= gap


def game_value(state: Any, of: Any) -> float:
    """Player 0's expected return when both play the policy."""
    if state.is_terminal():
        return float(state.returns()[0])
    shares = (
        state.chance_outcomes()
        if state.is_chance_node()
        else of.action_probabilities(state).items()
    )
    return float(sum(share * game_value(state.child(action), of) for action, share in shares))


@pytest.mark.parametrize("alpha", [0, 0.2, 1 / 3])
def test_the_known_equilibria_of_kuhn_are_equilibria(alpha: float) -> None:
    bets = {
        "J": alpha,
        "Q": 0.0,
        "K": 3 * alpha,
        "J pass": 1 / 3,
        "Q pass": 0.0,
        "K pass": 1.0,
        "J bet": 0.0,
        "Q bet": 1 / 3,
        "K bet": 1.0,
        "J pass bet": 0.0,
        "Q pass bet": alpha + 1 / 3,
        "K pass bet": 1.0,
    }
    game = load("kuhn")
    table = policy.TabularPolicy(game)
    for state in histories(game.new_initial_state()):
        for player in deciders(state):
            words = state.play.seat_record(player).replace(";", "").split()
            card = next(word for word in words if word in "JQK")
            moves = [word for word in words if word in ("pass", "bet")]
            share = bets[" ".join([card, *moves])]
            row = table.policy_for_key(state.information_state_string(player))
            for action in state.legal_actions():
                name = state.action_to_string(player, action)
                row[action] = share if name == "bet" else 1 - share
    assert nash_conv(game, table) == pytest.approx(0, abs=1e-12)
    assert game_value(game.new_initial_state(), table) == pytest.approx(-1 / 36, abs=1e-9)


def matrix_value(matrix: list[list[float]]) -> float:
    """The value of a matrix game to its rows, by a linear program."""
    payoff = np.array(matrix)
    rows, columns = payoff.shape
    solved = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.hstack([-payoff.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert solved.success
    return float(-solved.fun)


def simultaneous_value(state: Any, known: dict[str, float]) -> float:
    """The value to player 0 of a game in which both always know the position."""
    if state.is_terminal():
        return float(state.returns()[0])
    key = str(state)
    if key not in known:
        if state.is_simultaneous_node():
            values = [simultaneous_value(child, known) for child, _ in children(state)]
            width = len(state.legal_actions(1))
            known[key] = matrix_value([values[i : i + width] for i in range(0, len(values), width)])
        else:
            assert state.is_chance_node()
            known[key] = sum(
                share * simultaneous_value(child, known) for child, share in children(state)
            )
    return known[key]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("mini_kontranto(steps=2)", 0.023809524519102915),
        pytest.param("mini_kontranto", 0.04557271961836483, marks=pytest.mark.long),
        ("pursuit", -0.3048512214889428),
        ("goofspiel(cards=3)", 0.0),
        ("oshi_zumo(coins0=8,coins1=7,size=1)", 25 / 37),
    ],
)
def test_values_by_backward_induction_are_ours(text: str, value: float) -> None:
    found = simultaneous_value(load(text).new_initial_state(), {})
    assert found == pytest.approx(value, abs=1e-9)


# OpenSpiel's own games against ours. Returns of ours are theirs over the scale, rounded to 32 bits.


def returns(state: Any, scale: float) -> dict[float, float]:
    """The probability of each return of player 0 under uniform play."""
    shares: defaultdict[float, float] = defaultdict(float)

    def visit(state: Any, share: float) -> None:
        if state.is_terminal():
            shares[round(state.returns()[0] * scale, 4)] += share
        for child, part in children(state):
            visit(child, share * part)

    visit(state, 1)
    return shares


@pytest.mark.parametrize(
    ("ours", "theirs", "scale", "exact"),
    [
        ("kuhn", "kuhn_poker", 2, 1e-12),
        ("leduc", "leduc_poker", 13, 1e-6),
        (
            "goofspiel(cards=3)",
            "goofspiel(num_cards=3,points_order=random,returns_type=point_difference,"
            "imp_info=False)",
            3,
            1e-6,
        ),
    ],
)
def test_uniform_play_has_the_returns_of_their_game(
    ours: str, theirs: str, scale: float, exact: float
) -> None:
    game, other = load(ours), pyspiel.load_game(theirs)
    found, expected = (
        returns(game.new_initial_state(), scale),
        returns(other.new_initial_state(), 1),
    )
    assert found.keys() == expected.keys()
    for value, share in found.items():
        assert share == pytest.approx(expected[value], abs=1e-12)
    game = load(ours, turn_based=True)
    if other.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
        other = pyspiel.convert_to_turn_based(other)
    gain, gain_in_theirs = (
        nash_conv(one, policy.UniformRandomPolicy(one)) for one in (game, other)
    )
    assert scale * gain == pytest.approx(gain_in_theirs, abs=exact)


def test_cfr_goes_as_in_their_kuhn() -> None:
    game, other = load("kuhn"), pyspiel.load_game("kuhn_poker")
    ours, theirs = cfr.CFRSolver(game), cfr.CFRSolver(other)
    for _ in range(10):
        ours.evaluate_and_update_policy()
        theirs.evaluate_and_update_policy()
        assert 2 * nash_conv(game, ours.average_policy()) == pytest.approx(
            nash_conv(other, theirs.average_policy()), abs=1e-9
        )
