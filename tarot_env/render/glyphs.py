"""Letters, drawn: one rounded line each, so that a drawing looks the same everywhere and needs no font.

A glyph stands on y = 10 with capitals up to y = 0, small letters up to y = 3 and descenders down to y = 13. Its width
is that of its middle line.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from tarot_env.render.svg import element, move

CAP: Final = 10.0  # height of a capital, the unit in which sizes are given
_GAP: Final = 2.6  # between the middle lines of two letters, at the weight of plain text
_SPACE: Final = 3.8
_BOWL: Final = "A2.7 2.7 0 0 1 5.4 5.7V7.3A2.7 2.7 0 0 1 0 7.3"
_BOWL_LEFT: Final = "M5.4 5.7A2.7 2.7 0 0 0 0 5.7V7.3A2.7 2.7 0 0 0 5.4 7.3"

GLYPHS: Final[dict[str, tuple[float, str]]] = {
    "0": (6, "M0 3a3 3 0 0 1 6 0v4a3 3 0 0 1-6 0z"),
    "1": (2.8, "M0 2.3L2.8 0V10"),
    "2": (6.2, "M.1 3A3 3 0 0 1 6 3C6 4.8 4.8 5.8 3.6 6.8L0 10H6.2"),
    "3": (5.8, "M.5 1.6A2.5 2.3 0 1 1 2.9 4.7A2.8 2.65 0 1 1 .1 7.9"),
    "4": (6.4, "M4.8 10V0L0 7.3H6.4"),
    "5": (6, "M5.6 0H1L.6 4.7A3.1 3.1 0 1 1 .2 8.5"),
    "6": (6, "M4.5 0C3 1.7 0 4.2 0 7a3 3 0 1 0 6 0a3 3 0 0 0-5.7-1.3"),
    "7": (6, "M0 0H6L2.1 10"),
    "8": (6, "M3 0a2.45 2.35 0 0 1 0 4.7a2.45 2.35 0 0 1 0-4.7zM3 4.7a2.85 2.65 0 0 1 0 5.3a2.85 2.65 0 0 1 0-5.3z"),
    "9": (6, "M1.5 10C3 8.3 6 5.8 6 3a3 3 0 1 0-6 0a3 3 0 0 0 5.7 1.3"),
    "A": (7, "M0 10L3.5 0L7 10M1.2 6.6H5.8"),
    "B": (6, "M0 0V10H3.4A2.65 2.65 0 0 0 3.4 4.7H0M0 0H3A2.35 2.35 0 0 1 3 4.7"),
    "C": (6.7, "M6.6 2A3.5 3.5 0 0 0 0 3.5V6.5A3.5 3.5 0 0 0 6.6 8"),
    "D": (6.6, "M0 0V10H2.6A4 4 0 0 0 6.6 6V4A4 4 0 0 0 2.6 0z"),
    "E": (5.5, "M5.5 0H0V10H5.5M0 4.8H4.8"),
    "F": (5.3, "M5.3 0H0V10M0 4.9H4.5"),
    "G": (7, "M6.6 2A3.5 3.5 0 0 0 0 3.5V6.5A3.5 3.5 0 0 0 7 6.5V5.4H4"),
    "H": (6.4, "M0 0V10M6.4 0V10M0 4.9H6.4"),
    "I": (0, "M0 0V10"),
    "J": (4.8, "M4.8 0V7.4A2.5 2.6 0 0 1 0 8.2"),
    "K": (6.4, "M0 0V10M6 0L0 6.4M2.4 4L6.4 10"),
    "L": (5.2, "M0 0V10H5.2"),
    "M": (8, "M0 10V0L4 6.6L8 0V10"),
    "N": (6.4, "M0 10V0L6.4 10V0"),
    "O": (7, "M0 3.5a3.5 3.5 0 0 1 7 0v3a3.5 3.5 0 0 1-7 0z"),
    "P": (6, "M0 10V0H3.1A2.9 2.9 0 0 1 3.1 5.8H0"),
    "Q": (7, "M0 3.5a3.5 3.5 0 0 1 7 0v3a3.5 3.5 0 0 1-7 0zM4.3 7.2L7.3 10.5"),
    "R": (6.4, "M0 10V0H3.2A2.85 2.85 0 0 1 3.2 5.7H0M3.2 5.7L6.4 10"),
    "S": (6, "M5.7 2A2.75 2.45 0 0 0 .3 2.5C.3 4.2 1.6 4.6 3.1 5C4.7 5.4 6 5.9 6 7.5A3 2.6 0 0 1 0 8"),
    "T": (6.6, "M0 0H6.6M3.3 0V10"),
    "U": (6.5, "M0 0V6.7a3.25 3.3 0 0 0 6.5 0V0"),
    "V": (7, "M0 0L3.5 10L7 0"),
    "W": (9.6, "M0 0L2.4 10L4.8 1.6L7.2 10L9.6 0"),
    "X": (6.4, "M0 0L6.4 10M6.4 0L0 10"),
    "Y": (6.6, "M0 0L3.3 5V10M6.6 0L3.3 5"),
    "Z": (6.2, "M0 0H6L0 10H6.2"),
    "a": (5.4, _BOWL_LEFT + "M5.4 3V10"),
    "b": (5.4, "M0 0V10M0 5.7" + _BOWL),
    "c": (5, "M5 4.3A2.7 2.7 0 0 0 0 5.7V7.3A2.7 2.7 0 0 0 5 8.7"),
    "d": (5.4, _BOWL_LEFT + "M5.4 0V10"),
    "e": (5.4, "M0 6.4H5.4V5.7A2.7 2.7 0 0 0 0 5.7V7.3A2.7 2.7 0 0 0 5 8.7"),
    "f": (3.8, "M4 .1A2.2 2.2 0 0 0 1.5 2.3V10M0 3.5H3.6"),
    "g": (5.4, _BOWL_LEFT + "M5.4 3V10.3A2.7 2.6 0 0 1 .3 11.7"),
    "h": (5.2, "M0 0V10M0 5.6A2.6 2.6 0 0 1 5.2 5.6V10"),
    "i": (0, "M0 3V10M0 .4v.01"),
    "j": (1, "M1 3V11A1.6 1.6 0 0 1-.6 12.6M1 .4v.01"),
    "k": (5, "M0 0V10M4.6 3L0 7.4M1.8 5.8L5 10"),
    "l": (1.2, "M0 0V8.4A1.5 1.6 0 0 0 1.5 10"),
    "m": (8.6, "M0 3V10M0 5.2A2.15 2.2 0 0 1 4.3 5.2V10M4.3 5.2A2.15 2.2 0 0 1 8.6 5.2V10"),
    "n": (5.2, "M0 3V10M0 5.6A2.6 2.6 0 0 1 5.2 5.6V10"),
    "o": (5.4, "M0 5.7A2.7 2.7 0 0 1 5.4 5.7V7.3A2.7 2.7 0 0 1 0 7.3z"),
    "p": (5.4, "M0 3V13M0 5.7" + _BOWL),
    "q": (5.4, _BOWL_LEFT + "M5.4 3V13"),
    "r": (3.2, "M0 3V10M0 5.9A2.6 2.8 0 0 1 3.4 3.2"),
    "s": (4.8, "M4.6 4.2A2.3 1.8 0 0 0 .2 4.8C.2 6 1.2 6.2 2.4 6.5C3.7 6.8 4.8 7.1 4.8 8.3A2.4 1.8 0 0 1 0 8.7"),
    "t": (3.6, "M1.5 .8V8.3A1.6 1.7 0 0 0 3.7 9.8M0 3.3H3.6"),
    "u": (5.2, "M0 3V7.4A2.6 2.6 0 0 0 5.2 7.4M5.2 3V10"),
    "v": (5.2, "M0 3L2.6 10L5.2 3"),
    "w": (7.6, "M0 3L1.9 10L3.8 4L5.7 10L7.6 3"),
    "x": (5, "M0 3L5 10M5 3L0 10"),
    "y": (5.4, "M0 3L2.7 10M5.4 3L2.1 11.7A1.6 1.6 0 0 1 .3 12.8"),
    "z": (4.8, "M0 3H4.6L0 10H4.8"),
    ".": (0, "M0 9.9v.01"),
    ",": (0.5, "M.5 9.7L0 11.6"),
    ":": (0, "M0 4.6v.01M0 9.4v.01"),
    ";": (0.5, "M.5 4.6v.01M.5 9.4L0 11.4"),
    "!": (0, "M0 0V6.4M0 9.9v.01"),
    "?": (4.8, "M0 2.2A2.4 2.3 0 1 1 3.6 4.3C2.7 4.8 2.4 5.4 2.4 6.5M2.4 9.9v.01"),
    "'": (0, "M0 0V2.6"),
    '"': (2.2, "M0 0V2.6M2.2 0V2.6"),
    "-": (3, "M0 6.4H3"),
    "_": (5, "M0 10.6H5"),
    "+": (5.4, "M0 6.2H5.4M2.7 3.5V8.9"),
    "=": (5.4, "M0 5H5.4M0 7.8H5.4"),
    "*": (4, "M2 1V5M.3 2L3.7 4M3.7 2L.3 4"),
    "/": (3.8, "M3.8 0L0 10.6"),
    "\\": (3.8, "M0 0L3.8 10.6"),
    "|": (0, "M0-.4V11.4"),
    "(": (1.8, "M1.8-.6A8 8 0 0 0 1.8 11.2"),
    ")": (1.8, "M0-.6A8 8 0 0 1 0 11.2"),
    "[": (1.8, "M1.8-.4H0V11H1.8"),
    "]": (1.8, "M0-.4H1.8V11H0"),
    "<": (4.6, "M4.6 3.2L0 6.2L4.6 9.2"),
    ">": (4.6, "M0 3.2L4.6 6.2L0 9.2"),
    "%": (
        8,
        "M7 0L1 10M1.7 1a1.5 1.7 0 0 1 0 3.4a1.5 1.7 0 0 1 0-3.4zM6.3 5.8a1.5 1.7 0 0 1 0 3.4a1.5 1.7 0 0 1 0-3.4z",
    ),
    "#": (6, "M2 .6L1 9.6M5 .6L4 9.6M.2 3.5H6M0 6.7H5.8"),
    "&": (7, "M6.8 10L1.6 3.2A2 2 0 1 1 4.8 2.6C4.3 4 0 4.6 0 7.4A2.9 2.6 0 0 0 5.6 8Q6.3 7 6.4 5.6"),
    "×": (4.4, "M0 4L4.4 8.4M4.4 4L0 8.4"),
    "·": (0, "M0 5.6v.01"),
    "–": (5, "M0 6.4H5"),
    "…": (6, "M0 9.9v.01M3 9.9v.01M6 9.9v.01"),
}  # by letter: width, path

_ACCENTS: Final[dict[str, str]] = {
    "\u0300": "M-1.3-.8L.5 .8",  # grave
    "\u0301": "M1.3-.8L-.5 .8",  # acute
    "\u0302": "M-1.6 .8L0-.8L1.6 .8",  # circumflex
    "\u0303": "M-1.8 .5C-.8-1.2 .8 1.2 1.8-.5",  # tilde
    "\u0308": "M-1.3 0v.01M1.3 0v.01",  # diaeresis
    "\u0327": "M0 10.2V11C1.6 11 1.4 13-.6 12.8",  # cedilla
}  # by combining character: path, x = 0 in the middle of the letter, y = 0 where the accent of a small letter is
_CAPITAL_RISE: Final = -2.6
_SMALL_RISE: Final = 0.6
_SAME: Final = str.maketrans(
    {"’": "'", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "−": "–", "—": "–", "\u00a0": " ", "\u202f": " "}
)
_UNKNOWN: Final = (5.0, "M0 0H5V10H0z")  # a character that there is no glyph for


def lettering(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    *,
    weight: float = 1.3,
    anchor: float = 0.0,
    fit: float | None = None,
) -> str:
    """Text as paths.

    Args:
        x, y: where it stands: y is the line that capitals stand on.
        size: height of a capital, in units.
        weight: thickness of the lines, a capital is 10 high.
        anchor: the part of its width that lies to the left of x: 0 starts there, 0.5 is centred, 1 ends there.
        fit: a width in units that it is made smaller for.
    """
    pieces, width = _set(text, weight)
    scale = size / CAP
    if fit is not None and width * scale > fit:
        scale = fit / width
    paths = (element("path", d=path, transform=move(dx, dy) if dx or dy else None) for dx, dy, path in pieces)
    return element(
        "g",
        *paths,
        transform=move(x - anchor * width * scale, y - CAP * scale, scale),
        fill="none",
        stroke=colour,
        stroke_width=weight,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def lettering_width(text: str, size: float, weight: float = 1.3) -> float:
    """Width of `lettering` in units."""
    return _set(text, weight)[1] * size / CAP


def _set(text: str, weight: float) -> tuple[list[tuple[float, float, str]], float]:
    """Each piece with its place, and the width, everything at the glyphs' own size."""
    gap = _GAP + 0.9 * (weight - 1.3)
    pieces: list[tuple[float, float, str]] = []
    at, width, letter = weight / 2, 0.0, ""
    for character in unicodedata.normalize("NFD", text.translate(_SAME)):
        accent = _ACCENTS.get(character)
        if accent is not None and letter:
            _dot_off(pieces, letter)
            rise = 0.0 if character == "\u0327" else _CAPITAL_RISE if letter.isupper() else _SMALL_RISE
            pieces.append((at - gap - width / 2, rise, accent))
        elif character == " ":
            at, letter = at + _SPACE, ""
        else:
            width, path = GLYPHS.get(character, _UNKNOWN)
            pieces.append((at, 0.0, path))
            at, letter = at + width + gap, character
    return pieces, max(at - gap + weight / 2, 0.0) if pieces else 0.0


def _dot_off(pieces: list[tuple[float, float, str]], letter: str) -> None:
    """An i gives way to its accent."""
    if letter in "ij":
        dx, dy, path = pieces[-1]
        pieces[-1] = (dx, dy, path[: path.rindex("M")])
