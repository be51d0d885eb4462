# Tests of a run over Redis while actors, learner, server and network fail.
# fleet_faults_test.py PROGRAM; KVINTET_FAULTS=500 sets the random faults for the long form by hand,
# KVINTET_SEED what they are.
import json
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop())
FAULTS = int(os.environ.get("KVINTET_FAULTS", "0"))
SEED = int(os.environ.get("KVINTET_SEED", "1"))
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


class Redis:
    """A server of its own, with nothing on disk; and a client of it."""

    def __init__(self, folder, *options):
        self.port = free_port()
        self.command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save",
                        "", "--appendonly", "no", "--dir", folder, *options]
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
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
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
    """A learner, two actors, a server, and the actors' network."""

    def __init__(self, folder, *redis_options):
        self.folder = folder
        self.run = os.path.join(folder, "run")
        self.config = os.path.join(folder, "config.textproto")
        with open(self.config, "w", encoding="ascii") as file:
            file.write(CONFIG)
        self.redis = Redis(folder, *redis_options)
        self.proxy = Proxy(self.redis.port)
        self.actors = [None, None]
        self.learner = None

    def log(self, name):
        return open(os.path.join(self.folder, name + ".log"), "a", encoding="utf-8")

    def start_learner(self, fail_point=None, run=None):
        command = [PROGRAM, "train", "tic_tac_toe", "--run", run or self.run, "--config",
                   self.config, "--minutes", "600", "--actors", "0",
                   "--link", f"redis://127.0.0.1:{self.redis.port}/run"]
        more = {"KVINTET_FAIL_POINT": fail_point} if fail_point else {}
        with self.log("learner") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **more})

    def start_actor(self, index):
        command = [PROGRAM, "act", "--threads", "1",
                   "--spool", os.path.join(self.folder, f"spool{index}"),
                   "--link", f"redis://127.0.0.1:{self.proxy.port}/run"]
        with self.log(f"actor{index}") as log:
            self.actors[index] = subprocess.Popen(command, stdout=log, stderr=log)

    def start(self):
        self.learner = self.start_learner()
        for index in range(len(self.actors)):
            self.start_actor(index)

    def shards(self):
        """The lines of the manifest's shards that were written whole."""
        path = os.path.join(self.run, "manifest.jsonl")
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.endswith("\n")]
        return [line for line in lines if line["kind"] == "shard"]

    def wait_for_shards(self, more=3):
        wanted = len(self.shards()) + more
        wait_until(lambda: len(self.shards()) >= wanted, f"the run has {wanted} shards")

    def stop(self):
        """Stops actors, then the learner once it has all that they played."""
        self.proxy.passes.set()
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
        self.proxy.close()


class FleetFaultsTest(unittest.TestCase):
    def fleet(self, *redis_options):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        fleet = Fleet(folder.name, *redis_options)
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
        return subprocess.run([PROGRAM, "data", run, "verify"], capture_output=True, text=True,
                              check=False)

    def setUp(self):
        self.rewritten = 0

    # Rows of the table of failures in docs/scale.md.
    def fault_actor_killed(self, fleet, chance):
        index = chance.randrange(2)
        fleet.actors[index].kill()
        fleet.actors[index].wait()
        fleet.start_actor(index)

    def fault_actor_frozen(self, fleet, chance):
        actor = fleet.actors[chance.randrange(2)]
        actor.send_signal(signal.SIGSTOP)
        time.sleep(chance.uniform(0.1, 1))
        actor.send_signal(signal.SIGCONT)

    def fault_partition(self, fleet, chance):
        fleet.proxy.passes.clear()
        time.sleep(chance.uniform(0.1, 1))
        fleet.proxy.passes.set()

    def fault_connections_cut(self, fleet, chance):
        for _ in range(chance.randrange(1, 6)):
            fleet.proxy.cut()
            time.sleep(chance.uniform(0, 0.2))

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

    def fault_poisoned_shard(self, fleet, chance):
        sha = "%064x" % chance.getrandbits(256)
        note = {"sha": sha, "bytes": 3, "games": 1, "rows": 1, "actor": "poisoner"}
        fleet.redis.call("SET", "kvintet:run:shard:" + sha, b"\0\1\2")
        entry = fleet.redis.call("XADD", "kvintet:run:shards", "*", "note", json.dumps(note))
        fleet.redis.call("HSET", "kvintet:run:entries", sha, entry)
        fate = lambda: fleet.redis.call("GET", "kvintet:run:fate:" + sha)
        wait_until(lambda: fate() is not None, "the poison is answered for")
        self.assertEqual(json.loads(fate())["fate"], "refused")

    def fault_duplicate(self, fleet, chance):
        """A shard that the run has is offered again, after its answer was forgotten."""
        sha = chance.choice(fleet.shards())["name"].removesuffix(".records")
        with open(os.path.join(fleet.run, "shards", sha + ".records"), "rb") as file:
            data = file.read()
        note = {"sha": sha, "bytes": len(data), "games": 1, "rows": 1, "actor": "late"}
        fleet.redis.call("DEL", "kvintet:run:fate:" + sha)
        fleet.redis.call("SET", "kvintet:run:shard:" + sha, data)
        entry = fleet.redis.call("XADD", "kvintet:run:shards", "*", "note", json.dumps(note))
        fleet.redis.call("HSET", "kvintet:run:entries", sha, entry)
        fate = lambda: fleet.redis.call("GET", "kvintet:run:fate:" + sha)
        wait_until(lambda: fate() is not None, "the duplicate is answered for")
        self.assertEqual(json.loads(fate())["fate"], "committed")

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

    def test_each_fault_leaves_the_ledger_whole(self):
        fleet = self.fleet()
        fleet.start()
        fleet.wait_for_shards()
        chance = random.Random(SEED)
        for name in self.faults():
            with self.subTest(name):
                getattr(self, name)(fleet, chance)
                fleet.wait_for_shards()
        fleet.stop()
        self.audit(fleet)

    def test_each_point_at_which_the_learner_dies(self):
        fleet = self.fleet()
        fleet.start()
        fleet.wait_for_shards(1)
        for point in FAIL_POINTS:
            with self.subTest(point):
                fleet.learner.kill()
                fleet.learner.wait()
                fleet.learner = fleet.start_learner(point)
                fleet.learner.wait(PATIENCE)
                self.assertEqual(fleet.learner.returncode, -signal.SIGKILL)
        fleet.learner = fleet.start_learner()
        fleet.wait_for_shards()
        fleet.stop()
        self.audit(fleet)

    def test_a_full_server_pauses_actors_and_loses_nothing(self):
        fleet = self.fleet("--maxmemory", "3mb", "--maxmemory-policy", "noeviction")
        fleet.start()
        fleet.wait_for_shards()
        fleet.learner.send_signal(signal.SIGSTOP)
        # Frees nothing until the key is deleted.
        with self.assertRaisesRegex(OSError, "OOM"):
            while True:
                fleet.redis.call("APPEND", "filler", b"x" * 50_000)

        def full():
            with open(os.path.join(fleet.folder, "actor0.log"), encoding="utf-8") as log:
                return "OOM" in log.read()
        wait_until(full, "the server refuses shards")
        fleet.redis.call("DEL", "filler")
        fleet.learner.send_signal(signal.SIGCONT)
        fleet.wait_for_shards()
        fleet.stop()
        self.audit(fleet)

    def test_of_two_learners_the_earlier_ends(self):
        fleet = self.fleet()
        fleet.start()
        fleet.wait_for_shards()
        second = os.path.join(fleet.folder, "second")
        # Meanwhile the first makes no model that the copy lacks.
        fleet.learner.send_signal(signal.SIGSTOP)
        shutil.copytree(fleet.run, second)
        epoch = lambda: int(fleet.redis.call("GET", "kvintet:run:epoch"))
        before = epoch()
        first, fleet.learner = fleet.learner, fleet.start_learner(run=second)
        wait_until(lambda: epoch() > before, "the second learner has taken over")
        first.send_signal(signal.SIGCONT)
        first.wait(PATIENCE)
        self.assertNotEqual(first.returncode, 0)
        with open(os.path.join(fleet.folder, "learner.log"), encoding="utf-8") as log:
            self.assertIn("another learner has taken over", log.read())
        fleet.run = second
        fleet.wait_for_shards()
        fleet.stop()
        self.audit(fleet)

    def test_the_audit_finds_what_is_planted(self):
        fleet = self.fleet()
        fleet.start()
        fleet.wait_for_shards(4)
        fleet.stop()
        self.audit(fleet)
        lines = fleet.shards()
        path = os.path.join(fleet.run, "shards", lines[1]["name"])
        with open(path, "rb") as file:
            data = file.read()
        os.remove(path)
        self.assertNotEqual(self.check(fleet.run).returncode, 0, "a loss")
        with open(path, "wb") as file:
            file.write(data[:-9] + bytes([data[-9] ^ 1]) + data[-8:])
        self.assertNotEqual(self.check(fleet.run).returncode, 0, "an alteration")
        with open(path, "wb") as file:
            file.write(data)
        self.assertEqual(self.check(fleet.run).returncode, 0)
        with open(os.path.join(fleet.run, "manifest.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps(lines[1]) + "\n" + '{"kind":"recovery"}\n')
        self.assertNotEqual(self.check(fleet.run).returncode, 0, "a double")

    @unittest.skipIf(FAULTS == 0, "the long form, by hand")
    def test_many_random_faults(self):
        fleet = self.fleet()
        fleet.start()
        fleet.wait_for_shards()
        chance = random.Random(SEED)
        counts = dict.fromkeys(self.faults(), 0)
        for _ in range(FAULTS):
            name = chance.choice(list(counts))
            getattr(self, name)(fleet, chance)
            counts[name] += 1
            if chance.random() < 0.5:
                fleet.wait_for_shards(1)
        fleet.wait_for_shards()
        fleet.stop()
        numbers = self.audit(fleet)
        print(f"seed {SEED}, {FAULTS} faults, {len(numbers)} games, "
              f"{self.rewritten} shards committed under another name: {counts}")


if __name__ == "__main__":
    unittest.main()
