"""A position in the play of the cards, with all four hands known."""

from __future__ import annotations

from dataclasses import dataclass, field

from tarot_env.cards import BOUTS, NUM_CARDS, VALUE, format_cards
from tarot_env.cardsets import Lanes, to_ids
from tarot_env.play import NUM_TRICKS
from tarot_env.rules import Contract, Rules


@dataclass(frozen=True, eq=False, kw_only=True)
class Position:
    """Four hands, a trick that may have begun, and what the past tricks decided.

    `points` and `bouts` count what the taker's side has: its completed tricks, and its discard, or the dog of a garde
    sans. An Excuse already played counts there for its side, the half point given for it moved (Règlement,
    "L'Excuse"). The trick under way counts for nobody yet.

    Raises:
        ValueError: the fields contradict each other; the message says which.
    """

    hands: Lanes  # (4, 2) uint64, the cards that each seat holds
    trick: tuple[int, ...] = ()
    """Cards of the trick under way, in the order played: 0 to 3."""
    leader: int
    """Seat that leads, or led, this trick."""
    taker: int
    contract: Contract
    points: int
    """Half points."""
    bouts: int
    tricks: tuple[int, int]
    """Tricks won by the taker, by the defence."""
    poignees: int = 0
    """Points of all poignees shown, whoever showed them."""
    chelem_announced: bool = False
    petit_in_last_trick: bool = False
    """Whether the Petit fell in the trick before this one; it matters when the taker ends a chelem with the Excuse."""
    rules: Rules = field(default_factory=Rules.official)

    def __post_init__(self) -> None:
        for name in ("leader", "taker"):
            if getattr(self, name) not in range(4):
                raise ValueError(f"{name} is a seat, 0 to 3, not {getattr(self, name)!r}")
        if self.contract == Contract.NONE:
            raise ValueError("a position to solve needs a contract")
        if len(self.trick) > 3:
            raise ValueError(f"the trick under way holds at most 3 cards, not {len(self.trick)}: close it first")
        held = [card for hand in self.hands for card in to_ids(hand)] + list(self.trick)
        twice = sorted({card for card in held if held.count(card) > 1})
        if twice:
            raise ValueError(f"{format_cards(twice)} is in two places")
        if any(card not in range(NUM_CARDS) for card in held):
            raise ValueError("a card is an id from 0 to 77")
        self._check_counts()
        self._check_totals(held)

    def _check_counts(self) -> None:
        left = NUM_TRICKS - sum(self.tricks)
        if left < 1 or min(self.tricks) < 0:
            raise ValueError(f"{self.tricks[0]} + {self.tricks[1]} tricks are won: no card is left to play")
        for place in range(4):
            seat = (self.leader + place) % 4
            expected = left - (place < len(self.trick))
            size = len(to_ids(self.hands[seat]))
            if size != expected:
                raise ValueError(f"seat {seat} holds {size} cards; {expected} are left after {18 - left} tricks")

    def _check_totals(self, held: list[int]) -> None:
        gone = 182 - int(VALUE[held].sum())
        if self.points % 2 or not 0 <= self.points <= gone:
            raise ValueError(f"points are half points of whole tricks: even, 0 to {gone}, not {self.points}")
        bouts = sum(bout not in held for bout in BOUTS)
        if not 0 <= self.bouts <= bouts:
            raise ValueError(f"{self.bouts} bouts counted for the taker, but only {bouts} are gone from the hands")

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.trick)) % 4

    @property
    def cards_left(self) -> int:
        """Cards in the hand of the seat to act."""
        return len(to_ids(self.hands[self.seat]))
