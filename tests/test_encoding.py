"""The flat encoding: its table, each slice by its meaning, its buffers, and what a change of suits does to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from table_play import decisions, mixed_engine

from tarot_env import Engine, Rules, encoding
from tarot_env.actions import NUM_ACTIONS, PASS, POIGNEE_SIMPLE, PRISE
from tarot_env.cardsets import Lanes, from_ids, to_bool, to_ids
from tarot_env.encoding import HIDDEN_SIZE, HIDDEN_SLICES, SIZE, SLICES, Slice, encode, encode_hidden
from tarot_env.full_state import STATE_SLICES
from tarot_env.observation import Observation
from tarot_env.rules import Contract

TABLES = pytest.mark.parametrize(
    ("table", "size"), [(SLICES, SIZE), (HIDDEN_SLICES, HIDDEN_SIZE)], ids=["open", "hidden"]
)
SEATS = ("self", "next", "opposite", "previous")
Floats = npt.NDArray[np.float32]


def positions(seed: int, rules: Rules | None = None, deals: int = 60) -> Iterator[Engine]:
    """A batch at every step, and at the end."""
    engine = mixed_engine(rules or Rules.official(), seed, deals)
    for _ in decisions(engine):
        yield engine
    yield engine


# --- the table ----------------------------------------------------------------------------------------------


@TABLES
def test_slices_follow_each_other_and_fill_the_vector(table: tuple[Slice, ...], size: int) -> None:
    at = 0
    for part in table:
        assert part.start == at, part.name
        assert part.length > 0, part.name
        at += part.length
    assert at == size


@TABLES
def test_slices_have_one_name_each_and_a_meaning(table: tuple[Slice, ...], size: int) -> None:
    names = [part.name for part in table]
    assert len(set(names)) == len(names)
    assert all(part.meaning for part in table)


@pytest.mark.parametrize("rules", [Rules.official(), Rules.casual()], ids=["official", "casual"])
def test_every_entry_is_between_0_and_1_for_every_seat(rules: Rules) -> None:
    highest = np.zeros(SIZE)
    for engine in positions(1, rules):
        for seat in range(4):
            vector = encode(engine.observe(seat))
            assert vector.min() >= 0
            assert vector.max() <= 1
            highest = np.maximum(highest, vector.max(axis=0))
    if rules.poignee:
        idle = {part.name for part in SLICES if not highest[part.start : part.start + part.length].any()}
        assert not idle, "slices that are never used"


def test_the_largest_surplus_is_1() -> None:
    """All 21 trumps in hand and discard, of which a simple poignee holds back eleven."""
    rest = [*range(57), *range(75, 78)]
    trumps, dog = range(57, 75), rest[-3:] + rest[:3]
    hands = [list(trumps), rest[3:21], rest[21:39], rest[39:57]]
    engine = Engine(1, seed=0)
    engine.reset(hands=np.array([[from_ids(hand) for hand in hands]]), dog=from_ids(dog)[None], dealer=3)
    for action in (PRISE, PASS, PASS, PASS, *dog[3:], 60, 61, 62, PASS, POIGNEE_SIMPLE):
        engine.step([action])
    assert engine.observe().surplus[0] == 11
    assert encode(engine.observe()).max() == 1


# --- each slice ---------------------------------------------------------------------------------------------


def one_hot(values: npt.NDArray[Any], first: int, size: int) -> npt.NDArray[np.bool_]:
    hot: npt.NDArray[np.bool_] = values[:, None] == np.arange(first, first + size)
    return hot


def trick_card(seat: int) -> Callable[[Observation], npt.NDArray[Any]]:
    return lambda o: one_hot(o.trick[:, seat], 0, 78)


def shown_and_held(o: Observation) -> npt.NDArray[np.bool_]:
    held = np.bitwise_or.reduce(o.shown & ~o.played, axis=1)
    return to_bool(held)[:, 56:78]


def trick_is_ours(o: Observation) -> npt.NDArray[np.bool_]:
    """Won by the own seat so far, or by another defender."""
    ours = (o.winner == 0) | ((o.winner > 0) & (o.taker > 0) & (o.winner != o.taker))
    return ours[:, None]


MEANING: dict[str, Callable[[Observation], npt.NDArray[Any]]] = {
    "hand": lambda o: to_bool(o.hand, 78),
    **{f"played_{name}": lambda o, seat=seat: to_bool(o.played[:, seat], 78) for seat, name in enumerate(SEATS)},
    **{f"trick_{SEATS[seat]}": trick_card(seat) for seat in (1, 2, 3)},
    "dog": lambda o: to_bool(o.dog, 78),
    "discard": lambda o: to_bool(o.discard, 78),
    "shown": shown_and_held,
    "phase": lambda o: one_hot(o.phase, 0, 5),
    "dealer": lambda o: one_hot(o.dealer, 0, 4),
    "taker": lambda o: one_hot(o.taker, 0, 4),
    "side": lambda o: np.stack([o.taker == 0, o.taker > 0], axis=1),
    "contract": lambda o: one_hot(o.contract, Contract.PRISE, 4),
    "chelem": lambda o: o.chelem[:, None],
    "position": lambda o: one_hot(o.ply % 4, 0, 4),
    "led": lambda o: one_hot(o.led, 0, 5),
    "winner": lambda o: one_hot(o.winner, 0, 4),
    "trick_is_ours": trick_is_ours,
    **{f"bid_{name}": lambda o, seat=seat: one_hot(o.bids[:, seat], 0, 5) for seat, name in enumerate(SEATS)},
    **{f"poignee_{name}": lambda o, seat=seat: one_hot(o.poignee[:, seat], 1, 3) for seat, name in enumerate(SEATS)},
    **{
        f"void_{name}": lambda o, seat=seat: o.void[:, [seat]] >> np.arange(4, dtype=np.uint8) & 1
        for seat, name in enumerate(SEATS)
    },
    "ceiling": lambda o: o.ceiling / 21,
    "points": lambda o: o.points / 182,
    "bouts": lambda o: o.bouts / 3,
    "tricks": lambda o: o.tricks / 18,
    "multiplier": lambda o: np.array([0, 1, 2, 4, 6])[o.contract][:, None] / 6,
    "best": lambda o: o.best[:, None] / 35,
    "cards_played": lambda o: o.ply[:, None] / 72,
    "surplus": lambda o: o.surplus[:, None] / 11,
}


@pytest.mark.parametrize("table", [SLICES, HIDDEN_SLICES, STATE_SLICES], ids=["open", "hidden", "state"])
def test_parts_by_name_are_those_of_the_table(table: tuple[Slice, ...]) -> None:
    assert len({entry.name for entry in table}) == len(table)
    for entry in table:
        assert encoding.part(entry.name, table) == slice(entry.start, entry.start + entry.length)


@pytest.mark.parametrize(
    ("name", "table", "near"),
    [
        ("hands", SLICES, "hand"),
        ("Dealer", SLICES, "dealer"),
        ("hand_next", SLICES, "bid_next"),
        ("hand_nxt", STATE_SLICES, "hand_next"),
    ],
)
def test_a_part_that_is_none_is_refused_with_the_nearest_name(name: str, table: tuple[Slice, ...], near: str) -> None:
    with pytest.raises(ValueError, match=f"^no part is called '{name}'; the nearest name is '{near}'$"):
        encoding.part(name, table)


def test_each_slice_says_what_it_means() -> None:
    assert MEANING.keys() == {part.name for part in SLICES}
    for engine in positions(2):
        for seat in (None, 0, 1, 2, 3):
            observation = engine.observe(seat)
            vector = encode(observation)
            for part in SLICES:
                expected = MEANING[part.name](observation).astype(np.float32)
                got = vector[:, part.start : part.start + part.length]
                assert np.allclose(got, expected, rtol=1e-6, atol=0), part.name


def test_hidden_slices_are_the_other_hands_the_dog_and_the_discard() -> None:
    for engine in positions(3):
        state = engine.state
        for given in (None, 2, np.arange(len(engine)) % 4):
            viewer = np.maximum(engine.seat, 0) if given is None else np.broadcast_to(given, len(engine))
            rows = np.arange(len(engine))
            sets = [state.hand[rows, (viewer + place) % 4] for place in (1, 2, 3)] + [state.dog, state.discard]
            expected = np.concatenate([to_bool(cards, 78) for cards in sets], axis=1)
            assert np.array_equal(encode_hidden(state, given), expected.astype(np.float32))


# --- buffers ------------------------------------------------------------------------------------------------


def test_a_buffer_that_is_given_is_filled_and_returned() -> None:
    out = np.full((60, SIZE), np.nan, np.float32)
    hidden = np.full((60, HIDDEN_SIZE), np.nan, np.float32)
    for engine in positions(4):
        observation = engine.observe()
        assert encode(observation, out) is out
        assert np.array_equal(out, encode(observation)), "nothing of an earlier position is left"
        assert encode_hidden(engine.state, out=hidden) is hidden
        assert np.array_equal(hidden, encode_hidden(engine.state))


def test_vectors_are_fresh_arrays_unless_a_buffer_is_given() -> None:
    observation = Engine(8, seed=5).observe()
    first, second = encode(observation), encode(observation)
    assert (first.dtype, first.shape) == (np.float32, (8, SIZE))
    assert not np.shares_memory(first, second)
    first[:] = 7
    assert np.array_equal(encode(observation), second)


def test_a_part_of_a_larger_buffer_can_be_filled() -> None:
    """A training loop writes into a row of a rollout."""
    observation, rollout = Engine(8, seed=6).observe(), np.zeros((3, 8, SIZE), np.float32)
    encode(observation, rollout[1])
    assert np.array_equal(rollout[1], encode(observation))
    assert not rollout[[0, 2]].any()


# --- suits --------------------------------------------------------------------------------------------------


def by_suit(order: npt.NDArray[np.int64], length: int) -> npt.NDArray[np.int64]:
    """Where each of the first 4 * length ids goes when suit s becomes order[s]."""
    return (order[:, None] * length + np.arange(length)).reshape(-1)


def moved_columns(order: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Where each entry of the vector goes when the suits are renamed."""
    to = np.arange(SIZE)
    for part in SLICES:
        if part.length == 78:
            to[part.start : part.start + 56] = part.start + by_suit(order, 14)
        if part.name == "led" or part.name.startswith("void_"):
            to[part.start : part.start + 4] = part.start + order
    return to


@pytest.mark.parametrize("order", [[1, 2, 3, 0], [3, 2, 1, 0], [0, 2, 1, 3]])
def test_suits_renamed_are_columns_moved(order: list[int]) -> None:
    """The four suits are alike: the same deal and play with other names gives the same vectors, entries moved, the
    same scores, and legal actions moved too."""
    renamed, columns = np.arange(NUM_ACTIONS), moved_columns(np.array(order))
    renamed[:56] = by_suit(np.array(order), 14)

    def rename(sets: Lanes) -> Lanes:
        flat = [from_ids(renamed[to_ids(cards)]) for cards in sets.reshape(-1, 2)]
        return np.array(flat).reshape(sets.shape)

    engine = mixed_engine(Rules.official(), seed=7, deals=40)
    other, dealer = engine.copy(), engine.state.dealer
    other.reset(hands=rename(engine.state.hand), dog=rename(engine.state.dog), dealer=dealer)
    while not engine.done.all():
        assert np.array_equal(encode(other.observe())[:, columns], encode(engine.observe()))
        assert np.array_equal(other.legal_mask()[:, renamed], engine.legal_mask())
        actions = np.where(engine.done, PASS, engine.sample_legal())
        engine.step(actions)
        other.step(renamed[actions])
    assert np.array_equal(other.scores, engine.scores)
    assert np.array_equal(encode(other.observe())[:, columns], encode(engine.observe()))
