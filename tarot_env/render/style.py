"""What a person may choose about the drawing, and its colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Lang = Literal["en", "fr"]

BLACK: Final = "#1c2128"
RED: Final = "#c2202f"
BLUE: Final = "#1b5fb4"
GREEN: Final = "#1c7a3e"
VIOLET: Final = "#46307c"  # trumps
GOLD: Final = "#b98a2f"
LIGHT_GOLD: Final = "#e7c877"

PAPER: Final = "#fffdf8"
TRUMP_PAPER: Final = "#f6f1fc"
BOUT_PAPER: Final = "#fdf3d7"
EDGE: Final = "#b9b2a4"
BACK: Final = "#2c3e66"
BACK_LINE: Final = "#8fa3cf"

FELT: Final = "#1d5645"
FELT_DARK: Final = "#174639"
FELT_LINE: Final = "#3d7a67"
TEXT: Final = "#f4f1e6"
QUIET_TEXT: Final = "#b7cfc4"
PLATE: Final = "#133a2f"

_TWO_COLOURS: Final = (BLACK, RED, RED, BLACK)  # spades, hearts, diamonds, clubs
_FOUR_COLOURS: Final = (BLACK, RED, BLUE, GREEN)


@dataclass(frozen=True, slots=True)
class Style:
    """How cards and words are drawn. Anything that is none of these raises ValueError."""

    lang: Lang = "en"
    """Of words and indices: J N Q K in English, V C D R in French."""

    four_colours: bool = False
    """Diamonds blue and clubs green, so that each suit has its own colour."""

    def __post_init__(self) -> None:
        if self.lang not in ("en", "fr"):
            raise ValueError(f'lang is "en" or "fr", not {self.lang!r}')

    def suit_colour(self, suit: int) -> str:
        """Of one of the four suits."""
        return (_FOUR_COLOURS if self.four_colours else _TWO_COLOURS)[suit]


PLAIN: Final = Style()
