"""train.py as a process that something happens to, and what two runs have in common."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import torch

from agents.network import checkpoint

ROOT: Final = Path(__file__).resolve().parent.parent.parent
SMALL: Final = (
    *("--width", "16", "--blocks", "1", "--deals", "8", "--minibatch", "512", "--device", "cpu", "--imitate", "None"),
    *("--pool-share", "0.5", "--pool-every", "2", "--panel", "random-cards", "--panel-deals", "8"),
    *("--strong-share", "0.5"),
)
"""A run of quick iterations that uses everything that a checkpoint has to hold."""

_BY_THE_CLOCK: Final = frozenset(
    ("minutes", "cpu_minutes", "decisions_per_second", "engine_seconds", "network_seconds", "update_seconds")
)
_OF_THE_PLACE: Final = frozenset(("config", "seconds", "cpu_seconds"))


def start(run: Path, *arguments: str, before: Sequence[str] = ()) -> subprocess.Popen[str]:
    """train.py at work on a folder; `before` is what starts it, if not the shell."""
    command = [*before, sys.executable, "train.py", "--run", str(run), *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def finish(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Exit status and stderr."""
    _, err = process.communicate(timeout=3600)
    return process.returncode, err


def rows(run: Path) -> list[dict[str, str]]:
    """Of metrics.csv, without what a clock says."""
    with (run / "metrics.csv").open(newline="") as file:
        return [{name: text for name, text in row.items() if name not in _BY_THE_CLOCK} for row in csv.DictReader(file)]


def differences(one: Path, other: Path) -> list[str]:
    """In what two finished runs differ, that should not."""
    found = []
    if rows(one) != rows(other):
        found.append(f"metrics.csv: iterations {_iterations(one)} and {_iterations(other)}, or what was measured")
    for name in ("last.pt", "best.pt"):
        left, right = (checkpoint.load(run / name) for run in (one, other))
        if unlike := [
            key for key in (left.keys() | right.keys()) - _OF_THE_PLACE if not same(left.get(key), right.get(key))
        ]:
            found.append(f"{name}: {', '.join(sorted(unlike))}")
    return found


def _iterations(run: Path) -> str:
    return ",".join(row["iteration"] for row in rows(run))


def same(one: Any, other: Any) -> bool:
    """Equal, tensors bit for bit."""
    if isinstance(one, torch.Tensor):
        return isinstance(other, torch.Tensor) and torch.equal(one, other)
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    return bool(one == other)
