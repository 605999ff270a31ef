"""Smaller drawings: cards in a row, one trick, the diagram of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tarot_env.render.faces import HEIGHT, RATIO, WIDTH, placed
from tarot_env.render.glyphs import lettering
from tarot_env.render.layout import Place
from tarot_env.render.rows import fan
from tarot_env.render.scene import Play, sorted_cards
from tarot_env.render.style import FELT, PLAIN, Style
from tarot_env.render.svg import document, element
from tarot_env.render.table import trick
from tarot_env.render.terms import card_words, term

_STEP: Final = 0.56 * WIDTH
_DIAGRAM: Final = 720.0  # width
_ROW: Final = 90.0  # of a diagram
_ROW_CARD: Final = 50.0
_LABELS: Final = 118.0
_GREY: Final = "#6b7280"  # can be read on white and on black


def hand_svg(cards: Sequence[int], style: Style = PLAIN, card_width: float = 60.0) -> str:
    """Cards as a hand is held, each `card_width` pixels wide; the order given does not matter."""
    in_order = sorted_cards(cards)
    width = WIDTH + _STEP * max(len(in_order) - 1, 0)
    title = ", ".join(card_words(card, style.lang) for card in in_order)
    drawn = (placed(card, k * _STEP, 0, WIDTH, style) for k, card in enumerate(in_order))
    return document(width, HEIGHT, title, *drawn, shown_width=width * card_width / WIDTH)


def trick_svg(cards: Sequence[int], leader: int = 0, style: Style = PLAIN, card_width: float = 60.0) -> str:
    """A trick as it lies on the table.

    Args:
        cards: at most four, in the order of play.
        leader: seat of the first card, relative to the one who looks: 0 below, 1 right, 2 above, 3 left.

    Raises:
        ValueError: more than four cards, or no such seat.
    """
    if len(cards) > 4 or leader not in range(4):
        raise ValueError(f"a trick is at most four cards led by a seat 0..3, not {len(cards)} led by {leader}")
    plays: list[Play] = [((leader + k) % 4, card) for k, card in enumerate(cards)]
    width, height = 3.7 * card_width, 2 * RATIO * card_width
    middle, spread = (width / 2, height / 2), (1.25 * card_width, 0.42 * RATIO * card_width)
    return document(
        width,
        height,
        ", ".join(card_words(card, style.lang) for card in cards),
        element("rect", width=width, height=height, rx=card_width / 5, fill=FELT),
        trick(plays, middle, spread, card_width, style),
    )


def diagram_svg(hands: Sequence[Sequence[int]], dog: Sequence[int], notes: Sequence[str], style: Style = PLAIN) -> str:
    """All hands of a deal and the dog, seat 0 first. Shows everything: not for players.

    Args:
        notes: what is written below each seat's number, four, and below the dog's title.
    """
    names = [*(f"{term('seat', style.lang)} {seat}" for seat in range(len(hands))), term("dog", style.lang)]
    rows = []
    for row, (name, note, cards) in enumerate(zip(names, notes, [*hands, dog], strict=True)):
        y = row * _ROW
        place = Place(_LABELS, y + 4, _DIAGRAM - _LABELS)
        rows.append(lettering(name, 2, y + 34, 13, _GREY, weight=1.7))
        rows.append(lettering(note, 2, y + 54, 9, _GREY, fit=_LABELS - 10))
        rows.append(fan(sorted_cards(cards), place, _ROW_CARD, style, align=0))
    return document(_DIAGRAM, len(names) * _ROW, term("deal", style.lang), *rows)
