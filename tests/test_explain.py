"""Every reason why an action is refused, word for word."""

from __future__ import annotations

import pickle

import pytest
from situations import cards

from tarot_env import IllegalAction, Record
from tarot_env.actions import parse_action

# Seat 0 may show a simple poignée; seat 2 has no spades and one trump; seat 3 no trump.
HANDS = (
    "T1..T10 T12 EX S1 S2 SK H1 H2 D1",
    "T11 T13..T20 S3..SJ",
    "T21 H3..HK D2..D6",
    "D7..DK C1..C10",
)
DOG = "SN SQ CJ CN CQ CK"
SANS = "GARDE_SANS PASS PASS PASS PASS"  # the bids, and no chelem
PRISE = "PRISE PASS PASS PASS"
ASIDE = "S1 S2 SN SQ H1 H2"
TRUMPS_OF_1 = "T13, T14, T15, T16, T17, T18, T19, T20"
TRUMPS_OF_0 = "T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T12"

# what was done (the seat after the dealer begins), who deals, what is refused, why
SITUATIONS = [
    ("", 3, "S1", "S1 is no bid: say PASS or a contract"),
    ("", 3, "POIGNEE_SIMPLE", "POIGNEE_SIMPLE is no bid: say PASS or a contract"),
    ("GARDE", 3, "PRISE", "PRISE does not overcall GARDE"),
    ("GARDE", 3, "GARDE", "GARDE does not overcall GARDE"),
    ("GARDE_CONTRE", 3, "CHELEM", "CHELEM is bid as a garde contre, which does not overcall GARDE_CONTRE"),
    (PRISE, 3, "SK", "SK is a king, which cannot be put aside"),
    (PRISE, 3, "T1", "T1 is a bout, which cannot be put aside"),
    (PRISE, 3, "EX", "EX is a bout, which cannot be put aside"),
    (
        f"{PRISE} S1 S2 SN SQ H1",
        3,
        "T2",
        "T2 is a trump, put aside only when nothing else can be: the seat holds H2, D1, CJ, CN, CQ",
    ),
    (
        f"{PRISE} S1",
        3,
        "S1",
        f"S1 is not in the hand: it holds S2, SN, SQ, SK, H1, H2, D1, CJ, CN, CQ, CK, EX, {TRUMPS_OF_0}",
    ),
    (PRISE, 3, "PASS", "PASS is no card: one is to be put aside"),
    (f"{PRISE} {ASIDE}", 3, "GARDE", "GARDE is no answer here: the taker says CHELEM or PASS"),
    (SANS, 3, "T1", "T1 is no answer here: show a poignee or say PASS"),
    (
        SANS,
        3,
        "POIGNEE_DOUBLE",
        "POIGNEE_DOUBLE takes 13 trumps, or 12 and the Excuse: the seat has 11 and the Excuse",
    ),
    (f"{SANS} POIGNEE_SIMPLE", 3, "EX", f"EX cannot be held back: 1 of {TRUMPS_OF_0} must be"),
    (f"{SANS} POIGNEE_SIMPLE", 3, "PASS", f"PASS cannot be held back: 1 of {TRUMPS_OF_0} must be"),
    (f"{SANS} PASS", 3, "PASS", "PASS is no card: one is to be played"),
    (
        f"{SANS} PASS S1",
        3,
        "H3",
        f"H3 is not in the hand: it holds S3, S4, S5, S6, S7, S8, S9, S10, SJ, T11, {TRUMPS_OF_1}",
    ),
    (f"{SANS} PASS S1", 3, "T13", "T13 does not follow spades: the seat holds S3, S4, S5, S6, S7, S8, S9, S10, SJ"),
    (f"{SANS} PASS S1 S3", 3, "H3", "H3 is no trump: the seat has no spades and holds T21"),
    (f"{SANS} PASS T12", 3, "S3", f"S3 is no trump: trumps are asked for and the seat holds {TRUMPS_OF_1}"),
    (f"{SANS} PASS T12", 3, "T11", f"T11 does not overtrump T12: the seat holds {TRUMPS_OF_1}"),
    (f"{SANS} PASS EX T11", 3, "H3", "H3 is no trump: trumps are asked for and the seat holds T21"),
    (
        "PASS GARDE_SANS PASS PASS PASS C1",
        2,
        "POIGNEE_TRIPLE",
        "POIGNEE_TRIPLE takes 15 trumps, or 14 and the Excuse: the seat has 11 and the Excuse",
    ),
    (
        "PASS GARDE_SANS PASS PASS PASS C1 PASS",
        2,
        "S1",
        f"S1 is no trump: the seat has no clubs and holds {TRUMPS_OF_0}",
    ),
    (
        "PASS GARDE_SANS PASS PASS PASS C1 PASS T12",
        2,
        "T11",
        f"T11 does not overtrump T12: the seat holds {TRUMPS_OF_1}",
    ),
]


def table(actions: str, dealer: int, rules: str = "official") -> Record:
    return Record(rules, dealer, [" ".join(cards(hand)) for hand in HANDS], DOG, actions.split())


@pytest.mark.parametrize(("done", "dealer", "refused", "why"), SITUATIONS, ids=lambda value: str(value)[-40:])
def test_reason(done: str, dealer: int, refused: str, why: str) -> None:
    engine = table(done, dealer).replay().engine
    with pytest.raises(IllegalAction) as caught:
        engine.step([parse_action(refused)])
    assert caught.value.rule == why


@pytest.mark.parametrize("action", [-1, 87])
def test_number_out_of_range(action: int) -> None:
    engine = table("", 3).replay().engine
    with pytest.raises(IllegalAction) as caught:
        engine.step([action])
    assert caught.value.rule == f"{action} is no action: actions are 0..86"


def test_chelem_where_the_rules_know_none() -> None:
    engine = table("", 3, rules="casual").replay().engine
    with pytest.raises(IllegalAction) as caught:
        engine.step([parse_action("CHELEM")])
    assert caught.value.rule == "CHELEM is no bid: the casual rules know no chelem"


def test_message_says_where_and_survives_pickling() -> None:
    engine = table(f"{SANS} PASS S1 S3", 3).replay().engine
    with pytest.raises(IllegalAction) as caught:
        engine.step([parse_action("H3")])
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == "deal 0, seat 2, PLAY: H3 is no trump: the seat has no spades and holds T21"
    assert (again.deal, again.seat, again.phase.name, again.action) == (0, 2, "PLAY", parse_action("H3"))
