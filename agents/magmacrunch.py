"""An opponent that this project did not write: the computer players of the package ``magmacrunch-tarot``.

Install it with the extra ``peers``. Only its own functions decide (``tarot.rules.ai_bid``, ``ai_discards``,
``ai_card``); here an observation is put into its words and its answer into ours.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tarot_env import cardsets
from tarot_env.actions import PASS, POIGNEE_SIMPLE, Phase
from tarot_env.cards import EXCUSE, NUM_CARDS, SUIT_NAMES
from tarot_env.observation import Observation
from tarot_env.rules import POIGNEE_SIZES
from tarot_env.state import NO_CARD

_RANKS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "C", "D", "R")


class MagmacrunchAgent:
    """Its three computer players, at any seat. They announce no chelem and every poignee.

    Raises:
        ValueError: the package is not installed.
    """

    name = "magmacrunch"

    def __init__(self) -> None:
        self._rules = _import_rules()
        self._cards = [_card(self._rules, card) for card in range(NUM_CARDS)]
        self._id_of = {card.id: number for number, card in enumerate(self._cards)}

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """See `Agent.act`. One position after the other: the package knows no batches."""
        actions = np.full(len(observation), PASS, np.int64)
        for n in np.flatnonzero(observation.turn == 0):
            actions[n] = self._decide(observation.take([n]), rng)
        return actions

    def _decide(self, view: Observation, rng: np.random.Generator) -> int:
        phase = view.phase[0]
        if phase == Phase.AUCTION:
            return self._bid(view, rng)
        if phase == Phase.DISCARD:
            return self._discard(view)
        if phase == Phase.POIGNEE:
            return _show(view)
        if phase == Phase.PLAY:
            return self._play(view)
        return PASS

    def _hand(self, cards: list[int]) -> list[Any]:
        """In the order of its own deck, which is how it breaks ties."""
        order = {card: place for place, card in enumerate(self._rules.new_deck())}
        return sorted((self._cards[card] for card in cards), key=order.__getitem__)

    def _bid(self, view: Observation, rng: np.random.Generator) -> int:
        hand = self._hand(cardsets.to_ids(view.hand[0]))
        order = self._rules.BID_ORDER
        return PASS + int(order.index(self._rules.ai_bid(hand, order[view.contract[0]], False, rng.random)))

    def _discard(self, view: Observation) -> int:
        """It chooses six of 24 at once: the first of them that is still in hand."""
        aside = cardsets.to_ids(view.discard[0])
        hand = self._hand(cardsets.to_ids(view.hand[0]) + aside)
        chosen = [self._id_of[card.id] for card in self._rules.ai_discards(hand)]
        return next(card for card in chosen if card not in aside)

    def _play(self, view: Observation) -> int:
        hand = self._hand(cardsets.to_ids(view.hand[0]))
        return self._id_of[self._rules.ai_card(hand, self._trick(view))]

    def _trick(self, view: Observation) -> Any:
        """The cards on the table, as its `Game.play` notes them."""
        trick = self._rules.Trick()
        leader = view.leaders[0, view.ply[0] // 4]
        for place in range(view.ply[0] & 3):
            seat = int(leader + place) & 3
            number = int(view.trick[0, seat])
            assert number != NO_CARD
            card = self._cards[number]
            trick.cards.append((card, seat))
            if card.type == self._rules.SUITED and not trick.led_trump and not trick.led_suit:
                trick.led_suit = card.suit
            if card.type == self._rules.TRUMP:
                trick.led_trump = True
                trick.highest_trump = max(trick.highest_trump, card.number)
        return trick


def _show(view: Observation) -> int:
    """The largest poignee there is, its lowest trumps: the highest are held back."""
    legal = cardsets.to_ids(view.legal[0])
    if view.surplus[0] > 0:
        return legal[-1]
    sizes = [action for action in legal if POIGNEE_SIMPLE <= action < POIGNEE_SIMPLE + len(POIGNEE_SIZES)]
    return max(sizes, default=PASS)


def _import_rules() -> ModuleType:
    try:
        rules = importlib.import_module("tarot.rules")
    except ImportError:
        raise ValueError("magmacrunch needs the package magmacrunch-tarot: pip install 'tarot-env[peers]'") from None
    if not hasattr(rules, "ai_card"):
        raise ValueError("magmacrunch: the module 'tarot' that is installed is not that of magmacrunch-tarot")
    return rules


def _card(rules: ModuleType, number: int) -> Any:
    """Its card for one of our ids."""
    if number == EXCUSE:
        return rules.Card(rules.EXCUSE, number=rules.EXCUSE_NUMBER)
    if number > EXCUSE:
        return rules.Card(rules.TRUMP, number=number - EXCUSE)
    return rules.Card(rules.SUITED, SUIT_NAMES[number // 14], _RANKS[number % 14])
