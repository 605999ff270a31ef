"""Deals added up: first to a target, or a number of deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

NUM_SEATS: Final = 4


@dataclass(slots=True)
class Match:
    """The running totals of four seats, and when they end.

    The target is looked at after complete deals only. Any seat can reach it, a defender too, and several at once: the
    highest total wins, equal highest totals share the win (S2 says "le premier joueur à 100 gagne", no more).

    >>> match = Match(target=100)
    >>> match.add([-52, 156, -52, -52], dealer=3)
    >>> match.over, match.winners
    (True, (1,))

    Args:
        target: points that end the match.
        deals: a number of deals instead, whatever the totals.

    Attributes:
        played: deals added so far.
        totals: points of each seat, summing to zero.
        dealer: who deals next, the seat after the last dealer (S0); None before the first deal.

    Raises:
        ValueError: a target or a number of deals that is below 1 or not whole.
    """

    target: int = 100
    deals: int | None = None
    played: int = field(default=0, init=False)
    totals: tuple[int, ...] = field(default=(0,) * NUM_SEATS, init=False)
    dealer: int | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        for name, value in (("target", self.target), ("deals", self.deals)):
            if value is not None and type(value) is not int:
                raise ValueError(f"{name} is a whole number, not {value!r}")
        if self.target < 1:
            raise ValueError(f"target is at least 1 point, not {self.target}")
        if self.deals is not None and self.deals < 1:
            raise ValueError(f"deals is at least 1, or None for a match to {self.target} points, not {self.deals}")

    def add(self, scores: Sequence[int], dealer: int) -> None:
        """Count a finished deal.

        Args:
            scores: points of each seat.
            dealer: who dealt it, after any deal that was void or passed out.

        Raises:
            ValueError: the match is over, or these are not the scores of a deal.
        """
        if self.over:
            raise ValueError(f"the match is over after {self.played} deals, totals {self.totals}")
        if len(scores) != NUM_SEATS or sum(scores) != 0:
            raise ValueError(f"scores are {NUM_SEATS} numbers that sum to zero, not {scores}")
        if not 0 <= dealer < NUM_SEATS:
            raise ValueError(f"a dealer is a seat 0..3, not {dealer}")
        self.totals = tuple(total + score for total, score in zip(self.totals, scores, strict=True))
        self.played += 1
        self.dealer = (dealer + 1) % NUM_SEATS

    @property
    def over(self) -> bool:
        """Whether no more deal is to be played."""
        if self.deals is not None:
            return self.played >= self.deals
        return max(self.totals) >= self.target

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats with the highest total; empty until the match is over."""
        if not self.over:
            return ()
        return tuple(seat for seat, total in enumerate(self.totals) if total == max(self.totals))
