"""Networks with opinions: as they are made, they say next to nothing."""

from __future__ import annotations

import torch

from agents.network.model import Critic, Policy, Shape


def networks(shape: Shape, seed: int = 0) -> tuple[Policy, Critic]:
    """A policy and a critic whose last weights are drawn at random, as large as any."""
    torch.manual_seed(seed)
    policy, critic = Policy(shape), Critic(shape)
    for head in (policy.suit_cards, policy.ranks, policy.others, critic.of_suits, critic.of_table):
        torch.nn.init.normal_(head.weight)
    return policy, critic
