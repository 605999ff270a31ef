"""The one action space, ``Discrete(87)``, and its names.

Actions 0..77 are the cards: put aside (DISCARD), held back (POIGNEE) or played (PLAY). The others are calls.
"""

from __future__ import annotations

import difflib
from enum import IntEnum
from typing import Final

from tarot_env.cards import NAMES

NUM_ACTIONS: Final = 87
PASS: Final = 78
PRISE: Final = 79
GARDE: Final = 80
GARDE_SANS: Final = 81
GARDE_CONTRE: Final = 82
CHELEM: Final = 83
POIGNEE_SIMPLE: Final = 84
POIGNEE_DOUBLE: Final = 85
POIGNEE_TRIPLE: Final = 86

ACTION_NAMES: Final[tuple[str, ...]] = (
    *NAMES,
    "PASS",
    "PRISE",
    "GARDE",
    "GARDE_SANS",
    "GARDE_CONTRE",
    "CHELEM",
    "POIGNEE_SIMPLE",
    "POIGNEE_DOUBLE",
    "POIGNEE_TRIPLE",
)
_ACTION_OF: Final[dict[str, int]] = {name: action for action, name in enumerate(ACTION_NAMES)}


class Phase(IntEnum):
    """What the seat to act decides."""

    AUCTION = 0
    DISCARD = 1
    CHELEM = 2
    POIGNEE = 3
    PLAY = 4
    DONE = 5


def parse_action(name: str) -> int:
    """The id of an action name, of which `ACTION_NAMES` is the reverse.

    >>> parse_action("GARDE_SANS"), ACTION_NAMES[81]
    (81, 'GARDE_SANS')

    Raises:
        ValueError: no action has this name; the nearest name is suggested.
    """
    action = _ACTION_OF.get(name)
    if action is None:
        near = difflib.get_close_matches(str(name).upper(), ACTION_NAMES, n=1, cutoff=0.5)
        raise ValueError(f"unknown action {name!r}" + (f"; did you mean {near[0]}?" if near else ""))
    return action
