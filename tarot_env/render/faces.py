"""The 78 cards and their back, drawn in a box of 100 by 160.

What tells a card, its rank and suit, stands large in the upper left corner: it can be read at 40 pixels wide, and
where other cards lie over the rest.
"""

from __future__ import annotations

from typing import Final

from tarot_env.cards import BOUTS, CARDS_PER_SUIT, EXCUSE, NAMES
from tarot_env.render.glyphs import lettering, lettering_width
from tarot_env.render.shapes import STAR, SUITS, TRUMP, court_emblem, jester, symbol
from tarot_env.render.style import (
    BACK,
    BACK_LINE,
    BOUT_PAPER,
    EDGE,
    GOLD,
    LIGHT_GOLD,
    PAPER,
    PLAIN,
    TRUMP_PAPER,
    VIOLET,
    Style,
)
from tarot_env.render.svg import document, element, move, number
from tarot_env.render.terms import card_words, index_of

WIDTH: Final = 100.0
HEIGHT: Final = 160.0
RATIO: Final = HEIGHT / WIDTH

_INDEX_SIZE: Final = 38.0  # height of its characters
_INDEX_X: Final = 26.0  # its middle
_INDEX_WEIGHT: Final = 2.0
_INDEX_LEFT: Final = 9.0  # where it starts at the earliest
_INDEX_WIDTH: Final = 43.0  # at most
_FIRST_COURT: Final = 10  # rank of the jack
_PICTURE: Final = (62.0, 112.0)  # middle of the large symbol


def face(card: int, style: Style = PLAIN) -> str:
    """One card, without the element around it."""
    if card > EXCUSE:
        return _trump(card, style)
    if card == EXCUSE:
        return _excuse()
    return _suit_card(card, style)


def back() -> str:
    """The back of every card."""
    lozenges = "".join(
        f"M{x} {y - 9}l6 9l-6 9l-6-9z" for y in range(26, 150, 18) for x in range(20 if y % 36 == 26 else 32, 84, 24)
    )
    return (
        _paper(PAPER, EDGE)
        + element("rect", x=7, y=7, width=86, height=146, rx=7, fill=BACK)
        + element("path", d=lozenges, fill="none", stroke=BACK_LINE, stroke_width=1.2, stroke_opacity=0.7)
        + element("rect", x=11, y=11, width=78, height=138, rx=5, fill="none", stroke=BACK_LINE, stroke_width=1.6)
    )


def placed(card: int | None, x: float, y: float, width: float, style: Style = PLAIN, **marks: str | bool) -> str:
    """A card at a place, None for its back. A face carries its name as ``data-card``, and `marks` as attributes."""
    drawn = back() if card is None else face(card, style)
    name = None if card is None else NAMES[card]
    kind = "back" if card is None else "card"
    return element("g", drawn, class_=kind, data_card=name, transform=move(x, y, width / WIDTH), **marks)


def card_svg(card: int | None, style: Style = PLAIN, width: float = WIDTH) -> str:
    """One card as a drawing of its own, `width` pixels wide; None draws the back."""
    title = "" if card is None else card_words(card, style.lang)
    return document(WIDTH, HEIGHT, title, placed(card, 0, 0, WIDTH, style), shown_width=width)


def _paper(fill: str, edge: str) -> str:
    return element("rect", x=1, y=1, width=98, height=158, rx=11, fill=fill, stroke=edge, stroke_width=2)


def _index(text: str, colour: str) -> str:
    """Rank or number; two digits are drawn narrower, so that they stay within what a fan of cards shows."""
    width = lettering_width(text, _INDEX_SIZE, _INDEX_WEIGHT)
    narrow = min(1.0, _INDEX_WIDTH / width)
    drawn = lettering(text, 0, 0, _INDEX_SIZE, colour, weight=_INDEX_WEIGHT, anchor=0.5)
    middle = max(_INDEX_X, _INDEX_LEFT + width * narrow / 2)
    return element("g", drawn, transform=f"translate({number(middle)} 50) scale({number(narrow)} 1)")


def _suit_card(card: int, style: Style) -> str:
    suit, rank = divmod(card, CARDS_PER_SUIT)
    colour = style.suit_colour(suit)
    corner = _index(index_of(card, style.lang), colour) + symbol(SUITS[suit], _INDEX_X, 74, 32, colour)
    if rank < _FIRST_COURT:
        return _paper(PAPER, EDGE) + corner + symbol(SUITS[suit], *_PICTURE, 58, colour)
    frame = element(
        "rect", x=5, y=5, width=90, height=150, rx=8, fill="none", stroke=colour, stroke_width=1.2, stroke_opacity=0.5
    )
    return _paper(PAPER, EDGE) + frame + corner + court_emblem(rank - _FIRST_COURT, 60, 114, 54, colour, GOLD)


def _trump(card: int, style: Style) -> str:
    numeral = index_of(card, style.lang)
    bout = card in BOUTS
    x, y = _PICTURE
    return (
        _frame(bout)
        + element("circle", cx=x, cy=y, r=29, fill=VIOLET, stroke=LIGHT_GOLD if bout else None, stroke_width=4)
        + lettering(numeral, x, y + 14.5, 29, PAPER, weight=1.8, anchor=0.5)
        + _index(numeral, VIOLET)
        + (_bout_mark() if bout else symbol(TRUMP, _INDEX_X, 75, 30, VIOLET))
    )


def _excuse() -> str:
    return (
        _frame(bout=True)
        + symbol(STAR, _INDEX_X + 1, 32, 40, VIOLET)
        + _bout_mark()
        + jester(60, 114, 54, VIOLET, GOLD)
    )


def _bout_mark() -> str:
    medal = element("circle", cx=_INDEX_X, cy=75, r=14, fill=GOLD)
    return medal + symbol(TRUMP, _INDEX_X, 75, 22, BOUT_PAPER)


def _frame(bout: bool) -> str:
    """Trumps have a frame of their own; that of a bout is gold."""
    inner = element(
        "rect",
        x=5,
        y=5,
        width=90,
        height=150,
        rx=8,
        fill="none",
        stroke=GOLD if bout else VIOLET,
        stroke_width=2.5 if bout else 1.5,
        stroke_opacity=1 if bout else 0.6,
    )
    return _paper(BOUT_PAPER if bout else TRUMP_PAPER, GOLD if bout else VIOLET) + inner
