"""Plots of a run: what its figures are, and that they are drawn."""

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from kvintet import plots

ROOT = Path(__file__).resolve().parents[2]
pytest.importorskip("matplotlib", reason="matplotlib is not installed")


def write_run(folder: Path, rounds: list[dict[str, object]], end: str = "\n") -> Path:
    folder.mkdir()
    lines = [json.dumps(each) for each in rounds]
    (folder / "metrics.jsonl").write_text("\n".join(lines) + end)
    return folder


def test_figures_are_arrays_over_rounds(tmp_path: Path) -> None:
    rounds: list[dict[str, object]] = [
        {"run/games": 10, "loss/value": 1.0, "warnings": [{"kind": "overfitting"}]},
        {"run/games": 20, "held_out/top1": 0.5},
    ]
    found = plots.read_metrics(write_run(tmp_path / "run", rounds))
    assert list(found) == ["run/games", "loss/value", "held_out/top1"]
    np.testing.assert_array_equal(found["run/games"], [10, 20])
    np.testing.assert_array_equal(found["loss/value"], [1, np.nan])


def test_a_line_that_is_being_written_is_left_out(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [{"steps": 1}, {"steps": 2}], end="")
    assert plots.read_metrics(run)["steps"].tolist() == [1]


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [{"steps": 1}], end="\n?\n")
    with pytest.raises(ValueError, match=r"metrics\.jsonl:2: wanted a JSON object"):
        plots.read_metrics(run)
    with pytest.raises(FileNotFoundError):
        plots.read_metrics(tmp_path / "none")


def test_runs_are_compared_figure_by_figure(tmp_path: Path) -> None:
    one = write_run(tmp_path / "one", [{"run/games": 1, "loss/value": 2}] * 3)
    two = write_run(tmp_path / "two", [{"run/games": 1, "loss/value": 1, "loss/policy": 4}] * 3)
    figure = plots.plot_figures([one, two], ["loss/value", "loss/policy"])
    assert [axes.get_title() for axes in figure.axes] == ["loss/value", "loss/policy"]
    assert [len(axes.get_lines()) for axes in figure.axes] == [2, 1]
    with pytest.raises(ValueError, match="wanted one of loss/policy, loss/value, run/games, found"):
        plots.plot_figures(two, ["loss/nose"])


def test_runs_of_the_same_name_are_all_drawn(tmp_path: Path) -> None:
    runs = []
    for number in (1, 2):
        (tmp_path / str(number)).mkdir()
        rounds: list[dict[str, object]] = [{"run/games": 1, "loss/value": number}]
        runs.append(write_run(tmp_path / str(number) / "run", rounds))
    for given in (runs, [run / "metrics.jsonl" for run in runs]):
        (axes,) = plots.plot_figures(given, ["loss/value"]).axes
        assert [line.get_label() for line in axes.get_lines()] == [str(run) for run in given]
        assert [np.asarray(line.get_ydata()).tolist() for line in axes.get_lines()] == [[1], [2]]
    (axes,) = plots.plot_figures([runs[0] / "metrics.jsonl"], ["loss/value"]).axes
    assert [line.get_label() for line in axes.get_lines()] == ["run"]


def test_a_run_that_has_measured_nothing_says_so(tmp_path: Path) -> None:
    begun = write_run(tmp_path / "begun", [{"run/games": 1}])
    with pytest.raises(ValueError, match=r"begun has none of held_out/policy_kl, .* in any round"):
        plots.plot_run(begun)
    empty = write_run(tmp_path / "empty", [], end="")
    with pytest.raises(ValueError, match="empty has no run/games in any round"):
        plots.plot_run(empty)
    for runs, names in [([], ["loss/value"]), ([begun], [])]:
        with pytest.raises(ValueError, match="wanted at least one run and one name"):
            plots.plot_figures(runs, names)


@pytest.mark.parametrize("line", ["[]", '[["steps", 1]]', "1", ""])
def test_a_line_that_is_no_object_is_named(line: str, tmp_path: Path) -> None:
    run = write_run(tmp_path / "run", [{"note": "\u2028 is no end of a line"}], f"\n{line}\n")
    with pytest.raises(ValueError, match=r"metrics\.jsonl:2: wanted a JSON object"):
        plots.read_metrics(run)


def test_a_run_of_the_program_is_drawn(program: str, tmp_path: Path) -> None:
    config = ROOT / "configs" / "smoke.textproto"
    run = tmp_path / "run"
    command = [program, "train", "tic_tac_toe", "--config", str(config), "--games", "64"]
    subprocess.run([*command, "--run", str(run)], check=True, capture_output=True)
    figure = plots.plot_run(run)
    titles = [axes.get_title() for axes in figure.axes]
    assert "value loss" in titles and "results, share of games" in titles
    figure.savefig(tmp_path / "run.png")
    assert (tmp_path / "run.png").stat().st_size > 10_000
