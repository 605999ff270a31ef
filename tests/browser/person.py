"""A person at the page: looks at what is drawn, and taps or types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from playwright.sync_api import Locator, Page, expect

PATIENCE: Final = 20_000  # milliseconds, for a loaded machine
Wish = Literal["pass", "take"]

# What there is to be done, read off the page at one moment.
_TODO: Final = """() => {
  if (document.querySelector('dialog.result')) return 'result';
  if (document.querySelector('.go')) return 'go';
  if (!document.querySelector('#panel').hidden && document.querySelector('#panel').childElementCount) {
    if (document.querySelector('#confirm')) return 'discard';
    if (document.querySelector('#panel .choice')) return 'choice';
  }
  return document.querySelector('#hand[data-open] .card:not(.dim)') ? 'card' : '';
}"""


class Person:
    """Plays on a page, by taps or by keys only.

    Attributes:
        seen: kinds of things that were to be done, in order.
    """

    def __init__(self, page: Page, *, keys: bool = False, wish: Wish = "pass", bid: str = "Garde") -> None:
        self.page = page
        self.seen: list[str] = []
        self._keys = keys
        self._wish = wish
        self._bid = bid

    def play_deal(self, before: Callable[[str], None] = lambda kind: None) -> None:
        """Up to the score sheet. `before` is called with the kind of each thing to be done."""
        while (kind := self._wait()) != "result":
            self.seen.append(kind)
            before(kind)
            getattr(self, f"_{kind}")()

    def _wait(self) -> str:
        return str(self.page.wait_for_function(_TODO, timeout=PATIENCE).json_value())

    def _go(self) -> None:
        if self._keys:
            self.page.keyboard.press("Enter")
        else:
            self.page.locator(".go").first.click()

    def _choice(self) -> None:
        wanted = self.page.locator("#panel .choice", has_text=self._bid)
        choices = self.page.locator("#panel .choice")
        self._press(wanted.first if self._wish == "take" and wanted.count() else choices.first)

    def _discard(self) -> None:
        open_cards = self.page.locator("#hand .card:not(.dim):not(.chosen)")
        while self.page.locator("#confirm").is_disabled():
            self._press(open_cards.last)
        self._press(self.page.locator("#confirm"))

    def _card(self) -> None:
        self._press(self.page.locator("#hand .card:not(.dim)").first)

    def _press(self, control: Locator) -> None:
        """A tap where the control can be seen, or the keys that lead there."""
        if not self._keys:
            control.click(position={"x": 6, "y": 12})
            return
        if control.evaluate("node => node.matches('#hand .card')"):
            self._walk_to(str(control.get_attribute("data-card")))
        else:
            self._tab_to(control)
        self.page.keyboard.press("Enter")

    def _walk_to(self, card: str) -> None:
        self.page.keyboard.press("Home")
        for _ in range(30):
            if self.page.evaluate("document.activeElement.dataset.card") == card:
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"the arrow keys do not lead to {card}")

    def _tab_to(self, control: Locator) -> None:
        for _ in range(60):
            if control.evaluate("node => node === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the Tab key does not lead there")


def no_sideways_scroll(page: Page) -> None:
    """Nothing is wider than the window."""
    wide = page.evaluate(
        """() => [...document.querySelectorAll('body, dialog[open], dialog[open] .inside')]
        .filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.className || node.tagName)"""
    )
    assert wide == [], wide


def settle(page: Page, *, speed: str = "instant", hold: str = "none", **prefs: str) -> None:
    """Choose settings before the page is opened."""
    kept = {"speed": speed, "hold": hold, **prefs}
    page.add_init_script(f"localStorage.setItem('tarot-prefs', JSON.stringify({kept!r}))")


def start_game(page: Page, address: str) -> None:
    """Open the page and deal, from its menu."""
    page.goto(address)
    page.locator("dialog.menu .new .main").click()
    expect(page.locator("#hand .card")).to_have_count(18, timeout=PATIENCE)
