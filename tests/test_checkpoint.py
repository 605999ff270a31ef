"""Checkpoints: written whole or not at all, and nothing in a file is executed."""

from __future__ import annotations

import os
import pickle
import signal
import stat
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="checkpoints are PyTorch's: pip install 'tarot-env[train]'")

import torch

import agents
from agents.network import checkpoint
from agents.network.model import Critic, Policy, Shape
from agents.network.ship import ship

SHAPE = Shape(width=8, blocks=1)


def written(path: Path) -> Path:
    content = {
        "shape": {"width": 8, "blocks": 1},
        "policy": Policy(SHAPE).state_dict(),
        "critic": Critic(SHAPE).state_dict(),
    }
    checkpoint.save(path, content)
    return path


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    content = checkpoint.load(written(tmp_path / "a.pt"))
    assert content["shape"] == {"width": 8, "blocks": 1}
    assert content["policy"].keys() == Policy(SHAPE).state_dict().keys()


def test_nothing_else_is_left_in_the_folder(tmp_path: Path) -> None:
    written(tmp_path / "a.pt")
    assert [p.name for p in tmp_path.iterdir()] == ["a.pt"]


def test_a_failed_write_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    before = written(tmp_path / "a.pt").read_bytes()
    with pytest.raises(Exception, match=r"pickle|lambda|local"):
        checkpoint.save(tmp_path / "a.pt", {"bad": lambda: None})
    assert (tmp_path / "a.pt").read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["a.pt"]


def test_others_may_read_what_the_user_lets_them_read(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        mode = written(tmp_path / "a.pt").stat().st_mode
    finally:
        os.umask(before)
    assert stat.filemode(mode) == "-rw-r--r--"


def test_what_a_killed_writer_left_is_overwritten(tmp_path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from agents.network import checkpoint\n"
        "os.fsync = lambda descriptor: os._exit(9)\n"
        "checkpoint.save(Path(sys.argv[1]), {'bytes': 'x' * 100_000})"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path / "a.pt")], check=False)
    assert len(list(tmp_path.iterdir())) == 1, "half of a checkpoint"
    written(tmp_path / "a.pt")
    assert [p.name for p in tmp_path.iterdir()] == ["a.pt"]


@pytest.mark.parametrize(
    "settings", [{"config": {"run": "runs/x", "seed": 3}, "decisions": 7}, {}], ids=["run", "imitation"]
)
def test_a_shipped_player_says_where_it_comes_from(
    settings: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agents.network.ship.WEIGHTS", tmp_path / "weights")
    content = checkpoint.load(written(tmp_path / "run" / "best.pt"))
    checkpoint.save(tmp_path / "run" / "best.pt", content | settings)
    file = ship(tmp_path / "run", "it plays")
    shipped = checkpoint.load(file)
    assert (shipped["evaluation"], shipped.get("decisions")) == ("it plays", settings.get("decisions"))
    assert shipped["config"] == ({"seed": 3} if settings else {}), "no path of the machine"
    assert {tensor.dtype for tensor in shipped["policy"].values()} == {torch.float16}
    assert agents.load(str(file)).name == str(file)


def test_a_player_without_its_critic_is_not_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.network.ship.WEIGHTS", tmp_path / "weights")
    content = checkpoint.load(written(tmp_path / "run" / "best.pt"))
    checkpoint.save(tmp_path / "run" / "best.pt", {k: v for k, v in content.items() if k != "critic"})
    with pytest.raises(checkpoint.CheckpointError, match=r"best\.pt: holds no critic"):
        ship(tmp_path / "run", "it plays")
    assert not (tmp_path / "weights").exists()


class Runs:
    """Unpickling this creates a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, (str(self.path),)


def not_a_checkpoint(kind: str, folder: Path) -> Path:
    path = folder / "bad.pt"
    if kind == "missing":
        return path
    if kind == "empty":
        path.touch()
    elif kind == "text":
        path.write_text("not a checkpoint\n" * 100)
    elif kind == "cut":
        whole = written(path).read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
    elif kind == "damaged":
        whole = bytearray(written(path).read_bytes())
        middle = whole.index(b"data.pkl") + 40
        whole[middle : middle + 200] = b"\xff" * 200
        path.write_bytes(whole)
    elif kind == "changed weight":
        whole = bytearray(written(path).read_bytes())
        whole[len(whole) // 2] ^= 1
        path.write_bytes(whole)
    elif kind == "compressed":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("archive/data.pkl", b"\0" * 100_000_000)
    elif kind == "other content":
        torch.save({"weights": torch.zeros(3)}, path)
    elif kind == "pickle":
        path.write_bytes(pickle.dumps(Runs(folder / "ran")))
    elif kind == "code":
        torch.save({"format": Runs(folder / "ran")}, path)
    elif kind == "older":
        content = torch.load(written(path), weights_only=True)
        torch.save(content | {"format": "tarot-env checkpoint 1"}, path)
    elif kind == "layout":
        content = torch.load(written(path), weights_only=True)
        torch.save(content | {"layout": "hand:77"}, path)
    return path


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("missing", "no such checkpoint"),
        ("empty", "is empty"),
        ("text", "is not a checkpoint"),
        ("cut", "was cut short"),
        ("damaged", "is damaged"),
        ("changed weight", "is damaged"),
        ("compressed", "is not a checkpoint"),
        ("other content", "is not a checkpoint of this program"),
        ("pickle", "is not a checkpoint"),
        ("code", "is not a checkpoint"),
        ("layout", "another layout"),
        ("older", "is a tarot-env checkpoint 1, this version reads tarot-env checkpoint 2"),
    ],
)
def test_a_file_that_is_no_checkpoint_is_refused_in_one_line(kind: str, says: str, tmp_path: Path) -> None:
    path = not_a_checkpoint(kind, tmp_path)
    with pytest.raises(checkpoint.CheckpointError, match=says) as fault:
        agents.load(str(path))
    assert str(path) in str(fault.value)
    assert "\n" not in str(fault.value)
    assert not (tmp_path / "ran").exists(), "loading executed code from the file"


def test_killed_while_writing_the_last_checkpoint_stays_whole(tmp_path: Path) -> None:
    """A process writes checkpoint after checkpoint and is killed, several times, at moments of no one's choice."""
    path = tmp_path / "a.pt"
    script = (
        "import sys, torch; from pathlib import Path; from agents.network import checkpoint\n"
        "content = {'shape': {}, 'tensor': torch.zeros(500_000)}\n"
        "print('ready', flush=True)\n"
        "while True: checkpoint.save(Path(sys.argv[1]), content)"
    )
    for delay in (0.05, 0.11, 0.17):
        process = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()
        while not path.exists():
            time.sleep(0.01)
        time.sleep(delay)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        assert checkpoint.load(path)["tensor"].shape == (500_000,)
