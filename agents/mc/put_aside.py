"""What the taker has probably put aside, from a defender's place.

A uniform world lets any six ordinary cards of his lie aside. Players choose: they empty suits and save points. The
cards that the taker holds or has put aside are left as they were drawn; of these, the policy's own choice goes aside
wherever that agrees with what he has played and shown since.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.agent import Agent
from agents.mc.replay import before_the_discard, put_aside_by
from tarot_env.actions import Phase
from tarot_env.cardsets import ALL_SUIT_CARDS, KING_MASK, SUIT_MASKS, Lane
from tarot_env.dealing import DOG_SIZE
from tarot_env.engine import Engine
from tarot_env.rules import Contract

Floats = npt.NDArray[np.float64]

_ORDINARY: Final = ALL_SUIT_CARDS & ~KING_MASK
_SUITS: Final[Lane] = np.array(
    [sum(int(SUIT_MASKS[suit]) for suit in range(4) if bits >> suit & 1) for bits in range(16)], np.uint64
)  # (16,) all cards of a set of suits, given as bits
_CHOICES: Final[Floats] = np.array([[comb(n, k) for k in range(7)] for n in range(25)], np.float64)  # (25, 7)


def put_aside(worlds: Engine, policy: Agent, doubt: float, rng: np.random.Generator) -> Floats:
    """Draw again which cards lie aside, and weigh the worlds: log weights (N,). `worlds` is changed in place.

    All deals are as likely as each other, and the taker chooses like `policy`, or with the chance `doubt` any six
    ordinary cards, each choice as likely as the others. Worlds are drawn uniformly with a discard each, so that his
    cards come up as often as discards of them agree with the play: a world weighs the chance that his discard agrees,
    divided by the number of those that do.
    """
    state = worlds.state
    weights = np.zeros(len(worlds))
    hidden = (state.taker > 0) & (state.contract <= Contract.GARDE) & (state.phase >= Phase.CHELEM)
    rows = np.flatnonzero(hidden & (state.discard[:, 1] == 0))
    if not rows.size:
        return weights
    part = worlds.take(rows)
    taker = part.state.taker.astype(np.int64)
    deals = np.arange(len(rows))
    own = put_aside_by(policy, before_the_discard(part, rng), rng)[:, 0]
    aside = part.state.discard[:, 0]
    held = part.state.hand[deals, taker, 0] | aside
    forced = held & _SUITS.take(part.state.void[deals, taker])
    agrees = (own & ~held == 0) & (forced & ~own == 0) & (np.bitwise_count(own) == DOG_SIZE)
    possible = _CHOICES[np.bitwise_count(held & _ORDINARY & ~forced), DOG_SIZE - np.bitwise_count(forced)]
    played = part.state.played[deals, taker, 0]
    of_all = _CHOICES[np.bitwise_count((held | played) & _ORDINARY), DOG_SIZE]
    by_policy, by_chance = (1 - doubt) * agrees, doubt * possible / of_all
    chosen = rng.random(len(rows)) * (by_policy + by_chance) < by_policy
    lies = np.where(chosen, own, aside)
    state.discard[rows, 0] = lies
    state.hand[rows, taker, 0] = held & ~lies
    state.owned[rows, taker, 0] = held & ~lies | played
    weights[rows] = np.log((by_policy + by_chance) / possible)
    return weights
