"""The snippets of docs/python.md and the examples run as they stand."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SNIPPETS = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/python.md").read_text(), re.M | re.S)


def test_there_are_snippets() -> None:
    assert len(SNIPPETS) == 7


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_a_snippet_runs(snippet: str) -> None:
    exec(compile(snippet, "docs/python.md", "exec"), {})


def test_learning_by_self_play_learns(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples/python/learn_by_self_play.py"), run_name="__main__")
    known = re.findall(r"^round \d: \d+ rows, (\d+)% of the search", capsys.readouterr().out, re.M)
    assert len(known) == 5
    assert int(known[-1]) > 2 * int(known[0])


def test_random_games_end(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples/python/random_games.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("renju ") and "games of" in line for line in lines)
