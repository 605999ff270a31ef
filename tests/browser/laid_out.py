"""Deals in which everything is announced that can be, and games that begin with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tarot_env import Record
from tarot_env.cards import NAMES
from web.server import COOKIE
from web.setup import Setup
from web.shelf import Shelf, new_name
from web.table import Table


@dataclass(frozen=True)
class Deal:
    """What is fixed; the other cards fill up the hands from the person's on, the lowest first.

    Attributes:
        agents: right, across, left.
        dealer: a seat, 0 for the person.
        hands: seat to cards.
        dog: six cards.
    """

    agents: tuple[str, str, str]
    dealer: int
    hands: dict[int, str]
    dog: str

    def record(self) -> Record:
        """As dealt."""
        hands = [self.hands.get(seat, "").split() for seat in range(4)]
        taken = {card for hand in hands for card in hand} | set(self.dog.split())
        rest = [card for card in NAMES if card not in taken]
        for hand in hands:
            missing = 18 - len(hand)
            hand += rest[:missing]
            del rest[:missing]
        return Record("official", self.dealer, [" ".join(hand) for hand in hands], self.dog, [])


def _trumps(first: int, last: int) -> str:
    return " ".join(f"T{number}" for number in range(first, last + 1))


QUIET = ("opponents:Quiet",) * 3

PERSON_TAKES = Deal(QUIET, 3, {0: f"{_trumps(8, 21)} T1 SK HK DK"}, "T7 T6 CK S2 H2 D2")
"""With the dog 17 trumps, four kings, three other cards: trumps must go, a poignée has a surplus, a chelem is there."""

OTHERS_SHOW = Deal(
    ("opponents:Boasts", "opponents:Shows", "opponents:Quiet"),
    0,
    {0: _trumps(2, 11), 1: f"{_trumps(12, 21)} T1"},
    "S1 H1 D1 C1 C2 C3",
)
"""Right takes, announces a chelem and shows ten of eleven trumps; the person could show ten too."""

OTHERS_PUT_TRUMPS_ASIDE = Deal(
    ("opponents:Boasts", "opponents:Quiet", "opponents:Quiet"),
    0,
    {1: f"{_trumps(10, 21)} T1 EX SK HK DK CK"},
    "T9 T8 T7 S2 H2 D2",
)
"""Right takes and has to put three trumps aside, which are shown."""

OTHERS_LOSE_ALL = Deal(
    ("opponents:Boasts", "opponents:Quiet", "opponents:Quiet"),
    0,
    {0: _trumps(4, 21), 2: _trumps(1, 3)},
    "S1 H1 D1 C1 C2 C3",
)
"""Right takes and announces a chelem; all tricks go to the person, who has trumps only, the highest."""


def games_of(folder: Path, *deals: Deal) -> tuple[dict[str, str], list[str]]:
    """Games of one deal each on the shelf of a server: the cookie of their session, and their names."""
    shelf = Shelf(folder)
    session, names = shelf.open_session(), [new_name() for _ in deals]
    for name, deal in zip(names, deals, strict=True):
        shelf.file(session, name).save(Table(Setup(deal.agents, deals=1), [deal.record()]))
    return {"name": COOKIE, "value": session}, names


def game_of(folder: Path, deal: Deal) -> tuple[dict[str, str], str]:
    """One game in a session of its own."""
    cookie, (name,) = games_of(folder, deal)
    return cookie, name
