"""A finished deal's score, line by line, so that the page can explain it."""

from __future__ import annotations

from typing import Any

from tarot_env.engine import Engine
from tarot_env.rules import TARGETS, Contract
from tarot_env.scoring import Outcome, score_lines


def score_sheet(engine: Engine) -> dict[str, Any] | None:
    """The score of one deal that is over; None if it was passed out.

    ``lines`` are amounts from the taker's side, as each defender pays them; they sum to ``each``.
    """
    state, rules = engine.state, engine.rules
    contract = Contract(state.contract[0])
    if contract == Contract.NONE:
        return None
    outcome = Outcome.of(state, rules)
    margin, bouts = int(outcome.margin[0]), int(outcome.bouts[0])
    lines = {name: int(line[0]) for name, line in score_lines(rules, outcome)._asdict().items()}
    return {
        "taker": int(state.taker[0]),
        "contract": contract.name,
        "multiplier": rules.multipliers[contract - 1],
        "points": int(outcome.points[0]),
        "bouts": bouts,
        "target": TARGETS[bouts],
        "margin": margin,
        "made": margin >= 0,
        "petit_multiplied": rules.petit_au_bout_multiplied,
        "poignees": [rules.poignee_points[size - 1] if size else 0 for size in state.poignee[0].tolist()],
        "chelem_announced": bool(state.chelem[0]),
        "chelem_by": int(outcome.chelem_by[0]),
        "lines": lines,
        "each": sum(lines.values()),
        "scores": state.scores[0].tolist(),
    }
