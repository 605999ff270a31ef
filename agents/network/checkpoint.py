"""Checkpoints: one file, written whole or not at all, and read without running code from it."""

from __future__ import annotations

import os
import pickle
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Final

import torch

from tarot_env.encoding import HIDDEN_SLICES, SLICES

_FORMAT: Final = "tarot-env checkpoint 1"


class CheckpointError(ValueError):
    """A file that is no checkpoint of this program, in one line."""


def _layout() -> str:
    """What the inputs of a network mean: a checkpoint of another layout would play nonsense."""
    return " ".join(f"{entry.name}:{entry.length}" for entry in (*SLICES, *HIDDEN_SLICES))


def save(path: Path, content: dict[str, Any]) -> None:
    """Write a checkpoint, atomically: whoever is killed meanwhile leaves the file that was there before.

    Args:
        content: tensors, numbers, texts, and lists and dicts of them.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            torch.save({"format": _FORMAT, "layout": _layout(), **content}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def load(path: Path) -> dict[str, Any]:
    """Read a checkpoint; tensors come on the CPU. Nothing in the file is executed.

    Raises:
        CheckpointError: no such file, not a checkpoint, a truncated one, or one of another layout.
    """
    if not path.is_file():
        raise CheckpointError(f"{path}: no such checkpoint")
    if not zipfile.is_zipfile(path):
        what = "is empty" if path.stat().st_size == 0 else "is not a checkpoint, or was cut short"
        raise CheckpointError(f"{path}: {what}")
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except (RuntimeError, pickle.UnpicklingError, EOFError, KeyError, ValueError, OSError) as error:
        raise CheckpointError(f"{path}: is not a checkpoint, or is damaged ({type(error).__name__})") from None
    if not isinstance(content, dict) or content.get("format") != _FORMAT:
        raise CheckpointError(f"{path}: is not a checkpoint of this program ({_FORMAT})")
    if content["layout"] != _layout():
        raise CheckpointError(f"{path}: was trained on another layout of the observation; train it again")
    return content
