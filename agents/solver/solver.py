"""The solver: exact values of positions, and of each card that may be played in them."""

from __future__ import annotations

from functools import cache

import numpy as np

from agents.solver.block import (
    ASKED,
    BLOCK_SIZE,
    GENERATION,
    HANDS,
    HISTORY,
    MARKS,
    ROOT,
    SEAT,
    TABLE,
    TABLE_MASK,
    TRIED,
    WINNING,
    frame_at,
)
from agents.solver.deck import Deck, frame_slice
from agents.solver.driver import value
from agents.solver.order import distinct
from agents.solver.position import Position
from agents.solver.table import ENTRY_BYTES, GENERATIONS, WAYS
from agents.solver.tricks import follow, legal


class Solver:
    """Exact values, with a transposition table that is kept from call to call."""

    def __init__(self, table_mb: int = 64) -> None:
        """`table_mb` is the size of the table, rounded down to a power of two."""
        if table_mb < 1:
            raise ValueError(f"table_mb is at least 1, not {table_mb}")
        buckets = 1 << ((table_mb << 20) // (ENTRY_BYTES * WAYS)).bit_length() - 1
        self._table = np.zeros((buckets * WAYS, 2), np.int64)
        self._block = np.zeros(BLOCK_SIZE, np.int64)
        self._block[TABLE] = self._table.ctypes.data
        self._block[TABLE_MASK] = buckets - 1

    @property
    def nodes(self) -> int:
        """Cards that searches have tried since the solver was made."""
        return int(self._block[TRIED])

    def solve(self, position: Position) -> int:
        """The taker's score against each defender when both sides play the best cards, all hands seen."""
        self._deck = self._begin(position)
        return value(self._address, 0)

    def solve_all(self, position: Position) -> dict[int, int]:
        """What each legal card of the seat to act is worth: card id -> the taker's score against each defender."""
        deck = self._deck = self._begin(position)
        block, address = self._block, self._address
        root = block[frame_slice(ROOT)].copy()
        hands = block[HANDS : HANDS + 4].copy()
        seat, winning = int(root[SEAT]), int(root[WINNING])
        hand = int(hands[seat])
        choices = legal(address, hand, int(root[ASKED]), winning)
        blockers = int(np.bitwise_or.reduce(hands)) & ~hand | (1 << winning if winning >= 0 else 0)
        tried = distinct(address, choices, blockers)
        values: dict[int, int] = {}
        guess = 0
        for number, card in enumerate(deck.cards):
            if not choices >> number & 1:
                continue
            if tried >> number & 1:  # else it is like the card before, and worth as much
                block[frame_slice(0)] = root
                follow(address, frame_at(address, 0), frame_at(address, ROOT), number)
                block[HANDS + seat] = hand ^ 1 << number
                guess = value(address, guess)
            values[card] = guess
        return values

    @property
    def _address(self) -> int:
        return self._block.ctypes.data

    def _begin(self, position: Position) -> Deck:
        """Write the position into the block, and make the table forget the last one."""
        self._block[GENERATION] += 1
        if self._block[GENERATION] == GENERATIONS:
            self._block[GENERATION] = 1
            self._table[:] = 0
        self._block[HISTORY:MARKS] = 0
        deck = Deck(position)
        deck.write(self._block)
        return deck


@cache
def _shared() -> Solver:
    return Solver()


def solve(position: Position) -> int:
    """`Solver.solve` with a solver that is made once and kept."""
    return _shared().solve(position)


def solve_all(position: Position) -> dict[int, int]:
    """`Solver.solve_all` with a solver that is made once and kept."""
    return _shared().solve_all(position)
