"""From tricks to scores."""

from __future__ import annotations

from typing import Final, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from tarot_env.actions import Phase
from tarot_env.cards import PETIT
from tarot_env.cardsets import BOUT_MASK, Lane, Lanes, count
from tarot_env.play import NUM_TRICKS, excuse_crowns_chelem
from tarot_env.rules import TARGETS, Contract, Rules
from tarot_env.state import Int8, State

Ints = npt.NDArray[np.int64]

TAKER: Final = 1
DEFENCE: Final = -1
"""Sign of a side in premiums: who won the Petit in the last trick, who made a chelem; 0 is nobody."""

_JACKS, _KNIGHTS, _QUEENS, _KINGS = (sum(1 << (14 * suit + rank) for suit in range(4)) for rank in (10, 11, 12, 13))
# Half points beyond the one of each card: 2, 4, 6, 8 for jack, knight, queen, king, and 8 for a bout. So these have 2
# more, these 4, and these 8; bouts are no kings' bits, so that one count does for both.
_TWO_MORE: Final = np.array(_JACKS | _QUEENS, np.uint64)
_FOUR_MORE: Final = np.array(_KNIGHTS | _QUEENS, np.uint64)
_EIGHT_MORE: Final = np.array(_KINGS, np.uint64)
_BOUTS: Final = np.array(BOUT_MASK)
_ONE, _TWO, _THREE = (np.array(shift, np.uint8) for shift in (1, 2, 3))


def half_points(cards: Lanes) -> Ints:
    """Half points in each set: (...). One for each card, 2, 4, 6, 8 more for a jack, knight, queen, king or bout."""
    suits, trumps = cards[..., 0], cards[..., 1]
    two = np.bitwise_count(suits & _TWO_MORE)
    four = np.bitwise_count(suits & _FOUR_MORE)
    eight = np.bitwise_count(suits & _EIGHT_MORE | trumps & _BOUTS)
    total: npt.NDArray[np.uint8] = count(cards) + (two << _ONE) + (four << _TWO) + (eight << _THREE)  # 182 at most
    return total.astype(np.int64)


def count_bouts(cards: Lanes) -> Ints:
    """Bouts in each set: (...)."""
    bouts: Lane = cards[..., 1] & BOUT_MASK
    return np.bitwise_count(bouts).astype(np.int64)


def taker_totals(state: State) -> tuple[Ints, Ints]:
    """Half points and bouts of the taker's side at the end: (N,), (N,). His tricks and his discard, or the dog of a
    garde sans; the dog of a garde contre is the defence's (S0)."""
    own = state.contract <= Contract.GARDE
    aside = np.where(own[:, None], state.discard, state.dog)
    counted = state.contract != Contract.GARDE_CONTRE
    halves = state.points[:, 0] + half_points(aside) * counted
    return halves, state.bouts[:, 0] + count_bouts(aside) * counted


class Outcome(NamedTuple):
    """What the scores of n deals follow from, none of them passed out."""

    contract: npt.NDArray[np.integer]  # (n,) Contracts, none of them NONE
    bouts: npt.NDArray[np.integer]  # (n,) of the taker's side
    points: npt.NDArray[np.integer]  # (n,) of the taker's side, whole
    petit_au_bout: npt.NDArray[np.integer]  # (n,) TAKER, DEFENCE or 0
    poignees: npt.NDArray[np.integer]  # (n,) points of all poignees shown
    chelem_announced: npt.NDArray[np.bool_]  # (n,)
    chelem_by: npt.NDArray[np.integer]  # (n,) TAKER, DEFENCE or 0

    @property
    def margin(self) -> Ints:
        """Points above the target of the bouts, or below: (n,)."""
        margin: Ints = self.points.astype(np.int64) - np.array(TARGETS).take(self.bouts)
        return margin

    @classmethod
    def of(cls, state: State, rules: Rules) -> Self:
        """Of deals whose last trick has been taken in."""
        halves, bouts = taker_totals(state)
        shown = np.array((0, *rules.poignee_points)).take(state.poignee).sum(axis=1)
        return cls(state.contract, bouts, halves // 2, petit_au_bout(state), shown, state.chelem, chelem_by(state))


class Lines(NamedTuple):
    """A score line by line: what each defender pays the taker, int64 (n,) each."""

    base: Ints
    margin: Ints
    petit: Ints
    poignees: Ints
    chelem: Ints  # the taker's: made, or announced and not made
    defence_chelem: Ints


def score_lines(rules: Rules, outcome: Outcome) -> Lines:
    """What each defender pays the taker, and for what (S0; FFT p.6 for the defence's chelem).

    ``multiplier * (sign * 25 + margin + petit) + sign * poignees + chelem + defence_chelem``, where margin = points -
    target and sign is +1 for a contract made (by 0 too), -1 for one lost. Under S2 the petit is not multiplied.
    """
    margin, by = outcome.margin, outcome.chelem_by
    sign = np.where(margin >= 0, 1, -1)
    multiplier = np.array((0, *rules.multipliers)).take(outcome.contract)
    petit = rules.petit_au_bout * outcome.petit_au_bout.astype(np.int64)
    made = np.where(outcome.chelem_announced, rules.chelem_announced, rules.chelem_unannounced)
    chelem = np.where(by == TAKER, made, -rules.chelem_failed * outcome.chelem_announced)
    defence_chelem = -rules.chelem_unannounced * (by == DEFENCE)
    return Lines(
        base=multiplier * sign * rules.base,
        margin=multiplier * margin,
        petit=petit * multiplier if rules.petit_au_bout_multiplied else petit,
        poignees=sign * outcome.poignees * rules.poignee,
        chelem=chelem * rules.chelem,
        defence_chelem=defence_chelem * rules.chelem,
    )


def per_defender(rules: Rules, outcome: Outcome) -> Ints:
    """What each defender pays the taker: the sum of the lines, (n,)."""
    lines = score_lines(rules, outcome)
    return lines.base + lines.margin + lines.petit + lines.poignees + lines.chelem + lines.defence_chelem


def petit_au_bout(state: State) -> Int8:
    """Side that won the Petit in the last trick, or in the last but one when the taker's Excuse wins the last of a
    chelem (S0): TAKER, DEFENCE or 0, (N,)."""
    last = state.history[:, 4 * (NUM_TRICKS - 1) :]
    side = np.where(state.leaders[:, NUM_TRICKS] == state.taker, TAKER, DEFENCE)
    bonus = np.where((last == PETIT).any(axis=1), side, 0)
    before = state.history[:, 4 * (NUM_TRICKS - 2) : 4 * (NUM_TRICKS - 1)]
    crowned = excuse_crowns_chelem(state, np.arange(len(state.phase)))
    bonus = np.where(crowned & (before == PETIT).any(axis=1), TAKER, bonus)
    return bonus.astype(np.int8)


def chelem_by(state: State) -> Int8:
    """Side that won all tricks: TAKER, DEFENCE or 0, (N,)."""
    taker, defence = (state.tricks == NUM_TRICKS).T
    return np.where(taker, TAKER, np.where(defence, DEFENCE, 0)).astype(np.int8)


def finish(state: State, rows: npt.NDArray[np.int64], rules: Rules) -> None:
    """Score the deals `rows`, whose last trick has been taken in, and close them."""
    done = state.take(rows)
    each = per_defender(rules, Outcome.of(done, rules))
    scores = np.repeat(-each[:, None], 4, axis=1)
    scores.reshape(-1)[done.base + done.taker] = 3 * each
    state.scores[rows] = scores
    state.phase[rows] = Phase.DONE
    state.seat[rows] = -1
