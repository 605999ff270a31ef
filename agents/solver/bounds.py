"""Bounds on the margin at the start of a trick that need no search: two cards or more left, no chelem in sight.

Two kinds of tricks are certain. A trump above all those of the other side wins the trick it is played to. And the
leader cashes suit cards above all others of their suit while everyone must follow, or has no trump to ruff with.
A trick is worth the card that wins it and at least three half points more: three cards, or two and the half point that
is due for an Excuse.
"""

from agents.solver.block import (
    BOUTS,
    EXCUSE,
    LEFT,
    MARGIN,
    MARGINS,
    PETIT,
    SEAT,
    TAKER_SEAT,
    TRUMPS,
    TWENTY_ONE,
    VALUES,
    category_set,
    hand_of,
)
from agents.solver.compiled import count, get, highest, njit
from agents.solver.tricks import EXCUSE_KEPT, TARGETS

LEAST = 3  # half points in a trick beside the card that wins it


@njit
def above(cards: int) -> int:
    """The card numbers above the highest of `cards`."""
    return -2 << highest(cards) if cards else -1


@njit
def certain_trumps(block: int, trumps: int, against: int) -> int:
    """Half points that a hand with these trumps takes with those above all of `against`, the other side's."""
    masters = trumps & above(against)
    return (1 + LEAST) * count(masters) + 8 * count(masters & (get(block, PETIT) | get(block, TWENTY_ONE)))


@njit
def certain_suits(block: int, leader: int, live: int) -> int:
    """Half points that the leader takes with suit cards before anything else is played."""
    hand = hand_of(block, leader)
    trumps = category_set(block, TRUMPS)
    total = 0
    tricks = 0
    for suit in range(TRUMPS):
        cards = category_set(block, suit)
        own = hand & cards
        masters = own & above(live & cards & ~own)
        if not masters:
            continue
        rounds = count(masters)
        for place in range(1, 4):
            other = hand_of(block, (leader + place) & 3)
            if other & trumps:
                rounds = min(rounds, count(other & cards))
        tricks += rounds
        while rounds:
            card = highest(masters)
            masters ^= 1 << card
            total += get(block, VALUES + card) + LEAST
            rounds -= 1
    if hand & category_set(block, EXCUSE) and tricks >= count(hand) - 1:
        return 0  # the Excuse would be left for the last trick
    return total


@njit
def at_least(block: int, frame: int, live: int) -> int:
    """A lower bound: the taker can keep his Excuse by playing it before the last trick."""
    bound = get(frame, MARGIN)
    seat = get(block, TAKER_SEAT)
    taker = hand_of(block, seat)
    if taker & category_set(block, EXCUSE):
        bound += EXCUSE_KEPT
    if live & get(block, PETIT):
        bound += min(0, get(block, MARGINS))
    trumps = live & category_set(block, TRUMPS)
    bound += certain_trumps(block, trumps & taker, trumps & ~taker)
    if bound < 0 and get(frame, SEAT) == seat:
        bound += certain_suits(block, seat, live)
    return bound


@njit
def at_most(block: int, frame: int, live: int) -> int:
    """An upper bound: a defender can play the Excuse in time, and keep all of it but the half point."""
    bound = get(frame, MARGIN) + get(frame, LEFT)
    excuse = live & category_set(block, EXCUSE)
    seat = get(block, TAKER_SEAT)
    taker = hand_of(block, seat)
    if excuse:
        bound += EXCUSE_KEPT + 1 if taker & excuse else 1
    if live & get(block, PETIT):
        bouts = get(frame, BOUTS)
        bound += TARGETS[bouts] - TARGETS[bouts + 1] + max(0, get(block, MARGINS + 6))
    trumps = category_set(block, TRUMPS)
    taken = 0
    for place in range(1, 4):
        defender = hand_of(block, (seat + place) & 3)
        taken = max(taken, certain_trumps(block, trumps & defender, trumps & taker))
    bound -= taken
    if bound >= 0 and get(frame, SEAT) != seat:
        bound -= certain_suits(block, get(frame, SEAT), live)
    return bound
