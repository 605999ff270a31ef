"""A defender plays to a trick that another has led: what matters is whether the taker has played, and who has it."""

from __future__ import annotations

from typing import Final

from agents.heuristic.candidates import Candidates
from agents.heuristic.habits import Habit, Marks, points, use_the_excuse_in_time
from agents.heuristic.table import Bools


def ours(c: Candidates) -> Bools:
    """A partner has the trick and the taker has played: it is safe."""
    return c.at(c.table.ours & ~c.table.foe_behind)


def takers(c: Candidates) -> Bools:
    """The taker has played and has the trick."""
    return c.at(~c.table.ours & ~c.table.foe_behind)


def taker_behind(c: Candidates) -> Bools:
    """The taker has still to play."""
    return c.at(c.table.foe_behind)


def load_a_safe_trick(c: Candidates) -> Marks:
    """Points go where a partner takes them home: what he could never take himself (discards), and cards of a suit that
    the taker ruffs. Honours that may still stop the taker stay (tarot-club-boulonnais.fr/lumieredefense.html)."""
    doomed = c.follows & c.at(c.table.taker_void_in_led_suit)
    return points(ours(c) * (0.2 * doomed * c.court + c.discards * (0.3 * c.court - 0.8 * (c.master & c.plain))))


def starve_the_taker(c: Candidates) -> Marks:
    """Nothing of value to a trick that is his, or that may become his."""
    lost = 0.65 * (c.follows & takers(c) & ~c.beats) + 0.4 * (c.discards & takers(c))
    ruffed = c.follows & taker_behind(c) & c.at(c.table.risk_in_led_suit >= 1)
    uncertain = c.follows & taker_behind(c) & ~ruffed & ~(c.beats & c.master)
    return points(-(lost + 0.4 * ruffed + 0.2 * uncertain + 0.6 * (c.discards & taker_behind(c))) * c.court)


def take_from_the_taker(c: Candidates) -> Marks:
    """A trick that one can cover is not left to him (tarot-club-boulonnais.fr/lumieredefense.html), the more points
    lie there. With a partner still to play a king can wait for a better trick."""
    takes = c.follows & takers(c) & c.beats
    partner = c.at(c.table.partner_behind)
    lying = c.at(c.table.court)
    alone = 2.0 + 2.1 * lying
    shared = 0.4 + 1.7 * lying - 0.25 * c.court - 1.5 * c.master
    return points(takes * (~partner * alone + partner * shared))


def save_the_petit(c: Candidates) -> Marks:
    """It goes to a trick that is a partner's, or ruffs after the taker; never in front of him, nor on his trump
    (beuselinck.fr, Le jeu de défense: to save it is worth a king)."""
    on_trumps = c.trumps_led * (3.0 * ours(c) - 16.8 * ~ours(c))
    ruffing = c.ruffs * (1.4 * ~taker_behind(c) - (6.6 + 13.0 * c.at(c.table.risk_in_led_suit)) * taker_behind(c))
    return points(c.petit * (on_trumps + ruffing))


def play_low_trumps(c: Candidates) -> Marks:
    """Under the taker's trump, or over a partner's, no more than it needs; a master waits, the 21 for the Petit."""
    return points((c.trumps_led & c.trump) * (-0.17 * c.rank - 2.9 * c.master + 1.1 * c.twenty_one))


def ruff_what_the_taker_has(c: Candidates) -> Marks:
    """A ruff that takes points from him is worth a trump, the lowest that does."""
    after = c.ruffs & c.trump & ~taker_behind(c)
    takes = takers(c) & c.beats
    return points(after * (-0.11 * c.rank - 1.5 * c.master + takes * (2.6 * c.at(c.table.court) - 0.75)))


def uppercut(c: Candidates) -> Marks:
    """In front of a taker who ruffs too, a high trump costs him a higher one (shogix.net/defense)."""
    before = c.ruffs & c.trump & taker_behind(c)
    return points(before * (0.2 * c.rank * c.at(c.table.risk_in_led_suit) + 1.3 * c.master))


def excuse_instead_of_a_good_card(c: Candidates) -> Marks:
    """It takes the place of a card that the trick would cost, least where a low card of the suit is left."""
    return points(c.excuse * (c.follows * (0.9 - 1.4 * takers(c)) - 0.3 * c.ruffs + 1.9 * c.discards))


def second_to_the_excuse(c: Candidates) -> Marks:
    """After a led Excuse the next card opens the trick: a suit, the longest, not a trump."""
    return points(c.opens * (0.4 * c.of_suit(c.table.own) - 5.0 * c.trump))


HABITS: Final[tuple[Habit, ...]] = (
    load_a_safe_trick,
    starve_the_taker,
    take_from_the_taker,
    save_the_petit,
    play_low_trumps,
    ruff_what_the_taker_has,
    uppercut,
    excuse_instead_of_a_good_card,
    second_to_the_excuse,
    use_the_excuse_in_time,
)
