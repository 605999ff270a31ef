"""A contest: its players, seed and rules, and how one task of it is played."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.agent import is_cheat
from agents.arena import deals, tables
from agents.arena.plays import Plays, View
from agents.arena.referee import Fault, Referee
from agents.arena.schedule import Task, lineups
from agents.registry import checkpoints, load
from tarot_env.record import Recorder
from tarot_env.rules import Rules

_DIGITS: Final = 12
_PLAYERS_STREAM: Final = 2  # keeps the generators of the players apart from the others that the seed reaches


@dataclass(frozen=True, slots=True)
class Contest:
    """What is fixed before the first card. It travels to other processes as it is."""

    players: tuple[str, ...]  # texts for `agents.load`
    seed: int
    rules: str = "official"
    views: tuple[View, ...] = tuple(View)
    patience: float = 1.0  # seconds for a decision, see `Referee`
    records: bool = False  # whether every game is kept as text
    networks: dict[str, str] = field(init=False, hash=False)  # their SHA-256: a training writes files again

    def __post_init__(self) -> None:
        """Look at the files of the networks once: who plays is settled now.

        Raises:
            ValueError: a player's options cannot be understood.
        """
        object.__setattr__(self, "networks", _digests(self.players))

    @property
    def names(self) -> tuple[str, ...]:
        """How the players are called: as they were named, and numbered where one was named twice."""
        return tuple(
            name if name not in self.players[:n] else f"{name} #{self.players[: n + 1].count(name)}"
            for n, name in enumerate(self.players)
        )


def _digests(players: Sequence[str]) -> dict[str, str]:
    """Of each network among the players, by the word that names it; what is missing is said when it is loaded."""
    files = {word: file for player in players for word, file in checkpoints(player).items()}
    return {
        word: hashlib.sha256(file.read_bytes()).hexdigest()[:_DIGITS]
        for word, file in sorted(files.items())
        if os.path.isfile(file)
    }


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one task, with the clock and the faults of each player."""

    task: Task
    plays: Plays
    decisions: npt.NDArray[np.int64]  # (K,)
    seconds: npt.NDArray[np.float64]  # (K,)
    faults: tuple[Fault, ...] = ()
    cheats: frozenset[int] = frozenset()  # players that see all cards
    records: list[str] = field(default_factory=list)  # of each of the plays, if records are kept


class Hall:
    """A contest with its players loaded: one in each process.

    Raises:
        ValueError: a player cannot be loaded; the message names it.
    """

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._rules = Rules.named(contest.rules)
        self._players = [load(text) for text in contest.players]
        self._cheats = frozenset(number for number, player in enumerate(self._players) if is_cheat(player))

    def run(self, task: Task) -> Outcome:
        """Play one task."""
        contest, number = self._contest, len(self._players)
        if task.view == View.CARDS:
            dealt, taker = deals.contested(contest.seed, task.deals, self._rules)
        else:
            dealt = deals.frozen(contest.seed, task.deals)
            taker = np.full(len(dealt), -1, np.int8)
        seating = lineups(task, number, contest.seed, taker)
        rows = np.repeat(np.arange(len(dealt)), seating.shape[1])
        room = tables.Tables(
            task.view,
            dealt.on_tables(rows, self._rules),
            np.array(task.deals)[rows],
            np.ascontiguousarray(seating.reshape(-1, 4)),
        )
        referee = Referee(self._players, [self._rng(task, player) for player in range(number)], contest.patience)
        recorder = Recorder(room.engine) if contest.records else None
        finished = tables.play(room, referee, recorder)
        plays = Plays.of(room.engine, room.view, room.deal, room.lineup, finished)
        records = [] if recorder is None else self._written(plays, recorder, np.flatnonzero(finished))
        faults = tuple(referee.faults.values())
        return Outcome(task, plays, referee.decisions, referee.seconds, faults, self._cheats, records)

    def _rng(self, task: Task, player: int) -> np.random.Generator:
        """The chance of one player in one task."""
        return np.random.default_rng(
            (_PLAYERS_STREAM, self._contest.seed, task.view, task.part, task.deals.start, player)
        )

    def _written(self, plays: Plays, recorder: Recorder, rows: npt.NDArray[np.int64]) -> list[str]:
        """Every finished game as a line of text; `rows` says at which table of the recorder it was."""
        names, lines = self._contest.names, []
        for row, view, deal, lineup in zip(
            rows.tolist(), plays.view.tolist(), plays.deal.tolist(), plays.lineup.tolist(), strict=True
        ):
            extra = {
                "agents": [names[player] for player in lineup],
                "view": View(view).name.lower(),
                "seed": self._contest.seed,
                "deal": deal,
            }
            lines.append(replace(recorder.record(row), extra=extra).dumps())
        return lines
