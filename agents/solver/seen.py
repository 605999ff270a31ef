"""The position of one deal of an engine, all hands seen."""

from __future__ import annotations

from agents.solver.position import Position
from tarot_env.actions import Phase
from tarot_env.cards import PETIT
from tarot_env.engine import Engine
from tarot_env.rules import Contract
from tarot_env.scoring import taker_totals


def position_of(engine: Engine, deal: int = 0) -> Position:
    """The position that the seat to act in this deal faces.

    Raises:
        ValueError: no card is to be played in this deal now.
    """
    state, rules = engine.state, engine.rules
    if state.phase[deal] != Phase.PLAY:
        phase = Phase(state.phase[deal]).name
        raise ValueError(f"deal {deal} is in the phase {phase}; only the play of the cards can be solved")
    trick = int(state.ply[deal]) // 4
    cards = [int(card) for card in state.history[deal, : state.ply[deal]]]
    points, bouts = taker_totals(state)
    return Position(
        hands=state.hand[deal].copy(),
        trick=tuple(cards[4 * trick :]),
        leader=int(state.leaders[deal, trick]),
        taker=int(state.taker[deal]),
        contract=Contract(state.contract[deal]),
        points=int(points[deal]),
        bouts=int(bouts[deal]),
        tricks=(int(state.tricks[deal, 0]), int(state.tricks[deal, 1])),
        poignees=sum(rules.poignee_points[size - 1] for size in state.poignee[deal] if size),
        chelem_announced=bool(state.chelem[deal]),
        petit_in_last_trick=trick > 0 and PETIT in cards[4 * trick - 4 : 4 * trick],
        rules=rules,
    )
