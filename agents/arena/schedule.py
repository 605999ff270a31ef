"""Who plays whom on which deals.

The work is cut into tasks, each a block of deals in one view with a few lineups. A task is always the same, whoever
runs it: that is why the result depends on neither the number of processes nor their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

import numpy as np

from agents.arena.plays import Int8, View

BLOCK: Final = 64
"""Deals in a task: enough for batches that are worth their overhead, few enough to share out among processes."""

_CELLS: Final = 4  # of the cards view in one task
_ROTATIONS: Final = 4
_LEAGUE_STREAM: Final = 3  # keeps the generator of the league's tables apart from the others that the seed reaches


@dataclass(frozen=True, slots=True)
class Task:
    """A block of deals in one view, and which part of its lineups."""

    view: View
    part: int
    deals: range

    @property
    def order(self) -> tuple[int, int, int]:
        """Its place among all: by block, view, part."""
        return self.deals.start, self.view, self.part


def tasks(views: Sequence[View], players: int, deals: range) -> Iterator[Task]:
    """All that is to be played: every view of a block before the next block, so that what is known at any time is
    known about all."""
    for first in range(deals.start, deals.stop, BLOCK):
        block = range(first, min(first + BLOCK, deals.stop))
        for view in views:
            for part in range(parts(view, players)):
                yield Task(view, part, block)


def parts(view: View, players: int) -> int:
    """Number of tasks for one block of deals."""
    if view == View.CARDS:
        return -(-players * players // _CELLS)
    return players * (players - 1) // 2 if view == View.GAME else 1


def cells(part: int, players: int) -> list[tuple[int, int]]:
    """(taker, defence) of one part of the cards view. Those of the first two players come first, then those with the
    third, and so on: two players are one task."""
    everyone = sorted(product(range(players), range(players)), key=lambda cell: (max(cell), cell))
    return everyone[part * _CELLS : (part + 1) * _CELLS]


def pair(part: int, players: int) -> tuple[int, int]:
    """The two players of one part of the game view."""
    return list(combinations(range(players), 2))[part]


def hopeless(task: Task, players: int, sent_off: set[int]) -> bool:
    """Whether no game of a task can count, because a player who was sent off sits at each table."""
    if task.view == View.CARDS:
        return all(not sent_off.isdisjoint(cell) for cell in cells(task.part, players))
    return task.view == View.GAME and not sent_off.isdisjoint(pair(task.part, players))


def lineups(task: Task, players: int, seed: int, taker: Int8) -> Int8:
    """Who sits where: (deals, lineups of each deal, 4).

    Cards: one lineup for each cell, its taker in the seat that takes. Game: A alone among three B in each seat, then B
    alone among three A. League: a table drawn for each deal, moved on through the four seats.

    Args:
        taker: (deals,) the seat that takes, for the cards view.
    """
    number = len(task.deals)
    if task.view == View.CARDS:
        takes = np.arange(4) == taker[:, None]  # (deals, 4)
        return np.stack([np.where(takes, *cell) for cell in cells(task.part, players)], axis=1).astype(np.int8)
    if task.view == View.GAME:
        a, b = pair(task.part, players)
        alone = np.eye(4, dtype=np.bool_)
        both = np.concatenate([np.where(alone, a, b), np.where(alone, b, a)]).astype(np.int8)
        return np.broadcast_to(both, (number, *both.shape))
    drawn = np.array([_drawn(seed, deal, players) for deal in task.deals])  # (deals, 4)
    seats = (np.arange(4) + np.arange(_ROTATIONS)[:, None]) & 3
    return drawn[:, seats].astype(np.int8)


def _drawn(seed: int, deal: int, players: int) -> list[int]:
    """Four players, all different where there are so many, or all of them and some twice or more."""
    rng = np.random.default_rng((_LEAGUE_STREAM, seed, deal))
    seated = rng.permutation(players)[:4]
    more = rng.integers(0, players, 4 - len(seated))
    table: list[int] = rng.permutation(np.concatenate([seated, more])).tolist()
    return table
