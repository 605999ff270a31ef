"""kill -9 for train.py, again and again; the run that goes on is to equal one that was never stopped, step for step.

    python tests/faults/kill_training.py --kills 30 --seed 0

A kill comes at a random time after the start, at a random time after some iterations, or as soon as half a checkpoint
is seen on the disk.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Final, Literal

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from training import SMALL, differences, finish, start

from agents.network import checkpoint

Moment = Literal["after the start", "after iterations", "in a write"]
MOMENTS: Final[tuple[Moment, ...]] = ("after the start", "after iterations", "in a write")
START_SECONDS: Final = 4.0
ITERATION_SECONDS: Final = 0.2
DECISIONS_OF_A_LIFE: Final = 1_500
"""For each kill: some iterations."""


def main() -> int:
    """Returns 1 if the runs differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="tarot-kills-"))
    try:
        found = compare(folder, asked.kills, asked.seed)
    finally:
        shutil.rmtree(folder)
    print("\n".join(found) or "equal to a run that was never stopped")
    return int(bool(found))


def compare(folder: Path, kills: int, seed: int) -> list[str]:
    """Two runs of one seed, one of them killed so many times: the differences between them."""
    settings = (*SMALL, "--seed", str(seed), "--save-every", "2", "--panel-every", "5")
    settings = (*settings, "--decisions", str(DECISIONS_OF_A_LIFE * (kills + 1)))
    status, said = finish(start(folder / "whole", *settings))
    assert status == 0, said
    happened = survive(folder / "killed", settings, kills, np.random.default_rng(seed))
    print(", ".join(f"{number} kills {moment}" for moment, number in sorted(happened.items())), flush=True)
    return differences(folder / "whole", folder / "killed")


def survive(run: Path, settings: tuple[str, ...], kills: int, rng: np.random.Generator) -> Counter[str]:
    """Train to the end in spite of the kills: how many there were of each kind."""
    happened, halves = Counter[str](), 0
    while happened.total() < kills:
        process = start(run, *_goes_on(run, settings))
        moment = MOMENTS[int(rng.integers(len(MOMENTS)))]
        wait(moment, run, process, rng)
        assert process.poll() is None, f"ended before it could be killed: {finish(process)}"
        process.kill()
        finish(process)
        happened[moment] += 1
        halves += bool(_halves(run))
        if (run / "last.pt").exists():
            checkpoint.load(run / "last.pt")
    status, said = finish(start(run, *_goes_on(run, settings)))
    assert status == 0, said
    assert not _halves(run)
    return happened + Counter({"after which half a checkpoint lay there": halves})


def _halves(run: Path) -> set[tuple[str, int]]:
    """Checkpoints that are half written, by name and by when."""
    found = set()
    for part in run.glob(".*.part"):
        with contextlib.suppress(FileNotFoundError):
            found.add((part.name, part.stat().st_mtime_ns))
    return found


def _goes_on(run: Path, settings: tuple[str, ...]) -> tuple[str, ...]:
    """A run that was killed before its first checkpoint starts anew."""
    return (*settings, "--resume") if (run / "last.pt").exists() else settings


def wait(moment: Moment, run: Path, process: subprocess.Popen[str], rng: np.random.Generator) -> None:
    """Until it is time to kill, or the process has ended."""
    if moment == "after the start":
        time.sleep(START_SECONDS * rng.random())
        return
    metrics, size = run / "metrics.csv", -1
    waited_for = 1 + int(rng.integers(3))
    left = _halves(run)
    while process.poll() is None:
        if moment == "in a write" and _halves(run) - left:
            return
        now = metrics.stat().st_size if metrics.exists() else 0
        waited_for -= now > size >= 0
        size = now
        if moment == "after iterations" and waited_for <= 0:
            time.sleep(ITERATION_SECONDS * rng.random())
            return
        time.sleep(0.0005)


if __name__ == "__main__":
    sys.exit(main())
