"""A few discards worth comparing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import numpy as np

from agents.heuristic import HeuristicAgent
from tarot_env.actions import Phase
from tarot_env.cards import NUM_SUITS, SUIT, VALUE
from tarot_env.cardsets import ALL_SUIT_CARDS, KING_MASK, to_ids
from tarot_env.dealing import DOG_SIZE
from tarot_env.observation import Observation
from tarot_env.worlds import worlds


def discards(observation: Observation, rng: np.random.Generator) -> list[frozenset[int]]:
    """Sets of cards that the taker may put aside besides those that lie there already.

    The heuristic's own; and, for every choice of suits that fit, those suits emptied but for their king, the rest
    filled up with the dearest cards of the other suits, or with the cheapest. Only what agrees with the cards that lie
    aside already is left, so that six decisions in a row come down to one.

    Args:
        observation: one view, by the taker who is discarding.
        rng: draws the unseen cards that the heuristic does not look at.

    Returns:
        At least one set, each of as many cards as are still to be put aside.
    """
    aside = frozenset(to_ids(observation.discard[0]))
    hand = observation.hand[0].copy()
    hand[0] &= ALL_SUIT_CARDS & ~KING_MASK
    ordinary = aside | frozenset(card for card in to_ids(hand) if SUIT[card] < NUM_SUITS)
    sets = {own_discard(observation, rng): None}
    if len(ordinary) >= DOG_SIZE:
        sets |= {cards - aside: None for cards in _by_suits(ordinary) if aside <= cards}
    return list(sets)


def own_discard(observation: Observation, rng: np.random.Generator) -> frozenset[int]:
    """What the heuristic puts aside from here on."""
    engine, player = worlds(observation, 1, rng), HeuristicAgent()
    before = set(to_ids(engine.state.discard[0]))
    while engine.phase[0] == Phase.DISCARD:
        engine.step(player.act(engine.observe(), rng))
    return frozenset(to_ids(engine.state.discard[0])) - before


def _by_suits(ordinary: frozenset[int]) -> Iterator[frozenset[int]]:
    """Six of these cards: some suits whole, the rest from the others."""
    suits = range(NUM_SUITS)
    for emptied in chain.from_iterable(combinations(suits, size) for size in range(NUM_SUITS + 1)):
        whole = {card for card in ordinary if SUIT[card] in emptied}
        if len(whole) > DOG_SIZE:
            continue
        rest = sorted(ordinary - whole, key=lambda card: (VALUE[card], card))
        room = DOG_SIZE - len(whole)
        if len(rest) >= room:
            yield frozenset(whole.union(rest[len(rest) - room :]))
            yield frozenset(whole.union(rest[:room]))
