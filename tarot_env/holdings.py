"""Where a hidden card can be, by what one seat knows for certain.

The facts: cards still held by each seat; suits shown out and trump ceilings; poignees on the table; the dog that was
shown and the rules of the discard. What a bid or a card suggests is no fact and is not used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.actions import Phase
from tarot_env.cardsets import ALL_SUIT_CARDS, DECK, EXCUSE_BIT, KING_MASK, SUIT_MASKS, Lane, Lanes, count, empty
from tarot_env.dealing import DOG_SIZE, HAND_SIZE
from tarot_env.observation import Observation
from tarot_env.rules import Contract

PILE: Final = 4
"""The holder that is no seat: the dog while it lies hidden, or the discard that another seat has put aside."""
NUM_HOLDERS: Final = 5

_SEATS: Final = np.arange(4)
_ORDINARY: Final = ALL_SUIT_CARDS & ~KING_MASK
# Suit cards that a seat may hold, by its void bits.
_NOT_VOID: Final[Lane] = np.array(
    [sum(int(SUIT_MASKS[suit]) for suit in range(4) if not bits >> suit & 1) for bits in range(16)], np.uint64
)  # (16,)
# The Excuse and the trumps up to a ceiling.
_UP_TO: Final[Lane] = np.array([(1 << (ceiling + 1)) - 1 for ceiling in range(22)], np.uint64)  # (22,)


@dataclass(slots=True)
class Holdings:
    """Cards that lie face down for somebody at N tables, and the five holders: relative seats 0..3 and the PILE.

    Seat 0 is the one that looks: its holding is its hand. Cards that it put aside itself are no longer in question.
    """

    cards: Lanes  # (N, 2) all cards that are held, own hand and poignees on the table included
    may: Lanes  # (N, 5, 2) those among them that each holder may hold
    size: npt.NDArray[np.int64]  # (N, 5) number of cards that each holder holds


def holdings(observation: Observation) -> Holdings:
    """What N observations say of the cards that are held, each by the seat to act.

    Raises:
        ValueError: a seat looks that is not to act. It does not know how far the taker's discard, or a poignee that
            is being shown, has got.
    """
    waiting = np.flatnonzero(observation.turn != 0)
    if waiting.size:
        raise ValueError(
            f"observation {waiting[0]} is by a seat that is not to act: observe the seat to act, which is the default"
        )
    n = len(observation)
    cards, may = empty(n), empty(n, NUM_HOLDERS)
    for k in (0, 1):
        own = observation.hand[:, k]
        played = np.bitwise_or.reduce(observation.played[..., k], axis=1)
        cards[:, k] = DECK[k] & ~(played | observation.discard[:, k])
        may[:, 0, k] = own
        may[:, 1:, k] = (cards[:, k] & ~own)[:, None]
    may[:, 1:4, 0] &= _NOT_VOID.take(observation.void[:, 1:])
    may[:, 1:4, 1] &= _UP_TO.take(observation.ceiling[:, 1:])
    _apply_dog_and_discard(observation, may)
    _apply_poignees(observation, may)
    return Holdings(cards, may, _sizes(observation))


def dog_hidden(observation: Observation) -> npt.NDArray[np.bool_]:
    """Whether the dog lies face down: in the auction, and under a garde sans or contre (S0): (N,)."""
    hidden: npt.NDArray[np.bool_] = (observation.phase == Phase.AUCTION) | (observation.contract > Contract.GARDE)
    return hidden


def _sizes(observation: Observation) -> npt.NDArray[np.int64]:
    sizes = np.zeros((len(observation), NUM_HOLDERS), np.int64)
    sizes[:, 0] = count(observation.hand)
    sizes[:, 1:4] = HAND_SIZE - count(observation.played[:, 1:]).astype(np.int64)
    hidden_discard = (DOG_SIZE - count(observation.discard).astype(np.int64)) * (observation.taker != 0)
    sizes[:, PILE] = np.where(dog_hidden(observation), DOG_SIZE, hidden_discard)
    return sizes


def _apply_dog_and_discard(observation: Observation, may: Lanes) -> None:
    """A dog that was shown is with the taker or in his discard. There lie no kings, no bouts, and no trumps but those
    that were shown, which says that the taker had put all his other cards but kings aside before (S0)."""
    not_taker = observation.taker[:, None] != _SEATS[1:]  # (N, 3)
    for k in (0, 1):  # nothing is known of a hidden dog, which is the empty set here
        may[:, 1:4, k] &= ~(observation.dog[:, None, k] * not_taker)
    hidden = dog_hidden(observation)
    others_discard = ~hidden & (observation.taker != 0)
    may[:, PILE, 0] &= np.where(hidden, ALL_SUIT_CARDS, np.where(others_discard, _ORDINARY, np.uint64(0)))
    may[:, PILE, 1] &= np.where(hidden, DECK[1], np.uint64(0))
    trumps_aside = np.flatnonzero((observation.discard[:, 1] != 0) & (observation.taker != 0))
    may[trumps_aside, observation.taker[trumps_aside], 0] &= KING_MASK


def _apply_poignees(observation: Observation, may: Lanes) -> None:
    """Trumps shown are in that hand until played; the Excuse among them says that there are no others (S0)."""
    for seat in (1, 2, 3):
        shown = observation.shown[:, seat, 1]
        for other in range(1, NUM_HOLDERS):
            if other != seat:
                may[:, other, 1] &= ~shown
        may[:, seat, 1] &= np.where((shown & EXCUSE_BIT) != 0, shown, DECK[1])
