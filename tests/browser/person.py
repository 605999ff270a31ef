"""A person at the page: looks at what is drawn, and taps or types."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Final

from playwright.sync_api import Locator, Page, expect

CHELEM_WITH_DISCARD: Final = ("announce a chelem", "annoncer un chelem", "Announce the chelem", "Annoncer le chelem")
PATIENCE: Final = 30_000  # milliseconds, for a loaded machine

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

Look = Callable[[str], None]


class Person:
    """Plays on a page, by taps or by keys only.

    Args:
        page: that shows a game.
        keys: whether by keys.
        says: what is announced where it is offered; otherwise the first choice, which announces nothing.

    Attributes:
        seen: kinds of things that were to be done, in order.
        read: all words that were on the page at those moments.
    """

    def __init__(self, page: Page, *, keys: bool = False, says: Sequence[str] = ()) -> None:
        self.page = page
        self.seen: list[str] = []
        self.read = ""
        self._keys = keys
        self._says = says

    def play_deal(self, look: Look = lambda kind: None) -> None:
        """Up to the score sheet. `look` is called with the kind of each thing to be done before it is."""
        while (kind := self._wait()) != "result":
            self.seen.append(kind)
            self.read += self.page.locator("body").inner_text()
            look(kind)
            getattr(self, f"_{kind}")()

    def choose_discard(self) -> None:
        """Six cards, or what is still missing, not yet confirmed."""
        open_cards = self.page.locator("#hand .card:not(.dim):not(.chosen)")
        while self.page.locator("#confirm").is_disabled():
            self.press(open_cards.last)

    def press(self, control: Locator) -> None:
        """A tap where the control can be seen, or the keys that lead there, once it can be pressed."""
        expect(control).to_be_enabled()
        if not self._keys:
            control.click(position={"x": 6, "y": 12})
            return
        if control.evaluate("node => node.matches('#hand .card')"):
            self._walk_to(str(control.get_attribute("data-card")))
        else:
            self._tab_to(control)
        self.page.keyboard.press("Enter")

    def _wait(self) -> str:
        return str(self.page.wait_for_function(_TODO, timeout=PATIENCE).json_value())

    def _go(self) -> None:
        if self._keys:
            self.page.keyboard.press("Enter")
        else:
            self.page.locator(".go").first.click()

    def _choice(self) -> None:
        choices = self.page.locator("#panel .choice")
        labels = self.page.locator("#panel .choice b").all_inner_texts()
        wanted = next((label for label in self._says if label in labels), labels[0])
        self.press(choices.nth(labels.index(wanted)))

    def _discard(self) -> None:
        self.choose_discard()
        with_chelem = self.page.locator("#confirm-chelem")
        said = with_chelem.count() and any(label in with_chelem.inner_text() for label in self._says)
        self.press(with_chelem if said else self.page.locator("#confirm"))

    def _card(self) -> None:
        self.press(self.page.locator("#hand .card:not(.dim)").first)

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


class _Enough(Exception):
    """The person gets up."""


def play_until(person: Person, cards_left: int) -> None:
    """Up to the person's turn to play with so many cards in hand."""

    def look(kind: str) -> None:
        if kind == "card" and person.page.locator("#hand .card").count() == cards_left:
            raise _Enough

    with contextlib.suppress(_Enough):
        person.play_deal(look)
        raise AssertionError(f"the deal was over before {cards_left} cards were left")


def at_the_first_card(page: Page, address: str, cookie: dict[str, str], game: str, *, keys: bool = False) -> Person:
    """Somebody whose turn it is to play the first card of a game of another session."""
    settle(page)
    sit_down(page, address, cookie, game)
    person = Person(page, keys=keys)
    play_until(person, 18)
    return person


def settle(page: Page, *, speed: str = "instant", hold: str = "none", **prefs: str) -> None:
    """Choose settings before the page is opened."""
    kept = {"speed": speed, "hold": hold, **prefs}
    page.add_init_script(f"if (location.host) localStorage.setItem('tarot-prefs', JSON.stringify({kept!r}))")


def start_game(page: Page, address: str) -> None:
    """Open the page and deal, from its menu."""
    page.goto(address)
    page.locator("dialog.menu .new .main").click()
    expect(page.locator("#hand .card")).to_have_count(18, timeout=PATIENCE)


def sit_down(page: Page, address: str, cookie: dict[str, str], game: str) -> None:
    """Open a game of a session that this browser did not have."""
    page.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": address}])
    page.goto("about:blank")  # another game of the same address would be no new page
    page.goto(f"{address}#{game}")
    expect(page.locator("#hand .card")).to_have_count(18, timeout=PATIENCE)
