"""Where things lie on a table, for a wide picture and for a narrow one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple


class Size(NamedTuple):
    """Of a picture, in pixels. A higher one than wide has the hand in two rows."""

    width: int
    height: int


LAPTOP: Final = Size(960, 600)
PHONE: Final = Size(360, 640)
_SMALLEST: Final = Size(160, 160)


class Place(NamedTuple):
    """A corner, upper left, and a width."""

    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Lengths in pixels; one for each seat where there are four."""

    size: Size
    unit: float  # what a length of one is at the size that the layout was drawn for
    header: float  # height of the strip at the top
    header_lines: tuple[Place, Place, Place, Place]  # heading, status, and two for the sides; y: where letters stand
    plates: tuple[Place, Place, Place, Place]  # names and marks
    plate_height: float
    fans: tuple[Place, Place, Place]  # hands of seats 1, 2, 3
    fan_card: float  # width of a card there
    trick: tuple[float, float]  # its middle
    trick_spread: tuple[float, float]  # from there to the middle of a card
    trick_card: float
    hand: Place  # of seat 0; y is the upper edge of its lowest row
    hand_card: float
    hand_rows: int
    before: Place  # last trick
    discard: Place
    small_card: float


def layout_for(size: Size) -> Layout:
    """The layout of a picture.

    Raises:
        ValueError: it would be too small to show a table.
    """
    if size.width < _SMALLEST.width or size.height < _SMALLEST.height:
        raise ValueError(
            f"a table needs {_SMALLEST.width} x {_SMALLEST.height} pixels, not {size.width} x {size.height}"
        )
    return _narrow(size) if size.height > size.width else _wide(size)


def _wide(size: Size) -> Layout:
    width, height = size
    u = min(width / LAPTOP.width, height / LAPTOP.height)
    margin, plate, fan = 18 * u, 176 * u, 236 * u
    hand_top = height - 10 * u - 144 * u
    middle = (162 * u + hand_top - 12 * u) / 2
    side, low = width - margin - plate, hand_top - 62 * u
    return Layout(
        size=size,
        unit=u,
        header=46 * u,
        header_lines=(
            Place(margin, 29 * u, 330 * u),
            Place(width / 2, 29 * u, 130 * u),
            Place(width - margin, 20 * u, 340 * u),
            Place(width - margin, 36 * u, 340 * u),
        ),
        plates=(
            Place(margin, low, plate),
            Place(side, middle - 64 * u, plate),
            Place((width - plate) / 2, 56 * u, plate),
            Place(margin, middle - 64 * u, plate),
        ),
        plate_height=40 * u,
        fans=(
            Place(width - margin - fan, middle - 16 * u, fan),
            Place((width - fan) / 2, 102 * u, fan),
            Place(margin, middle - 16 * u, fan),
        ),
        fan_card=34 * u,
        trick=(width / 2, middle),
        trick_spread=(100 * u, 60 * u),
        trick_card=74 * u,
        hand=Place(margin, hand_top, width - 2 * margin),
        hand_card=90 * u,
        hand_rows=1,
        before=Place(width - margin - 150 * u, low - 4 * u, 150 * u),
        discard=Place(margin + plate + 14 * u, low - 4 * u, 120 * u),
        small_card=30 * u,
    )


def _narrow(size: Size) -> Layout:
    width, height = size
    u = min(width / PHONE.width, height / PHONE.height)
    margin, plate, fan = 8 * u, 112 * u, 150 * u
    hand_top = height - 6 * u - 92.8 * u
    low = hand_top - 110 * u
    middle = (216 * u + low - 10 * u) / 2
    side = width - margin - plate
    return Layout(
        size=size,
        unit=u,
        header=56 * u,
        header_lines=(
            Place(margin, 19 * u, 240 * u),
            Place(width - margin, 19 * u, 90 * u),
            Place(width - margin, 34 * u, 340 * u),
            Place(width - margin, 48 * u, 340 * u),
        ),
        plates=(
            Place(margin, low, plate),
            Place(side, 146 * u, plate),
            Place((width - plate) / 2, 62 * u, plate),
            Place(margin, 146 * u, plate),
        ),
        plate_height=34 * u,
        fans=(
            Place(width - margin - fan, 183 * u, fan),
            Place((width - fan) / 2, 99 * u, fan),
            Place(margin, 183 * u, fan),
        ),
        fan_card=22 * u,
        trick=(width / 2, middle),
        trick_spread=(68 * u, 50 * u),
        trick_card=60 * u,
        hand=Place(margin, hand_top, width - 2 * margin),
        hand_card=58 * u,
        hand_rows=2,
        before=Place(width - margin - 110 * u, low, 110 * u),
        discard=Place(margin + plate + 8 * u, low, 104 * u),
        small_card=24 * u,
    )
