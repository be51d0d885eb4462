# Tests of new_game: what it writes, and what it refuses.
import os
import shutil
import subprocess
import tempfile
import unittest

import seeded_tree

TOOL = os.path.join(seeded_tree.ROOT, "tools", "new_game")


def run(*arguments):
    return subprocess.run([TOOL, *arguments], capture_output=True, text=True, check=False)


class NewGameTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.into = os.path.join(self.folder.name, "king_pursuit")

    def read(self, name):
        with open(os.path.join(self.into, name), encoding="utf-8") as file:
            return file.read()

    def test_renames_all_that_was_the_template(self):
        result = run("king_pursuit", "--into", self.into)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("class KingPursuit", self.read("king_pursuit.h"))
        self.assertIn("REGISTER_GAME(KingPursuit)", self.read("king_pursuit.cc"))
        self.assertIn("# king_pursuit: ", self.read("README.md"))
        for name in os.listdir(self.into):
            self.assertNotRegex(name + self.read(name), "in_a_row|InARow|to copy for a new one")

    def test_out_of_tree_includes_its_own_header_from_its_folder(self):
        run("king_pursuit", "--into", self.into)
        self.assertIn('#include "king_pursuit.h"', self.read("king_pursuit.cc"))
        self.assertIn('#include "king_pursuit_reference.h"',
                      self.read("king_pursuit_conformance_test.cc"))
        self.assertIn("find_package(Kvintet", self.read("CMakeLists.txt"))
        self.assertIn("kvintet::conformance", self.read("CMakeLists.txt"))

    def test_in_the_tree_the_game_stands_with_the_games_and_its_reference_with_the_references(self):
        tree = os.path.join(self.folder.name, "tree")
        for folder in ("tools", "examples/in_a_row"):
            shutil.copytree(os.path.join(seeded_tree.ROOT, folder), os.path.join(tree, folder))
        tool = os.path.join(tree, "tools", "new_game")
        result = subprocess.run([tool, "king_pursuit"], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        for name in ["CMakeLists.txt", "reference_entries.h", "reference_registry.cc"]:
            self.assertIn(name, result.stdout)
        self.into = os.path.join(tree, "envs/games/king_pursuit")
        self.assertEqual(sorted(os.listdir(self.into)),
                         ["CMakeLists.txt", "README.md", "king_pursuit.cc", "king_pursuit.h",
                          "king_pursuit_test.cc"])
        self.assertEqual(self.read("CMakeLists.txt"), "add_game(king_pursuit.cc)\n")
        self.assertIn('#include "envs/games/king_pursuit/king_pursuit.h"',
                      self.read("king_pursuit.cc"))
        self.assertEqual(os.listdir(os.path.join(tree, "tests/reference")), ["king_pursuit.cc"])
        reference = self.read("../../../tests/reference/king_pursuit.cc")
        self.assertIn('#include "tests/reference/reference_entries.h"', reference)
        self.assertIn("ReferenceEntry KingPursuitEntry()", reference)
        self.assertNotIn("king_pursuit_reference.h", reference)
        again = subprocess.run([tool, "king_pursuit"], capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 2)

    def test_refuses_a_name_that_is_no_identifier(self):
        for name in ["King", "king-pursuit", "1king", "king_", ""]:
            result = run(name, "--into", self.into)
            self.assertEqual(result.returncode, 2, name)
            self.assertIn("lower case", result.stderr)
            self.assertFalse(os.path.exists(self.into))

    def test_overwrites_nothing(self):
        run("king_pursuit", "--into", self.into)
        result = run("king_pursuit", "--into", self.into)
        self.assertEqual(result.returncode, 2)
        self.assertIn("is there already", result.stderr)
        self.assertEqual(run("tic_tac_toe").returncode, 2)


if __name__ == "__main__":
    unittest.main()
