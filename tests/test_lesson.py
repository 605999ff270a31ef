"""Which decisions an update looks at: by chance, but on average it learns from all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")

import torch
from test_training import HOW, played
from torch import Tensor

from agents.training.gradient import NotFinite
from agents.training.lesson import LEAST, Lesson, chances
from agents.training.ppo import update


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def heavy(number: int = 2000) -> Tensor:
    """What decisions are worth in a training: most nearly nothing, a few very much."""
    return torch.randn(number, generator=generator()).exp() ** 2


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.9])
@pytest.mark.parametrize("worth", [heavy, lambda: torch.ones(2000), lambda: torch.rand(2000, generator=generator())])
def test_so_many_are_taken_as_are_asked_for(worth: Callable[[], Tensor], share: float) -> None:
    chance = chances(worth(), share)
    assert chance.mean() == pytest.approx(share, abs=1e-3)
    assert chance.min() >= LEAST * share
    assert chance.max() <= 1
    assert len(Lesson.drawn(worth(), share, generator(1)).rows) == pytest.approx(2000 * share, abs=100)


def test_twice_the_worth_is_twice_the_chance_between_the_bounds() -> None:
    chance = chances(torch.tensor([0.0, 1.0, 1.5, 2.0, 3.0, 100.0]), 0.5)
    assert chance[0] == pytest.approx(LEAST * 0.5)
    assert chance[5] == 1
    torch.testing.assert_close(chance[1:5] / chance[1], torch.tensor([1, 1.5, 2, 3]))


def test_with_a_share_of_one_all_are_taken_and_weigh_one() -> None:
    lesson = Lesson.drawn(heavy(100), 1.0, generator())
    assert lesson.rows.tolist() == list(range(100))
    assert lesson.weight.tolist() == [1.0] * 100


def test_where_nothing_is_worth_anything_all_are_as_likely() -> None:
    assert len(Lesson.drawn(torch.zeros(2000), 0.25, generator()).rows) > 0
    assert len(Lesson.drawn(torch.zeros(0), 0.25, generator()).rows) == 0


def test_weights_make_up_for_what_is_left_out() -> None:
    """A sum over all is met on average, and far better than by a uniform draw of as many."""
    worth, draws = heavy(), 400
    drawn = [Lesson.drawn(worth, 0.25, generator(seed)) for seed in range(draws)]
    sums = torch.stack([(worth[lesson.rows] * lesson.weight).sum() for lesson in drawn])
    uniform = torch.stack(
        [4 * worth[torch.rand(len(worth), generator=generator(seed)) < 0.25].sum() for seed in range(draws)]
    )
    assert abs(sums.mean() - worth.sum()) < 4 * sums.std() / draws**0.5
    assert sums.std() < uniform.std() / 4


def test_parts_hold_each_decision_once_with_its_weight() -> None:
    lesson = Lesson(torch.arange(10, 21), torch.arange(10, 21) / 2)
    parts = list(lesson.parts(3, generator()))
    assert sorted(len(part.rows) for part in parts) == [3, 4, 4]
    rows = torch.cat([part.rows for part in parts])
    assert sorted(rows.tolist()) == lesson.rows.tolist()
    assert rows.tolist() != lesson.rows.tolist(), "not in random order"
    assert torch.equal(torch.cat([part.weight for part in parts]), rows / 2)


def test_an_update_moves_the_networks_on_average_as_one_with_all_decisions() -> None:
    """One step of plain gradient descent, 200 times from the same start."""
    policy, critic, _, decisions = played(deals=8)
    networks = torch.nn.ModuleList([policy, critic])
    start = {name: tensor.clone() for name, tensor in networks.state_dict().items()}
    before = torch.nn.utils.parameters_to_vector(networks.parameters()).detach()

    def moved(share: float, seed: int) -> Tensor:
        networks.load_state_dict(start)
        how = replace(HOW, minibatch=10**6, policy_share=share, critic_share=share, max_gradient=float("inf"))
        update(policy, critic, torch.optim.SGD(networks.parameters(), lr=1.0), decisions, how, generator(seed))
        return torch.nn.utils.parameters_to_vector(networks.parameters()).detach() - before

    goal = moved(1.0, 0)
    mean = torch.stack([moved(0.3, seed) for seed in range(200)]).mean(dim=0)
    assert (mean - goal).norm() < 0.15 * goal.norm()
    assert torch.cosine_similarity(mean, goal, dim=0) > 0.99


def test_a_decision_that_is_no_number_is_never_left_out() -> None:
    policy, critic, optimiser, decisions = played()
    decisions.encoded[0, 0] = float("nan")
    with pytest.raises(NotFinite):
        update(policy, critic, optimiser, decisions, replace(HOW, policy_share=0.1, critic_share=0.1), generator())
