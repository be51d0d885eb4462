# masked_ppo.py: MaskablePPO of sb3-contrib learns Renju against the game's baseline.
"""MaskablePPO of sb3-contrib learns Renju against the game's baseline.

The environment is a single agent's: the opponent plays inside it. `action_masks()` tells
MaskablePPO what is legal. Prints the mean return before and after learning.

usage: masked_ppo.py [--steps N] [--games N] [--opponent SPEC]
"""

import argparse

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import Tensor, nn

from kvintet.gymnasium import Env


class Board(BaseFeaturesExtractor):
    """Two convolutions over the planes, and the globals as they are."""

    def __init__(self, observation_space: spaces.Dict) -> None:
        board, row = observation_space["planes"].shape, observation_space["globals"].shape
        assert board is not None and row is not None
        planes, height, width = board
        (numbers,) = row
        super().__init__(observation_space, features_dim=16 * height * width + numbers)
        self.convolutions = nn.Sequential(
            nn.Conv2d(planes, 32, 3, padding=1),
            nn.ReLU(),
            nn.Conv2d(32, 16, 3, padding=1),
            nn.ReLU(),
            nn.Flatten(),
        )

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        """Features [B, features_dim]; the mask among the observations is not used."""
        return torch.cat(
            [self.convolutions(observations["planes"].float()), observations["globals"]], 1
        )


def make_env(opponent: str) -> Env:
    """Renju with a free opening; the learner's colour is drawn for each game."""
    return Env("renju", seat="random", opponent=opponent, opening="free")


def score(model: MaskablePPO, opponent: str, games: int) -> float:
    """The mean return over some games."""
    env = make_env(opponent)
    returns: list[float] = []
    for game in range(games):
        seen, _ = env.reset(seed=game)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks())
            seen, reward, terminated, truncated, _ = env.step(int(action))
            over = terminated or truncated
        returns.append(reward)
    return float(np.mean(returns))


def main() -> None:
    """Learns, and prints the score before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--rollout", type=int, default=256, help="steps of each row per update")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--opponent", default="greedy", help="see docs/python.md")
    options = parser.parse_args()
    model = MaskablePPO(
        "MultiInputPolicy",
        DummyVecEnv([lambda: make_env(options.opponent)] * 8),
        n_steps=options.rollout,
        batch_size=256,
        policy_kwargs={"features_extractor_class": Board, "normalize_images": False},
        seed=1,
    )
    before = score(model, options.opponent, options.games)
    model.learn(options.steps)
    after = score(model, options.opponent, options.games)
    print(f"against {options.opponent}: {before:+.2f} before, {after:+.2f} after")


if __name__ == "__main__":
    main()
