"""Play many tables at once, with any players in the seats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.arena.plays import Int8, Mask, View
from agents.arena.referee import Referee
from agents.heuristic import HeuristicAgent
from tarot_env.actions import PASS, Phase
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.record import Recorder


@dataclass(frozen=True, slots=True)
class Tables:
    """R tables, dealt, and who sits there."""

    view: View
    engine: Engine  # R deals
    deal: npt.NDArray[np.int64]  # (R,) number of the deal
    lineup: Int8  # (R, 4) player in each seat


def play(tables: Tables, referee: Referee, recorder: Recorder | None = None) -> Mask:
    """Play all tables to the end. Where a player is sent off its tables stand still.

    In the view CARDS the players only play cards: the heuristic bids and puts aside, and nobody announces anything.

    Args:
        recorder: of the tables' engine, to keep what is done there; None keeps nothing.

    Returns:
        bool (R,): tables where nobody was sent off.
    """
    engine, lineup = tables.engine, tables.lineup
    step = engine.step if recorder is None else recorder.step
    seated = np.ones(len(engine), np.bool_)  # tables where nobody was sent off
    everywhere = np.arange(len(engine))
    while (going := seated & ~engine.done).any():
        view = engine.observe()
        actions = np.full(len(engine), PASS, np.int64)
        asked = going
        if tables.view == View.CARDS:
            asked = going & (engine.phase == Phase.PLAY)
            arranged = np.flatnonzero(going & ~asked)
            if arranged.size:
                actions[arranged] = _arrange(view.take(arranged))
        turn = lineup[everywhere, np.maximum(engine.seat, 0)]
        for player in np.unique(turn[asked]).tolist():
            rows = np.flatnonzero(asked & (turn == player))
            answer = referee.ask(player, engine, rows, view.take(rows))
            if answer is None:
                seated &= ~(lineup == player).any(axis=1)
            else:
                actions[rows] = answer
        step(actions, check=False, where=None if seated.all() else seated)
    return seated


_HEURISTIC = HeuristicAgent()


def _arrange(view: Observation) -> npt.NDArray[np.int64]:
    """The heuristic's bids and discards, and no announcement."""
    actions = np.full(len(view), PASS, np.int64)
    rows = np.flatnonzero((view.phase == Phase.AUCTION) | (view.phase == Phase.DISCARD))
    if rows.size:
        actions[rows] = _HEURISTIC.act(view.take(rows), np.random.default_rng(0))  # chance is not used
    return actions
