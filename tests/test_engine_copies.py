"""Branches of a game: `copy`, `take` and `repeat` give engines that share nothing with the one they come from."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from dataclasses import fields

import numpy as np
import pytest
from same import assert_same
from table_play import decisions, mixed_engine

from tarot_env import Engine, Rules
from tarot_env.actions import Phase

Branch = Callable[[Engine], Engine]
WHOLE: dict[str, Branch] = {
    "copy": Engine.copy,
    "take": lambda engine: engine.take(np.arange(len(engine))),
    "repeat": lambda engine: engine.repeat(1),
    "deepcopy": copy.deepcopy,
    "pickle": lambda engine: pickle.loads(pickle.dumps(engine)),
}
EVERY_WAY = pytest.mark.parametrize("branch", WHOLE.values(), ids=WHOLE)


def positions(seed: int) -> Iterator[Engine]:
    """A batch at every ninth step; in all phases, over the whole play."""
    engine = mixed_engine(Rules.official(), seed, deals=50)
    for number, _ in enumerate(decisions(engine)):
        if number < 20 or number % 9 == 0:
            yield engine
    yield engine


def play_on(engine: Engine, steps: int = 12) -> None:
    for _ in range(steps):
        engine.step(engine.sample_legal())


@EVERY_WAY
def test_a_branch_is_the_same_and_goes_on_the_same(branch: Branch) -> None:
    phases: set[int] = set()
    for engine in positions(seed=1):
        twin, other = branch(engine), branch(engine)
        assert_same(twin.state, engine.state)
        assert twin.rules == engine.rules
        play_on(twin)
        play_on(other)
        assert_same(twin.state, other.state)  # the generator was copied too
        phases |= set(engine.phase.tolist())
    assert phases == set(Phase)


@EVERY_WAY
def test_neither_branch_moves_the_other(branch: Branch) -> None:
    for engine in positions(seed=2):
        kept, twin = engine.copy(), branch(engine)
        play_on(twin)
        twin.reset()
        assert_same(engine.state, kept.state)
        assert engine.rng.bit_generator.state == kept.rng.bit_generator.state
        twin = branch(kept)
        play_on(kept)
        assert_same(twin.state, engine.state)


@EVERY_WAY
def test_no_array_is_shared(branch: Branch) -> None:
    engine = Engine(4, seed=3)
    twin = branch(engine)
    for field in fields(engine.state):
        assert not np.shares_memory(getattr(engine.state, field.name), getattr(twin.state, field.name)), field.name
    assert twin.rng is not engine.rng


def test_take_picks_deals_in_the_order_given() -> None:
    for engine in positions(seed=4):
        chosen = engine.take([7, 3, 3, 49, 7])
        assert len(chosen) == 5
        for place, deal in enumerate([7, 3, 3, 49, 7]):
            assert_same(chosen.state.take(np.array([place])), engine.state.take(np.array([deal])))
        play_on(chosen)


def test_repeats_of_a_deal_stand_beside_each_other_and_play_apart() -> None:
    engine = Engine(3, seed=5)
    many = engine.repeat(4)
    for deal in range(3):
        assert_same(many.state.take(np.arange(4 * deal, 4 * deal + 4)), engine.repeat(4).take([4 * deal] * 4).state)
        assert np.array_equal(many.state.hand[4 * deal], engine.state.hand[deal])
    while not many.done.all():
        many.step(many.sample_legal())
    assert len(np.unique(many.scores[:4], axis=0)) > 1


def test_from_state_goes_on_from_a_position() -> None:
    """With the state and the generator themselves; what is legal is worked out again."""
    for engine in positions(seed=6):
        twin, rng = engine.copy(), np.random.default_rng(6)
        twin.state.legal[:] = 0
        other = Engine.from_state(twin.state, twin.rules, rng)
        assert other.state is twin.state
        assert other.rng is rng
        assert_same(other.state, engine.state)


def test_a_deal_that_is_taken_alone_does_not_depend_on_the_batch() -> None:
    """The same actions give the same deal, in whatever batch it stands."""
    for engine in positions(seed=7):
        deal = 11
        alone, actions = engine.take([deal]), engine.sample_legal()
        alone.step(actions[[deal]])
        together = engine.copy()
        together.step(actions)
        assert_same(together.state.take(np.array([deal])), alone.state)
