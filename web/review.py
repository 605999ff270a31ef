"""A deal that hides nothing any more: all hands, each action, the tricks, the score sheet."""

from __future__ import annotations

from typing import Any

from tarot_env import Record
from tarot_env.actions import Phase
from tarot_env.cards import NAMES, VALUE
from tarot_env.engine import Engine
from tarot_env.rules import Contract
from web.score_sheet import score_sheet

Json = dict[str, Any]


def review(record: Record) -> Json:
    """All that the page shows of a deal after it, or of a record that was opened. Seats are those of the record.

    Raises:
        RecordError: the record breaks the rules.
    """
    steps: list[Json] = []
    names = iter(record.actions)
    for engine in record.positions():
        name = next(names, None)
        if name is not None:
            steps.append({"seat": int(engine.seat[0]), "phase": Phase(engine.phase[0]).name, "action": name})
    state = engine.state
    return {
        "rules": record.rules,
        "dealer": record.dealer,
        "taker": int(state.taker[0]),
        "contract": Contract(state.contract[0]).name,
        "hands": [hand.split() for hand in record.hands],
        "dog": record.dog.split(),
        "discard": _discard(steps),
        "steps": steps,
        "tricks": _tricks(engine),
        "over": bool(engine.done[0]),
        "sheet": score_sheet(engine) if engine.done[0] else None,
        "players": _players(record),
    }


def _discard(steps: list[Json]) -> list[str]:
    return [step["action"] for step in steps if step["phase"] == Phase.DISCARD.name]


def _tricks(engine: Engine) -> list[Json]:
    """Whole tricks: who led, the cards by seat, who won, and how many half points lay there."""
    state = engine.state
    tricks = []
    for number in range(int(state.ply[0]) // 4):
        leader, winner = state.leaders[0, number : number + 2].tolist()
        cards = state.history[0, 4 * number : 4 * number + 4].tolist()
        by_seat = [NAMES[cards[(seat - leader) % 4]] for seat in range(4)]
        tricks.append({"leader": leader, "winner": winner, "cards": by_seat, "half_points": int(VALUE[cards].sum())})
    return tricks


def _players(record: Record) -> list[str] | None:
    """Names of the four players, where the record tells them."""
    return None if record.agents is None else [name[:40] for name in record.agents]
