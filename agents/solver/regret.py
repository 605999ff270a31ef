"""What the cards of a played game cost, against best play of all four seats with every hand seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Literal

from agents.solver.seen import position_of
from agents.solver.solver import Solver
from tarot_env import Record
from tarot_env.actions import Phase
from tarot_env.cards import NAMES
from tarot_env.play import NUM_TRICKS

Side = Literal["taker", "defence"]
Stage = Literal["opening", "middle", "ending"]

_STAGES: Final[tuple[Stage, Stage, Stage]] = ("opening", "middle", "ending")
_STAGE_TRICKS: Final = 6


@dataclass(frozen=True, slots=True)
class Decision:
    """A card that was played where another could have been."""

    trick: int  # 1 to 18
    seat: int
    agent: str
    side: Side
    card: str
    values: dict[str, int]
    """The taker's score against each defender after each card, best play following; the side's best card first."""

    @property
    def regret(self) -> int:
        """Points against each defender that the card cost its side: 0 or more."""
        best = next(iter(self.values.values()))
        return abs(best - self.values[self.card])

    @property
    def stage(self) -> Stage:
        """Tricks 1 to 6 are the opening, 7 to 12 the middle, 13 to 18 the ending."""
        return _STAGES[(self.trick - 1) // _STAGE_TRICKS]


@dataclass(frozen=True, slots=True)
class Mean:
    """How an agent did on one side in one stage."""

    agent: str
    side: Side
    stage: Stage
    decisions: int
    regret: float
    best: float
    """Share of the decisions that cost nothing."""


def decisions(record: Record, solver: Solver, max_cards: int) -> Iterator[Decision]:
    """The decisions of a record made with at most `max_cards` cards in the hand; a forced card is none.

    Raises:
        RecordError: the record breaks a rule.
    """
    names = agents_of(record)
    for engine, action in zip(record.positions(), record.action_ids(), strict=False):
        left = NUM_TRICKS - int(engine.state.ply[0]) // 4
        if engine.phase[0] != Phase.PLAY or left > max_cards or engine.legal_mask()[0].sum() < 2:
            continue
        position = position_of(engine)
        seat = position.seat
        side: Side = "taker" if seat == position.taker else "defence"
        values = solver.solve_all(position)
        ranked = sorted(values.items(), key=lambda pair: -pair[1] if side == "taker" else pair[1])
        yield Decision(
            trick=19 - left,
            seat=seat,
            agent=names[seat],
            side=side,
            card=NAMES[action],
            values={NAMES[card]: worth for card, worth in ranked},
        )


def agents_of(record: Record) -> list[str]:
    """Who sat where: the record's "agents" where it names all four, else the seats."""
    return record.agents or [f"seat {seat}" for seat in range(4)]


def means(all_decisions: Iterable[Decision]) -> list[Mean]:
    """The mean regret by agent, side and stage, agents in the order of their names."""
    groups: dict[tuple[str, Side, Stage], list[int]] = {}
    for decision in all_decisions:
        groups.setdefault((decision.agent, decision.side, decision.stage), []).append(decision.regret)
    ordered = sorted(groups, key=lambda key: (key[0], key[1] == "defence", _STAGES.index(key[2])))
    return [
        Mean(*key, len(groups[key]), fmean(groups[key]), fmean(regret == 0 for regret in groups[key]))
        for key in ordered
    ]
