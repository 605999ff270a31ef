"""`legal_cards` and `score_deal`: agreement with the engine and the oracle, bad input. Known facts: test_known.py."""

from __future__ import annotations

import json
import re
from typing import Any

import oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from known import DEALS

from tarot_env import DealScore, Record, Rules, legal_cards, score_deal
from tarot_env.cards import NAMES, format_cards, parse_cards
from tarot_env.cardsets import to_ids

# --- legal cards --------------------------------------------------------------------------------------------


def test_legal_cards_keep_the_order_of_the_hand() -> None:
    assert legal_cards("T9 EX T21 H2 T10", "S10 T8") == ["T9", "EX", "T21", "T10"]
    assert legal_cards("") == []


def test_legal_cards_are_those_of_the_engine() -> None:
    """At each of the 72 plays of the recorded deals, for the hand and the trick that lie there."""
    for fact in DEALS[:10]:
        record = Record.loads(json.dumps(fact))
        for engine in record.positions():
            state = engine.state
            if engine.phase[0] != 4:
                continue
            ply, hand = int(state.ply[0]), to_ids(state.hand[0, engine.seat[0]])
            trick = state.history[0, ply - ply % 4 : ply]
            expected = [NAMES[card] for card in to_ids(state.legal[0])]
            assert legal_cards(format_cards(hand), format_cards(trick)) == expected


@given(st.lists(st.sampled_from(NAMES), unique=True, max_size=21), st.integers(0, 3))
def test_legal_cards_agree_with_the_oracle(cards: list[str], lying: int) -> None:
    trick, hand = cards[:lying], cards[lying:]
    if hand:
        assert set(legal_cards(" ".join(hand), " ".join(trick))) == set(
            oracle.legal_cards(" ".join(hand), " ".join(trick))
        )


@pytest.mark.parametrize(
    ("hand", "trick", "problem"),
    [
        ("SK S11", "", "unknown card 'S11'; did you mean S1?"),
        ("sk", "", "unknown card 'sk'; did you mean SK?"),
        ("SK", "XYZ", "unknown card 'XYZ' (cards are S, H, D, C with 1..10, J, N, Q, K; T1..T21; EX)"),
        ("P3", "", "unknown card 'P3' (cards are S, H, D, C with 1..10, J, N, Q, K; T1..T21; EX)"),
        ("SK H1 SK", "", "card SK is given twice"),
        ("SK H1", "S1 SK", "SK is in the hand and in the trick"),
        ("SK", "S1 S2 S3 S4", "at most three cards lie in a trick that is played to, not 4"),
    ],
)
def test_legal_cards_refuses(hand: str, trick: str, problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        legal_cards(hand, trick)


@given(st.text() | st.lists(st.sampled_from([*NAMES, "", "T22", "ex"])).map(" ".join))
def test_parse_cards_raises_nothing_but_value_error(text: str) -> None:
    try:
        cards = parse_cards(text)
    except ValueError as error:
        problem = str(error)
        assert problem.isprintable()
    else:
        assert format_cards(cards).split() == text.split()


# --- scores -------------------------------------------------------------------------------------------------


@given(
    contract=st.sampled_from(["prise", "GARDE", "Garde_Sans", "garde_contre"]),
    bouts=st.integers(0, 3),
    points=st.integers(0, 91),
    petit_au_bout=st.sampled_from([None, "taker", "defence"]),
    poignees=st.lists(st.sampled_from(["simple", "double", "triple"]), max_size=2),
    chelem_announced=st.booleans(),
    chelem_by=st.sampled_from([None, "taker", "defence"]),
    rules=st.sampled_from(["official", "casual"]),
)
def test_score_agrees_with_the_oracle(
    contract: str, bouts: int, points: int, rules: str, poignees: list[Any], chelem_announced: bool, **sides: Any
) -> None:
    if rules == "casual":
        poignees, chelem_announced = [], False
    announced = {"poignees": poignees, "chelem_announced": chelem_announced}
    expected = oracle.score(contract, bouts, points, rules=rules, **announced, **sides)
    score = score_deal(contract, bouts, points, rules=Rules.named(rules), **announced, **sides)
    assert score == expected
    assert score.taker + 3 * score.defender == 0
    assert {type(score.taker), type(score.defender)} == {int}


def test_the_same_deal_in_both_rules() -> None:
    """Garde and garde contre made by 8 with the Petit last: multiplied in the official game, added in the casual."""
    made_by_8 = {"bouts": 2, "points": 49, "petit_au_bout": "taker"}
    for contract, official, casual in (("garde", 86, 76), ("garde_contre", 258, 208)):
        assert score_deal(contract, **made_by_8) == DealScore(3 * official, -official)
        assert score_deal(contract, **made_by_8, rules=Rules.casual()) == DealScore(3 * casual, -casual)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"contract": "gard"}, "unknown contract 'gard': did you mean GARDE?"),
        ({"contract": "pass"}, "unknown contract 'pass': PRISE, GARDE, GARDE_SANS, GARDE_CONTRE"),
        ({"contract": None}, "unknown contract None: PRISE, GARDE, GARDE_SANS, GARDE_CONTRE"),
        ({"bouts": 4}, "bouts is a whole number 0..3, not 4"),
        ({"bouts": -1}, "bouts is a whole number 0..3, not -1"),
        ({"bouts": True}, "bouts is a whole number 0..3, not True"),
        ({"points": 92}, "points is a whole number 0..91, not 92"),
        ({"points": 40.5}, "points is a whole number 0..91, not 40.5"),
        ({"points": "41"}, "points is a whole number 0..91, not '41'"),
        ({"petit_au_bout": "attack"}, 'petit_au_bout is None, "taker" or "defence", not \'attack\''),
        ({"chelem_by": True}, 'chelem_by is None, "taker" or "defence", not True'),
        ({"poignees": "simple"}, "poignees is a sequence of sizes, as ('simple',), not 'simple'"),
        ({"poignees": ["single"]}, 'a poignee is "simple", "double" or "triple", not \'single\''),
        ({"chelem_announced": True, "rules": Rules.casual()}, "chelem_announced: the casual rules know no chelem"),
        ({"poignees": ["simple"], "rules": Rules.casual()}, "poignees: the casual rules know no poignee"),
    ],
)
def test_score_deal_refuses(wrong: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        score_deal(**{"contract": "garde", "bouts": 2, "points": 41} | wrong)


def test_rules_go_by_name_too() -> None:
    assert score_deal("garde", 2, 49, petit_au_bout="taker", rules="casual").defender == -76
    with pytest.raises(ValueError, match="unknown rules 'house'"):
        score_deal("garde", 2, 49, rules="house")


@pytest.mark.parametrize("cards", [["S3", "SK"], ("S3",), None])
def test_cards_that_are_no_text_are_refused(cards: object) -> None:
    with pytest.raises(ValueError, match="one text of names separated by spaces"):
        legal_cards(cards)  # type: ignore[arg-type]
