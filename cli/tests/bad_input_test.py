# Tests of bad input to the program kvintet: exit code 2, one line that says what was wanted, no
# crash.
#
# usage: bad_input_test.py PROGRAM FORK_SERVER
import glob
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

from program_forks import ProgramForks, each

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SMOKE = os.path.join(ROOT, "configs/smoke.textproto")
PROGRAM = os.path.abspath(sys.argv[1])
FORKS = ProgramForks(sys.argv[2])
NO_SERVICE = "not in this build" in FORKS.run("serve", "--help").stdout
ARENA = ["arena", "--b", "random", "--pairs", "1", "--game"]
LOG_LINE = re.compile(r"^\d{4}-\d\d-\d\dT\S+ (INFO|WARNING) ")


def setUpModule():
    """Trains a small run of tic-tac-toe, whose files the tests damage."""
    global FOLDER, RUN
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    unittest.addModuleCleanup(FORKS.close)
    FOLDER, RUN = folder.name, os.path.join(folder.name, "run")
    trained = FORKS.run("train", "tic_tac_toe", "--config", SMOKE, "--games", "16", "--run", RUN)
    if trained.returncode != 0:
        raise RuntimeError(trained.stderr)


def path(name):
    return os.path.join(FOLDER, name)


def write(name, content):
    """Writes a file with text or bytes."""
    with open(path(name), "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path(name)


def read(name):
    with open(name, "rb") as file:
        return file.read()


def flip(content, at, bit=8):
    """The bytes with one bit flipped."""
    return content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :]


def spoilt(name, content):
    """Damaged variants of valid content, each with a name."""
    return {
        "empty": write("empty." + name, b""),
        "cut short": write("short." + name, content[: len(content) // 2]),
        "without its last byte": write("last." + name, content[:-1]),
        "flipped at its begin": write("begin." + name, flip(content, 2)),
        "flipped in the middle": write("middle." + name, flip(content, len(content) // 2)),
        "flipped near its end": write("end." + name, flip(content, len(content) - 3)),
        "something else": write("else." + name, b"hello " * 100),
    }


class BadInputTest(unittest.TestCase):
    def refused(self, *command, wanted=(), text=""):
        """Runs a command that must be refused with one line that contains each of `wanted`."""
        result = FORKS.run(*command, text=text)
        self.assertEqual(result.returncode, 2, (command, result.stdout, result.stderr))
        lines = [line for line in result.stderr.splitlines() if not LOG_LINE.match(line)]
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(lines[0].startswith("kvintet: "), lines)
        for part in wanted:
            self.assertIn(part, lines[0])
        return lines[0]


class ConfigurationTest(BadInputTest):
    def refused_file(self, text, *wanted):
        config = write("config.textproto", text)
        self.refused("train", "tic_tac_toe", "--run", path("none"), "--config", config,
                     wanted=(config + ":", *wanted))
        self.assertFalse(os.path.exists(path("none")))

    def test_a_malformed_file_is_named_with_its_line(self):
        self.refused_file("seed: 3\nsearch { simulations 4 }\n", ":2:22", 'expected ":"')
        self.refused_file("seed: 3\nsearch {\n", ":3:")
        self.refused_file(b"\x00\xff\x1b[31m", ":1:")

    def test_an_unknown_field_is_named_with_the_nearest(self):
        self.refused_file("seed: 3\nsearch {\n  simulatons: 4\n}\n", ":3:", "simulatons",
                          "did you mean simulations")

    def test_a_value_out_of_range_is_named_with_its_range(self):
        self.refused_file("search {\n  simulations: -3\n}\n", ":2:", "search.simulations",
                          "between 1 and 1000000", "-3")

    def test_an_unknown_word_is_named_with_those_there_are(self):
        self.refused_file("learner { optimizer: CLEVER }\n", ":1:", "CLEVER", "ADAMW")

    def test_a_setting_that_moved_is_named_with_its_place(self):
        self.refused_file("search { algorithm: PUCT }\n", ":1:", "search { puct { } }")
        self.refused_file("search { c_puct: 2 }\n", ":1:", "search.puct.c_puct")

    def test_a_folder_is_no_configuration(self):
        self.refused("train", "tic_tac_toe", "--config", FOLDER, wanted=[FOLDER, "directory"])


class RecordFileTest(BadInputTest):
    def setUp(self):
        self.shard = glob.glob(os.path.join(RUN, "shards", "*"))[0]

    def test_a_sound_file_is_shown_under_any_name(self):
        copy = shutil.copy(self.shard, path("sound.records"))
        self.assertEqual(FORKS.run("show", copy).returncode, 0)

    def test_damage_is_found_and_the_file_named(self):
        files = spoilt("records", read(self.shard))
        each(lambda file: self.refused("show", file, wanted=[file]), files.values())

    def test_a_shard_with_another_content_is_refused(self):
        shard = write(os.path.basename(self.shard), flip(read(self.shard), 100))
        self.refused("show", shard, wanted=[shard, "damaged"])

    def test_a_file_without_games_and_text_that_is_none_are_refused(self):
        self.refused("show", write("none.txt", "\n"), wanted=["holds no games"])
        self.refused("show", write("bytes.txt", bytes(range(256))), wanted=["wanted"])
        self.refused("show", FOLDER, wanted=["directory"])
        self.refused("show", "nowhere.txt", wanted=["wanted a file or a record", "nowhere.txt"])


class RecordTextTest(BadInputTest):
    record = "tic_tac_toe; 0 b2; 1 a1; 0 c1"

    def refused_or_as_written(self, text):
        """True if the input is accepted."""
        shown = FORKS.run("show", text, "--json")
        if shown.returncode == 0:
            self.assertEqual(json.loads(shown.stdout)["record"], text)
            return True
        self.refused("show", text)
        return False

    def test_a_cut_record_is_refused_or_an_earlier_moment(self):
        cuts = [self.record[:size] for size in range(len(self.record))]
        read = list(filter(self.refused_or_as_written, cuts))
        self.assertEqual(read, ["tic_tac_toe", "tic_tac_toe; 0 b2", "tic_tac_toe; 0 b2; 1 a1"])

    def test_a_flipped_record_is_refused_or_another_game(self):
        flipped = [flip(self.record.encode(), at, 1).decode() for at in range(len(self.record))]
        read = list(filter(self.refused_or_as_written, flipped))
        self.assertIn("tic_tac_toe; 0 c2; 1 a1; 0 c1", read)
        self.assertNotIn("tic_tac_toe; 0 b2; 1 a1; 1 c1", read)


class ModelTest(BadInputTest):
    def test_damage_is_found_by_arena_and_the_file_named(self):
        files = spoilt("model", read(os.path.join(RUN, "latest.model")))
        each(lambda file: self.refused(*ARENA, "tic_tac_toe", "--a", "model:" + file,
                                       wanted=[file]), files.values())

    @unittest.skipIf(NO_SERVICE, "not built")
    def test_damage_is_found_by_serve_and_the_file_named(self):
        files = spoilt("model", read(os.path.join(RUN, "latest.model")))
        # Each call has its own socket, since the address is checked before models are read.
        each(lambda file: self.refused("serve", "--allow-root", "--listen", f"unix:{file}.socket",
                                       "--models", file, wanted=[file]), files.values())

    def test_what_only_json_shows_needs_it(self):
        self.refused(*ARENA, "tic_tac_toe", "--a", "random", "--records", wanted=["--json"])
        self.refused("evaluate", RUN, "--inputs", wanted=["--json"])

    def test_another_games_model_is_refused(self):
        self.refused(*ARENA, "connect_four", "--a", "model:" + RUN,
                     wanted=["a model for connect_four wanted", "for tic_tac_toe"])

    def test_what_is_no_run_is_refused(self):
        self.refused(*ARENA, "tic_tac_toe", "--a", "model:" + ROOT, wanted=[ROOT])
        self.refused(*ARENA, "tic_tac_toe", "--a", "model:nowhere", wanted=["nowhere"])


class MoveTest(BadInputTest):
    def test_an_illegal_move_in_play_is_explained_and_asked_again(self):
        played = FORKS.run("play", "tic_tac_toe", text="z9\nb2\nb2\n\nquit\n")
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertIn("z9", played.stdout)
        self.assertRegex(played.stdout, r"left the game: tic_tac_toe; 0 b2; 1 \w\w\n")

    def test_an_illegal_move_of_a_record_is_named_with_its_event(self):
        self.refused("show", "renju; 0 h8; 1 h8", wanted=["event 2", "h8"])
        self.refused("show", "renju; 1 h8", wanted=["event 1"])


class WordTest(BadInputTest):
    def test_unknown_words_are_named(self):
        commands = [
            (["games", "renju{opening=wild}"], ["opening", "rif1996", "wild"]),
            (["games", "renju{opening"], ["closing }"]),
            (["play", "chess"], ["chess", "renju"]),
            (["play", "tic_tac_toe", "--against", "clever"], ["clever", "mcts:N"]),
            (["play", "kontranto", "--against", "lbr:greedy"], ["lbr:greedy", "kvintet arena"]),
            (["play", "tic_tac_toe", "--seat", "2"], ["--seat", "0 to 1"]),
            (["show", "kuhn", "--seat", "3"], ["--seat"]),
            (["bench", "net", "--device", "abacus"], ["abacus", "CPU"]),
            (["bench", "fly"], ["fly", "selfplay"]),
            (["train", "tic_tac_toe", "--minutes", "-1"], ["--minutes", "-1"]),
            (["train", "tic_tac_toe", "--games", "1", "--minutes", "1"], ["--games", "--minutes"]),
            (["train", "kuhn", "--run", path("kuhn")], ["gumbel", "policy"]),
            (["train", "kuhn", "--run", path("kuhn"), "--ranks-at", "0.0.0.0:0"], ["--ranks-at"]),
            (["rank"], ["--join HOST:PORT"]),
            (["rank", "--join", "nowhere"], ["--join"]),
            (["trace", "tic_tac_toe", "--moves"], ["--moves"]),
            (["watch", "dir:" + path("link"), "--html", path("page")], ["--html", "link"]),
            (["watch", "dir:" + path("typo")], ["kvintet train --link", path("typo")]),
            (["act", "--link", "dir:" + path("typo")], ["kvintet train --link", path("typo")]),
            (["rate", "--link", "dir:" + path("typo")], ["kvintet train --link", path("typo")]),
            (["compare", RUN, RUN], [RUN, "named twice"]),
            (["compare", RUN, os.path.join(FOLDER, ".", "run", "")], ["named twice"]),
        ]
        each(lambda command: self.refused(*command[0], wanted=command[1]), commands)
        self.assertFalse(os.path.exists(path("kuhn")))
        self.assertFalse(os.path.exists(path("typo")))

    def test_what_is_no_number_of_the_kind_is_refused(self):
        arena = ["arena", "--game", "tic_tac_toe", "--a", "random", "--b", "random"]
        self.refused(*arena, "--confidence", "nan", wanted=["--confidence", "found nan"])
        for seed in ("-1", str(2**64)):
            self.refused(*arena, "--seed", seed, wanted=["--seed", str(2**64 - 1), "found " + seed])

    def test_leading_zeros_change_no_number(self):
        traces = [FORKS.run("trace", "tic_tac_toe", "--seed", seed) for seed in ("010", "10")]
        self.assertEqual(traces[0].stdout, traces[1].stdout)
        self.assertNotEqual(traces[0].stdout, "")


class RunDirectoryTest(BadInputTest):
    def train(self, folder, *more, wanted):
        self.refused("train", "tic_tac_toe", "--games", "32", "--run", folder, *more, wanted=wanted)

    def copied_run(self):
        copy = tempfile.mkdtemp(dir=FOLDER)
        return shutil.copytree(RUN, copy, symlinks=True, dirs_exist_ok=True)

    def test_a_place_where_nothing_can_be_made_is_named(self):
        file = write("file", "")
        self.train(file, wanted=[file])
        self.train(file + "/below", wanted=[file])
        self.train("/proc/run", wanted=["/proc/run"])
        self.train("", wanted=["folder"])

    def test_another_game_or_configuration_than_the_runs_is_refused(self):
        self.refused("train", "connect_four", "--run", RUN, wanted=["tic_tac_toe", "connect_four"])
        self.train(RUN, "--config", SMOKE, "--seed", "5", wanted=["seed: 0 -> 5"])

    def test_damage_in_a_run_is_named(self):
        def cut(content):
            return content[:-40]

        def flipped_begin(content):
            return flip(content, 2)

        def flipped_middle(content):
            return flip(content, len(content) // 2)

        def check(damage):
            name, change = damage
            run = self.copied_run()
            for file in glob.glob(os.path.join(run, name)):
                write(file, change(read(file)))
            self.train(run, wanted=[run])

        each(check, [("manifest.jsonl", flipped_begin), ("config.textproto", cut),
                     ("run.json", cut), ("learner/*", cut), ("learner/*", flipped_middle),
                     ("shards/*", cut), ("shards/*", flipped_middle)])


@unittest.skipIf(NO_SERVICE, "not built")
class AddressTest(BadInputTest):
    def listener(self, family, address):
        found = socket.socket(family)
        self.addCleanup(found.close)
        found.bind(address)
        found.listen()
        return found

    def serve(self, address, *wanted):
        self.refused("serve", "--allow-root", "--listen", address, "--models", RUN,
                     wanted=[address, *wanted])

    def test_an_occupied_port_is_refused(self):
        other = self.listener(socket.AF_INET, ("127.0.0.1", 0))
        self.serve(f"127.0.0.1:{other.getsockname()[1]}", "Address already in use")

    def test_an_occupied_socket_is_refused_and_stays_its_owners(self):
        other = self.listener(socket.AF_UNIX, path("socket"))
        self.serve("unix:" + path("socket"), "Address already in use")
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(path("socket"))
            other.accept()[0].close()

    def test_a_file_is_not_replaced_by_a_socket(self):
        file = write("kept", "content")
        self.serve("unix:" + file, "File exists")
        self.assertEqual(read(file), b"content")

    def test_a_socket_in_no_folder_is_refused(self):
        self.serve("unix:" + path("none/socket"), "No such file or directory")

    def test_ports_must_be_ports(self):
        for address in ("127.0.0.1", "127.0.0.1:x", "127.0.0.1:65536", "unix:", "0.0.0.0:1"):
            self.serve(address, "listen: wanted")


@unittest.skipIf(NO_SERVICE, "not built")
class JudgesAgentTest(BadInputTest):
    def test_the_service_has_no_agent_that_knows_another(self):
        self.refused("serve", "--allow-root", "--listen", "unix:" + path("judges"), "--models",
                     "lbr:greedy", wanted=["lbr:greedy"])


class OutputTest(unittest.TestCase):
    def fails_to_write(self, *command, wanted):
        with open("/dev/full", "w", encoding="ascii") as full:
            ended = subprocess.run([PROGRAM, *command], stdout=full, stderr=subprocess.PIPE,
                                   text=True, check=False)
        self.assertEqual(ended.returncode, 1)
        self.assertIn(wanted, ended.stderr)

    def test_output_that_cannot_be_written_is_an_error(self):
        self.fails_to_write("games", "renju", wanted="No space left on device")

    def test_output_whose_beginning_cannot_be_written_is_an_error(self):
        # More than one buffer, so that the first write fails while the verb runs.
        self.fails_to_write("games", wanted="cannot write all of standard output")

    def test_a_closed_output_is_an_error(self):
        ended = subprocess.run([PROGRAM, "games", "renju"], preexec_fn=lambda: os.close(1),
                               stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(ended.returncode, 1)
        self.assertIn("cannot write standard output", ended.stderr)

    def test_no_file_takes_the_place_of_a_closed_stream(self):
        # The lock is the first file that stays open while the log is written.
        run = path("no-log")
        ended = subprocess.run([PROGRAM, "train", "tic_tac_toe", "--config", SMOKE, "--games", "4",
                                "--run", run], preexec_fn=lambda: os.close(2),
                               stdout=subprocess.DEVNULL, check=False)
        self.assertEqual(ended.returncode, 0)
        self.assertRegex(read(os.path.join(run, "lock")), rb"\A\d+\n\Z")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
