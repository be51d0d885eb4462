# Tests of the installed package: the example and a new game build against it, the conformance suite
# runs over the game and finds its faults, and a separate program trains, judges and serves the
# game.
# usage: installed_package_test.py BUILD_FOLDER
import contextlib
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.abspath(sys.argv.pop())
GAME = "three_marks"


def run(*command, time=600):
    """Runs a command that must succeed; returns what it printed."""
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=time)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(command)}\n{result.stdout}\n{result.stderr}")
    return result.stdout


class InstalledPackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        run("cmake", "--install", BUILD, "--prefix", cls.path("prefix"))
        run(os.path.join(ROOT, "tools", "new_game"), GAME, "--into", cls.path("game"))
        cls.build(cls.path("game"))
        cls.program = cls.path("game", "build", "kvintet")

    @classmethod
    def path(cls, *names):
        return os.path.join(cls.folder.name, *names)

    @classmethod
    def build(cls, source, target="all"):
        """Builds a copy of the project `source` against the package, in its folder `build`."""
        launcher = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        run("cmake", "-G", "Ninja", "-S", source, "-B", os.path.join(source, "build"),
            "-DCMAKE_PREFIX_PATH=" + cls.path("prefix"), *launcher)
        run("cmake", "--build", os.path.join(source, "build"), "--target", target)

    def failures(self, sound, broken):
        """The conformance tests that fail for a copy of the game with one change."""
        suite = GAME + "_conformance_test"
        copy = self.path("broken")
        self.addCleanup(shutil.rmtree, copy)
        shutil.copytree(self.path("game"), copy, ignore=shutil.ignore_patterns("build"))
        rules = os.path.join(copy, GAME + ".cc")
        with open(rules, encoding="utf-8") as file:
            text = file.read()
        self.assertEqual(text.count(sound), 1, sound)
        with open(rules, "w", encoding="utf-8") as file:
            file.write(text.replace(sound, broken))
        self.build(copy, suite)
        ended = subprocess.run([os.path.join(copy, "build", suite)], capture_output=True, text=True,
                               check=False, timeout=600)
        self.assertEqual(ended.returncode, 1, ended.stdout)
        return set(re.findall(r"\[  FAILED  \] \S*?([A-Za-z]+)(?:_\d+)?,", ended.stdout)) | set(
            re.findall(r"\[  FAILED  \] \w+\.(\w+)$", ended.stdout, re.MULTILINE))

    def test_the_example_builds_and_runs(self):
        shutil.copytree(os.path.join(ROOT, "examples"), self.path("examples"))
        self.build(self.path("examples"))
        self.assertRegex(run(self.path("examples", "build", "step_batch")), r"\d")
        run(self.path("examples", "build", "kvintet_own_parts"), "train", "tic_tac_toe",
            "--run", self.path("own"), "--games", "40", "--set", "search { simulations: 4 }",
            "--set", "network { body: 'plain{first=3}' blocks: 2 channels: 8 device: 'CPU' }",
            "--set", "self_play { games_per_round: 16 }",
            "--set", "learner { value_loss: 'mean_squared' batch_size: 32 }",
            "--set", "learner { window { min_rows: 64 } }")
        refused = subprocess.run(
            [self.path("prefix", "bin", "kvintet"), "arena", "--game", "tic_tac_toe", "--a",
             "model:" + self.path("own"), "--b", "random"], capture_output=True, text=True,
            check=False, timeout=600)
        self.assertIn("network.body must be one of residual, squeeze, is 'plain'", refused.stderr)

    def test_the_installed_program_runs(self):
        self.assertIn("renju", run(self.path("prefix", "bin", "kvintet"), "games"))

    def test_the_game_has_all_verbs_in_a_program_of_its_own(self):
        installed = run(self.path("prefix", "bin", "kvintet"), "--help")
        self.assertEqual(run(self.program, "--help"), installed)
        self.assertIn(GAME, run(self.program, "games"))

    def test_the_game_passes_its_own_test_and_the_conformance_suite(self):
        ran = run("ctest", "--test-dir", self.path("game", "build"), "--no-tests=error")
        for name in ("_test", "_conformance_test"):
            self.assertRegex(ran, rf" {GAME}{name} .* Passed")

    def test_the_conformance_suite_finds_two_moves_of_one_name(self):
        failed = self.failures("std::to_string(action / size_ + 1);", "std::to_string(1);")
        self.assertIn("ActionNames", failed)
        self.assertIn("MoveTexts", failed)
        self.assertNotIn("Steps", failed)

    # Without diagonals it is a game with every property; only the reference finds the fault.
    def test_the_reference_finds_a_rule_that_is_missing(self):
        self.assertEqual(self.failures("{1, 1}, {1, -1}}};", "{1, 0}, {1, 0}}};"),
                         {"FastRulesAndReferenceAgree"})

    def test_the_game_is_trained_judged_and_served(self):
        model = self.path("run")
        run(self.program, "train", GAME, "--run", model, "--games", "40",
            "--set", "network { blocks: 1 channels: 8 device: 'CPU' } search { simulations: 4 }",
            "--set", "self_play { games_per_round: 16 }",
            "--set", "learner { batch_size: 32 window { min_rows: 64 } }")
        judged = run(self.program, "arena", "--game", GAME, "--a", "model:" + model,
                     "--b", "random", "--pairs", "2", "--opening-plies", "0", "--json")
        self.assertEqual(json.loads(judged)["games"], 4)
        with self.serve(model) as address:
            answer = json.loads(run(self.program, "ask", GAME, "--server", address, "--json"))
            self.assertEqual(answer["game"], GAME)
            self.assertIn("evaluations", self.ask_by_the_example(address))

    @contextlib.contextmanager
    def serve(self, model):
        """The game's program as a service of `model`; yields its address."""
        address = "unix:" + self.path("socket")
        command = [self.program, "serve", "--allow-root", "--listen", address, "--models", model]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                self.assertEqual(server.stdout.readline(), f"listening on {address}\n")
                yield address
            finally:
                server.terminate()
        self.assertEqual(server.returncode, 0)

    def ask_by_the_example(self, address):
        """The output of examples/ask.py with modules generated from the installed schemas."""
        schemas = self.path("prefix", "include", "kvintet")
        modules = self.path("modules")
        os.makedirs(modules)
        run("protoc", "-I", schemas, "--python_out=" + modules, "--grpc_python_out=" + modules,
            "--plugin=protoc-gen-grpc_python=" + shutil.which("grpc_python_plugin"),
            *glob.glob(os.path.join(schemas, "kvintet_api", "v1", "*.proto")))
        return run("env", "PYTHONPATH=" + modules, sys.executable,
                   os.path.join(ROOT, "examples", "ask.py"), address, GAME)


if __name__ == "__main__":
    unittest.main()
