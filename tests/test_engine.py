"""What holds at every step of every deal, and what a step does and leaves alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from chi_square import Z_LIMIT, uniform_z
from invariants import assert_conserved, assert_finished
from same import assert_same
from table_play import decisions, mixed_engine

from tarot_env import Engine, Rules
from tarot_env.actions import NUM_ACTIONS, PASS, Phase
from tarot_env.cardsets import count, to_bool
from tarot_env.scoring import taker_totals

RULES = {"official": Rules.official(), "casual": Rules.casual()}
Ints = npt.NDArray[np.int64]
Share = Callable[[Ints, Ints, Ints, Ints], Ints]
"""What each defender pays more, from the sign of the contract, its multiplier, the margin and the poignees shown."""
PRESETS = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


# --- invariants ---------------------------------------------------------------------------------------------


@PRESETS
def test_each_card_is_in_one_place_at_every_step(rules: Rules) -> None:
    engine = mixed_engine(rules, seed=1)
    for _ in decisions(engine):
        assert_conserved(engine.state)
    assert_conserved(engine.state)
    assert (count(engine.state.hand)[engine.state.contract > 0] == 0).all()


@PRESETS
def test_counts_agree_with_the_cards_at_every_step(rules: Rules) -> None:
    engine = mixed_engine(rules, seed=2)
    for rows in decisions(engine):
        state = engine.state
        assert np.array_equal(count(state.played).sum(axis=1), state.ply)
        assert np.array_equal(state.tricks.sum(axis=1), state.ply // 4)
        assert (state.points.sum(axis=1) <= 182).all()
        assert (state.bouts.sum(axis=1) <= 3).all()
        assert (engine.scores[rows] == 0).all()


@PRESETS
def test_a_deal_comes_to_91_points_in_whole_numbers_and_to_zero(rules: Rules) -> None:
    engine = mixed_engine(rules, seed=3, deals=600)
    for _ in decisions(engine):
        pass
    assert_finished(engine)


@PRESETS
def test_a_deal_ends_when_it_must(rules: Rules) -> None:
    """Four bids; with a taker six cards put aside at most, a chelem, four poignees with what is held back, 72 cards."""
    engine = mixed_engine(rules, seed=4)
    steps = sum(1 for _ in decisions(engine))
    assert 72 + 4 <= steps <= 4 + 6 + 1 + 4 * 13 + 72
    assert (engine.seat == -1).all()
    assert not engine.legal_mask().any()


# --- the calls ----------------------------------------------------------------------------------------------


def test_shapes_and_dtypes() -> None:
    engine = Engine(5, seed=0)
    for array, dtype, shape in [
        (engine.seat, np.int8, (5,)),
        (engine.phase, np.int8, (5,)),
        (engine.done, np.bool_, (5,)),
        (engine.scores, np.int32, (5, 4)),
        (engine.legal_mask(), np.bool_, (5, 87)),
        (engine.legal_actions(), np.uint64, (5, 2)),
        (engine.sample_legal(), np.int64, (5,)),
    ]:
        assert (array.dtype, array.shape) == (dtype, shape)
    assert len(engine) == 5


def test_rules_are_given_or_named() -> None:
    assert Engine(1).rules == Rules.official()
    assert Engine(1, "casual").rules == Engine(1, Rules.casual()).rules == Rules.casual()
    with pytest.raises(ValueError, match="unknown rules 'house'"):
        Engine(1, "house")


def test_a_deal_takes_less_than_a_kibibyte() -> None:
    state = Engine(64, seed=0).state
    assert sum(getattr(state, field.name).nbytes for field in fields(state)) / 64 <= 1024


@PRESETS
def test_the_mask_is_the_set_of_legal_actions_and_never_empty_before_the_end(rules: Rules) -> None:
    engine = mixed_engine(rules, seed=5)
    for _ in decisions(engine):
        mask = engine.legal_mask()
        assert np.array_equal(mask, to_bool(engine.legal_actions()))
        assert np.array_equal(mask.any(axis=1), ~engine.done)
        mask[:] = False
        engine.legal_actions()[:] = 0
        assert np.array_equal(engine.legal_mask().any(axis=1), ~engine.done), "what was returned is a copy"


def test_sample_legal_is_uniform() -> None:
    """Every legal action equally often, in positions of every phase; with nothing else chosen."""
    engine = mixed_engine(Rules.official(), seed=6)
    rng, draws = np.random.default_rng(6), 40
    worst: dict[int, float] = {}
    for rows in decisions(engine):
        for phase in np.unique(engine.phase[rows]).tolist():
            deal = int(rng.choice(rows[engine.phase[rows] == phase]))
            mask = engine.legal_mask()[deal]
            drawn = engine.take(np.repeat(deal, draws * int(mask.sum()))).sample_legal(rng)
            counts = np.bincount(drawn, minlength=NUM_ACTIONS)
            assert not counts[~mask].any()
            worst[phase] = max(worst.get(phase, 0.0), uniform_z(counts[mask]))
    assert worst.keys() == set(Phase) - {Phase.DONE}
    assert max(worst.values()) < Z_LIMIT, worst


def test_sample_legal_draws_from_the_generator_that_is_given() -> None:
    engine = Engine(200, seed=7)
    before = engine.rng.bit_generator.state
    first = engine.sample_legal(np.random.default_rng(1))
    assert np.array_equal(first, engine.sample_legal(np.random.default_rng(1)))
    assert not np.array_equal(first, engine.sample_legal(np.random.default_rng(2)))
    assert engine.rng.bit_generator.state == before
    engine.sample_legal()
    assert engine.rng.bit_generator.state != before


# --- reset --------------------------------------------------------------------------------------------------


@PRESETS
def test_reset_deals_anew_where_it_is_told_and_nowhere_else(rules: Rules) -> None:
    engine = mixed_engine(rules, seed=15)
    rng = np.random.default_rng(15)
    for number, _ in enumerate(decisions(engine)):
        if number % 9:
            continue
        other = engine.copy()
        before, where = other.state.take(np.arange(len(other))), rng.random(len(other)) < 0.3
        other.reset(where)
        kept, chosen = np.flatnonzero(~where), np.flatnonzero(where)
        assert_same(other.state.take(kept), before.take(kept))
        assert_fresh(other.take(chosen))
        assert (other.state.dealt[chosen] != before.dealt[chosen]).any(axis=(1, 2)).all()


def assert_fresh(engine: Engine) -> None:
    """Nothing of an earlier deal is left: the state is that of an engine that never dealt another."""
    state = engine.state
    new = Engine(len(engine), engine.rules)
    new.reset(hands=state.hand, dog=state.dog, dealer=state.dealer)
    assert_same(state, new.state)


def test_reset_of_no_deal_does_nothing() -> None:
    engine = Engine(3, seed=16)
    before = engine.copy()
    engine.reset(np.zeros(3, np.bool_))
    assert_same(engine.state, before.state)


# --- four passes --------------------------------------------------------------------------------------------


def pass_all(engine: Engine) -> None:
    for _ in range(4):
        engine.step(np.full(len(engine), PASS))


def test_four_passes_end_a_deal_with_zeros() -> None:
    engine = Engine(20, seed=17)
    pass_all(engine)
    assert engine.done.all()
    assert not engine.scores.any()
    assert (engine.state.ply == 0).all()


def test_four_passes_have_the_next_dealer_deal_again() -> None:
    engine = Engine(200, replace(Rules.official(), all_pass="redeal"), seed=18)
    for _ in range(3):
        before = engine.copy().state
        pass_all(engine)
        moved = (engine.state.dealer - before.dealer) & 3
        assert (moved == 1).mean() > 0.95, "a petit sec moves it on once more"
        assert set(moved) <= {1, 2, 3}
        assert (engine.state.dealt != before.dealt).any(axis=(1, 2)).all()
        assert_fresh(engine)


def test_play_with_redeals_terminates() -> None:
    """A quarter of all bids is no pass: no deal waits for long."""
    engine = Engine(300, replace(Rules.casual(), all_pass="redeal"), seed=19)
    rng = np.random.default_rng(19)
    for _ in range(72 + 6 + 4 * 30):
        timid = (engine.phase == Phase.AUCTION) & (rng.random(len(engine)) < 0.75)
        engine.step(np.where(timid, PASS, engine.sample_legal()))
    assert engine.done.all()
    assert (engine.state.contract > 0).all()


# --- options of the rules -----------------------------------------------------------------------------------


def phases_met(rules: Rules, seed: int) -> set[int]:
    engine = mixed_engine(rules, seed)
    return {int(phase) for rows in decisions(engine) for phase in np.unique(engine.phase[rows])}


@pytest.mark.parametrize(
    ("changed", "missing"),
    [
        ({}, set()),
        ({"chelem": False}, {Phase.CHELEM}),
        ({"poignee": False}, {Phase.POIGNEE}),
        ({"chelem": False, "poignee": False}, {Phase.CHELEM, Phase.POIGNEE}),
    ],
    ids=str,
)
def test_phases_that_the_rules_leave_out(changed: dict[str, bool], missing: set[Phase]) -> None:
    met = phases_met(replace(Rules.official(), **changed), seed=20)
    assert met == set(Phase) - {Phase.DONE} - missing


AMOUNTS: list[tuple[dict[str, Any], Share]] = [
    ({"base": 30}, lambda sign, times, margin, shown: 5 * sign * times),
    ({"multipliers": (2, 4, 8, 12)}, lambda sign, times, margin, shown: times * (25 * sign + margin)),
    ({"poignee_points": (120, 130, 140)}, lambda sign, times, margin, shown: 100 * sign * shown),
]


@pytest.mark.parametrize(("changed", "share"), AMOUNTS, ids=[str(changed) for changed, _ in AMOUNTS])
def test_amounts_of_the_rules_reach_the_scores(changed: dict[str, Any], share: Share) -> None:
    """The same play under other amounts: what each defender pays differs by so much."""
    usual = mixed_engine(replace(Rules.official(), petit_au_bout=0), seed=21)
    other = Engine.from_state(usual.copy().state, replace(usual.rules, **changed), np.random.default_rng(0))
    while not usual.done.all():
        actions = usual.sample_legal()
        usual.step(actions)
        other.step(actions)
    state, played = usual.state, np.flatnonzero(usual.state.contract > 0)
    halves, bouts = taker_totals(state)
    margin: Ints = halves // 2 - np.array([56, 51, 41, 36])[bouts]
    paid = (other.scores - usual.scores)[played, state.taker[played]]
    expected = share(
        np.where(margin >= 0, 1, -1), np.array([0, 1, 2, 4, 6])[state.contract], margin, (state.poignee > 0).sum(axis=1)
    )
    assert np.array_equal(paid, 3 * expected[played])
    assert paid.any()
