"""A table drawn as plain text, as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tarot_env.actions import ACTION_NAMES, POIGNEE_SIMPLE, Phase
from tarot_env.cards import EXCUSE, NAMES, NUM_CARDS, SUIT
from tarot_env.cardsets import Lanes, to_ids
from tarot_env.observation import Observation
from tarot_env.rules import Contract
from tarot_env.state import NO_CARD, NOT_SPOKEN
from tarot_env.tally import tally

SEATS: Final = ("you", "right", "across", "left")
"""Names of seats as one seat sees them: 0 is itself, 1 the next to play, who sits to the right."""

_SUIT_SIGNS: Final = "♠♥♦♣"
_WIDTH: Final = 56


def table_text(observation: Observation, scores: Sequence[int] | None = None) -> str:
    """The table as one seat sees it: trick, auction, tricks won, its hand and what it may do.

    Args:
        observation: of one table (N = 1).
        scores: points of each seat, relative as in the observation, for a deal that is over.

    Returns:
        Lines of text without a newline at the end. Nothing in it depends on a card that the seat has not seen.
    """
    lines = [_headline(observation), "", *_trick(observation), "", *_auction(observation)]
    lines += _announcements(observation)
    if observation.ply[0] >= 4:
        lines += [_last_trick(observation), _counts(observation)]
    for name, cards in (("dog", observation.dog), ("discard", observation.discard), ("hand", observation.hand)):
        if cards[0].any():
            lines.append(f"{name:8} {by_suit(cards[0])}")
    if observation.legal[0].any():
        lines.append(f"{'legal':8} {_actions(observation.legal[0])}")
    if scores is not None:
        points = (f"{seat} {score:+d}" for seat, score in zip(SEATS, scores, strict=True))
        lines.append(f"{'scores':8} {', '.join(points)}")
    return "\n".join(lines)


def by_suit(cards: Lanes) -> str:
    """One set of cards, suit by suit, highest first: ``♠ K 10 4  ♥ Q  T 21 8  EX``."""
    groups: dict[str, list[str]] = {}
    for card in reversed(to_ids(cards)):
        if card != EXCUSE:
            groups.setdefault(_SUIT_SIGNS[SUIT[card]] if card < EXCUSE else "T", []).append(NAMES[card][1:])
    words = [f"{sign} {' '.join(groups[sign])}" for sign in (*_SUIT_SIGNS, "T") if sign in groups]
    return "  ".join([*words, "EX"] if EXCUSE in to_ids(cards) else words)


def card_text(card: int) -> str:
    """One card as it is drawn: ``♥K``, ``T21``, ``EX``."""
    return f"{_SUIT_SIGNS[SUIT[card]]}{NAMES[card][1:]}" if card < EXCUSE else NAMES[card]


def _headline(observation: Observation) -> str:
    phase, contract = Phase(observation.phase[0]), Contract(observation.contract[0])
    if contract != Contract.NONE:
        what = f"{_words(contract.name)} by {SEATS[observation.taker[0]]}"
        what += " with a chelem announced" if observation.chelem[0] else ""
    else:
        what = "passed out" if phase == Phase.DONE else "no bid yet"
    where = {Phase.DONE: "over", Phase.PLAY: f"trick {observation.ply[0] // 4 + 1} of 18"}
    turn = "" if observation.turn[0] < 0 else f", {SEATS[observation.turn[0]]} to act"
    return f"{what} | {where.get(phase, _words(phase.name))}{turn} | dealer: {SEATS[observation.dealer[0]]}"


def _trick(observation: Observation) -> list[str]:
    """The current trick: across at the top, left and right, and the seat that looks at the bottom."""
    you, right, across, left = ("." if card == NO_CARD else card_text(card) for card in observation.trick[0].tolist())
    sides = f"left  {left}".ljust(_WIDTH // 2) + f"{right}  right".rjust(_WIDTH // 2)
    return [line.rstrip() for line in ("across".center(_WIDTH), across.center(_WIDTH), sides, you.center(_WIDTH))]


def _auction(observation: Observation) -> list[str]:
    spoken = [(seat, int(observation.bids[0, seat])) for seat in _speaking_order(observation)]
    bids = [
        f"{SEATS[seat]} {_words(Contract(bid).name) if bid else 'pass'}" for seat, bid in spoken if bid != NOT_SPOKEN
    ]
    return [f"{'bids':8} {', '.join(bids)}"] if bids else []


def _speaking_order(observation: Observation) -> Iterable[int]:
    return ((int(observation.dealer[0]) + 1 + k) % 4 for k in range(4))


def _announcements(observation: Observation) -> list[str]:
    return [
        f"{'shown':8} {_words(ACTION_NAMES[POIGNEE_SIMPLE - 1 + size])} by {SEATS[seat]}: "
        f"{by_suit(observation.shown[0, seat])}"
        for seat, size in enumerate(observation.poignee[0].tolist())
        if size and observation.shown[0, seat].any()
    ]


def _last_trick(observation: Observation) -> str:
    number = int(observation.ply[0]) // 4 - 1
    leader, winner = observation.leaders[0, number : number + 2].tolist()
    cards = observation.history[0, 4 * number : 4 * number + 4].tolist()
    played = ", ".join(f"{SEATS[(leader + k) % 4]} {card_text(card)}" for k, card in enumerate(cards))
    return f"{'before':8} {played}: {SEATS[winner]} won"


def _counts(observation: Observation) -> str:
    points, bouts = tally(observation)
    counts = (observation.tricks[0].tolist(), points[0].tolist(), bouts[0].tolist())
    sides = [
        f"{side} {tricks} ({halves / 2:g} points, bouts {bouts})"
        for side, tricks, halves, bouts in zip(("taker", "defence"), *counts, strict=True)
    ]
    return f"{'tricks':8} {', '.join(sides)}"


def _actions(legal: Lanes) -> str:
    return " ".join(card_text(a) if a < NUM_CARDS else ACTION_NAMES[a] for a in to_ids(legal))


def _words(name: str) -> str:
    return name.lower().replace("_", " ")
