"""Shuffled deals.

A uniform shuffle cut into 18, 18, 18, 18 and 6 cards gives each partition of the deck the same chance, and so does any
dealing ritual that does not look at the faces: dealing three by three changes nothing, and is not imitated.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tarot_env.cards import NAMES, NUM_CARDS
from tarot_env.cardsets import DECK, PETIT_BIT, SUIT_BITS, TRUMP_BITS, Lanes, count, empty, to_ids

HAND_SIZE = 18
DOG_SIZE = 6


def shuffled(num_deals: int, rng: np.random.Generator) -> Lanes:
    """Uniform deals: (n, 5, 2), the four hands and the dog. A petit sec may be among them."""
    return cut(rng.permuted(np.broadcast_to(np.arange(NUM_CARDS, dtype=np.uint8), (num_deals, NUM_CARDS)), axis=1))


def cut(order: npt.NDArray[np.integer]) -> Lanes:
    """Decks cut into 18, 18, 18, 18 and 6 cards: (n, 78) card ids -> (n, 5, 2), the four hands and the dog."""
    num_deals = len(order)
    deals = empty(num_deals, 5)
    for k, bits in enumerate((SUIT_BITS, TRUMP_BITS)):
        cards = bits.take(order)
        hands = cards[:, : 4 * HAND_SIZE].reshape(num_deals, 4, HAND_SIZE)
        deals[:, :4, k] = np.bitwise_or.reduce(hands, axis=2)
        deals[:, 4, k] = np.bitwise_or.reduce(cards[:, 4 * HAND_SIZE :], axis=1)
    return deals


def petit_sec(hands: Lanes) -> npt.NDArray[np.bool_]:
    """Which hands hold the Petit as their only trump and not the Excuse, which voids the deal (S0): (...)."""
    alone: npt.NDArray[np.bool_] = (hands[..., 1] & ((1 << 22) - 1)) == PETIT_BIT
    return alone


def deal_playable(
    num_deals: int, rng: np.random.Generator, dealer: npt.NDArray[np.int8]
) -> tuple[Lanes, npt.NDArray[np.int8]]:
    """Deals without a petit sec, and their dealers: a void deal is dealt again by the next dealer (FFT p.5).

    Args:
        dealer: (n,) who deals first.

    Returns:
        (n, 5, 2) hands and dog; (n,) who dealt them.
    """
    deals, dealer = shuffled(num_deals, rng), dealer.copy()
    while (void := np.flatnonzero(petit_sec(deals[:, :4]).any(axis=1))).size:
        deals[void] = shuffled(void.size, rng)
        dealer[void] = (dealer[void] + 1) & 3
    return deals, dealer


def check_deals(hands: Lanes, dog: Lanes, num_deals: int) -> None:
    """Refuse what are not n deals.

    Args:
        hands: (n, 4, 2); dog: (n, 2).

    Raises:
        ValueError: not the shapes or the dtype of card sets, or one of them is no deal, see `deal_fault`.
    """
    for what, sets, shape in (("hands", hands, (num_deals, 4, 2)), ("dog", dog, (num_deals, 2))):
        if not isinstance(sets, np.ndarray) or sets.shape != shape or sets.dtype != np.uint64:
            got = f"{sets.dtype} {sets.shape}" if isinstance(sets, np.ndarray) else type(sets).__name__
            raise ValueError(f"{what}: card sets are uint64 {shape} here, not {got}")
    for n in range(num_deals):
        if fault := deal_fault(hands[n], dog[n]):
            raise ValueError(f"deal {n}: {fault}")


def deal_fault(hands: Lanes, dog: Lanes) -> str | None:
    """Why hands (4, 2) and dog (2,) are no deal, None if they are: a hand without 18 cards, a dog without 6, a bit that
    is no card, a card in two places, a petit sec."""
    owner: dict[int, str] = {}
    places = [(f"hand of seat {seat}", hands[seat], HAND_SIZE) for seat in range(4)] + [("dog", dog, DOG_SIZE)]
    for place, cards, size in places:
        if (number := count(cards)) != size:
            return f"the {place} has {number} cards, not {size}"
        if (cards & ~DECK).any():
            return f"the {place} has a bit that is no card"
        for card in to_ids(cards):
            if card in owner:
                return f"{NAMES[card]} is in the {owner[card]} and in the {place}"
            owner[card] = place
    for seat in np.flatnonzero(petit_sec(hands)):
        return f"seat {seat} has a petit sec (T1 alone, no Excuse), which voids the deal"
    return None
