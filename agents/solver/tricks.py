"""The rules of a trick on the solver's compressed card sets.

A card is a number below 63: the live cards of a position in the order spades, hearts, diamonds, clubs, trumps, the
Excuse, each category from low to high. So a higher card of the category in force beats a lower one, every trump beats
every suit card, and a set of cards is one int64.
Sources: Règlement ("Le jeu de la carte", "L'Excuse", "Le Petit au bout").
"""

from typing import Final

from agents.solver.block import (
    ALIVE,
    ASKED,
    BEST,
    BOUTS,
    CATEGORY,
    DEFENCE,
    EXCUSE,
    EXCUSE_BY,
    EXCUSE_CROSSES,
    FREE,
    HAD_PETIT,
    HAS_PETIT,
    LEADER,
    LEFT,
    MARGIN,
    MARGINS,
    NOBODY,
    PETIT,
    PLAYED,
    POINTS,
    SEAT,
    TAKER,
    TAKER_SEAT,
    TRUMPS,
    TWENTY_ONE,
    VALUES,
    WINNER,
    WINNING,
    category_set,
    start_trick,
)
from agents.solver.compiled import get, njit, put

TARGETS: Final = (112, 102, 82, 72)  # half points, by bouts
EXCUSE_KEPT: Final = 8  # half points that stay with the Excuse's side; the ninth goes to the trick's winner


@njit
def legal(block: int, hand: int, asked: int, winning: int) -> int:
    """The cards of `hand` that may be played when `asked` is in force and the card `winning` wins so far."""
    if asked == FREE:
        return hand
    excuse = hand & category_set(block, EXCUSE)
    if asked != TRUMPS:
        follow = hand & category_set(block, asked)
        if follow:
            return follow | excuse
    trumps = hand & category_set(block, TRUMPS)
    if not trumps:
        return hand
    over = trumps & (-2 << winning)
    return (over or trumps) | excuse


@njit
def beats(block: int, hand: int, asked: int, winning: int) -> bool:
    """Whether the owner of `hand`, next to play, could take the trick from the card `winning`."""
    higher = -2 << winning
    if asked != TRUMPS:
        suit = category_set(block, asked)
        if hand & suit:
            return suit >> winning & 1 == 1 and hand & suit & higher != 0
    return hand & category_set(block, TRUMPS) & higher != 0


@njit
def wins(block: int, card: int, winning: int) -> bool:
    """Whether `card`, just played, takes the trick from the card `winning` (-1: none yet)."""
    category = get(block, CATEGORY + card)
    if winning < 0:
        return category != EXCUSE
    return card > winning and (category == TRUMPS or category == get(block, CATEGORY + winning))


@njit
def follow(block: int, frame: int, after: int, card: int) -> None:
    """Write to `after` what `frame` becomes when its seat plays `card`; a full trick stays on the table."""
    for field in range(SEAT, BEST):
        put(after, field, get(frame, field))
    seat = get(frame, SEAT)
    put(after, SEAT, (seat + 1) & 3)
    put(after, PLAYED, get(frame, PLAYED) + 1)
    category = get(block, CATEGORY + card)
    if category == EXCUSE:
        put(after, EXCUSE_BY, seat)
        return
    if get(frame, ASKED) == FREE:
        put(after, ASKED, category)
    if wins(block, card, get(frame, WINNING)):
        put(after, WINNING, card)
        put(after, WINNER, seat)
    put(after, POINTS, get(frame, POINTS) + get(block, VALUES + card))
    put(after, HAS_PETIT, get(frame, HAS_PETIT) | (get(block, PETIT) >> card & 1))


@njit
def turn_over(block: int, frame: int) -> None:
    """Give the full trick in `frame`, not the last, to its winner, who leads the next one."""
    taker = get(block, TAKER_SEAT)
    winner = get(frame, WINNER)
    excuse = get(frame, EXCUSE_BY)
    margin = get(frame, MARGIN)
    if winner == taker:
        margin += get(frame, POINTS) + (1 if excuse >= 0 else 0)
        put(frame, ALIVE, get(frame, ALIVE) & TAKER)
        if get(frame, HAS_PETIT):
            bouts = get(frame, BOUTS)
            margin += TARGETS[bouts] - TARGETS[bouts + 1]
            put(frame, BOUTS, bouts + 1)
    else:
        put(frame, ALIVE, get(frame, ALIVE) & DEFENCE)
    if excuse == taker:
        margin += EXCUSE_KEPT
    put(frame, MARGIN, margin)
    put(frame, LEFT, get(frame, LEFT) - get(frame, POINTS))
    put(frame, HAD_PETIT, get(frame, HAS_PETIT))
    start_trick(frame, winner)


@njit
def end_margin(block: int, frame: int) -> int:
    """The margin at the end of the deal whose last trick, complete, is in `frame`: half points over the demand."""
    taker = get(block, TAKER_SEAT)
    excuse = get(frame, EXCUSE_BY)
    alive = get(frame, ALIVE)
    margin = get(frame, MARGIN)
    before = get(frame, BOUTS)
    bouts = before
    crowned = excuse == taker and get(frame, LEADER) == taker and alive == TAKER
    won = crowned or get(frame, WINNER) == taker
    if won:
        margin += get(frame, POINTS)
    if crowned:
        margin += EXCUSE_KEPT + 1
        bouts += get(block, TWENTY_ONE) >> get(frame, WINNING) & 1
    elif excuse == taker:
        bouts -= 1
    elif excuse >= 0 and won:
        margin += EXCUSE_KEPT + 1
        bouts += 1
    elif excuse >= 0 and get(block, EXCUSE_CROSSES):
        margin += EXCUSE_KEPT
        bouts += 1
    petit_au_bout = 0
    if get(frame, HAS_PETIT):
        petit_au_bout = 1 if won else -1
        bouts += won
    elif crowned and get(frame, HAD_PETIT):
        petit_au_bout = 1
    chelem = NOBODY
    if won and alive == TAKER:
        chelem = TAKER
    elif not won and alive == DEFENCE:
        chelem = DEFENCE
    return margin + TARGETS[before] - TARGETS[bouts] + get(block, MARGINS + 3 * (petit_au_bout + 1) + chelem)
