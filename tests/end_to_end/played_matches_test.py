# End to end: whole matches on the program's service, played with the program's client.
#
# usage: played_matches_test.py PROGRAM
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SECONDS = 60


class Server:
    """The program's service, as a child process."""

    def __init__(self, folder):
        command = [PROGRAM, "serve", "--allow-root", "--listen", "127.0.0.1:0", "--models", ""]
        command += ["--matches", folder, "--set", "serve { threads: 1 } search { simulations: 2 }"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().removeprefix("listening on ").strip()

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(SECONDS)
        self.process.stdout.close()


def ask(server, *words, lines=""):
    """Runs `kvintet match`; `lines` is what a person types. Returns exit code, stdout, stderr."""
    done = subprocess.run(
        [PROGRAM, "match", *words, "--server", server.address],
        input=lines,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    return done.returncode, done.stdout, done.stderr


def create(server, *words, lines=""):
    """Creates a match; returns its id, the token and the output."""
    code, text, errors = ask(server, "create", *words, lines=lines)
    if code != 0:
        raise RuntimeError(errors)
    return re.search("^match (.*)$", text, re.M)[1], re.search("^token (.*)$", text, re.M)[1], text


class MatchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.join(folder.name, "matches")
        self.server = Server(self.folder)
        self.addCleanup(lambda: self.server.process.kill())

    def test_a_person_plays_an_agent_and_reads_the_report(self):
        lines = "circle\nnonsense\nresign\nyes\nreport\nquit\n"
        code, _, errors = ask(self.server, "create", "kontranto")
        self.assertNotEqual(code, 0)
        self.assertIn("no model plays kontranto", errors)
        words = ["kontranto", "--name", "Ada", "--allow-rollouts"]
        match, token, text = create(self.server, *words, lines=lines)
        self.assertIn("agent: player 1 by rollouts:16, no model: random games", text)
        self.assertIn("seal", text)
        self.assertIn("refused: ", text)
        self.assertIn("over: resigned", text)
        self.assertRegex(text, r"result +-?1 : -?1 \(resigned\)")
        code, report, _ = ask(self.server, "report", match)
        self.assertEqual(code, 0)
        self.assertIn("Ada (person)", report)
        self.assertIn("agent     player 1: rollouts:16, no model: random games", report)
        self.assertIn("nonce", report)
        code, watched, _ = ask(self.server, "watch", match)
        self.assertEqual(code, 0)
        self.assertIn("ended resigned", watched)

    def test_resigning_asks_for_confirmation(self):
        lines = "resign\nno\nresign\ncircle\nresign\n"
        match, token, text = create(self.server, "kontranto", "--name", "Ada", "--allow-rollouts",
                                    lines=lines)
        # Neither another answer nor the end of the input counts as a yes.
        self.assertEqual(text.count("resign? yes, or anything else"), 3)
        self.assertEqual(text.count("the game goes on"), 3)
        self.assertNotIn("over:", text)
        code, _, errors = ask(self.server, "report", match)
        self.assertNotEqual(code, 0)
        self.assertIn("in play", errors)
        _, played, _ = ask(self.server, "play", match, "--token", token, lines="resign\nyes\n")
        self.assertIn("over: resigned", played)

    def test_a_wrong_token_is_bad_input(self):
        match, _, _ = create(self.server, "tic_tac_toe", "--against", "person", "--stay")
        code, _, errors = ask(self.server, "play", match, "--token", "wrong")
        self.assertEqual(code, 2, errors)
        self.assertIn("token: wanted", errors)

    def test_two_persons_play_and_a_killed_server_forgets_nothing(self):
        words = ["tic_tac_toe", "--against", "person", "--stay"]
        match, token, _ = create(self.server, *words)
        code, joined, _ = ask(self.server, "join", match, "--name", "Bob", "--stay")
        self.assertEqual(code, 0)
        other = re.search("^token (.*)$", joined, re.M)[1]
        self.play(match, token, "a1")
        self.server.stop(signal.SIGKILL)
        self.server = Server(self.folder)
        for mover, move in [(other, "a2"), (token, "b1"), (other, "b2")]:
            self.play(match, mover, move)
        self.play(match, token, "c1", "quit")
        code, report, _ = ask(self.server, "report", match)
        self.assertEqual(code, 0)
        self.assertRegex(report, r"result +1 : -1")
        self.server.stop()
        self.assertEqual(self.server.process.returncode, 0)

    def play(self, match, token, *lines):
        """Types one move; the input ends before the opponent has answered."""
        with subprocess.Popen(
            [PROGRAM, "match", "play", match, "--token", token, "--server", self.server.address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            process.stdin.write("".join(line + "\n" for line in lines))
            process.stdin.flush()
            for line in process.stdout:
                if line.startswith(("player ", "over")) and f"moved {lines[0]}" in line:
                    break
            process.kill()

    def test_who_joins_wishes_colours_and_each_says_what_is_no_move(self):
        words = ["tantrix", "--against", "person", "--stay", "--colours", "green,red"]
        match, token, _ = create(self.server, *words)
        join = ["join", match, "--stay", "--colours"]
        code, _, errors = ask(self.server, *join, "green")
        self.assertNotEqual(code, 0)
        self.assertIn("both players wish the same", errors)
        code, joined, errors = ask(self.server, *join, "blue", "--palette", "colour_blind")
        self.assertEqual(code, 0, errors)
        other = re.search("^token (.*)$", joined, re.M)[1]
        for who, word in [(token, "ready"), (other, "ready"), (token, "pause"), (other, "contest")]:
            code, _, errors = ask(self.server, "say", match, word, "--token", who)
            self.assertEqual(code, 0, errors)
        for word, wanted in [
            ("start-clock", "waits for no invited or joined player"),
            ("sing", "wanted one of"),
        ]:
            code, _, errors = ask(self.server, "say", match, word, "--token", token)
            self.assertNotEqual(code, 0)
            self.assertIn(wanted, errors)
        resign = ["say", match, "resign", "--token", token]
        code, _, errors = ask(self.server, *resign)
        self.assertNotEqual(code, 0)
        self.assertIn("it ends the game; wanted --yes", errors)
        code, _, errors = ask(self.server, *resign, "--yes")
        self.assertEqual(code, 0, errors)
        code, report, _ = ask(self.server, "report", match)
        self.assertIn("colours=green-blue", report)
        self.assertIn("player 0's was wrong, 0:30.0 of its time to player 1", report)

    def test_refuses_a_wrong_token(self):
        match, _, _ = create(self.server, "renju", "--against", "person", "--stay")
        code, _, errors = ask(self.server, "play", match, "--token", "wrong")
        self.assertNotEqual(code, 0)
        self.assertIn("token", errors)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
