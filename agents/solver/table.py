"""The transposition table: what is already known of a position at the start of a trick.

One position takes two int64: its key, and the packed bounds on what the taker still gains (16 bits each), the best
card (8), the cards left per hand (8) and the generation of the search (15). Four positions share a 64-byte bucket.
A search raises the generation instead of clearing the table: what older ones left never matches and goes first.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.solver.compiled import njit

Ints = npt.NDArray[np.int64]

WAYS: Final = 4  # positions in a bucket
UNKNOWN: Final = 16383  # a bound of plus or minus this says nothing
NO_CARD: Final = 255
GENERATIONS: Final = 1 << 15

_BIAS: Final = 32768


@njit
def mixed(bits: int) -> int:
    """A bijection of int64 that spreads every bit of `bits` over all of them (the finaliser of SplitMix64)."""
    bits = (bits ^ ((bits >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    bits = (bits ^ ((bits >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return bits ^ ((bits >> 31) & 0x1FFFFFFFF)


@njit
def pack(low: int, high: int, card: int, left: int, generation: int) -> int:
    return (low + _BIAS) | (high + _BIAS) << 16 | card << 32 | left << 40 | generation << 48


@njit
def low_bound(entry: int) -> int:
    return (entry & 0xFFFF) - _BIAS


@njit
def high_bound(entry: int) -> int:
    return (entry >> 16 & 0xFFFF) - _BIAS


@njit
def best_card(entry: int) -> int:
    return entry >> 32 & 0xFF


@njit
def find(table: Ints, mask: int, key: int, generation: int) -> int:
    """The slot in `table` int64 (slots, 2) that holds `key`, or -1."""
    base = (key & mask) * WAYS
    for slot in range(base, base + WAYS):
        if table[slot, 0] == key and table[slot, 1] >> 48 == generation:
            return slot
    return -1


@njit
def store(table: Ints, mask: int, key: int, low: int, high: int, card: int, left: int, generation: int) -> None:
    """Keep these bounds: in the key's own slot, else in place of an older search's or the smallest position."""
    base = (key & mask) * WAYS
    chosen = base
    cheapest = 1 << 20
    for slot in range(base, base + WAYS):
        entry = table[slot, 1]
        current = entry >> 48 == generation
        if current and table[slot, 0] == key:
            low = max(low, low_bound(entry))
            high = min(high, high_bound(entry))
            if card == NO_CARD:
                card = best_card(entry)
            chosen = slot
            break
        worth = (entry >> 40 & 0xFF) + 1 if current else 0
        if worth < cheapest:
            cheapest = worth
            chosen = slot
    table[chosen, 0] = key
    table[chosen, 1] = pack(low, high, card, left, generation)
