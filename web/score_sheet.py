"""A finished deal's score, line by line, so that the page can explain it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tarot_env.cards import EXCUSE, VALUE
from tarot_env.engine import Engine
from tarot_env.play import NUM_TRICKS
from tarot_env.rules import TARGETS, Contract
from tarot_env.scoring import Outcome, score_lines
from tarot_env.state import State


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
        "excuse": _excuse(state),
        "petit_multiplied": rules.petit_au_bout_multiplied,
        "poignees": [rules.poignee_points[size - 1] if size else 0 for size in state.poignee[0].tolist()],
        "chelem_announced": bool(state.chelem[0]),
        "chelem_by": int(outcome.chelem_by[0]),
        "lines": lines,
        "each": sum(lines.values()),
        "scores": state.scores[0].tolist(),
    }


def _excuse(state: State) -> dict[str, Any] | None:
    """Where the Excuse went, if its trick does not tell: the sides that played and got it, and whether half a point was
    given for it, since the trick went to the other side. None too if it lay in a hidden dog.

    What lies in the taker's tricks differs from what was counted for them by the Excuse alone.
    """
    plies = np.flatnonzero(state.history[0] == EXCUSE)
    if not plies.size:
        return None
    trick, place = divmod(int(plies[0]), 4)
    takers = state.leaders[0] == state.taker[0]  # by trick: whether the taker leads it, and so won the one before
    lying = VALUE[state.history[0]].reshape(NUM_TRICKS, 4).sum(axis=1)[takers[1:]].sum()
    moved = bool(lying != state.points[0, 0])
    by_taker = (int(state.leaders[0, trick]) + place) % 4 == state.taker[0]
    to_taker = bool(takers[trick + 1]) != moved
    if by_taker == to_taker and not moved:
        return None
    return {"by": _side(by_taker), "to": _side(to_taker), "half_point": moved}


def _side(takers: bool) -> str:
    return "taker" if takers else "defence"
