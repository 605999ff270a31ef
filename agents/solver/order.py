"""Which cards the search tries, and in which order: no result depends on it, the time does."""

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.solver.compiled import lowest, njit
from agents.solver.deck import Deck
from agents.solver.tricks import FREE, TRUMPS, beats

Ints = npt.NDArray[np.int64]

# Marks of a move: what the trick's outcome weighs against the value and the rank of the card.
WON: Final = 600
CONTESTED: Final = 300
EXCUSE_COST: Final = 20
FIRST: Final = 1 << 40


@njit
def distinct(deck: Deck, cards: int, blockers: int) -> int:
    """One card of `cards` out of each group that nobody can tell apart.

    Two cards are alike when both are worth half a point and no card of `blockers` (the other hands' and the one that
    wins the trick) ranks between them. No two cards of a suit that are worth more are alike, nor the Petit and the 21.
    """
    kept = 0
    previous = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if (
            previous < 0
            or deck.values[card] > 1
            or deck.values[previous] > 1
            or deck.category[card] != deck.category[previous]
            or ((1 << card) - (2 << previous)) & blockers
        ):
            kept |= 1 << card
        previous = card
    return kept


@njit
def promise(
    deck: Deck, hands: Ints, taker: int, seat: int, played: int, asked: int, winning: int, winner: int, card: int
) -> int:
    """A guess at how good `card` is for its side, from what the seats that follow in the trick could do."""
    category = deck.category[card]
    value = deck.values[card]
    if category > TRUMPS:
        return -EXCUSE_COST
    if asked == FREE:
        asked = category
    if winning < 0 or (card > winning and (category == TRUMPS or category == deck.category[winning])):
        winning = card
        winner = seat
    taker_wins = winner == taker
    contested = False
    for other in range(seat + 1, seat + 4 - played):
        follower = other & 3
        if taker_wins != (follower == taker) and beats(hands[follower], deck.categories, asked, winning):
            contested = True
    if contested:
        return CONTESTED - 8 * value - card + deck.first[category]
    if taker_wins == (seat == taker):
        return WON + 16 * value - card + deck.first[category]
    return -16 * value - card + deck.first[category]


@njit
def sort_moves(
    deck: Deck,
    hands: Ints,
    taker: int,
    seat: int,
    played: int,
    asked: int,
    winning: int,
    winner: int,
    cards: int,
    first: int,
    history: Ints,
    moves: Ints,
    marks: Ints,
) -> int:
    """Write `cards` into `moves`, the most promising first, and return how many there are.

    `first` is the card that an earlier search found best here, or NO_CARD; `history` int64 (4, 63) counts, by seat
    and card, how much searching was cut short; `marks` is scratch space as long as `moves`.
    """
    if not cards & (cards - 1):
        moves[0] = lowest(cards)
        return 1
    size = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if card == first:
            mark = FIRST
        else:
            mark = promise(deck, hands, taker, seat, played, asked, winning, winner, card) + history[seat, card]
        place = size
        while place > 0 and marks[place - 1] < mark:
            marks[place] = marks[place - 1]
            moves[place] = moves[place - 1]
            place -= 1
        marks[place] = mark
        moves[place] = card
        size += 1
    return size
