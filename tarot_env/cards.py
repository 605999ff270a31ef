"""The 78 cards: ids, names, values.

A card is an integer id, 0..77:

=========  =====================================================================
id         card
=========  =====================================================================
0..13      spades 1, 2 ... 10, Jack, Knight, Queen, King (``S1 ... S10 SJ SN SQ SK``)
14..27     hearts (``H1 ... HK``)
28..41     diamonds (``D1 ... DK``)
42..55     clubs (``C1 ... CK``)
56         the Excuse (``EX``)
57..77     trumps 1..21 (``T1 ... T21``, id = 56 + number)
=========  =====================================================================

Values are counted in half points, as integers, so that nothing is ever rounded: the deck holds 182.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

NUM_CARDS: Final = 78
NUM_SUITS: Final = 4
CARDS_PER_SUIT: Final = 14
SUIT_NAMES: Final = ("spades", "hearts", "diamonds", "clubs")
SUIT_LETTERS: Final = "SHDC"
RANK_NAMES: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")

EXCUSE: Final = 56
PETIT: Final = 57
TRUMP_21: Final = 77
BOUTS: Final = (EXCUSE, PETIT, TRUMP_21)
KINGS: Final = (13, 27, 41, 55)

# What a card belongs to: its suit 0..3, or one of these.
TRUMP_SUIT: Final = 4
NO_SUIT: Final = 5

NAMES: Final[tuple[str, ...]] = (
    *(letter + rank for letter in SUIT_LETTERS for rank in RANK_NAMES),
    "EX",
    *(f"T{number}" for number in range(1, 22)),
)
_ALL: Final = "S, H, D, C with 1..10, J, N, Q, K; T1..T21; EX"
ID_OF: Final[dict[str, int]] = {name: card for card, name in enumerate(NAMES)}


def _half_points(card: int) -> int:
    """S0: king or bout 4.5, queen 3.5, knight 2.5, jack 1.5, any other card 0.5."""
    if card in BOUTS:
        return 9
    if card > EXCUSE:
        return 1
    return {"K": 9, "Q": 7, "N": 5, "J": 3}.get(NAMES[card][1:], 1)


VALUE: Final[npt.NDArray[np.int16]] = np.array([_half_points(c) for c in range(NUM_CARDS)], np.int16)  # (78,)
SUIT: Final[npt.NDArray[np.int8]] = np.array(
    [c // CARDS_PER_SUIT for c in range(EXCUSE)] + [NO_SUIT] + [TRUMP_SUIT] * 21, np.int8
)  # (78,)


def parse_cards(text: str) -> list[int]:
    """Card ids of names separated by spaces, in the order given.

    Raises:
        ValueError: not a text, an unknown name (the nearest one is suggested) or a card given twice.

    >>> parse_cards("SK T21 EX")
    [13, 77, 56]
    """
    if not isinstance(text, str):
        raise ValueError(f"cards are one text of names separated by spaces, not {text!r}")
    cards: list[int] = []
    for name in text.split():
        card = ID_OF.get(name)
        if card is None:
            raise ValueError(f"unknown card {name!r}{_hint(name)}")
        if card in cards:
            raise ValueError(f"card {name} is given twice")
        cards.append(card)
    return cards


def _hint(name: str) -> str:
    """The nearest name of the same suit, or all of them: with another letter before it, a rank says nothing."""
    same_suit = [card for card in NAMES if name.upper().startswith(card[0])]
    near = difflib.get_close_matches(name.upper(), same_suit, n=1, cutoff=0.5)
    return f"; did you mean {near[0]}?" if near else f" (cards are {_ALL})"


def format_cards(cards: Iterable[int]) -> str:
    """Names of card ids, separated by spaces, in the order given.

    >>> format_cards([13, 77, 56])
    'SK T21 EX'
    """
    return " ".join(NAMES[card] for card in cards)
