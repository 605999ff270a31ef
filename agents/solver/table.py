"""The transposition table: what is already known of a position at the start of a trick.

One position takes two int64: its key, and the packed bounds on what the taker still gains (16 bits each), the best
card (8), the cards left per hand (8) and the generation of the search (15). Four positions share a 64-byte bucket.
A search raises the generation instead of clearing the table: what older ones left never matches and goes first.
"""

from typing import Final

from agents.solver.block import GENERATION, TABLE, TABLE_MASK
from agents.solver.compiled import get, njit, put

WAYS: Final = 4  # positions in a bucket
UNKNOWN: Final = 16383  # a bound of plus or minus this says nothing
NO_CARD: Final = 255
NOT_FOUND: Final = -1
ENTRY_BYTES: Final = 16
BUCKET_BYTES: Final = WAYS * ENTRY_BYTES
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
def find(block: int, key: int) -> int:
    """The packed bounds of the position that `key` stands for, or NOT_FOUND."""
    slot = get(block, TABLE) + (key & get(block, TABLE_MASK)) * BUCKET_BYTES
    for _ in range(WAYS):
        if get(slot, 0) == key:
            entry = get(slot, 1)
            return entry if entry >> 48 == get(block, GENERATION) else NOT_FOUND
        slot += ENTRY_BYTES
    return NOT_FOUND


@njit
def store(block: int, key: int, low: int, high: int, card: int, left: int) -> None:
    """Keep these bounds: in the key's own slot, else in place of an older search's or the smallest position."""
    generation = get(block, GENERATION)
    slot = get(block, TABLE) + (key & get(block, TABLE_MASK)) * BUCKET_BYTES
    chosen = slot
    cheapest = 1 << 20
    for _ in range(WAYS):
        entry = get(slot, 1)
        current = entry >> 48 == generation
        if get(slot, 0) == key:
            chosen = slot
            if current:
                low = max(low, low_bound(entry))
                high = min(high, high_bound(entry))
            break
        worth = (entry >> 40 & 0xFF) + 1 if current else 0
        if worth < cheapest:
            cheapest = worth
            chosen = slot
        slot += ENTRY_BYTES
    put(chosen, 0, key)
    put(chosen, 1, pack(low, high, card, left, generation))
