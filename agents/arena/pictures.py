"""Results as pictures, with matplotlib if it is installed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from agents.arena.results import Results
from agents.arena.statistics import Estimate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_LONGEST: Final = 34  # letters of a name

MISSING: Final = "no pictures: matplotlib is not installed (pip install matplotlib)"


def draw(results: Results) -> dict[str, Figure]:
    """Pictures by name: ``cross`` (the cards view as a heat map), ``intervals`` (each pair's main figures) and
    ``learning`` (the players in the order they were named, such as checkpoints of a run, against the last of them).
    Those that have something to show.

    Raises:
        ImportError: there is no matplotlib.
    """
    pictures = {}
    if results.cards and np.isfinite(results.cross.points).any():
        pictures["cross"] = _cross(results)
    if pairs := _pairs(results):
        pictures["intervals"] = _intervals(pairs)
    if len(ladder := _against_the_last(results)) > 1:
        pictures["learning"] = _learning(ladder, _labels(results)[-1])
    return pictures


def save(directory: Path, results: Results) -> None:
    """Write each picture as ``NAME.png``.

    Raises:
        ImportError: there is no matplotlib.
    """
    for name, figure in draw(results).items():
        figure.savefig(directory / f"{name}.png", dpi=150, bbox_inches="tight")


def _labels(results: Results) -> list[str]:
    """Names that leave room for the picture: of a long one, such as a path, its end."""
    return [name if len(name) <= _LONGEST else f"…{name[-_LONGEST + 1 :]}" for name in results.labels]


def _cross(results: Results) -> Figure:
    """Taker by row, defence by column; blue where the taker wins points, red where it loses them."""
    names, points, made = _labels(results), results.cross.points, results.cross.made
    figure, axes = _paper(1.5 + 1.1 * len(names), 1 + 0.8 * len(names))
    most = float(np.nanmax(np.abs(points))) or 1.0
    image = axes.imshow(points, cmap="RdBu", vmin=-most, vmax=most)
    for (taker, defence), value in np.ndenumerate(points):
        if np.isfinite(value):
            text = f"{value:+.1f}\n{100 * made[taker, defence]:.0f} %"
            axes.text(defence, taker, text, ha="center", va="center", color="w" if abs(value) > most / 2 else "k")
    axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("defence")
    axes.set_ylabel("taker")
    axes.set_title("card points of the taker from each defender, contracts made")
    figure.colorbar(image)
    return figure


def _pairs(results: Results) -> list[tuple[str, str, Estimate]]:
    """View, pair and main figure."""
    names = _labels(results)
    cards = [("cards", f"{names[pair.a]} – {names[pair.b]}", pair.sum) for pair in results.cards]
    game = [("game", f"{names[pair.a]} – {names[pair.b]}", pair.points_per_deal) for pair in results.game]
    league = [("league", names[standing.player], standing.points_per_deal) for standing in results.league]
    return [row for row in (*cards, *game, *league) if row[2].low is not None]


def _intervals(rows: list[tuple[str, str, Estimate]]) -> Figure:
    """One panel for each view: its points are not those of the others."""
    from matplotlib.figure import Figure

    views = list(dict.fromkeys(view for view, _, _ in rows))
    figure = Figure(figsize=(7, 1.2 * len(views) + 0.35 * len(rows)), layout="constrained")
    heights = [sum(view == other for other, _, _ in rows) + 1 for view in views]
    panels = figure.subplots(len(views), 1, squeeze=False, height_ratios=heights)[:, 0]
    for axes, view in zip(panels, views, strict=True):
        mine = [(label, estimate) for other, label, estimate in rows if other == view]
        for row, (_, estimate) in enumerate(mine):
            axes.plot([estimate.low, estimate.high], [row, row], color="tab:blue")
            axes.plot(estimate.mean, row, "o", color="tab:blue")
        axes.axvline(0, color="k", linewidth=0.8)
        axes.set_yticks(range(len(mine)), [label for label, _ in mine])
        axes.set_ylim(len(mine) - 0.5, -0.5)
        axes.set_title(f"{view}: points per deal, 95 % interval")
    return figure


def _against_the_last(results: Results) -> list[tuple[str, Estimate]]:
    """Each player's points in the game view against the last one named."""
    names, last = _labels(results), len(results.labels) - 1
    return [
        (names[pair.a], pair.points_per_deal)
        for pair in results.game
        if pair.b == last and pair.points_per_deal.low is not None
    ]


def _learning(ladder: list[tuple[str, Estimate]], last: str) -> Figure:
    figure, axes = _paper(1.5 + 0.9 * len(ladder), 3.5)
    means = [estimate.mean for _, estimate in ladder]
    lows, highs = ([getattr(estimate, end) for _, estimate in ladder] for end in ("low", "high"))
    axes.fill_between(range(len(ladder)), lows, highs, alpha=0.3)
    axes.plot(range(len(ladder)), means, "o-")
    axes.axhline(0, color="k", linewidth=0.8)
    axes.set_xticks(range(len(ladder)), [name for name, _ in ladder], rotation=30, ha="right")
    axes.set_ylabel(f"points per deal and seat against {last}")
    return figure


def _paper(width: float, height: float) -> tuple[Figure, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    return figure, figure.subplots()
