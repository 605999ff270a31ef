"""What a seat is told: all that lies open, worked out anew from an oracle, and nothing that does not."""

from __future__ import annotations

import random
from dataclasses import fields

import numpy as np
import pytest
from public_view import known, told
from same import assert_same
from side_by_side import RandomPlay, SideBySide
from table_play import decisions, mixed_engine

from tarot_env import Engine, Rules
from tarot_env.actions import GARDE_SANS, PASS, POIGNEE_SIMPLE, Phase
from tarot_env.cardsets import Lanes, from_ids, to_ids
from tarot_env.encoding import encode
from tarot_env.observation import Observation
from tarot_env.rules import Contract

# --- what is told -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "deals"), [("official", 36), ("casual", 12)])
def test_each_field_is_what_lies_open_on_the_table(rules: str, deals: int) -> None:
    """For every seat, at every decision and at the end."""
    players = [RandomPlay(seed) for seed in range(deals)]
    both = SideBySide(rules, [player.deal for player in players])
    while not all(oracle.phase == "DONE" for oracle in both.oracles):
        assert_told(both)
        both.step(lambda number, oracle, legal: players[number].choose(oracle, legal))
    assert_told(both)


def assert_told(both: SideBySide) -> None:
    for seat in range(4):
        observation = both.engine.observe(seat)
        for number, oracle in enumerate(both.oracles):
            got, expected = told(observation, number), known(oracle, seat)
            differing = {name: (got[name], expected[name]) for name in got if got[name] != expected[name]}
            assert not differing, (seat, both.record(number).dumps())
            assert got.keys() == expected.keys()


def test_every_field_is_compared() -> None:
    compared = told(Engine(1, seed=0).observe(), 0).keys()
    assert compared == {field.name for field in fields(Observation)} - {"rules"} | {"unseen"}


def test_without_a_seat_the_one_to_act_looks() -> None:
    engine = mixed_engine(Rules.official(), seed=1)
    for _ in decisions(engine):
        assert_same(engine.observe(), engine.observe(np.maximum(engine.seat, 0)))
        assert np.array_equal(engine.observe().legal, engine.legal_actions())
        assert np.array_equal(engine.observe().legal_mask(), engine.legal_mask())


def test_seats_can_differ_from_deal_to_deal() -> None:
    engine = mixed_engine(Rules.official(), seed=2, deals=40)
    seats = np.arange(40) % 4
    for _ in decisions(engine):
        together = engine.observe(seats)
        for seat in range(4):
            of_seat = np.flatnonzero(seats == seat)
            assert_same(together.take(of_seat), engine.observe(seat).take(of_seat))


# --- what is not told ---------------------------------------------------------------------------------------


def test_hidden_cards_change_nothing_that_a_seat_is_told() -> None:
    """Cards that it has not seen are exchanged between two places: other hands, a hidden dog, a hidden discard. In
    every phase, for the seat to act and for those that wait."""
    engine = mixed_engine(Rules.official(), seed=3, deals=40)
    rng = random.Random(3)
    exchanged: dict[tuple[str, str], int] = {}
    for _ in decisions(engine):
        for viewer in range(4):
            other = engine.copy()
            for deal in range(len(engine)):
                for _ in range(4):
                    places = exchange(other, deal, viewer, rng)
                    if places is not None:
                        key = (Phase(engine.phase[deal]).name, places)
                        exchanged[key] = exchanged.get(key, 0) + 1
            assert_told_the_same(
                Engine.from_state(other.state, other.rules, other.rng).observe(viewer), engine.observe(viewer)
            )
    for phase in ("AUCTION", "DISCARD", "CHELEM", "POIGNEE", "PLAY"):
        assert exchanged[phase, "hand hand"] > 20
    assert {(phase, "dog hand") for phase in ("AUCTION", "CHELEM", "POIGNEE", "PLAY")} <= exchanged.keys()
    assert {(phase, "discard hand") for phase in ("DISCARD", "CHELEM", "POIGNEE", "PLAY")} <= exchanged.keys()


def assert_told_the_same(got: Observation, expected: Observation) -> None:
    assert_same(got, expected)
    assert np.array_equal(encode(got), encode(expected))
    assert np.array_equal(got.legal_mask(), expected.legal_mask())


def exchange(engine: Engine, deal: int, viewer: int, rng: random.Random) -> str | None:
    """Exchange two cards that a seat cannot see between two places; says which places, None where it cannot be."""
    state = engine.state
    hidden: list[tuple[str, Lanes]] = [
        ("hand", state.hand[deal, seat]) for seat in range(4) if seat != viewer and state.hand[deal, seat].any()
    ]
    if state.phase[deal] == Phase.AUCTION or (state.contract[deal] > Contract.GARDE and state.phase[deal] < Phase.DONE):
        hidden.append(("dog", state.dog[deal]))
    if state.discard[deal, 0] and state.taker[deal] != viewer:
        hidden.append(("discard", state.discard[deal]))
    if len(hidden) < 2:
        return None
    (one_name, one), (other_name, other) = rng.sample(hidden, 2)
    suits_only = "discard" in (one_name, other_name)  # trumps put aside are shown
    first, second = ([card for card in to_ids(cards) if card < 56 or not suits_only] for cards in (one, other))
    if not first or not second:
        return None
    both = from_ids([rng.choice(first), rng.choice(second)])
    for name, cards in ((one_name, one), (other_name, other)):
        if name == "hand":
            seat = next(s for s in range(4) if np.shares_memory(cards, state.hand[deal, s]))
            state.owned[deal, seat] ^= both
        cards ^= both
    return " ".join(sorted((one_name, other_name)))


def test_nobody_is_told_that_another_seat_is_asked_for_a_poignee() -> None:
    """Two deals that differ in the trumps of the seat to act: one of them asks it, and it shows nothing or waits."""
    with_ten, with_nine = (table(trumps) for trumps in (10, 9))
    assert [Phase(engine.phase[0]).name for engine in (with_ten, with_nine)] == ["POIGNEE", "PLAY"]
    for seat in (2, 3):
        assert_told_the_same(with_ten.observe(seat), with_nine.observe(seat))
    with_ten.step([POIGNEE_SIMPLE])
    with_more = table(11)
    with_more.step([POIGNEE_SIMPLE])
    assert with_more.phase[0] == Phase.POIGNEE
    for seat in (2, 3):
        assert_told_the_same(with_more.observe(seat), with_nine.observe(seat))
        assert with_ten.observe(seat).poignee.any(), "all on the table"


def table(trumps: int) -> Engine:
    """Seat 1 leads to its garde sans, with so many trumps and no Excuse; seats 2 and 3 hold the same in every one."""
    own = [*range(58, 58 + trumps), *range(18 - trumps)]
    others = [range(20, 38), range(38, 56)]
    rest = sorted(set(range(78)).difference(own, *others))
    hands = [rest[:18], own, *others]
    engine = Engine(1, Rules.official(), seed=0)
    engine.reset(hands=np.array([[from_ids(hand) for hand in hands]]), dog=from_ids(rest[18:])[None], dealer=0)
    for action in (GARDE_SANS, PASS, PASS, PASS, PASS):
        engine.step([action])
    return engine


# --- arrays -------------------------------------------------------------------------------------------------


def arrays(observation: Observation) -> dict[str, np.ndarray]:
    return {field.name: getattr(observation, field.name) for field in fields(observation) if field.name != "rules"}


def test_an_observation_shares_no_memory() -> None:
    engine = mixed_engine(Rules.official(), seed=4, deals=20)
    for _ in range(30):
        engine.step(engine.sample_legal())
    first, second = arrays(engine.observe(1)), arrays(engine.observe(1))
    state = [getattr(engine.state, field.name) for field in fields(engine.state)]
    for name, array in first.items():
        assert not any(np.shares_memory(array, other) for other in (*second.values(), *state)), name
        assert array.flags.writeable, name


def test_an_observation_stays_what_it_was() -> None:
    engine = mixed_engine(Rules.official(), seed=5, deals=20)
    for _ in decisions(engine):
        before = engine.observe()
        kept = before.take(np.arange(20))
        engine.step(engine.sample_legal(), where=np.arange(20) < 10)
        assert_same(before, kept)


def test_take_picks_views_in_the_order_given() -> None:
    observation = mixed_engine(Rules.official(), seed=6, deals=20).observe()
    chosen = observation.take([4, 4, 0])
    assert len(chosen) == 3
    for place, view in enumerate([4, 4, 0]):
        assert_same(chosen.take([place]), observation.take([view]))
