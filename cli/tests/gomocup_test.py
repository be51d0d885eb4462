# Tests of `kvintet gomocup` in dialogue with a manager. gomocup_test.py PROGRAM FORK_SERVER
import os
import queue
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
SIZE = 15
# Extra time allowed to a machine that is busy with other work.
SLACK = 4.0


class Brain:
    """The program as a manager sees it."""

    def __init__(self, *arguments, end="\r\n"):
        environment = dict(os.environ, OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="2")
        self.process = subprocess.Popen([PROGRAM, "gomocup", *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env=environment)
        self.end = end
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\r\n"))
        self.lines.put(None)

    def send(self, *lines):
        self.process.stdin.write("".join(line + self.end for line in lines).encode())
        self.process.stdin.flush()

    def answer(self, wait=60):
        """The next line that is not a MESSAGE."""
        while True:
            line = self.lines.get(timeout=wait)
            if line is None or not line.startswith("MESSAGE "):
                return line

    def ask(self, *lines, wait=60):
        self.send(*lines)
        return self.answer(wait)

    def close(self):
        """Sends END; returns the exit code."""
        self.send("END")
        return self.process.wait(30)


def forbidden(boards):
    """The points forbidden to Black, according to the program, for each (black, white)."""
    text = ""
    for black, white in boards:
        board = SIZE * SIZE * ["."]
        for stone, points in ("X", black), ("O", white):
            for x, y in points:
                board[SIZE * y + x] = stone
        text += "".join(board) + "\n"
    told = subprocess.run([PROGRAM, "forbidden"], input=text, text=True, capture_output=True,
                          check=True).stdout
    return [{(int(n) % SIZE, int(n) // SIZE) for n in line.split(",") if n}
            for line in told.split("\n")[:-1]]


def five(stones, last):
    """Whether `last` lies in a row of five or more."""
    for dx, dy in (1, 0), (0, 1), (1, 1), (1, -1):
        length = 1
        for sign in 1, -1:
            x, y = last[0] + sign * dx, last[1] + sign * dy
            while (x, y) in stones:
                length += 1
                x, y = x + sign * dx, y + sign * dy
        if length >= 5:
            return True
    return False


class GomocupTest(unittest.TestCase):
    def start(self, *arguments, end="\r\n"):
        brain = Brain(*arguments, end=end)
        for stream in brain.process.stdin, brain.process.stdout:
            self.addCleanup(stream.close)
        self.addCleanup(brain.process.wait)
        self.addCleanup(brain.process.kill)
        self.assertEqual(brain.ask("START 15"), "OK")
        return brain

    def point(self, text):
        self.assertRegex(text, r"^\d+,\d+$")
        x, y = map(int, text.split(","))
        self.assertTrue(0 <= x < SIZE and 0 <= y < SIZE, text)
        return x, y

    def test_a_whole_game_against_random_moves_in_every_line_ending(self):
        for end in "\r\n", "\n", "\r":
            brain = self.start("greedy", end=end)
            brain.send("INFO timeout_turn 1000", "INFO rule 4", "INFO game_type 1")
            moves = random.Random(7)
            own, other = {self.point(brain.ask("BEGIN"))}, set()
            self.assertEqual(own, {(7, 7)})
            last = (7, 7)
            boards, taken = [], []
            while not five(own, last):
                free = [(x, y) for x in range(SIZE) for y in range(SIZE)
                        if (x, y) not in own | other]
                theirs = moves.choice(free)
                other.add(theirs)
                last = self.point(brain.ask(f"TURN {theirs[0]},{theirs[1]}"))
                self.assertNotIn(last, own | other)
                boards.append((set(own), set(other)))
                taken.append(last)
                own.add(last)
            self.assertLess(len(own), 60)
            for last, never in zip(taken, forbidden(boards)):
                self.assertNotIn(last, never)
            self.assertEqual(brain.close(), 0)

    def test_takes_openings_that_our_protocol_would_not_make(self):
        brain = self.start("mcts:50")
        brain.send("INFO timeout_turn 500", "INFO timeout_match 100000", "INFO max_memory 83886080",
                   "INFO game_type 1", "INFO rule 4", "INFO time_left 100000")
        stones = {(0, 0), (14, 14), (0, 14)}
        answer = brain.ask("BOARD", "0,0,2", "14,14,1", "0,14,2", "DONE")
        self.assertNotIn(self.point(answer), stones)
        self.assertEqual(brain.ask("RESTART"), "OK")
        answer = brain.ask("BOARD", "0,0,1", "14,14,2", "DONE")
        self.assertNotIn(self.point(answer), stones)
        self.assertEqual(brain.close(), 0)

    def test_wins_at_once_and_never_takes_a_forbidden_point(self):
        brain = self.start("mcts:300")
        brain.send("INFO rule 4")
        white = [(4, 2), (4, 3), (4, 4), (4, 5)]
        black = [(3, 3), (3, 4), (7, 7), (9, 9), (10, 12)]
        lines = [f"{x},{y},1" for x, y in white] + [f"{x},{y},2" for x, y in black]
        self.assertIn(brain.ask("BOARD", *lines, "DONE"), ["4,1", "4,6"])
        # A double three on 4,2.
        black = [(2, 2), (3, 2), (4, 3), (4, 4)]
        white = [(14, 0), (14, 2), (14, 4), (14, 6)]
        lines = [f"{x},{y},1" for x, y in black] + [f"{x},{y},2" for x, y in white]
        never = forbidden([(black, white)])[0]
        self.assertEqual(never, {(4, 2)})
        for agent in "random", "mcts:20":
            one = self.start(agent)
            for _ in range(10):
                self.assertNotIn(self.point(one.ask("BOARD", *lines, "DONE")), never)
            self.assertEqual(one.close(), 0)

    def test_keeps_to_the_time_of_a_move(self):
        brain = self.start("mcts:1000000")
        for limit in 0, 50, 500, 1500:
            brain.send("RESTART", f"INFO timeout_turn {limit}", "INFO timeout_match 0")
            self.assertEqual(brain.answer(), "OK")
            begun = time.monotonic()
            self.point(brain.ask("TURN 7,7"))
            took = time.monotonic() - begun
            self.assertLess(took, limit / 1000 + SLACK)
            self.assertGreater(took, 0.3 * limit / 1000)
        brain.send("RESTART", "INFO timeout_turn 60000", "INFO time_left 2000")
        self.assertEqual(brain.answer(), "OK")
        begun = time.monotonic()
        self.point(brain.ask("TURN 7,7"))
        self.assertLess(time.monotonic() - begun, 1 + SLACK)
        self.assertEqual(brain.close(), 0)

    def test_end_interrupts_a_thought(self):
        brain = self.start("mcts:1000000")
        brain.send("INFO timeout_turn 100000", "TURN 7,7")
        time.sleep(0.3)
        begun = time.monotonic()
        self.assertEqual(brain.close(), 0)
        self.assertLess(time.monotonic() - begun, 20)

    def test_bad_input_is_answered_and_play_goes_on(self):
        brain = self.start("random")
        for line in ["TURN", "TURN 15,0", "TURN -1,3", "TURN a,b", "TURN 1,2,3", "TURN 7", "START",
                     "START 20", "START 1000000000000", "START -1", "BEGIN", "TAKEBACK 1,1",
                     "RECTSTART 15,20", "DONE", "INFO rule 0", "INFO rule 1",
                     "INFO timeout_turn x"]:
            if line in ("BEGIN", "TAKEBACK 1,1"):
                self.assertEqual(brain.ask("START 15"), "OK")
                self.point(brain.ask("TURN 7,7"))
            self.assertRegex(brain.ask(line), r"^ERROR .", line)
        for line in ["SWAP2BOARD", "PLAY 1,1", "\x00\x01", "x" * 100000, "ÿ" * 300]:
            self.assertRegex(brain.ask(line), r"^UNKNOWN", line[:20])
        brain.send("INFO rule 4", "INFO", "INFO nothing known", "")
        self.assertEqual(brain.ask("START 15"), "OK")
        self.point(brain.ask("TURN 7,7"))
        self.assertRegex(brain.ask("ABOUT"), r'^name="Kvintet", version="')
        self.assertEqual(brain.close(), 0)

    def test_any_lines_whatever_are_survived(self):
        brain = self.start("random")
        words = ["START 15", "RESTART", "BEGIN", "TURN 3,4", "TURN 7,7", "TURN 8,8", "BOARD",
                 "1,2,1", "1,2,2", "5,5,2", "DONE", "TAKEBACK 7,7", "INFO rule 4", "INFO rule 0",
                 "INFO timeout_turn 0", "ABOUT", "TURN 99999999999999999999,1", "1,2,3", ",", ",,,"]
        choose = random.Random(11)
        for _ in range(3000):
            line = choose.choice(words)
            if choose.random() < 0.2:
                at = choose.randrange(len(line))
                line = line[:at] + chr(choose.randrange(1, 127)) + line[at + 1:]
            brain.send(line.replace("END", "EN"))
        brain.send("", "DONE", "INFO rule 4", "ABOUT")
        while not brain.answer().startswith("name="):
            pass
        brain.send("START 15", "ABOUT")
        self.assertEqual(brain.close(), 0)

    def test_the_end_of_input_ends_it(self):
        done = subprocess.run([PROGRAM, "gomocup", "greedy"], input="START 15\nBEGIN", text=True,
                              capture_output=True, timeout=60, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, "OK\n7,7\n"))

    def test_agents_that_cannot_play_so_are_refused(self):
        for wanted, arguments in [("nowhere", ["model:nowhere"]), ("wanted mcts:N", ["clever"]),
                                  ("wanted mcts:N", ["exec:cat"]), ("tic_tac_toe", [
                                      "random", "--game", "tic_tac_toe"])]:
            done = subprocess.run([PROGRAM, "gomocup", *arguments], input="", text=True,
                                  capture_output=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(wanted, done.stderr)

    def test_a_baseline_is_no_file_of_its_name(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "greedy"))
            done = subprocess.run([PROGRAM, "gomocup", "greedy"], input="START 15\nBEGIN",
                                  text=True, capture_output=True, timeout=60, check=False,
                                  cwd=folder)
        self.assertEqual((done.returncode, done.stdout), (0, "OK\n7,7\n"), done.stderr)

    def test_freestyle_is_played_where_nothing_is_forbidden(self):
        brain = self.start("greedy", "--game", "renju{forbidden=none,opening=free}")
        self.assertRegex(brain.ask("INFO rule 4"), "^ERROR")
        brain.send("INFO rule 0")
        self.assertEqual(brain.ask("BEGIN"), "7,7")
        brain.close()

    def test_a_trained_model_plays_within_its_time(self):
        with tempfile.TemporaryDirectory() as folder:
            run = os.path.join(folder, "run")
            settings = ("network { blocks: 1 channels: 32 precision: FP32 device: 'CPU' } "
                        "search { simulations: 2 } self_play { games_per_round: 2 max_plies: 12 "
                        "threads: 1 } learner { window { min_rows: 1 } batch_size: 8 }")
            subprocess.run([PROGRAM, "train", "renju", "--run", run, "--games", "2", "--set",
                            settings], check=True, capture_output=True, timeout=240)
            brain = self.start(run + ",precision=fp32,device=CPU")
            brain.send("INFO timeout_turn 400", "INFO rule 4")
            stones = set()
            for move in "7,7", "3,3", "4,3", "10,10":
                if self.point(move) in stones:
                    continue
                stones.add(self.point(move))
                answer = self.point(brain.ask("TURN " + move))
                self.assertNotIn(answer, stones)
                stones.add(answer)
            self.assertEqual(brain.close(), 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
