"""A position written into a block: its live cards renumbered, and codes that leave the ranks of gone cards out."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.solver.block import (
    ALIVE,
    BOUTS,
    CATEGORY,
    CODES,
    DEFENCE,
    EXCUSE,
    EXCUSE_CROSSES,
    FRAME_SIZE,
    FRAMES,
    HAD_PETIT,
    HANDS,
    LEFT,
    LOWEST,
    MARGIN,
    PETIT,
    ROOT,
    SUITS,
    TAKER,
    TAKER_SEAT,
    TRUMPS,
    TWENTY_ONE,
    VALUES,
    frame_at,
    start_trick,
)
from agents.solver.compiled import lowest, njit
from agents.solver.position import Position
from agents.solver.scores import BASE, CHELEM, MULTIPLIER, PETIT_AU_BOUT, POIGNEES
from agents.solver.table import mixed
from agents.solver.tricks import TARGETS, follow
from tarot_env import cards as ids
from tarot_env.cardsets import to_ids

Ints = npt.NDArray[np.int64]

MAX_CARDS: Final = 63


class Deck:
    """The live cards of a position by their number in the search.

    Attributes:
        cards: card ids by number: suits, then trumps, then the Excuse, low cards first.
        codes: int64, for each subset of each suit's and the trumps' cards; the block points into it.
    """

    def __init__(self, position: Position) -> None:
        hands = [to_ids(hand) for hand in position.hands]
        live = [*(card for hand in hands for card in hand), *position.trick]
        if len(live) > MAX_CARDS:
            raise ValueError(f"{len(live)} cards are in play; the solver takes {MAX_CARDS}: 15 a hand and the trick")
        self.cards = sorted(live, key=lambda card: (ids.SUIT[card], card))
        self._number = {card: number for number, card in enumerate(self.cards)}
        self._position = position
        self._hands = hands
        self.codes = np.empty(0, np.int64)

    def write(self, block: Ints) -> None:
        """Write the position into `block`, int64 (BLOCK_SIZE,): all that does not depend on the search."""
        self._write_cards(block)
        self._write_codes(block)
        _write_contract(block, self._position)
        self._write_root(block)

    def _set(self, cards: list[int]) -> int:
        return sum(1 << self._number[card] for card in cards if card in self._number)

    def _write_cards(self, block: Ints) -> None:
        position = self._position
        block[HANDS : HANDS + 4] = [self._set(hand) for hand in self._hands]
        block[TAKER_SEAT] = position.taker
        block[EXCUSE_CROSSES] = position.rules.excuse_in_last_trick == "taker"
        block[PETIT] = self._set([ids.PETIT])
        block[TWENTY_ONE] = self._set([ids.TRUMP_21])
        categories = ids.SUIT[self.cards]
        block[VALUES : VALUES + len(self.cards)] = ids.VALUE[self.cards]
        block[CATEGORY : CATEGORY + len(self.cards)] = categories
        for category in range(EXCUSE + 1):
            block[SUITS + category] = sum(1 << int(number) for number in np.flatnonzero(categories == category))
            block[LOWEST + category] = np.searchsorted(categories, category)

    def _write_codes(self, block: Ints) -> None:
        owner = {card: seat for seat, hand in enumerate(self._hands) for card in hand}
        owners = np.array([owner.get(card, 0) for card in self.cards], np.int64)
        values = ids.VALUE[self.cards].astype(np.int64)
        sizes = [int(block[SUITS + suit]).bit_count() for suit in range(TRUMPS + 1)]
        self.codes = np.empty(sum(1 << size for size in sizes), np.int64)
        start = 0
        for suit, size in enumerate(sizes):
            own = slice(block[LOWEST + suit], block[LOWEST + suit] + size)
            codes = self.codes[start : start + (1 << size)]
            suit_codes(codes, owners[own], values[own], size, suit)
            block[CODES + suit] = codes.ctypes.data
            start += 1 << size

    def _write_root(self, block: Ints) -> None:
        """The frame of the seat to act, its margin still without a demand."""
        position = self._position
        takers = set(self._hands[position.taker])
        place = (position.taker - position.leader) % 4
        takers.update(position.trick[place : place + 1])
        bouts = position.bouts + len(takers & {ids.EXCUSE, ids.TRUMP_21})
        root, after = frame_slice(ROOT), frame_slice(0)
        block[root] = 0
        block[root][HAD_PETIT] = position.petit_in_last_trick
        block[root][MARGIN] = position.points - TARGETS[bouts]
        block[root][BOUTS] = bouts
        block[root][ALIVE] = TAKER * (position.tricks[1] == 0) | DEFENCE * (position.tricks[0] == 0)
        block[root][LEFT] = sum(int(ids.VALUE[card]) for card in self.cards if card != ids.EXCUSE)
        address = block.ctypes.data
        start_trick(frame_at(address, ROOT), position.leader)
        for card in position.trick:
            follow(address, frame_at(address, ROOT), frame_at(address, 0), self._number[card])
            block[root] = block[after]


def frame_slice(depth: int) -> slice:
    """The place of a frame in a block."""
    start = FRAMES + depth * FRAME_SIZE
    return slice(start, start + FRAME_SIZE)


def _write_contract(block: Ints, position: Position) -> None:
    rules = position.rules
    multiplier = rules.multipliers[position.contract - 1]
    failed = made = lost = 0
    if rules.chelem:
        failed = -rules.chelem_failed if position.chelem_announced else 0
        made = rules.chelem_announced if position.chelem_announced else rules.chelem_unannounced
        lost = failed - rules.chelem_unannounced
    block[MULTIPLIER] = multiplier
    block[BASE] = rules.base
    block[PETIT_AU_BOUT] = rules.petit_au_bout * (multiplier if rules.petit_au_bout_multiplied else 1)
    block[POIGNEES] = position.poignees if rules.poignee else 0
    block[CHELEM : CHELEM + 3] = failed, made, lost


@njit
def suit_codes(codes: Ints, owners: Ints, values: Ints, size: int, suit: int) -> None:
    """Fill `codes` (1 << size,) for one suit: equal for subsets with the same owners and values from low to high.

    `owners` and `values` (size,) belong to the suit's cards. Ranks do not enter, so subsets that differ only in
    which ranks are gone share a code.
    """
    codes[0] = 1
    for cards in range(1, 1 << size):
        codes[cards] = codes[cards & (cards - 1)] << 2 | owners[lowest(cards)]
    for cards in range(1 << size):
        honours = 0  # 9, 7, 5, 3 half points -> bits 4, 3, 2, 1; bit 0 tells the Petit from the 21
        for card in range(size):
            if cards >> card & 1 and values[card] > 1:
                honours |= 1 << (values[card] >> 1) if card or values[card] < 9 else 1
        codes[cards] = mixed(codes[cards] << 5 ^ honours ^ suit << 50)
