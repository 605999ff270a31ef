"""A few discards worth comparing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations
from typing import Final

import numpy as np

from agents.heuristic import HeuristicAgent
from agents.mc.replay import before_the_discard, put_aside_by
from tarot_env.cards import NUM_SUITS, SUIT, VALUE
from tarot_env.cardsets import ALL_SUIT_CARDS, KING_MASK, Lanes, to_ids
from tarot_env.dealing import DOG_SIZE
from tarot_env.observation import Observation
from tarot_env.worlds import worlds

_ORDINARY: Final[Lanes] = np.array([ALL_SUIT_CARDS & ~KING_MASK, 0], np.uint64)


def discards(observation: Observation, rng: np.random.Generator) -> list[list[frozenset[int]]]:
    """Sets of cards that the taker may put aside besides those that lie there already.

    The heuristic's own; and, for every choice of suits that fit, those suits emptied but for their king, the rest
    filled up with the dearest cards of the other suits, or with the cheapest. They are worked out from all 24 cards,
    whatever of them lies aside already; what does not agree with that is left out. Six decisions in a row so end with
    one of the sets that the first had to choose from.

    Args:
        observation: N views, each by the taker who is discarding.
        rng: draws unseen cards, which the heuristic does not look at.

    Returns:
        For each view at least one set, each of as many cards as are still to be put aside.
    """
    world, heuristic = worlds(observation, 1, rng), HeuristicAgent()
    own = put_aside_by(heuristic, before_the_discard(world, rng), rng)
    sets = []
    for n, cards in enumerate(own):
        aside = frozenset(to_ids(observation.discard[n]))
        compared = dict.fromkeys([frozenset(to_ids(cards)), *_by_suits(_ordinary(observation.hand[n]) | aside)])
        agreeing = [whole - aside for whole in compared if aside <= whole]
        if not agreeing:  # somebody else has begun
            whole = frozenset(to_ids(put_aside_by(heuristic, world.take([n]), rng)[0]))
            agreeing = [whole - aside]
        sets.append(agreeing)
    return sets


def _ordinary(hand: Lanes) -> frozenset[int]:
    """Suit cards of a hand (2,) but kings, which nobody may put aside."""
    return frozenset(to_ids(hand & _ORDINARY))


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
