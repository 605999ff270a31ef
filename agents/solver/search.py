"""The search: does the taker's side reach what a wanted score demands, and by how much at least (or at most)?

Alpha-beta with a null window on the taker's margin in half points: >= 0 is a success for the taker, who maximises;
the three defenders minimise together. Fail-soft: a success is returned as a lower bound, a failure as an upper one.
"""

from typing import Final

from agents.solver.block import (
    ALIVE,
    ASKED,
    BEST,
    BEST_CARD,
    BOUTS,
    CARD,
    CODES,
    EXCUSE,
    HANDS,
    HISTORY,
    KEY,
    LOWEST,
    MARGIN,
    MOVES,
    NEXT,
    PETIT,
    PLAYED,
    REGIME,
    SEAT,
    SIZE,
    TAKER_SEAT,
    TRIED,
    WINNING,
    category_set,
    frame_at,
    hand_of,
)
from agents.solver.bounds import at_least, at_most
from agents.solver.compiled import count, get, lowest, njit, put
from agents.solver.order import distinct, sort_moves
from agents.solver.table import NO_CARD, NOT_FOUND, UNKNOWN, best_card, find, high_bound, low_bound, mixed, store
from agents.solver.tricks import end_margin, follow, legal, turn_over

INFINITE: Final = 1 << 20


@njit
def position_key(block: int, frame: int, live: int) -> int:
    """Equal for positions from which the taker gains the same, however they came about."""
    key = 0
    for suit in range(5):
        cards = (live & category_set(block, suit)) >> get(block, LOWEST + suit)
        key ^= get(get(block, CODES + suit), cards)
    state = get(frame, SEAT)
    excuse = live & category_set(block, EXCUSE)
    if excuse:
        for seat in range(4):
            if hand_of(block, seat) & excuse:
                state |= (seat + 1) << 2
    petit = live & get(block, PETIT)
    if excuse or petit:
        state |= get(frame, BOUTS) << 5
    alive = get(frame, ALIVE)
    if alive or petit:
        state |= alive << 8 | get(block, REGIME) << 10
    return key ^ mixed(state)


@njit
def play_out(block: int, depth: int) -> int:
    """The margin at the end of a deal whose last trick is under way: what is still to be played is forced."""
    frame = frame_at(block, depth)
    while get(frame, PLAYED) < 4:
        card = lowest(hand_of(block, get(frame, SEAT)))
        depth += 1
        after = frame_at(block, depth)
        follow(block, frame, after, card)
        frame = after
    return end_margin(block, frame)


@njit
def known(block: int, frame: int, live: int) -> int:
    """What bounds and table say at the start of a trick: a margin that settles it, or UNKNOWN.

    Leaves the key in the frame, and there, as the best card, the one to try first.
    """
    alive = get(frame, ALIVE)
    if not alive:
        bound = at_least(block, frame, live)
        if bound >= 0:
            return bound
        bound = at_most(block, frame, live)
        if bound < 0:
            return bound
    key = position_key(block, frame, live)
    put(frame, KEY, key)
    entry = find(block, key)
    if entry == NOT_FOUND:
        return UNKNOWN
    put(frame, BEST_CARD, best_card(entry))
    margin = get(frame, MARGIN)
    bound = margin + low_bound(entry)
    if bound >= 0:
        return bound
    bound = margin + high_bound(entry)
    return bound if bound < 0 else UNKNOWN


@njit
def keep(block: int, frame: int, value: int) -> None:
    """Store what the search of a position at the start of a trick has shown."""
    gain = value - get(frame, MARGIN)
    low = gain if value >= 0 else -UNKNOWN
    high = gain if value < 0 else UNKNOWN
    left = count(hand_of(block, get(frame, SEAT)))
    store(block, get(frame, KEY), low, high, get(frame, BEST_CARD), left)


@njit
def open_moves(block: int, frame: int, live: int) -> None:
    """List the cards to try."""
    hand = hand_of(block, get(frame, SEAT))
    winning = get(frame, WINNING)
    cards = legal(block, hand, get(frame, ASKED), winning)
    if cards & (cards - 1):
        blockers = live & ~hand
        if winning >= 0:
            blockers |= 1 << winning
        cards = distinct(block, cards, blockers)
    put(frame, SIZE, sort_moves(block, frame, cards, get(frame, BEST_CARD)))
    put(frame, NEXT, 0)
    put(frame, BEST, -INFINITE if get(frame, SEAT) == get(block, TAKER_SEAT) else INFINITE)
    put(frame, BEST_CARD, NO_CARD)


@njit
def probe(block: int) -> int:
    """Search the position in the block's hands and first frame.

    Returns a lower bound on the margin when it is >= 0, an upper bound when it is < 0. The cards played are an
    explicit stack of frames: `entering` says whether the search comes to a frame from above or from below.
    """
    taker = get(block, TAKER_SEAT)
    tried = 0
    depth = 0
    entering = True
    value = 0
    while True:
        frame = frame_at(block, depth)
        if entering:
            if get(frame, PLAYED) == 4 and hand_of(block, 0):
                turn_over(block, frame)
            hand = hand_of(block, get(frame, SEAT))
            settled = not hand & (hand - 1)
            if settled:
                value = play_out(block, depth)
            else:
                live = hand_of(block, 0) | hand_of(block, 1) | hand_of(block, 2) | hand_of(block, 3)
                put(frame, BEST_CARD, NO_CARD)
                if get(frame, PLAYED) == 0:
                    value = known(block, frame, live)
                    settled = value != UNKNOWN
                if not settled:
                    open_moves(block, frame, live)
        else:
            seat = get(frame, SEAT)
            card = get(frame, CARD)
            put(block, HANDS + seat, hand_of(block, seat) | 1 << card)
            best = get(frame, BEST)
            maximising = seat == taker
            if (value > best) if maximising else (value < best):
                put(frame, BEST, value)
                put(frame, BEST_CARD, card)
            cut = (value >= 0) == maximising
            settled = cut or get(frame, NEXT) == get(frame, SIZE)
            if settled:
                value = get(frame, BEST)
                if cut and get(frame, NEXT) > 1:
                    place = HISTORY + 64 * seat + card
                    put(block, place, get(block, place) + 1)
                if get(frame, PLAYED) == 0:
                    keep(block, frame, value)
        if settled:
            if depth == 0:
                put(block, TRIED, get(block, TRIED) + tried)
                return value
            depth -= 1
            entering = False
            continue
        tries = get(frame, NEXT)
        card = get(frame, MOVES + tries)
        put(frame, NEXT, tries + 1)
        put(frame, CARD, card)
        seat = get(frame, SEAT)
        put(block, HANDS + seat, hand_of(block, seat) ^ 1 << card)
        tried += 1
        depth += 1
        follow(block, frame, frame_at(block, depth), card)
        entering = True
