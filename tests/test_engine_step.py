"""Steps: of deals in different phases together, of some deals while others stand still, and of illegal actions."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest
from same import assert_same
from table_play import decisions, mixed_engine

from tarot_env import Engine, IllegalAction, Rules
from tarot_env.actions import PASS, Phase
from tarot_env.state import State


def joined(engines: list[Engine]) -> State:
    """The deals of several engines as one state."""
    columns = {f.name: np.concatenate([getattr(e.state, f.name) for e in engines]) for f in fields(State)}
    return State(**columns | {"base": np.arange(len(columns["phase"])) * 4})


def test_deals_in_different_phases_step_together_as_they_do_alone() -> None:
    """Each deal begins two steps after the one before, so that they spread from the auction to the end."""
    engine = mixed_engine(Rules.official(), seed=8, deals=60)
    alone = [engine.take([deal]) for deal in range(len(engine))]
    most_phases = number = 0
    while not engine.done.all():
        most_phases = max(most_phases, len(np.unique(engine.phase)))
        actions, where = engine.sample_legal(), np.arange(len(engine)) * 2 <= number
        engine.step(actions, where=where)
        for deal in np.flatnonzero(where):
            alone[deal].step(actions[[deal]])
        assert_same(joined(alone), engine.state)
        number += 1
    assert most_phases >= 5


def test_deals_that_stand_still_are_left_alone_whatever_stands_there() -> None:
    engine = mixed_engine(Rules.official(), seed=9)
    rng = np.random.default_rng(9)
    for _ in decisions(engine):
        before, where = engine.state.take(np.arange(len(engine))), rng.random(len(engine)) < 0.5
        engine.step(np.where(where, engine.sample_legal(), -7), where=where)
        still = np.flatnonzero(~where)
        assert_same(engine.state.take(still), before.take(still))


def test_a_deal_that_is_over_is_left_alone_whatever_stands_there() -> None:
    engine = Engine(2, seed=10)
    for _ in range(4):
        engine.step([PASS, engine.sample_legal()[1]])
    over = engine.state.take(np.array([0]))
    assert engine.done.tolist()[0]
    for garbage in (0, -1, 87, 10**9):
        engine.step([garbage, engine.sample_legal()[1]])
        assert_same(engine.state.take(np.array([0])), over)


def test_a_step_without_the_check_is_the_same_step() -> None:
    checked = mixed_engine(Rules.official(), seed=11)
    trusted = checked.copy()
    while not checked.done.all():
        actions = checked.sample_legal()
        checked.step(actions)
        trusted.step(actions, check=False)
        assert_same(trusted.state, checked.state)


# --- illegal actions ----------------------------------------------------------------------------------------


def test_an_illegal_action_leaves_the_batch_as_it_was_and_says_where() -> None:
    """One deal of the batch, at every step: an action that the mask forbids."""
    engine = mixed_engine(Rules.official(), seed=12)
    rng = np.random.default_rng(12)
    phases: set[Phase] = set()
    for rows in decisions(engine):
        deal = int(rng.choice(rows))
        actions = engine.sample_legal()
        actions[deal] = rng.choice(np.flatnonzero(~engine.legal_mask()[deal]))
        before, draws = engine.state.take(np.arange(len(engine))), engine.rng.bit_generator.state
        with pytest.raises(IllegalAction) as caught:
            engine.step(actions)
        error = caught.value
        assert (error.deal, error.seat) == (deal, engine.seat[deal])
        assert (error.phase, error.action) == (engine.phase[deal], actions[deal])
        assert str(error) == f"deal {deal}, seat {error.seat}, {error.phase.name}: {error.rule}"
        assert error.rule
        assert "\n" not in str(error)
        assert_same(engine.state, before)
        assert engine.rng.bit_generator.state == draws
        phases.add(error.phase)
    assert len(phases) == 5


@pytest.mark.parametrize("action", [-1, 87, 2**40])
def test_a_number_that_is_no_action_is_illegal(action: int) -> None:
    engine = Engine(3, seed=13)
    with pytest.raises(IllegalAction, match=f"^deal 1, seat ., AUCTION: {action} is no action"):
        engine.step([PASS, action, PASS])


def test_the_first_of_several_illegal_actions_is_named() -> None:
    with pytest.raises(IllegalAction, match=r"^deal 1,"):
        Engine(3, seed=14).step([PASS, 0, 0])
