# HostFleet: a Fleet whose server, learner and actors are on hosts of their own.
#
# Needs a network namespace of the caller's own (tests/support/hosts.py).
import os
import sys

from fleet import Fleet, Redis

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "support"))
from hosts import Network  # pylint: disable=wrong-import-position

ACTORS = 3


class HostFleet(Fleet):
    """A learner, a server and three actors. `seed` decides which packets are lost."""
    seed = 1

    def place(self, folder, *redis_options):
        self.network = Network(self.seed)
        self.redis = Redis(folder, *redis_options, place=self.network.host())
        self.learner_place = self.network.host()
        self.actor_places = [self.network.host() for _ in range(ACTORS)]

    def hosts(self):
        return [self.redis.place, self.learner_place, *self.actor_places]

    def actor_url(self):
        return self.learner_url()

    def heal(self):
        self.network.heal()

    def close_network(self):
        pass  # lasts as long as this process
