"""From the points that end a deal to the taker's score, and back: the points that a wanted score demands.

The search carries half points, never a score, and asks at the end of a deal whether they reach what the wanted score
demands in the class the deal fell into: who won the Petit in the last trick, and who, if anyone, made every trick.
Within a class the score grows with the points, so a demand is one number.
Source: Règlement ("Le décompte des points").
"""

from typing import Final

from agents.solver.block import CONTRACT
from agents.solver.compiled import get, njit

# The fields of a block's contract, points except the first.
MULTIPLIER: Final = CONTRACT
BASE: Final = CONTRACT + 1
PETIT_AU_BOUT: Final = CONTRACT + 2  # as paid: multiplied already where the rules multiply it
POIGNEES: Final = CONTRACT + 3
CHELEM: Final = CONTRACT + 4  # three fields: what nobody's chelem pays the taker, his own, the defence's


@njit
def score(block: int, over: int, petit_au_bout: int, chelem: int) -> int:
    """The taker's score against each defender, `over` points over (or under, < 0) his target.

    `petit_au_bout` is 1 when the taker won it, -1 when the defence did; `chelem` NOBODY, TAKER or DEFENCE.
    """
    sign = 1 if over >= 0 else -1
    paid = get(block, MULTIPLIER) * (sign * get(block, BASE) + over) + sign * get(block, POIGNEES)
    return paid + petit_au_bout * get(block, PETIT_AU_BOUT) + get(block, CHELEM + chelem)


@njit
def demand(block: int, wanted: int, petit_au_bout: int, chelem: int) -> int:
    """The fewest points over the target with which `score` is at least `wanted`."""
    wanted -= petit_au_bout * get(block, PETIT_AU_BOUT) + get(block, CHELEM + chelem)
    lost = -((-wanted - get(block, POIGNEES)) // get(block, MULTIPLIER)) + get(block, BASE)
    if lost < 0:
        return lost
    made = -((get(block, POIGNEES) - wanted) // get(block, MULTIPLIER)) - get(block, BASE)
    return max(0, made)
