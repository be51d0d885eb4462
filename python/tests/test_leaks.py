"""An interpreter that used every class of the extension exits without leaks that nanobind sees.

At exit nanobind counts the objects of C++ that are still alive, and prints "nanobind: leaked" if
there are any. `test_a_leak_is_reported` shows that it does.
"""

import subprocess
import sys

import pytest

REPORT = "nanobind: leaked"

EVERY_CLASS = """
import tempfile
import numpy as np
import kvintet
from kvintet import _core, records, search

def uniform(batch):
    seen.extend([batch, batch.view(0)])
    return np.zeros((len(batch), batch.game.num_actions)), np.zeros(len(batch))

seen = []
game = kvintet.Game("tic_tac_toe")
play = game.start()
kept = [game, play, play.view(0), play.copy()]
for how in (search.Gumbel, search.Puct, search.Policy, search.Boltzmann):
    kept.append(how(simulations=2))
kept += [search.Equilibrium(simulations=2), search.Belief(simulations=2)]
pool = kvintet.Pool(game, 4, buffers=2, fields="all")
batch = pool.reset()
batch = pool.step(pool.sample_actions())
kept += [pool._core, batch, pool.view(0, 0), pool.gather([0])]
versus = _core.Versus(
    game, num_envs=2, num_threads=1, seat=None, random_opponent=True, refuse_illegal=False
)
kept.append(versus)
options = kvintet.SelfPlayOptions(max_plies=9)
games = kvintet.SelfPlay(
    game, uniform, search=search.Gumbel(simulations=2), options=options, games=4, threads=2
)
found = games.play(3)
kept += [games, games._core, options, found, found[0], found[0].rows()[0], seen[0]]
with tempfile.TemporaryDirectory() as folder:
    records.save(folder, found)
    stored = records.load(folder)
    kept += [stored, list(stored), stored.arrays()]
    kept += [_core.RecordFile(str(path)) for path in __import__("pathlib").Path(folder).iterdir()]
searcher = search.Searcher(game, search.Puct(simulations=2))
kept += [searcher, searcher.decide(play.view(0), seed=1)]
solver = kvintet.ExactSolver(game)
kept += [solver, solver.action_values(play)]
"""
COVERED = """
classes = [each for each in vars(_core).values() if isinstance(each, type)]
missing = [each for each in classes if not any(isinstance(one, each) for one in kept)]
assert not missing, missing
assert len(classes) > 15
"""
# What a program may leave behind when it ends.
REMAINS = {
    "variables": "",
    "a cycle": "kept.append(kept); uniform.games = games; del kept, games, pool, play, found",
    "a step in the background": "pool.send(pool.sample_actions())",
    "an exception that is kept": """
try:
    play.apply(0, -1)
except ValueError as error:
    refusal = error
""",
    "an uncaught exception": "raise LookupError(kept)",
    "arrays without their owners": "planes = batch.planes; del pool, batch, games, kept, seen",
}
DOORS = {
    "gymnasium": """
import gymnasium
import kvintet.gymnasium
env = gymnasium.make("kvintet/tic_tac_toe-v0", opponent="greedy")
kept = [env.reset(seed=1), kvintet.gymnasium.VectorEnv("kontranto", 2, opponent="random")]
kept.append(kept[1].reset(seed=1))
""",
    "pettingzoo": """
from kvintet import pettingzoo
env = pettingzoo.env("kontranto")
env.reset(seed=1)
kept = env.last()
""",
    "openspiel": """
import pyspiel
from kvintet import openspiel
openspiel.register()
game = pyspiel.load_game("kvintet_kuhn")
state = game.new_initial_state()
child = state.child(state.legal_actions()[0])
""",
    "stepper": """
from kvintet.stepper import Stepper
stepper = Stepper("tic_tac_toe; 0 a1; 1 b2")
page = stepper.html
""",
}
LEAKED = """
import ctypes
ctypes.pythonapi.Py_IncRef(ctypes.py_object(play))
"""


def complaints_of(program: str, status: int = 0) -> str:
    """What an interpreter writes to its error output when it runs a program and exits."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == status, done.stderr
    return done.stderr


@pytest.mark.parametrize("remains", REMAINS)
def test_nothing_leaks(remains: str) -> None:
    program = EVERY_CLASS + COVERED + REMAINS[remains]
    raises = remains == "an uncaught exception"
    complaints = complaints_of(program, status=int(raises))
    assert ("LookupError" in complaints) == raises
    assert REPORT not in complaints


@pytest.mark.parametrize("door", DOORS)
def test_nothing_leaks_through_a_door(door: str) -> None:
    assert complaints_of(DOORS[door]) == ""


def test_a_leak_is_reported() -> None:
    assert f"{REPORT} 1 instances!" in complaints_of(EVERY_CLASS + LEAKED)
