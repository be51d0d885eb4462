# python_doors: measures the doors of the Python package against the C++ program.
"""Compares by processor time.

    build/python-venv/bin/python benchmarks/python_doors.py build/release/cli/kvintet [ROUNDS]

Each comparison takes turns, ROUNDS times (5), and compares medians.
"""

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import kvintet
import kvintet.gymnasium
import numpy as np
import torch
from kvintet import models, search

ENVS = 1024
SECONDS = 0.3
# The network that plays: its size, the games at once, and how long and how deep it plays.
BLOCKS, CHANNELS, GAMES, SIMULATIONS, NETWORK_SECONDS = 3, 32, 64, 16, 5
FIELDS = ("planes", "globals", "mask_bits", "to_act", "rewards", "terminal")


def program_rate(program: str, game: str, envs: int) -> float:
    """Steps per processor second of `kvintet bench env`."""
    command = [program, "bench", "env", game, "--json", "--repetitions", "1"]
    command += ["--seconds", str(SECONDS), "--envs", str(envs)]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(json.loads(out)["steps_per_cpu_second"])


def random_pool(name: str, envs: int) -> kvintet.Pool:
    """A pool that writes what `kvintet bench env` writes, some steps into its games."""
    game = kvintet.Game(name)
    layout: Any = "per_seat" if game.simultaneous else "to_act"
    pool = kvintet.Pool(game, envs, layout=layout, fields=FIELDS)
    pool.reset()
    for _ in range(64):
        pool.step(pool.sample_actions())
    return pool


def rate(work: Callable[[], int]) -> float:
    """Units of work per processor second; `work` returns how many it has done."""
    done, start = 0, time.process_time()
    while (taken := time.process_time() - start) < SECONDS:
        done += work()
    return done / taken


def pool_steps(pool: kvintet.Pool) -> int:
    """Sixteen steps of random play."""
    for _ in range(16):
        pool.step(pool.sample_actions())
    return 16 * len(pool)


def turns(rounds: int, *measures: Callable[[], float]) -> list[float]:
    """The median of each measure, which take turns."""
    found: list[list[float]] = [[] for _ in measures]
    for _ in range(rounds):
        for place, measure in enumerate(measures):
            found[place].append(measure())
    return [statistics.median(one) for one in found]


def compare_pools(program: str, rounds: int) -> None:
    """A line for each game: steps per second of the program and of Pool."""
    print(f"| game | program, steps/s | Pool of {ENVS}, steps/s | ratio |\n|---|---|---|---|")
    for name in kvintet.games():
        pool = random_pool(name, ENVS)
        theirs, ours = turns(
            rounds,
            lambda name=name: program_rate(program, name, ENVS),  # type: ignore[misc]
            lambda pool=pool: rate(lambda: pool_steps(pool)),  # type: ignore[misc]
        )
        print(
            f"| {name} | {theirs:,.0f} | {ours:,.0f} | {ours / theirs:.2f} |",
            flush=True,
        )


def compare_calls(program: str, rounds: int) -> None:
    """What a call costs: a pool of one game against the program's."""
    pool = random_pool("tic_tac_toe", 1)
    theirs, ours = turns(
        rounds,
        lambda: program_rate(program, "tic_tac_toe", 1),
        lambda: rate(lambda: pool_steps(pool)),
    )
    extra = 1e6 * (1 / ours - 1 / theirs)
    print(f"step and sample_actions of one game: {extra:.2f} us more than in C++")


def agent_rate(name: str) -> float:
    """Steps of an agent per processor second within VectorEnv.step, against a random opponent."""
    envs = kvintet.gymnasium.VectorEnv(name, num_envs=ENVS, opponent="random")
    random = np.random.default_rng(1)
    _, info = envs.reset(seed=1)
    taken, steps = 0.0, 0
    while taken < SECONDS:
        # The legal action of the highest rank, in an order that all games share in this step. It
        # touches little memory, so that the caches stay as the last step left them.
        masks = info["action_mask"]
        order = random.integers(1, 128, masks.shape[1], np.int8)
        actions = (masks * order).argmax(axis=1)
        start = time.process_time()
        _, _, _, _, info = envs.step(actions)
        taken += time.process_time() - start
        steps += ENVS
    return steps / taken


def compare_vector_env(rounds: int) -> None:
    """An agent's steps in VectorEnv against the same games in a native pool.

    A step of the agent is a move of each seat: one step of VectorEnv, two of the pool. The pool
    shows both seats what they see, and chooses both moves; VectorEnv shows the agent alone, chooses
    the opponent's move, and keeps what it returns from being overwritten.
    """
    for name in ("connect_four", "renju"):
        pool = kvintet.Pool(name, ENVS, layout="to_act")
        pool.reset()
        native, vector = turns(
            rounds,
            lambda pool=pool: rate(lambda: pool_steps(pool)) / 2,  # type: ignore[misc]
            lambda name=name: agent_rate(name),  # type: ignore[misc]
        )
        print(
            f"VectorEnv, {name}: {vector:,.0f} steps of the agent/s, pool {native:,.0f}, "
            f"{vector / native:.2f}"
        )


def self_play_seconds(evaluator: Any) -> float:
    """Processor seconds of 64 games with batches of 512. All evaluators here play the same."""
    how = search.Gumbel(simulations=16)
    start = time.process_time()
    with kvintet.SelfPlay("renju", evaluator, search=how, games=512, seed=1) as games:
        games.play(64)
        return time.process_time() - start


class NoOp:
    """An evaluator that answers without a thought, from memory that it keeps."""

    def __init__(self, game: kvintet.Game) -> None:
        self.logits = np.zeros((512, game.num_actions), np.float32)
        self.values = np.zeros(512, np.float32)

    def __call__(self, batch: kvintet.EvaluationBatch) -> tuple[Any, Any]:
        """The same answer for all rows."""
        return self.logits[: len(batch)], self.values[: len(batch)]


def compare_self_play(rounds: int) -> None:
    """What an evaluator in Python costs self-play, with and without the writing of observations."""
    no_op = NoOp(kvintet.Game("renju"))
    uniform, observing, python = turns(
        rounds,
        lambda: self_play_seconds("uniform"),
        lambda: self_play_seconds("observing"),
        lambda: self_play_seconds(no_op),
    )
    print(
        f"self-play, renju, batches of 512, the same games: {uniform:.2f} s with the uniform "
        f"evaluator, {observing:.2f} if it observes, {python:.2f} with a no-op in Python: "
        f"{uniform / python:.2f} of the uniform, {observing / python:.2f} of the observing one"
    )


class TorchNetwork:
    """A network of PyTorch as an evaluator, in float32 on one thread."""

    def __init__(self, game: kvintet.Game, size: models.Size) -> None:
        model = models.new_model(game, size, seed=1)
        self.network = models.torch_network(model).eval()
        self.network.to(memory_format=torch.channels_last)

    def __call__(self, batch: kvintet.EvaluationBatch) -> tuple[Any, Any]:
        """Logits in the order of the policy, and chances to win, draw and lose."""
        with torch.inference_mode():
            planes = torch.from_numpy(batch.planes)
            planes = planes.to(torch.float32, memory_format=torch.channels_last)
            policy, values, _ = self.network(planes, torch.from_numpy(batch.globals))
            return policy.numpy(), values.softmax(1).numpy()


def torch_rate(evaluator: TorchNetwork) -> float:
    """Evaluations per processor second of self-play with a network in PyTorch."""
    start = time.process_time()
    how = search.Gumbel(simulations=SIMULATIONS)
    evaluations = 0

    def counted(batch: kvintet.EvaluationBatch) -> tuple[Any, Any]:
        nonlocal evaluations
        evaluations += len(batch)
        return evaluator(batch)

    with kvintet.SelfPlay(
        "renju", counted, search=how, games=GAMES, policy="network", seed=1
    ) as games:
        while time.process_time() - start < NETWORK_SECONDS:
            games.play(1)
        return evaluations / (time.process_time() - start)


def network_alone(evaluator: TorchNetwork, game: kvintet.Game) -> Callable[[], int]:
    """Evaluates the same full batch four times, without self-play."""
    batch: Any = SimpleNamespace(
        planes=np.zeros((GAMES, *game.planes_shape), np.uint8),
        globals=np.zeros((GAMES, game.num_globals), np.float32),
    )

    def work() -> int:
        for _ in range(4):
            evaluator(batch)
        return 4 * GAMES

    return work


def program_network_play(program: str, convolution: str, seconds: float) -> tuple[float, float]:
    """Evaluations and processor seconds of `kvintet bench selfplay` with a network of that size."""
    settings = [
        f"network {{ blocks: {BLOCKS} channels: {CHANNELS} precision: FP32 "
        f'convolution: {convolution} device: "CPU" }}',
        f"self_play {{ slots_per_thread: {GAMES} batch_size: {GAMES} }}",
        "search { gumbel { } }",
    ]
    command = [program, "bench", "selfplay", "renju", "--json", "--threads", "1", "--seed", "1"]
    command += ["--simulations", str(SIMULATIONS), "--seconds", str(seconds)]
    for one in settings:
        command += ["--set", one]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = json.loads(out)
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return found["evaluations_per_second"] * found["seconds"], taken


def program_network_rate(program: str, convolution: str) -> float:
    """The same of the program; what it needs to start, as a short run shows, does not count."""
    few, start = program_network_play(program, convolution, 0.1)
    many, taken = program_network_play(program, convolution, 2 * NETWORK_SECONDS)
    return (many - few) / (taken - start)


def compare_networks(program: str, rounds: int) -> None:
    """Self-play with a network in PyTorch against the program's with its own."""
    torch.set_num_threads(1)
    game = kvintet.Game("renju")
    evaluator = TorchNetwork(game, models.Size(blocks=BLOCKS, channels=CHANNELS))
    alone = network_alone(evaluator, game)
    winograd, direct, network, ours = turns(
        rounds,
        lambda: program_network_rate(program, "WINOGRAD"),
        lambda: program_network_rate(program, "DIRECT"),
        lambda: rate(alone),
        lambda: torch_rate(evaluator),
    )
    print(
        f"self-play, renju, {BLOCKS}x{CHANNELS} in float32, batches of {GAMES}: PyTorch "
        f"{ours:,.0f} evaluations/s, its network alone {network:,.0f}; the program {direct:,.0f} "
        f"with the same convolution, {ours / direct:.2f}, and {winograd:,.0f} with Winograd's, "
        f"{ours / winograd:.2f}"
    )


def import_time(statement: str) -> float:
    """Processor seconds of a Python process that runs a statement."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", statement], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare_imports(rounds: int) -> None:
    """What `import kvintet` costs, and how much of that is numpy."""
    nothing, numpy, ours = turns(
        2 * rounds,
        lambda: import_time("pass"),
        lambda: import_time("import numpy"),
        lambda: import_time("import kvintet"),
    )
    print(f"import kvintet: {1000 * (ours - nothing):.0f} ms, numpy {1000 * (numpy - nothing):.0f}")


def main() -> None:
    """Prints all comparisons."""
    program = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    compare_pools(program, rounds)
    compare_calls(program, rounds)
    compare_vector_env(rounds)
    compare_self_play(rounds)
    compare_networks(program, rounds)
    compare_imports(rounds)


if __name__ == "__main__":
    main()
