# fleet_capacity: a real learner and a real Redis server under a thousand fake actors.
#
# fleet_capacity.py PROGRAM FAKE_ACTORS GAME [--actors 1000] [--processes 100] [--rate 50]
#     [--minutes 6] [--shard-seconds 30]
#
# Plays some games of GAME first, which the actors then replay, each at RATE rows per second. Prints
# a line every ten seconds: what entered the run, and what learner and server needed for it. For a
# third of the time nothing disturbs it. Then the learner is stopped for as long, and drains what
# has gathered; for the last fifth half of the actors are dead. Ends with the audit of the ledger.
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "tests", "end_to_end"))
from fleet import Redis  # pylint: disable=wrong-import-position

TICKS = os.sysconf("SC_CLK_TCK")
STEP = 10
SETTINGS = """
network { blocks: 1 channels: 8 value_hidden: 8 precision: FP32 device: "CPU" }
search { simulations: 2 gumbel { max_considered: 2 } }
storage { shard_seconds: %g max_gib: 1 }
"""
SOURCE = "self_play { schedule: ROUNDS games_per_round: 200 }"
# The learner learns little, so that its intake is what is measured.
LEARNER = """
self_play { schedule: CONTINUOUS games_per_round: %d }
learner { batch_size: 64 reuse: 0.002 threads: 1 window { min_rows: 1000 max_rows: 200000 } }
"""


class Process:
    """What a process has used."""

    def __init__(self, pid):
        self.pid = pid
        self.before = self.seconds()

    def seconds(self):
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def used(self):
        """Processor seconds since the last call."""
        before, self.before = self.before, self.seconds()
        return self.before - before

    def mib(self):
        with open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line[:5] == "VmRSS")


class Ledger:
    """Counts rows and shards of a manifest, as it grows."""

    def __init__(self, run):
        self.path = os.path.join(run, "manifest.jsonl")
        self.offset = self.rows = self.shards = self.games = self.bytes = 0

    def read(self):
        with open(self.path, "rb") as file:
            file.seek(self.offset)
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self.offset += len(line)
                entry = json.loads(line)
                if entry["kind"] == "shard":
                    self.shards += 1
                    for key in "rows", "games", "bytes":
                        setattr(self, key, getattr(self, key) + entry[key])


class Capacity:
    def __init__(self, arguments):
        self.arguments = arguments
        # In memory where there is one: the spools of a thousand machines are on one disk here.
        where = "/dev/shm" if os.path.isdir("/dev/shm") else None
        self.folder = tempfile.mkdtemp(dir=where)
        self.run = os.path.join(self.folder, "run")
        self.redis = Redis(self.folder, "--maxmemory", "4gb", "--maxmemory-policy", "noeviction")
        self.url = f"redis://127.0.0.1:{self.redis.port}/run"
        self.learner = self.fakes = None

    def train(self, run, *more):
        return [self.arguments.program, "train", self.arguments.game, "--run", run, "--set",
                SETTINGS % self.arguments.shard_seconds, *more]

    def start(self):
        source = os.path.join(self.folder, "source")
        subprocess.run(self.train(source, "--set", SOURCE, "--games", "400"), check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        settings = LEARNER % self.arguments.games_per_round
        self.learner = subprocess.Popen(
            self.train(self.run, "--set", settings, "--minutes", "100000", "--actors", "0",
                       "--link", self.url),
            stdout=subprocess.DEVNULL, stderr=open(self.folder + "/learner.log", "w",
                                                   encoding="utf-8"))
        self.fakes = subprocess.Popen(
            [self.arguments.fake_actors, self.url, source, os.path.join(self.folder, "spools"),
             str(self.arguments.actors), str(self.arguments.processes), str(self.arguments.rate)],
            stdout=open(self.folder + "/fakes.log", "w", encoding="utf-8"))
        manifest = os.path.join(self.run, "manifest.jsonl")
        while not os.path.exists(manifest):
            time.sleep(0.1)
        self.ledger = Ledger(self.run)
        self.parts = {"learner": Process(self.learner.pid),
                      "redis": Process(self.redis.process.pid)}
        self.calls = 0
        self.last = time.monotonic()
        self.measure()

    def info(self):
        text = self.redis.call("INFO", "everything").decode()
        return dict(line.split(":", 1) for line in text.splitlines() if ":" in line)

    def measure(self):
        info = self.info()
        now = time.monotonic()
        seconds, self.last = now - self.last, now
        before = vars(self.ledger).copy()
        self.ledger.read()
        rows = self.ledger.rows - before["rows"]
        calls = int(info["total_commands_processed"])
        moved = int(info["total_net_input_bytes"]) + int(info["total_net_output_bytes"])
        used = {name: part.used() for name, part in self.parts.items()}
        line = {
            "rows_per_second": round(rows / seconds),
            "shards_per_second": round((self.ledger.shards - before["shards"]) / seconds, 1),
            "calls_per_second": round((calls - self.calls) / seconds),
            "waiting": self.redis.call("XLEN", "kvintet:run:shards"),
            **{name + "_cpu": round(share / seconds, 3) for name, share in used.items()},
            **{name + "_mib": round(part.mib()) for name, part in self.parts.items()},
            "redis_used_mib": round(int(info["used_memory"]) / 2**20, 1),
            "redis_mb_per_second": round((moved - getattr(self, "moved", 0)) / seconds / 1e6, 2)}
        if rows:
            line["redis_cpu_per_1000_rows_per_second"] = round(used["redis"] / rows * 1000, 5)
        self.calls, self.moved = calls, moved
        return line, used, rows

    def watch(self, what, seconds, until=None):
        """Prints measurements, and returns the means over all of them."""
        begun, total, rows = time.monotonic(), dict.fromkeys(self.parts, 0.0), 0
        while time.monotonic() - begun < seconds:
            time.sleep(min(STEP, max(0.1, seconds - (time.monotonic() - begun))))
            line, used, more = self.measure()
            rows += more
            total = {name: total[name] + used[name] for name in total}
            print(what, json.dumps(line), flush=True)
            if until and until(line):
                break
        spent = time.monotonic() - begun
        cpu = {name + "_cpu": round(share / spent, 3) for name, share in total.items()}
        cost = f"{100000 * total['redis'] / rows:.3f} % of a core" if rows else "-"
        print(f"== {what}: {spent:.0f} s, {rows / spent:.0f} rows/s, {cpu}, Redis per 1,000 rows/s "
              f"{cost}", flush=True)

    def go(self):
        whole = self.arguments.minutes * 60
        # Actors start over half a minute, and then seal their first shards.
        self.watch("starting", 30 + self.arguments.shard_seconds)
        self.watch("steady", whole * 0.33)
        self.learner.send_signal(signal.SIGSTOP)
        self.watch("learner stopped", whole * 0.33)
        self.learner.send_signal(signal.SIGCONT)
        drained = lambda line: line["waiting"] < self.arguments.actors / 20
        self.watch("draining", whole * 0.14, drained)
        self.kill_half()
        self.watch("half", whole * 0.2)

    def kill_half(self):
        pid = self.fakes.pid
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            children = file.read().split()
        for child in children[::2]:
            os.kill(int(child), signal.SIGKILL)

    def end(self):
        self.fakes.terminate()
        self.fakes.wait()
        while self.redis.call("XLEN", "kvintet:run:shards"):
            time.sleep(0.1)
        self.learner.send_signal(signal.SIGINT)
        self.learner.wait()
        checked = subprocess.run([self.arguments.program, "data", self.run, "verify"],
                                 capture_output=True, text=True, check=False)
        self.ledger.read()
        print(f"{self.ledger.games} games, {self.ledger.rows} rows, {self.ledger.shards} shards, "
              f"{self.ledger.bytes / self.ledger.rows:.1f} bytes/row, "
              f"{self.ledger.rows / self.ledger.games:.1f} rows/game")
        print(checked.stdout + checked.stderr)
        with open(self.folder + "/fakes.log", encoding="utf-8") as log:
            lines = log.read().splitlines()
        print("actors, every tenth line:", *lines[::10], sep="\n")
        return checked.returncode

    def close(self):
        for process in self.fakes, self.learner, self.redis.process:
            if process and process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    for name in "program", "fake_actors":
        parser.add_argument(name, type=os.path.abspath)
    parser.add_argument("game")
    for name, default in (("actors", 1000), ("processes", 100), ("rate", 50.0), ("minutes", 6.0),
                          ("shard-seconds", 30.0), ("games-per-round", 20000)):
        parser.add_argument("--" + name, type=type(default), default=default)
    capacity = Capacity(parser.parse_args())
    try:
        capacity.start()
        capacity.go()
        return capacity.end()
    finally:
        capacity.close()


if __name__ == "__main__":
    sys.exit(main())
