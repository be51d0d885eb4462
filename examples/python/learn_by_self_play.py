# learn_by_self_play.py: rounds of self-play and learning with a linear network in numpy.
"""Learns tic-tac-toe by self-play, with a linear network in numpy: play, learn, play better."""

import numpy as np

import kvintet
from kvintet import search

ROUNDS = 5
GAMES = 150


class LinearNetwork:
    """Logits of actions and a value, linear in the cells of the observation."""

    def __init__(self, game: kvintet.Game) -> None:
        inputs = int(np.prod(game.planes_shape)) + 1
        self.policy = np.zeros((inputs, game.num_actions))
        self.value = np.zeros(inputs)

    def evaluate(self, batch: kvintet.EvaluationBatch) -> tuple[np.ndarray, np.ndarray]:
        """What self-play asks of a network."""
        x = inputs_of(batch.planes)
        return x @ self.policy, np.tanh(x @ self.value)

    def learn(self, arrays: dict[str, np.ndarray], steps: int = 500, rate: float = 0.3) -> float:
        """Learns what the search found; returns how likely the network found that before."""
        x = inputs_of(arrays["observation"])
        value = arrays["wdl"][:, 0] - arrays["wdl"][:, 2]
        known = float((self.probabilities(x, arrays["mask"]) * arrays["policy"]).sum(axis=1).mean())
        for _ in range(steps):
            missed = arrays["policy"] - self.probabilities(x, arrays["mask"])
            self.policy += rate * x.T @ missed / len(x)
            self.value += 0.1 * rate * x.T @ (value - np.tanh(x @ self.value)) / len(x)
        return known

    def probabilities(self, x: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """The policy at the legal actions, 0 elsewhere."""
        logits = np.where(mask, x @ self.policy, -np.inf)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        policy: np.ndarray = weights / weights.sum(axis=1, keepdims=True)
        return policy


def inputs_of(planes: np.ndarray) -> np.ndarray:
    """The cells of all planes, and a constant."""
    cells = planes.reshape(len(planes), -1).astype(np.float64)
    return np.concatenate([cells, np.ones((len(cells), 1))], axis=1)


def main() -> None:
    """Rounds of games with one state of the network, each followed by learning."""
    game = kvintet.Game("tic_tac_toe")
    network = LinearNetwork(game)
    how = search.Gumbel(simulations=16)
    for number in range(ROUNDS):
        with kvintet.SelfPlay(
            game,
            network.evaluate,
            search=how,
            first_game=number * GAMES,
            limit=GAMES,
            name=f"round {number}",
        ) as games:
            arrays = games.arrays()
        known = network.learn(arrays)
        print(
            f"round {number}: {len(arrays['value'])} rows, {known:.0%} of the search known before"
        )


if __name__ == "__main__":
    main()
