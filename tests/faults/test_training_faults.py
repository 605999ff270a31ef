"""What stops a training: it says so in one line, and leaves a run that goes on as if nothing had happened."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")

import torch
from kill_training import compare
from training import SMALL, differences, finish, rows, start

from agents.network import checkpoint

ITERATIONS = (*SMALL, "--decisions", "3000", "--save-every", "2", "--panel-every", "4")
"""Half a dozen of them."""
WITH_CTRL_C = ("env", "--default-signal=INT")
"""Tests may themselves be run where interrupts are ignored."""


def complaint(said: str) -> str:
    """What is said beside the lines about iterations, which begin with their number: one line."""
    (line,) = [line for line in said.splitlines() if not line.split()[0].isdigit()]
    assert line.startswith("train: ")
    return line


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nothing happened to."""
    run = tmp_path_factory.mktemp("runs") / "whole"
    status, said = finish(start(run, *ITERATIONS))
    assert status == 0, said
    return run


def assert_goes_on_like(whole: Path, run: Path) -> None:
    status, said = finish(start(run, *ITERATIONS, "--resume"))
    assert status == 0, said
    assert differences(whole, run) == []


# Killed


@pytest.mark.slow
def test_a_run_that_is_killed_goes_on_like_one_that_was_not(tmp_path: Path) -> None:
    """Twice; kill_training.py does so thirty times."""
    assert compare(tmp_path, kills=2, seed=1) == []


# Told to stop


@pytest.mark.slow
def test_ctrl_c_saves_after_the_iteration(whole: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    process = start(run, *ITERATIONS, before=WITH_CTRL_C)
    wait_for_an_iteration(process, run)
    process.send_signal(signal.SIGINT)
    status, said = finish(process)
    assert status == 0
    assert complaint(said) == "train: stopping after this iteration"
    assert str(checkpoint.load(run / "last.pt")["iteration"]) == rows(run)[-1]["iteration"]
    assert_goes_on_like(whole, run)


def test_a_second_ctrl_c_stops_at_once(tmp_path: Path) -> None:
    process = start(tmp_path / "run", *ITERATIONS, before=WITH_CTRL_C)
    wait_for_an_iteration(process, tmp_path / "run")
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    process.stderr.readline()
    process.send_signal(signal.SIGINT)
    status, said = finish(process)
    assert status in (0, 130), "0 if the iteration was over meanwhile"
    assert "Traceback" not in said
    checkpoint.load(tmp_path / "run" / "last.pt")


def wait_for_an_iteration(process: subprocess.Popen[str], run: Path) -> None:
    """Until one is written down."""
    while process.poll() is None and not ((run / "metrics.csv").exists() and rows(run)):
        time.sleep(0.01)
    assert process.poll() is None, finish(process)


# Losses


@pytest.mark.parametrize("minibatch", ["64", "100000"], ids=["within an iteration", "in the next iteration"])
def test_a_loss_that_is_no_number_stops_the_run(minibatch: str, tmp_path: Path) -> None:
    """Steps that are far too large take the networks out of what numbers can hold."""
    run = tmp_path / "run"
    wild = ("--learning-rate", "1e18", "--minibatch", minibatch, "--epochs", "1", "--bf16", "False")
    status, said = finish(start(run, *ITERATIONS, *wild))
    assert status == 1
    assert "value_loss" in complaint(said)
    assert f"{run / 'last.pt'} is the last good one" in complaint(said)
    good = checkpoint.load(run / "last.pt")
    assert all(torch.isfinite(weights).all() for weights in good["policy"].values())


# A full disk


def test_a_file_that_may_not_grow(whole: Path, tmp_path: Path) -> None:
    """The first checkpoint fits, later ones, with what the optimiser remembers, do not."""
    limit = (whole / "last.pt").stat().st_size // 2
    code = f"import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); "
    before = (sys.executable, "-c", code + "os.execv(sys.argv[1], sys.argv[1:])")
    status, said = finish(start(tmp_path / "run", *ITERATIONS, before=before))
    assert status == 1
    assert complaint(said) == f"train: {tmp_path / 'run' / 'last.pt'}: File too large"
    assert not list((tmp_path / "run").glob(".*"))
    assert_goes_on_like(whole, tmp_path / "run")


@pytest.mark.slow
def test_a_disk_that_is_full(whole: Path, tmp_path: Path) -> None:
    """One in memory, which only train.py sees, as large as one checkpoint: there is no room for the next."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = f"mount -t tmpfs -o size={(whole / 'last.pt').stat().st_size} tmpfs {disk}"
    alone = ("unshare", "--map-root-user", "--mount", "sh", "-c")
    if shutil.which("unshare") is None or subprocess.run([*alone, mount], capture_output=True, check=False).returncode:
        pytest.skip("a file system cannot be mounted here")
    kept = f'{mount} || exit 9; "$@"; status=$?; cp -r {disk}/run {tmp_path}/run; exit $status'
    status, said = finish(start(disk / "run", *ITERATIONS, before=(*alone, kept, "sh")))
    assert status == 1
    assert complaint(said) == f"train: {disk / 'run' / 'last.pt'}: No space left on device"
    assert not list((tmp_path / "run").glob(".*"))
    assert_goes_on_like(whole, tmp_path / "run")
