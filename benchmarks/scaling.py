"""What a second process brings to training: decisions per second of torchrun with one process and with more.

    python benchmarks/scaling.py --processes 1 2

The same deals in each iteration, shared out; the median iteration of a short run from nothing, on the wall's clock, so
measure on a machine that does nothing else. Efficiency is the speed by the number of processes, one process being 1.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import numpy as np

ROOT: Final = Path(__file__).resolve().parent.parent


def speed(processes: int, deals: int, decisions: int, width: int) -> float:
    """Decisions per second."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        start = [
            sys.executable,
            "-m",
            "torch.distributed.run",
            "--standalone",
            "--nproc-per-node",
            str(processes),
            "--",
        ]
        words = ["--run", str(run), "--device", "cpu", "--deals", str(deals), "--decisions", str(decisions)]
        words += ["--width", str(width), "--imitate", "None", "--panel-deals", "2", "--panel-every", "1000000"]
        environment = os.environ | {"OMP_NUM_THREADS": "1"}
        subprocess.run([*start, str(ROOT / "train.py"), *words], check=True, env=environment, stderr=subprocess.DEVNULL)
        with (run / "metrics.csv").open(newline="") as file:
            return float(np.median([float(row["decisions_per_second"]) for row in csv.DictReader(file)][1:]))


def main() -> None:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2], help="default: 1 2")
    parser.add_argument("--deals", type=int, default=2048, help="of an iteration (default: %(default)s)")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="of a run (default: %(default)s)")
    parser.add_argument("--width", type=int, default=256, help="of the networks (default: %(default)s)")
    asked = parser.parse_args()
    print("| processes | decisions per second | efficiency |\n|---:|---:|---:|")
    one = None
    for processes in asked.processes:
        pace = speed(processes, asked.deals, asked.decisions, asked.width)
        one = pace / processes if one is None else one
        print(f"| {processes} | {pace:,.0f} | {pace / processes / one:.2f} |", flush=True)


if __name__ == "__main__":
    main()
