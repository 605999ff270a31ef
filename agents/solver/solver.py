"""The solver: exact values of positions, and of each card that may be played in them."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from agents.solver.deck import CATEGORIES, MAX_CARDS, Deck, suit_codes
from agents.solver.driver import value
from agents.solver.order import distinct
from agents.solver.position import Position
from agents.solver.scores import DEFENCE, TAKER
from agents.solver.search import (
    ALIVE,
    ASKED,
    BOUTS,
    FIELDS,
    HAD_PETIT,
    LEFT,
    MARGIN,
    SEAT,
    WINNING,
    Workspace,
    follow,
    start_trick,
)
from agents.solver.table import GENERATIONS, WAYS
from agents.solver.tricks import TARGETS, legal
from tarot_env.cards import EXCUSE, PETIT, SUIT, TRUMP_21, VALUE
from tarot_env.cardsets import to_ids

Ints = npt.NDArray[np.int64]


class Root:
    """A position in the form that the search works on."""

    def __init__(self, position: Position) -> None:
        trick = list(position.trick)
        in_hands = [to_ids(hand) for hand in position.hands]
        cards = sorted([*(card for hand in in_hands for card in hand), *trick], key=_place)
        if len(cards) > MAX_CARDS:
            raise ValueError(
                f"{len(cards)} cards are in play; the solver takes up to {MAX_CARDS}, 15 a hand and the trick"
            )
        number = {card: i for i, card in enumerate(cards)}
        self.cards = cards
        self.hands = np.array([sum(1 << number[card] for card in hand) for hand in in_hands], np.int64)
        self.deck = _deck(cards, in_hands)
        self.game = np.array(
            [
                position.taker,
                position.rules.excuse_in_last_trick == "taker",
                1 << number[PETIT] if PETIT in number else 0,
                1 << number[TRUMP_21] if TRUMP_21 in number else 0,
            ],
            np.int64,
        )
        self.contract = _contract(position)
        self.petit_live = PETIT in number
        self.frame = self._frame(position, number)

    def _frame(self, position: Position, number: dict[int, int]) -> Ints:
        """The frame of the seat to act, its margin still without a demand."""
        frame = np.zeros((2, FIELDS), np.int64)
        takers = set(to_ids(position.hands[position.taker]))
        place = (position.taker - position.leader) % 4
        takers.update(position.trick[place : place + 1])
        bouts = position.bouts + len(takers & {EXCUSE, TRUMP_21})
        won = position.tricks
        frame[0, SEAT] = position.leader
        frame[0, BOUTS] = bouts
        frame[0, MARGIN] = position.points - TARGETS[bouts]
        frame[0, ALIVE] = TAKER * (won[1] == 0) | DEFENCE * (won[0] == 0)
        frame[0, HAD_PETIT] = position.petit_in_last_trick
        frame[0, LEFT] = sum(int(VALUE[card]) for card in self.cards if card != EXCUSE)
        start_trick(frame[0])
        for card in position.trick:
            follow(self.deck, self.game, frame[0], frame[1], number[card])
            frame[0] = frame[1]
        return frame[0]


def _place(card: int) -> tuple[int, int]:
    """Suits, then trumps, then the Excuse; low cards first."""
    return int(SUIT[card]), card


def _deck(cards: list[int], hands: list[list[int]]) -> Deck:
    owner = {card: seat for seat, hand in enumerate(hands) for card in hand}
    values = np.zeros(MAX_CARDS, np.int64)
    category = np.zeros(MAX_CARDS, np.int64)
    categories = np.zeros(CATEGORIES, np.int64)
    first = np.zeros(CATEGORIES, np.int64)
    owners = np.zeros(MAX_CARDS, np.int64)
    for i in reversed(range(len(cards))):
        values[i] = VALUE[cards[i]]
        category[i] = SUIT[cards[i]]
        categories[category[i]] |= 1 << i
        first[category[i]] = i
        owners[i] = owner.get(cards[i], 0)
    sizes = [int(categories[suit]).bit_count() for suit in range(5)]
    offsets = np.concatenate([[0], np.cumsum([1 << size for size in sizes])]).astype(np.int64)
    codes = np.empty(offsets[-1], np.int64)
    for suit, size in enumerate(sizes):
        own = slice(first[suit], first[suit] + size)
        suit_codes(codes[offsets[suit] : offsets[suit + 1]], owners[own], values[own], size, suit)
    return Deck(values, category, categories, first, offsets[:5], codes)


def _contract(position: Position) -> Ints:
    rules = position.rules
    multiplier = rules.multipliers[position.contract - 1]
    petit = rules.petit_au_bout * (multiplier if rules.petit_au_bout_multiplied else 1)
    announced = rules.chelem and position.chelem_announced
    failed = -rules.chelem_failed if announced else 0
    made = rules.chelem_announced if announced else rules.chelem_unannounced
    chelems = (failed, made, failed - rules.chelem_unannounced) if rules.chelem else (0, 0, 0)
    poignees = position.poignees if rules.poignee else 0
    return np.array([multiplier, rules.base, petit, poignees, *chelems], np.int64)


class Solver:
    """Exact values, with a transposition table that is kept from call to call.

    `nodes` counts the cards that searches have tried since the solver was made.
    """

    def __init__(self, table_mb: int = 64) -> None:
        buckets = 1 << ((table_mb << 20) // (16 * WAYS)).bit_length() - 1
        self._mask = buckets - 1
        self._generation = 0
        self._work = Workspace(
            hands=np.zeros(4, np.int64),
            frames=np.zeros((MAX_CARDS + 2, FIELDS), np.int64),
            moves=np.zeros((MAX_CARDS + 2, 18), np.int64),
            marks=np.zeros((MAX_CARDS + 2, 18), np.int64),
            history=np.zeros((4, MAX_CARDS), np.int64),
            counts=np.zeros(1, np.int64),
            table=np.zeros((buckets * WAYS, 2), np.int64),
        )

    @property
    def nodes(self) -> int:
        return int(self._work.counts[0])

    def solve(self, position: Position) -> int:
        """The taker's score against each defender when both sides play the best cards, all hands seen."""
        root = Root(position)
        self._begin()
        self._work.hands[:] = root.hands
        return self._value(root, root.frame, self._guess(root))

    def solve_all(self, position: Position) -> dict[int, int]:
        """What each legal card of the seat to act is worth: card id -> the taker's score against each defender."""
        root = Root(position)
        self._begin()
        frame = root.frame
        seat = int(frame[SEAT])
        hand = int(root.hands[seat])
        choices = legal(hand, root.deck.categories, int(frame[ASKED]), int(frame[WINNING]))
        blockers = int(np.bitwise_or.reduce(root.hands)) & ~hand
        if frame[WINNING] >= 0:
            blockers |= 1 << int(frame[WINNING])
        tried = distinct(root.deck, choices, blockers)
        values: dict[int, int] = {}
        guess = self._guess(root)
        after = np.zeros(FIELDS, np.int64)
        for number, card in enumerate(root.cards):
            if not choices >> number & 1:
                continue
            if tried >> number & 1:
                follow(root.deck, root.game, frame, after, number)
                self._work.hands[:] = root.hands
                self._work.hands[seat] ^= 1 << number
                guess = self._value(root, after, guess)
            values[card] = guess
        return values

    def _begin(self) -> None:
        """Make the table forget the last position."""
        self._generation += 1
        if self._generation == GENERATIONS:
            self._generation = 1
            self._work.table[:] = 0
        self._work.history[:] = 0

    def _value(self, root: Root, frame: Ints, guess: int) -> int:
        return value(
            root.deck,
            root.game,
            root.contract,
            frame,
            root.petit_live,
            self._work,
            self._mask,
            self._generation,
            guess,
        )

    def _guess(self, root: Root) -> int:
        return 0


@cache
def _shared() -> Solver:
    return Solver()


def solve(position: Position) -> int:
    """`Solver.solve` with a solver that is made once and kept."""
    return _shared().solve(position)


def solve_all(position: Position) -> dict[int, int]:
    """`Solver.solve_all` with a solver that is made once and kept."""
    return _shared().solve_all(position)
