"""The block of memory that a search works in, and the words for its places.

A block is one int64 array; the kernels are given its address, the `block` of their signatures.
"""

from typing import Final

from agents.solver.compiled import get, njit, put

# What is true of the whole search.
HANDS: Final = 0  # 4 sets, by seat: the cards that it holds
TAKER_SEAT: Final = 4
EXCUSE_CROSSES: Final = 5  # 1: a defender's Excuse in the last trick is the taker's, whoever wins that trick
PETIT: Final = 6  # the set of the Petit alone; empty when it is in no hand and not in the trick
TWENTY_ONE: Final = 7  # likewise the 21
REGIME: Final = 8  # a number for MARGINS
MARGINS: Final = 9  # 3 x 3: what a class of endings demands less than the plain one, see `driver`
CONTRACT: Final = 18  # 7 fields, see `scores`
TABLE: Final = 25  # address of the transposition table
TABLE_MASK: Final = 26  # its number of buckets less one
GENERATION: Final = 27
TRIED: Final = 28  # cards that searches have tried

# The cards of the position.
SUITS: Final = 29  # 6 sets: the cards of each category
LOWEST: Final = 35  # 6 card numbers: where each category begins
CODES: Final = 41  # 5 addresses: of the codes of a suit's, and of the trumps', subsets
VALUES: Final = 64  # 63 half points, by card
CATEGORY: Final = 128  # 63 categories, by card

# What a search writes.
HISTORY: Final = 192  # 4 x 64, by seat and card: how often it cut a search short
MARKS: Final = 448  # 64, scratch space of the sorting
FRAMES: Final = 512  # one for each card still to be played, and ROOT

# The fields of a frame. Those before BEST are the position, which `follow` hands on.
SEAT: Final = 0  # whose turn
LEADER: Final = 1
PLAYED: Final = 2  # cards in the trick
ASKED: Final = 3  # category in force or FREE
WINNING: Final = 4  # card that wins so far, or -1
WINNER: Final = 5  # its seat, or -1
POINTS: Final = 6  # half points of the trick's cards, the Excuse left out
EXCUSE_BY: Final = 7  # seat that played the Excuse to this trick, or -1
HAS_PETIT: Final = 8  # 1: the Petit is in this trick
HAD_PETIT: Final = 9  # 1: it was in the trick before
MARGIN: Final = 10  # the taker's half points so far, less the plain demand
BOUTS: Final = 11  # the taker's, the Excuse counted for the side that holds or held it
ALIVE: Final = 12  # bit TAKER, bit DEFENCE: that side has won every trick
LEFT: Final = 13  # half points in the hands and in the trick, the Excuse left out
BEST: Final = 14  # best margin so far
BEST_CARD: Final = 15
KEY: Final = 16
CARD: Final = 17  # being tried
NEXT: Final = 18  # moves tried
SIZE: Final = 19  # moves
MOVES: Final = 20  # 20 cards, the most promising first
FRAME_SIZE: Final = 40

ROOT: Final = 68  # the frame that holds the position to solve, its margin without a demand
BLOCK_SIZE: Final = FRAMES + (ROOT + 1) * FRAME_SIZE

# Categories 0-3 are the suits.
TRUMPS: Final = 4
EXCUSE: Final = 5
FREE: Final = -1  # asked for: the trick is empty, or holds the Excuse alone

NOBODY: Final = 0
TAKER: Final = 1
DEFENCE: Final = 2


@njit
def frame_at(block: int, depth: int) -> int:
    """The address of a frame."""
    return block + 8 * (FRAMES + depth * FRAME_SIZE)


@njit
def hand_of(block: int, seat: int) -> int:
    return get(block, HANDS + seat)


@njit
def category_set(block: int, category: int) -> int:
    """The cards of a category, whoever holds them or held them when the search began."""
    return get(block, SUITS + category)


@njit
def start_trick(frame: int, leader: int) -> None:
    put(frame, SEAT, leader)
    put(frame, LEADER, leader)
    put(frame, PLAYED, 0)
    put(frame, ASKED, FREE)
    put(frame, WINNING, -1)
    put(frame, WINNER, -1)
    put(frame, POINTS, 0)
    put(frame, EXCUSE_BY, -1)
    put(frame, HAS_PETIT, 0)
