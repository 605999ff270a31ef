"""What was said and shown before the first trick is complete can be seen until then, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser tests need the extra 'browser'")

from laid_out import OTHERS_SHOW, game_of
from looks import accessible
from person import PATIENCE, at_the_first_card, play_until, settle, sit_down
from playwright.sync_api import Page, expect
from served import served

pytestmark = pytest.mark.slow
Open = Callable[..., Page]


def test_bids_stand_on_the_plates_until_the_first_trick_is_complete(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("phone")
        person = at_the_first_card(page, address, *game_of(tmp_path, OTHERS_SHOW))
        for place, bid in (("south", "Pass"), ("east", "GardeChelem"), ("north", "Pass"), ("west", "Pass")):
            expect(page.locator(f".{place} .said")).to_contain_text(bid)
        play_until(person, 17)
        expect(page.locator(".said", has_text="Pass")).to_have_count(0, timeout=PATIENCE)
        expect(page.locator(".east .said")).to_contain_text("Chelem")


def test_what_lies_open_is_shown_once_more_after_a_reload(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("laptop")
        person = at_the_first_card(page, address, *game_of(tmp_path, OTHERS_SHOW))
        page.reload()
        for heading, cards in (("The dog", 6), ("Right announces a chelem", 0), ("Right shows a poignée", 10)):
            expect(page.locator(".look h2")).to_have_text(heading, timeout=PATIENCE)
            expect(page.locator(".look .face")).to_have_count(cards)
            expect(page.locator("#spoken")).to_contain_text(heading)
            page.keyboard.press("Enter")
        play_until(person, 17)
        page.reload()
        expect(page.locator("#hand[data-open] .card")).to_have_count(17, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("lang", "lowest", "heading"),
    [("en", 9, "Right shows a double poignée"), ("fr", 7, "Droite présente une triple poignée")],
)
def test_a_poignee_is_announced_with_its_size(
    tmp_path: Path, open_window: Open, lang: str, lowest: int, heading: str
) -> None:
    deal = replace(OTHERS_SHOW, hands={1: " ".join(f"T{number}" for number in range(lowest, 22))})
    with served(tmp_path, "--agents", "heuristic", "--lang", lang) as address:
        page = open_window("phone")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, deal))
        page.locator("#panel .choice").first.click()
        for _ in ("the dog", "the chelem"):
            page.locator(".look .go").click(timeout=PATIENCE)
        expect(page.locator(".look h2")).to_have_text(heading, timeout=PATIENCE)


@pytest.mark.parametrize("keys", [False, True])
def test_a_poignee_can_be_looked_at_until_the_first_trick_is_complete(
    tmp_path: Path, open_window: Open, keys: bool
) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("phone")
        person = at_the_first_card(page, address, *game_of(tmp_path, OTHERS_SHOW), keys=keys)
        person.press(page.locator(".east .show"))
        expect(page.locator("dialog.poignee .face")).to_have_count(10)
        accessible(page)
        page.keyboard.press("Escape")
        play_until(person, 17)
        expect(page.locator(".east .said")).to_have_text("ChelemPoignée", timeout=PATIENCE)
        expect(page.locator(".show")).to_have_count(0)
