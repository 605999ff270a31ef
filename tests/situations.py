"""Whole deals built by hand, each for one thing that tarot programs get wrong, the count worked out on paper.

A seat plays the first legal card of its hand as listed; `announcements` has everything that is not played.
"""

from __future__ import annotations

from dataclasses import dataclass

from oracle import Oracle
from oracle_rules import RANKS


def cards(text: str) -> list[str]:
    """ "T21..T19 S9..SJ EX" -> T21 T20 T19 S9 S10 SJ EX."""
    names: list[str] = []
    for word in text.split():
        first, _, last = word.partition("..")
        names += _run(first, last) if last else [first]
    return names


def _run(first: str, last: str) -> list[str]:
    ranks = [str(number) for number in range(1, 22)] if first[0] == "T" else list(RANKS)
    start, stop = ranks.index(first[1:]), ranks.index(last[1:])
    step = 1 if start <= stop else -1
    return [first[0] + ranks[at] for at in range(start, stop + step, step)]


@dataclass(frozen=True)
class Situation:
    """One deal and what it comes to. `share` is what the taker gets from each defender."""

    name: str
    hands: tuple[str, str, str, str]
    dog: str
    announcements: str
    share: int
    points: int
    bouts: int
    petit_au_bout: str | None = None
    chelem_by: str | None = None
    excuse_owner: str = "taker"
    rules: str = "official"
    dealer: int = 3  # so that seat 0 bids and leads first


def play(situation: Situation) -> tuple[Oracle, list[str]]:
    """Plays it; returns the finished deal and the actions."""
    hands = [cards(hand) for hand in situation.hands]
    oracle = Oracle(situation.rules, situation.dealer, hands, cards(situation.dog))
    announcements = iter(situation.announcements.split())
    actions = []
    while oracle.phase != "DONE":
        legal = oracle.legal()
        in_play = oracle.phase == "PLAY"
        action = next(c for c in oracle.hands[oracle.seat] if c in legal) if in_play else next(announcements)
        oracle.step(action)
        actions.append(action)
    assert next(announcements, None) is None, "an announcement nobody was asked for"
    return oracle, actions


# A hand that wins every trick with its trumps.
RICH = "T21..T6 T1 EX"
HEARTS_AND_SPADES, CLUBS, DIAMONDS = "S7..SK H1..H10", "T2..T5 C1..CK", "D1..DK HJ..HK"

# A hand that wins none: it holds the lowest spades and hearts. Seat 1 takes trick 1 with the king of
# spades, draws trumps, then cashes its kings. The discard is D1 .. D6, 3 points.
POOR = "S1..S9 H1..H9"
MASTER = "T21..T8 SK HK DK CK"
EXCUSE_LAST, EXCUSE_FIRST = "C1..CQ S10..SQ EX", "EX C1..CQ S10..SQ"
SMALL_TRUMPS = "T1..T7 D7..DQ H10..HQ"
POOR_PRISE = "PRISE PASS PASS PASS D1 D2 D3 D4 D5 D6"

# A hand with no trump but the highest, that loses trick 1 (S1 S7 T1 HJ, 7 points) and leads the Excuse to
# trick 18 (EX H10 CK DK, 14 points): 91 - 7 - 14 = 70.
ONE_SHORT = ("S1 T21..T6 EX", "S7..SK H1..H10", "T1..T5 C2..CK", "HJ..HK D1..DK")
ONE_SHORT_DOG = "C1 S2..S6"

SITUATIONS = [
    # --- the Excuse and its half point
    Situation(
        "the taker's Excuse is kept by a side that wins no trick: 4 points and a bout",
        ("EX S1..S8 H1..H9", MASTER, "S9 C1..CQ S10..SQ", SMALL_TRUMPS),
        "D1..D6",
        f"{POOR_PRISE} PASS PASS",
        share=-(25 + 44) - 200,
        points=3 + 4,
        bouts=1,
        chelem_by="defence",
    ),
    Situation(
        "the taker's Excuse changes side in the last trick",
        ("S1..S8 H1..H9 EX", MASTER, "S9 C1..CQ S10..SQ", SMALL_TRUMPS),
        "D1..D6",
        f"{POOR_PRISE} PASS PASS",
        share=-(25 + 53) - 200,
        points=3,
        bouts=0,
        chelem_by="defence",
        excuse_owner="defence",
    ),
    Situation(
        "the taker's Excuse led to the last trick after a lost trick wins nothing and changes side",
        ONE_SHORT,
        ONE_SHORT_DOG,
        "GARDE_SANS PASS PASS PASS PASS PASS",
        share=(25 + 19) * 4,
        points=70,
        bouts=1,
        excuse_owner="defence",
    ),
    Situation(
        "a defender's Excuse in tricks 1 to 17 stays with the defence, for 4 points",
        (POOR, MASTER, EXCUSE_FIRST, SMALL_TRUMPS),
        "D1..D6",
        f"{POOR_PRISE} PASS PASS",
        share=-(25 + 53) - 200,
        points=3,
        bouts=0,
        chelem_by="defence",
        excuse_owner="defence",
    ),
    Situation(
        "a defender's Excuse is kept by a defence without any trick: 4 points and a bout",
        ("T21..T5 T1", HEARTS_AND_SPADES, "EX T2..T4 C1..CK", DIAMONDS),
        "S1..S6",
        "GARDE_SANS PASS PASS PASS PASS PASS",
        share=(25 + 46 + 10) * 4 + 200,
        points=87,
        bouts=2,
        petit_au_bout="taker",
        chelem_by="taker",
        excuse_owner="defence",
    ),
    Situation(
        "a defender's Excuse in the last trick is won with it by the taker, and nothing is paid for it",
        ("T21..T5 T1", HEARTS_AND_SPADES, "T2..T4 C1..CK EX", DIAMONDS),
        "S1..S6",
        "GARDE_SANS PASS PASS PASS PASS PASS",
        share=(25 + 55 + 10) * 4 + 200,
        points=91,
        bouts=3,
        petit_au_bout="taker",
        chelem_by="taker",
    ),
    Situation(
        "a defender's Excuse in the last trick, won by a partner, goes to the taker: 4 points and a bout",
        (POOR, MASTER, EXCUSE_LAST, SMALL_TRUMPS),
        "D1..D6",
        f"{POOR_PRISE} PASS PASS",
        share=-(25 + 44) - 200,
        points=3 + 4,
        bouts=1,
        chelem_by="defence",
    ),
    Situation(
        "the same in the casual game: the winner of the last trick has it",
        (POOR, MASTER, EXCUSE_LAST, SMALL_TRUMPS),
        "D1..D6",
        POOR_PRISE,
        share=-(25 + 53),
        points=3,
        bouts=0,
        chelem_by="defence",
        excuse_owner="defence",
        rules="casual",
    ),
    Situation(
        "the Excuse led to the last trick by the defence after 17 tricks does not win it",
        (POOR, "T21..T8 SK HK DK EX", "C1..CK S10..SQ", SMALL_TRUMPS),
        "D1..D6",
        f"{POOR_PRISE} PASS PASS",
        share=-(25 + 44) - 200,
        points=3 + 4,
        bouts=1,
        chelem_by="defence",
    ),
    # --- petit au bout
    Situation(
        "the Petit counts as au bout in trick 17 when the Excuse completes the chelem",
        (RICH, HEARTS_AND_SPADES, CLUBS, DIAMONDS),
        "S1..S6",
        "GARDE_SANS PASS PASS PASS PASS PASS",
        share=(25 + 55 + 10) * 4 + 200,
        points=91,
        bouts=3,
        petit_au_bout="taker",
        chelem_by="taker",
    ),
    Situation(
        "the Petit under the Excuse that completes the chelem, in trick 18, is au bout for the taker",
        (
            "T21..T18 SK..SJ HK..HJ DK..DJ CK EX",
            "T5..T2 S1..S4 H1..H4 D1..D4 C1 T1",
            "T10..T13 S5..S10 H5..H10 D5 D6",
            "T14..T17 D7..D10 C4..CQ",
        ),
        "T6..T9 C2 C3",
        "GARDE_SANS PASS PASS PASS PASS",
        share=(25 + 55 + 10) * 4 + 200,
        points=91,
        bouts=3,
        petit_au_bout="taker",
        chelem_by="taker",
    ),
    Situation(
        "the Petit in trick 17 counts for nothing when the chelem was made without the Excuse last",
        ("T21..T6 T1 SK", "S7..SQ EX H1..H10", CLUBS, DIAMONDS),
        "S1..S6",
        "GARDE_SANS PASS PASS PASS PASS PASS",
        share=(25 + 46) * 4 + 200,
        points=87,
        bouts=2,
        chelem_by="taker",
        excuse_owner="defence",
    ),
    Situation(
        "the Petit in the last trick of a lost contract, won by the defence, makes the loss deeper",
        (POOR, "T21..T9 SK HK DK CK T1", EXCUSE_FIRST, "T2..T8 D7..DQ H10..HQ"),
        "D1..D6",
        f"{POOR_PRISE} PASS PASS",
        share=-(25 + 53 + 10) - 200,
        points=3,
        bouts=0,
        petit_au_bout="defence",
        chelem_by="defence",
        excuse_owner="defence",
    ),
    Situation(
        "the casual game adds petit au bout after the product",
        (RICH, HEARTS_AND_SPADES, CLUBS, DIAMONDS),
        "S1..S6",
        "GARDE_SANS PASS PASS PASS",
        share=(25 + 55) * 4 + 10,
        points=91,
        bouts=3,
        petit_au_bout="taker",
        chelem_by="taker",
        rules="casual",
    ),
    # --- poignées
    Situation(
        "poignées of both sides go to the taker who made his contract",
        ("T21..T11 SK HK DK CK SQ HQ EX", "T10..T1 C1..C8", "S1..SN H1..H6", "HJ HN D1..DQ C9..CJ"),
        "H7..H10 CN CQ",
        "GARDE_SANS PASS PASS PASS PASS POIGNEE_SIMPLE T11 POIGNEE_SIMPLE",
        share=(25 + 55) * 4 + 20 + 20 + 200,
        points=91,
        bouts=3,
        chelem_by="taker",
    ),
    Situation(
        "a poignée that the taker showed is paid by him when he fails",
        ("T1..T10 S1..S8", "T21..T11 SK HK DK CK SQ SN SJ", "EX C1..CQ H10..HQ", "D1..DQ H5..H9"),
        "S9 S10 H1..H4",
        "GARDE_CONTRE PASS PASS PASS PASS POIGNEE_SIMPLE PASS",
        share=-(25 + 56) * 6 - 20 - 200,
        points=0,
        bouts=0,
        chelem_by="defence",
        excuse_owner="defence",
    ),
    Situation(
        "a trump put aside counts for the taker's poignée (FFT p.7: four kings and fifteen trumps)",
        ("T21..T8 SK HK DK CK", "S3..SQ H2..H8", "T1..T6 C2..CQ", "EX D2..DQ H9..HQ"),
        "T7 S1 H1 D1 C1 S2",
        "GARDE PASS PASS PASS S1 H1 D1 C1 S2 T7 PASS POIGNEE_TRIPLE",
        share=(25 + 46) * 2 + 40 + 200,
        points=87,
        bouts=2,
        chelem_by="taker",
        excuse_owner="defence",
    ),
    # --- chelem
    Situation(
        "a chelem announced and not made costs 200 although the contract is made",
        ONE_SHORT,
        ONE_SHORT_DOG,
        "GARDE_SANS PASS PASS PASS CHELEM PASS",
        share=(25 + 19) * 4 - 200,
        points=70,
        bouts=1,
        excuse_owner="defence",
    ),
    Situation(
        "a chelem announced by a taker who loses every trick costs 200 twice",
        (POOR, MASTER, EXCUSE_FIRST, SMALL_TRUMPS),
        "D1..D6",
        f"{POOR_PRISE} CHELEM PASS",
        share=-(25 + 53) - 400,
        points=3,
        bouts=0,
        chelem_by="defence",
        excuse_owner="defence",
    ),
    Situation(
        "a chelem is a matter of tricks: 89 points without the first trick are none",
        ("S1 T21..T6 T1", "S7..SK H1..H10", "T2..T5 C2..CK EX", "D1..DK HJ..HK"),
        ONE_SHORT_DOG,
        "GARDE_SANS PASS PASS PASS PASS PASS",
        share=(25 + 53 + 10) * 4,
        points=89,
        bouts=3,
        petit_au_bout="taker",
    ),
    Situation(
        "a chelem is a matter of tricks: 64 points with every trick are one",
        ("T21..T4", "S1..SQ H1..H5", "T3 T2 C1..CQ H6..H8", "D1..DQ H9..HQ"),
        "T1 EX SK HK DK CK",
        "GARDE_CONTRE PASS PASS PASS PASS PASS",
        share=(25 + 13) * 6 + 200,
        points=91 - 27,
        bouts=1,
        chelem_by="taker",
        excuse_owner="defence",
    ),
    # --- the dog
    Situation(
        "the dog of a garde sans counts for the taker, once, with its bouts",
        ("T21..T4", "S1..SQ H1..H5", "T3 T2 C1..CQ H6..H8", "D1..DQ H9..HQ"),
        "T1 EX SK HK DK CK",
        "GARDE_SANS PASS PASS PASS PASS PASS",
        share=(25 + 55) * 4 + 200,
        points=91,
        bouts=3,
        chelem_by="taker",
    ),
]
