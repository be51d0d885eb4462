# Tests of `kvintet train` on full or read-only disks: it reports that, keeps its files, continues
# later; and of other verbs where memory or the output ends.
#
# usage: disk_test.py PROGRAM FORK_SERVER
import glob
import os
import resource
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SMOKE = os.path.join(ROOT, "configs/smoke.textproto")
PROGRAM = os.path.abspath(sys.argv[1])
SECONDS = 240
# Runs a script that may mount file systems, if the system allows it.
MOUNTING = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
# The start of the script: the program, its run on a small disk, and a round with an expected exit
# code.
START = r"""
set -u
mount -t tmpfs -o size=256k tmpfs "$1" || exit 99
run=$1/run
train() { "$2" train tic_tac_toe --config "$3" --run "$run" --games "$4"; }
commits() { grep -c commit "$run/manifest.jsonl"; }
"""


def can_mount():
    with tempfile.TemporaryDirectory() as folder:
        try:
            tried = subprocess.run([*MOUNTING, 'mount -t tmpfs tmpfs "$0"', folder], check=False,
                                   capture_output=True)
        except FileNotFoundError:
            return False
    return tried.returncode == 0


def train(run, games, largest_file=None):
    """Trains with a limit on the size of files, in bytes."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, resource.RLIM_INFINITY))

    return kvintet("train", "tic_tac_toe", "--config", SMOKE, "--run", run, "--games", str(games),
                   before=limit if largest_file else None)


def kvintet(*arguments, before=None):
    return subprocess.run([PROGRAM, *arguments], preexec_fn=before, capture_output=True, text=True,
                          check=False, timeout=SECONDS)


def manifest(run):
    with open(os.path.join(run, "manifest.jsonl"), encoding="utf-8") as file:
        return file.read()


class DiskTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def script(self, text):
        """Runs the script with a small disk at $1; returns its output."""
        ended = subprocess.run([*MOUNTING, START + text, "sh", self.folder, PROGRAM, SMOKE],
                               capture_output=True, text=True, check=False, timeout=SECONDS)
        self.assertEqual(ended.returncode, 0, (ended.stdout, ended.stderr))
        return ended

    @unittest.skipUnless(can_mount(), "no file system can be mounted here")
    def test_a_full_disk_ends_training_until_there_is_space_again(self):
        ended = self.script(r"""
            train "$@" 1000 && exit 10
            [ $? = 1 ] || exit 11
            before=$(commits)
            [ "$before" -ge 2 ] || exit 12
            "$2" show "$(ls "$run"/shards/* | head -n 1)" || exit 13
            "$2" arena --game tic_tac_toe --a "model:$run" --b random --pairs 1 || exit 14
            mount -o remount,size=8m "$1" || exit 15
            train "$@" $((16 * before + 16)) || exit 16
            [ "$(commits)" -gt "$before" ] || exit 17
        """)
        lines = [line for line in ended.stderr.splitlines() if line.startswith("kvintet: ")]
        self.assertEqual(len(lines), 1, ended.stderr)
        self.assertIn("No space left on device", lines[0])
        self.assertIn(self.folder + "/run/", lines[0])

    @unittest.skipUnless(can_mount(), "no file system can be mounted here")
    def test_a_read_only_run_is_refused(self):
        ended = self.script(r"""
            train "$@" 16 || exit 10
            mount -o remount,ro "$1" || exit 11
            train "$@" 32
            [ $? = 2 ] || exit 12
        """)
        self.assertIn("Read-only file system", ended.stderr)

    def test_too_little_memory_is_told(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (3 << 30, resource.RLIM_INFINITY))

        if kvintet("games", before=limit).returncode != 0:
            self.skipTest("under a sanitizer the program takes more")
        ended = kvintet("bench", "env", "konkvest", "--envs", "10000000", before=limit)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertEqual(ended.stderr.splitlines()[-1], "kvintet: there is not enough memory")

    def test_output_that_nobody_takes_ends_a_long_list(self):
        with open("/dev/full", "wb") as full:
            ended = subprocess.run([PROGRAM, "trace", "tic_tac_toe", "--games", "100000000"],
                                   stdout=full, stderr=subprocess.PIPE, text=True, check=False,
                                   timeout=SECONDS)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertIn("standard output", ended.stderr)

    # The same with a limit on the size of files, for systems where nothing can be mounted.
    def test_files_that_may_not_grow_end_training_until_they_may(self):
        run = os.path.join(self.folder, "run")
        self.assertEqual(train(run, 16).returncode, 0)
        before = manifest(run)
        stopped = train(run, 64, largest_file=20000)
        self.assertEqual(stopped.returncode, 1, stopped.stderr)
        self.assertIn("File too large", stopped.stderr)
        self.assertIn("kvintet: cannot write " + run, stopped.stderr)
        self.assertTrue(manifest(run).startswith(before))
        for shard in glob.glob(run + "/shards/*"):
            self.assertEqual(kvintet("show", shard).returncode, 0)
        self.assertEqual(glob.glob(run + "/**/*.tmp.*", recursive=True), [])
        resumed = train(run, 64)
        self.assertEqual(resumed.returncode, 0, resumed.stderr)
        self.assertIn("games 64", resumed.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
