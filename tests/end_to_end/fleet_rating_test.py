# Tests of `kvintet rate`: another process rates a run's models over its link, and the run has the
# ratings; and of the rights that each role needs. fleet_rating_test.py PROGRAM
import os
import re
import signal
import subprocess
import sys
import unittest

from fleet import PATIENCE, Fleet, FleetTestCase, lines_of, wait_until

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(sys.argv.pop())


class RatedFleet(Fleet):
    """A fleet whose raters reach the server as the learner does."""

    def rater_url(self):
        return self.learner_url()


class FleetOfRoles(Fleet):
    """A fleet that signs in with the rights that docs/scale.md gives to each role."""

    def place(self, folder, *redis_options):
        super().place(folder, *redis_options)
        with open(os.path.join(ROOT, "docs", "scale.md"), encoding="utf-8") as file:
            text = file.read().replace("renju", "run")
        commands = text[text.index("ACL SETUSER"):].split("```")[0].split("ACL SETUSER ")[1:]
        self.roles = {command.split()[0]: re.search(r">(\S+)", command)[1] for command in commands}
        for command in commands:
            self.redis.call("ACL", "SETUSER", *command.split())

    def url(self, role):
        return f"redis://{role}:{self.roles[role]}@127.0.0.1:{self.redis.port}/run"

    def learner_url(self):
        return self.url("learner")

    def actor_url(self):
        return self.url("actor")

    def rater_url(self):
        return self.url("rater")


class RaterTestCase(FleetTestCase):
    program = PROGRAM

    def start_rater(self, fleet, *more):
        command = [PROGRAM, "rate", "--link", fleet.rater_url(), "--folder",
                   os.path.join(fleet.folder, "ratings"), "--reference", "random", "--batch", "2",
                   "--model-options", "simulations=2,precision=fp32", *more]
        with fleet.log("rater") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process


class RightsTest(RaterTestCase):
    kind = FleetOfRoles

    def test_each_role_has_the_rights_that_it_needs_and_no_others(self):
        fleet = self.fleet()
        fleet.start()
        rater = self.start_rater(fleet)
        ratings = os.path.join(fleet.run, "ratings.jsonl")
        wait_until(lambda: os.path.exists(ratings), "the run has ratings")
        fleet.wait_for_shards()
        for role, key in ("actor", "head"), ("actor", "blob:x"), ("rater", "next"):
            refused = fleet.redis.call("ACL", "DRYRUN", role, "SET", "kvintet:run:" + key, "x")
            self.assertIn(b"no permissions", refused, (role, key))
        rater.terminate()
        rater.wait(PATIENCE)
        fleet.stop()
        self.audit(fleet)
        for name in "learner", "actor0", "rater":
            with open(os.path.join(fleet.folder, name + ".log"), encoding="utf-8") as log:
                self.assertNotIn("NOPERM", log.read())


class FleetRatingTest(RaterTestCase):
    kind = RatedFleet

    def played(self, fleet):
        """The lines of the rater's ladder."""
        folder = os.path.join(fleet.folder, "ratings")
        runs = os.listdir(folder) if os.path.exists(folder) else []
        self.assertLessEqual(len(runs), 1)
        return lines_of(os.path.join(folder, runs[0], "ladder.jsonl")) if runs else []

    def rated(self, fleet):
        """The models that the run has ratings of, by SHA-256."""
        return {line["player"].removeprefix("model:"): line
                for line in lines_of(os.path.join(fleet.run, "ratings.jsonl"))
                if line.get("player", "").startswith("model:")}

    def test_the_run_gets_ratings_of_its_models_from_elsewhere(self):
        fleet = self.fleet()
        # A fast rater would soon know enough of these models, and rest until the next one.
        restless = ("--information", "1e-6")
        rater = self.start_rater(fleet, *restless)  # waits for the learner
        fleet.start()
        wait_until(lambda: len(self.rated(fleet)) >= 3, "three models are rated")
        # A rater that is killed goes on where it was.
        rater.kill()
        rater.wait()
        before = self.played(fleet)
        rater = self.start_rater(fleet, *restless)
        wait_until(lambda: len(self.played(fleet)) > len(before), "the rater goes on")
        self.assertEqual(self.played(fleet)[:len(before)], before)
        watch = subprocess.run([PROGRAM, "watch", fleet.learner_url()], check=True,
                               capture_output=True, text=True, timeout=PATIENCE)
        self.assertIn("rating models", watch.stdout)
        # Without the server it rates on, and tells its table later.
        fleet.redis.kill()
        before = len(self.played(fleet))
        wait_until(lambda: len(self.played(fleet)) > before, "the rater rates on")
        fleet.redis.start()
        games = self.games(fleet)
        wait_until(lambda: self.games(fleet) > games, "the run gets newer ratings")
        rater.send_signal(signal.SIGINT)
        rater.wait(PATIENCE)
        self.assertEqual(rater.returncode, 0)
        fleet.stop()
        published = os.listdir(os.path.join(fleet.run, "models"))
        self.assertLessEqual(set(self.rated(fleet)), set(published))
        for line in self.rated(fleet).values():
            self.assertGreaterEqual(line["steps"], 0)
        with open(os.path.join(fleet.folder, "rater.log"), encoding="utf-8") as log:
            self.assertIn("ladder of tic_tac_toe", log.read())

    def games(self, fleet):
        return sum(line["games"] for line in lines_of(os.path.join(fleet.run, "ratings.jsonl"))
                   if line["kind"] == "player")

    def test_a_table_that_is_none_leaves_the_run_alone(self):
        fleet = self.fleet()
        fleet.start()
        fleet.wait_for_shards(1)
        fleet.redis.call("SET", "kvintet:run:ratings", '{"kind":"player"}\n')

        def refused():
            with open(os.path.join(fleet.folder, "learner.log"), encoding="utf-8") as log:
                return 'ratings are refused why="line 1: kind: wanted' in log.read()
        wait_until(refused, "the learner refuses the table")
        self.assertFalse(os.path.exists(os.path.join(fleet.run, "ratings.jsonl")))
        fleet.stop()
        self.audit(fleet)

    def test_errors_say_what_was_wanted(self):
        refused = subprocess.run([PROGRAM, "rate", "--link", "nonsense"], capture_output=True,
                                 text=True, check=False, timeout=PATIENCE)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("redis://", refused.stderr)


if __name__ == "__main__":
    unittest.main()
