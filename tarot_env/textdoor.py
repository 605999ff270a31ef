"""The text door to the rules: what may be played and what a deal is worth, asked and answered in names.

Both ask the engine, whose rules are the only ones. Deals are read and replayed in `record`.
"""

from __future__ import annotations

import difflib
import operator
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple, SupportsIndex

import numpy as np

from tarot_env import legal, play
from tarot_env.actions import Phase
from tarot_env.cards import NAMES, parse_cards
from tarot_env.cardsets import from_ids, to_ids
from tarot_env.rules import Contract, Rules
from tarot_env.scoring import DEFENCE, TAKER, Outcome, per_defender
from tarot_env.state import State

Side = Literal["taker", "defence"]
Poignee = Literal["simple", "double", "triple"]

_SIDES: Final = {None: 0, "taker": TAKER, "defence": DEFENCE}
_POIGNEES: Final = ("simple", "double", "triple")
_CONTRACTS: Final = {contract.name: contract for contract in Contract if contract != Contract.NONE}
_MOST_POINTS: Final = 91  # in the deck (S0)


class DealScore(NamedTuple):
    """What a deal is worth: the taker gets three times what each defender pays (S0)."""

    taker: int
    defender: int


def legal_cards(hand: str, trick: str = "") -> list[str]:
    """Which cards of a hand may be played to a trick, in the order of the hand.

    Args:
        hand: card names separated by spaces.
        trick: the cards already played to it, in order; none if the hand leads.

    Raises:
        ValueError: an unknown card, a card twice, a trick that is full.

    >>> legal_cards("H2 EX T3 T9", "S10 T8")
    ['EX', 'T9']
    """
    held, table = parse_cards(hand), parse_cards(trick)
    if both := set(held) & set(table):
        raise ValueError(f"{NAMES[min(both)]} is in the hand and in the trick")
    if len(table) > 3:
        raise ValueError(f"at most three cards lie in a trick that is played to, not {len(table)}")
    state, rules, rows = State.allocate(1), Rules.official(), np.zeros(1, np.int64)  # both presets play alike here
    play.start_trick(state, rows, np.zeros(1, np.int8))
    for seat, card in enumerate(table):
        state.hand[0, seat] = from_ids([card])
        play.play(state, rows, np.array([card]), rules)
    state.hand[0, len(table)] = from_ids(held)
    legal.update(state, rows, Phase.PLAY, rules)
    allowed = to_ids(state.legal[0])
    return [NAMES[card] for card in held if card in allowed]


def score_deal(
    contract: str,
    bouts: SupportsIndex,
    points: SupportsIndex,
    *,
    petit_au_bout: Side | None = None,
    poignees: Iterable[Poignee] = (),
    chelem_announced: bool = False,
    chelem_by: Side | None = None,
    rules: Rules | str = "official",
) -> DealScore:
    """What a deal is worth to the taker and to each defender.

    What is counted is taken as it is: worked examples often have a total that no deal gives, such as a Petit won
    without a bout.

    Args:
        contract: prise, garde, garde_sans, garde_contre, in any case.
        bouts, points: of the taker's side, 0..3 and 0..91.
        petit_au_bout: the side that won the Petit in the last trick.
        poignees: sizes shown, whoever showed them.
        chelem_announced: by the taker.
        chelem_by: the side that won every trick; pays nothing where the rules know no chelem.
        rules: `Rules` or the name of a preset.

    Raises:
        ValueError: a value that means nothing, an announcement that the rules do not know.

    >>> score_deal("garde", 2, 49, petit_au_bout="taker", poignees=["simple"])
    DealScore(taker=318, defender=-106)
    """
    rules = rules if isinstance(rules, Rules) else Rules.named(rules)
    shown = _poignee_points(poignees, rules)
    if chelem_announced and not rules.chelem:
        raise ValueError(f"chelem_announced: the {rules.name} rules know no chelem")
    outcome = Outcome(
        contract=np.array([_contract(contract)]),
        bouts=np.array([_whole(bouts, "bouts", 3)]),
        points=np.array([_whole(points, "points", _MOST_POINTS)]),
        petit_au_bout=np.array([_side(petit_au_bout, "petit_au_bout")]),
        poignees=np.array([shown]),
        chelem_announced=np.array([bool(chelem_announced)]),
        chelem_by=np.array([_side(chelem_by, "chelem_by")]),
    )
    each = per_defender(rules, outcome)
    return DealScore(3 * int(each[0]), -int(each[0]))


def _contract(name: str) -> Contract:
    contract = _CONTRACTS.get(str(name).upper())
    if contract is None:
        near = difflib.get_close_matches(str(name).upper(), _CONTRACTS, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else ", ".join(_CONTRACTS)
        raise ValueError(f"unknown contract {name!r}: {hint}")
    return contract


def _whole(value: SupportsIndex, what: str, most: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if isinstance(value, bool) or not 0 <= number <= most:
        raise ValueError(f"{what} is a whole number 0..{most}, not {value!r}")
    return number


def _side(side: object, what: str) -> int:
    if not (side is None or isinstance(side, str)) or side not in _SIDES:
        raise ValueError(f'{what} is None, "taker" or "defence", not {side!r}')
    return _SIDES[side]


def _poignee_points(poignees: Iterable[Poignee], rules: Rules) -> int:
    if isinstance(poignees, str):
        raise ValueError(f"poignees is a sequence of sizes, as ({poignees!r},), not {poignees!r}")
    sizes = list(poignees)
    if sizes and not rules.poignee:
        raise ValueError(f"poignees: the {rules.name} rules know no poignee")
    for size in sizes:
        if size not in _POIGNEES:
            raise ValueError(f'a poignee is "simple", "double" or "triple", not {size!r}')
    return sum(rules.poignee_points[_POIGNEES.index(size)] for size in sizes)
