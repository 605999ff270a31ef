"""From tricks to scores."""

from __future__ import annotations

from typing import Final

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


def per_defender(
    rules: Rules,
    contract: npt.NDArray[np.integer],
    bouts: npt.NDArray[np.integer],
    points: npt.NDArray[np.integer],
    petit_au_bout: npt.NDArray[np.integer],
    poignees: npt.NDArray[np.integer],
    chelem_announced: npt.NDArray[np.bool_],
    chelem_by: npt.NDArray[np.integer],
) -> Ints:
    """What each defender pays the taker (S0; FFT p.6 for the defence's chelem), all arrays (n,).

    ``multiplier * (sign * 25 + margin + petit) + sign * poignees + chelem``, where margin = points - target and sign
    is +1 for a contract made (by 0 too), -1 for one lost. Under S2 the petit is not multiplied.

    Args:
        contract: Contracts, none of them NONE.
        points: of the taker's side, whole.
        petit_au_bout, chelem_by: TAKER, DEFENCE or 0.
        poignees: points of all poignees shown.
    """
    margin = points.astype(np.int64) - np.array(TARGETS).take(bouts)
    sign = np.where(margin >= 0, 1, -1)
    multiplier = np.array((0, *rules.multipliers)).take(contract)
    petit = rules.petit_au_bout * petit_au_bout.astype(np.int64)
    score: Ints = multiplier * (sign * rules.base + margin)
    score += petit * multiplier if rules.petit_au_bout_multiplied else petit
    if rules.poignee:
        score += sign * poignees
    if rules.chelem:
        made = np.where(chelem_announced, rules.chelem_announced, rules.chelem_unannounced)
        score += np.where(chelem_by == TAKER, made, -rules.chelem_failed * chelem_announced)
        score -= rules.chelem_unannounced * (chelem_by == DEFENCE)
    return score


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
    halves, bouts = taker_totals(done)
    each = per_defender(
        rules,
        done.contract,
        bouts,
        halves // 2,
        petit_au_bout(done),
        np.array((0, *rules.poignee_points)).take(done.poignee).sum(axis=1),
        done.chelem,
        chelem_by(done),
    )
    scores = np.repeat(-each[:, None], 4, axis=1)
    scores.reshape(-1)[done.base + done.taker] = 3 * each
    state.scores[rows] = scores
    state.phase[rows] = Phase.DONE
    state.seat[rows] = -1
