"""What was played so far."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from agents.arena.contest import Outcome
from agents.arena.plays import Plays
from agents.arena.referee import Fault


@dataclass(slots=True)
class Ledger:
    """Games, clock and faults, entered in the order of the tasks."""

    players: int
    games: list[Plays] = field(default_factory=list)
    complete: int = 0  # deals that were played in full, in every view
    faults: dict[int, Fault] = field(default_factory=dict)  # the first of each player
    cheats: set[int] = field(default_factory=set)  # players that see all cards
    decisions: npt.NDArray[np.int64] = field(init=False)  # (K,)
    seconds: npt.NDArray[np.float64] = field(init=False)  # (K,)

    def __post_init__(self) -> None:
        self.decisions = np.zeros(self.players, np.int64)
        self.seconds = np.zeros(self.players)

    def enter(self, outcome: Outcome) -> None:
        """Add one task's. All before its block is complete."""
        self.complete = max(self.complete, outcome.task.deals.start)
        self.games.append(outcome.plays)
        self.decisions += outcome.decisions
        self.seconds += outcome.seconds
        self.cheats |= outcome.cheats
        for fault in outcome.faults:
            self.faults.setdefault(fault.player, fault)

    def counted(self) -> Plays:
        """The games that count: none of a player who was sent off, wherever that happened."""
        games = Plays.joined(self.games)
        sent_off = np.isin(games.lineup, list(self.faults))  # (P, 4)
        return games.where(np.invert(sent_off.any(axis=1)))
