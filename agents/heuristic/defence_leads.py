"""A defender has the lead: the defence opens a long suit, returns to it, and makes the taker ruff."""

from __future__ import annotations

from typing import Final

from agents.heuristic.bits import kings_in, queens_in
from agents.heuristic.candidates import Candidates
from agents.heuristic.habits import Habit, Marks, points, use_the_excuse_in_time


def lead_the_longest_suit(c: Candidates) -> Marks:
    """The taker has put his short suits aside: he is soon out of it (le-tarot.fr/strategie/preneur/lecart)."""
    return points(1.0 * c.of_suit(c.table.own))


def make_the_taker_ruff(c: Candidates) -> Marks:
    """A suit that he does not have costs him trumps, and with them the last tricks
    (tarot-club-boulonnais.fr/lumieredefense.html: make him ruff, even at the cost of some points)."""
    return points(4.5 * c.of_suit(c.table.foe_ruffs))


def give_no_court_card_to_the_ruff(c: Candidates) -> Marks:
    """A low card makes him ruff as well."""
    return points(-0.3 * c.court * c.of_suit(c.table.foe_ruffs))


def play_what_the_taker_cannot_take(c: Candidates) -> Marks:
    """He has neither the suit nor a trump left: a partner takes the trick, or this card does."""
    empty = c.table.taker_void & ~c.table.foe_ruffs
    return points(3.0 * c.of_suit(empty))


def return_a_partners_suit(c: Candidates) -> Marks:
    """One line of play for three hands: what a partner has opened is led again
    (tarotclubvineuil, Le jeu de défense: to obey the lead)."""
    return points(1.0 * c.of_suit(c.table.partners_led & ~c.table.foe_ruffs))


def hold_the_honours(c: Candidates) -> Marks:
    """Kings and queens wait for the taker's cards (tarot-club-boulonnais.fr/lumieredefense.html): no court card is
    led, and rather not the suit of a king or of a queen without it."""
    held = kings_in(c.table.hand.suits)
    bare_queen = queens_in(c.table.hand.suits) & ~held & kings_in(c.table.hidden.suits)
    may_win = ~c.table.foe_ruffs
    return points(-0.5 * c.court - 1.0 * c.of_suit(held & may_win) - 0.4 * c.of_suit(bare_queen & may_win))


def keep_trumps_and_excuse(c: Candidates) -> Marks:
    """They stop the taker's suits; a trump led saves him the work. When nothing else is
    left, a low one, the Petit last."""
    return points(c.trump * (-20.0 - 0.15 * c.rank) - 5.0 * c.petit - 20.0 * c.excuse)


def but_for_the_last_chance(c: Candidates) -> Marks:
    """The Excuse is led all the same when it would be lost in the last trick."""
    return points(2.0 * use_the_excuse_in_time(c))


HABITS: Final[tuple[Habit, ...]] = (
    lead_the_longest_suit,
    make_the_taker_ruff,
    give_no_court_card_to_the_ruff,
    play_what_the_taker_cannot_take,
    return_a_partners_suit,
    hold_the_honours,
    keep_trumps_and_excuse,
    but_for_the_last_chance,
)
