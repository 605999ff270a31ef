"""The live cards of a position, renumbered, and the codes that make positions equal whatever the gone ranks were."""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from agents.solver.compiled import lowest, njit
from agents.solver.table import mixed

Ints = npt.NDArray[np.int64]

CATEGORIES: Final = 6  # four suits, the trumps, the Excuse
MAX_CARDS: Final = 63


class Deck(NamedTuple):
    """What a search knows of the cards. All arrays are int64."""

    values: Ints  # (63,) half points of each card
    category: Ints  # (63,) its category
    categories: Ints  # (6,) the cards of each category
    first: Ints  # (6,) the lowest card number of each category
    offsets: Ints  # (5,) where the codes of a suit, or of the trumps, begin
    codes: Ints  # one for each subset of each suit's and the trumps' cards


@njit
def suit_codes(codes: Ints, owners: Ints, values: Ints, size: int, salt: int) -> None:
    """Fill `codes` (1 << size,) for one suit: equal for subsets with the same owners and values from low to high.

    `owners` and `values` (size,) belong to the suit's cards. Ranks do not enter, so subsets that differ only in
    which ranks are gone share a code.
    """
    codes[0] = 1
    for cards in range(1, 1 << size):
        codes[cards] = codes[cards & (cards - 1)] << 2 | owners[lowest(cards)]
    honours = 0
    for card in range(size):
        if values[card] > 1:
            honours |= 1 << card
    for cards in range(1 << size):
        present = cards & honours
        worth = 0
        while present:
            # 9, 7, 5, 3 -> bits 4, 3, 2, 1; bit 0 tells the Petit from the 21
            card = lowest(present)
            present &= present - 1
            worth |= 1 << (values[card] >> 1) if card or values[card] < 9 else 1
        codes[cards] = mixed(codes[cards] << 5 ^ worth ^ salt << 50)
