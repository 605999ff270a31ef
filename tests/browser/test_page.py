"""The page in a real browser: whole deals by taps and by keys, on phone and laptop, through reload and kill -9."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser tests need playwright (pip install playwright)")

from person import PATIENCE, Person, no_sideways_scroll, settle, start_game
from playwright.sync_api import Page, expect
from served import served

pytestmark = pytest.mark.slow
Open = Callable[..., Page]
TABS = ("score", "cards", "tricks", "match")


def test_a_whole_casual_match_by_taps_on_a_phone(tmp_path: Path, open_window: Open) -> None:
    options = (
        "--agents",
        "heuristic,random,random",
        "--rules",
        "casual",
        "--deals",
        "2",
        "--seed",
        "4",
        "--lang",
        "en",
    )
    with served(tmp_path, *options) as address:
        page = open_window("phone", has_touch=True)
        settle(page)
        page.goto(address)
        page.locator("select[name=rules]").select_option("casual")
        page.locator("dialog.menu .new .main").click()
        person = Person(page)
        person.play_deal(lambda kind: no_sideways_scroll(page))
        while page.locator("[data-do=next]").count():
            page.locator("[data-do=next]").click()
            expect(page.locator("dialog.result")).to_have_count(0)
            person.play_deal()
        expect(page.locator(".winners")).to_be_visible()
        for tab in TABS:
            page.locator(f"#tab-{tab}").click()
            no_sideways_scroll(page)
        page.locator("[data-do=new]").click()
        expect(page.locator("#hand .card")).to_have_count(18, timeout=PATIENCE)


def test_an_official_deal_by_keys_only_on_a_laptop(tmp_path: Path, open_window: Open) -> None:
    options = ("--agents", "heuristic", "--deals", "1", "--seed", "11", "--lang", "en")
    with served(tmp_path, *options) as address:
        page = open_window("laptop")
        settle(page, hold="tap")
        page.goto(address)
        page.locator("dialog.menu").wait_for()
        page.keyboard.press("Enter")  # the menu opens with the focus on "Deal"
        expect(page.locator("#hand .card")).to_have_count(18, timeout=PATIENCE)
        person = Person(page, keys=True, wish="take")
        person.play_deal()
        assert {"choice", "go", "discard", "card"} <= set(person.seen)
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")  # replay
        expect(page.locator("dialog.replay")).to_be_visible()
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        expect(page.locator("dialog.replay .did")).to_contain_text("5 of")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
        page.keyboard.press("n")
        expect(page.locator("#hand .card")).to_have_count(18, timeout=PATIENCE)


def test_an_illegal_card_tells_why(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--seed", "11", "--lang", "en") as address:
        page = open_window("phone on its side")
        settle(page)
        start_game(page, address)
        told: list[str] = []

        def look(kind: str) -> None:
            dim = page.locator("#hand .card.dim")
            if kind == "card" and not told and dim.count():
                before = page.locator("#hand .card").count()
                dim.first.click(position={"x": 6, "y": 12}, force=True)
                expect(page.locator("#toast.on")).to_be_visible()
                told.append(str(page.locator("#toast").text_content()))
                assert told[0] in str(dim.first.get_attribute("aria-label"))
                assert page.locator("#hand .card").count() == before

        Person(page).play_deal(look)
        no_sideways_scroll(page)
    assert told[0].startswith("you must") or told[0].startswith("you have no") or told[0].startswith("trumps were led")


def test_reload_and_kill_9_go_on_where_the_match_was(tmp_path: Path, open_window: Open) -> None:
    page = open_window("laptop")
    settle(page)
    options = ("--agents", "heuristic", "--seed", "11", "--lang", "fr")
    with served(tmp_path, *options) as address:
        start_game(page, address)
        person = Person(page)
        left = 0

        class Enough(Exception):
            pass

        def until_three_tricks(kind: str) -> None:
            nonlocal left
            left = page.locator("#hand .card").count()
            if kind == "card" and left == 15:
                raise Enough

        with pytest.raises(Enough):
            person.play_deal(until_three_tricks)
        page.reload()
        expect(page.locator("#hand .card")).to_have_count(left, timeout=PATIENCE)
        url = page.url
        port = int(address.rsplit(":", 1)[1].strip("/"))
    expect(page.locator("#toast")).to_contain_text("Connexion perdue")
    with served(tmp_path, *options, port=port):
        page.wait_for_function(
            "() => document.querySelector('#toast').textContent.includes('rétablie')", timeout=PATIENCE
        )
        assert page.url == url
        expect(page.locator("#hand .card")).to_have_count(left)
        Person(page).play_deal()
