"""The rules of four-player French tarot on card names, one short function a rule.

Written from the rule texts alone, so that `tarot_env` has something independent to be compared with. A card
is its name: "SK" the king of spades, "T21" a trump, "EX" the Excuse.

Sources: S0 the official rule text ("Règlement"), in force for "official"; S2 the short guide of the game to
100 points, in force for "casual"; FFT the rules of the French federation, R-RO201206; PAG pagat.com; UHR
Uhrich 1999; BEU a rule page that collects special cases. "chosen" marks a point on which they are silent or
differ.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
EXCUSE = "EX"
PETIT = "T1"
BOUTS = frozenset({"T1", "T21", EXCUSE})
DECK = (
    *(suit + rank for suit in "SHDC" for rank in RANKS),
    EXCUSE,
    *(f"T{number}" for number in range(1, 22)),
)
STRENGTH = {card: RANKS.index(card[1:]) for card in DECK if card[0] in "SHDC"} | {
    f"T{number}": number for number in range(1, 22)
}

CONTRACTS = ("PRISE", "GARDE", "GARDE_SANS", "GARDE_CONTRE")
MULTIPLIER = {"PRISE": 1, "GARDE": 2, "GARDE_SANS": 4, "GARDE_CONTRE": 6}  # S0
TARGET = (56, 51, 41, 36)  # S0: points the taker needs with 0, 1, 2, 3 bouts
POIGNEE_TRUMPS = {"simple": 10, "double": 13, "triple": 15}  # S0
POIGNEE_BONUS = {"simple": 20, "double": 30, "triple": 40}  # S0

TAKER, DEFENCE = "taker", "defence"


# --- cards --------------------------------------------------------------------------------------------------


def half_points(card: str) -> int:
    """S0: king and bout 4.5, queen 3.5, knight 2.5, jack 1.5, every other card 0.5; here in halves."""
    if card in BOUTS:
        return 9
    return 1 if is_trump(card) else {"K": 9, "Q": 7, "N": 5, "J": 3}.get(card[1:], 1)


def is_trump(card: str) -> bool:
    """S0: the Excuse "n'a aucune valeur d'atout"; the 21 numbered cards are the trumps."""
    return card[0] == "T"


def numbered_trumps(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if card[0] == "T"]


def is_petit_sec(hand: Collection[str]) -> bool:
    """S0: "Le Petit seul atout dans la main annule la donne (Petit avec Excuse n'annule pas)"."""
    return EXCUSE not in hand and numbered_trumps(hand) == [PETIT]


# --- auction and discard ------------------------------------------------------------------------------------


def legal_bids(bids: Sequence[str], rules: str) -> set[str]:
    """S0: pass, or a contract strictly higher than every earlier bid.

    A chelem asked in the auction is a garde contre with a chelem (S0's note on programs), so it can be bid
    while garde contre can; that it does not overbid a plain garde contre is chosen. S2 knows no chelem.
    """
    spoken = [CONTRACTS.index(contract_of(bid)) for bid in bids if bid != "PASS"]
    higher = CONTRACTS[max(spoken, default=-1) + 1 :]
    chelem = {"CHELEM"} if rules == "official" and "GARDE_CONTRE" in higher else set()
    return {"PASS", *higher} | chelem


def contract_of(bid: str) -> str:
    return "GARDE_CONTRE" if bid == "CHELEM" else bid


def has_discard(contract: str) -> bool:
    """S0: with prise and garde the taker takes the dog and puts six cards aside."""
    return contract in ("PRISE", "GARDE")


def discardable(held: Collection[str]) -> set[str]:
    """S0: never a king nor a bout; trumps only "si cela s'avère indispensable".

    UHR, BEU: that is when no other card is left.
    """
    ordinary = {card for card in held if card[0] in "SHDC" and card[1] != "K"}
    return ordinary or {card for card in held if is_trump(card) and card not in BOUTS}


# --- poignée ------------------------------------------------------------------------------------------------


def poignees_open(trumps: Collection[str], excuse: bool) -> list[str]:
    """S0: 10, 13 or 15 trumps, the Excuse counting as one.

    Showing the Excuse says that no other trump is held back, so it serves only where the numbered trumps are
    exactly one short (BEU). That one may show a smaller size than one has is chosen.
    """
    have = len(trumps)
    return [size for size, need in POIGNEE_TRUMPS.items() if have >= need or (excuse and have == need - 1)]


# --- tricks -------------------------------------------------------------------------------------------------


def card_asked(trick: Sequence[str]) -> str | None:
    """S0: the first card sets what is asked; after a led Excuse the second. None: nothing is asked."""
    return next((card for card in trick if card != EXCUSE), None)


def playable(hand: Collection[str], trick: Sequence[str]) -> set[str]:
    """S0: follow suit; without it trump, higher than the highest trump on the table, be it a partner's.

    If that cannot be done any trump will do; with neither suit nor trump, any card. The Excuse is free at any
    time.
    """
    asked = card_asked(trick)
    if asked is None:
        return set(hand)
    excuse = {EXCUSE} if EXCUSE in hand else set()
    if not is_trump(asked):
        suit = {card for card in hand if card[0] == asked[0]}
        if suit:
            return suit | excuse
    trumps = set(numbered_trumps(hand))
    if not trumps:
        return set(hand)
    highest = max((STRENGTH[card] for card in trick if card[0] == "T"), default=0)
    higher = {card for card in trumps if STRENGTH[card] > highest}
    return (higher or trumps) | excuse


def legal_cards(hand: str, trick: str = "") -> list[str]:
    """The cards of `hand` that may be played to `trick`, in the hand's order; names with spaces between."""
    cards = hand.split()
    allowed = playable(cards, trick.split())
    return [card for card in cards if card in allowed]


@dataclass(frozen=True)
class Trick:
    leader: int
    cards: tuple[str, ...]
    winner: int

    def player_of(self, card: str) -> int:
        return (self.leader + self.cards.index(card)) % 4


def best_position(cards: Sequence[str]) -> int:
    """S0: the highest trump wins, else the highest card of the suit asked; the Excuse does not."""
    asked = card_asked(cards)
    assert asked is not None, "a full trick holds a card that is not the Excuse"
    winning = "T" if any(map(is_trump, cards)) else asked[0]
    return max((STRENGTH[card], at) for at, card in enumerate(cards) if card[0] == winning)[1]


def trick_winner(earlier: Sequence[Trick], leader: int, cards: Sequence[str], taker: int) -> int:
    if excuse_completes_chelem(earlier, cards, taker):
        return leader
    return (leader + best_position(cards)) % 4


def excuse_completes_chelem(earlier: Sequence[Trick], cards: Sequence[str], taker: int) -> bool:
    """S0: the Excuse led to the last trick wins it for a taker who won the 17 before ("demandé ou non").

    S0 names the taker alone, so the defence has no such right (chosen; PAG gives it to either side).
    """
    return cards[0] == EXCUSE and len(earlier) == 17 and all(trick.winner == taker for trick in earlier)


# --- the count ----------------------------------------------------------------------------------------------


def side_of(seat: int, taker: int) -> str:
    return TAKER if seat == taker else DEFENCE


def other(side: str) -> str:
    return DEFENCE if side == TAKER else TAKER


def owner_of_set_aside(contract: str) -> str:
    """S0: discard and hidden dog count for the taker; the dog of a garde contre for the defence."""
    return DEFENCE if contract == "GARDE_CONTRE" else TAKER


def excuse_owner(tricks: Sequence[Trick], taker: int, contract: str, rules: str) -> str:
    """S0: in tricks 1-17 its player's side keeps it; in trick 18 it changes side, unless it won the trick.

    S0, FFT p.4: it changes side even when a partner of its player wins trick 18 (PAG reports an older rule);
    S2: the winner of trick 18 has it. In the dog it is the dog's owner's.
    """
    number, trick = next(((n, trick) for n, trick in enumerate(tricks, start=1) if EXCUSE in trick.cards), (0, None))
    if trick is None:
        return owner_of_set_aside(contract)
    player = trick.player_of(EXCUSE)
    if number < 18 or trick.winner == player:
        return side_of(player, taker)
    return side_of(trick.winner, taker) if rules == "casual" else other(side_of(player, taker))


class Count(NamedTuple):
    half_points: dict[str, int]
    """What each side has in its tricks, half points; 182 in all."""
    bouts: int
    """Bouts in the taker's tricks."""
    excuse_owner: str


def count(tricks: Sequence[Trick], taker: int, contract: str, set_aside: Sequence[str], rules: str) -> Count:
    """Who has what after 18 tricks; `set_aside` is the discard or the hidden dog."""
    piles: dict[str, list[str]] = {TAKER: [], DEFENCE: []}
    piles[owner_of_set_aside(contract)] += [card for card in set_aside if card != EXCUSE]
    for trick in tricks:
        piles[side_of(trick.winner, taker)] += [card for card in trick.cards if card != EXCUSE]
    owner = excuse_owner(tricks, taker, contract, rules)
    piles[owner].append(EXCUSE)
    points = {side: sum(map(half_points, pile)) for side, pile in piles.items()}
    pay_for_excuse(points, tricks, taker, owner)
    return Count(points, sum(card in BOUTS for card in piles[TAKER]), owner)


def pay_for_excuse(points: dict[str, int], tricks: Sequence[Trick], taker: int, owner: str) -> None:
    """S0: a side that has the Excuse without the trick it was played to gives a half-point card for it.

    FFT p.8: a side with no card to give still owes the half point ("4 points et un Bout").
    """
    for trick in tricks:
        winner = side_of(trick.winner, taker)
        if EXCUSE in trick.cards and winner != owner:
            points[owner] -= 1
            points[winner] += 1


def petit_au_bout(tricks: Sequence[Trick], taker: int) -> str | None:
    """S0: the side that wins the Petit in the last trick; in trick 17 if the Excuse completes a chelem."""
    *_, last_but_one, last = tricks
    if PETIT in last.cards:
        return side_of(last.winner, taker)
    excuse_won_last = excuse_completes_chelem(tricks[:-1], last.cards, taker)
    return TAKER if excuse_won_last and PETIT in last_but_one.cards else None


def chelem_by(tricks: Sequence[Trick], taker: int) -> str | None:
    """S0, FFT p.6: a chelem is all 18 tricks, whatever the points."""
    winners = {side_of(trick.winner, taker) for trick in tricks}
    return winners.pop() if len(winners) == 1 else None


# --- the score ----------------------------------------------------------------------------------------------


class DealScore(NamedTuple):
    taker: int
    defender: int


def score(
    contract: str,
    bouts: int,
    points: int,
    *,
    petit_au_bout: str | None = None,
    poignees: Iterable[str] = (),
    chelem_announced: bool = False,
    chelem_by: str | None = None,
    rules: str = "official",
) -> DealScore:
    """What taker and each defender get. `points` are the taker's, `poignees` the sizes, whoever showed."""
    times = MULTIPLIER[contract.upper()]
    margin = points - TARGET[bouts]
    sign = 1 if margin >= 0 else -1  # S0: a contract made by nothing is made
    petit = {TAKER: 10, DEFENCE: -10, None: 0}[petit_au_bout]
    if rules == "casual":  # S2: the Petit after the product; no poignée, no chelem
        share = times * (sign * 25 + margin) + petit
    else:  # S0: a poignée goes to the side that wins the deal, a chelem has a sign of its own
        shown = sum(POIGNEE_BONUS[size] for size in poignees)
        share = times * (sign * 25 + margin + petit) + sign * shown + chelem_bonus(chelem_announced, chelem_by)
    return DealScore(3 * share, -share)


def chelem_bonus(announced: bool, made_by: str | None) -> int:
    """S0: +400 announced and made, +200 made unannounced, -200 announced and missed, whatever the contract.

    FFT p.6: a chelem of the defence is worth 200 to each defender. That the two can fall together is chosen.
    """
    if made_by == TAKER:
        return 400 if announced else 200
    return -200 * announced - 200 * (made_by == DEFENCE)
