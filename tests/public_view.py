"""What one seat knows, field by field of `Observation`: worked out from an oracle, and read from an engine."""

from __future__ import annotations

from typing import Any

from oracle import Oracle
from oracle_rules import (
    BOUTS,
    CONTRACTS,
    DECK,
    DEFENCE,
    EXCUSE,
    POIGNEE_TRUMPS,
    STRENGTH,
    TAKER,
    best_position,
    card_asked,
    contract_of,
    excuse_owner,
    half_points,
    is_trump,
    numbered_trumps,
    side_of,
)

from tarot_env.actions import ACTION_NAMES, Phase
from tarot_env.cardsets import Lanes, to_ids
from tarot_env.observation import Observation
from tarot_env.rules import Contract
from tarot_env.state import NO_CARD

View = dict[str, Any]
SUITS = "SHDC"
SIZES = ("simple", "double", "triple")
LED_TRUMPS, NOTHING_LED = 4, 5
TRUMP = 14
"""Added to the number of a trump for its strength in a trick."""


# --- from the engine ----------------------------------------------------------------------------------------


def told(observation: Observation, n: int) -> View:
    """One view as names and numbers."""

    def names(sets: Lanes) -> set[str]:
        return {ACTION_NAMES[i] for i in to_ids(sets)}

    def card(number: int) -> str | None:
        return None if number == NO_CARD else ACTION_NAMES[number]

    view: View = {
        name: getattr(observation, name)[n].tolist()
        for name in (
            *("turn", "dealer", "taker", "chelem", "surplus", "ply", "leaders", "led", "best", "winner"),
            *("bids", "poignee", "void", "ceiling", "points", "bouts", "tricks"),
        )
    }
    view |= {name: names(getattr(observation, name)[n]) for name in ("legal", "hand", "dog", "discard", "unseen")}
    view |= {name: [names(cards) for cards in getattr(observation, name)[n]] for name in ("shown", "played")}
    view |= {name: [card(c) for c in getattr(observation, name)[n].tolist()] for name in ("history", "trick")}
    view["phase"] = Phase(observation.phase[n]).name
    view["contract"] = Contract(observation.contract[n]).name
    return view


# --- from the oracle ----------------------------------------------------------------------------------------


def known(oracle: Oracle, viewer: int) -> View:
    """The same from what lies open on the table, and the viewer's own cards."""
    view = (
        _whose_turn(oracle, viewer)
        | _auction(oracle, viewer)
        | _set_aside(oracle, viewer)
        | _poignees(oracle, viewer)
        | _tricks(oracle, viewer)
        | _current_trick(oracle, viewer)
        | _shown_out(oracle, viewer)
        | _counts(oracle, viewer)
    )
    view["hand"] = set(oracle.hands[viewer])
    view["unseen"] = set(DECK).difference(view["hand"], view["dog"], view["discard"], *view["played"], *view["shown"])
    return view


def _relative(seat: int | None, viewer: int) -> int:
    return -1 if seat is None or seat < 0 else (seat - viewer) % 4


def _around(by_seat: list[Any], viewer: int) -> list[Any]:
    return by_seat[viewer:] + by_seat[:viewer]


def _whose_turn(oracle: Oracle, viewer: int) -> View:
    acts = oracle.seat == viewer
    hidden = oracle.phase == "POIGNEE" and not acts  # that a seat is asked would tell of its trumps
    return {
        "phase": "PLAY" if hidden else oracle.phase,
        "turn": _relative(oracle.seat, viewer),
        "legal": oracle.legal() if acts else set(),
        "dealer": _relative(oracle.dealer, viewer),
    }


def _auction(oracle: Oracle, viewer: int) -> View:
    speakers = [(oracle.dealer + 1 + at) % 4 for at in range(4)]
    bids = [-1] * 4
    taker, contract = None, "NONE"
    for seat, bid in zip(speakers, oracle.bids, strict=False):
        bids[seat] = 0 if bid == "PASS" else CONTRACTS.index(contract_of(bid)) + 1
        if bid != "PASS":
            taker, contract = seat, contract_of(bid)
    return {
        "bids": _around(bids, viewer),
        "taker": _relative(taker, viewer),
        "contract": contract,
        "chelem": oracle.chelem_announced or "CHELEM" in oracle.bids,
    }


def _set_aside(oracle: Oracle, viewer: int) -> View:
    picked_up = oracle.contract in ("PRISE", "GARDE")
    turned_up = oracle.phase == "DONE" and oracle.contract is not None
    own = viewer == oracle.taker
    return {
        "dog": set(oracle.dog) if picked_up or turned_up else set(),
        "discard": {card for card in oracle.discard if own or is_trump(card)},
    }


def _poignees(oracle: Oracle, viewer: int) -> View:
    sizes, shown, surplus = [0] * 4, [set[str]() for _ in range(4)], 0
    for poignee in oracle.poignees:
        sizes[poignee.seat] = SIZES.index(poignee.size) + 1
        shown[poignee.seat] = set(poignee.cards)
    if oracle._size is not None and oracle.seat == viewer:  # being put together, for nobody else to see
        sizes[viewer] = SIZES.index(oracle._size) + 1
        shown[viewer] = set(oracle._trumps_to_show()) - set(oracle._held_back)
        surplus = len(shown[viewer]) - POIGNEE_TRUMPS[oracle._size]
    return {"poignee": _around(sizes, viewer), "shown": _around(shown, viewer), "surplus": surplus}


def _tricks(oracle: Oracle, viewer: int) -> View:
    played = [set[str]() for _ in range(4)]
    cards: list[str] = []
    for leader, trick in _all_tricks(oracle):
        for place, card in enumerate(trick):
            played[(leader + place) % 4].add(card)
            cards.append(card)
    leaders = [leader for leader, _ in _all_tricks(oracle)]
    leaders += [oracle.tricks[-1].winner] if len(oracle.tricks) == 18 else []
    relative = [_relative(leader, viewer) for leader in leaders]
    return {
        "played": _around(played, viewer),
        "ply": len(cards),
        "history": cards + [None] * (72 - len(cards)),
        "leaders": relative + [-1] * (19 - len(relative)),
    }


def _all_tricks(oracle: Oracle) -> list[tuple[int, tuple[str, ...]]]:
    """Leader and cards of every trick, the one that lies open too."""
    tricks = [(trick.leader, trick.cards) for trick in oracle.tricks]
    open_now = oracle.phase in ("POIGNEE", "PLAY")
    return [*tricks, (oracle.leader, tuple(oracle.trick))] if open_now else tricks


def _current_trick(oracle: Oracle, viewer: int) -> View:
    lying: list[str | None] = [None] * 4
    for place, card in enumerate(oracle.trick):
        lying[(oracle.leader + place) % 4] = card
    asked = card_asked(oracle.trick)
    view: View = {"trick": _around(lying, viewer), "led": NOTHING_LED, "best": 0, "winner": -1}
    if asked is not None:
        place = best_position(oracle.trick)
        card = oracle.trick[place]
        view["led"] = LED_TRUMPS if is_trump(asked) else SUITS.index(asked[0])
        view["best"] = TRUMP + STRENGTH[card] if is_trump(card) else STRENGTH[card] + 1
        view["winner"] = _relative((oracle.leader + place) % 4, viewer)
    return view


def _shown_out(oracle: Oracle, viewer: int) -> View:
    """S0: who does not follow has none of the suit, who then does not trump has no trump, who does not go over the
    highest trump has none above it."""
    void, ceiling = [0] * 4, [21] * 4
    for leader, cards in _all_tricks(oracle):
        for place, card in enumerate(cards):
            seat, before = (leader + place) % 4, cards[:place]
            asked = card_asked(before)
            if asked is None or card == EXCUSE:
                continue
            if not is_trump(asked) and card[0] != asked[0]:
                void[seat] |= 1 << SUITS.index(asked[0])
            highest = max((STRENGTH[trump] for trump in numbered_trumps(before)), default=0)
            if is_trump(card) and STRENGTH[card] < highest:
                ceiling[seat] = min(ceiling[seat], highest)
            if not is_trump(card) and (is_trump(asked) or card[0] != asked[0]):
                ceiling[seat] = 0
    return {"void": _around(void, viewer), "ceiling": _around(ceiling, viewer)}


def _counts(oracle: Oracle, viewer: int) -> View:
    """Half points, bouts and tricks of both sides; the Excuse with the side that will keep it."""
    sides = (TAKER, DEFENCE)
    points, bouts, won = [0, 0], [0, 0], [0, 0]
    for trick in oracle.tricks:
        assert oracle.taker is not None
        assert oracle.contract is not None
        winner = sides.index(side_of(trick.winner, oracle.taker))
        won[winner] += 1
        for card in trick.cards:
            owner = winner
            if card == EXCUSE:
                owner = sides.index(excuse_owner(oracle.tricks, oracle.taker, oracle.contract, oracle.rules))
            points[owner] += half_points(card) - (owner != winner)
            points[winner] += owner != winner
            bouts[owner] += card in BOUTS
    if viewer == oracle.taker:
        points[0] += sum(map(half_points, oracle.discard))
    return {"points": points, "bouts": bouts, "tricks": won}
