# read_rows: loads recorded rows as numpy arrays and prints a summary.
#
# usage: kvintet data runs/tic_tac_toe export --npz rows.npz && read_rows.py rows.npz
import sys

import numpy


def batches(rows, size, seed=0):
    """Observations, legal actions, policies and results in shuffled batches of `size` rows."""
    order = numpy.random.default_rng(seed).permutation(len(rows["value"]))
    for first in range(0, len(order), size):
        chosen = order[first : first + size]
        yield tuple(rows[name][chosen] for name in ("observation", "mask", "policy", "value"))


def main():
    with numpy.load(sys.argv[1]) as file:
        rows = {name: file[name] for name in file}
    print(rows["rules"][0].decode())
    for name, array in rows.items():
        print(f"{name:24} {array.dtype!s:8} {array.shape}")
    entropy = -(rows["policy"] * numpy.log(numpy.maximum(rows["policy"], 1e-30))).sum(axis=1)
    print(f"{len(numpy.unique(rows['game']))} games, {rows['mask'].sum(axis=1).mean():.1f} legal "
          f"actions a row, {entropy.mean():.2f} nats a policy")
    error = numpy.square(rows["search_value"] - rows["value"]).mean()
    print(f"the search misses results by {error ** 0.5:.2f} (root mean square)")
    observation, mask, policy, value = next(batches(rows, 256))
    print(f"a batch has {observation.shape} {mask.shape} {policy.shape} {value.shape}")


if __name__ == "__main__":
    main()
