# Tests of tools/with_node: which Node a command gets.
import os
import shutil
import stat
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class WithNodeTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        for name in ("tools/with_node", "web/package.json"):
            os.makedirs(os.path.join(self.root, os.path.dirname(name)), exist_ok=True)
            shutil.copy(os.path.join(ROOT, name), os.path.join(self.root, name))
        # The system's programs without its Node.
        for tool in ("bash", "dirname", "realpath", "sed", "sort"):
            self.link("system", tool, shutil.which(tool))

    def link(self, folder, name, target):
        path = os.path.join(self.root, folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(target, path)

    def put_node(self, folder, version, names=("node", "npm")):
        """Makes programs that print a version of Node."""
        os.makedirs(os.path.join(self.root, folder), exist_ok=True)
        for name in names:
            path = os.path.join(self.root, folder, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"#!{shutil.which('bash')}\necho {version}\n")
            os.chmod(path, stat.S_IRWXU)

    def run_with_node(self, *command):
        return subprocess.run(
            [os.path.join(self.root, "tools", "with_node"), *command],
            env={"PATH": os.path.join(self.root, "system")},
            capture_output=True, text=True, check=False)

    def version(self):
        done = self.run_with_node("node", "--version")
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.strip()

    def test_takes_the_systems_node_if_it_is_new_enough(self):
        self.put_node("build/node/bin", "v24.0.0")
        for version in ("v20.19.0", "v20.20.2", "v100.0.0"):
            self.put_node("system", version)
            self.assertEqual(self.version(), version)

    def test_takes_the_installed_node_if_the_systems_is_too_old_or_has_no_npm(self):
        self.put_node("build/node/bin", "v24.0.0")
        self.assertEqual(self.version(), "v24.0.0")
        for version in ("v18.19.0", "v20.2.0", "v20.18.9"):
            self.put_node("system", version)
            self.assertEqual(self.version(), "v24.0.0")
        os.remove(os.path.join(self.root, "system", "npm"))
        self.put_node("system", "v22.0.0", names=["node"])
        self.assertEqual(self.version(), "v24.0.0")

    def test_says_what_it_wanted_and_found_if_there_is_none(self):
        for found in ("none", "v18.19.0"):
            done = self.run_with_node("node")
            self.assertEqual(done.returncode, 127)
            self.assertRegex(
                done.stderr, rf"wanted Node [0-9.]+ or newer with npm, found {found}; run tools/")
            self.put_node("system", "v18.19.0")

    def test_exits_as_the_command_does(self):
        self.put_node("system", "v22.0.0")
        self.assertEqual(self.run_with_node("bash", "-c", "exit 3").returncode, 3)


if __name__ == "__main__":
    unittest.main()
