# Tests that protoc generates Java, C# and Go code from the schemas, under the names that they
# declare.
import glob
import os
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SCHEMAS = sorted(glob.glob(os.path.join(ROOT, "proto", "kvintet_api", "v1", "*.proto")))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class OtherLanguagesTest(unittest.TestCase):
    def generate(self, option):
        """The texts of the files that protoc generates with the option, by name."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        command = ["protoc", "-I", os.path.join(ROOT, "proto"), f"{option}={folder.name}"]
        done = subprocess.run([*command, *SCHEMAS], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        found = glob.glob(os.path.join(folder.name, "**", "*.*"), recursive=True)
        return {os.path.relpath(path, folder.name): read(path) for path in found}

    def test_java_has_a_class_for_each_message(self):
        files = self.generate("--java_out")
        messages = {
            name
            for schema in SCHEMAS
            for name in re.findall(r"^message (\w+) {", read(schema), re.M)
        }
        self.assertGreater(len(messages), 100)
        for message in messages:
            self.assertIn("\npackage kvintet.v1;", files[f"kvintet/v1/{message}.java"])

    def test_csharp_has_its_namespace(self):
        files = self.generate("--csharp_out")
        self.assertEqual(len(files), len(SCHEMAS))
        for name, text in files.items():
            self.assertIn("\nnamespace Kvintet.V1 {", text, name)

    def test_go_has_its_package(self):
        files = self.generate("--go_out")
        self.assertEqual(len(files), len(SCHEMAS))
        for name, text in files.items():
            self.assertTrue(name.startswith("kvintet_api/v1/"), name)
            self.assertIn("\npackage kvintetv1\n", text, name)


if __name__ == "__main__":
    unittest.main()
