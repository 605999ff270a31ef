"""How habits become a card.

A habit gives every legal card the points that it speaks for or against it, and the card with most points is played.
Points are those of the game, per defender, before the multiplier of the contract: what the habit is worth, as measured
by playing thousands of positions on with each card, and corrected by duplicate deals against other players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from agents.heuristic.candidates import Candidates, best_of, candidates
from agents.heuristic.table import Floats, Table

Marks = Floats
Habit = Callable[[Candidates], Marks]
"""From R candidates to their points, (R,)."""


def points(of_traits: npt.ArrayLike) -> Marks:
    """As float32, whatever the traits are that it was reckoned from."""
    return np.asarray(of_traits, np.float32)


def choose(habits: Sequence[Habit], table: Table) -> npt.NDArray[np.int64]:
    """The card that the habits together like best in each position: ids (N,)."""
    cards = candidates(table)
    marks: Floats = cards.rank * np.float32(-1e-3)  # of cards that are all the same, the lowest
    for habit in habits:
        marks += habit(cards)
    return best_of(cards, marks)


def use_the_excuse_in_time(c: Candidates) -> Marks:
    """In the last trick the Excuse changes sides (S0): it goes to the last but one at the latest."""
    return points(15.0 * (c.excuse & c.at(c.table.cards_left == 2)))


def keep_the_excuse_for_the_chelem(c: Candidates) -> Marks:
    """The taker who has won all tricks leads the Excuse to the last and wins that too (S0): he keeps it when he has
    announced a chelem, or when it is near."""
    table = c.table
    going = (table.observation.tricks[:, 1] == 0) & (table.observation.chelem | (table.cards_left <= 4))
    return points(-50.0 * (c.excuse & c.at(going)))
