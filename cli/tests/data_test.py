# Tests of `kvintet data`: counts, damage detection, games as text, arrays as numpy reads them.
#
# usage: data_test.py PROGRAM FORK_SERVER
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

import numpy

from program_forks import ProgramForks

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SMOKE = os.path.join(ROOT, "configs/smoke.textproto")
FORKS = ProgramForks(sys.argv[2])
COLUMNS = ["observation", "globals", "mask", "policy", "value", "search_value", "action", "seat",
           "game", "ply", "model"]


def setUpModule():
    """Trains small runs of a game with perfect and of one with hidden information."""
    global FOLDER, OPEN, HIDDEN
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    unittest.addModuleCleanup(FORKS.close)
    FOLDER = folder.name
    OPEN, HIDDEN = path("open"), path("hidden")
    train(OPEN, "tic_tac_toe", 24)
    train(HIDDEN, "kuhn", 200, "--set", "game: 'kuhn' search { policy { } }")


def path(name):
    return os.path.join(FOLDER, name)


def train(run, game, games, *more):
    trained = FORKS.run("train", game, "--config", SMOKE, "--run", run, "--games", str(games),
                        *more)
    if trained.returncode != 0:
        raise RuntimeError(trained.stderr)


def data(*arguments):
    """The JSON output of a call that must succeed."""
    result = FORKS.run("data", *arguments, "--json")
    if result.returncode != 0:
        raise RuntimeError(result.stderr)
    return json.loads(result.stdout)


def export(source, name, *more):
    data(source, "export", "--npz", path(name), *more)
    return numpy.load(path(name))


class DataTest(unittest.TestCase):
    def refused(self, wanted, *arguments):
        result = FORKS.run("data", *arguments)
        self.assertEqual(result.returncode, 2, (arguments, result.stdout, result.stderr))
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        for part in wanted:
            self.assertIn(part, result.stderr)
        return result.stdout

    def test_what_is_no_run_and_no_record_file_is_refused(self):
        self.refused(["nowhere"], path("nowhere"))
        self.refused([FOLDER, "no manifest.jsonl"], FOLDER)
        self.refused(["does not begin like one"], os.path.join(OPEN, "config.textproto"))
        self.refused(["weigh"], OPEN, "weigh")
        self.refused(["--npz"], OPEN, "export")
        self.refused(["none/x.npz"], OPEN, "export", "--npz",
                     path("none/x.npz"))


class CountTest(DataTest):
    def test_options_of_other_outputs_are_refused(self):
        for option in ["--npz", path("rows.npz")], ["--omniscient"]:
            self.refused([f"{option[0]} is only for 'export', found 'count'"], OPEN, *option)
        self.refused(["--game is only for 'replay', found 'verify'"], OPEN, "verify", "--game", "1")

    def test_sums_agree_with_the_manifest(self):
        with open(os.path.join(OPEN, "manifest.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        shards = [line for line in lines if line["kind"] == "shard"]
        stats = data(OPEN)["stats"]
        for key in ("games", "rows", "evaluations", "bytes"):
            self.assertEqual(stats[key], sum(shard[key] for shard in shards), key)
        self.assertEqual(stats["files"], len(shards))
        self.assertEqual(sum(model["rows"] for model in stats["models"]), stats["rows"])
        self.assertEqual(sum(stats["results"].values()), stats["games"])
        self.assertEqual(sum(stats["reasons"].values()), stats["games"])

    def test_the_files_of_a_run_add_up(self):
        files = glob.glob(os.path.join(OPEN, "shards", "*"))
        rows = sum(data(file)["stats"]["rows"] for file in files)
        self.assertEqual(rows, data(OPEN)["stats"]["rows"])


class ReplayTest(DataTest):
    def test_a_game_is_told_with_its_rows(self):
        game = data(OPEN, "replay", "--game", "5")
        self.assertEqual(game["number"], 5)
        # The ninth stone has only one place, so it has no row.
        events = len(game["record"].split(";")) - 1
        self.assertEqual(len(game["rows"]), min(events, 8))
        self.assertEqual([row["seat"] for row in game["rows"][:3]], [0, 1, 0])
        shown = json.loads(FORKS.run("show", game["record"], "--json").stdout)
        self.assertEqual((shown["returns"][0], shown["reason"]), (game["result"], game["reason"]))
        self.assertIn(game["record"], FORKS.run("data", OPEN, "replay", "--game", "5").stdout)

    def test_a_game_that_is_not_there_is_refused(self):
        self.refused(["--game must be 0..23", "24"], OPEN, "replay", "--game", "24")


class VerifyTest(DataTest):
    def setUp(self):
        self.run_path = path("spoilt")
        shutil.copytree(OPEN, self.run_path, symlinks=True)
        self.addCleanup(shutil.rmtree, self.run_path)

    def first(self, folder):
        return sorted(glob.glob(os.path.join(self.run_path, folder, "*")))[0]

    def flip(self, name):
        with open(name, "r+b") as file:
            content = file.read()
            file.seek(len(content) // 2)
            file.write(bytes([content[len(content) // 2] ^ 1]))

    def broken(self, *wanted):
        """Checks that the run is reported as broken, with this reason only."""
        listed = self.refused(wanted, self.run_path, "verify")
        self.assertEqual(listed.count("broken: "), 1, listed)

    def test_a_whole_run_is_sound(self):
        check = data(OPEN, "verify")
        self.assertEqual((check["broken"], check["games"], check["notes"]), ([], 24, []))
        self.assertGreater(check["models"], 1)
        self.assertEqual(data(self.first("shards"), "verify")["broken"], [])

    def test_damage_is_named_with_its_file(self):
        for folder in ("shards", "models"):
            name = self.first(folder)
            with open(name, "rb") as file:
                content = file.read()
            self.flip(name)
            self.broken(name)
            with open(name, "wb") as file:
                file.write(content)
        for name in glob.glob(os.path.join(self.run_path, "learner", "*")):
            self.flip(name)
        self.broken("learner", "SHA-256")

    def test_a_missing_file_is_named(self):
        shard = self.first("shards")
        os.rename(shard, shard + ".away")
        self.broken(shard, "named by the manifest, but missing")
        os.rename(shard + ".away", shard)
        model = data(OPEN)["stats"]["models"][0]["model"]
        os.remove(os.path.join(self.run_path, "models", model))
        self.broken(model, "but missing")

    def test_counts_that_differ_from_the_manifest_are_named(self):
        manifest = os.path.join(self.run_path, "manifest.jsonl")
        with open(manifest, encoding="utf-8") as file:
            lines = file.read()
        rows = json.loads(next(l for l in lines.splitlines() if '"shard"' in l))["rows"]
        with open(manifest, "w", encoding="utf-8") as file:
            file.write(lines.replace(f'"rows":{rows},', f'"rows":{rows + 1},', 1))
        self.broken("as the manifest says")

    def test_what_a_crash_left_is_a_note(self):
        for folder in ("models", "shards"):
            first = self.first(folder)
            shutil.copy(first, os.path.join(self.run_path, folder, "left.tmp.1"))
        notes = data(self.run_path, "verify")["notes"]
        for folder in ("models", "shards"):
            self.assertTrue([note for note in notes
                             if folder in note and "left over from a crash" in note], notes)

    def test_a_broken_manifest_is_refused_with_its_line(self):
        with open(os.path.join(self.run_path, "manifest.jsonl"), "r+", encoding="utf-8") as file:
            file.write("{}")
        for what in ["count"], ["verify"], ["export", "--npz", path("never.npz")]:
            self.refused(["manifest.jsonl:1"], self.run_path, *what)


class ExportTest(DataTest):
    def test_arrays_have_their_shapes_and_types(self):
        arrays = export(OPEN, "open.npz")
        rows = data(OPEN)["stats"]["rows"]
        self.assertEqual(list(arrays), COLUMNS + ["models", "rules"])
        self.assertEqual(arrays["observation"].shape, (rows, 2, 3, 3))
        self.assertEqual(arrays["mask"].dtype, bool)
        for name in COLUMNS:
            self.assertEqual(len(arrays[name]), rows, name)
        self.assertEqual(arrays["rules"][0].decode(), "tic_tac_toe")
        self.assertIsNone(zipfile.ZipFile(path("open.npz")).testzip())

    def test_rows_are_those_of_the_games(self):
        arrays = export(OPEN, "open.npz")
        game = data(OPEN, "replay", "--game", "5")
        rows = numpy.flatnonzero(arrays["game"] == 5)
        self.assertEqual(arrays["ply"][rows].tolist(), list(range(len(rows))))
        self.assertEqual(arrays["seat"][rows].tolist(), [row["seat"] for row in game["rows"]])
        sign = 1 - 2 * arrays["seat"][rows].astype(float)
        self.assertEqual((arrays["value"][rows] * sign).tolist(), len(rows) * [game["result"]])
        # A cell is empty as long as neither player has a stone on it.
        free = (arrays["observation"][:, :2].sum(axis=1) == 0).reshape(-1, 9)
        self.assertTrue((free == arrays["mask"]).all())
        self.assertTrue(numpy.take_along_axis(arrays["mask"], arrays["action"][:, None], 1).all())

    def test_policies_are_distributions_over_legal_actions(self):
        arrays = export(OPEN, "open.npz")
        self.assertTrue(numpy.allclose(arrays["policy"].sum(axis=1), 1, atol=1e-5))
        self.assertEqual(arrays["policy"][~arrays["mask"]].sum(), 0)
        models = {name.decode() for name in arrays["models"]}
        self.assertEqual(models, {m["model"] for m in data(OPEN)["stats"]["models"]})

    # At ply 2 seat 0 has seen only its own card: 3 cards, in 6 deals.
    def test_only_what_the_seat_saw_unless_asked(self):
        arrays = export(HIDDEN, "seat.npz")
        self.assertEqual([name for name in arrays if "privileged" in name], [])
        every = export(HIDDEN, "all.npz", "--omniscient")
        first = every["ply"] == 2
        seen = [every[name][first].reshape(first.sum(), -1) for name in ("observation", "globals")]
        self.assertEqual(len(numpy.unique(numpy.hstack(seen), axis=0)), 3)
        known = [every["privileged_" + name][first].reshape(first.sum(), -1)
                 for name in ("observation", "globals")]
        self.assertEqual(len(numpy.unique(numpy.hstack(known), axis=0)), 6)
        self.assertTrue((every["privileged_observation"][:, 0] == every["observation"]).all())
        for name in COLUMNS:
            self.assertTrue((arrays[name] == every[name]).all(), name)

    def test_same_games_same_bytes(self):
        for name in ("one.npz", "two.npz"):
            export(OPEN, name)
        with open(path("one.npz"), "rb") as one, open(path("two.npz"), "rb") as two:
            self.assertEqual(one.read(), two.read())

    def test_nothing_is_left_where_a_record_is_broken(self):
        spoilt = path("torn.records")
        shutil.copy(glob.glob(os.path.join(OPEN, "shards", "*"))[0], spoilt)
        with open(spoilt, "r+b") as file:
            file.seek(200)
            file.write(b"\0\0\0\0\0\0\0\0")
        before = set(os.listdir(FOLDER))
        self.refused([spoilt], spoilt, "export", "--npz", path("torn.npz"))
        self.assertEqual(set(os.listdir(FOLDER)), before)


class ExamplesTest(unittest.TestCase):
    def example(self, name, *arguments, text=""):
        command = [sys.executable, os.path.join(ROOT, "examples", name), *arguments]
        shown = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        return shown.stdout

    def test_records_are_read_by_their_specification_alone(self):
        shard = sorted(glob.glob(os.path.join(HIDDEN, "shards", "*")))[0]
        records = [json.loads(line) for line in self.example("read_records.py", shard).splitlines()]
        self.assertEqual(len(records), data(shard)["stats"]["games"])
        for game in (0, len(records) - 1):
            known = data(shard, "replay", "--game", str(game))
            record = records[game]
            self.assertEqual(len(record["events"]), len(known["record"].split(";")) - 1)
            for key in ("number", "seed", "result", "margin", "reason", "models", "evaluations"):
                self.assertEqual(record[key], known[key], key)
            for row, line in zip(record["rows"], known["rows"], strict=True):
                self.assertEqual(row["event"], line["ply"])
                self.assertAlmostEqual(row["value"], line["value"], 6)

    def test_rows_are_read_by_numpy_alone(self):
        export(OPEN, "open.npz")
        self.assertIn("24 games", self.example("read_rows.py", path("open.npz")))

    def evaluations(self, run, *records):
        """The inputs and outputs of the run's newest model after each record."""
        lines = []
        for record in records:
            said = FORKS.run("evaluate", run, "--record", record, "--inputs", "--json")
            self.assertEqual(said.returncode, 0, said.stderr)
            lines.append(said.stdout)
        return "".join(lines)

    def test_a_model_is_read_and_computed_by_numpy_alone(self):
        cases = {OPEN: ["tic_tac_toe", "tic_tac_toe; 0 b2; 1 a1"],
                 HIDDEN: ["kuhn; chance deal K; chance deal J; 0 pass"]}
        for run, records in cases.items():
            model = os.path.realpath(os.path.join(run, "latest.model"))
            said = self.evaluations(run, *records)
            self.assertIn("differs by", self.example("read_model.py", model, text=said))
            other = sorted(set(glob.glob(os.path.join(run, "models", "*"))) - {model})[0]
            with self.assertRaises(AssertionError):
                self.example("read_model.py", other, text=said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
