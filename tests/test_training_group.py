"""Several processes that train one network: the same as one process with all their deals."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")

import torch

from agents.network import checkpoint
from agents.training.collect import Decisions
from agents.training.config import Believe, SelfPlay
from agents.training.group import ALONE, Group
from agents.training.opposition import Pool
from agents.training.trainer import Learner, Trainer, begin
from tarot_env import Engine
from tarot_env.state import State

ROOT = Path(__file__).parent.parent
WORLD = 2
CONFIG = SelfPlay(
    run=Path("run"),
    device="cpu",
    bf16=False,
    width=16,
    blocks=1,
    deals=32,
    decisions=1,  # one iteration
    imitate=None,
    epochs=3,
    minibatch=100_000,  # one step an epoch: which decisions are in it is then the same however they are shared out
    panel_deals=4,
)


def torchrun(run: Path, *more: str) -> None:
    """train.py by torchrun, two processes over gloo on this machine."""
    start = [
        "-m",
        "torch.distributed.run",
        "--standalone",
        "--nproc-per-node",
        str(WORLD),
        "--",
    ]  # -- or it reads --run
    words = [sys.executable, *start, "train.py"]
    names = ("device", "width", "blocks", "deals", "decisions", "imitate", "epochs", "minibatch", "panel_deals")
    words += [w for name in names for w in (f"--{name.replace('_', '-')}", str(getattr(CONFIG, name)))]
    words += ["--bf16", "False", "--run", str(run), *more]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr


def together(parts: list[Decisions]) -> Decisions:
    """The decisions of several processes as one process would have them: their deals one after the other."""
    columns = {f.name: [getattr(part, f.name) for part in parts] for f in fields(Decisions)}
    tensors = {name: torch.cat(columns[name]) for name in ("encoded", "hidden", "mask", "action", "logits")}
    arrays = {name: np.concatenate(columns[name]) for name in ("seat", "phase", "scale")}
    states = [part.engine.state for part in parts]
    state = State(**{f.name: np.concatenate([getattr(s, f.name) for s in states]) for f in fields(State)})
    first_deals = np.cumsum([0] + [len(part.engine) for part in parts])
    first_rows = np.cumsum([0] + [len(part) for part in parts])
    return replace(
        parts[0],
        **tensors,
        **arrays,
        deal=np.concatenate([part.deal + first for part, first in zip(parts, first_deals[:-1], strict=True)]),
        starts=[0]
        + [int(at + first) for part, first in zip(parts, first_rows[:-1], strict=True) for at in part.starts[1:]],
        engine=Engine.from_state(state, parts[0].engine.rules, parts[0].engine.rng),
    )


@pytest.fixture(scope="module")
def one_iteration(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two processes, stopped after one iteration."""
    run = tmp_path_factory.mktemp("together") / "run"
    torchrun(run)
    return run


def test_two_processes_do_what_one_does_with_all_their_deals(one_iteration: Path) -> None:
    made = checkpoint.load(one_iteration / "last.pt")
    trainers = [Trainer(CONFIG, Group(rank, WORLD)) for rank in range(WORLD)]
    parts = [trainer.play() for trainer in trainers]
    alone = trainers[0]
    alone.group = ALONE
    measured = alone.learn(together(parts))

    for name in ("policy", "critic"):
        for key, tensor in getattr(alone, name).state_dict().items():
            torch.testing.assert_close(made[name][key], tensor, rtol=1e-4, atol=1e-6)
    header, row = (one_iteration / "metrics.csv").read_text().splitlines()
    written = dict(zip(header.split(","), row.split(","), strict=True))
    for name, value in measured.items():
        assert float(written[name]) == pytest.approx(value, rel=1e-4, abs=1e-4), name
    assert int(written["decisions"]) == sum(part.all_decisions for part in parts)


def test_a_belief_starts_the_same_in_all_processes_and_sees_as_the_policy_does() -> None:
    """Gradients are added up, weights never are: two that began otherwise would stay two."""
    config = Believe(run=Path("run"), init_from=Path("best.pt"), device="cpu", bf16=False, width=16, blocks=1, deals=8)
    learners = [Learner(config, Group(rank, WORLD)) for rank in range(WORLD)]
    beliefs = [learner.believe(Pool(learner.shape, 0, 1, None), 0)[0] for learner in learners]
    assert all(torch.equal(one, other) for one, other in zip(*(b.parameters() for b in beliefs), strict=True))
    trunk = learners[0].policy.trunk.state_dict()
    assert all(torch.equal(beliefs[0].trunk.state_dict()[name], tensor) for name, tensor in trunk.items())


def test_two_processes_go_on_exactly(one_iteration: Path, tmp_path: Path) -> None:
    """Two iterations, at once or with a stop between them; each process goes on with its own generators."""
    shutil.copytree(one_iteration, tmp_path / "parts")
    torchrun(tmp_path / "parts", "--resume", "--decisions", "4000")
    torchrun(tmp_path / "whole", "--decisions", "4000")
    one, other = (checkpoint.load(tmp_path / run / "last.pt") for run in ("whole", "parts"))
    assert one["iteration"] == other["iteration"] > 1
    for name in ("policy", "critic"):
        assert all(torch.equal(one[name][key], other[name][key]) for key in one[name])


def test_a_run_of_two_processes_is_not_gone_on_with_by_one(one_iteration: Path) -> None:
    with pytest.raises(checkpoint.CheckpointError, match="the run is one of 2 processes, here: 1"):
        begin(replace(CONFIG, run=one_iteration, resume=True), ALONE)


def test_a_run_on_another_kind_of_device_is_refused_in_one_line(one_iteration: Path, tmp_path: Path) -> None:
    """A GPU's generator has a state of another length."""
    content = checkpoint.load(one_iteration / "last.pt")
    state = torch.zeros(16, dtype=torch.uint8)
    checkpoint.save(tmp_path / "last.pt", content | {"generators": [content["generators"][0] | {"torch": state}]})
    with pytest.raises(checkpoint.CheckpointError, match="the run was not one on cpu: take --device cuda"):
        begin(replace(CONFIG, run=tmp_path, resume=True), ALONE)


def test_deals_are_shared_out_evenly() -> None:
    assert Group(0, WORLD).share(32) == 16
    with pytest.raises(ValueError, match="--deals 33 cannot be shared out evenly among 2 processes"):
        Group(0, WORLD).share(33)
