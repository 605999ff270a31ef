"""Networks with more blocks say at first what they said with fewer, and all of them learns."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="networks need PyTorch: pip install 'tarot-env[train]'")

import torch
from opinionated import networks
from table_play import mixed_engine
from test_training import HOW

from agents.network import checkpoint
from agents.network.checkpoint import CheckpointError
from agents.network.deepen import deepened
from agents.network.model import Critic, Policy, Shape
from agents.training.collect import Buffers, by_policy, collect
from agents.training.config import SelfPlay
from agents.training.group import ALONE
from agents.training.ppo import update
from agents.training.trainer import Trainer
from tarot_env import Engine, Rules
from tarot_env.encoding import encode, encode_hidden

SHALLOW, DEEP = Shape(16, 1), Shape(16, 3)


def content(shape: Shape) -> dict[str, Any]:
    policy, critic = networks(shape)
    return {"shape": asdict(shape), "policy": policy.state_dict(), "critic": critic.state_dict(), "decisions": 5}


def grown() -> tuple[Policy, Critic]:
    policy, critic = networks(DEEP, seed=2)
    deeper = deepened(content(SHALLOW), DEEP)
    policy.load_state_dict(deeper["policy"])
    critic.load_state_dict(deeper["critic"])
    return policy, critic


def test_deeper_networks_say_the_same() -> None:
    engine = mixed_engine(Rules.official(), 5, 40)
    view, hidden = torch.from_numpy(encode(engine.observe())), torch.from_numpy(encode_hidden(engine.state))
    mask = torch.from_numpy(engine.legal_mask())
    before, after = networks(SHALLOW), grown()
    with torch.inference_mode():
        assert torch.equal(after[0](view, mask), before[0](view, mask))
        assert torch.equal(after[1](view, hidden), before[1](view, hidden))


def test_every_added_weight_learns() -> None:
    policy, critic = grown()
    old = {id(network): {k: v.clone() for k, v in network.state_dict().items()} for network in (policy, critic)}
    optimiser = torch.optim.SGD([*policy.parameters(), *critic.parameters()], lr=0.1)
    for seed in (1, 2):  # norms of a block that adds nothing are worth nothing before it adds something
        generator = torch.Generator().manual_seed(seed)
        decisions = collect(Engine(40, seed=seed), by_policy(policy), generator, Buffers())
        update(policy, critic, optimiser, decisions, HOW, generator)
    for network in (policy, critic):
        same = [k for k, v in network.state_dict().items() if torch.equal(v, old[id(network)][k])]
        assert not [name for name in same if "blocks" in name]


def test_nothing_else_of_the_checkpoint_changes() -> None:
    deeper = deepened(content(SHALLOW), DEEP)
    assert deeper["shape"] == {"width": 16, "blocks": 3}
    assert deeper["decisions"] == 5


@pytest.mark.parametrize(
    "theirs", [DEEP, Shape(16, 4), Shape(8, 1)], ids=["as many blocks", "more blocks", "another width"]
)
def test_networks_that_more_blocks_do_not_make_alike_are_left(theirs: Shape) -> None:
    checkpoint_of_theirs = content(theirs)
    assert deepened(checkpoint_of_theirs, DEEP) is checkpoint_of_theirs


def test_a_training_starts_from_a_checkpoint_with_fewer_blocks(tmp_path: Path) -> None:
    file = tmp_path / "first.pt"
    checkpoint.save(file, content(SHALLOW))
    config = SelfPlay(run=tmp_path / "run", width=16, blocks=3, deals=16, panel_deals=8, device="cpu", bf16=False)
    trainer = Trainer(config, ALONE)
    trainer.load_networks(file)
    assert torch.equal(
        trainer.policy.state_dict()["suit_cards.weight"], content(SHALLOW)["policy"]["suit_cards.weight"]
    )
    assert not trainer.policy.state_dict()["trunk.blocks.2.table_to_table.weight"].any()


def test_only_what_has_to_be_another_is_named(tmp_path: Path) -> None:
    """Fewer blocks would do: who asked for more is not talked out of it."""
    file = tmp_path / "first.pt"
    checkpoint.save(file, content(SHALLOW))
    config = SelfPlay(run=tmp_path / "run", width=8, blocks=3, deals=16, panel_deals=8, device="cpu", bf16=False)
    with pytest.raises(CheckpointError, match=r"take --width 16$"):
        Trainer(config, ALONE).load_networks(file)


@pytest.mark.parametrize(
    "shape", [None, "wide", {"width": 16}, {"width": "16", "blocks": True}, {"blocks": [1]}], ids=str
)
def test_a_checkpoint_that_tells_no_shape_is_refused_as_ever(tmp_path: Path, shape: object) -> None:
    file = tmp_path / "first.pt"
    checkpoint.save(file, content(SHALLOW) | {"shape": shape})
    config = SelfPlay(run=tmp_path / "run", width=16, blocks=3, deals=16, panel_deals=8, device="cpu", bf16=False)
    with pytest.raises(CheckpointError, match="its networks are"):
        Trainer(config, ALONE).load_networks(file)
