"""What came of every game that was played: all figures are computed from this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from tarot_env import scoring
from tarot_env.engine import Engine
from tarot_env.rules import TARGETS, Contract, Rules

Int8 = npt.NDArray[np.int8]
Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


class View(IntEnum):
    """A way to compare players."""

    CARDS = 0
    GAME = 1
    LEAGUE = 2


@dataclass(frozen=True, slots=True)
class Plays:
    """P finished games. Players are numbered as they were named; seats are absolute."""

    view: Int8  # (P,) a View
    deal: npt.NDArray[np.int32]  # (P,) number of the deal
    lineup: Int8  # (P, 4) player in each seat
    scores: npt.NDArray[np.int32]  # (P, 4) points of each seat
    taker: Int8  # (P,) seat, -1 where all passed
    contract: Int8  # (P,) a Contract
    points: npt.NDArray[np.int16]  # (P,) of the taker's side
    bouts: Int8  # (P,) of the taker's side
    petit_au_bout: Int8  # (P,) side that won it: scoring.TAKER, scoring.DEFENCE or 0
    poignee: Int8  # (P, 4) size shown by each seat, 0 none
    chelem: Mask  # (P,) announced by the taker
    chelem_by: Int8  # (P,) side that won all tricks: scoring.TAKER, scoring.DEFENCE or 0

    def __len__(self) -> int:
        return len(self.deal)

    @classmethod
    def none(cls) -> Self:
        """No game yet."""
        shapes = {"lineup": (0, 4), "scores": (0, 4), "poignee": (0, 4)}
        return cls(**{f.name: np.zeros(shapes.get(f.name, (0,)), _DTYPES[f.name]) for f in fields(cls)})

    @classmethod
    def of(cls, engine: Engine, view: View, deal: npt.NDArray[np.int64], lineup: Int8, over: Mask) -> Self:
        """The games of an engine that are `over` (bool, one for each table)."""
        rows = np.flatnonzero(over)
        state = engine.state.take(rows)
        halves, bouts = scoring.taker_totals(state)
        columns = {
            "view": np.full(len(rows), view),
            "deal": deal[rows],
            "lineup": lineup[rows],
            "scores": state.scores,
            "taker": state.taker,
            "contract": state.contract,
            "points": halves // 2,
            "bouts": bouts,
            "petit_au_bout": scoring.petit_au_bout(state),
            "poignee": state.poignee,
            "chelem": state.chelem,
            "chelem_by": scoring.chelem_by(state),
        }
        return cls(**{name: column.astype(_DTYPES[name]) for name, column in columns.items()})

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """All games of these, in order."""
        if not parts:
            return cls.none()
        return cls(**{f.name: np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(cls)})

    @classmethod
    def from_columns(cls, columns: Mapping[str, npt.NDArray[Any]]) -> Self:
        """Out of `columns` again.

        Raises:
            ValueError: a column is missing, or is not one number (or four) for each game.
        """
        if missing := _DTYPES.keys() - columns.keys():
            raise ValueError(f"the column {min(missing)!r} is missing")
        games = cls(**{name: columns[name].astype(dtype, casting="same_kind") for name, dtype in _DTYPES.items()})
        for name, none in cls.none().columns().items():
            if columns[name].shape != (len(games), *none.shape[1:]):
                raise ValueError(f"the column {name!r} has the shape {columns[name].shape}")
        return games

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """By name, for a file."""
        return {name: getattr(self, name) for name in _DTYPES}

    def where(self, chosen: Mask) -> Self:
        """Some of the games: bool (P,)."""
        return replace(self, **{name: column[chosen] for name, column in self.columns().items()})

    def of_view(self, view: View) -> Self:
        """The games of one view."""
        return self.where(self.view == view)

    def made(self) -> Mask:
        """Whether the contract was made (by 0 too): (P,); False where all passed."""
        made: Mask = (self.contract > 0) & (self.points >= np.array(TARGETS).take(self.bouts))
        return made

    def card_points(self, rules: Rules) -> Floats:
        """What the taker won from each defender by card play alone: (P,), 0 where all passed.

        (25 + margin + petit au bout) with the contract's sign, before the multiplier; no poignee, no chelem.
        """
        plain = replace(rules, multipliers=(1, 1, 1, 1), poignee=False, chelem=False)
        won = np.zeros(len(self))
        rows = np.flatnonzero(self.contract > Contract.NONE)
        nothing = np.zeros(len(rows), np.int64)
        outcome = scoring.Outcome(
            contract=self.contract[rows],
            bouts=self.bouts[rows],
            points=self.points[rows],
            petit_au_bout=self.petit_au_bout[rows],
            poignees=nothing,
            chelem_announced=nothing.astype(np.bool_),
            chelem_by=nothing,
        )
        won[rows] = scoring.per_defender(plain, outcome)
        return won


_DTYPES: dict[str, type[np.generic]] = {
    "view": np.int8,
    "deal": np.int32,
    "lineup": np.int8,
    "scores": np.int32,
    "taker": np.int8,
    "contract": np.int8,
    "points": np.int16,
    "bouts": np.int8,
    "petit_au_bout": np.int8,
    "poignee": np.int8,
    "chelem": np.bool_,
    "chelem_by": np.int8,
}
