"""Random deals, and ways to play them at random, for comparing implementations of the game.

Everything follows from the `random.Random` that is passed in: one seed, the same deals and the same actions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from oracle import Oracle
from oracle_rules import DECK, EXCUSE, PETIT, STRENGTH, is_petit_sec, numbered_trumps

Policy = Callable[[random.Random, Oracle, list[str]], str]
"""Chooses one of the legal actions, given in the order of their names."""

TRUMPS_DOWN = sorted(numbered_trumps(DECK), key=STRENGTH.__getitem__, reverse=True)
KINGS = ["SK", "HK", "DK", "CK"]


class Deal(NamedTuple):
    """What `Oracle(rules, *deal)` takes after its rules."""

    dealer: int
    hands: list[list[str]]
    dog: list[str]


def random_deal(rng: random.Random) -> Deal:
    """A deal as the rules have it: uniform, without a petit sec."""
    while True:
        deck = rng.sample(DECK, len(DECK))
        hands = [deck[18 * seat : 18 * (seat + 1)] for seat in range(4)]
        if not any(map(is_petit_sec, hands)):
            return Deal(rng.randrange(4), hands, deck[72:])


def strong_deal(rng: random.Random) -> Deal:
    """A deal with 10 to 18 trumps in one hand, where poignées, chelems and discarded trumps come up.

    By chance the trumps are the highest or any, the Excuse is among them or not, the rest of the hand is
    kings first or any card, and the dog holds what is left of trumps and kings or any cards.
    """
    while True:
        strong = _strong_hand(rng)
        others = [card for card in rng.sample(DECK, len(DECK)) if card not in strong]
        if rng.random() < 0.4:
            others.sort(key=lambda card: card[0] == "T" or card in KINGS)
        hands = [others[:18], others[18:36], others[36:54]]
        hands.insert(rng.randrange(4), strong)
        if not any(map(is_petit_sec, hands)):
            return Deal(rng.randrange(4), hands, others[54:])


def _strong_hand(rng: random.Random) -> list[str]:
    excuse = [EXCUSE] if rng.random() < 0.7 else []
    trumps = TRUMPS_DOWN if rng.random() < 0.6 else rng.sample(TRUMPS_DOWN, 21)
    hand = excuse + trumps[: rng.randint(10, 18) - len(excuse)]
    kings = rng.sample(KINGS, 4) if rng.random() < 0.6 else []
    rest = [card for card in rng.sample(DECK, len(DECK)) if card[0] in "SHDC" and card not in kings]
    return [*hand, *kings, *rest][:18]


def shared_trumps_deal(rng: random.Random) -> Deal:
    """A deal with the trumps and the Excuse in two hands, eleven each: two poignées, and long trumps on both sides."""
    trumps = rng.sample([*TRUMPS_DOWN, EXCUSE], 22)
    others = [card for card in rng.sample(DECK, len(DECK)) if card not in trumps]
    hands = [trumps[:11] + others[:7], trumps[11:] + others[7:14], others[14:32], others[32:50]]
    rng.shuffle(hands)
    return Deal(rng.randrange(4), hands, others[50:])


def uniform(rng: random.Random, _oracle: Oracle, legal: list[str]) -> str:
    return rng.choice(legal)


def ambitious(rng: random.Random, oracle: Oracle, legal: list[str]) -> str:
    """Bids on ten trumps only, then plays its highest trump first and the Excuse last: it makes chelems."""
    if oracle.phase == "AUCTION":
        strong = len(numbered_trumps(oracle.hands[oracle.seat])) >= 10
        bids = [bid for bid in legal if bid != "PASS"]
        return rng.choice(bids) if strong and bids else "PASS"
    if oracle.phase == "PLAY":
        trumps = numbered_trumps(legal)
        if trumps:
            return max(trumps, key=STRENGTH.__getitem__)
        kept = [card for card in legal if card != EXCUSE]
        return rng.choice(kept or legal)
    return rng.choice(legal)


def saving(rng: random.Random, oracle: Oracle, legal: list[str]) -> str:
    """Plays the Petit only when it must: it is often in the last trick."""
    kept = [card for card in legal if card != PETIT]
    return rng.choice(kept or legal)


def hopeless(rng: random.Random, oracle: Oracle, legal: list[str]) -> str:
    """Has a seat with three trumps or fewer take and play its lowest cards against the highest of the others: it loses
    every trick, or all but the one of its Excuse."""
    weak = len(numbered_trumps(oracle.hands[oracle.seat])) <= 3
    if oracle.phase == "AUCTION":
        bids = [bid for bid in legal if bid != "PASS"]
        return rng.choice(bids) if weak and bids else "PASS"
    if oracle.phase != "PLAY":
        return rng.choice(legal)
    by_strength = sorted(legal, key=lambda card: (card[0] == "T", STRENGTH.get(card, 0)))
    return by_strength[0] if oracle.seat == oracle.taker else by_strength[-1]


POLICIES: Sequence[Policy] = (uniform, ambitious)


def play_out(oracle: Oracle, rng: random.Random, policy: Policy = uniform) -> list[str]:
    """Plays the deal to its end and returns the actions, in order."""
    actions = []
    while oracle.phase != "DONE":
        action = policy(rng, oracle, sorted(oracle.legal()))
        oracle.step(action)
        actions.append(action)
    return actions
