# fleet_rate: how the rate of a run grows with its actors, each on a host with a share of a core.
#
# unshare --net fleet_rate.py PROGRAM GAME SHARE [--actors 1 2 4] [--seconds 60] [--config FILE]
#
# For each number of actors, a learner, a Redis server and the actors run on hosts of their own
# (network namespaces). Each actor may use SHARE of a core (a control group, so this needs root). A
# line tells the rows per second that entered the run, per actor, and the ratio to one actor. The
# learner learns little.
import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time

TESTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests")
sys.path[:0] = [os.path.join(TESTS, "end_to_end"), os.path.join(TESTS, "support")]
from fleet import Redis, shards  # pylint: disable=wrong-import-position
from hosts import Network  # pylint: disable=wrong-import-position

SETTINGS = """
self_play { schedule: CONTINUOUS slots_per_thread: 32 games_per_round: 2000 }
learner { batch_size: 64 reuse: 0.002 threads: 1 window { min_rows: 1000 max_rows: 200000 } }
storage { shard_seconds: 1 }
"""
SMALL = """
network { blocks: 1 channels: 8 value_hidden: 8 precision: FP32 device: "CPU" }
search { simulations: 2 gumbel { max_considered: 2 } }
"""
PERIOD = 100000


class Share:
    """A control group whose processes together get a share of a core."""

    def __init__(self, name, share):
        old = "/sys/fs/cgroup/cpu"
        base, files = ((old, {"cpu.cfs_period_us": PERIOD, "cpu.cfs_quota_us": int(share * PERIOD)})
                       if os.path.isdir(old) else
                       ("/sys/fs/cgroup", {"cpu.max": f"{int(share * PERIOD)} {PERIOD}"}))
        self.folder = os.path.join(base, f"kvintet_{os.getpid()}_{name}")
        os.mkdir(self.folder)
        for file, value in files.items():
            with open(os.path.join(self.folder, file), "w", encoding="ascii") as target:
                target.write(str(value))

    def command(self):
        """The prefix of a command that runs in the group."""
        return ["sh", "-c", f'echo $$ > {self.folder}/cgroup.procs; exec "$@"', "sh"]

    def close(self):
        os.rmdir(self.folder)


class Measured:
    """A run with this many actors."""

    def __init__(self, arguments, network, actors):
        self.arguments = arguments
        self.folder = tempfile.TemporaryDirectory()
        self.run = os.path.join(self.folder.name, "run")
        self.places = [network.host() for _ in range(actors)]
        self.shares = [Share(index, arguments.share) for index in range(actors)]
        self.redis = Redis(self.folder.name, place=network.host())
        self.url = f"redis://{self.redis.place.address}:{self.redis.port}/run"
        self.learner_place = network.host()
        self.processes = []

    def start(self):
        program, game, config = (self.arguments.program, self.arguments.game,
                                 self.arguments.config)
        settings = ["--config", config] if config else ["--set", SMALL]
        self.begin("learner", [*self.learner_place.command(), program, "train", game, *settings,
                               "--set", SETTINGS, "--run", self.run, "--actors", "0",
                               "--minutes", "100000", "--link", self.url])
        for index, (place, share) in enumerate(zip(self.places, self.shares)):
            spool = os.path.join(self.folder.name, f"spool{index}")
            self.begin(f"actor{index}", [*share.command(), *place.command(), program, "act",
                                         "--threads", "1", "--spool", spool, "--link", self.url])

    def begin(self, name, command):
        with open(os.path.join(self.folder.name, name + ".log"), "w", encoding="utf-8") as log:
            self.processes.append(subprocess.Popen(command, stdout=log, stderr=log))

    def rows(self):
        return sum(shard["rows"] for shard in shards(self.run))

    def rate(self):
        """Rows per second, once all actors have played for a while."""
        self.start()
        time.sleep(self.arguments.seconds / 2)
        before, begun = self.rows(), time.monotonic()
        time.sleep(self.arguments.seconds)
        return (self.rows() - before) / (time.monotonic() - begun)

    def close(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGKILL)
            process.wait()
        self.redis.kill()
        for share in self.shares:
            share.close()
        self.folder.cleanup()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("game")
    parser.add_argument("share", type=float)
    parser.add_argument("--actors", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--config", type=os.path.abspath)
    arguments = parser.parse_args()
    network = Network()
    alone = None
    for actors in arguments.actors:
        measured = Measured(arguments, network, actors)
        try:
            each = measured.rate() / actors
        finally:
            measured.close()
        alone = alone or each
        print(f"{actors} actors: {actors * each:.0f} rows/s, {each:.0f} each, "
              f"{each / alone:.3f} of the first", flush=True)


if __name__ == "__main__":
    main()
