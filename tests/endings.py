"""Positions with a few cards left, given by the four hands, to ask players about."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tarot_env.actions import Phase
from tarot_env.cards import BOUTS, KINGS, NUM_CARDS, SUIT, TRUMP_SUIT, parse_cards
from tarot_env.cardsets import from_ids
from tarot_env.dealing import DOG_SIZE
from tarot_env.engine import Engine
from tarot_env.rules import Contract, Rules
from tarot_env.state import State


def ending(hands: Sequence[str], *, taker: int, leader: int, trick: Sequence[str] = ()) -> Engine:
    """A garde by `taker`, the cards of a trick under way played on from equal hands.

    The cards that are not named were played without a sign of a void or a ceiling, and count for nobody, though both
    sides won tricks; six ordinary ones were in the dog and lie in the discard.
    """
    held = [parse_cards(hand) for hand in hands]
    left = {len(cards) for cards in held}
    assert len(left) == 1, "hands are given as they were before the trick"
    tricks = 18 - left.pop()
    gone = [card for card in range(NUM_CARDS) if all(card not in cards for cards in held)]
    ordinary = [c for c in gone if SUIT[c] < TRUMP_SUIT and c not in KINGS and c not in BOUTS]
    aside = ordinary[:DOG_SIZE]
    past = np.array([card for card in gone if card not in aside]).reshape(tricks, 4)
    state = State.allocate(1)
    state.phase[:] = Phase.PLAY
    state.dealer[:] = state.taker[:] = taker
    state.contract[:] = Contract.GARDE
    state.bids[:] = np.where(np.arange(4) == taker, Contract.GARDE, 0)
    state.dog[:] = state.discard[:] = from_ids(aside)
    for seat in range(4):
        state.hand[0, seat] = from_ids(held[seat])
        state.owned[0, seat] = from_ids([*held[seat], *past[:, seat].tolist()])
    state.ply[:] = 4 * tricks
    state.history[0, : 4 * tricks] = past.reshape(-1)
    state.leaders[0, :tricks] = 0
    state.tricks[0] = tricks // 2, tricks - tricks // 2
    state.leaders[0, tricks] = state.seat[0] = leader
    engine = Engine.from_state(state, Rules.official(), np.random.default_rng(0))
    for card in trick:
        engine.step(parse_cards(card))
    return engine
