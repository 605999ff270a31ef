"""Draw the curves of training runs: ``python -m agents.plot runs/first runs/second -o curves.png``.

Runs whose settings differ in the seed alone become one line, their mean, in a band from the lowest to the highest.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Floats = npt.NDArray[np.float64]
Columns = dict[str, Floats]

_COLUMNS_OF_PAPER: Final = 3
_POINTS_OF_A_BAND: Final = 200
_CURVES: Final = (
    # title, columns (added up where they are shares of one thing), unit
    ("Card play against the panel", ("panel_points",), "points"),
    ("Games against the panel", ("panel_game",), "points per deal and seat"),
    ("Explained variance of the critic", ("explained_variance",), ""),
    ("Entropy of the policy", ("entropy",), "nats"),
    ("KL divergence of an update", ("kl",), "nats"),
    ("Deals that someone takes", ("prise", "garde", "garde_sans", "garde_contre"), "share"),
    ("Prise", ("prise",), "share"),
    ("Garde", ("garde",), "share"),
    ("Garde sans and contre", ("garde_sans", "garde_contre"), "share"),
    ("Contracts made", ("made",), "share of those taken"),
    ("Speed", ("decisions_per_second",), "decisions per second"),
    ("Time of an iteration", ("engine_seconds", "network_seconds", "update_seconds"), "seconds"),
)
_INTERVALS: Final = {"panel_points": "panel_interval", "panel_game": "panel_game_interval"}
_DRAWN: Final = ("decisions", *dict.fromkeys(name for _, names, _ in _CURVES for name in names), *_INTERVALS.values())
_STACKED: Final = "Time of an iteration"


@dataclass(frozen=True)
class Run:
    """What a run has written."""

    name: str
    settings: str
    """All but the seed, as text; runs that share it are drawn as one."""
    columns: Columns
    """(I,) by the name of the column, NaN where nothing was measured."""


def read(folder: Path) -> Run:
    """The run in a folder.

    Raises:
        ValueError: there is none, it has not finished an iteration, or an earlier version wrote other columns.
        ModuleNotFoundError: there is no PyTorch.
    """
    from agents.network import checkpoint

    path = folder / "metrics.csv"
    try:
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    if not rows:
        raise ValueError(f"{path}: no iteration yet")
    if missing := [name for name in _DRAWN if name not in rows[0]]:
        raise ValueError(f"{path}: lacks the columns {', '.join(missing)}")
    columns = {name: np.array([float(row[name] or "nan") for row in rows]) for name in rows[0]}
    last = folder / "last.pt"
    settings = checkpoint.load(last)["config"] if last.exists() else {}
    own = {name: value for name, value in settings.items() if name not in ("run", "seed", "resume")}
    return Run(folder.name, str(sorted(own.items())) if own else str(folder), columns)


def draw(runs: Sequence[Run]) -> Figure:
    """All curves on one sheet.

    Raises:
        ModuleNotFoundError: there is no matplotlib.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.settings, []).append(run)
    height = -(-len(_CURVES) // _COLUMNS_OF_PAPER)
    figure = Figure(figsize=(5 * _COLUMNS_OF_PAPER, 3 * height), layout="constrained")
    FigureCanvasAgg(figure)
    for axes, (title, names, unit) in zip(figure.subplots(height, _COLUMNS_OF_PAPER).flat, _CURVES, strict=True):
        axes.set_title(title)
        axes.set_ylabel(unit)
        axes.set_xlabel("million decisions")
        axes.grid(alpha=0.3)
        if title == _STACKED and len(runs) == 1:
            _parts(axes, runs[0].columns, names)
            continue
        for group in groups.values():
            _curve(axes, group, names)
    if len(groups) > 1:
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=min(4, len(groups)))
    return figure


def _curve(axes: Any, group: list[Run], names: tuple[str, ...]) -> None:
    """The sum of some columns over the decisions: of one run with its intervals, of several as a band."""
    lines = [_measured(run.columns, names) for run in group]
    if len(group) == 1:
        x, y = lines[0]
        if (interval := _INTERVALS.get(names[0])) is None:
            axes.plot(x, y, marker="." if len(x) < 50 else "", label=group[0].name)
        else:
            axes.errorbar(x, y, _measured(group[0].columns, (interval,))[1], marker=".", capsize=2, label=group[0].name)
        return
    if not all(len(x) for x, _ in lines):
        return  # not measured yet
    start, end = max(x[0] for x, _ in lines), min(x[-1] for x, _ in lines)
    x = np.linspace(start, end, _POINTS_OF_A_BAND)
    together = np.array([np.interp(x, *line) for line in lines])
    (line,) = axes.plot(x, together.mean(axis=0), label=f"{group[0].name} and {len(group) - 1} more seeds")
    axes.fill_between(x, together.min(axis=0), together.max(axis=0), alpha=0.2, color=line.get_color(), linewidth=0)


def _measured(columns: Columns, names: tuple[str, ...]) -> tuple[Floats, Floats]:
    """Millions of decisions, and the sum of some columns there, where they were measured."""
    y = np.sum([columns[name] for name in names], axis=0)
    there = ~np.isnan(y)
    return columns["decisions"][there] / 1e6, y[there]


def _parts(axes: Any, columns: Columns, names: tuple[str, ...]) -> None:
    """Columns on top of each other."""
    x = columns["decisions"] / 1e6
    axes.stackplot(x, [columns[name] for name in names], labels=[name.split("_")[0] for name in names])
    axes.legend(loc="upper right")


def main() -> None:
    """Read the command line; a mistake is one line."""
    parser = argparse.ArgumentParser(
        prog="python -m agents.plot", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN", help="folders of runs")
    parser.add_argument("-o", "--out", type=Path, help="the picture (default: curves.png in the first run's folder)")
    asked = parser.parse_args()
    file = asked.out or asked.runs[0] / "curves.png"
    try:
        draw([read(folder) for folder in asked.runs]).savefig(file, dpi=120)
    except ModuleNotFoundError as missing:
        sys.exit(f"plot: {missing.name} is missing: pip install 'tarot-env[train,evaluate]'")
    except OSError as error:
        sys.exit(f"plot: {file}: {error.strerror}")
    except ValueError as error:
        sys.exit(f"plot: {error}")
    print(file)


if __name__ == "__main__":
    main()
