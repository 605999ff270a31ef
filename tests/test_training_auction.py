"""Bids and chelems learnt by trying all of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")

import torch

from agents.heuristic.evaluation import chavey
from agents.network import checkpoint
from agents.network.compute import CPU
from agents.network.model import Critic, Policy, Shape
from agents.training.auction import LEARNT, Tried, deal_unevenly, learn_calls, try_all
from tarot_env import Engine, Rules
from tarot_env.actions import CHELEM, GARDE, PASS, PRISE, Phase
from tarot_env.cards import EXCUSE

SHAPE = Shape(width=16, blocks=1)


def policy_of(seed: int) -> Policy:
    torch.manual_seed(seed)
    return Policy(SHAPE)


def test_half_of_the_deals_give_the_seat_that_is_looked_at_a_strong_hand() -> None:
    engine = Engine(400, seed=3)
    seat = deal_unevenly(engine)
    counts = chavey(engine.state.dealt[np.arange(400), seat])
    assert counts[0::2].mean() + 20 < counts[1::2].mean()
    assert all(set(seat[kind::2]) == {0, 1, 2, 3} for kind in range(2))


def test_each_bid_that_may_be_made_is_tried_once() -> None:
    tried = try_all(Phase.AUCTION, Engine(64, seed=3), policy_of(0), CPU)
    assert tried is not None
    assert tried.legal[:, 0].all(), "to pass is always possible"
    assert (tried.points[~tried.legal] == 0).all()
    assert len(tried.views) == len(tried.points) <= 64
    higher = tried.legal[:, 3] & tried.legal[:, 4]  # with the same cards and the same play, 4 and 6 times the stake
    assert (tried.points[higher, 3] != tried.points[higher, 4]).any()


def test_the_taker_tries_to_announce_a_chelem_and_not_to() -> None:
    policy = policy_of(0)
    with torch.no_grad():
        policy.others.bias[GARDE - EXCUSE] = 9.0
    tried = try_all(Phase.CHELEM, Engine(64, seed=3), policy, CPU)
    assert tried is not None
    assert 0 < len(tried.views) < 64, "only where the seat that is looked at took"
    may_say = {PASS, CHELEM}
    assert all(tried.legal[:, action - PASS].all() == (action in may_say) for action in range(PASS, CHELEM + 1))
    difference = (tried.points[:, CHELEM - PASS] - tried.points[:, 0]).tolist()
    assert min(difference) < 0, "who announces one and fails pays for it"


def test_a_policy_that_is_sure_to_announce_nothing_learns_when_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = policy_of(0)
    with torch.no_grad():
        policy.others.bias[CHELEM - EXCUSE] = -20.0
    views = torch.randn(400, SHAPE.width, generator=torch.Generator().manual_seed(1))
    pays = views[:, 0] > 1
    points = torch.zeros(400, CHELEM - PASS + 1)
    points[:, -1] = torch.where(pays, 600.0, -600.0)
    legal = torch.zeros_like(points, dtype=torch.bool)
    legal[:, [0, -1]] = True
    tried = Tried(views, points, legal)
    monkeypatch.setattr("agents.training.auction.try_all", lambda phase, *_: tried if phase == Phase.CHELEM else None)
    learn_calls(policy, Engine(1, seed=0), torch.Generator().manual_seed(0), 2, CPU)
    margin = (views @ policy.others.weight.T + policy.others.bias)[:, [CHELEM - EXCUSE, PASS - EXCUSE]]
    announces = margin[:, 0] > margin[:, 1]
    assert (announces == pays).float().mean() > 0.9


def test_nobody_announces_where_the_rules_have_no_chelem() -> None:
    policy, before = policy_of(0), policy_of(0)
    assert try_all(Phase.CHELEM, Engine(16, Rules.casual(), seed=3), policy, CPU) is None
    learn_calls(policy, Engine(16, Rules.casual(), seed=3), torch.Generator().manual_seed(0), 2, CPU)
    changed = (policy.others.weight != before.others.weight).any(dim=1)
    assert changed[PRISE - EXCUSE]
    assert not changed[CHELEM - EXCUSE]


def test_the_bids_bring_more_and_nothing_else_changes(capsys: pytest.CaptureFixture[str]) -> None:
    policy, before = policy_of(0), policy_of(0)
    with torch.no_grad():
        policy.others.bias[PRISE - EXCUSE] = before.others.bias[PRISE - EXCUSE] = 0.3  # however strong its hand is
    learn_calls(policy, Engine(128, seed=5), torch.Generator().manual_seed(0), 2, CPU)
    said = [line for line in capsys.readouterr().err.splitlines() if "1 of 2 rounds" in line]
    assert [line.split(":")[0] for line in said] == ["auction", "chelem"]
    for line in said:
        brought, now = (float(line.split(word)[1].split()[0].rstrip(";")) for word in ("brought", "now"))
        assert now > brought
    changed = (policy.others.weight != before.others.weight).any(dim=1)
    assert changed[LEARNT.start - EXCUSE : LEARNT.stop - EXCUSE].all()
    assert changed.sum() == 5, "PASS says no to poignees too, and must stay"
    others = [name for name, _ in policy.named_parameters() if not name.startswith("others.")]
    assert all(torch.equal(policy.get_parameter(name), before.get_parameter(name)) for name in others)


def test_the_same_seed_gives_the_same_bids() -> None:
    results = []
    for _ in range(2):
        policy = policy_of(0)
        learn_calls(policy, Engine(32, seed=5), torch.Generator().manual_seed(0), 2, CPU)
        results.append(policy.others.weight)
    assert torch.equal(*results)


def test_the_command_keeps_all_but_the_bids(tmp_path: Path) -> None:
    from train import Auction, run

    policy, critic = policy_of(1), Critic(SHAPE)
    content = {"shape": {"width": 16, "blocks": 1}, "policy": policy.state_dict(), "critic": critic.state_dict()}
    checkpoint.save(tmp_path / "first.pt", content | {"decisions": 7})
    settings = Auction(
        run=tmp_path / "bids", init_from=tmp_path / "first.pt", deals=16, rounds=2, device="cpu", bf16=False
    )
    run(settings)
    made = checkpoint.load(tmp_path / "bids" / "best.pt")
    assert made["decisions"] == 7
    assert made["auction"] == {"seed": 0, "deals": 16, "rounds": 2}
    assert torch.equal(made["critic"]["of_table.weight"], content["critic"]["of_table.weight"])
    assert not torch.equal(made["policy"]["others.weight"], content["policy"]["others.weight"])
    with pytest.raises(ValueError, match="exists already"):
        run(settings)
