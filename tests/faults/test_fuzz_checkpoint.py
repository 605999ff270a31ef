"""Checkpoints from anywhere: whatever a file holds, loading it says so in one line, and runs nothing of it."""

from __future__ import annotations

import os
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="checkpoints are PyTorch's: pip install 'tarot-env[train]'")

import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import agents
from agents.network import checkpoint
from agents.network.model import Critic, Policy, Shape

FUZZ = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
SHAPE = Shape(width=8, blocks=1)


def content() -> dict[str, Any]:
    return {
        "shape": {"width": 8, "blocks": 1},
        "policy": Policy(SHAPE).state_dict(),
        "critic": Critic(SHAPE).state_dict(),
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("good") / "good.pt"
    checkpoint.save(path, content())
    return path.read_bytes()


def plays_or_is_refused(path: Path) -> None:
    before, said = path.read_bytes(), str(path)
    try:
        agents.load(str(path))
    except ValueError as fault:
        said = str(fault)
    assert str(path) in said
    assert len(said.splitlines()) == 1
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


@settings(FUZZ, max_examples=200)
@given(data=st.data())
def test_a_checkpoint_with_a_few_bytes_changed(data: st.DataObject, whole: bytes, tmp_path: Path) -> None:
    changed = bytearray(whole)
    end_of_pickle = whole.index(b"PK", whole.index(b"data.pkl"))
    places = st.integers(0, end_of_pickle) | st.integers(0, len(whole) - 1) | st.integers(len(whole) - 2000, len(whole))
    for at in data.draw(st.lists(places, min_size=1, max_size=4)):
        changed[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    path = tmp_path / "changed.pt"
    path.write_bytes(changed)
    plays_or_is_refused(path)


@settings(FUZZ, max_examples=100)
@given(data=st.data())
def test_a_pickle_that_was_changed_and_signed_again(data: st.DataObject, whole: bytes, tmp_path: Path) -> None:
    """With a check sum that agrees, so that PyTorch's reader gets to see it."""
    path = tmp_path / "changed.pt"
    (tmp_path / "good.pt").write_bytes(whole)
    with zipfile.ZipFile(tmp_path / "good.pt") as good, zipfile.ZipFile(path, "w") as bad:
        for part in good.infolist():
            stored = bytearray(good.read(part))
            if part.filename.endswith("data.pkl"):
                for _ in range(data.draw(st.integers(1, 4))):
                    at = data.draw(st.integers(0, len(stored)))
                    stored[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
            bad.writestr(part.filename, bytes(stored))
    (tmp_path / "good.pt").unlink()
    plays_or_is_refused(path)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)
SHAPES = st.fixed_dictionaries({"width": VALUES | st.sampled_from([0, 8, 9]), "blocks": VALUES | st.integers(0, 2)})


@settings(FUZZ, max_examples=100)
@given(shape=VALUES | SHAPES, policy=VALUES | st.just("as it was"))
def test_a_checkpoint_that_holds_something_else(shape: object, policy: object, tmp_path: Path) -> None:
    path = tmp_path / "else.pt"
    checkpoint.save(path, content() | {"shape": shape} | ({} if policy == "as it was" else {"policy": policy}))
    plays_or_is_refused(path)


class Calls:
    """Unpickling this calls a function."""

    def __init__(self, function: Callable[..., object], *arguments: object) -> None:
        self.call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self.call


def attacks(target: Path) -> list[Calls]:
    """What would leave a file at `target` if it ran."""
    touch = f"open({str(target)!r}, 'w')"
    return [
        Calls(os.mkdir, str(target)),
        Calls(os.system, f"touch {target}"),
        Calls(eval, touch),
        Calls(exec, touch),
        Calls(getattr, Calls(__import__, "os"), "mkdir"),
        Calls(open, str(target), "w"),
        Calls(Path.touch, target),
        Calls(torch.save, {}, str(target)),
        Calls(torch.serialization.add_safe_globals, [os.mkdir]),
        Calls(pickle.loads, pickle.dumps(Calls(os.mkdir, str(target)))),
    ]


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("place", ["alone", "format", "policy", "a weight"])
def test_a_malicious_pickle_runs_nothing(number: int, place: str, tmp_path: Path) -> None:
    target, path = tmp_path / "ran", tmp_path / "attack.pt"
    attack = attacks(target)[number]
    good: dict[str, Any] = {"format": "tarot-env checkpoint 2", **content()}
    if place == "alone":
        path.write_bytes(pickle.dumps(attack))
    elif place == "a weight":
        good["policy"]["others.bias"] = attack
        torch.save(good, path)
    else:
        torch.save(good | {place: attack}, path)
    with pytest.raises(ValueError, match="is not a checkpoint"):
        agents.load(str(path))
    assert list(tmp_path.iterdir()) == [path], "loading executed code from the file"
    assert os.mkdir not in torch.serialization.get_safe_globals()
