"""The solver against plain minimax on random endings, and against itself and the engine where minimax is too slow."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="the solver is compiled by numba")

from solver_oracle import Table, minimax, play, playable

from agents.solver import Position, solve
from tarot_env.cards import BOUTS, PETIT, VALUE
from tarot_env.cardsets import from_ids
from tarot_env.rules import Contract, Rules


def ending(rng: np.random.Generator, left: int, trick: int = 0, chelem: bool = False) -> Position:
    """A random position with `left` cards in each hand, `trick` of them played to the trick under way.

    Suits and trumps are uneven, bouts and honours frequent, the points near the targets: endings where much can
    happen. With `chelem` one side has won every trick.
    """
    weights = np.ones(78)
    weights[:56] = np.repeat(rng.choice([0.2, 1, 4], 4), 14)
    weights[56:] = rng.choice([0.3, 1, 3])
    weights[VALUE > 1] *= 2
    weights[list(BOUTS)] = rng.choice([0, 5, 50], 3)
    cards = rng.choice(78, 4 * left, replace=False, p=weights / weights.sum())
    hands = tuple(frozenset(hand.tolist()) for hand in cards.reshape(4, left))
    gone = sorted(set(range(78)) - set(cards.tolist()))
    table = Table(hands, leader=int(rng.integers(4)), trick=(), points=0, bouts=0, won=(0, 0), petit_before=False)
    for _ in range(trick):
        table = play(table, int(rng.choice(sorted(playable(table.hands[table.seat], table.trick)))))
    won = int(rng.integers(2)) * (18 - left) if chelem else int(rng.integers(19 - left))
    return Position(
        hands=np.stack([from_ids(hand) for hand in table.hands]),
        trick=table.trick,
        leader=table.leader,
        taker=int(rng.integers(4)),
        contract=Contract(rng.integers(1, 5)),
        points=min(int(rng.integers(20, 60)) * 2, int(VALUE[gone].sum()) // 2 * 2),
        bouts=int(rng.integers(1 + sum(bout in gone for bout in BOUTS))),
        tricks=(won, 18 - left - won),
        poignees=int(rng.choice([0, 20, 60])),
        chelem_announced=bool(rng.integers(2)),
        petit_in_last_trick=PETIT in gone and bool(rng.integers(2)),
        rules=Rules.casual() if rng.integers(3) == 0 else Rules.official(),
    )


@pytest.mark.parametrize("chelem", [False, True])
@pytest.mark.parametrize("trick", [0, 1, 2, 3])
@pytest.mark.parametrize(("left", "number"), [(1, 200), (2, 300), (3, 150), (4, 8)])
def test_equals_minimax(left: int, number: int, trick: int, chelem: bool) -> None:
    rng = np.random.default_rng([left, trick, chelem])
    for _ in range(number):
        position = ending(rng, left, trick, chelem)
        assert solve(position) == minimax(position), position
