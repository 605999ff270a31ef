"""The taker plays to a trick that another has led: he is alone, so everybody who plays after him is a foe."""

from __future__ import annotations

from typing import Final

from agents.heuristic.candidates import Candidates
from agents.heuristic.habits import (
    Habit,
    Marks,
    keep_the_excuse_for_the_chelem,
    points,
    use_the_excuse_in_time,
)


def take_when_last(c: Candidates) -> Marks:
    """Nobody plays after him: any card that wins, the more points lie there, and the dearest one that does."""
    wins = c.follows & ~c.at(c.table.foe_behind) & c.beats & c.plain
    return points(wins * (5.0 + 0.6 * c.at(c.table.court) + 0.25 * c.court))


def take_with_a_master(c: Candidates) -> Marks:
    """With others behind him a card that no hidden one beats, less so where it may be ruffed."""
    holds = c.follows & c.at(c.table.foe_behind) & c.beats & c.master & c.plain
    return points(holds * (3.0 + 0.7 * c.at(c.table.court) + 0.15 * c.court - 0.8 * c.at(c.table.risk_in_led_suit)))


def try_a_court_card(c: Candidates) -> Marks:
    """A queen or knight that leads the trick may hold, and calls for the king."""
    tries = c.follows & c.at(c.table.foe_behind) & c.beats & ~c.master
    return points(0.4 * tries * c.court)


def give_little(c: Candidates) -> Marks:
    """To a trick that he does not win, following suit or discarding, the card of least value."""
    gives = (c.follows & ~c.beats) | c.discards
    return points(-0.6 * gives * c.court)


def ruff_low(c: Candidates) -> Marks:
    """High trumps are for later; higher only where a defender behind him may ruff too, and the more points
    lie there."""
    risk, court = c.at(c.table.risk_in_led_suit), c.at(c.table.court)
    low = c.rank * (0.37 * risk - 0.22)
    return points((c.ruffs & c.trump) * (low + c.master * (1.2 * risk * court - 1.9) - 0.9 * c.twenty_one))


def ruff_with_the_petit(c: Candidates) -> Marks:
    """The safest way to bring it home is a ruff that nobody overtrumps (le-tarot.fr/oudlers/le-petit)."""
    behind = c.at(c.table.foe_behind)
    safe = c.beats & ~behind
    return points((c.ruffs & c.petit) * (1.8 + 0.7 * safe - 12.0 * behind * c.at(c.table.risk_in_led_suit)))


def when_the_defence_leads_trumps(c: Candidates) -> Marks:
    """He goes over as low as he can, or stays under, and does not let the Petit be caught."""
    over = c.beats * (2.6 * c.at(c.table.court) - 3.6)
    return points((c.trumps_led & c.trump) * (over - 0.1 * c.rank - 6.3 * c.petit))


def excuse_instead_of_a_good_card(c: Candidates) -> Marks:
    """It saves a court card or a trump that the trick would cost, but does not let points go that a ruff would take."""
    saved = 2.0 * c.follows + 5.0 * c.trumps_led + c.discards + c.ruffs * (1.7 - 1.4 * c.at(c.table.court))
    return points(c.excuse * saved)


HABITS: Final[tuple[Habit, ...]] = (
    take_when_last,
    take_with_a_master,
    try_a_court_card,
    give_little,
    ruff_low,
    ruff_with_the_petit,
    when_the_defence_leads_trumps,
    excuse_instead_of_a_good_card,
    use_the_excuse_in_time,
    keep_the_excuse_for_the_chelem,
)
