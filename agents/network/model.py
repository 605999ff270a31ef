"""The networks: a policy that sees one seat's observation, a critic that sees all hands, and a belief, which sees what
the policy does and says where the other cards may lie. The latter two are for training and for search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn

from agents.network.padding import padded
from agents.network.suits import look, sizes
from tarot_env.actions import NUM_ACTIONS, Phase
from tarot_env.cards import CARDS_PER_SUIT, EXCUSE, NUM_CARDS
from tarot_env.encoding import part
from tarot_env.holdings import NUM_HOLDERS

NUM_HEADS: Final = 3
"""Heads of the policy: all that is decided before the play and around it, play as taker, play as defender."""
HIDING_PLACES: Final = NUM_HOLDERS - 1
"""Where cards can be that a seat does not see: with the other seats, and in the pile, as in `sample_hands`."""
OTHER_ACTIONS: Final = NUM_ACTIONS - EXCUSE
"""Actions that name no card of a suit: Excuse and trumps, then bids and all that is said."""

_PLAYS: Final = part("phase").start + Phase.PLAY
_IS_TAKER: Final = part("side").start
_SUIT_SHARE: Final = 4  # a suit is described by so much less than the whole table


@dataclass(frozen=True, slots=True)
class Shape:
    """Size of both networks."""

    width: int = 256
    blocks: int = 2

    @property
    def suit_width(self) -> int:
        """Units that describe one suit; `width` of them describe the table."""
        return max(1, self.width // _SUIT_SHARE)


class Block(nn.Module):
    """One residual step of table and suits: each takes in itself and the other, the table the mean of the suits."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        suit, table = shape.suit_width, shape.width
        self.suit_norm, self.table_norm = nn.LayerNorm(suit), nn.LayerNorm(table)
        self.suit_to_suit, self.table_to_suit = nn.Linear(suit, suit), nn.Linear(table, suit, bias=False)
        self.table_to_table, self.suit_to_table = nn.Linear(table, table), nn.Linear(suit, table, bias=False)

    def forward(self, suits: Tensor, table: Tensor) -> tuple[Tensor, Tensor]:
        s, t = torch.relu(self.suit_norm(suits)), torch.relu(self.table_norm(table))
        suits = suits + self.suit_to_suit(s) + self.table_to_suit(t)[:, None]
        return suits, table + self.table_to_table(t) + self.suit_to_table(s.mean(dim=1))


class Trunk(nn.Module):
    """What a network makes of the four suits, all with the same weights, and of the table."""

    def __init__(self, shape: Shape, sees_hidden: bool) -> None:
        super().__init__()
        suit, rest = sizes(sees_hidden)
        self.suit, self.table = nn.Linear(suit, shape.suit_width), nn.Linear(rest, shape.width)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.blocks))
        self.suit_norm, self.table_norm = nn.LayerNorm(shape.suit_width), nn.LayerNorm(shape.width)

    def forward(self, encoded: Tensor, hidden: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """(N, SIZE), (N, HIDDEN_SIZE) -> (N, 4, suit width), (N, width)."""
        by_suit, rest = look(encoded, hidden)
        suits, table = self.suit(by_suit), self.table(rest)
        for block in self.blocks:
            suits, table = block(suits, table)
        return torch.relu(self.suit_norm(suits)), torch.relu(self.table_norm(table))


class OfCards(nn.Module):
    """Numbers for every card of the suits, and for others beside them, from one seat's observation.

    Args:
        each: how many numbers for each of them.
        num_others: how many there are beside the cards of the suits.
    """

    def __init__(self, shape: Shape, each: int, num_others: int) -> None:
        super().__init__()
        self._each, self._num_others = each, num_others
        self.trunk = Trunk(shape, sees_hidden=False)
        self.suit_cards = nn.Linear(shape.suit_width, each * CARDS_PER_SUIT)
        self.ranks = nn.Linear(shape.width, each * CARDS_PER_SUIT, bias=False)  # the same for all suits
        self.others = nn.Linear(shape.width, each * num_others)
        for head in (self.suit_cards, self.ranks, self.others):
            nn.init.orthogonal_(head.weight, gain=0.01)

    def outputs(self, encoded: Tensor) -> Tensor:
        """(N, SIZE) -> (at least N, each, 56 + num_others)."""
        suits, table = self.trunk(padded(encoded))
        cards = self.suit_cards(suits) + self.ranks(table)[:, None]  # (N, 4, each * 14)
        cards = cards.unflatten(2, (self._each, CARDS_PER_SUIT)).transpose(1, 2).flatten(2)
        return torch.cat([cards, self.others(table).unflatten(1, (self._each, self._num_others))], dim=2)


class Policy(OfCards):
    """Logits of all 87 actions from the encoding of one seat's observation."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape, NUM_HEADS, OTHER_ACTIONS)

    def forward(self, encoded: Tensor, mask: Tensor) -> Tensor:
        """(N, SIZE), bool (N, 87) -> float32 (N, 87), minus infinity where an action is not legal."""
        heads = self.outputs(encoded)
        plays = encoded[:, _PLAYS].long()
        head = plays * (2 - encoded[:, _IS_TAKER].long())  # 0 around the play, 1 taker, 2 defender
        logits = heads[torch.arange(len(encoded)), head]
        masked: Tensor = logits.float().masked_fill(~mask, float("-inf"))
        return masked


class Belief(OfCards):
    """Logits of who has each card, if it is not seen: the next seat, the opposite or the previous one, or the pile."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape, HIDING_PLACES, NUM_CARDS - EXCUSE)

    def forward(self, encoded: Tensor) -> Tensor:
        """(N, SIZE) -> float32 (N, 4, 78)."""
        logits: Tensor = self.outputs(encoded)[: len(encoded)].float()
        return logits


class Critic(nn.Module):
    """Expected final score of each seat, the viewer first, from what a seat sees and what it does not.

    In units of the caller's choice, see `agents.training.credit.value_scale`.

    Args:
        sees_all: False hides from it what the seat does not see.
    """

    def __init__(self, shape: Shape, sees_all: bool = True) -> None:
        super().__init__()
        self.sees_all = sees_all
        self.trunk = Trunk(shape, sees_hidden=True)
        self.of_suits = nn.Linear(shape.suit_width, 4, bias=False)
        self.of_table = nn.Linear(shape.width, 4)
        for head in (self.of_suits, self.of_table):
            nn.init.zeros_(head.weight)

    def forward(self, encoded: Tensor, hidden: Tensor) -> Tensor:
        """(N, SIZE), (N, HIDDEN_SIZE) -> float32 (N, 4)."""
        seen = hidden if self.sees_all else torch.zeros_like(hidden)
        suits, table = self.trunk(padded(encoded), padded(seen))
        values: Tensor = self.of_suits(suits.mean(dim=1)) + self.of_table(table)
        return values[: len(encoded)].float()
