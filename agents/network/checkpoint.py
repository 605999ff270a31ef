"""Checkpoints: one file, written whole or not at all, and read without running code from it."""

from __future__ import annotations

import io
import os
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path
from typing import Any, Final, TypeVar

import torch
from torch import nn

from agents.network import WEIGHTS
from agents.network.model import Shape
from tarot_env.encoding import HIDDEN_SLICES, SLICES
from tarot_env.whole_file import whole_file

_PROGRAM: Final = "tarot-env checkpoint"
_FORMAT: Final = f"{_PROGRAM} 2"

_HISTORY: Final = ("config", "iteration", "decisions", "seconds", "auction")

Network = TypeVar("Network", bound=nn.Module)


class CheckpointError(ValueError):
    """A file that is no checkpoint of this program, in one line."""


def _layout() -> str:
    """What the inputs of a network mean: a checkpoint of another layout would play nonsense."""
    return " ".join(f"{entry.name}:{entry.length}" for entry in (*SLICES, *HIDDEN_SLICES))


def save(path: Path, content: dict[str, Any]) -> None:
    """Write a checkpoint, atomically: whoever is killed meanwhile leaves the file that was there before.

    Args:
        content: tensors, numbers, texts, and lists and dicts of them.

    Raises:
        OSError: the disk is full, or may not be written to; the file that was there before is whole.
    """
    whole = io.BytesIO()  # PyTorch does not tell a full disk from its own faults
    torch.save({"format": _FORMAT, "layout": _layout(), **content}, whole)
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as part:
        part.write_bytes(whole.getbuffer())


def load(path: Path) -> dict[str, Any]:
    """Read a checkpoint; tensors come on the CPU. Nothing in the file is executed.

    Raises:
        CheckpointError: no such file, not a checkpoint, one that was cut short or changed, or one of another layout.
    """
    if os.path.isdir(path):
        raise CheckpointError(f"{path}: is a folder: name a checkpoint in it, as {path / 'best.pt'}")
    if not os.path.isfile(path):  # a Path refuses a name that is too long
        raise CheckpointError(f"{path}: no such checkpoint{_hint(path)}")
    if path.stat().st_size == 0:
        raise CheckpointError(f"{path}: is empty")
    try:
        _check_archive(path)
        with warnings.catch_warnings(action="ignore"):
            content = torch.load(path, map_location="cpu", weights_only=True)
    except OSError as error:
        raise CheckpointError(f"{path}: {error.strerror}") from None
    except Exception as error:  # PyTorch's reader meets a damaged file with exceptions of a dozen kinds
        raise CheckpointError(
            f"{path}: is not a checkpoint, was cut short or is damaged ({type(error).__name__})"
        ) from None
    if not isinstance(content, dict) or content.get("format") != _FORMAT:
        theirs = content.get("format") if isinstance(content, dict) else None
        if isinstance(theirs, str) and theirs.startswith(_PROGRAM):
            raise CheckpointError(f"{path}: is a {theirs}, this version reads {_FORMAT}; train it again")
        raise CheckpointError(f"{path}: is not a checkpoint of this program ({_FORMAT})")
    if content.get("layout") != _layout():
        raise CheckpointError(f"{path}: was trained on another layout of the observation; train it again")
    return content


def file_at(path: Path) -> Path:
    """A checkpoint, or the best one in the folder of a run.

    Raises:
        CheckpointError: a folder without one.
    """
    if not os.path.isdir(path):
        return path
    best = path / "best.pt"
    if not best.exists():
        raise CheckpointError(f"{path}: is a folder that holds no run: there is no best.pt in it")
    return best


def _hint(path: Path) -> str:
    """The shipped player's name is not its file."""
    return f"; the shipped one is {WEIGHTS / 'best.pt'}" if path == Path("best") else ""


def shape_in(file: Path, content: dict[str, Any]) -> Shape:
    """The size of the networks of a checkpoint.

    Raises:
        CheckpointError: it tells none.
    """
    try:
        shape = Shape(**content["shape"])
    except (KeyError, TypeError):
        raise CheckpointError(f"{file}: holds no networks") from None
    if not all(isinstance(size, int) and size > 0 for size in astuple(shape)):
        raise CheckpointError(f"{file}: holds no networks, of {shape}")
    return shape


def history(content: dict[str, Any]) -> dict[str, Any]:
    """How the networks of a checkpoint were trained, without what a training needs to go on."""
    return {name: content[name] for name in _HISTORY if name in content}


def network_in(file: Path, content: dict[str, Any], part: str, make: Callable[[Shape], Network]) -> Network:
    """A network of a checkpoint; takes no more memory and time than its tensors do, whatever shape it claims.

    Args:
        content: what was read from `file`.
        part: ``"policy"``, ``"critic"`` or ``"belief"``.
        make: makes a network of that shape, whose weights are of no account.

    Raises:
        CheckpointError: it holds none.
    """
    try:
        shape, state = shape_in(file, content), content[part]
        if shape.blocks > len(state):
            raise ValueError("fewer tensors than blocks")
        with torch.device("meta"):
            network = make(shape)
        network.load_state_dict(state, assign=True)
        return network.float()
    except Exception as error:  # the parts may be anything
        raise CheckpointError(f"{file}: holds no {part} ({type(error).__name__})") from None


def _check_archive(path: Path) -> None:
    """PyTorch stores its parts as they are, with check sums that it does not look at.

    Raises:
        zipfile.BadZipFile: a part was changed since, or is compressed, which a few bytes can be to gigabytes.
    """
    with zipfile.ZipFile(path) as archive:
        if any(part.compress_type != zipfile.ZIP_STORED for part in archive.infolist()):
            raise zipfile.BadZipFile("compressed")
        if archive.testzip() is not None:
            raise zipfile.BadZipFile("check sum")
