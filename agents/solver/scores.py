"""From the points that end a deal to the taker's score, and back: the points that a wanted score demands.

The search carries half points, never a score, and asks at the end of a deal whether they reach what the wanted score
demands in the class the deal fell into: who won the Petit in the last trick, and who, if anyone, made every trick.
Within a class the score grows with the points, so a demand is one number.
Source: Règlement ("Le décompte des points").
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from agents.solver.compiled import njit

Ints = npt.NDArray[np.int64]

# The fields of a contract: int64 (7,), points except the first.
MULTIPLIER: Final = 0
BASE: Final = 1
PETIT_AU_BOUT: Final = 2  # as paid: multiplied already where the rules multiply it
POIGNEES: Final = 3
CHELEM: Final = 4  # three fields: what nobody's chelem pays the taker, his own, the defence's

NOBODY: Final = 0
TAKER: Final = 1
DEFENCE: Final = 2


@njit
def score(contract: Ints, over: int, petit_au_bout: int, chelem: int) -> int:
    """The taker's score against each defender, `over` points over (or under, < 0) his target.

    `petit_au_bout` is 1 when the taker won it, -1 when the defence did; `chelem` NOBODY, TAKER or DEFENCE.
    """
    sign = 1 if over >= 0 else -1
    paid = contract[MULTIPLIER] * (sign * contract[BASE] + over) + sign * contract[POIGNEES]
    return paid + petit_au_bout * contract[PETIT_AU_BOUT] + contract[CHELEM + chelem]  # type: ignore[no-any-return]


@njit
def demand(contract: Ints, wanted: int, petit_au_bout: int, chelem: int) -> int:
    """The fewest points over the target with which `score` is at least `wanted`."""
    wanted -= petit_au_bout * contract[PETIT_AU_BOUT] + contract[CHELEM + chelem]
    lost = -((-wanted - contract[POIGNEES]) // contract[MULTIPLIER]) + contract[BASE]
    if lost < 0:
        return lost  # type: ignore[no-any-return]
    made = -((contract[POIGNEES] - wanted) // contract[MULTIPLIER]) - contract[BASE]
    return max(0, made)
