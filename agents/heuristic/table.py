"""What a player works out from the table before he chooses a card: for N positions in the play at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from agents.heuristic import bits
from agents.heuristic.bits import Cards
from tarot_env.cards import CARDS_PER_SUIT, NO_SUIT, NUM_CARDS, NUM_SUITS, SUIT, TRUMP_SUIT, VALUE
from tarot_env.cardsets import ALL_SUIT_CARDS, EXCUSE_BIT, SUIT_MASKS, TRUMP_MASK, Lane
from tarot_env.observation import Observation
from tarot_env.play import NUM_TRICKS, TRUMP_STRENGTH

Bools = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float32]
T = TypeVar("T", bound=np.generic)
SuitBits = npt.NDArray[np.uint8]
"""A set of suits, bit s for suit s."""

_FOLLOWS: Final[Lane] = np.array([*SUIT_MASKS, 0, ALL_SUIT_CARDS], np.uint64)  # by what is led
# Cards of any suit, and trumps, that are stronger than the best of a trick, by its strength.
_SUITS_OVER: Final[Lane] = np.array(
    [
        sum(1 << (CARDS_PER_SUIT * s + r) for s in range(NUM_SUITS) for r in range(best, CARDS_PER_SUIT))
        for best in range(TRUMP_STRENGTH + 22)
    ],
    np.uint64,
)
_TRUMPS_OVER: Final[Lane] = np.array(
    [int(TRUMP_MASK) & ~((1 << max(1, best - TRUMP_STRENGTH + 1)) - 1) for best in range(TRUMP_STRENGTH + 22)],
    np.uint64,
)
_COURT: Final = np.concatenate([VALUE - 1, np.zeros(256 - NUM_CARDS, np.int16)])  # (256,), 0 for NO_CARD
_SUIT: Final = np.concatenate([SUIT, np.full(256 - NUM_CARDS, NO_SUIT, np.int8)])  # (256,)
_SUIT_BIT: Final[SuitBits] = np.array([1, 2, 4, 8, 0, 0], np.uint8)  # by what is led
# Chance that one of three hands has none of n cards that lie in them.
_VOID_CHANCE: Final[Floats] = np.array([(2 / 3) ** n for n in range(CARDS_PER_SUIT + 1)], np.float32)
_SEATS: Final = np.arange(1, 4, dtype=np.int8)
_SUITS: Final = np.arange(NUM_SUITS, dtype=np.uint8)


@dataclass(slots=True)
class Table:
    """N positions seen by the seat to act. "Foes" are the other side; "behind" are those still to play to the trick."""

    legal: Cards
    hand: Cards
    hidden: Cards  # not played and not in sight: in the other hands, or put aside face down
    own: Counts  # (N, 4) cards of each suit in hand
    out: Counts  # (N, 4) hidden cards of each suit
    own_trumps: Counts  # (N,)
    out_trumps: Counts  # (N,)
    cards_left: Counts  # (N,) in hand
    taker: Counts  # (N,) his seat, 0 = oneself
    led: Counts  # (N,) suit, TRUMP_SUIT or NO_SUIT
    court: npt.NDArray[np.int16]  # (N,) half points on the table above those of cards that count for nothing
    ours: Bools  # (N,) a partner has the trick
    foe_behind: Bools  # (N,)
    partner_behind: Bools  # (N,)
    foe_ruffs: Bools  # (N, 4) a foe behind is known to ruff this suit
    taker_void: Bools  # (N, 4) the taker is known to have none of this suit
    risk: Floats  # (N, 4) chance that a foe behind ruffs this suit
    beats: Cards  # legal cards that are better than the best of the trick
    masters: Cards  # cards in hand that no hidden card of their suit beats
    observation: Observation  # what all this was read from

    @property
    def partners_led(self) -> Bools:
        """Suits that another defender has led to a trick that is over: (N, 4)."""
        return _suits(_led_by_partners(self.observation))

    @property
    def risk_in_led_suit(self) -> Floats:
        """`risk` of the suit that the trick asks for, 0 where that is trumps or nothing: (N,)."""
        return self._of_led(self.risk)

    @property
    def taker_void_in_led_suit(self) -> Bools:
        """`taker_void` of the suit that the trick asks for: (N,)."""
        return self._of_led(self.taker_void)

    def _of_led(self, by_suit: npt.NDArray[T]) -> npt.NDArray[T]:
        asked = by_suit[np.arange(len(self.led)), np.minimum(self.led, NUM_SUITS - 1)]
        return np.where(self.led < TRUMP_SUIT, asked, asked.dtype.type(0))


def look(observation: Observation) -> Table:
    """Work out what the habits ask for."""
    hand = Cards(observation.hand[:, 0], observation.hand[:, 1])
    legal = Cards(observation.legal[:, 0], observation.legal[:, 1])
    hidden = hidden_cards(observation)
    out, out_trumps = bits.by_suit(hidden.suits), bits.count_trumps(hidden.trumps)
    taker, led, best = observation.taker, observation.led, observation.best
    behind = 3 - (observation.ply & 3).astype(np.int8)[:, None] >= _SEATS  # (N, 3)
    foe = (taker == 0)[:, None] | (taker[:, None] == _SEATS)  # (N, 3)
    may_ruff = behind & foe & (observation.ceiling[:, 1:] > 0) & (out_trumps > 0)[:, None]
    foe_ruffs = _suits(np.bitwise_or.reduce(np.where(may_ruff, observation.void[:, 1:], np.uint8(0)), axis=1))
    chance = may_ruff.sum(axis=1, dtype=np.float32)[:, None] * _VOID_CHANCE.take(out)
    return Table(
        legal=legal,
        hand=hand,
        hidden=hidden,
        own=bits.by_suit(hand.suits),
        out=out,
        own_trumps=bits.count_trumps(hand.trumps),
        out_trumps=out_trumps,
        cards_left=(NUM_TRICKS - observation.ply // 4).astype(np.int8),
        taker=taker,
        led=led,
        court=_COURT.take(observation.trick).sum(axis=1, dtype=np.int16),
        ours=(led != NO_SUIT) & (taker != 0) & (observation.winner != taker),
        foe_behind=(behind & foe).any(axis=1),
        partner_behind=(behind & ~foe).any(axis=1),
        foe_ruffs=foe_ruffs,
        taker_void=_suits(observation.void[np.arange(len(taker)), taker]),
        risk=np.minimum(1, foe_ruffs + chance),
        beats=Cards(legal.suits & _FOLLOWS.take(led) & _SUITS_OVER.take(best), legal.trumps & _TRUMPS_OVER.take(best)),
        masters=Cards(bits.masters(hand.suits, hidden.suits), bits.master_trumps(hand.trumps, hidden.trumps)),
        observation=observation,
    )


def hidden_cards(observation: Observation) -> Cards:
    """All cards that may still be in another hand: those of the dog and of a poignee too, until they are played."""
    lanes = []
    for k, deck in enumerate((ALL_SUIT_CARDS, EXCUSE_BIT | TRUMP_MASK)):
        played = np.bitwise_or.reduce(observation.played[..., k], axis=1)
        lanes.append(deck & ~(played | observation.hand[:, k] | observation.discard[:, k]))
    return Cards(*lanes)


def _suits(chosen: SuitBits) -> Bools:
    """Sets of suits as a bool for each suit: (N,) -> (N, 4)."""
    flags: Bools = (chosen[:, None] >> _SUITS & 1).astype(np.bool_)
    return flags


def _led_by_partners(observation: Observation) -> SuitBits:
    """Suits that other defenders have led to tricks that are over: (N,). After a led Excuse the second card counts."""
    suits = _SUIT.take(observation.history.reshape(-1, NUM_TRICKS, 4)[..., :2])  # (N, 18, 2)
    led = np.where(suits[..., 0] == NO_SUIT, suits[..., 1], suits[..., 0])
    leader = observation.leaders[:, :NUM_TRICKS]
    over = np.arange(NUM_TRICKS) < (observation.ply // 4)[:, None]
    partners = over & (leader != 0) & (leader != observation.taker[:, None])
    led_by: SuitBits = np.bitwise_or.reduce(_SUIT_BIT.take(led) * partners, axis=1)
    return led_by
