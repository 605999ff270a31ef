"""What a decision chooses from: one action each, or in the discard all the cards that are left to put aside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.mc.discards import discards
from tarot_env import cardsets
from tarot_env.actions import Phase
from tarot_env.dealing import DOG_SIZE
from tarot_env.observation import Observation

NOTHING: Final = -1


@dataclass(slots=True)
class Ways:
    """R ways to act in N decisions, decision after decision. Each decision has at least one."""

    decision: npt.NDArray[np.int64]  # (R,) 0..N - 1, never falling
    actions: npt.NDArray[np.int64]  # (R, 6) done one after the other, NOTHING after the last

    def counts(self) -> npt.NDArray[np.int64]:
        """Ways of each decision: (N,)."""
        return np.bincount(self.decision)

    def of(self, decisions: slice) -> tuple[Ways, slice]:
        """The ways of some decisions in a row, these counted from 0 again; and where they stand among all."""
        start, stop = np.searchsorted(self.decision, (decisions.start, decisions.stop)).tolist()
        return Ways(self.decision[start:stop] - decisions.start, self.actions[start:stop]), slice(start, stop)


def ways(observation: Observation, rng: np.random.Generator) -> Ways:
    """Every legal action; in the discard a few sets that make sense, for there are thousands.

    Args:
        observation: N views, each of the seat to act.
        rng: see `discards`.
    """
    mask = observation.legal_mask()
    discarding = np.flatnonzero(observation.phase == Phase.DISCARD)
    mask[discarding] = False
    decision, action = np.nonzero(mask)
    actions = np.full((len(decision), DOG_SIZE), NOTHING, np.int64)
    actions[:, 0] = action
    if discarding.size:
        sets = discards(observation.take(discarding), rng)
        decision = np.append(decision, np.repeat(discarding, [len(some) for some in sets]))
        in_order = [
            _in_order(some, cardsets.to_ids(observation.legal[n])) for some, n in zip(sets, discarding, strict=True)
        ]
        actions = np.concatenate([actions, *in_order])
    order = np.argsort(decision, kind="stable")
    return Ways(decision[order], actions[order])


def _in_order(sets: list[frozenset[int]], legal: list[int]) -> npt.NDArray[np.int64]:
    """Sets of cards as actions one after the other: (len(sets), 6).

    The card that fewest of the other sets hold comes first: once it lies aside, little is left to choose, and the next
    decision, which sees only what lies aside, goes on with the same set. Trumps come last, as the rules demand.
    """
    rows = np.full((len(sets), DOG_SIZE), NOTHING, np.int64)
    for row, cards in zip(rows, sets, strict=True):
        ordered = sorted(cards, key=lambda card: (card not in legal, sum(card in other for other in sets), card))
        row[: len(ordered)] = ordered
    return rows
