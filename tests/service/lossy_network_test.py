# Live matches over a network that loses, delays and reorders packets (F12).
#
# usage: unshare --user --map-root-user --net PYTHON lossy_network_test.py ARGUMENTS, with the
# arguments of matches_test.py
import json
import os
import sys
import unittest

from matches_test import LONG, REST, MatchTestCase
from poor_network import PoorNetwork

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                                "support"))
from hosts import Network  # pylint: disable=wrong-import-position


class LossyNetworkTest(MatchTestCase):
    # F12: 5 % loss, 200 ms +- 100 each way, and a second of silence every ten seconds.
    def test_f12_packets_that_are_lost_or_late_lose_no_move(self):
        service = self.start()
        network = Network()
        near, far = network.here(), network.host()
        for line in far.sent, far.received:
            line.set(loss=0.05, delay=0.2 if LONG else 0.01, jitter=0.1 if LONG else 0.01)
        # The service listens on loopback only, as it should.
        edge = PoorNetwork(service.address, host=near.address)
        self.addCleanup(edge.close)
        load = self.play(edge.address, before=far.command())
        for i in range(1, 61 if LONG else 3):
            self.wait_for_moves(load, service, i * (45 if LONG else 5))
            network.fall_silent(1 if LONG else 0.05)
        self.assert_kept("F12", load, service)
        self.assertGreater(network.lost, 0)
        self.assertGreater(network.overtaken, 0)
        if LONG:
            packets = {name: getattr(network, name) for name in ("passed", "lost", "overtaken")}
            print("F12 packets", json.dumps(packets))


if __name__ == "__main__":
    unittest.main(argv=["lossy_network_test", *REST])
