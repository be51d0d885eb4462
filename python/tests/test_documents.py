"""The snippets of docs/python.md run as they stand."""

import importlib.util
import re
from pathlib import Path

import pytest

from service import Service

ROOT = Path(__file__).resolve().parents[2]
SNIPPETS = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/python.md").read_text(), re.M | re.S)
ADDRESS = "127.0.0.1:50051"


def test_there_are_snippets() -> None:
    assert len(SNIPPETS) == 12


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_a_snippet_runs(
    snippet: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    for word, package in (("torch_network", "torch"), ("plots", "matplotlib")):
        if word in snippet and importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs" / "mine").mkdir(parents=True)
    figures = '{"run/games": 1, "loss/value": 2, "game/draws": 0.5}\n'
    (tmp_path / "runs" / "mine" / "metrics.jsonl").write_text(figures)
    if ADDRESS not in snippet:
        exec(compile(snippet, "docs/python.md", "exec"), {})
        return
    service = Service(request.getfixturevalue("program"), tmp_path / "matches")
    try:
        exec(compile(snippet.replace(ADDRESS, service.address), "docs/python.md", "exec"), {})
    finally:
        service.kill()
