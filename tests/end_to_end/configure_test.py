# Tests of configuring: the build without gRPC, and which LibTorch is taken. Nothing is compiled.
# configure_test.py
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# A LibTorch package as it is shipped, version 2.11, with no library behind it.
_TORCH = """\
set(TORCH_LIBRARIES torch)
set(TORCH_CXX_FLAGS "-D_GLIBCXX_USE_CXX11_ABI={abi}")
set(TORCH_FOUND TRUE)
"""
_TORCH_VERSION = """\
set(PACKAGE_VERSION 2.11.0)
set(PACKAGE_VERSION_COMPATIBLE TRUE)
"""


class ConfigureTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def configure(self, *options):
        """Configures the tree; returns the exit code, the output and the compile commands."""
        build = os.path.join(self.folder, "build")
        command = ["cmake", "-G", "Ninja", "-S", ROOT, "-B", build, "-DBUILD_TESTING=OFF", *options]
        result = subprocess.run(command, text=True, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        commands = []
        if result.returncode == 0:
            ninja = subprocess.run(["ninja", "-C", build, "-t", "commands"], text=True, check=True,
                                   capture_output=True)
            commands = ninja.stdout.lower().splitlines()
        return result.returncode, result.stdout, commands

    def make_torch(self, abi):
        """Makes a LibTorch package; returns its folder."""
        prefix = os.path.join(self.folder, "libtorch")
        package = os.path.join(prefix, "share", "cmake", "Torch")
        os.makedirs(package)
        for name, text in (("Config", _TORCH), ("ConfigVersion", _TORCH_VERSION)):
            with open(os.path.join(package, f"Torch{name}.cmake"), "w", encoding="utf-8") as file:
                file.write(text.replace("{abi}", str(abi)))
        return prefix

    def test_without_the_service_nothing_of_grpc_is_asked_for_or_built(self):
        status, messages, commands = self.configure(
            "-DKVINTET_SERVING=OFF", "-DCMAKE_DISABLE_FIND_PACKAGE_gRPC=ON")
        self.assertEqual(status, 0, messages)
        self.assertTrue(any("-o cli/kvintet " in command for command in commands))
        self.assertEqual([c for c in commands if "grpc" in c or "serving/" in c], [])

    def test_matches_are_built_without_the_service_where_that_is_asked(self):
        status, messages, commands = self.configure("-DKVINTET_SERVING=OFF", "-DKVINTET_MATCHES=ON")
        self.assertEqual(status, 0, messages)
        self.assertTrue(any("matches/store/match_journal.cc" in c for c in commands))
        self.assertEqual([c for c in commands if "grpc" in c], [])

    def test_with_the_service_grpc_is_required(self):
        status, messages, _ = self.configure("-DCMAKE_DISABLE_FIND_PACKAGE_gRPC=ON")
        self.assertNotEqual(status, 0)
        self.assertIn("gRPC", messages)

    def test_a_libtorch_of_the_prefix_path_is_taken(self):
        status, messages, _ = self.configure(
            "-DKVINTET_SERVING=OFF", "-DCMAKE_PREFIX_PATH=" + self.make_torch(abi=1))
        self.assertEqual(status, 0, messages)
        self.assertIn("LibTorch: 2.11.0", messages)

    def test_a_libtorch_of_the_old_abi_is_refused(self):
        status, messages, _ = self.configure(
            "-DKVINTET_SERVING=OFF", "-DCMAKE_PREFIX_PATH=" + self.make_torch(abi=0))
        self.assertNotEqual(status, 0)
        self.assertIn("cxx11 ABI", messages)

    def test_without_training_nothing_of_libtorch_is_asked_for_or_built(self):
        status, messages, commands = self.configure(
            "-DKVINTET_TRAINING=OFF", "-DKVINTET_SERVING=OFF",
            "-DCMAKE_DISABLE_FIND_PACKAGE_Torch=ON")
        self.assertEqual(status, 0, messages)
        self.assertTrue(any("libkvintet_selfplay.a" in command for command in commands))
        self.assertEqual([c for c in commands if "torch" in c or "training/" in c], [])


if __name__ == "__main__":
    unittest.main()
