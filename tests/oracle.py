"""A whole deal of French tarot, in plain Python on card names: the oracle that `tarot_env` is compared with.

`Oracle` walks a deal through its phases; each rule it applies is a function of `oracle_rules`. It is written
to be read and to be right, one deal at a time; nothing of it comes from `tarot_env`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from oracle_rules import (
    DECK,
    DEFENCE,
    EXCUSE,
    POIGNEE_TRUMPS,
    TAKER,
    TARGET,
    Trick,
    chelem_by,
    contract_of,
    count,
    discardable,
    has_discard,
    is_petit_sec,
    legal_bids,
    legal_cards,
    numbered_trumps,
    petit_au_bout,
    playable,
    poignees_open,
    score,
    trick_winner,
)

__all__ = ["Oracle", "Poignee", "Result", "legal_cards", "score"]

POIGNEE_ACTIONS = {"POIGNEE_SIMPLE": "simple", "POIGNEE_DOUBLE": "double", "POIGNEE_TRIPLE": "triple"}


@dataclass(frozen=True)
class Poignee:
    """What a seat has shown."""

    seat: int
    size: str
    cards: frozenset[str]


@dataclass(frozen=True)
class Result:
    """How a deal ended. After four passes: no points, no bouts, no owner of the Excuse, four zeros."""

    scores: list[int]
    points: int = 0
    defence_points: int = 0
    bouts: int = 0
    petit_au_bout: str | None = None
    poignees: list[str] = field(default_factory=list)
    chelem_by: str | None = None
    made: bool = False
    excuse_owner: str | None = None


class Oracle:
    """One deal. `seat` may do one of `legal()` in `phase`; `step` does it.

    Four passes end the deal with zeros. `contract`, `taker` and `chelem_announced` are set when the auction
    is over.

    Raises ValueError for hands that are no deal, and for a petit sec, which voids the deal (S0).
    """

    def __init__(self, rules: str, dealer: int, hands: Sequence[Sequence[str]], dog: Sequence[str]) -> None:
        _check_deal(rules, dealer, hands, dog)
        self.rules = rules
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.dog = list(dog)
        self.bids: list[str] = []
        self.contract: str | None = None
        self.taker: int | None = None
        self.chelem_announced = False
        self.discard: list[str] = []
        self.poignees: list[Poignee] = []
        self.tricks: list[Trick] = []
        self.trick: list[str] = []  # cards on the table
        self.leader = -1
        self.result: Result | None = None
        self._size: str | None = None  # the poignée being shown, while its surplus is held back
        self._held_back: list[str] = []
        self.phase = "AUCTION"
        self.seat = _next(dealer)  # S0: the right neighbour of the dealer speaks first

    def legal(self) -> set[str]:
        """The names of the actions open to `seat`; none when the deal is over."""
        if self.phase == "PLAY":
            return playable(self.hands[self.seat], self.trick)
        if self.phase == "AUCTION":
            return legal_bids(self.bids, self.rules)
        if self.phase == "DISCARD":
            return discardable(self.hands[self.seat])
        if self.phase == "CHELEM":
            return {"PASS", "CHELEM"}
        if self.phase == "POIGNEE":
            return self._legal_poignee()
        return set()

    def step(self, action: str) -> None:
        """Do `action` for `seat`. Raises ValueError, with nothing changed, if it is not legal."""
        legal = self.legal()
        if action not in legal:
            allowed = " ".join(sorted(legal)) or "nothing"
            raise ValueError(f"{action!r} is illegal for seat {self.seat} in {self.phase}: legal is {allowed}")
        act = {
            "AUCTION": self._bid,
            "DISCARD": self._put_aside,
            "CHELEM": self._answer_chelem,
            "POIGNEE": self._show_poignee,
            "PLAY": self._play,
        }[self.phase]
        act(action)

    # S0: one round, each seat speaks once, the highest bid takes.

    def _bid(self, bid: str) -> None:
        self.bids.append(bid)
        if len(self.bids) < 4:
            self.seat = _next(self.seat)
        elif all(bid == "PASS" for bid in self.bids):
            self._end(Result([0, 0, 0, 0]))
        else:
            self._close_auction()

    def _close_auction(self) -> None:
        at, bid = [(at, bid) for at, bid in enumerate(self.bids) if bid != "PASS"][-1]
        self.contract = contract_of(bid)
        self.chelem_announced = bid == "CHELEM"
        self.seat = self.taker = (self.dealer + 1 + at) % 4
        if has_discard(self.contract):
            self.hands[self.seat] += self.dog
            self.phase = "DISCARD"
        else:
            self._ask_chelem()

    def _put_aside(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.discard.append(card)
        if len(self.discard) == 6:
            self._ask_chelem()

    # S0: a chelem may also be asked after the auction, with any contract (FFT p.6), before the first lead.

    def _ask_chelem(self) -> None:
        if self.rules == "official" and not self.chelem_announced:
            self.phase = "CHELEM"
        else:
            self._open_play()

    def _answer_chelem(self, answer: str) -> None:
        self.chelem_announced = answer == "CHELEM"
        self._open_play()

    def _open_play(self) -> None:
        """S0: the right neighbour of the dealer leads, or the taker who announced a chelem."""
        assert self.taker is not None
        self.leader = self.taker if self.chelem_announced else _next(self.dealer)
        self._give_turn(self.leader)

    def _give_turn(self, seat: int) -> None:
        self.seat = seat
        may_show = self.rules == "official" and not self.tricks and self._poignees_open()
        self.phase = "POIGNEE" if may_show else "PLAY"

    # S0: a poignée is shown right before one's first card. FFT p.7: the holder chooses what he holds back.

    def _trumps_to_show(self) -> list[str]:
        """FFT p.7: trumps that the taker put aside count, and are shown again."""
        put_aside = self.discard if self.seat == self.taker else []
        return numbered_trumps(self.hands[self.seat] + put_aside)

    def _poignees_open(self) -> list[str]:
        return poignees_open(self._trumps_to_show(), EXCUSE in self.hands[self.seat])

    def _legal_poignee(self) -> set[str]:
        if self._size is not None:
            return set(numbered_trumps(self.hands[self.seat])) - set(self._held_back)
        sizes = self._poignees_open()
        return {"PASS", *(action for action, size in POIGNEE_ACTIONS.items() if size in sizes)}

    def _show_poignee(self, action: str) -> None:
        if action == "PASS":
            self.phase = "PLAY"
            return
        if self._size is None:
            self._size = POIGNEE_ACTIONS[action]
        else:
            self._held_back.append(action)
        trumps = set(self._trumps_to_show()) - set(self._held_back)
        need = POIGNEE_TRUMPS[self._size]
        if len(trumps) > need:
            return
        excuse = {EXCUSE} if len(trumps) < need else set()
        self.poignees.append(Poignee(self.seat, self._size, frozenset(trumps | excuse)))
        self._size, self._held_back = None, []
        self.phase = "PLAY"

    def _play(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.trick.append(card)
        if len(self.trick) < 4:
            self._give_turn(_next(self.seat))
            return
        assert self.taker is not None
        winner = trick_winner(self.tricks, self.leader, self.trick, self.taker)
        self.tricks.append(Trick(self.leader, tuple(self.trick), winner))
        self.trick = []
        if len(self.tricks) == 18:
            self._end(self._settle(self.taker))
        else:
            self.leader = winner
            self._give_turn(winner)

    def _settle(self, taker: int) -> Result:
        assert self.contract is not None
        counted = count(self.tricks, taker, self.contract, self.discard or self.dog, self.rules)
        points = _whole(counted.half_points[TAKER])
        petit = petit_au_bout(self.tricks, taker)
        sizes = [poignee.size for poignee in self.poignees]
        slam = chelem_by(self.tricks, taker)
        due = score(
            self.contract,
            counted.bouts,
            points,
            petit_au_bout=petit,
            poignees=sizes,
            chelem_announced=self.chelem_announced,
            chelem_by=slam,
            rules=self.rules,
        )
        return Result(
            scores=[due.taker if seat == taker else due.defender for seat in range(4)],
            points=points,
            defence_points=_whole(counted.half_points[DEFENCE]),
            bouts=counted.bouts,
            petit_au_bout=petit,
            poignees=sizes,
            chelem_by=slam,
            made=points >= TARGET[counted.bouts],
            excuse_owner=counted.excuse_owner,
        )

    def _end(self, result: Result) -> None:
        self.result = result
        self.phase = "DONE"
        self.seat = -1


def _next(seat: int) -> int:
    """S0: everything goes round anticlockwise; the next seat is the right neighbour."""
    return (seat + 1) % 4


def _whole(half_points: int) -> int:
    """With four players each side always holds whole points; a half is a card lost or unpaid."""
    if half_points % 2:
        raise ValueError(f"{half_points / 2} points: a half point is missing")
    return half_points // 2


def _check_deal(rules: str, dealer: int, hands: Sequence[Sequence[str]], dog: Sequence[str]) -> None:
    if rules not in ("official", "casual"):
        raise ValueError(f"rules {rules!r}: official or casual")
    if dealer not in range(4):
        raise ValueError(f"dealer {dealer}: a seat is 0, 1, 2 or 3")
    if [len(hand) for hand in hands] != [18] * 4 or len(dog) != 6:
        raise ValueError("a deal is four hands of 18 cards and a dog of 6")
    if sorted([*dog, *(card for hand in hands for card in hand)]) != sorted(DECK):
        raise ValueError("a deal holds each of the 78 cards once")
    void = [seat for seat, hand in enumerate(hands) if is_petit_sec(hand)]
    if void:
        raise ValueError(f"petit sec at seat {void[0]}: the deal is void")
