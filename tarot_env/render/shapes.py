"""Suit symbols and the emblems of courts, trumps and the Excuse: our own, each in a box of 10 by 10."""

from __future__ import annotations

from typing import Final

from tarot_env.render.svg import element, move

SUITS: Final = (
    # spades
    "M5 0C4 2.3 .2 4 .2 6.5A2.25 2.25 0 0 0 4.5 7.4C4.4 8.7 3.9 9.5 3.1 10H6.9C6.1 9.5 5.6 8.7 5.5 7.4"
    "A2.25 2.25 0 0 0 9.8 6.5C9.8 4 6 2.3 5 0z",
    # hearts
    "M5 9.8C4 7.4 .1 5.6 .1 2.9A2.55 2.55 0 0 1 5 2A2.55 2.55 0 0 1 9.9 2.9C9.9 5.6 6 7.4 5 9.8z",
    # diamonds
    "M5 0Q6.7 2.9 9 5Q6.7 7.1 5 10Q3.3 7.1 1 5Q3.3 2.9 5 0z",
    # clubs
    "M5 .1A2.3 2.3 0 0 1 6.8 3.8A2.3 2.3 0 1 1 5.5 7.2C5.6 8.6 6.1 9.5 6.9 10H3.1C3.9 9.5 4.4 8.6 4.5 7.2"
    "A2.3 2.3 0 1 1 3.2 3.8A2.3 2.3 0 0 1 5 .1z",
)  # by suit

STAR: Final = "M5 .1L6.2 3.6L9.9 3.7L6.9 5.9L8 9.5L5 7.4L2 9.5L3.1 5.9L.1 3.7L3.8 3.6z"
TRUMP: Final = "M5 0Q5.5 4.5 10 5Q5.5 5.5 5 10Q4.5 5.5 0 5Q4.5 4.5 5 0z"  # a star of four points
CROWN: Final = "M.8 8.4L0 3.1L2.7 5.4L5 1.3L7.3 5.4L10 3.1L9.2 8.4z"

_BASE: Final = "M.8 8.9H9.2V9.9H.8z"
_CORONET: Final = "M.9 8.4Q.9 5.6 .3 3.9Q1.9 4.1 2.7 5.9Q3.4 3.7 5 2.6Q6.6 3.7 7.3 5.9Q8.1 4.1 9.7 3.9Q9.1 5.6 9.1 8.4z"
_HORSE: Final = (
    "M2.1 9.9C2.1 7.6 3.2 6.7 4.4 5.6C3.6 5.6 3 6 2.5 6.6L1.5 6.9L.9 5.8C1.5 4.7 2.2 3.5 3.1 2.6L3.3 .9L4.7 1.9"
    "C7.3 2.2 9 4.4 9 7.4C9 8.4 8.8 9.2 8.5 9.9z"
)
_HAT: Final = "M.6 8.6C.6 5.7 2.4 4.4 4.8 4.4C7.2 4.4 9 5.7 9.4 8.6Q5 7.4 .6 8.6z"
_BRIM: Final = "M0 9.3Q5 7.7 10 9.3L9.6 10Q5 8.7 .4 10z"
_PLUME: Final = "M4.6 4.9C4.6 2.4 6.4 .5 9.4 .1C9.4 1 9.2 1.6 8.6 2.1L9.2 2.3C8.3 3.9 6.8 4.3 4.6 4.9z"
_CAP: Final = (
    "M2.2 7.3C2.6 5.7 1.9 4.7 .5 5.3C.1 2.9 1.4 1 3.2 1.1C4.2 1.2 4.7 1.9 5 3.1"
    "C5.3 1.9 5.8 1.2 6.8 1.1C8.6 1 9.9 2.9 9.5 5.3C8.1 4.7 7.4 5.7 7.8 7.3z"
)


def _disc(x: float, y: float, radius: float, colour: str) -> str:
    return element("circle", cx=x, cy=y, r=radius, fill=colour)


def _king(colour: str, gold: str) -> str:
    jewels = "".join(_disc(x, y, 0.75, gold) for x, y in ((0.3, 2.6), (5, 0.9), (9.7, 2.6)))
    return element("path", d=CROWN + _BASE, fill=colour) + jewels + _disc(5, 6.7, 0.8, gold)


def _queen(colour: str, gold: str) -> str:
    pearls = "".join(_disc(x, y, 0.55, gold) for x, y in ((0.4, 3.6), (2.7, 5.3), (5, 2.1), (7.3, 5.3), (9.6, 3.6)))
    return element("path", d=_CORONET + _BASE, fill=colour) + pearls


def _knight(colour: str, gold: str) -> str:
    bridle = element("path", d="M3.2 3.5L4.9 5.6M4.9 5.6Q6.6 6.6 8.7 6.3", fill="none", stroke=gold, stroke_width=0.6)
    return element("path", d=_HORSE, fill=colour) + bridle + _disc(3.9, 3.3, 0.35, gold)


def _jack(colour: str, gold: str) -> str:
    return element("path", d=_HAT + _BRIM, fill=colour) + element("path", d=_PLUME, fill=gold)


_COURTS: Final = (_jack, _knight, _queen, _king)


def symbol(path: str, x: float, y: float, size: float, colour: str) -> str:
    """A shape of this module with its middle at (x, y)."""
    return element("path", d=path, fill=colour, transform=move(x - size / 2, y - size / 2, size / 10))


def court_emblem(court: int, x: float, y: float, size: float, colour: str, gold: str) -> str:
    """Plumed hat, horse, coronet, crown for jack 0, knight 1, queen 2, king 3; its middle at (x, y)."""
    return element("g", _COURTS[court](colour, gold), transform=move(x - size / 2, y - size / 2, size / 10))


def jester(x: float, y: float, size: float, colour: str, gold: str) -> str:
    """The cap and bells of the Excuse, its middle at (x, y)."""
    cap = element("path", d=_CAP, fill=colour)
    band = element("rect", x=1.9, y=7.8, width=6.2, height=1.4, rx=0.5, fill=gold)
    bells = "".join(_disc(x, 6.1, 0.8, gold) for x in (0.6, 9.4))
    seam = element("path", d="M5 3.1V7.3", stroke=gold, stroke_width=0.4)
    return element("g", cap, seam, band, bells, transform=move(x - size / 2, y - size / 2, size / 10))
