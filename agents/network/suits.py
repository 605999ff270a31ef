"""What a network sees of each suit, and what it sees of all else.

The four suits of tarot are interchangeable: rename them, and the same play earns the same points. So the networks
look at each suit with the same weights, and at trumps, Excuse and everything that names no suit with others; whatever
they learn of one suit they know of all four, in any order of them.

Beside the cards as they are called, they see the cards that are left in each suit from the highest down: the first
place is the master's, whatever its name.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from tarot_env.cards import CARDS_PER_SUIT, EXCUSE, NUM_CARDS, NUM_SUITS, PETIT
from tarot_env.encoding import HIDDEN_SIZE, HIDDEN_SLICES, SIZE, part

_SETS: Final = part("shown").start // NUM_CARDS  # card sets, which the encoding begins with
_HIDDEN_SETS: Final = len(HIDDEN_SLICES)
_SEATS: Final = ("self", "next", "opposite", "previous")
_BY_SEAT: Final = part("bid_self").start  # flags of each seat: bid, poignee, void
_AMOUNTS: Final = part("ceiling").start
_SEAT_FLAGS: Final = (_AMOUNTS - _BY_SEAT) // len(_SEATS)
_VOID: Final = part("void_self").start - _BY_SEAT
_LED: Final = part("led").start
_DISCARD: Final = part("discard").start // NUM_CARDS


def sizes(sees_hidden: bool) -> tuple[int, int]:
    """How many numbers `look` gives of each suit, and of all else."""
    suits, rest = look(torch.zeros(1, SIZE), torch.zeros(1, HIDDEN_SIZE) if sees_hidden else None)
    return suits.shape[2], rest.shape[1]


def seen(encoded: Tensor) -> Tensor:
    """Cards that a seat sees: its hand, what all have played, and of the discard what it knows: (N, SIZE) -> (N, 78),
    0 where one is hidden."""
    sets = encoded[:, : _SETS * NUM_CARDS].view(len(encoded), _SETS, NUM_CARDS)
    return sets[:, 0:5].sum(dim=1) + sets[:, _DISCARD]


def look(encoded: Tensor, hidden: Tensor | None) -> tuple[Tensor, Tensor]:
    """Sort what is known by suits.

    Args:
        encoded: (N, SIZE), see `tarot_env.encoding`.
        hidden: (N, HIDDEN_SIZE), or None for one who sees no other hand.

    Returns:
        (N, 4, suit) and (N, rest), see `sizes`: the same of every suit, and what names none.
    """
    n = len(encoded)
    sets = encoded[:, : _SETS * NUM_CARDS].view(n, _SETS, NUM_CARDS)
    if hidden is None:
        holders = torch.stack([sets[:, 0], (1 - seen(encoded)).clamp_(0, 1)], dim=1)
        known = [sets]
    else:
        others = hidden.view(n, _HIDDEN_SETS, NUM_CARDS)
        holders = torch.cat([sets[:, :1], others[:, :3]], dim=1)
        known = [sets, others]
    flags = encoded[:, _BY_SEAT:_AMOUNTS].view(n, len(_SEATS), _SEAT_FLAGS)
    suits = _side_by_side(
        (n, NUM_SUITS),
        *(cards[:, :, :EXCUSE].view(n, -1, NUM_SUITS, CARDS_PER_SUIT).transpose(1, 2) for cards in known),
        _from_the_top(holders[:, :, :EXCUSE], NUM_SUITS).transpose(1, 2),
        flags[:, :, _VOID:].transpose(1, 2),
        encoded[:, _LED : _LED + NUM_SUITS, None],
    )
    rest = _side_by_side(
        (n,),
        *(cards[:, :, EXCUSE:] for cards in known),
        _from_the_top(holders[:, :, PETIT:], 1),  # the Excuse is neither above nor below a card
        encoded[:, _SETS * NUM_CARDS : _LED],
        encoded[:, _LED + NUM_SUITS : _BY_SEAT],
        flags[:, :, :_VOID],
        encoded[:, _AMOUNTS:],
    )
    return suits, rest


def _side_by_side(rows: tuple[int, ...], *blocks: Tensor) -> Tensor:
    """Blocks (rows, ...) beside each other in each row, written once: (rows, their sizes added up)."""
    shapes = [block.shape[len(rows) :] for block in blocks]
    joined = blocks[0].new_empty((*rows, sum(shape.numel() for shape in shapes)))
    start = 0
    for block, shape in zip(blocks, shapes, strict=True):
        joined[..., start : start + shape.numel()].view(*rows, *shape).copy_(block)
        start += shape.numel()
    return joined


def _from_the_top(holders: Tensor, suits: int) -> Tensor:
    """Who holds the highest card that is left of each suit, the second, and so on; nobody where none is left.

    (N, holders, suits * ranks) by rank, each card with one holder at most -> (N, holders, suits, ranks) by place.
    """
    by_rank = holders.reshape(len(holders), holders.shape[1], suits, -1)
    left = by_rank.sum(dim=1)
    place = left.flip(2).cumsum(dim=2).flip(2).sub_(1).long().clamp_(0, by_rank.shape[3] - 1)
    return torch.zeros_like(by_rank).scatter_add_(3, place[:, None].expand_as(by_rank), by_rank)
