"""SVG as text: elements, numbers, escapes. The same arguments give the same bytes."""

from __future__ import annotations

from html import escape
from typing import Final

XMLNS: Final = "http://www.w3.org/2000/svg"

Attribute = str | float | bool | None


def element(tag: str, *children: str, **attributes: Attribute) -> str:
    """One element. ``stroke_width=2`` is written ``stroke-width="2"``, ``class_`` as ``class``; None and False are left
    out, True is ``"1"``. Children are markup: pass other text through `words`."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    inside = "".join(children)
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


def words(text: str) -> str:
    """Any text as markup."""
    return escape(_printable(text))


def number(value: float) -> str:
    """At most two decimals, none where they are zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def move(x: float, y: float, scale: float = 1.0) -> str:
    """A transform."""
    moved = f"translate({number(x)} {number(y)})"
    return moved if scale == 1.0 else f"{moved} scale({scale:.4g})"


def document(width: float, height: float, title: str, *children: str, shown_width: float | None = None) -> str:
    """A whole drawing, `width` by `height` units, shown `shown_width` pixels wide (one to a unit where not given)."""
    shown = width if shown_width is None else shown_width
    return element(
        "svg",
        element("title", words(title)),
        *children,
        xmlns=XMLNS,
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=shown,
        height=shown * height / width,
        role="img",
    )


def _value(value: Attribute) -> str:
    if value is True:
        return "1"
    return escape(_printable(value)) if isinstance(value, str) else number(value or 0)


def _printable(text: str) -> str:
    """Without the control characters and lone surrogates that XML cannot hold, escaped or not."""
    return "".join(
        c if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff" else "\ufffd" for c in text
    )
