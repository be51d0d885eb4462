# Runs of a fleet in tests: a learner, actors and a Redis server as processes, what can happen to
# them, and the audit of the games.
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

FAIL_POINTS = ["shard_written", "shard_in_manifest", "shard_answered", "before_commit",
               "after_commit"]
CONFIG = """
self_play { schedule: CONTINUOUS threads: 1 games_per_round: 100 slots_per_thread: 16 }
search { simulations: 4 gumbel { max_considered: 4 } }
network { blocks: 1 channels: 8 value_hidden: 8 precision: FP32 }
learner { batch_size: 32 warmup_steps: 2 reuse: 0.5 window { min_rows: 100 } }
storage { shard_seconds: 0.3 }
"""
# How long anything may take on a machine with other work.
PATIENCE = 120


class Loopback:
    """The machine itself as a place for processes, in the way of a hosts.Host."""
    address = "127.0.0.1"

    def command(self):
        return []

    def call(self, function):
        return function()


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def wait_until(met, what):
    end = time.monotonic() + PATIENCE
    while not met():
        if time.monotonic() > end:
            raise AssertionError("waited in vain until " + what)
        time.sleep(0.02)


def lines_of(path):
    """The lines of a JSON lines file that were written whole; none without a file."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def shards(run):
    """What a run's manifest says of its shards."""
    lines = lines_of(os.path.join(run, "manifest.jsonl"))
    return [line for line in lines if line["kind"] == "shard"]


class Redis:
    """A server of its own at a place, with nothing on disk; and a client of it there."""

    def __init__(self, folder, *options, place=Loopback()):
        self.place = place
        self.port = place.call(free_port)
        addresses = dict.fromkeys(["127.0.0.1", place.address])
        self.command = [*place.command(), "redis-server", "--port", str(self.port),
                        "--bind", *addresses, "--protected-mode", "no",
                        "--save", "", "--appendonly", "no", "--dir", folder, *options]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        wait_until(self.answers, "the server answers")

    def answers(self):
        try:
            return self.call("PING") == b"PONG"
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    def call(self, *words):
        words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
        text = b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words)
        connect = lambda: socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        with self.place.call(connect) as connection:
            connection.sendall(text)
            with connection.makefile("rb") as answers:
                return self.read(answers)

    def read(self, answers):
        line = answers.readline()
        if not line:
            raise OSError("the server closed the connection")
        kind, rest = line[:1], line[1:-2]
        if kind == b"-":
            raise OSError(rest.decode())
        if kind == b":":
            return int(rest)
        if kind == b"$":
            return None if int(rest) < 0 else answers.read(int(rest) + 2)[:-2]
        if kind == b"*":
            return [self.read(answers) for _ in range(int(rest))]
        return rest


class Proxy:
    """Passes bytes between clients and the server; can stop doing so, and cut connections."""

    def __init__(self, port):
        self.target = port
        self.passes = threading.Event()
        self.passes.set()
        self.open = set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target), timeout=5)
            except OSError:
                client.close()
                continue
            self.open |= {client, server}
            for pair in [(client, server), (server, client)]:
                threading.Thread(target=self.carry, args=pair, daemon=True).start()

    def carry(self, source, target):
        try:
            while True:
                data = source.recv(65536)
                self.passes.wait()
                if not data:
                    break
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            end.close()

    def cut(self):
        """Resets all connections, whatever is under way."""
        for connection in list(self.open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.open.clear()

    def close(self):
        self.passes.set()
        self.listener.close()
        self.cut()


class Fleet:
    """A learner, actors, a server, and the actors' network."""

    def __init__(self, program, folder, *redis_options):
        self.program = program
        self.folder = folder
        self.run = os.path.join(folder, "run")
        self.config = os.path.join(folder, "config.textproto")
        with open(self.config, "w", encoding="ascii") as file:
            file.write(CONFIG)
        self.learner = None
        self.place(folder, *redis_options)
        self.actors = [None] * len(self.actor_places)

    def place(self, folder, *redis_options):
        """Starts the server, and determines where everything runs. Here: two actors on this
        machine, whose connections pass a proxy."""
        self.redis = Redis(folder, *redis_options)
        self.proxy = Proxy(self.redis.port)
        self.learner_place = Loopback()
        self.actor_places = [Loopback()] * 2

    def learner_url(self):
        return f"redis://{self.redis.place.address}:{self.redis.port}/run"

    def actor_url(self):
        return f"redis://127.0.0.1:{self.proxy.port}/run"

    def heal(self):
        """Lets the network work."""
        self.proxy.passes.set()

    def close_network(self):
        self.proxy.close()

    def log(self, name):
        return open(os.path.join(self.folder, name + ".log"), "a", encoding="utf-8")

    def train_command(self, run):
        return [self.program, "train", "tic_tac_toe", "--run", run, "--config", self.config]

    def start_learner(self, fail_point=None, run=None, limit=("--minutes", "600")):
        command = [*self.learner_place.command(), *self.train_command(run or self.run), *limit,
                   "--actors", "0", "--link", self.learner_url()]
        more = {"KVINTET_FAIL_POINT": fail_point} if fail_point else {}
        with self.log("learner") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **more})

    def start_actor(self, index):
        command = [*self.actor_places[index].command(), self.program, "act", "--threads", "1",
                   "--spool", os.path.join(self.folder, f"spool{index}"),
                   "--link", self.actor_url()]
        with self.log(f"actor{index}") as log:
            self.actors[index] = subprocess.Popen(command, stdout=log, stderr=log)

    def start(self, limit=("--minutes", "600")):
        self.learner = self.start_learner(limit=limit)
        for index in range(len(self.actors)):
            self.start_actor(index)

    def shards(self):
        return shards(self.run)

    def wait_for_shards(self, more=3):
        wanted = len(self.shards()) + more
        wait_until(lambda: len(self.shards()) >= wanted, f"the run has {wanted} shards")

    def stop(self):
        """Stops actors, then the learner once it has all that they played."""
        self.heal()
        for actor in self.actors:
            actor.terminate()
        for actor in self.actors:
            actor.wait(PATIENCE)
        left = lambda: self.redis.call("XLEN", "kvintet:run:shards")
        wait_until(lambda: left() == 0, "no shard waits")
        self.learner.send_signal(signal.SIGINT)
        self.learner.wait(PATIENCE)

    def close(self):
        for process in [*self.actors, self.learner, self.redis.process]:
            if process:
                process.kill()
                process.wait()
        self.close_network()


class FleetTestCase(unittest.TestCase):
    """The audit, and faults of processes and of what they hold: fault_NAME(fleet, chance), each of
    which returns when the fault is over."""
    program = None
    kind = Fleet

    def fleet(self, *redis_options):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        fleet = self.kind(self.program, folder.name, *redis_options)
        self.addCleanup(fleet.close)
        return fleet

    def audit(self, fleet):
        """The ledger: each number once, what the manifest names is on disk and sound, and actors
        hold nothing that the run does not have."""
        checked = self.check(fleet.run)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        lines = fleet.shards()
        numbers = [number for line in lines for first, last in line["numbers"]
                   for number in range(first, last + 1)]
        self.assertEqual(len(numbers), len(set(numbers)))
        self.assertEqual(len(numbers), sum(line["games"] for line in lines))
        names = {line["name"].removesuffix(".records") for line in lines}
        # A crash may leave files that are in no manifest, and count for nothing.
        there = os.listdir(os.path.join(fleet.run, "shards"))
        self.assertLessEqual(names, {name.removesuffix(".records") for name in there})
        fates = {key.decode().rpartition(":")[2]: json.loads(fleet.redis.call("GET", key))["fate"]
                 for key in fleet.redis.call("KEYS", "kvintet:run:fate:*")}
        # What actors still hold has been answered for, or will be offered again by the next start.
        # Nothing of theirs was ever refused.
        held = [name for index in range(len(fleet.actors))
                for name in os.listdir(os.path.join(fleet.folder, f"spool{index}"))]
        self.assertEqual([name for name in held if name.endswith(".refused")], [])
        for name in held:
            if name.endswith(".records"):
                self.assertIn(fates.get(name.removesuffix(".records")), [None, "committed"])
        # A shard that lost games to others with their numbers has another name in the run.
        committed = {sha for sha, fate in fates.items() if fate == "committed"}
        self.rewritten = len(committed - names)
        return numbers

    def check(self, run):
        return subprocess.run([self.program, "data", run, "verify"], capture_output=True, text=True,
                              check=False)

    def setUp(self):
        self.rewritten = 0

    # Rows of the table of failures in docs/scale.md.
    def fault_actor_killed(self, fleet, chance):
        index = chance.randrange(len(fleet.actors))
        fleet.actors[index].kill()
        fleet.actors[index].wait()
        fleet.start_actor(index)

    def fault_actor_frozen(self, fleet, chance):
        actor = chance.choice(fleet.actors)
        actor.send_signal(signal.SIGSTOP)
        time.sleep(chance.uniform(0.1, 1))
        actor.send_signal(signal.SIGCONT)

    def fault_server_killed(self, fleet, chance):
        fleet.redis.kill()
        time.sleep(chance.uniform(0, 0.5))
        fleet.redis.start()

    def fault_server_wiped(self, fleet, chance):
        # Also again, before anything was played since.
        for _ in range(chance.randrange(1, 4)):
            fleet.redis.call("FLUSHALL")
            wait_until(lambda: fleet.redis.call("GET", "kvintet:run:head"), "the head is back")
            time.sleep(chance.uniform(0, 0.5))

    def fault_learner_killed(self, fleet, chance):
        fleet.learner.kill()
        fleet.learner.wait()
        # Dies once more, at a named point.
        fleet.learner = fleet.start_learner(chance.choice(FAIL_POINTS))
        fleet.learner.wait(PATIENCE)
        self.assertEqual(fleet.learner.returncode, -signal.SIGKILL)
        fleet.learner = fleet.start_learner()

    def fate_of(self, fleet, sha, data):
        """Offers a shard as an actor does, and returns the learner's answer."""
        note = {"sha": sha, "bytes": len(data), "games": 1, "rows": 1, "actor": "stranger"}
        fleet.redis.call("SET", "kvintet:run:shard:" + sha, data)
        entry = fleet.redis.call("XADD", "kvintet:run:shards", "*", "note", json.dumps(note))
        fleet.redis.call("HSET", "kvintet:run:entries", sha, entry)
        fate = lambda: fleet.redis.call("GET", "kvintet:run:fate:" + sha)
        wait_until(lambda: fate() is not None, "the shard is answered for")
        return json.loads(fate())["fate"]

    def fault_poisoned_shard(self, fleet, chance):
        sha = "%064x" % chance.getrandbits(256)
        self.assertEqual(self.fate_of(fleet, sha, b"\0\1\2"), "refused")

    def fault_duplicate(self, fleet, chance):
        """A shard that the run has is offered again, after its answer was forgotten."""
        sha = chance.choice(fleet.shards())["name"].removesuffix(".records")
        with open(os.path.join(fleet.run, "shards", sha + ".records"), "rb") as file:
            data = file.read()
        fleet.redis.call("DEL", "kvintet:run:fate:" + sha)
        self.assertEqual(self.fate_of(fleet, sha, data), "committed")

    def fault_learners_disk_full(self, fleet, chance):
        del chance
        resource.prlimit(fleet.learner.pid, resource.RLIMIT_FSIZE, (1, 1))
        fleet.learner.wait(PATIENCE)
        self.assertGreater(fleet.learner.returncode, 0)
        fleet.learner = fleet.start_learner()

    def fault_head_goes_back(self, fleet, chance):
        del chance
        there = lambda: fleet.redis.call("GET", "kvintet:run:head")
        wait_until(there, "there is a head")
        head = json.loads(there())
        fleet.redis.call("SET", "kvintet:run:head", json.dumps({**head, "generation": 0}))
        back = lambda: json.loads(there())["generation"] > 0
        wait_until(back, "the learner has put the head back")

    def faults(self):
        return sorted(name for name in dir(self) if name.startswith("fault_"))

    def strike_at_random(self, chance, strikes):
        """A fleet that suffers some faults one after the other, with or without rest, then the
        audit. Returns the fleet."""
        fleet = self.fleet()
        fleet.start()
        fleet.wait_for_shards()
        counts = dict.fromkeys(self.faults(), 0)
        for _ in range(strikes):
            name = chance.choice(list(counts))
            getattr(self, name)(fleet, chance)
            counts[name] += 1
            if chance.random() < 0.5:
                fleet.wait_for_shards(1)
        fleet.wait_for_shards()
        fleet.stop()
        numbers = self.audit(fleet)
        print(f"{strikes} faults, {len(numbers)} games, "
              f"{self.rewritten} shards committed under another name: {counts}")
        return fleet
