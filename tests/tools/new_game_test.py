# Tests of new_game: what it writes, and what it refuses.
import os
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
            self.assertNotRegex(name + self.read(name), "(?i)tic.?tac.?toe|to copy for a new one")

    def test_out_of_tree_includes_its_own_header_from_its_folder(self):
        run("king_pursuit", "--into", self.into)
        self.assertIn('#include "king_pursuit.h"', self.read("king_pursuit.cc"))
        self.assertIn("find_package(Kvintet", self.read("CMakeLists.txt"))

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
