"""The taker has the lead: he drives out trumps, hunts the Petit, plays his long suit and cashes what is high."""

from __future__ import annotations

from typing import Final

from agents.heuristic.bits import kings_in
from agents.heuristic.candidates import Candidates
from agents.heuristic.habits import (
    Habit,
    Marks,
    keep_the_excuse_for_the_chelem,
    points,
    use_the_excuse_in_time,
)
from tarot_env.cardsets import PETIT_BIT


def drive_out_trumps(c: Candidates) -> Marks:
    """With many trumps himself and few outside, so that his suits are no longer ruffed
    (le-tarot.fr/strategie/preneur/lecart: trumps long and solid enough to bring down those of the others)."""
    table = c.table
    none_out = table.out_trumps == 0
    return points(c.trump * c.at(0.7 * table.own_trumps - 0.35 * table.out_trumps - 2.0 * none_out - 0.5))


def from_below_or_with_a_master(c: Candidates) -> Marks:
    """Trumps are driven out from below, so that high ones fall on each other, unless his own cannot be beaten
    (le-tarot.fr/oudlers/le-petit, "jouer en dessous")."""
    return points(c.trump * (2.4 * c.master - 0.05 * c.rank) - 0.7 * c.twenty_one)


def hunt_the_petit(c: Candidates) -> Marks:
    """Master trumps while the Petit is out: a second bout brings 51 points down to 41
    (le-tarot.fr/oudlers/le-petit)."""
    petit_is_out = (c.table.hidden.trumps & PETIT_BIT) != 0
    return points(1.2 * (c.trump & c.master & c.at(petit_is_out)))


def bring_the_petit_home(c: Candidates) -> Marks:
    """He leads the Petit only when no trump is out, and keeps it for the last trick then (petit au bout, S0)."""
    none_out = c.table.out_trumps == 0
    return points(c.petit * c.at(12.0 * none_out - 30.0))


def play_the_long_suit(c: Candidates) -> Marks:
    """It makes the defence ruff and its low cards high (le-tarot.fr/strategie/preneur/lecart: a long suit exhausts the
    others' trumps and takes tricks of length)."""
    return points(0.45 * c.of_suit(c.table.own))


def cash_kings(c: Candidates) -> Marks:
    """While nobody ruffs them: a king that waits is ruffed in the second or third round."""
    return points(c.king * (2.5 - 6.0 * c.of_suit(c.table.risk)))


def cash_other_masters(c: Candidates) -> Marks:
    """Queens and lower cards that have become the highest of their suit, by the same reasoning."""
    return points((c.plain & c.master & ~c.king) * (4.6 - 4.9 * c.of_suit(c.table.risk)))


def keep_court_cards_that_can_be_beaten(c: Candidates) -> Marks:
    """He does not lead a queen, knight or jack into a higher card."""
    return points(-1.0 * c.court * ~c.master)


def not_from_under_the_king(c: Candidates) -> Marks:
    """The king is led first: a low card leaves the trick and the first round, the safest one, to the defence."""
    return points(-4.2 * (c.of_suit(kings_in(c.table.hand.suits)) & ~c.king))


def draw_the_king(c: Candidates) -> Marks:
    """A low card of a suit whose king is out makes his own court cards high, and a suit that is ruffed costs the
    defence trumps (tarot-club-boulonnais.fr/lumieredefense.html: hold the honours in the taker's suit)."""
    return points(
        1.6 * c.of_suit(kings_in(c.table.hidden.suits)) + 2.0 * c.of_suit(c.table.risk) - c.of_suit(c.table.foe_ruffs)
    )


def lead_the_excuse_when_nothing_is_good(c: Candidates) -> Marks:
    """It gives the lead away without a card that could take a trick later."""
    return points(2.0 * c.excuse)


HABITS: Final[tuple[Habit, ...]] = (
    drive_out_trumps,
    from_below_or_with_a_master,
    hunt_the_petit,
    bring_the_petit_home,
    play_the_long_suit,
    cash_kings,
    cash_other_masters,
    keep_court_cards_that_can_be_beaten,
    not_from_under_the_king,
    draw_the_king,
    lead_the_excuse_when_nothing_is_good,
    use_the_excuse_in_time,
    keep_the_excuse_for_the_chelem,
)
