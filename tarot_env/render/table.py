"""A whole table as one seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tarot_env.observation import Observation
from tarot_env.render.faces import RATIO, placed
from tarot_env.render.glyphs import lettering
from tarot_env.render.layout import LAPTOP, Layout, Place, Size, layout_for
from tarot_env.render.rows import fan, steps
from tarot_env.render.scene import Play, Player, Scene, scene_of
from tarot_env.render.shapes import CROWN, symbol
from tarot_env.render.style import (
    BLACK,
    FELT,
    FELT_DARK,
    FELT_LINE,
    LIGHT_GOLD,
    PAPER,
    PLAIN,
    PLATE,
    QUIET_TEXT,
    TEXT,
    Style,
)
from tarot_env.render.svg import document, element
from tarot_env.render.terms import labelled, term

_DIMMED: Final = 0.45  # opacity of what is laid over a card that may not be played
_TOWARDS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))  # from the middle to each seat


def table_svg(
    observation: Observation,
    *,
    names: Sequence[str] | None = None,
    scores: Sequence[int] | None = None,
    size: Size = LAPTOP,
    style: Style = PLAIN,
) -> str:
    """The table of one seat: its hand with the cards that it may choose raised, the trick, what everybody said and won.

    Args:
        observation: of one table (N = 1); nothing else is drawn than what it knows.
        names: of the four players, relative as in the observation.
        scores: points of each seat, relative, for a deal that is over.
        size: of the picture, see `LAPTOP` and `PHONE`.

    Returns:
        SVG. Each card that can be seen has its name as ``data-card``, each that may be chosen ``data-playable="1"``.

    Raises:
        ValueError: more or fewer tables than one, names or scores than four; too small a size.
    """
    layout = layout_for(size)
    scene = scene_of(observation, style.lang, names, scores)
    return document(
        size.width,
        size.height,
        labelled(term("table", style.lang), f"{scene.heading}, {scene.status}", style.lang),
        _felt(layout),
        _header(scene, layout),
        *(_plate(scene.players[seat], layout.plates[seat], layout) for seat in range(4)),
        *(
            fan(scene.players[seat].cards, layout.fans[seat - 1], layout.fan_card, style, align)
            for seat, align in ((1, 1.0), (2, 0.5), (3, 0.0))
        ),
        _middle(scene, layout, style),
        _aside(scene, layout, style),
        _hand(scene, layout, style),
    )


def _felt(layout: Layout) -> str:
    """Plain colours: a gradient would need an id, and several drawings on one page would share it."""
    width, height = layout.size
    x, y = layout.trick
    across, down = (reach + layout.trick_card for reach in layout.trick_spread)
    ring = element("ellipse", cx=x, cy=y, rx=1.15 * across, ry=1.08 * down, fill=FELT, stroke=FELT_LINE)
    return element("rect", width=width, height=height, fill=FELT_DARK) + ring


def _header(scene: Scene, layout: Layout) -> str:
    u, wide = layout.unit, layout.hand_rows == 1
    heading, status, *sides = layout.header_lines
    strip = element("rect", width=layout.size.width, height=layout.header, fill=PLATE)
    written = [
        lettering(scene.heading, heading.x, heading.y, (12 if wide else 10) * u, TEXT, weight=1.6, fit=heading.width),
        lettering(
            scene.status,
            status.x,
            status.y,
            (11 if wide else 9) * u,
            LIGHT_GOLD,
            weight=1.5,
            anchor=0.5 if wide else 1,
            fit=status.width,
        ),
    ]
    for place, text in zip(sides, scene.sides, strict=False):
        size = (8.5 if wide else 7.5) * u
        written.append(lettering(text, place.x, place.y, size, QUIET_TEXT, anchor=1, fit=place.width))
    return strip + "".join(written)


def _plate(player: Player, place: Place, layout: Layout) -> str:
    """Name, what it said, and at the right end the marks of taker and dealer."""
    x, y, width = place
    height = layout.plate_height
    line = height / 40
    edge = LIGHT_GOLD if player.turn else FELT_LINE
    marks, right = [], x + width - 8 * line
    if player.dealer:
        marks += [
            element("circle", cx=right - 9 * line, cy=y + height / 2, r=9 * line, fill=PAPER),
            lettering("D", right - 9 * line, y + height / 2 + 4.5 * line, 9 * line, BLACK, weight=1.9, anchor=0.5),
        ]
        right -= 24 * line
    if player.taker:
        marks.append(symbol(CROWN, right - 10 * line, y + height / 2, 20 * line, LIGHT_GOLD))
        right -= 26 * line
    fit = right - x - 16 * line
    return element(
        "g",
        element(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            rx=height / 4,
            fill=PLATE,
            stroke=edge,
            stroke_width=(2.5 if player.turn else 1) * line,
        ),
        lettering(player.name, x + 12 * line, y + 17.5 * line, 11 * line, TEXT, weight=1.6, fit=fit),
        lettering(player.said, x + 12 * line, y + 32.5 * line, 8.5 * line, QUIET_TEXT, fit=fit),
        *marks,
        class_="player",
    )


def _middle(scene: Scene, layout: Layout, style: Style) -> str:
    """The trick; the dog while it lies on the table."""
    if scene.dog:
        x, y = layout.trick
        width = layout.trick_card
        row = 3.4 * width
        top = y - width * RATIO / 2
        title = lettering(scene.words[1], x, top - 8 * layout.unit, 9 * layout.unit, QUIET_TEXT, anchor=0.5)
        return title + fan(scene.dog, Place(x - row / 2, top, row), width, style, align=0.5)
    return trick(scene.trick, layout.trick, layout.trick_spread, layout.trick_card, style, scene.winning)


def trick(
    plays: Sequence[Play],
    middle: tuple[float, float],
    spread: tuple[float, float],
    width: float,
    style: Style,
    winning: int = -1,
) -> str:
    """Cards in front of their seats, in the order of play; that of seat `winning` has a golden edge."""
    drawn = []
    for seat, card in plays:
        across, down = _TOWARDS[seat]
        x = middle[0] + across * spread[0] - width / 2
        y = middle[1] + down * spread[1] - width * RATIO / 2
        if seat == winning:
            rim = width * 0.04
            drawn.append(
                element(
                    "rect",
                    x=x - rim,
                    y=y - rim,
                    width=width + 2 * rim,
                    height=width * RATIO + 2 * rim,
                    rx=width * 0.14,
                    fill=LIGHT_GOLD,
                )
            )
        drawn.append(placed(card, x, y, width, style, data_seat=str(seat)))
    return element("g", *drawn, class_="trick") if drawn else ""


def _aside(scene: Scene, layout: Layout, style: Style) -> str:
    """The last trick and the discard, small."""
    drawn = []
    small = [
        (scene.words[0], [card for _, card in scene.before], layout.before, 1.0),
        (scene.words[2], scene.discard, layout.discard, 0.0),
    ]
    for title, cards, place, align in small:
        if cards:
            x = place.x + align * place.width
            size = 7.5 * layout.unit
            drawn.append(lettering(title, x, place.y - 5 * layout.unit, size, QUIET_TEXT, anchor=align))
            drawn.append(fan(cards, place, layout.small_card, style, align=align))
    return "".join(drawn)


def _hand(scene: Scene, layout: Layout, style: Style) -> str:
    """The hand of the seat that looks, in one row or two. Cards that may be chosen stand higher, others are dimmed."""
    cards = [card for card in scene.players[0].cards if card is not None]
    width = layout.hand_card
    rows = layout.hand_rows if len(cards) > 9 else 1
    length = -(-len(cards) // rows)
    drawn = []
    for row in range(rows):
        part = cards[row * length : (row + 1) * length]
        y = layout.hand.y - (rows - 1 - row) * 0.6 * width * RATIO
        for card, x in zip(part, steps(len(part), layout.hand, width, align=0.5), strict=True):
            drawn.append(_hand_card(card, x, y, width, scene.playable, style))
    return element("g", *drawn, class_="hand") if drawn else ""


def _hand_card(card: int, x: float, y: float, width: float, playable: frozenset[int] | None, style: Style) -> str:
    if playable is None:
        return placed(card, x, y, width, style)
    if card in playable:
        return placed(card, x, y - 0.13 * width, width, style, data_playable=True)
    veil = element(
        "rect", x=x, y=y, width=width, height=width * RATIO, rx=width * 0.11, fill=FELT_DARK, fill_opacity=_DIMMED
    )
    return placed(card, x, y, width, style) + veil
