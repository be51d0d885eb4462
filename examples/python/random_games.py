# random_games.py: plays random games of every game in a batch, and prints how they end.
"""Plays random games of every game in a batch, and prints how they end."""

import numpy as np

import kvintet

GAMES_IN_BATCH = 64
STEPS = 200


def main() -> None:
    """Prints a line for each game: games ended, mean length, and results of seat 0."""
    for name in kvintet.games():
        fields = (*kvintet.pool.DEFAULT_FIELDS, "episode_length", "episode_return")
        pool = kvintet.Pool(name, GAMES_IN_BATCH, seed=1, fields=fields)
        pool.reset()
        lengths: list[int] = []
        returns: list[float] = []
        for _ in range(STEPS):
            batch = pool.step(pool.sample_actions())
            assert batch.terminal is not None
            assert batch.episode_length is not None
            assert batch.episode_return is not None
            ended = np.flatnonzero(batch.terminal)
            lengths += batch.episode_length[ended].tolist()
            returns += batch.episode_return[ended, 0].tolist()
        if not lengths:
            print(f"{name:16} no game ended in {STEPS} steps")
            continue
        print(
            f"{name:16} {len(lengths):5} games of {np.mean(lengths):6.1f} steps,"
            f" seat 0 returns {np.mean(returns):+.3f}"
        )


if __name__ == "__main__":
    main()
