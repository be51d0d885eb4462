# Tests of a run over Redis while actors, learner, server and network fail.
# fleet_faults_test.py PROGRAM; KVINTET_FAULTS=500 sets the random faults for the long form by hand,
# KVINTET_SEED what they are.
import json
import os
import random
import shutil
import signal
import sys
import time
import unittest

from fleet import FAIL_POINTS, PATIENCE, FleetTestCase, wait_until

PROGRAM = os.path.abspath(sys.argv.pop())
FAULTS = int(os.environ.get("KVINTET_FAULTS", "0"))
SEED = int(os.environ.get("KVINTET_SEED", "1"))


class FleetFaultsTest(FleetTestCase):
    program = PROGRAM

    def fault_partition(self, fleet, chance):
        fleet.proxy.passes.clear()
        time.sleep(chance.uniform(0.1, 1))
        fleet.proxy.passes.set()

    def fault_connections_cut(self, fleet, chance):
        for _ in range(chance.randrange(1, 6)):
            fleet.proxy.cut()
            time.sleep(chance.uniform(0, 0.2))

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
        manifest = os.path.join(fleet.run, "manifest.jsonl")
        with open(manifest, encoding="utf-8") as file:
            text = file.read()
        # The last shard is said to have a number that no game has.
        others = [*lines[-1]["numbers"], [10**9, 10**9]]
        changed = json.dumps({**lines[-1], "numbers": others})
        with open(manifest, "w", encoding="utf-8") as file:
            for line in text.splitlines():
                named = json.loads(line).get("name") == lines[-1]["name"]
                file.write((changed if named else line) + "\n")
        checked = self.check(fleet.run)
        self.assertNotEqual(checked.returncode, 0)
        self.assertIn("of the manifest, found", checked.stdout + checked.stderr)
        with open(manifest, "w", encoding="utf-8") as file:
            file.write(text)
        with open(manifest, "a", encoding="utf-8") as file:
            file.write(json.dumps(lines[1]) + "\n" + '{"kind":"recovery"}\n')
        self.assertNotEqual(self.check(fleet.run).returncode, 0, "a double")

    @unittest.skipIf(FAULTS == 0, "the long form, by hand")
    def test_many_random_faults(self):
        self.strike_at_random(random.Random(SEED), FAULTS)


if __name__ == "__main__":
    unittest.main()
