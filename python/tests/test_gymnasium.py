"""The door to Gymnasium: its own checks, and VectorEnv against SyncVectorEnv over Env."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv

import kvintet
from kvintet._core import Versus
from kvintet.episodes import SeatChoice
from kvintet.gymnasium import Env, VectorEnv, register

from play import GAMES, first_legal, has_baseline, legal_actions

MODES = list(AutoresetMode)
STEPS = {"kontranto": 25, "tantrix": 25, "punct": 25}


def vector(name: str, num_envs: int = 3, **options: Any) -> VectorEnv:
    """The vector environment of a game, made as users make it."""
    env = gymnasium.make_vec(
        f"kvintet/{name}-v0",
        num_envs=num_envs,
        vectorization_mode="vector_entry_point",
        **options,
    )
    assert isinstance(env, VectorEnv)
    return env


def opponents_of(name: str) -> Iterator[Any]:
    """Opponents of each kind that play this game."""
    yield from ("random", first_legal)
    if has_baseline(name):
        yield "greedy"


# Registration and spaces.


def test_every_game_is_registered_once() -> None:
    register()
    for name in GAMES:
        spec = gymnasium.spec(f"kvintet/{name}-v0")
        assert spec.entry_point == "kvintet.gymnasium:Env"
        assert spec.vector_entry_point == "kvintet.gymnasium:VectorEnv"


def test_the_id_can_name_the_module_to_import() -> None:
    code = "import gymnasium as g; print(g.make('kvintet.gymnasium:kvintet/kuhn-v0').spec.id)"
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == "kvintet/kuhn-v0"


def test_options_are_keywords_or_text() -> None:
    by_keyword = gymnasium.make("kvintet/renju-v0", opening="free").unwrapped
    by_text = Env("renju{opening=free}")
    assert isinstance(by_keyword, Env)
    assert by_keyword.game == by_text.game == Env(kvintet.Game("renju"), opening="free").game
    assert vector("punct", max_plies=7).game == kvintet.Game("punct", max_plies=7)
    with pytest.raises(ValueError, match="opening"):
        Env("renju", opening="nonsense")


@pytest.mark.parametrize("name", GAMES)
def test_spaces_fit_the_game(name: str) -> None:
    game, env = kvintet.Game(name), Env(name)
    assert env.action_space == spaces.Discrete(game.num_actions)
    space = env.observation_space
    assert isinstance(space, spaces.Dict)
    assert space["planes"].shape == game.planes_shape and space["planes"].dtype == np.uint8
    assert space["action_mask"].dtype == np.int8
    assert ("globals" in space.spaces) == (game.num_globals > 0)
    vec = vector(name, 3)
    assert vec.single_observation_space == space
    assert vec.observation_space == SyncVectorEnv([lambda: Env(name)] * 3).observation_space
    observations, _ = vec.reset(seed=1)
    assert vec.observation_space.contains(observations)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_checks_pass(name: str) -> None:
    for opponent in opponents_of(name):
        env = gymnasium.make(
            f"kvintet/{name}-v0", opponent=opponent, seat="random", render_mode="ansi"
        )
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            # The globals of some games are unbounded by type.
            warnings.filterwarnings("ignore", message=".*infinity.*")
            check_env(env.unwrapped)


# VectorEnv against SyncVectorEnv.


def assert_same(ours: Any, theirs: Any) -> None:
    """Asserts equality of values, types, shapes and keys."""
    assert data_equivalence(ours, theirs, exact=True), f"{ours}\n{theirs}"


def compare(name: str, mode: AutoresetMode, steps: int, **options: Any) -> int:
    """Plays both with the same actions, some of them illegal; returns the number of ends."""
    ours = VectorEnv(name, 4, num_threads=2, autoreset_mode=mode, **options)
    theirs = SyncVectorEnv([lambda: Env(name, **options)] * 4, autoreset_mode=mode)
    assert ours.metadata == {**theirs.metadata, "autoreset_mode": mode}
    random = np.random.default_rng(5)
    results = ours.reset(seed=7), theirs.reset(seed=7)
    assert_same(*results)
    ends = 0
    for _ in range(steps):
        actions = legal_actions(results[0][0]["action_mask"], random)
        actions = np.where(random.random(4) < 0.03, random.integers(4), actions)
        steps_of_both = ours.step(actions), theirs.step(actions)
        assert_same(*steps_of_both)
        results = (steps_of_both[0][0], {}), (steps_of_both[1][0], {})
        over = steps_of_both[0][2] | steps_of_both[0][3]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            results = (
                ours.reset(options={"reset_mask": over}),
                theirs.reset(options={"reset_mask": over}),
            )
            assert_same(*results)
    return ends


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", GAMES)
def test_equals_sync_vector_env(name: str, mode: AutoresetMode) -> None:
    ends = compare(name, mode, STEPS.get(name, 40), seat="random", opponent="random")
    assert ends > 0 or name in STEPS or name in ("konkvest", "renju", "hex", "tiny_punct")


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_equals_sync_vector_env_with_other_opponents(mode: AutoresetMode) -> None:
    assert compare("hex{size=3}", mode, 30, seat=1, opponent="greedy") > 0
    assert compare("goofspiel{cards=4}", mode, 30, seat="random", opponent=first_legal) > 0
    assert compare("tiny_tantrix", mode, 30, seat="random", opponent=first_legal) > 0


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", GAMES)
def test_equals_sync_vector_env_long(name: str, mode: AutoresetMode) -> None:
    assert compare(name, mode, 2000, seat="random", opponent="random") > 0


def test_results_do_not_depend_on_threads_or_neighbours() -> None:
    few, many = vector("tantrix", 3, seat="random"), vector("tantrix", 130, num_threads=3)
    many = vector("tantrix", 130, num_threads=3, seat="random")
    random = np.random.default_rng(1)
    seen = few.reset(seed=11)[0], many.reset(seed=11)[0]
    for _ in range(12):
        assert_same({name: array[:3] for name, array in seen[1].items()}, seen[0])
        actions = legal_actions(seen[1]["action_mask"], random)
        seen = few.step(actions[:3])[0], many.step(actions)[0]


# Autoreset, in the cases of Gymnasium's test_autoreset_mode.py and of ALE's vector tests.


def to_the_end(env: VectorEnv) -> tuple[Any, ...]:
    """Plays random actions until the first games end; returns that step."""
    random = np.random.default_rng(3)
    observations, _ = env.reset(seed=3)
    for _ in range(100):
        step = env.step(legal_actions(observations["action_mask"], random))
        if (step[2] | step[3]).any():
            return step
        observations = step[0]
    raise AssertionError("no game ended")


def test_next_step_starts_the_next_game_one_step_later() -> None:
    env = vector("tic_tac_toe", 6)
    observations, rewards, ended, _, infos = to_the_end(env)
    assert not ended.all() and "final_obs" not in infos
    assert (observations["action_mask"][ended] == 0).all()
    assert (np.abs(rewards[~ended]) == 0).all()
    actions = np.where(ended, -1, observations["action_mask"].argmax(axis=1))
    observations, rewards, terminations, truncations, infos = env.step(actions)
    assert (rewards[ended] == 0).all() and not (terminations | truncations)[ended].any()
    assert (observations["planes"][ended] == 0).all()
    assert not infos["illegal"][ended].any()


def test_same_step_shows_the_end_in_the_infos() -> None:
    env = vector("tic_tac_toe", 6, autoreset_mode=AutoresetMode.SAME_STEP)
    observations, _, ended, _, infos = to_the_end(env)
    assert (observations["planes"][ended] == 0).all()
    assert (infos["_final_obs"] == ended).all() and (infos["_final_info"] == ended).all()
    for row in range(6):
        final = infos["final_obs"][row]
        assert (final is not None) == ended[row]
        if final is not None:
            assert env.single_observation_space.contains(final)
            assert final["planes"].any()
    assert (infos["final_info"]["_seat"] == ended).all()


def test_disabled_leaves_it_to_the_caller() -> None:
    env = vector("tic_tac_toe", 6, autoreset_mode=AutoresetMode.DISABLED)
    before, _, ended, _, _ = to_the_end(env)
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset_mask"):
        env.step(np.zeros(6, dtype=np.int64))
    after, infos = env.reset(options={"reset_mask": ended})
    assert (infos["_seat"] == ended).all()
    assert (after["planes"][ended] == 0).all()
    assert (after["planes"][~ended] == before["planes"][~ended]).all()
    env.step(after["action_mask"].argmax(axis=1))


def test_a_wrong_reset_mask_is_refused() -> None:
    env = vector("kuhn", 3, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=0)
    for mask, error in (
        ([True, False, True], TypeError),
        (np.ones(3, dtype=np.int8), TypeError),
        (np.ones(4, dtype=np.bool_), ValueError),
        (np.ones((3, 1), dtype=np.bool_), ValueError),
        (np.zeros(3, dtype=np.bool_), ValueError),
    ):
        with pytest.raises(error, match="reset_mask"):
            env.reset(options={"reset_mask": mask})


def test_the_mode_is_written_to_a_copy_of_the_metadata() -> None:
    for mode in MODES:
        assert vector("kuhn", autoreset_mode=mode).metadata["autoreset_mode"] is mode
        assert vector("kuhn", autoreset_mode=mode.value).metadata["autoreset_mode"] is mode
    assert VectorEnv.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert "autoreset_mode" not in Env.metadata
    with pytest.raises(ValueError, match="never"):
        vector("kuhn", autoreset_mode="never")


def test_arrays_are_not_overwritten() -> None:
    env = vector("leduc", 5, seat="random")
    first = env.reset(seed=1)
    kept = copy.deepcopy(first)
    steps = []
    for _ in range(8):
        masks = env.action_masks()
        steps.append(env.step(masks.argmax(axis=1)))
    copies = copy.deepcopy(steps)
    env.step(env.action_masks().argmax(axis=1))
    assert_same(first, kept)
    assert_same(steps, copies)
    assert steps[0][1].dtype == np.float64


def test_memory_is_used_again_once_nobody_holds_it() -> None:
    env = vector("tic_tac_toe", 5)
    observations, _ = env.reset(seed=1)
    places = set()
    for _ in range(20):
        observations = env.step(observations["action_mask"].argmax(axis=1))[0]
        places.add(observations["planes"].ctypes.data)
    assert len(places) <= 3
    one_row = observations["planes"][2, 1]
    kept = one_row.copy()
    for _ in range(5):
        observations = env.step(observations["action_mask"].argmax(axis=1))[0]
    assert (one_row == kept).all()


def test_wrong_actions_and_calls_are_refused() -> None:
    env = vector("kuhn", 3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(np.zeros(3, dtype=np.int64))
    env.reset(seed=[1, 2, 3])
    wrong: list[Any] = [np.zeros(2, dtype=np.int64), np.zeros(3), np.zeros((3, 2), dtype=np.int32)]
    for actions in wrong:
        with pytest.raises(ValueError, match="actions"):
            env.step(actions)
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=[1, 2])
    with pytest.raises(ValueError, match="render_mode"):
        vector("kuhn", render_mode="human")
    with pytest.raises(ValueError, match="seat"):
        vector("kuhn", seat=2)


# Threads and processes.


def test_a_pool_in_use_is_not_looked_at() -> None:
    game, rows = kvintet.Game("tantrix"), np.arange(500)
    versus = Versus(
        game, num_envs=500, num_threads=1, seat=0, random_opponent=True, refuse_illegal=False
    )
    looks = (versus.seats, versus.over, versus.outcome, versus.asked, versus.asked_masks)
    refused: list[list[str]] = [[] for _ in looks]
    other = threading.Thread(target=lambda: [versus.begin(rows) for _ in range(40)])
    other.start()
    while other.is_alive():
        for look, errors in zip(looks, refused, strict=True):
            try:
                look()
            except RuntimeError as error:  # noqa: PERF203
                errors.append(str(error))
    for errors in refused:
        assert errors and all("this pool is busy" in error for error in errors)


@pytest.mark.parametrize("shared_memory", [True, False])
def test_works_in_async_vector_env(shared_memory: bool) -> None:
    def make() -> Env:
        return Env("goofspiel", seat="random")

    theirs = AsyncVectorEnv([make] * 2, shared_memory=shared_memory)
    ours = VectorEnv("goofspiel", 2, seat="random")
    seen = ours.reset(seed=4), theirs.reset(seed=4)
    assert_same(*seen)
    for _ in range(12):
        actions = seen[0][0]["action_mask"].argmax(axis=1)
        steps = ours.step(actions), theirs.step(actions)
        assert_same(*steps)
        seen = (steps[0][0], {}), (steps[1][0], {})
    theirs.close()


def test_a_forked_child_does_not_use_its_parents_pool() -> None:
    env = vector("kuhn", 2)
    env.reset(seed=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            env.step(np.zeros(2, dtype=np.int64))
        except RuntimeError:
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_an_environment_pickles_as_its_arguments() -> None:
    env = pickle.loads(pickle.dumps(Env("hex", seat="random", opponent="greedy", size=5)))
    assert env.game == kvintet.Game("hex", size=5)
    assert_same(
        env.reset(seed=1), Env("hex{size=5}", seat="random", opponent="greedy").reset(seed=1)
    )


# Seeds, seats, masks and rewards.


def episode(env: Env, seed: int | None) -> list[Any]:
    """Everything that a game shows, played by random actions."""
    random = np.random.default_rng(0)
    seen: list[Any] = [env.reset(seed=seed)]
    over = False
    while not over:
        action = int(legal_actions(seen[-1][0]["action_mask"][None], random)[0])
        seen.append(env.step(action))
        over = seen[-1][2] or seen[-1][3]
    return seen


@pytest.mark.parametrize("name", ["tantrix", "kuhn", "renju", "kontranto{target=9}", "punct"])
def test_seeds_repeat_games_and_tell_them_apart(name: str) -> None:
    env, other = Env(name, seat="random"), Env(name, seat="random")
    first, second = episode(env, 1), episode(env, None)
    assert_same(first, episode(other, 1))
    assert_same(second, episode(other, None))
    distinct = [episode(env, seed) for seed in range(6)]
    assert not all(data_equivalence(distinct[0], one) for one in distinct[1:])


@pytest.mark.parametrize("name", GAMES)
def test_masks_agree(name: str) -> None:
    env = Env(name, seat="random")
    random = np.random.default_rng(2)
    observation, info = env.reset(seed=2)
    for _ in range(20):
        mask = observation["action_mask"]
        assert mask.dtype == info["action_mask"].dtype == np.int8
        assert (mask == info["action_mask"]).all() and (mask == env.action_masks()).all()
        assert (mask == env.view.action_mask()).all() and mask.any()
        assert info["seat"] == env.view.seat
        assert isinstance(env.action_space, spaces.Discrete)
        env.action_space.sample(mask)
        planes, numbers = env.view.observe()
        assert (observation["planes"] == planes).all()
        assert (observation.get("globals", numbers) == numbers).all()
        action = int(legal_actions(mask[None], random)[0])
        observation, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            assert not observation["action_mask"].any() and not env.action_masks().any()
            observation, info = env.reset()


def test_random_seats_take_both_seats() -> None:
    infos = vector("kuhn", 64, seat="random").reset(seed=0)[1]
    assert 16 < infos["seat"].sum() < 48
    assert (vector("kuhn", 8, seat=1).reset(seed=0)[1]["seat"] == 1).all()


def test_the_reward_is_the_return_of_the_seat() -> None:
    def last_legal(view: kvintet.View) -> int:
        return int(view.legal_actions()[-1])

    seats: list[tuple[SeatChoice, list[int]]] = [(0, [0, 0, 1]), (1, [0, -1])]
    for seat, expected in seats:
        env = Env("tic_tac_toe", seat=seat, opponent=last_legal)
        env.reset(seed=0)
        steps = [env.step(action) for action in range(len(expected))]
        assert [step[1] for step in steps] == expected
        assert steps[-1][2]
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(3)


def test_renders_what_the_learner_sees() -> None:
    env = Env("kuhn", render_mode="ansi")
    env.reset(seed=0)
    assert env.render() == env.view.render()
    assert Env("kuhn").render() is None
    vec = vector("kuhn", 2, render_mode="ansi")
    vec.reset(seed=0)
    assert vec.render() == (vec.view(0).render(), vec.view(1).render())


# Illegal actions.


@pytest.mark.parametrize("action", [0, -1, 10**6, -(10**12), 2**63, -(10**30)])
def test_an_illegal_action_forfeits(action: int) -> None:
    env = Env("tic_tac_toe", opponent=first_legal, seat=1)
    env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)
    assert not observation["action_mask"].any()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)
    assert not env.reset()[1]["illegal"]


@pytest.mark.parametrize("action", [1.7, np.float32(1), True, "1", None, [1]])
def test_what_is_no_integer_is_no_action(action: Any) -> None:
    env = Env("tic_tac_toe", opponent=first_legal)
    env.reset(seed=0)
    with pytest.raises(TypeError, match="action: wanted an integer, found "):
        env.step(action)
    integers: list[Any] = [4, np.int8(5), np.array(6)]
    for integer in integers:
        assert not env.step(integer)[4]["illegal"]
    wrong: Any = lambda view: action  # noqa: E731
    env = Env("tic_tac_toe", seat=1, opponent=wrong)
    with pytest.raises(TypeError, match="opponent: wanted an integer, found "):
        env.reset(seed=0)


def test_an_illegal_action_is_refused_on_request() -> None:
    env = vector("tic_tac_toe", 3, opponent=first_legal, seat=1, illegal="refuse")
    before, _ = env.reset(seed=0)
    with pytest.raises(ValueError, match=r"action 0 .* 8 legal actions of seat 1 in environment 2"):
        env.step(np.array([1, 2, 0]))
    after = env.step(np.array([1, 2, 3]))
    assert (after[0]["planes"].sum(axis=(1, 2, 3)) == 4 - 1).all()
    assert before["planes"].sum() == 3
    with pytest.raises(ValueError, match="illegal"):
        Env("kuhn", illegal="ignore")  # type: ignore[arg-type]
