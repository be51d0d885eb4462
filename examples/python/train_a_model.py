# train_a_model.py: minutes of self-play and learning in PyTorch make a model for `kvintet serve`.
"""Minutes of self-play and learning in PyTorch make a model for `kvintet serve`.

The network has the architecture of the program's own, so the file is a model like any other: the
program serves it, rates it and releases it. Each round plays games in C++, which ask the network
once per batch, and then learns what the search found and how the games ended.

After five minutes on Connect Four, on one core of a busy machine (30 rounds, 27,000 rows), the
policy's first actions return +0.80 (± 0.08, 95 %) against random play.

usage: train_a_model.py [--game TEXT] [--minutes N] [--games N] [--write FILE]
"""

import argparse
import time
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import kvintet
from kvintet import models

WINDOW = 30_000  # the newest rows, which are learned from
BATCH, REUSE = 256, 2  # rows of a step, and how often a row is learned from on average
COLUMNS = ("observation", "globals", "mask", "policy", "wdl")

Arrays = dict[str, NDArray[Any]]
Trained = tuple[nn.Module, models.Model]
"""The network in PyTorch, and the model that has its arrays."""


class Judge:
    """What self-play asks of a network: its policy, and the chances to win, draw and lose."""

    def __init__(self, network: nn.Module) -> None:
        self.network = network

    def __call__(self, batch: kvintet.EvaluationBatch) -> tuple[NDArray[Any], NDArray[Any]]:
        """Logits [n, policy_size] and chances [n, 3] of n positions."""
        with torch.inference_mode():
            said = self.network(torch.from_numpy(batch.planes), torch.from_numpy(batch.globals))
            return said.policy.numpy(), said.wdl.softmax(1).numpy()


def loss_of(network: nn.Module, rows: dict[str, Tensor]) -> Tensor:
    """The cross entropies of the search's policy and of the result, per row."""
    said = network(rows["observation"], rows["globals"])
    policy = said.policy.masked_fill(~rows["mask"], -1e9).log_softmax(1)
    chances = said.wdl.log_softmax(1)
    return -(rows["policy"] * policy).sum(1).mean() - (rows["wdl"] * chances).sum(1).mean()


def learn(
    network: nn.Module,
    optimizer: torch.optim.Optimizer,
    window: Arrays,
    steps: int,
    draws: np.random.Generator,
) -> float:
    """Takes steps on random rows of the window, and returns the mean loss."""
    total = 0.0
    for _ in range(steps):
        chosen = draws.integers(len(window["wdl"]), size=BATCH)
        loss = loss_of(network, {name: torch.from_numpy(window[name][chosen]) for name in COLUMNS})
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += float(loss.detach())
    return total / steps


def train(game: str, minutes: float, games_per_round: int = 64, seed: int = 1) -> Trained:
    """Plays and learns until the time is up, for one round at least."""
    until = time.monotonic() + 60 * minutes
    model = models.new_model(game, models.Size(blocks=2, channels=32, value_hidden=32), seed=seed)
    network = models.torch_network(model)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3, weight_decay=1e-4)
    draws = np.random.default_rng(seed)
    window: Arrays = {}
    rounds = rows = 0
    with kvintet.SelfPlay(
        game, Judge(network), games=games_per_round, seed=seed, policy="network"
    ) as games:
        while rounds == 0 or time.monotonic() < until:
            games.name = f"round {rounds}"
            new = games.arrays(games_per_round)
            for name in COLUMNS:
                kept = window.get(name, new[name][:0])
                window[name] = np.concatenate([kept, new[name]])[-WINDOW:]
            steps = -(-REUSE * len(new["wdl"]) // BATCH)
            loss = learn(network, optimizer, window, steps, draws)
            rounds, rows = rounds + 1, rows + len(new["wdl"])
            print(f"round {rounds}: {rows} rows so far, loss {loss:.3f}", flush=True)
    said = {"trainer": "train_a_model.py", "rounds": str(rounds), "rows": str(rows)}
    return network, models.with_network(model, network, said)


def main() -> None:
    """Trains, and writes the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--games", type=int, default=64, help="of each round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", default="mine.model")
    options = parser.parse_args()
    _, model = train(options.game, options.minutes, options.games, options.seed)
    print(models.write(options.write, model))


if __name__ == "__main__":
    main()
