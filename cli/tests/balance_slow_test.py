# Tests a complete study of balance as the documents show it. balance_slow_test.py PROGRAM
import json
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])


class FreeRenjuTest(unittest.TestCase):
    def test_free_renju_depends_on_strength(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(
                [PROGRAM, "balance", "renju{opening=free}", "--quick", "--study", folder, "--json"],
                capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertTrue(report["complete"])
        fair = report["front"][0]["lights"]["fair"]
        self.assertEqual(fair["light"], "depends on strength")
        self.assertIn("the better for the first player", fair["sentence"])
        for player in ["random", "one move ahead", "look-ahead 8", "look-ahead 32"]:
            self.assertIn(player, fair["trend"])
        scores = {level["level"]: level["score"] for level in report["levels"]}
        self.assertLess(scores["random"]["high"], 0.45)
        self.assertLess(scores["greedy"]["high"], 0.45)
        self.assertGreater(scores["rollouts:32"]["low"], 0.44)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
