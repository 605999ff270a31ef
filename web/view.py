"""What the page is told of a table: one seat's observation in names, and what may be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tarot_env import Observation
from tarot_env.actions import ACTION_NAMES, CHELEM, GARDE_CONTRE, PRISE, Phase
from tarot_env.cards import NAMES
from tarot_env.cardsets import Lanes, to_ids
from tarot_env.dealing import DOG_SIZE
from tarot_env.engine import Engine
from tarot_env.rules import TARGETS, Contract, Rules
from tarot_env.state import NO_CARD, NOT_SPOKEN
from tarot_env.tally import tally
from web.reasons import Lang, reason
from web.setup import HUMAN
from web.table import Table, all_passed

Json = dict[str, Any]


def table_view(table: Table, lang: Lang) -> Json:
    """The table as the person may see it. Seats are 0 = the person, 1 = right, 2 = across, 3 = left."""
    seen = table.view()
    phase = Phase(seen.phase[0])
    return {
        "deal": table.number,
        "voided": table.voided,
        "turn": table.turns,
        "phase": phase.name,
        "to_act": int(seen.turn[0]),
        **_auction(seen),
        "hand": _names(seen.hand[0]),
        "legal": [ACTION_NAMES[action] for action in to_ids(seen.legal[0])],
        "why": _why(table, seen, lang),
        "discarding": _discarding(table),
        "dog": _names(seen.dog[0]),
        "discard": _names(seen.discard[0]),
        "poignees": seen.poignee[0].tolist(),
        "shown": [_names(cards) for cards in seen.shown[0]],
        "surplus": int(seen.surplus[0]),
        **_tricks(seen),
        "passed_out": table.passed_out,
        "match": match_view(table),
    }


def match_view(table: Table) -> Json:
    """How the match stands."""
    match, setup = table.match, table.setup
    return {
        "agents": list(setup.agents),
        "rules": setup.rules,
        "target": setup.target,
        "deals": setup.deals,
        "played": match.played,
        "totals": list(match.totals),
        "history": [None if all_passed(record.actions) else record.scores for record in table.finished()],
        "over": match.over,
        "winners": list(match.winners),
    }


def names_of(cards: Sequence[int]) -> list[str | None]:
    """Card names, None where there is no card."""
    return [None if card == NO_CARD else NAMES[card] for card in cards]


def _names(cards: Lanes) -> list[str]:
    return [NAMES[card] for card in to_ids(cards)]


def _auction(seen: Observation) -> Json:
    rules, contract = seen.rules, Contract(seen.contract[0])
    return {
        "dealer": int(seen.dealer[0]),
        "taker": int(seen.taker[0]),
        "contract": contract.name,
        "multiplier": rules.multipliers[contract - 1] if contract else 0,
        "chelem": bool(seen.chelem[0]),
        "bids": [None if bid == NOT_SPOKEN else Contract(bid).name for bid in seen.bids[0].tolist()],
        "worth": {ACTION_NAMES[a]: _worth(rules, a) for a in to_ids(seen.legal[0]) if PRISE <= a <= CHELEM},
        "poignee_points": list(rules.poignee_points),
    }


def _worth(rules: Rules, action: int) -> Json:
    """What a bid plays for: its multiplier, the base of what each defender pays or gets, a chelem made and failed."""
    multiplier = rules.multipliers[min(action, GARDE_CONTRE) - PRISE]
    chelem = _chelem(rules) if action == CHELEM else None
    return {"multiplier": multiplier, "base": rules.base * multiplier, "chelem": chelem}


def _chelem(rules: Rules) -> list[int]:
    """What one that is announced comes to, made and failed."""
    return [rules.chelem_announced, rules.chelem_failed]


def _tricks(seen: Observation) -> Json:
    ply = int(seen.ply[0])
    number = ply // 4
    points, bouts = tally(seen)
    dealt_out = int(seen.taker[0]) >= 0 and seen.leaders[0, 0] >= 0
    return {
        "ply": ply,
        "left": [18 - len(to_ids(played)) for played in seen.played[0]],
        "leader": int(seen.leaders[0, number]) if dealt_out else -1,
        "trick": names_of(seen.trick[0].tolist()),
        "winning": int(seen.winner[0]),
        "last_trick": _last_trick(seen, number) if number else None,
        "tricks": seen.tricks[0].tolist(),
        "half_points": points[0].tolist(),
        "bouts": bouts[0].tolist(),
        "targets": list(TARGETS),
    }


def _last_trick(seen: Observation, number: int) -> Json:
    leader, winner = seen.leaders[0, number - 1 : number + 1].tolist()
    in_order = seen.history[0, 4 * (number - 1) : 4 * number].tolist()
    return {
        "number": number,
        "leader": leader,
        "winner": winner,
        "cards": names_of([in_order[(seat - leader) % 4] for seat in range(4)]),
    }


def _why(table: Table, seen: Observation, lang: Lang) -> dict[str, str]:
    """For each card of the hand that may not be chosen now, the reason."""
    if table.seat != HUMAN or table.phase not in (Phase.DISCARD, Phase.PLAY):
        return {}
    allowed = to_ids(seen.legal[0]) if table.phase == Phase.PLAY else _discardable(table.engine)[0]
    return {NAMES[card]: reason(seen, card, lang) for card in to_ids(seen.hand[0]) if card not in allowed}


def _discarding(table: Table) -> Json | None:
    """Six cards are chosen and confirmed together: what may be among them, what must, what a chelem pays that is
    announced with them."""
    if table.seat != HUMAN or table.phase != Phase.DISCARD:
        return None
    allowed, must = _discardable(table.engine)
    left = DOG_SIZE - len(to_ids(table.engine.state.discard[0]))
    return {
        "count": left,
        "allowed": [NAMES[c] for c in allowed],
        "must": [NAMES[c] for c in must],
        "chelem": _chelem(table.rules) if table.rules.chelem else None,
    }


def _discardable(engine: Engine) -> tuple[list[int], list[int]]:
    """Cards that may be among those put aside, and those that must: the engine says what comes after the first ones."""
    first = to_ids(engine.state.legal[0])
    left = DOG_SIZE - len(to_ids(engine.state.discard[0]))
    if len(first) >= left:
        return first, []
    after = engine.copy()
    for card in first:
        after.step([card])
    return first + to_ids(after.state.legal[0]), first
