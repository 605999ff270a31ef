"""What a tarot player asks about another: how often it takes, with what, and what becomes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from agents.arena.plays import Plays, View
from tarot_env import scoring
from tarot_env.rules import Contract

CONTRACTS: Final = (Contract.PRISE, Contract.GARDE, Contract.GARDE_SANS, Contract.GARDE_CONTRE)
SIZES: Final = ("simple", "double", "triple")


@dataclass(frozen=True, slots=True)
class Profile:
    """Counts of one player, over all the seats that it had in games with bids of its own (game and league)."""

    seats: int
    passed_out: int  # all four passed
    taken: tuple[int, ...]  # by contract, prise first
    made: tuple[int, ...]  # by contract
    points: int  # sum over what it took
    bouts: int
    petit_won: int  # seats whose side won the Petit in the last trick
    petit_lost: int
    poignees: tuple[int, ...]  # shown by it: simple, double, triple
    chelems_announced: int
    chelems_made: int  # as taker, announced or not

    def as_json(self) -> dict[str, Any]:
        """Counts as they are, shares and means where there is something to share; None where there is not."""
        taken = sum(self.taken)
        return {
            "seats": self.seats,
            "taking_rate": _share(taken, self.seats),
            "made": _share(sum(self.made), taken),
            "all_pass_rate": _share(self.passed_out, self.seats),
            "contracts": {
                contract.name.lower(): {"taken": self.taken[n], "made": self.made[n]}
                for n, contract in enumerate(CONTRACTS)
            },
            "points_as_taker": _share(self.points, taken),
            "bouts_as_taker": _share(self.bouts, taken),
            "petit_au_bout": {"won": self.petit_won, "lost": self.petit_lost},
            "poignees": dict(zip(SIZES, self.poignees, strict=True)),
            "chelems": {"announced": self.chelems_announced, "made": self.chelems_made},
        }


def profiles(plays: Plays, players: int) -> list[Profile]:
    """Of each player."""
    own_bids = plays.where(plays.view != View.CARDS)
    return [_profile(own_bids, player) for player in range(players)]


def _profile(games: Plays, player: int) -> Profile:
    sits = games.lineup == player  # (P, 4)
    seats = sits.sum(axis=1)
    at_taker = np.take_along_axis(sits, np.maximum(games.taker, 0)[:, None].astype(np.int64), axis=1)[:, 0]
    takes = at_taker & (games.contract > Contract.NONE)
    made, contract = games.made()[takes], games.contract[takes]
    with_taker = np.where(takes, 1, 0)  # its seats on the taker's side of each game
    petit = games.petit_au_bout
    won = np.where(petit == scoring.TAKER, with_taker, seats - with_taker)[petit != 0]
    return Profile(
        seats=int(seats.sum()),
        passed_out=int(seats[games.contract == Contract.NONE].sum()),
        taken=tuple(int((contract == c).sum()) for c in CONTRACTS),
        made=tuple(int(made[contract == c].sum()) for c in CONTRACTS),
        points=int(games.points[takes].sum()),
        bouts=int(games.bouts[takes].sum()),
        petit_won=int(won.sum()),
        petit_lost=int((seats[petit != 0] - won).sum()),
        poignees=tuple(int((games.poignee[sits] == size).sum()) for size in (1, 2, 3)),
        chelems_announced=int(games.chelem[takes].sum()),
        chelems_made=int((games.chelem_by[takes] == scoring.TAKER).sum()),
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
