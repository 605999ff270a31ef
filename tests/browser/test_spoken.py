"""What a screen reader is told of what happens at the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser tests need the extra 'browser'")

from laid_out import OTHERS_SHOW, PERSON_TAKES, game_of
from person import PATIENCE, Person, play_until, settle, sit_down
from playwright.sync_api import Page, expect
from served import served

pytestmark = pytest.mark.slow
Open = Callable[..., Page]


@pytest.mark.parametrize(
    ("lang", "hand"),
    [
        ("fr", "Vous avez 21 d’atout, .*, 8 d’atout, Petit, Roi de pique, Roi de cœur, Roi de carreau"),
        ("en", "You hold 21 of trumps, .*, 8 of trumps, Petit, King of spades, King of hearts, King of diamonds"),
    ],
)
def test_the_hand_is_read_and_the_1_of_trumps_is_called_the_petit(
    tmp_path: Path, open_window: Open, lang: str, hand: str
) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", lang) as address:
        page = open_window("phone")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, PERSON_TAKES))
        expect(page.locator("#spoken")).to_have_text(re.compile(hand))


def test_what_is_held_to_be_looked_at_is_read_with_its_cards(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "fr") as address:
        page = open_window("phone")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, OTHERS_SHOW))
        page.locator("#panel .choice").first.click()
        spoken = page.locator("#spoken")
        expect(spoken).to_have_text(re.compile(r"Le chien\. As de pique, .*, As de carreau"), timeout=PATIENCE)
        page.keyboard.press("Enter")
        expect(spoken).to_have_text("Droite annonce un chelem", timeout=PATIENCE)
        page.keyboard.press("Enter")
        trumps = ", ".join(f"{number} d’atout" for number in range(21, 11, -1))
        expect(spoken).to_have_text(f"Droite présente une poignée. {trumps}", timeout=PATIENCE)


@pytest.mark.parametrize(("lang", "first", "later"), [("en", "lead", "lead"), ("fr", "d’entamer", "de jouer")])
def test_in_french_only_the_first_lead_opens_the_deal(
    tmp_path: Path, open_window: Open, lang: str, first: str, later: str
) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", lang) as address:
        page = open_window("phone")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, PERSON_TAKES))
        person = Person(page, says=["Garde"])
        for cards_left, words in ((18, first), (17, later)):
            play_until(person, cards_left)
            expect(page.locator("#spoken")).to_contain_text(re.compile(f"(À vous|Your) {words}$"))
