# Tests of a run whose learner, Redis server and actors are on hosts of their own, while the network
# between these fails.
#
# unshare --user --map-root-user --net PYTHON fleet_hosts_test.py PROGRAM; KVINTET_FAULTS=200 sets
# the random faults for the long form by hand, KVINTET_SEED what they are.
import json
import os
import random
import re
import subprocess
import sys
import time
import unittest

from fleet import CONFIG, PATIENCE, FleetTestCase, wait_until
from host_fleet import ACTORS, HostFleet

PROGRAM = os.path.abspath(sys.argv.pop())
FAULTS = int(os.environ.get("KVINTET_FAULTS", "0"))
SEED = int(os.environ.get("KVINTET_SEED", "1"))
HostFleet.seed = SEED


class FleetHostsTest(FleetTestCase):
    program = PROGRAM
    kind = HostFleet

    def fault_host_unplugged(self, fleet, chance):
        host = chance.choice(fleet.hosts())
        host.unplug()
        time.sleep(chance.uniform(0.1, 2))
        host.plug()

    def fault_host_deaf(self, fleet, chance):
        """What it sends arrives, the answers do not."""
        self.silence(chance.choice(fleet.hosts()).received, chance)

    def fault_host_mute(self, fleet, chance):
        self.silence(chance.choice(fleet.hosts()).sent, chance)

    def silence(self, line, chance):
        line.set(loss=1)
        time.sleep(chance.uniform(0.1, 2))
        line.heal()

    def fault_packets_lost(self, fleet, chance):
        loss = chance.uniform(0.1, 0.3)
        for host in fleet.hosts():
            host.sent.set(loss=loss)
        fleet.wait_for_shards(10)
        fleet.heal()

    def fault_packets_late(self, fleet, chance):
        """Each way 200 ms, give or take up to 150, so that packets overtake each other."""
        jitter = chance.uniform(0, 0.15)
        for host in fleet.hosts():
            host.sent.set(delay=0.2, jitter=jitter)
        fleet.wait_for_shards(3)
        fleet.heal()

    def fault_process_killed_in_bad_weather(self, fleet, chance):
        """An actor, learner or server dies and comes back while packets are lost and late."""
        for host in fleet.hosts():
            host.sent.set(loss=0.1, delay=0.02, jitter=0.02)
        fault = chance.choice([self.fault_actor_killed, self.fault_server_killed,
                               self.fault_learner_killed])
        fault(fleet, chance)
        fleet.wait_for_shards(1)
        fleet.heal()

    def test_each_fault_of_the_network_leaves_the_ledger_whole(self):
        fleet = self.fleet()
        fleet.start()
        fleet.wait_for_shards()
        chance = random.Random(SEED)
        # Each host is cut off once, in each of three ways.
        ways = {"unplugged": lambda host: host.unplug(),
                "deaf": lambda host: host.received.set(loss=1),
                "mute": lambda host: host.sent.set(loss=1)}
        for way, cut in ways.items():
            for place in range(3):
                with self.subTest(way, host=place):
                    cut(fleet.hosts()[place])
                    time.sleep(chance.uniform(0.1, 0.5))
                    fleet.heal()
                    fleet.wait_for_shards(2)
        for name in "packets_lost", "packets_late", "process_killed_in_bad_weather":
            with self.subTest(name):
                getattr(self, "fault_" + name)(fleet, chance)
                fleet.wait_for_shards(2)
        self.assertGreater(fleet.network.lost, 0)
        self.assertGreater(fleet.network.overtaken, 0)
        fleet.stop()
        self.audit(fleet)

    def test_actors_that_are_cut_off_play_on_and_lose_nothing(self):
        fleet = self.fleet()
        fleet.start()
        fleet.wait_for_shards()
        for host in fleet.actor_places:
            host.unplug()
        waiting = lambda: fleet.redis.call("XLEN", "kvintet:run:shards")
        wait_until(lambda: waiting() == 0, "the learner has all that was offered")
        before = len(fleet.shards())
        # They play the games whose numbers they have, and seal them.
        spools = [os.path.join(fleet.folder, f"spool{index}") for index in range(ACTORS)]
        hold = lambda: [{name for name in os.listdir(spool) if name.endswith(".records")}
                        for spool in spools]
        wait_until(lambda: all(hold()), "each holds games")
        held = hold()
        time.sleep(0.5)
        self.assertEqual(len(fleet.shards()), before, "nothing arrives")
        fleet.heal()
        left = lambda: [names & now for names, now in zip(held, hold())]
        wait_until(lambda: not any(left()), "the learner has what they held")
        self.assertGreaterEqual(len(fleet.shards()), before + ACTORS)
        fleet.stop()
        self.audit(fleet)

    def test_rounds_on_three_hosts_have_the_bytes_of_one_machine_alone(self):
        fleet = self.fleet()
        with open(fleet.config, "w", encoding="ascii") as file:
            # Small leases, so that each actor plays some.
            file.write(CONFIG.replace("CONTINUOUS", "ROUNDS")
                       .replace("slots_per_thread: 16", "slots_per_thread: 4"))
        limit = ["--games", "200"]
        alone = os.path.join(fleet.folder, "alone")
        subprocess.run([*fleet.train_command(alone), *limit], check=True, capture_output=True,
                       timeout=PATIENCE)
        for host in fleet.hosts():
            host.sent.set(loss=0.02, delay=0.005, jitter=0.005)
        fleet.start(limit=limit)
        self.assertEqual(fleet.learner.wait(PATIENCE), 0)
        for index, actor in enumerate(fleet.actors):
            actor.terminate()
            actor.wait(PATIENCE)
            with open(os.path.join(fleet.folder, f"actor{index}.log"), encoding="utf-8") as log:
                self.assertRegex(log.read(), re.compile(r"^played [1-9]\d* games", re.M))
        self.assertEqual(self.bytes_of(fleet.run), self.bytes_of(alone))

    def bytes_of(self, run):
        """What a run has played and learnt: its shards and models, whose names are their hashes,
        and its commits."""
        with open(os.path.join(run, "manifest.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        return {**{folder: sorted(os.listdir(os.path.join(run, folder)))
                   for folder in ("shards", "models")},
                "manifest": [(line["kind"], line.get("name"), line.get("model"),
                              line.get("learner")) for line in lines]}

    @unittest.skipIf(FAULTS == 0, "the long form, by hand")
    def test_many_random_faults(self):
        fleet = self.strike_at_random(random.Random(SEED), FAULTS)
        packets = {name: getattr(fleet.network, name) for name in ("passed", "lost", "overtaken")}
        print("packets", json.dumps(packets))


if __name__ == "__main__":
    unittest.main()
