"""The rules of a trick on the solver's compressed card sets, and the order in which the search tries cards.

A card is a number below 63: the live cards of a position in the order spades, hearts, diamonds, clubs, trumps, the
Excuse, each lane from low to high. So a higher card of the category in force beats a lower one, every trump beats
every suit card, and a set of cards is one int64.
Sources: Règlement ("Le jeu de la carte", "L'Excuse", "Le Petit au bout").
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.solver.compiled import njit
from agents.solver.scores import DEFENCE, NOBODY, TAKER

Ints = npt.NDArray[np.int64]

TRUMPS: Final = 4  # the categories 0-3 are the suits
EXCUSE: Final = 5
FREE: Final = -1  # no category asked for: the trick is empty, or holds the Excuse alone

# The fields of a game: int64 (4,), what stays the same during a search.
SEAT_OF_TAKER: Final = 0
EXCUSE_CROSSES: Final = 1  # 1: a defender's Excuse in the last trick is the taker's, whoever wins that trick
PETIT: Final = 2  # the set that holds the Petit alone; empty when it is in no hand and not in the trick
TWENTY_ONE: Final = 3  # likewise the 21

TARGETS: Final = (112, 102, 82, 72)  # half points, by bouts


@njit
def legal(hand: int, categories: Ints, asked: int, winning: int) -> int:
    """The cards of `hand` that may be played. `categories` int64 (6,): the cards of each category.

    `asked` is the category in force or FREE, `winning` the card that wins so far.
    """
    if asked == FREE:
        return hand
    excuse = hand & categories[EXCUSE]
    if asked != TRUMPS:
        follow = hand & categories[asked]
        if follow:
            return follow | excuse  # type: ignore[no-any-return]
    trumps = hand & categories[TRUMPS]
    if not trumps:
        return hand
    if winning >= 0:
        over = (trumps >> winning) >> 1 << winning << 1
        if over:
            return over | excuse  # type: ignore[no-any-return]
    return trumps | excuse  # type: ignore[no-any-return]


@njit
def beats(hand: int, categories: Ints, asked: int, winning: int) -> bool:
    """Whether the owner of `hand`, next to play, could take the trick from the card `winning`."""
    if asked != TRUMPS:
        follow = hand & categories[asked]
        if follow:
            return winning >= 0 and categories[asked] >> winning & 1 == 1 and (follow >> winning) >> 1 != 0
    return ((hand & categories[TRUMPS]) >> winning) >> 1 != 0


@njit
def last_trick(
    game: Ints,
    margins: Ints,
    alive: int,
    leader: int,
    winner: int,
    excuse: int,
    petit: bool,
    petit_before: bool,
    with_21: bool,
    points: int,
    bouts: int,
) -> int:
    """How far the last trick moves the taker towards the demand, in half points, the thresholds included.

    `alive` has bit TAKER or DEFENCE set while that side has won every trick; `excuse` is the seat that played it to
    this trick or -1; `petit`, `petit_before` and `with_21`: the Petit is in this trick, in the one before, the 21 wins
    this trick; `points` are those of its cards other than the Excuse; `bouts` the taker's so far, the Excuse counted for the side that held it.
    `margins` int64 (3, 3): what a class (petit au bout + 1, chelem) demands less than the plain one does.
    """
    taker = game[SEAT_OF_TAKER]
    gain = 0
    now = bouts
    won = winner == taker
    if excuse == taker:
        if leader == taker and alive == TAKER:
            won = True
            gain += 9
            now += with_21
        else:
            now -= 1
    elif excuse >= 0:
        if won:
            gain += 9
            now += 1
        elif game[EXCUSE_CROSSES]:
            gain += 8
            now += 1
    if won:
        gain += points
    premium = 1
    if petit:
        premium = 2 if won else 0
        if won:
            now += 1
    chelem = NOBODY
    if alive == TAKER and won:
        chelem = TAKER
        if petit_before and excuse == taker:
            premium = 2
    elif alive == DEFENCE and not won:
        chelem = DEFENCE
    return gain + TARGETS[bouts] - TARGETS[now] + margins[premium, chelem]
