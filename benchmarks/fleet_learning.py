# fleet_learning: whether a run over three hosts learns as one machine does from as many games.
#
# unshare --user --map-root-user --net fleet_learning.py PROGRAM GAME --games N [--config FILE]
#     [--seed 1] [--set SETTINGS] [--simulations 16] [--equivalence 0.1] [--pairs 1000]
#     [--folder DIR]
#
# Trains twice: in one process, and with a learner, a Redis server and three actors on hosts of
# their own (network namespaces). Then the two models play until the test of equivalence decides
# (`kvintet arena --equivalence`). Both runs have the schedule CONTINUOUS, since with the default
# they would play the same games.
import argparse
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "tests", "end_to_end"))
from fleet import shards  # pylint: disable=wrong-import-position
from host_fleet import HostFleet  # pylint: disable=wrong-import-position

# As many games in play on one machine as on three.
ONE = "self_play { schedule: CONTINUOUS threads: 1 slots_per_thread: 48 batch_size: 48 }"
THREE = "self_play { schedule: CONTINUOUS threads: 1 slots_per_thread: 16 batch_size: 16 }"


class LearningFleet(HostFleet):
    """Trains what the arguments say."""
    arguments = None

    def train_command(self, run):
        return train_command(self.arguments, run, THREE)


def train_command(arguments, run, settings):
    config = ["--config", arguments.config] if arguments.config else []
    more = [arguments.set] if arguments.set else []
    return [arguments.program, "train", arguments.game, *config, "--set", settings, *more,
            "--seed", str(arguments.seed), "--run", run]


def train_alone(arguments, folder):
    run = os.path.join(folder, "one")
    with open(os.path.join(folder, "one.log"), "w", encoding="utf-8") as log:
        command = train_command(arguments, run, ONE)
        subprocess.run([*command, "--games", str(arguments.games)], stdout=log, stderr=log,
                       check=True)
    return run


def train_on_hosts(arguments, folder):
    LearningFleet.arguments = arguments
    fleet = LearningFleet(arguments.program, folder)
    try:
        fleet.start(limit=("--games", str(arguments.games)))
        if fleet.learner.wait() != 0:
            raise SystemExit("the learner failed, see " + os.path.join(folder, "learner.log"))
        return fleet.run
    finally:
        fleet.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--config", type=os.path.abspath)
    parser.add_argument("--set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--equivalence", type=float, default=0.1)
    parser.add_argument("--simulations", type=int, default=16)
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--folder", type=os.path.abspath, default=tempfile.mkdtemp())
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)
    for name, train in ("one machine", train_alone), ("three hosts", train_on_hosts):
        begun = time.monotonic()
        run = train(arguments, arguments.folder)
        rows = sum(shard["rows"] for shard in shards(run))
        print(f"{name}: {rows} rows in {time.monotonic() - begun:.0f} s: {run}", flush=True)
    three, one = (f"model:{os.path.join(arguments.folder, run)},"
                  f"simulations={arguments.simulations}" for run in ("run", "one"))
    subprocess.run([arguments.program, "arena", "--game", arguments.game, "--a", three, "--b", one,
                    "--equivalence", str(arguments.equivalence),
                    "--pairs", str(arguments.pairs)], check=True)


if __name__ == "__main__":
    main()
