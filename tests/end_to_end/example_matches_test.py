# End to end: examples/play_matches.py plays a match and a rematch of each game with trained models.
#
# usage: example_matches_test.py PROGRAM
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GAMES = ("kontranto", "renju", "punct", "konkvest", "tantrix")
PLUGIN = shutil.which("grpc_python_plugin")
SECONDS = 1200
LINE = re.compile(r"^(\w+) game (\d): the agent (?:won|lost|drew) \((\w+)\); model (\w+), "
                  r"([a-z ]+), level 1, simulations \d+$")


def make_modules(folder):
    """The output, running the command of examples/README.md."""
    schemas = os.path.join(ROOT, "proto")
    paths = os.path.join(schemas, "kvintet_api", "v1")
    files = [os.path.join(paths, name) for name in os.listdir(paths) if name.endswith(".proto")]
    subprocess.run(["protoc", "-I", schemas, f"--python_out={folder}",
                    f"--grpc_python_out={folder}", f"--plugin=protoc-gen-grpc_python={PLUGIN}",
                    *files], check=True)


class Server:
    """The service with the shipped models, as a child process."""

    def __init__(self, folder):
        command = [PROGRAM, "serve", "--allow-root", "--listen", "127.0.0.1:0", "--models",
                   os.path.join(ROOT, "models"), "--matches", os.path.join(folder, "matches"),
                   "--set", "network { precision: FP32 }",
                   "--set", "serve { threads: 1 }"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)
        self.address = self.process.stdout.readline().removeprefix("listening on ").strip()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=SECONDS)


@unittest.skipIf(PLUGIN is None, "there is no grpc_python_plugin")
class ExampleMatchesTest(unittest.TestCase):
    def test_models_play_every_game_and_every_rematch(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        make_modules(folder.name)
        server = Server(folder.name)
        self.addCleanup(server.stop)
        done = subprocess.run(
            ["/usr/bin/python3", os.path.join(ROOT, "examples", "play_matches.py"), server.address],
            env={**os.environ, "PYTHONPATH": folder.name}, capture_output=True, text=True,
            timeout=SECONDS)
        self.assertEqual(done.returncode, 0, done.stderr)
        played = [LINE.match(line) for line in done.stdout.splitlines()]
        self.assertTrue(all(played), done.stdout)
        self.assertEqual([(line[1], line[2]) for line in played],
                         [(game, number) for game in GAMES for number in "12"])
        for line in played:
            with open(os.path.join(ROOT, "models", f"{line[1]}.model"), "rb") as file:
                self.assertEqual(line[4], hashlib.sha256(file.read()).hexdigest(), line[0])
            self.assertIn(line[5], ("trained on it", "same play"))
            self.assertNotIn(line[3], ("abandoned", "void"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
