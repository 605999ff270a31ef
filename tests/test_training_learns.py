"""That it learns: a run that would take seconds on a free core beats random play of the cards."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")

ROOT = Path(__file__).parent.parent
TINY = ["--device", "cpu", "--width", "64", "--blocks", "1", "--deals", "256", "--minibatch", "2048"]
TINY += ["--panel", "random", "--panel-deals", "100"]


@pytest.mark.slow
def test_a_tiny_run_beats_random_play(tmp_path: Path) -> None:
    """Whoever learnt nothing gains 0 points: the interval is above that, and self-play keeps what was imitated."""
    budget = ["--imitate-decisions", "60000", "--decisions", "60000"]
    words = [sys.executable, "train.py", *TINY, *budget, "--panel-every", "100", "--run", str(tmp_path / "run")]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert ran.returncode == 0, ran.stderr
    with (tmp_path / "run" / "metrics.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    points, interval = (float(rows[-1][name]) for name in ("panel_points", "panel_interval"))
    assert points - interval > 5
    assert all(float(row["passed_out"]) < 0.9 for row in rows), "nobody dares to take any more"
