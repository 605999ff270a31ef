"""A few discards worth comparing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import numpy as np

from agents.heuristic import HeuristicAgent
from agents.mc.replay import before_the_discard, put_aside_by
from tarot_env.cards import NUM_SUITS, SUIT, VALUE
from tarot_env.cardsets import ALL_SUIT_CARDS, KING_MASK, to_ids
from tarot_env.dealing import DOG_SIZE
from tarot_env.observation import Observation
from tarot_env.worlds import worlds


def discards(observation: Observation, rng: np.random.Generator) -> list[frozenset[int]]:
    """Sets of cards that the taker may put aside besides those that lie there already.

    The heuristic's own; and, for every choice of suits that fit, those suits emptied but for their king, the rest
    filled up with the dearest cards of the other suits, or with the cheapest. They are worked out from all 24 cards,
    whatever of them lies aside already; what does not agree with that is left out. Six decisions in a row so end with
    one of the sets that the first had to choose from.

    Args:
        observation: one view, by the taker who is discarding.
        rng: draws unseen cards, which the heuristic does not look at.

    Returns:
        At least one set, each of as many cards as are still to be put aside.
    """
    aside = frozenset(to_ids(observation.discard[0]))
    world, heuristic = worlds(observation, 1, rng), HeuristicAgent()
    own = put_aside_by(heuristic, before_the_discard(world, rng), rng)
    sets = dict.fromkeys([frozenset(to_ids(own[0])), *_by_suits(_ordinary(observation) | aside)])
    agreeing = [cards - aside for cards in sets if aside <= cards]
    if agreeing:
        return agreeing
    own = put_aside_by(heuristic, world, rng)  # somebody else has begun
    return [frozenset(to_ids(own[0])) - aside]


def _ordinary(observation: Observation) -> frozenset[int]:
    """Suit cards in hand but kings, which nobody may put aside."""
    hand = observation.hand[0].copy()
    hand[0] &= ALL_SUIT_CARDS & ~KING_MASK
    return frozenset(card for card in to_ids(hand) if SUIT[card] < NUM_SUITS)


def _by_suits(ordinary: frozenset[int]) -> Iterator[frozenset[int]]:
    """Six of these cards: some suits whole, the rest from the others. None where there are not six."""
    suits = range(NUM_SUITS)
    for emptied in chain.from_iterable(combinations(suits, size) for size in range(NUM_SUITS + 1)):
        whole = {card for card in ordinary if SUIT[card] in emptied}
        rest = sorted(ordinary - whole, key=lambda card: (VALUE[card], card))
        room = DOG_SIZE - len(whole)
        if 0 <= room <= len(rest):
            yield frozenset(whole.union(rest[len(rest) - room :]))
            yield frozenset(whole.union(rest[:room]))
