"""Deals given by name in the ``options`` of an environment's ``reset``."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from tarot_env import cardsets
from tarot_env.cards import NUM_CARDS, parse_cards
from tarot_env.cardsets import Lanes
from tarot_env.dealing import deal_fault

KEYS: Final = ("hands", "dog", "dealer")


@dataclass(frozen=True, slots=True)
class GivenDeal:
    """What `reset` was asked to deal; None is left to chance."""

    hands: Lanes | None = None  # (1, 4, 2)
    dog: Lanes | None = None  # (1, 2)
    dealer: int | None = None


def given_deal(options: Mapping[str, Any] | None) -> GivenDeal:
    """The deal asked for by ``{"hands": four hands, "dog": cards, "dealer": seat}``, each of them optional.

    Hands and dog are card names, as one text (``"S1 SK T21"``) or as a list; without a dog it is the six cards that
    the hands leave. Other keys are for wrappers and are let pass, unless they look like one of these misspelt.

    Raises:
        ValueError: what is given is not a deal; says where and why.
    """
    if not options:
        return GivenDeal()
    if not isinstance(options, Mapping):
        raise ValueError(f"reset options are a dict with some of {', '.join(KEYS)}, not {options!r}")
    for key in options:
        near = difflib.get_close_matches(str(key).lower(), KEYS, n=1, cutoff=0.7)
        if near and key not in KEYS:
            raise ValueError(f"unknown reset option {key!r}; did you mean {near[0]!r}?")
    dealer = _dealer(options.get("dealer"))
    if options.get("hands") is None:
        if options.get("dog") is not None:
            raise ValueError('reset option "dog" needs "hands": a dog alone is no deal')
        return GivenDeal(dealer=dealer)
    hands = _hands(options["hands"])
    named = options.get("dog")
    dog = sorted({*range(NUM_CARDS)}.difference(*hands)) if named is None else _cards(named, "dog")
    dealt = np.stack([cardsets.from_ids(hand) for hand in hands])
    if fault := deal_fault(dealt, cardsets.from_ids(dog)):
        raise ValueError(f"reset options: {fault}")
    return GivenDeal(dealt[None], cardsets.from_ids(dog)[None], dealer)


def is_seat(value: Any) -> bool:
    """Whether this is an integer 0..3; yes and no are none."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and value in range(4)


def _dealer(dealer: Any) -> int | None:
    if dealer is None:
        return None
    if not is_seat(dealer):
        raise ValueError(f'reset option "dealer" is a seat 0..3, not {dealer!r}')
    return int(dealer)


def _hands(hands: Any) -> list[list[int]]:
    if isinstance(hands, str) or not isinstance(hands, Sequence) or len(hands) != 4:
        raise ValueError(f'reset option "hands" is four hands, seat 0 first, not {hands!r}')
    if None in hands:
        raise ValueError('reset option "hands" is all four hands: they are given together, and leave the dog')
    return [_cards(hand, f"hands[{seat}]") for seat, hand in enumerate(hands)]


def _cards(names: Any, place: str) -> list[int]:
    if not isinstance(names, str) and not (isinstance(names, Sequence) and all(isinstance(n, str) for n in names)):
        raise ValueError(f"reset option {place}: card names in a text or a list, not {names!r}")
    try:
        return parse_cards(names if isinstance(names, str) else " ".join(names))
    except ValueError as error:
        raise ValueError(f"reset option {place}: {error}") from None
