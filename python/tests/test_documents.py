"""The snippets of docs/python.md and the examples run as they stand."""

import importlib.util
import re
import runpy
from pathlib import Path

import pytest

from service import Service

ROOT = Path(__file__).resolve().parents[2]
SNIPPETS = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/python.md").read_text(), re.M | re.S)
ADDRESS = "127.0.0.1:50051"


def test_there_are_snippets() -> None:
    assert len(SNIPPETS) == 7


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_a_snippet_runs(
    snippet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if "torch_network" in snippet and importlib.util.find_spec("torch") is None:
        pytest.skip("PyTorch is not installed")
    monkeypatch.chdir(tmp_path)
    if ADDRESS not in snippet:
        exec(compile(snippet, "docs/python.md", "exec"), {})
        return
    service = Service(request.getfixturevalue("program"), tmp_path / "matches")
    try:
        exec(compile(snippet.replace(ADDRESS, service.address), "docs/python.md", "exec"), {})
    finally:
        service.kill()


def test_random_games_end(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples/python/random_games.py"), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("renju ") and "games of" in line for line in lines)
