"""The oracle rule by rule: what may be bid, put aside, shown and played, and what it is worth."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable

import pytest
from oracle import Oracle, Poignee, legal_cards, score
from random_deals import play_out, strong_deal
from situations import cards

RICH_DEAL = (["T21..T6 T1 EX", "S7..SK H1..H10", "T2..T5 C1..CK", "D1..DK HJ..HK"], "S1..S6")
FFT_DEAL = (
    ["SK HK DK CK T21..T8", "S3..SQ H2..H8", "T1..T6 C2..CQ", "EX D2..DQ H9..HQ"],
    "T7 S1 H1 D1 C1 S2",
)
SIXTEEN_TRUMPS = (
    ["SK HK DK T21..T7", "S3..SQ H2..H8", "T1..T5 C2..CK", "EX D2..DQ H9..HQ"],
    "T6 S1 H1 D1 C1 S2",
)


def table(deal: tuple[list[str], str], *actions: str, rules: str = "official", dealer: int = 3) -> Oracle:
    """The oracle on `deal` (hands in shorthand) after some actions."""
    hands, dog = deal
    oracle = Oracle(rules, dealer, [cards(hand) for hand in hands], cards(dog))
    return after(oracle, " ".join(actions).split())


def after(oracle: Oracle, actions: Iterable[str]) -> Oracle:
    for action in actions:
        oracle.step(action)
    return oracle


# --- which cards may be played ------------------------------------------------------------------------------


LEGAL = [
    ("the Excuse is not forced on a player without the suit", "EX T2 T20", "S10", "EX T2 T20"),
    ("the Excuse is not forbidden to a player who has the suit", "EX SK T2", "S10", "EX SK"),
    ("the Excuse is not forbidden to a player who must beat a trump", "EX T2 T20", "T10", "EX T20"),
    ("holding the Excuse leaves a player without suit and trumps any card", "EX H2", "S10", "EX H2"),
    ("the Excuse alone is forced", "EX", "S10 T4", "EX"),
    ("beat the highest trump on the table, not the last", "T5 T9 H2", "S10 T8 T3", "T9"),
    ("below the highest trump every trump will do, also one above the last", "T2 T5", "S10 T8 T3", "T2 T5"),
    ("the Excuse hides no trump on the table", "T5 T9", "S10 T8 EX", "T9"),
    ("the card after a led Excuse is free, king, trump or low", "S1 SK T1 T21 H3", "EX", "S1 SK T1 T21 H3"),
    ("a trump after a led Excuse makes a trump trick", "S3 T4 T12", "EX T10", "T12"),
    ("a suit after a led Excuse must be followed", "S3 H2 T21", "EX S10", "S3"),
    ("a higher card of the suit is no duty", "S3 SK", "SQ", "S3 SK"),
]


@pytest.mark.parametrize(("trap", "hand", "trick", "legal"), LEGAL, ids=[row[0] for row in LEGAL])
def test_legal_cards(trap: str, hand: str, trick: str, legal: str) -> None:
    assert legal_cards(hand, trick) == legal.split(), trap


# --- the score ----------------------------------------------------------------------------------------------


SCORES = [
    ("made by nothing is made", score("garde", 2, 41), 50),
    ("short by one is lost", score("garde", 2, 40), -52),
    ("made, Petit to the taker", score("garde", 2, 49, petit_au_bout="taker"), (25 + 8 + 10) * 2),
    ("made, Petit to the defence", score("garde", 2, 49, petit_au_bout="defence"), (25 + 8 - 10) * 2),
    ("lost, Petit to the taker", score("garde", 2, 33, petit_au_bout="taker"), -(25 + 8 - 10) * 2),
    ("lost, Petit to the defence", score("garde", 2, 33, petit_au_bout="defence"), -(25 + 8 + 10) * 2),
    (
        "casual: Petit not multiplied",
        score("garde", 2, 49, petit_au_bout="taker", rules="casual"),
        33 * 2 + 10,
    ),
    ("casual, lost", score("garde", 2, 33, petit_au_bout="taker", rules="casual"), -33 * 2 + 10),
    ("a poignée is not multiplied", score("garde_contre", 3, 36, poignees=["double"]), 25 * 6 + 30),
    ("poignées add up", score("prise", 3, 36, poignees=["simple", "simple"]), 25 + 40),
    ("a poignée of a lost deal", score("prise", 3, 35, poignees=["triple"]), -26 - 40),
    ("casual: no poignée", score("prise", 3, 36, poignees=["triple"], rules="casual"), 25),
    ("chelem missed, made", score("prise", 3, 60, chelem_announced=True), 25 + 24 - 200),
    ("chelem missed, lost", score("prise", 3, 30, chelem_announced=True), -(25 + 6) - 200),
    ("chelem announced", score("prise", 3, 91, chelem_announced=True, chelem_by="taker"), 80 + 400),
    ("chelem unannounced", score("prise", 3, 91, chelem_by="taker"), 80 + 200),
    ("chelem of the defence", score("prise", 0, 3, chelem_by="defence"), -(25 + 53) - 200),
    ("both chelems", score("prise", 0, 3, chelem_announced=True, chelem_by="defence"), -(25 + 53) - 400),
    ("casual: no chelem", score("prise", 3, 91, chelem_by="taker", rules="casual"), 80),
]


@pytest.mark.parametrize(("trap", "due", "share"), SCORES, ids=[row[0] for row in SCORES])
def test_score(trap: str, due: tuple[int, int], share: int) -> None:
    assert due == (3 * share, -share), trap


# --- dealing and auction ------------------------------------------------------------------------------------


def test_petit_sec_is_not_played() -> None:
    petit_sec = ["T1 S1..SK H1..H3", "T2..T19", "T20 T21 C1..CK D1 D2", "EX H4..HK D3..D8"]
    with pytest.raises(ValueError, match="petit sec at seat 0"):
        table((petit_sec, "D9..DK"))


def test_petit_with_the_excuse_is_played() -> None:
    hands = ["T1 EX S1..SK H1 H2", "T2..T19", "T20 T21 C1..CK D1 D2", "H3..HK D3..D8"]
    assert table((hands, "D9..DK")).phase == "AUCTION"


@pytest.mark.parametrize(
    ("hands", "dog", "complaint"),
    [
        (
            ["T21..T6 T1 EX", "S7..SK H1..H10", "T2..T5 C1..CK", "D1..DK HJ..HK"],
            "S1..S5 T21",
            "78 cards once",
        ),
        (["T21..T6 T1", "S7..SK H1..H10", "T2..T5 C1..CK", "D1..DK HJ..HK"], "S1..S6 EX", "hands of 18"),
    ],
)
def test_what_is_no_deal_is_refused(hands: list[str], dog: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        table((hands, dog))


def test_four_passes_end_the_deal_with_zeros() -> None:
    oracle = table(RICH_DEAL, "PASS PASS PASS PASS")
    assert (oracle.phase, oracle.seat, oracle.legal()) == ("DONE", -1, set())
    assert oracle.result is not None
    assert oracle.result.scores == [0, 0, 0, 0]
    with pytest.raises(ValueError, match="legal is nothing"):
        oracle.step("PASS")


@pytest.mark.parametrize("dealer", range(4))
def test_auction_is_one_round_that_the_dealer_ends(dealer: int) -> None:
    oracle = table(RICH_DEAL, dealer=dealer)
    spoke = []
    for bid in ("PRISE", "PASS", "GARDE", "PASS"):
        spoke.append(oracle.seat)
        oracle.step(bid)
    assert spoke == [(dealer + 1) % 4, (dealer + 2) % 4, (dealer + 3) % 4, dealer]
    assert (oracle.taker, oracle.contract, oracle.phase) == ((dealer + 3) % 4, "GARDE", "DISCARD")


@pytest.mark.parametrize(
    ("bids", "legal"),
    [
        ("", "PASS PRISE GARDE GARDE_SANS GARDE_CONTRE CHELEM"),
        ("PRISE", "PASS GARDE GARDE_SANS GARDE_CONTRE CHELEM"),
        ("PRISE PASS", "PASS GARDE GARDE_SANS GARDE_CONTRE CHELEM"),
        ("GARDE_SANS", "PASS GARDE_CONTRE CHELEM"),
        ("GARDE_CONTRE", "PASS"),
        ("CHELEM PASS", "PASS"),
    ],
)
def test_bids_rise(bids: str, legal: str) -> None:
    assert table(RICH_DEAL, bids).legal() == set(legal.split())
    assert table(RICH_DEAL, bids.replace("CHELEM", "GARDE_CONTRE"), rules="casual").legal() == {
        bid for bid in legal.split() if bid != "CHELEM"
    }


# --- chelem -------------------------------------------------------------------------------------------------


def test_chelem_bid_is_a_garde_contre_that_is_not_asked_again_and_leads() -> None:
    oracle = table(RICH_DEAL, "CHELEM PASS PASS PASS", dealer=1)
    assert (oracle.contract, oracle.taker, oracle.chelem_announced) == ("GARDE_CONTRE", 2, True)
    assert (oracle.phase, oracle.seat) == ("PLAY", 2)


@pytest.mark.parametrize(("answer", "leader"), [("CHELEM", 0), ("PASS", 2)])
def test_chelem_after_the_auction_keeps_the_contract_and_gives_the_lead(answer: str, leader: int) -> None:
    oracle = table(RICH_DEAL, "PASS PASS GARDE_SANS PASS", dealer=1)
    assert (oracle.phase, oracle.seat, oracle.legal()) == ("CHELEM", 0, {"PASS", "CHELEM"})
    oracle.step(answer)
    assert (oracle.contract, oracle.chelem_announced) == ("GARDE_SANS", answer == "CHELEM")
    assert oracle.leader == oracle.seat == leader


def test_announcements_do_not_survive_into_the_next_deal() -> None:
    rng = random.Random(5)
    play_out(table(RICH_DEAL, "CHELEM PASS PASS PASS POIGNEE_TRIPLE T6 T7"), rng)
    following = table(RICH_DEAL)
    assert (following.chelem_announced, following.poignees, following.contract) == (False, [], None)
    following = after(following, ["GARDE_SANS", "PASS", "PASS", "PASS", "PASS", "PASS"])
    play_out(following, rng)
    assert following.result is not None
    assert following.result.poignees == []


def test_casual_asks_for_no_chelem_and_no_poignee() -> None:
    oracle = table(RICH_DEAL, "GARDE_CONTRE PASS PASS PASS", rules="casual")
    assert (oracle.phase, oracle.seat) == ("PLAY", 0)


# --- discard ------------------------------------------------------------------------------------------------


def test_discard_never_holds_a_king_a_bout_or_a_trump_that_can_stay() -> None:
    oracle = table(RICH_DEAL, "PASS PRISE PASS PASS")
    assert oracle.legal() == set(cards("S1..SQ H1..H10"))


def test_trumps_are_discarded_only_when_no_other_card_is_left() -> None:
    oracle = table(FFT_DEAL, "GARDE PASS PASS PASS")
    assert oracle.legal() == set(cards("S1 H1 D1 C1 S2"))
    after(oracle, cards("S1 H1 D1 C1 S2"))
    assert oracle.legal() == set(cards("T7..T20"))


# --- poignée ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trumps", "excuse", "sizes"),
    [
        (9, False, ""),
        (9, True, "POIGNEE_SIMPLE"),
        (10, False, "POIGNEE_SIMPLE"),
        (11, True, "POIGNEE_SIMPLE"),
        (12, False, "POIGNEE_SIMPLE"),
        (12, True, "POIGNEE_SIMPLE POIGNEE_DOUBLE"),
        (13, True, "POIGNEE_SIMPLE POIGNEE_DOUBLE"),
        (14, True, "POIGNEE_SIMPLE POIGNEE_DOUBLE POIGNEE_TRIPLE"),
        (15, False, "POIGNEE_SIMPLE POIGNEE_DOUBLE POIGNEE_TRIPLE"),
    ],
)
def test_sizes_that_may_be_shown(trumps: int, excuse: bool, sizes: str) -> None:
    oracle = table(trump_holder(trumps, excuse), "GARDE_SANS PASS PASS PASS PASS")
    if sizes:
        assert (oracle.phase, oracle.legal()) == ("POIGNEE", {"PASS", *sizes.split()})
    else:
        assert oracle.phase == "PLAY"


def trump_holder(trumps: int, excuse: bool) -> tuple[list[str], str]:
    """Seat 0 holds the lowest trumps, with or without the Excuse; no other seat can show a poignée first."""
    low, high = cards(f"T1..T{trumps}"), cards(f"T{trumps + 1}..T21")
    plain = cards("S1..SK H1..HK D1..DK C1..CK")
    hands = []
    for start in (low + ["EX"] * excuse, high[9:], [], high[:9] + ["EX"] * (not excuse)):
        hands.append(" ".join(start + [plain.pop() for _ in range(18 - len(start))]))
    return hands, " ".join(plain)


def test_surplus_is_held_back_card_by_card_and_the_excuse_stays_hidden() -> None:
    oracle = table(trump_holder(12, True), "GARDE_SANS PASS PASS PASS PASS POIGNEE_SIMPLE")
    assert oracle.legal() == set(cards("T1..T12"))
    after(oracle, ["T1", "T12"])
    assert oracle.poignees == [Poignee(0, "simple", frozenset(cards("T2..T11")))]
    assert (oracle.phase, oracle.seat) == ("PLAY", 0)
    assert {"T1", "T12", "EX"} <= oracle.legal()


def test_excuse_is_shown_where_the_trumps_are_one_short() -> None:
    oracle = table(trump_holder(12, True), "GARDE_SANS PASS PASS PASS PASS POIGNEE_DOUBLE")
    assert oracle.poignees == [Poignee(0, "double", frozenset(["EX", *cards("T1..T12")]))]
    assert oracle.phase == "PLAY"


def test_discarded_trump_is_shown_again() -> None:
    oracle = table(FFT_DEAL, "GARDE PASS PASS PASS S1 H1 D1 C1 S2 T7 PASS POIGNEE_TRIPLE")
    assert oracle.poignees == [Poignee(0, "triple", frozenset(cards("T7..T21")))]


def test_discarded_trump_cannot_be_held_back() -> None:
    oracle = table(SIXTEEN_TRUMPS, "GARDE PASS PASS PASS S1 H1 D1 C1 S2 T6 PASS POIGNEE_TRIPLE")
    assert oracle.legal() == set(cards("T7..T21"))
    oracle.step("T21")
    assert oracle.poignees == [Poignee(0, "triple", frozenset(cards("T6..T20")))]


def test_hidden_dog_counts_for_no_poignee() -> None:
    hands = ["S1..S9 T1..T9", "T10..T18 S10..SK C1..C4", "EX C5..CK D1..D7", "D8..DK H1..HJ"]
    oracle = table((hands, "T19 T20 T21 HN HQ HK"), "GARDE_SANS PASS PASS PASS PASS")
    assert oracle.phase == "PLAY"


def test_poignee_is_asked_of_each_seat_before_its_first_card_only() -> None:
    hands = ["T1..T10 S1..S8", "T11..T21 S9..SK C1", "EX C2..CK D1..D4", "D5..DK H1..H8"]
    oracle = table((hands, "H9..HK"), "GARDE_SANS PASS PASS PASS PASS")
    asked = []
    while oracle.phase != "DONE":
        if oracle.phase == "POIGNEE":
            asked.append((oracle.seat, len(oracle.tricks), len(oracle.trick)))
            oracle.step("PASS")
        else:
            oracle.step(min(oracle.legal()))
    assert asked == [(0, 0, 0), (1, 0, 1)]


# --- the oracle as an object --------------------------------------------------------------------------------


def test_illegal_action_is_refused_with_nothing_changed() -> None:
    rng = random.Random(11)
    oracle = Oracle("official", *strong_deal(rng))
    while oracle.phase != "DONE":
        before = copy.deepcopy(vars(oracle))
        for action in ("T99", "", "EX", "GARDE", "CHELEM", "PASS", "POIGNEE_SIMPLE", "SK", "T21"):
            if action not in oracle.legal():
                with pytest.raises(ValueError, match="illegal for seat"):
                    oracle.step(action)
        assert vars(oracle) == before
        oracle.step(rng.choice(sorted(oracle.legal())))
