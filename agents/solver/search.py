"""The search: does the taker's side reach what a wanted score demands, and by how much at least (or at most)?

Alpha-beta with a null window on the taker's margin in half points: >= 0 is a success for the taker, who maximises;
the three defenders minimise together. Fail-soft: a success is returned as a lower bound, a failure as an upper one.
The cards played form an explicit stack of frames, since recursion with arrays costs more in numba than the search.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.solver.compiled import count, lowest, njit
from agents.solver.deck import Deck
from agents.solver.order import distinct, sort_moves
from agents.solver.scores import DEFENCE, NOBODY, TAKER
from agents.solver.table import NO_CARD, UNKNOWN, best_card, find, high_bound, low_bound, mixed, store
from agents.solver.tricks import (
    EXCUSE,
    FREE,
    PETIT,
    SEAT_OF_TAKER,
    TARGETS,
    TRUMPS,
    TWENTY_ONE,
    last_trick,
    legal,
)

Ints = npt.NDArray[np.int64]

# The fields of a frame, one for each card still to be played.
SEAT: Final = 0  # whose turn
LEADER: Final = 1
PLAYED: Final = 2  # cards in the trick
ASKED: Final = 3  # category in force or FREE
WINNING: Final = 4  # card that wins so far, or -1
WINNER: Final = 5  # its seat
POINTS: Final = 6  # of the trick's cards, the Excuse left out
EXCUSE_BY: Final = 7  # seat that played the Excuse to this trick, or -1
HAS_PETIT: Final = 8  # 1: the Petit is in this trick
HAD_PETIT: Final = 9  # 1: it was in the trick before
MARGIN: Final = 10  # the taker's half points so far, less the plain demand
BOUTS: Final = 11  # the taker's, the Excuse counted for the side that holds or held it
ALIVE: Final = 12  # bit TAKER, bit DEFENCE: that side has won every trick
LEFT: Final = 13  # half points in the hands and in the trick, the Excuse left out
BEST: Final = 14  # best margin so far
BEST_CARD: Final = 15
MOVES: Final = 16
NEXT: Final = 17  # moves tried
KEY: Final = 18
CARD: Final = 19  # card being tried
FIELDS: Final = 20

INFINITE: Final = 1 << 20


class Workspace(NamedTuple):
    """What a search writes to. All arrays are int64."""

    hands: Ints  # (4,) the cards of each seat
    frames: Ints  # (72, FIELDS)
    moves: Ints  # (72, 18)
    marks: Ints  # (72, 18) scratch space of the sorting
    history: Ints  # (4, 63)
    counts: Ints  # (1,) cards tried
    table: Ints  # (slots, 2)


@njit
def position_key(deck: Deck, hands: Ints, leader: int, bouts: int, petit: int, alive: int, regime: int) -> int:
    """Equal for positions from which the taker gains the same, however they came about."""
    live = hands[0] | hands[1] | hands[2] | hands[3]
    key = 0
    for suit in range(5):
        cards = (live & deck.categories[suit]) >> deck.first[suit]
        key ^= deck.codes[deck.offsets[suit] + cards]
    state = leader
    excuse = deck.categories[EXCUSE] & live
    if excuse:
        for seat in range(4):
            if hands[seat] & excuse:
                state |= (seat + 1) << 2
    if excuse or petit & live:
        state |= bouts << 5
    if alive or petit & live:
        state |= alive << 8 | regime << 10
    return key ^ mixed(state)


@njit
def follow(deck: Deck, game: Ints, frame: Ints, after: Ints, card: int) -> None:
    """Write to `after` the frame that follows `frame` when its seat plays `card`; a full trick stays on the table."""
    seat = frame[SEAT]
    for field in range(BEST):
        after[field] = frame[field]
    after[SEAT] = (seat + 1) & 3
    after[PLAYED] = frame[PLAYED] + 1
    category = deck.category[card]
    if category == EXCUSE:
        after[EXCUSE_BY] = seat
        return
    if frame[ASKED] == FREE:
        after[ASKED] = category
    winning = frame[WINNING]
    if winning < 0 or (card > winning and (category == TRUMPS or category == deck.category[winning])):
        after[WINNING] = card
        after[WINNER] = seat
    after[POINTS] += deck.values[card]
    after[HAS_PETIT] |= (game[PETIT] >> card) & 1


@njit
def finish(deck: Deck, game: Ints, margins: Ints, frame: Ints) -> int:
    """The margin at the end of the deal whose last trick, complete, is in `frame`."""
    gain = last_trick(
        game,
        margins,
        frame[ALIVE],
        frame[LEADER],
        frame[WINNER],
        frame[EXCUSE_BY],
        frame[HAS_PETIT] == 1,
        frame[HAD_PETIT] == 1,
        (game[TWENTY_ONE] >> frame[WINNING]) & 1,
        frame[POINTS],
        frame[BOUTS],
    )
    return frame[MARGIN] + gain


@njit
def play_out(deck: Deck, game: Ints, margins: Ints, frames: Ints, depth: int, hands: Ints) -> int:
    """The margin at the end of a deal whose last trick is under way: what is still to be played is forced."""
    while frames[depth, PLAYED] < 4:
        card = lowest(hands[frames[depth, SEAT]])
        follow(deck, game, frames[depth], frames[depth + 1], card)
        depth += 1
    return finish(deck, game, margins, frames[depth])


@njit
def turn_over(game: Ints, frame: Ints) -> None:
    """Give the full trick in `frame`, not the last, to its winner, who leads the next one."""
    taker = game[SEAT_OF_TAKER]
    winner = frame[WINNER]
    excuse = frame[EXCUSE_BY]
    if winner == taker:
        frame[MARGIN] += frame[POINTS] + (excuse >= 0)
        frame[ALIVE] &= TAKER
        if frame[HAS_PETIT]:
            bouts = frame[BOUTS]
            frame[MARGIN] += TARGETS[bouts] - TARGETS[bouts + 1]
            frame[BOUTS] = bouts + 1
    else:
        frame[ALIVE] &= DEFENCE
    if excuse == taker:
        frame[MARGIN] += 8
    frame[LEFT] -= frame[POINTS]
    frame[HAD_PETIT] = frame[HAS_PETIT]
    frame[SEAT] = winner
    start_trick(frame)


@njit
def start_trick(frame: Ints) -> None:
    frame[LEADER] = frame[SEAT]
    frame[PLAYED] = 0
    frame[ASKED] = FREE
    frame[WINNING] = -1
    frame[WINNER] = -1
    frame[POINTS] = 0
    frame[EXCUSE_BY] = -1
    frame[HAS_PETIT] = 0


@njit
def at_most(deck: Deck, game: Ints, margins: Ints, live: int, takers: int, frame: Ints) -> int:
    """An upper bound on the margin at the start of a trick, two cards or more left, no chelem in sight."""
    bound = frame[MARGIN] + frame[LEFT]
    excuse = deck.categories[EXCUSE]
    if live & excuse:
        # A defender can play it now and keep all but the half point; the taker may win the trick he plays it to.
        bound += 9 if takers & excuse else 1
    if live & game[PETIT]:
        bouts = frame[BOUTS]
        bound += TARGETS[bouts] - TARGETS[bouts + 1] + max(0, margins[2, NOBODY])
    return bound


@njit
def at_least(deck: Deck, game: Ints, margins: Ints, live: int, takers: int, frame: Ints) -> int:
    """A lower bound on the margin at the start of a trick, two cards or more left, no chelem in sight."""
    bound = frame[MARGIN]
    if takers & deck.categories[EXCUSE]:
        bound += 8
    if live & game[PETIT]:
        bound += min(0, margins[0, NOBODY])
    return bound


@njit
def probe(deck: Deck, game: Ints, margins: Ints, regime: int, work: Workspace, mask: int, generation: int) -> int:
    """Search the position in `work.hands` and `work.frames[0]`.

    Returns a lower bound on the margin when it is >= 0, an upper bound when it is < 0.
    """
    hands = work.hands
    frames = work.frames
    moves = work.moves
    table = work.table
    taker = game[SEAT_OF_TAKER]
    tried = 0
    depth = 0
    entering = True
    value = 0
    while True:
        frame = frames[depth]
        seat = frame[SEAT]
        if entering:
            first = NO_CARD
            settled = False
            if frame[PLAYED] == 4 and hands[0]:
                turn_over(game, frame)
                seat = frame[SEAT]
            played = frame[PLAYED]
            if not hands[seat] & (hands[seat] - 1):
                value = play_out(deck, game, margins, frames, depth, hands)
                settled = True
            live = hands[0] | hands[1] | hands[2] | hands[3]
            if not settled and played == 0:
                margin = frame[MARGIN]
                if frame[ALIVE] == 0:
                    value = at_least(deck, game, margins, live, hands[taker], frame)
                    if value >= 0:
                        settled = True
                    else:
                        value = at_most(deck, game, margins, live, hands[taker], frame)
                        settled = value < 0
                if not settled:
                    key = position_key(deck, hands, seat, frame[BOUTS], game[PETIT], frame[ALIVE], regime)
                    frame[KEY] = key
                    slot = find(table, mask, key, generation)
                    if slot >= 0:
                        entry = table[slot, 1]
                        first = best_card(entry)
                        value = margin + low_bound(entry)
                        if value >= 0:
                            settled = True
                        else:
                            value = margin + high_bound(entry)
                            settled = value < 0
            if not settled:
                cards = legal(hands[seat], deck.categories, frame[ASKED], frame[WINNING])
                if cards & (cards - 1):
                    blockers = live & ~hands[seat]
                    if frame[WINNING] >= 0:
                        blockers |= 1 << frame[WINNING]
                    cards = distinct(deck, cards, blockers)
                frame[MOVES] = sort_moves(
                    deck,
                    hands,
                    taker,
                    seat,
                    played,
                    frame[ASKED],
                    frame[WINNING],
                    frame[WINNER],
                    cards,
                    first,
                    work.history,
                    moves[depth],
                    work.marks[depth],
                )
                frame[NEXT] = 0
                frame[BEST] = -INFINITE if seat == taker else INFINITE
                frame[BEST_CARD] = NO_CARD
                entering = False
        else:
            card = frame[CARD]
            hands[seat] |= 1 << card
            best = frame[BEST]
            if (value > best) if seat == taker else (value < best):
                frame[BEST] = value
                frame[BEST_CARD] = card
            cut = value >= 0 if seat == taker else value < 0
            settled = cut or frame[NEXT] == frame[MOVES]
            if settled:
                value = frame[BEST]
                if cut and frame[NEXT] > 1:
                    work.history[seat, card] += 1
                if frame[PLAYED] == 0:
                    gain = value - frame[MARGIN]
                    low = gain if value >= 0 else -UNKNOWN
                    high = gain if value < 0 else UNKNOWN
                    left = count(hands[seat])
                    store(table, mask, frame[KEY], low, high, frame[BEST_CARD], left, generation)
        if settled:
            if depth == 0:
                work.counts[0] += tried
                return value
            depth -= 1
            entering = False
            continue
        card = moves[depth, frame[NEXT]]
        frame[NEXT] += 1
        frame[CARD] = card
        hands[seat] ^= 1 << card
        tried += 1
        follow(deck, game, frame, frames[depth + 1], card)
        depth += 1
        entering = True
