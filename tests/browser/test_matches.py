"""Whole matches in a real browser, on a phone held either way and on a laptop, by taps and by keys only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser tests need the extra 'browser'")

from laid_out import OTHERS_LOSE_ALL, OTHERS_PUT_TRUMPS_ASIDE, OTHERS_SHOW, PERSON_TAKES, Deal, game_of
from looks import no_sideways_scroll
from person import CHELEM_WITH_DISCARD, PATIENCE, Person, settle, sit_down
from playwright.sync_api import Page, expect
from served import served

pytestmark = pytest.mark.slow
Open = Callable[..., Page]
HANDS = pytest.mark.parametrize(("size", "keys"), [("phone", False), ("phone on its side", True), ("laptop", True)])


@dataclass(frozen=True)
class Script:
    """A deal that goes as planned.

    Attributes:
        says: what the person announces.
        phrases: that must come up.
        sheet: of these lines the score sheet has one each.
    """

    deal: Deal
    says: tuple[str, ...]
    phrases: tuple[str, ...]
    sheet: tuple[str, ...]


OWN = Script(
    PERSON_TAKES,
    ("Garde", *CHELEM_WITH_DISCARD, "Double poignée (13)"),
    (
        "base 25 × 4 = 100",
        "You take these six cards.",
        "Put 6 cards aside",
        "These must go: 2 of spades, 2 of hearts, 2 of diamonds",
        "Confirm and announce a chelem",
        "+400 or −200, you lead",
        "Chelem: really?",
        "chelem announced",
        "Trumps put aside:",
        "Show a poignée?",
        "Hold back 4 more",
        "You: Garde ×2",
    ),
    ("Garde made by", "Poignées, to the side that won", "Chelem announced and made"),
)
WITHOUT_DOG = Script(
    PERSON_TAKES,
    ("Garde contre and chelem",),
    (
        "×6, chelem +400 or −200",
        "Garde contre and chelem: really?",
        "You: Garde contre ×6",
        "chelem announced",
        "Show a poignée?",
    ),
    ("Garde contre made by", "Chelem announced and made"),
)
WITHOUT_DISCARD = Script(
    PERSON_TAKES,
    ("Garde sans", "Announce the chelem"),
    ("Announce a chelem?", "Whoever announces it leads.", "You: Garde sans ×4", "chelem announced"),
    ("Garde sans made by", "Chelem announced and made"),
)
OTHERS = Script(
    OTHERS_SHOW,
    (),
    (
        "Right takes these six cards.",
        "Right announces a chelem",
        "Right shows a poignée",
        "Show a poignée?",
        "chelem announced",
    ),
    ("Garde", "Poignées, to the side that won", "Chelem announced"),
)
OTHERS_ASIDE = Script(OTHERS_PUT_TRUMPS_ASIDE, (), ("Trumps put aside: 7, 8, and 9",), ("Garde made by",))


@HANDS
def test_every_announcement_of_the_official_rules(tmp_path: Path, open_window: Open, size: str, keys: bool) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        for script in (OWN, OTHERS):
            play_script(open_window(size), address, tmp_path, script, keys)


def test_a_chelem_without_a_discard_and_trumps_that_another_puts_aside(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        for script in (WITHOUT_DOG, WITHOUT_DISCARD, OTHERS_ASIDE):
            play_script(open_window("phone"), address, tmp_path, script, keys=False)


def test_a_taker_pays_on_a_line_each_for_a_chelem_announced_and_for_that_of_the_defence(
    tmp_path: Path, open_window: Open
) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("phone")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, OTHERS_LOSE_ALL))
        Person(page).play_deal()
        lines = page.locator("dialog.result .sheet tr", has_text="Chelem")
        expect(lines).to_have_text(["Chelem announced, not made−200", "Chelem of the defence−200"])


def play_script(page: Page, address: str, folder: Path, script: Script, keys: bool) -> None:
    settle(page)
    sit_down(page, address, *game_of(folder, script.deal))
    person = Person(page, keys=keys, says=script.says)
    person.play_deal(lambda kind: no_sideways_scroll(page))
    for phrase in script.phrases:
        assert phrase in person.read, phrase
    for line in script.sheet:
        expect(page.locator("dialog.result [role=tabpanel]")).to_contain_text(line)
    expect(page.locator("dialog.result .winners")).to_be_visible()
    page.close()


@HANDS
def test_a_whole_casual_match(tmp_path: Path, open_window: Open, size: str, keys: bool) -> None:
    options = ["--agents", "heuristic,random-cards,heuristic", "--rules", "casual", "--deals", "2"]
    with served(tmp_path, *options, "--seed", "4", "--lang", "en") as address:
        page = open_window(size)
        settle(page)
        page.goto(address)
        page.locator("dialog.menu").wait_for()
        page.keyboard.press("Enter") if keys else page.locator("dialog.menu .new .main").click()
        expect(page.locator("#hand .card")).to_have_count(18, timeout=PATIENCE)
        person = Person(page, keys=keys)
        person.play_deal(lambda kind: no_sideways_scroll(page))
        while page.locator("[data-do=next]").count():
            person.press(page.locator("[data-do=next]"))
            expect(page.locator("dialog.result")).to_have_count(0)
            person.play_deal()
        expect(page.locator("dialog.result .winners")).to_be_visible()
        page.keyboard.press("n") if keys else page.locator("[data-do=new]").click()
        expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator("#hand .card")).to_have_count(18, timeout=PATIENCE)


def test_a_finished_trick_stays_until_tapped(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("laptop")
        settle(page, hold="tap")
        sit_down(page, address, *game_of(tmp_path, OTHERS_SHOW))
        person = Person(page)
        person.play_deal()
        assert person.read.count("the trick\n") >= 18
