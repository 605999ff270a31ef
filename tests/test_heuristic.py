"""The heuristic's habits as a table: position, and the card that a good club player plays there."""

from __future__ import annotations

import numpy as np
import pytest

from agents.heuristic import HeuristicAgent, evaluation
from agents.heuristic.table import look
from tarot_env import Engine, Rules, cardsets
from tarot_env.actions import ACTION_NAMES, PASS, Phase
from tarot_env.cards import NO_SUIT, SUIT, TRUMP_SUIT, parse_cards
from tarot_env.legal import playable
from tarot_env.observation import Observation
from tarot_env.play import STRENGTH
from tarot_env.rules import Contract

AGENT = HeuristicAgent()
GARDE_HAND = "T21 T19 T12 T6 T1 EX HK HN H10 H8 H1 DJ D8 CQ CN C7 S6 S4"
PASS_HAND = "T20 T18 T14 T13 T9 T8 T6 HK H10 H5 H4 DK DQ C7 C8 S8 S7 S5"


def lanes(text: str) -> cardsets.Lanes:
    """One card set, (1, 2)."""
    return cardsets.from_ids(parse_cards(text))[None]


def position(
    hand: str, trick: str = "", *, taker: int, gone: str = "", void: dict[int, str] | None = None
) -> Observation:
    """A view in the play by the seat to act, seat 0; the cards on the table are of the seats before it.

    Args:
        taker: his seat, 0 = the seat to act, 1 = the next to play.
        gone: cards played to earlier tricks.
        void: by seat, the suits that it has shown it does not hold.
    """
    empty = Engine(1, seed=0).observe().take([0])
    on_table = parse_cards(trick)
    seats = [(seat - len(on_table)) & 3 for seat in range(len(on_table))]
    ply = 4 * (18 - len(hand.split())) + len(on_table)
    led, best, winner = NO_SUIT, 0, -1
    for seat, card in zip(seats, on_table, strict=True):
        led = int(SUIT[card]) if led == NO_SUIT else led
        strength = int(STRENGTH[card]) if SUIT[card] in (led, TRUMP_SUIT) else 0
        best, winner = (strength, seat) if strength > best else (best, winner)
    empty.phase[:], empty.turn[:], empty.taker[:], empty.contract[:] = Phase.PLAY, 0, taker, Contract.GARDE
    empty.hand[:] = lanes(hand)
    empty.ply[:], empty.led[:], empty.best[:], empty.winner[:] = ply, led, best, winner
    empty.played[:, 1] = lanes(gone)
    for seat, card in zip(seats, on_table, strict=True):
        empty.played[:, seat] |= cardsets.BITS[card]
        empty.trick[:, seat] = card
    empty.history[0, ply - len(on_table) : ply] = on_table
    empty.tricks[:] = 1  # no chelem
    empty.leaders[0, ply // 4] = seats[0] if seats else 0
    for seat, suits in (void or {}).items():
        empty.void[0, seat] = sum(1 << "SHDC".index(suit) for suit in suits)
    suits, trumps = playable(empty.hand[:, 0], empty.hand[:, 1], empty.led, empty.best)
    empty.legal[:, 0], empty.legal[:, 1] = suits, trumps
    return empty


def decision(observation: Observation) -> str:
    return ACTION_NAMES[AGENT.act(observation, np.random.default_rng(0))[0]]


ALL_TRUMPS_BUT_HIS = " ".join(f"T{n}" for n in range(2, 22) if n != 20)

DEFENCE = [
    ("points go to a partner's trick, when nothing has to be followed", "S3 HQ", "D2 T20 D5", {"taker": 3}, "HQ"),
    ("and not to the taker's", "S3 HQ", "D2 T20 D5", {"taker": 2}, "S3"),
    ("a queen of the taker's is taken with the king", "HK H2 S3", "HQ H3 H5", {"taker": 1}, "HK"),
    ("the king waits for more than a low card", "HK H2 S3", "H5", {"taker": 3}, "H2"),
    ("nothing of value in front of a taker who ruffs", "HQ H2 S3", "H5", {"taker": 1, "void": {1: "H"}}, "H2"),
    ("the Petit goes under a partner's 21", "T1 T4 S3", "T5 T21", {"taker": 2}, "T1"),
    ("but not under the taker's", "T1 T4 S3", "T5 T21", {"taker": 3}, "T4"),
    ("the Petit ruffs when the taker has followed", "T1 T9 S3", "D2 D5 D6", {"taker": 3}, "T1"),
    ("and not in front of him", "T1 T9 S3", "D2", {"taker": 1}, "T9"),
    ("the 21 is not spent on the taker's trump", "T21 T12 S3", "T5", {"taker": 3}, "T12"),
    ("the lowest trump that takes, not a higher one", "T9 T15 S3", "D2 D5 DQ", {"taker": 3}, "T9"),
    ("the Excuse is not kept for the last trick, as leader", "EX S3", "", {"taker": 2}, "EX"),
    ("nor as follower", "EX S3", "S5", {"taker": 2}, "EX"),
    ("the longest suit is led, from below", "S3 S5 S9 SN H2 H4 D8", "", {"taker": 2}, "S3"),
    ("the taker is made to ruff", "S3 S5 H2 H4 D8", "", {"taker": 2, "void": {2: "H"}}, "H2"),
    ("trumps and Excuse are not led", "T15 T9 T8 T3 EX D2", "", {"taker": 1}, "D2"),
]
TAKER = [
    ("the king before it is ruffed, not a low card under it", "HK H2 S3 D4 T5", "", {}, "HK"),
    ("last, the points that lie there are taken", "HQ H2 S3", "H3 HN H5", {}, "HQ"),
    ("a trick that cannot be won gets the least", "HJ H2 S3", "H3 HN H5", {}, "H2"),
    ("the Petit ruffs when nobody is behind", "T1 T9 S3", "D2 D5 D6", {}, "T1"),
    ("and not when one behind may overtrump", "T1 T9 S3", "D2", {"void": {1: "D"}}, "T9"),
    ("with long trumps, trumps", "T21 T20 T19 T15 T12 T9 T8 T6 T2 S3 S4 S5 H2", "", {}, "T19"),
    ("the Petit is for the last trick when no trump is out", "T1 T20", "", {"gone": ALL_TRUMPS_BUT_HIS}, "T20"),
    ("the Excuse is not kept for the last trick", "EX S3", "S5", {}, "EX"),
    ("after a led Excuse, as if he led, and not the Petit", "T21 T20 T19 T18 T17 T16 T15 T1 HK DK CK", "EX", {}, "HK"),
]


@pytest.mark.parametrize(("hand", "trick", "known", "card"), [s[1:] for s in DEFENCE], ids=[s[0] for s in DEFENCE])
def test_a_defender_plays(hand, trick, known, card):
    assert decision(position(hand, trick, **known)) == card


@pytest.mark.parametrize(("hand", "trick", "known", "card"), [s[1:] for s in TAKER], ids=[s[0] for s in TAKER])
def test_the_taker_plays(hand, trick, known, card):
    assert decision(position(hand, trick, taker=0, **known)) == card


def test_the_taker_of_a_chelem_keeps_the_excuse_for_the_last_trick():
    view = position("EX T20", "", taker=0, gone="T21")
    view.chelem[:], view.tricks[:] = True, (16, 0)
    assert decision(view) == "T20"


COUNTS = [
    (GARDE_HAND, 60),  # le21bollenois.com/levaluation-du-jeu, first example
    (PASS_HAND, 34),  # second example
    ("T21 T20 T19 T16 T14 T12 T8 EX HK HQ H8 H5 H2 H4 DK C8 C9 C3", 45 + 17 + 6),  # third: trumps, hearts, king
    ("T5 T4 T3 T2 S1 S2 S3 S4 H1 H2 H3 H4 D1 D2 D3 C1 C2 C3", 0),  # four trumps, no court card, no long suit
    ("T5 T4 T3 T2 T1 S1 S2 S3 S4 H1 H2 H3 H4 D1 D2 D3 C1 C2", 5 * 2 + 5),  # the Petit fifth
    ("EX T4 T3 T2 T1 S1 S2 S3 S4 H1 H2 H3 H4 D1 D2 D3 C1 C2", 5 * 2 + 5 + 8),  # the Excuse counts as a trump
    ("T20 T19 T17 T2 S1 S2 S3 S4 H1 H2 H3 H4 D1 D2 D3 C1 C2 C3", 3 * 2 + 2),  # majors, two of them in a run
    ("S1 S2 S3 S4 S5 S6 S7 H1 H2 H3 H4 H5 H6 D1 D2 D3 D4 D5", 9 + 7 + 5),  # long suits
    ("SK HQ DN CJ S1 S2 S3 H1 H2 H3 D1 D2 D3 C1 C2 C3 C4 T2", 6 + 3 + 2 + 1 + 5),  # court cards; five clubs
]


@pytest.mark.parametrize(("hand", "count"), COUNTS)
def test_the_published_count(hand, count):
    assert evaluation.chavey(lanes(hand)).tolist() == [count]


def test_voids_and_singletons_count_for_an_overbid_only():
    hand = lanes("S1 S2 S3 S4 S5 S6 S7 S8 H1 T2 T3 T4 T5 T6 T7 T8 T9 T10")  # one heart, no diamond, no club
    assert evaluation.short_suit_points(hand).tolist() == [3 + 6 + 6]


def bid(hand: str, highest: Contract = Contract.NONE) -> str:
    view = Engine(1, seed=0).observe()
    view.hand[:] = lanes(hand)
    view.contract[:] = highest
    view.legal[:, 1] = [sum(int(cardsets.TRUMP_BITS[a]) for a in (PASS, *range(PASS + highest + 1, PASS + 5)))]
    return decision(view)


@pytest.mark.parametrize(
    ("hand", "highest", "action"),
    [
        (PASS_HAND, Contract.NONE, "PASS"),
        (GARDE_HAND, Contract.NONE, "GARDE"),
        (GARDE_HAND, Contract.PRISE, "GARDE"),
        (GARDE_HAND, Contract.GARDE, "PASS"),
        ("T21 T20 T19 T18 T17 T16 T15 T14 T13 EX T1 HK HQ HN HJ H1 H2 H3", Contract.GARDE, "GARDE_CONTRE"),
    ],
)
def test_bids_by_the_count_and_above_what_was_bid(hand, highest, action):
    assert bid(hand, highest) == action


def discarded(hand: str, dog: str) -> set[str]:
    """The six cards that the taker of a garde puts aside."""
    others = [c for c in ACTION_NAMES[:78] if c not in f"{hand} {dog}".split()]
    engine = Engine(1, seed=0)
    hands = [hand, *(" ".join(others[k::3]) for k in range(3))]
    engine.reset(hands=np.concatenate([lanes(h) for h in hands])[None], dog=lanes(dog), dealer=3)
    for action in ("GARDE", "PASS", "PASS", "PASS"):
        engine.step([ACTION_NAMES.index(action)])
    aside = []
    while engine.phase[0] == Phase.DISCARD:
        aside.append(decision(engine.observe()))
        engine.step([ACTION_NAMES.index(aside[-1])])
    return set(aside)


def test_the_discard_saves_points_then_shortens_suits_and_keeps_kings_and_the_long_suit():
    hand = "T21 T19 T17 T12 T9 T8 T7 EX SQ S5 S2 HK H4 DN D3 C2 C4 C6"
    assert discarded(hand, dog="C7 C8 HQ T2 D6 C9") == {"SQ", "DN", "S2", "S5", "D3", "D6"}


def test_trumps_go_aside_only_when_there_is_nothing_else():
    trumps = " ".join(f"T{n}" for n in range(1, 18))
    assert discarded(f"{trumps} SK", dog="HK DK CK S1 S2 S3") == {"S1", "S2", "S3", "T2", "T3", "T4"}


def test_a_poignee_is_shown_at_its_largest_and_holds_the_petit_back():
    trumps = " ".join(f"T{n}" for n in range(1, 15))
    hand = f"{trumps} S1 S2 S3 S4"
    others = [c for c in ACTION_NAMES[:78] if c not in hand.split()]
    engine = Engine(1, Rules.official(), seed=0)
    hands = [hand, *(" ".join(others[k:54:3]) for k in range(3))]
    engine.reset(hands=np.concatenate([lanes(h) for h in hands])[None], dog=lanes(" ".join(others[54:])), dealer=3)
    for action in ("GARDE_SANS", "PASS", "PASS", "PASS", "PASS"):
        engine.step([ACTION_NAMES.index(action)])
    assert decision(engine.observe()) == "POIGNEE_DOUBLE"
    engine.step([ACTION_NAMES.index("POIGNEE_DOUBLE")])
    assert decision(engine.observe()) == "T1"


def test_no_card_is_marked_by_what_is_not_a_choice():
    """A position is decided alone as it is in a batch with others."""
    engine = Engine(300, seed=5)
    for _ in range(30):
        views = engine.observe()
        together = AGENT.act(views, engine.rng)
        alone = [AGENT.act(views.take([n]), engine.rng)[0] for n in range(0, 300, 37)]
        assert together[::37].tolist() == alone
        engine.step(together)


def test_cards_of_the_dog_may_still_be_in_the_takers_hand():
    """A king that he has picked up is not gone: a queen does not beat it, until it has been played."""
    view = position("HQ H2 S3", "H5", taker=1)
    view.dog[:] = lanes("HK H9 D1 D2 D3 D4")
    assert not (look(view).masters.suits & lanes("HQ")[:, 0]).any()
    view.played[:, 1] = lanes("HK")
    assert (look(view).masters.suits & lanes("HQ")[:, 0]).all()
