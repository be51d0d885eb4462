"""Plots of a training run, from the figures in its directory.

`read_metrics` needs numpy alone, the plots need matplotlib.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Figures = dict[str, NDArray[np.float64]]
"""A figure's value in each round: float64 [rounds], NaN where it was not measured."""

# The panels of plot_run: a title, and the figures in it with their labels.
_PANELS: dict[str, dict[str, str]] = {
    "policy loss above its floor": {
        "held_out/policy_kl": "held out",
        "learnt/policy_kl": "learnt",
    },
    "value loss": {
        "held_out/value_loss": "held out",
        "learnt/value_loss": "learnt",
        "learnt/value_base": "of knowing nothing",
    },
    "entropy of the policy, nats": {"learnt/entropy": "policy", "step/entropy": "in steps"},
    "results, share of games": {
        "game/seat0_wins": "seat 0 wins",
        "game/seat1_wins": "seat 1 wins",
        "game/draws": "draws",
        "game/cut": "cut",
    },
    "length of a game, plies": {"game/mean_plies": "mean"},
    "speed, rows per second": {"speed/rows_per_second": "rows"},
}


def read_metrics(run: str | os.PathLike[str]) -> Figures:
    """The figures of a run by name, as docs/reading_a_run.md describes them.

    Args:
      run: the run's directory, or its metrics.jsonl.

    Raises:
      OSError: if there is none.
      ValueError: naming the line that is no JSON object. A last line without an end is left out,
        since the run may be writing it.
    """
    path = Path(run)
    path = path / "metrics.jsonl" if path.is_dir() else path
    rounds: list[dict[str, Any]] = []
    *lines, _ = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        try:
            found = json.loads(line)
        except ValueError as error:
            raise ValueError(f"{path}:{number}: wanted a JSON object: {error}") from None
        if not isinstance(found, dict):
            raise ValueError(f"{path}:{number}: wanted a JSON object, found {found!r}")
        rounds.append(found)
    names = dict.fromkeys(name for each in rounds for name in each)
    return {
        name: np.array([_number(each.get(name)) for each in rounds], dtype=np.float64)
        for name in names
        if any(_is_number(each.get(name)) for each in rounds)
    }


def plot_figures(
    runs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    names: Sequence[str],
    *,
    over: str = "run/games",
) -> Figure:
    """Draws some figures of one run or of several, one panel for each figure.

    Args:
      runs: directories of runs. A run is labelled with its name, or with the path as it is given
        where several have this name.
      names: figures, such as "held_out/policy_loss".
      over: the figure on the horizontal axis: "run/games", "run/seconds" or "steps".

    Raises:
      ValueError: if no run has such a figure; it names those that there are. Also without any run
        or any name.
    """
    paths = [runs] if isinstance(runs, str | os.PathLike) else list(runs)
    if not paths or not names:
        raise ValueError(
            f"wanted at least one run and one name, found {len(paths)} runs and {len(names)} names"
        )
    measured = [
        (label, read_metrics(path)) for label, path in zip(_labels(paths), paths, strict=True)
    ]
    for name in [over, *names]:
        if all(name not in figures for _, figures in measured):
            known = sorted({known for _, figures in measured for known in figures})
            raise ValueError(f"figure: wanted one of {', '.join(known)}, found {name}")
    return _draw(
        {
            name: [
                (label, figures[over], figures[name])
                for label, figures in measured
                if name in figures and over in figures
            ]
            for name in names
        },
        over,
    )


def plot_run(run: str | os.PathLike[str], *, over: str = "run/games") -> Figure:
    """Draws what matters most of a run: losses, entropy, results, length of games and speed.

    Args:
      run: its directory.
      over: as in plot_figures.

    Raises:
      ValueError: if no round has `over`, or none of these figures.
    """
    figures = read_metrics(run)
    if over not in figures:
        raise ValueError(f"figure: {run} has no {over} in any round")
    curves = {
        title: [
            (label, figures[over], figures[name])
            for name, label in parts.items()
            if name in figures
        ]
        for title, parts in _PANELS.items()
    }
    panels = {title: shown for title, shown in curves.items() if shown}
    if not panels:
        wanted = ", ".join(name for parts in _PANELS.values() for name in parts)
        raise ValueError(f"figure: {run} has none of {wanted} in any round")
    return _draw(panels, over)


def _labels(runs: Sequence[str | os.PathLike[str]]) -> list[str]:
    """A label for each run: its name, or its whole path where several have this name."""
    places = [Path(run).resolve() for run in runs]
    names = [(place.parent if place.is_file() else place).name for place in places]
    return [
        name if names.count(name) == 1 else str(run) for name, run in zip(names, runs, strict=True)
    ]


def _draw(
    panels: dict[str, list[tuple[str, NDArray[np.float64], NDArray[np.float64]]]], over: str
) -> Figure:
    """A panel for each title, with its curves: label, x and y."""
    from matplotlib.figure import Figure

    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(4.5 * columns, 3.2 * rows), layout="constrained")
    grid = figure.subplots(rows, columns, squeeze=False).ravel()
    for axes, (title, curves) in zip(grid, panels.items(), strict=False):
        for label, x, y in curves:
            known = ~np.isnan(y)
            axes.plot(x[known], y[known], label=label, marker="." if known.sum() < 20 else None)
        axes.set_title(title)
        axes.set_xlabel(over.removeprefix("run/"))
        axes.grid(alpha=0.3)
        if len(curves) > 1:
            axes.legend()
    for axes in grid[len(panels) :]:
        axes.remove()
    return figure


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: Any) -> float:
    return float(value) if _is_number(value) else np.nan
