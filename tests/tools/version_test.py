# Tests that every place that names the project's version names the same one.
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PLACES = {
    "CMakeLists.txt": r"project\(Kvintet VERSION (\S+) ",
    "base/version.h": r'kVersion\[\] = "(.*)"',
    "python/pyproject.toml": r'^version = "(.*)"',
    "python/src/kvintet/__init__.py": r'^__version__ = "(.*)"',
}


class VersionTest(unittest.TestCase):
    def test_every_place_has_the_same_version(self):
        found = {}
        for file, pattern in PLACES.items():
            with open(os.path.join(ROOT, file), encoding="utf-8") as text:
                found[file] = re.findall(pattern, text.read(), re.MULTILINE)
        self.assertEqual(list(found.values()), 4 * [found["CMakeLists.txt"]], found)
        self.assertRegex(found["CMakeLists.txt"][0], r"^\d+\.\d+\.\d+$")


if __name__ == "__main__":
    unittest.main()
