"""What holds of every screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

_axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="the browser tests need the extra 'browser'"
).Axe()


def no_sideways_scroll(page: Page) -> None:
    """Nothing is wider than the window, or than the sheet that it lies on."""
    wide = page.evaluate(
        """() => [...document.querySelectorAll('body, #panel, .look, dialog[open], dialog[open] .inside')]
        .filter((box) => box.scrollWidth > box.clientWidth + 1)
        .flatMap((box) => [box, ...box.querySelectorAll('*')])
        .filter((node) => node.getBoundingClientRect().right > innerWidth)
        .map((node) => node.outerHTML.slice(0, 200))"""
    )
    assert wide == [], wide


def nothing_off_a_plate(page: Page) -> None:
    """Every element on a player's plate lies within it."""
    off = page.evaluate(
        """() => [...document.querySelectorAll('.plate :not(.unseen)')].filter((node) => {
          const plate = node.closest('.plate').getBoundingClientRect();
          return [...node.getClientRects()].some((box) => box.left < plate.left - 1 || box.right > plate.right + 1
            || box.top < plate.top - 1 || box.bottom > plate.bottom + 1);
        }).map((node) => node.outerHTML)"""
    )
    assert off == [], off


def accessible(page: Page) -> None:
    """axe finds nothing."""
    found = _axe.run(page)
    assert found.violations_count == 0, found.generate_report()
