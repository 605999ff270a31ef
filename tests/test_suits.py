"""The networks treat the four suits alike: rename them, and all that is said of them is renamed with them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("torch", reason="networks need PyTorch: pip install 'tarot-env[train]'")

import torch
from opinionated import networks
from table_play import mixed_engine

from agents.network.model import Shape
from agents.network.suits import look
from tarot_env import Engine, Rules
from tarot_env.actions import GARDE_CONTRE, PASS, Phase
from tarot_env.cards import CARDS_PER_SUIT, EXCUSE, NUM_CARDS, PETIT, parse_cards
from tarot_env.cardsets import from_ids, to_ids
from tarot_env.encoding import HIDDEN_SIZE, encode, encode_hidden

Order = npt.NDArray[np.int64]  # (4,): `order[old]` is the new name of suit `old`
SHAPE = Shape(32, 2)
RENAMINGS = [np.array(order) for order in permutations(range(4))][1::3]


def renamed(order: Order) -> npt.NDArray[np.int64]:
    """The id of every card and action after the suits were renamed."""
    ids = np.arange(NUM_CARDS + 9)
    ids[:EXCUSE] = order[ids[:EXCUSE] // CARDS_PER_SUIT] * CARDS_PER_SUIT + ids[:EXCUSE] % CARDS_PER_SUIT
    return ids


def both_tables(order: Order, deals: int = 12) -> Iterator[tuple[Engine, Engine]]:
    """The same random games under both names of the suits, all contracts played, at every step."""
    one = mixed_engine(Rules.official(), 5, deals)
    other, ids, rng = one.copy(), renamed(order), np.random.default_rng(2)
    hands = [[from_ids(ids[to_ids(hand)]) for hand in hands] for hands in one.state.hand]
    dogs = [from_ids(ids[to_ids(dog)]) for dog in one.state.dog]
    other.reset(hands=np.array(hands), dog=np.array(dogs), dealer=one.state.dealer)
    while not one.done.all():
        yield one, other
        bids = np.where(rng.random(deals) < 0.6, PASS, np.minimum(PASS + 1 + one.state.contract, GARDE_CONTRE))
        actions = np.where(one.phase == Phase.AUCTION, bids, one.sample_legal(rng))
        one.step(actions)
        other.step(ids[actions])


@pytest.mark.parametrize("order", RENAMINGS, ids=str)
def test_a_network_says_the_same_of_suits_with_other_names(order: Order) -> None:
    policy, critic = networks(SHAPE)
    ids, phases, differ = renamed(order), set(), 0.0
    for one, other in both_tables(order):
        phases |= set(one.phase.tolist())
        said, values = [], []
        for engine in (one, other):
            view = torch.from_numpy(encode(engine.observe()))
            mask = torch.from_numpy(engine.legal_mask())
            with torch.inference_mode():
                said.append(policy(view, mask))
                values.append(critic(view, torch.from_numpy(encode_hidden(engine.state))))
        torch.testing.assert_close(said[1][:, ids], said[0], rtol=1e-4, atol=1e-4)
        torch.testing.assert_close(values[1], values[0], rtol=1e-4, atol=1e-4)
        differ = max(differ, float((said[1] - said[0]).nan_to_num(0, 0, 0).abs().max()))
    assert phases >= set(Phase) - {Phase.DONE}
    assert differ > 0.1  # what is said of a suit depends on its cards


def cards(text: str) -> torch.Tensor:
    """(78,), 1 at these cards."""
    row = torch.zeros(NUM_CARDS)
    row[parse_cards(text)] = 1
    return row


def places(of_suit: torch.Tensor, sets: int, holders: int) -> list[list[int]]:
    """For each holder, the places from the top, out of what `look` gives of one suit."""
    begin = sets * CARDS_PER_SUIT
    by_holder = of_suit[begin : begin + holders * CARDS_PER_SUIT].view(holders, CARDS_PER_SUIT)
    return [row.nonzero().flatten().tolist() for row in by_holder]


def test_cards_that_are_left_are_seen_from_the_top() -> None:
    engine = Engine(1, Rules.official(), 0)
    view = torch.from_numpy(encode(engine.observe()))
    view[0, : 10 * NUM_CARDS] = 0
    view[0, :NUM_CARDS] = cards("SQ S10 S1 DK")
    view[0, NUM_CARDS : 2 * NUM_CARDS] = cards("SK")  # played by the own seat
    view[0, 3 * NUM_CARDS : 4 * NUM_CARDS] = cards("SN D1 D2 D3 D4 D5 D6 D7 D8 D9 D10")  # and by the opposite one
    suits, _ = look(view, None)
    spades, hearts, diamonds, _ = (places(suits[0, suit], 10, 2) for suit in range(4))
    assert spades == [[0, 2, 11], [1, *range(3, 11)]]  # the queen is master now, the jack comes second
    assert hearts == [[], list(range(14))]
    assert diamonds == [[0], [1, 2, 3]]


def test_all_hands_are_seen_from_the_top() -> None:
    engine = Engine(1, Rules.official(), 0)
    view = torch.from_numpy(encode(engine.observe()))
    view[0, :NUM_CARDS] = cards("H5 T20")
    hidden = torch.zeros(1, HIDDEN_SIZE)
    hidden[0, :NUM_CARDS], hidden[0, NUM_CARDS : 2 * NUM_CARDS] = cards("HJ H2 T21"), cards("HN T1")
    suits, rest = look(view, hidden)
    assert places(suits[0, 1], 15, 4) == [[2], [1, 3], [0], []]
    begin, trumps = 15 * (NUM_CARDS - EXCUSE), NUM_CARDS - PETIT
    of_trumps = rest[0, begin : begin + 4 * trumps].view(4, trumps)
    assert [row.nonzero().flatten().tolist() for row in of_trumps] == [[1], [0], [2], []]
