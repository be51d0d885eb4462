# Tests of the program built without gRPC: it plays, and reports that the service is not built in.
# without_serving_test.py FOLDER builds it in FOLDER, and reuses what an earlier run has built.
import os
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.abspath(sys.argv.pop())
PROGRAM = os.path.join(FOLDER, "cli", "kvintet")


def run(*command):
    # ccache finds objects of build/release only if paths are relative to the same folder.
    environment = {"CCACHE_BASEDIR": ROOT, "CCACHE_NOHASHDIR": "1"} | os.environ
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


class WithoutServingTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # With the options of build/release, at the same depth: ccache finds most objects.
        for command in (
                ["cmake", "--preset", "release", "-S", ROOT, "-B", FOLDER,
                 "-DKVINTET_SERVING=OFF", "-DBUILD_TESTING=OFF"],
                ["cmake", "--build", FOLDER, "--target", "kvintet"]):
            result = run(*command)
            if result.returncode != 0:
                raise AssertionError(result.stdout[-3000:] + result.stderr)

    def test_agents_play(self):
        result = run(PROGRAM, "arena", "--game", "tic_tac_toe", "--a", "mcts:50", "--b", "random",
                     "--pairs", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("score", result.stdout)

    def test_the_verbs_of_the_service_say_that_it_is_left_out(self):
        for verb in ("serve", "ask", "match"):
            result = run(PROGRAM, verb)
            self.assertEqual(result.returncode, 2)
            self.assertIn("built without the service", result.stderr)

    def test_nothing_of_grpc_is_linked(self):
        self.assertNotIn("grpc", run("ldd", PROGRAM).stdout)


if __name__ == "__main__":
    unittest.main()
