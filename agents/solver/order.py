"""Which cards the search tries, and in which order: no result depends on it, the time does."""

from typing import Final

from agents.solver.block import (
    ASKED,
    CATEGORY,
    EXCUSE,
    FREE,
    HISTORY,
    LOWEST,
    MARKS,
    MOVES,
    PLAYED,
    SEAT,
    TAKER_SEAT,
    VALUES,
    WINNER,
    WINNING,
    hand_of,
)
from agents.solver.compiled import get, lowest, njit, put
from agents.solver.tricks import beats, wins

# Marks of a move: what the trick's outcome weighs against the value and the rank of the card.
WON: Final = 600
CONTESTED: Final = 300
EXCUSE_COST: Final = 20
FIRST: Final = 1 << 40


@njit
def distinct(block: int, cards: int, blockers: int) -> int:
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
            or get(block, VALUES + card) > 1
            or get(block, VALUES + previous) > 1
            or get(block, CATEGORY + card) != get(block, CATEGORY + previous)
            or ((1 << card) - (2 << previous)) & blockers
        ):
            kept |= 1 << card
        previous = card
    return kept


@njit
def promise(block: int, frame: int, card: int) -> int:
    """A guess at how good `card` is for its side, from what the seats that follow in the trick could do."""
    category = get(block, CATEGORY + card)
    if category == EXCUSE:
        return -EXCUSE_COST
    taker = get(block, TAKER_SEAT)
    seat = get(frame, SEAT)
    asked = get(frame, ASKED)
    winning = get(frame, WINNING)
    winner = get(frame, WINNER)
    if asked == FREE:
        asked = category
    if wins(block, card, winning):
        winning = card
        winner = seat
    value = get(block, VALUES + card)
    rank = card - get(block, LOWEST + category)
    for place in range(1, 4 - get(frame, PLAYED)):
        other = (seat + place) & 3
        if (winner == taker) != (other == taker) and beats(block, hand_of(block, other), asked, winning):
            return CONTESTED - 8 * value - rank
    if (winner == taker) == (seat == taker):
        return WON + 16 * value - rank
    return -16 * value - rank


@njit
def sort_moves(block: int, frame: int, cards: int, first: int) -> int:
    """Write `cards` into the frame's moves, the most promising first, and return how many there are.

    `first` is the card that an earlier search found best here, or NO_CARD.
    """
    if not cards & (cards - 1):
        put(frame, MOVES, lowest(cards))
        return 1
    history = HISTORY + 64 * get(frame, SEAT)
    size = 0
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        mark = FIRST if card == first else promise(block, frame, card) + get(block, history + card)
        place = size
        while place > 0 and get(block, MARKS + place - 1) < mark:
            put(block, MARKS + place, get(block, MARKS + place - 1))
            put(frame, MOVES + place, get(frame, MOVES + place - 1))
            place -= 1
        put(block, MARKS + place, mark)
        put(frame, MOVES + place, card)
        size += 1
    return size
