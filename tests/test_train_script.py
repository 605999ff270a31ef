"""train.py as it is run: it goes on exactly, and says what is wrong in one line."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch

from agents.network import checkpoint

ROOT = Path(__file__).parent.parent
SMALL = ["--width", "16", "--blocks", "1", "--deals", "16", "--threads", "1", "--panel-deals", "4", "--decisions", "1"]
SMALL += ["--imitate", "None"]


def start(*arguments: str) -> subprocess.Popen[str]:
    """train.py at work; without further arguments it does one iteration."""
    command = [sys.executable, "train.py", *SMALL, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def train(*arguments: str) -> subprocess.CompletedProcess[str]:
    process = start(*arguments)
    out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def rows(run: Path) -> list[str]:
    return (run / "metrics.csv").read_text().splitlines()[1:]


def test_a_resumed_run_equals_one_that_was_never_stopped(tmp_path: Path) -> None:
    """Of two runs of about four iterations, one is interrupted."""
    budget = ["--decisions", "5000", "--pool-share", "0.5", "--pool-every", "1"]
    assert train("--run", str(tmp_path / "whole"), *budget).returncode == 0
    parts = start("--run", str(tmp_path / "parts"), *budget)
    while not (tmp_path / "parts" / "metrics.csv").exists() or not rows(tmp_path / "parts"):
        time.sleep(0.02)
    parts.send_signal(signal.SIGTERM)
    assert parts.wait(60) == 0
    stopped_at = len(rows(tmp_path / "parts"))
    resumed = train("--run", str(tmp_path / "parts"), "--decisions", "5000", "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert 0 < stopped_at < len(rows(tmp_path / "parts")) == len(rows(tmp_path / "whole"))
    whole, again = (checkpoint.load(tmp_path / name / "last.pt") for name in ("whole", "parts"))
    assert whole["iteration"] == again["iteration"]
    assert whole["decisions"] == again["decisions"]
    for network in ("policy", "critic"):
        for name, tensor in whole[network].items():
            assert torch.equal(tensor, again[network][name]), name


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--init-from", "nowhere.pt"], "nowhere.pt: no such checkpoint"),
        (["--resume"], "last.pt: no such checkpoint"),
        (["--rules", "house"], "unknown rules 'house'"),
        (["--panel", "heuristik"], "did you mean 'heuristic'?"),
        (["--deals", "0"], "at least 1"),
        (["--decisions", "0"], "--decisions is at least 1, not 0"),
        (["--run", "train.py"], "train.py is a file"),
    ],
)
def test_a_mistake_is_one_line(arguments: list[str], says: str, tmp_path: Path) -> None:
    result = train("--run", str(tmp_path / "run"), *arguments)
    assert result.returncode != 0
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_run_is_not_overwritten(tmp_path: Path) -> None:
    arguments = ["--run", str(tmp_path / "run")]
    assert train(*arguments).returncode == 0
    again = train(*arguments)
    assert again.returncode != 0
    assert "--resume goes on with it" in again.stderr
