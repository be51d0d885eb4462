"""Progress bars of work that takes long."""

import sys
from pathlib import Path

import numpy as np
import pytest

import kvintet
from kvintet import records
from kvintet.progress import bar


def test_a_bar_counts_the_games(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pytest.importorskip("tqdm")
    with kvintet.SelfPlay("kuhn", "uniform", limit=25) as games:
        saved = games.play(20, progress=True)
        assert "20/20" in capsys.readouterr().err
        games.play(20, progress=True)  # there are no more than five
        assert "5/5" in capsys.readouterr().err
    records.save(tmp_path, saved)
    arrays = records.load(tmp_path).arrays(progress=True)
    assert len(np.unique(arrays["game"])) == 20
    assert "20game" in capsys.readouterr().err


def test_nothing_is_shown_unless_it_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    with kvintet.SelfPlay("kuhn", "uniform", limit=5) as games:
        games.arrays()
    assert capsys.readouterr().err == ""


def test_without_tqdm_a_bar_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with kvintet.SelfPlay("kuhn", "uniform", limit=3) as games:
        with pytest.raises(ImportError, match=r"pip install 'kvintet\[progress\]'"):
            games.play(3, progress=True)
        assert len(games.play(3)) == 3  # no game is lost
    with bar(False, "game", 3) as add:
        add(1)
