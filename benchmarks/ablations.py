"""What each part of the method is worth: the same training without it, at the same CPU time, over several seeds.

    python benchmarks/ablations.py --keep build/ablations --minutes 4 --seeds 3

One run after another, all first seeds before the second ones. What was done is kept in a directory: an ablation that
was broken off goes on from there. All are measured at the end by the same panel on the same deals, which no run has
seen.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from agents.network.agent import NetworkAgent
from agents.registry import load
from agents.training.panel import Panel
from tarot_env import Rules
from tarot_env.whole_file import whole_file

ROOT: Final = Path(__file__).resolve().parent.parent
PANEL_SEED: Final = 20261130
PANEL_DEALS: Final = 2000


@dataclass(frozen=True, slots=True)
class Arm:
    """One way to train."""

    name: str
    words: tuple[str, ...]
    seeds: int = 99
    """At most: what matters less is worth fewer."""


ARMS: Final = (
    Arm("as it is: critic sees all hands, starts from the heuristic", ()),
    Arm("critic sees its own hand", ("--critic", "own")),
    Arm("starts from nothing", ("--imitate", "None")),
    Arm("updates look at what teaches", ("--policy-share", "0.25", "--critic-share", "0.5")),
    Arm("earlier selves and the heuristic in 20 % of deals", ("--pool-share", "0.2", "--pool-player", "heuristic"), 1),
    Arm("starts from mc:worlds=30", ("--imitate", "mc:worlds=30", "--imitate-decisions", "150000"), 1),
)


def main() -> None:
    """Train what is not there yet; print the table after each run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", type=Path, default=Path("build/ablations"), help="default: %(default)s")
    parser.add_argument("--minutes", type=float, default=4.0, help="CPU-minutes of each run, warm start included")
    parser.add_argument("--seeds", type=int, default=3, help="default: %(default)s")
    asked = parser.parse_args()
    asked.keep.mkdir(parents=True, exist_ok=True)
    file = asked.keep / "results.json"
    results: dict[str, dict[str, Any]] = json.loads(file.read_text()) if file.exists() else {}
    panel = Panel(load("heuristic"), PANEL_DEALS, PANEL_SEED, Rules.official())
    for seed in range(asked.seeds):
        for number, arm in enumerate(ARMS):
            name = f"{number}-seed-{seed}"
            if seed < arm.seeds and name not in results:
                run = asked.keep / name
                train(run, seed, arm, asked.minutes)
                results[name] = {"arm": arm.name, "seed": seed, **measured(run, panel)}
                with whole_file(file) as part:
                    part.write_text(json.dumps(results, indent=1))
                print(table(list(results.values())), flush=True)


def train(run: Path, seed: int, arm: Arm, minutes: float) -> None:
    """Train, or go on with it."""
    words = ["--run", str(run), "--cpu-minutes", str(minutes), "--decisions", "1000000000", "--device", "cpu"]
    if (run / "last.pt").exists():
        words += ["--resume"]
    else:
        words += ["--seed", str(seed), "--deals", "1024", "--panel-deals", "50", "--panel-every", "1000000", *arm.words]
    command = [sys.executable, str(ROOT / "train.py"), *words]
    subprocess.run(command, check=True, env=os.environ | {"OMP_NUM_THREADS": "1"})


def measured(run: Path, panel: Panel) -> dict[str, float]:
    """Of the last network, not the best: no arm is to choose."""
    gain = panel.gain(NetworkAgent.from_file(run / "last.pt"))
    with (run / "metrics.csv").open(newline="") as file:
        *_, last = csv.DictReader(file)
    names = ("decisions", "cpu_minutes", "explained_variance", "entropy", "passed_out")
    return gain | {name: float(last[name]) for name in names}


def table(results: list[dict[str, Any]]) -> str:
    """Markdown: means over seeds, with the standard deviation of one seed, and each seed's points."""
    lines = [
        "| training | seeds | decisions, M | cards: mean | spread | each seed | game: mean | spread | explained |",
        "|---|---:|---:|---:|---:|---|---:|---:|---:|",
    ]
    for name in dict.fromkeys(result["arm"] for result in results):
        runs = [result for result in results if result["arm"] == name]
        of = {key: np.array([run[key] for run in runs]) for key in runs[0] if key not in ("arm", "seed")}
        each = ", ".join(f"{points:+.1f}" for points in of["panel_points"])
        spread = [f"{of[key].std(ddof=1):.1f}" if len(runs) > 1 else "" for key in ("panel_points", "panel_game")]
        lines.append(
            f"| {name} | {len(runs)} | {of['decisions'].mean() / 1e6:.1f} | {of['panel_points'].mean():+.1f}"
            f" | {spread[0]} | {each} | {of['panel_game'].mean():+.1f} | {spread[1]}"
            f" | {of['explained_variance'].mean():.2f} |"
        )
    widest = max(result["panel_interval"] for result in results)
    games = max(result["panel_game_interval"] for result in results)
    return "\n".join([*lines, "", f"Of one run over deals: ± {widest:.1f} cards, ± {games:.1f} game at most."])


if __name__ == "__main__":
    main()
