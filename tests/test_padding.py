"""Batches are padded to few lengths where that saves time, and nobody's answer hangs on who else is in the batch."""

from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="networks need PyTorch: pip install 'tarot-env[train]'")

import torch
from opinionated import networks
from table_play import mixed_engine

from agents.network.compute import CPU, Compute
from agents.network.model import Shape
from agents.network.padding import few, padded
from tarot_env import Rules
from tarot_env.encoding import encode, encode_hidden

HALF = Compute(torch.device("cpu"), bf16=True)


def test_lengths_grow_by_a_quarter_at_most_and_are_few() -> None:
    lengths = [few(number) for number in range(1, 5001)]
    assert all(number <= length <= 1.25 * number for number, length in enumerate(lengths, 1))
    assert lengths == sorted(lengths)
    assert len(set(lengths)) < 50
    assert [few(length) for length in lengths] == lengths


@pytest.mark.parametrize(("compute", "length"), [(HALF, 40), (CPU, 37)], ids=["bfloat16", "float32"])
def test_only_products_in_bfloat16_are_padded(compute: Compute, length: int) -> None:
    rows = torch.ones(37, 3)
    with compute.precision():
        longer = padded(rows)
    assert longer.shape == (length, 3)
    assert torch.equal(longer[:37], rows)
    assert not longer[37:].any()


def test_networks_answer_as_many_as_ask() -> None:
    policy, critic = networks(Shape(32, 1))
    engine = mixed_engine(Rules.official(), 3, 37)
    view = torch.from_numpy(encode(engine.observe())).to(HALF.dtype)
    hidden = torch.from_numpy(encode_hidden(engine.state)).to(HALF.dtype)
    mask = torch.from_numpy(engine.legal_mask())
    rows = []
    for network in (policy, critic):
        network.trunk.table.register_forward_pre_hook(lambda layer, seen: rows.append(len(seen[0])))
    with torch.inference_mode(), HALF.precision():
        together = policy(view, mask), critic(view, hidden)
        first = policy(view[:5], mask[:5]), critic(view[:5], hidden[:5])
    assert [len(answers) for answers in together] == [37, 37]
    assert rows == [40, 40, 5, 5]
    for some, answers in zip(first, together, strict=True):
        torch.testing.assert_close(some, answers[:5], rtol=0.02, atol=0.02)


def test_gradients_are_those_of_the_rows_alone() -> None:
    _, critic = networks(Shape(32, 1))
    engine = mixed_engine(Rules.official(), 3, 37)
    view, hidden = torch.from_numpy(encode(engine.observe())), torch.from_numpy(encode_hidden(engine.state))

    def gradient(compute: Compute) -> torch.Tensor:
        critic.zero_grad()
        with compute.precision():
            loss = critic(view.to(compute.dtype), hidden.to(compute.dtype)).square().mean()
        torch.autograd.backward(loss)
        return torch.cat([weight.grad.flatten() for weight in critic.parameters() if weight.grad is not None])

    exact, half = gradient(CPU), gradient(HALF)
    assert torch.nn.functional.cosine_similarity(exact, half, dim=0) > 0.99
    assert 0.95 < float(half.norm() / exact.norm()) < 1.05
