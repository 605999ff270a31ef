"""A finished deal's score, line by line, so that the page can explain it."""

from __future__ import annotations

from typing import Any

from tarot_env.engine import Engine
from tarot_env.rules import TARGETS, Contract, Rules
from tarot_env.scoring import chelem_by, petit_au_bout, taker_totals
from tarot_env.state import State


def score_sheet(engine: Engine) -> dict[str, Any] | None:
    """The score of one deal that is over; None if it was passed out.

    ``lines`` are amounts from the taker's side, as each defender pays them; they sum to ``each``.
    """
    state, rules = engine.state, engine.rules
    contract = Contract(state.contract[0])
    if contract == Contract.NONE:
        return None
    halves, bouts = (int(total[0]) for total in taker_totals(state))
    margin = halves // 2 - TARGETS[bouts]
    sign = 1 if margin >= 0 else -1
    multiplier = rules.multipliers[contract - 1]
    petit = rules.petit_au_bout * int(petit_au_bout(state)[0])
    shown = [rules.poignee_points[size - 1] if size else 0 for size in state.poignee[0].tolist()]
    lines = {
        "base": sign * rules.base * multiplier,
        "margin": margin * multiplier,
        "petit": petit * (multiplier if rules.petit_au_bout_multiplied else 1),
        "poignees": sign * sum(shown) if rules.poignee else 0,
        "chelem": _chelem(state, rules),
    }
    return {
        "taker": int(state.taker[0]),
        "contract": contract.name,
        "multiplier": multiplier,
        "points": halves / 2,
        "bouts": bouts,
        "target": TARGETS[bouts],
        "margin": margin,
        "made": sign > 0,
        "petit_multiplied": rules.petit_au_bout_multiplied,
        "poignees": shown,
        "chelem_announced": bool(state.chelem[0]),
        "chelem_by": int(chelem_by(state)[0]),
        "lines": lines,
        "each": sum(lines.values()),
        "scores": state.scores[0].tolist(),
    }


def _chelem(state: State, rules: Rules) -> int:
    """Made by the taker, failed though announced, made by the defence: in points from the taker's side."""
    if not rules.chelem:
        return 0
    by, announced = int(chelem_by(state)[0]), bool(state.chelem[0])
    if by > 0:
        return rules.chelem_announced if announced else rules.chelem_unannounced
    return -rules.chelem_failed * announced - rules.chelem_unannounced * (by < 0)
