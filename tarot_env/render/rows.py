"""Cards side by side, closer where there are many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tarot_env.render.faces import placed
from tarot_env.render.layout import Place
from tarot_env.render.style import Style
from tarot_env.render.svg import element

_WIDEST_STEP: Final = 0.62  # from card to card, in card widths: the index and more can be seen


def steps(count: int, place: Place, width: float, align: float) -> list[float]:
    """Where each of `count` cards begins, so that all lie within the place; `align` 0 left, 0.5 middle, 1 right."""
    step = min(_WIDEST_STEP * width, (place.width - width) / max(count - 1, 1))
    free = place.width - width - step * (count - 1)
    return [place.x + align * free + step * k for k in range(count)]


def fan(cards: Sequence[int | None], place: Place, width: float, style: Style, align: float) -> str:
    """A row of cards in the order given, None for the back of one."""
    drawn = [
        placed(card, x, place.y, width, style)
        for card, x in zip(cards, steps(len(cards), place, width, align), strict=True)
    ]
    return element("g", *drawn) if drawn else ""
