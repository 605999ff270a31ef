"""Every screen at every size: nothing wider than the window, nothing that axe finds, in both languages and themes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser tests need the extra 'browser'")

from laid_out import OTHERS_SHOW, PERSON_TAKES, Deal, game_of
from looks import accessible, no_sideways_scroll, nothing_off_a_plate
from person import CHELEM_WITH_DISCARD, PATIENCE, Person, at_the_first_card, settle, sit_down
from playwright.sync_api import Page, expect
from served import served

from tarot_env import Record

pytestmark = pytest.mark.slow
Open = Callable[..., Page]
TABS = ("score", "cards", "tricks", "match")
GOLDEN = Path(__file__).parent.parent / "golden" / "records.jsonl"


def look_at(page: Page) -> None:
    no_sideways_scroll(page)
    nothing_off_a_plate(page)
    accessible(page)


@pytest.mark.parametrize(
    ("size", "lang", "theme"),
    [("phone", "fr", "light"), ("phone on its side", "en", "dark"), ("laptop", "fr", "dark")],
)
def test_every_screen_of_a_match(tmp_path: Path, open_window: Open, size: str, lang: str, theme: str) -> None:
    with served(tmp_path, "--agents", "heuristic") as address:
        page = open_window(size)
        settle(page, hold="tap", lang=lang, theme=theme)
        page.goto(address)
        page.locator("dialog.menu").wait_for()
        look_at(page)
        seen = look_at_a_deal(page, address, tmp_path, PERSON_TAKES)
        seen |= look_at_a_deal(page, address, tmp_path, OTHERS_SHOW)
        assert {kind for kind, _ in seen} == {"choice", "go", "discard", "card"}
        assert len(seen) >= 10
        for tab in TABS:
            page.locator(f"#tab-{tab}").click()
            look_at(page)
        page.locator("[data-do=replay]").click()
        for _ in range(20):
            page.keyboard.press("ArrowRight")
        page.locator("dialog.replay .advised, dialog.replay .advice:not(:empty)").first.wait_for(timeout=PATIENCE)
        look_at(page)


def look_at_a_deal(page: Page, address: str, folder: Path, deal: Deal) -> set[tuple[str, str]]:
    """Each screen of it once, by what is to be done and the heading above it."""
    says = ["Garde", *CHELEM_WITH_DISCARD, "Double poignée (13)"]
    sit_down(page, address, *game_of(folder, deal))
    seen = set()

    def look(kind: str) -> None:
        heading = " ".join(page.locator("#panel h2, .look h2").all_inner_texts())
        if (kind, heading) not in seen:
            seen.add((kind, heading))
            look_at(page)

    Person(page, says=says).play_deal(look)
    return seen


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_marks_of_a_taker_who_dealt_stay_on_the_plate(tmp_path: Path, open_window: Open, lang: str) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", lang) as address:
        page = open_window("phone")
        at_the_first_card(page, address, *game_of(tmp_path, replace(OTHERS_SHOW, dealer=1)))
        expect(page.locator(".east .dealer, .east .taker")).to_have_count(2)
        nothing_off_a_plate(page)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_the_bar_offers_is_one_row_of_one_line_on_a_narrow_phone(
    tmp_path: Path, open_window: Open, lang: str
) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", lang) as address:
        page = open_window("phone")
        page.set_viewport_size({"width": 320, "height": 568})
        settle(page)
        sit_down(page, address, *game_of(tmp_path, PERSON_TAKES))
        boxes = [tool.bounding_box() for tool in page.locator("#bar .tool").all()]
        assert {(box["y"], box["height"]) for box in boxes} == {(boxes[0]["y"], 36)}
        look_at(page)


@pytest.mark.parametrize("size", ["phone", "phone on its side", "laptop"])
def test_a_file_is_opened_and_replayed_with_all_hands_in_sight(tmp_path: Path, open_window: Open, size: str) -> None:
    records = [Record.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window(size)
        settle(page)
        page.goto(address)
        page.locator("dialog.menu input[type=file]").set_input_files(GOLDEN)
        deals = page.locator("dialog.file .game")
        expect(deals).to_have_count(len(records), timeout=PATIENCE)
        look_at(page)
        deals.nth(2).click()
        page.locator("[data-do=replay]").click()
        steps = len(records[2].actions)
        for _ in range(8):
            page.keyboard.press("ArrowRight")
        expect(page.locator("dialog.replay .did")).to_contain_text(f"8 of {steps}")
        page.locator("dialog.replay .advised, dialog.replay .advice:not(:empty)").first.wait_for(timeout=PATIENCE)
        look_at(page)
        inside = page.locator("dialog.replay .inside")
        assert inside.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
        pytest.importorskip("numba", reason="the solver needs the extra 'search'")
        page.locator("dialog.replay input[type=range]").fill(str(steps - 8))
        expect(page.locator("dialog.replay .advice")).to_contain_text("All cards seen", timeout=PATIENCE)
        assert inside.evaluate("box => box.scrollHeight <= box.clientHeight + 1")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        deals.nth(0).click()
        expect(page.locator("dialog.result h2")).to_have_text("Deal 1 of the file")


def test_a_file_can_be_dropped_on_the_table(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("laptop")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, OTHERS_SHOW))
        page.evaluate(
            """(text) => {
              const dataTransfer = new DataTransfer();
              dataTransfer.items.add(new File([text], "deal.jsonl"));
              document.body.dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
            }""",
            GOLDEN.read_text(encoding="utf-8").splitlines()[0],
        )
        expect(page.locator("dialog.result h2")).to_have_text("Deal 1 of the file", timeout=PATIENCE)


def test_a_hint_is_drawn_on_the_cards_until_one_is_played(tmp_path: Path, open_window: Open) -> None:
    pytest.importorskip("torch", reason="the trained player needs the extra 'train'")
    with served(tmp_path, "--agents", "best", "--lang", "en") as address:
        page = open_window("phone")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, OTHERS_SHOW))
        person = Person(page)
        hinted = False

        def look(kind: str) -> None:
            nonlocal hinted
            if kind in ("choice", "card"):
                expect(page.locator("#panel .mark, #hand .mark")).to_have_count(0)
                page.locator("[data-do=hint]").click()
                expect(page.locator("#toast.on")).to_contain_text("best would choose", timeout=PATIENCE)
            marks = page.locator("#hand .mark").all_inner_texts()
            if kind == "card" and len(marks) > 1:
                assert 90 <= sum(int(mark.rstrip("%")) for mark in marks) <= 101
                assert marks[0] in str(page.locator("#hand .card:has(.mark)").first.get_attribute("aria-label"))
                look_at(page)
                hinted = True

        person.play_deal(look)
        assert hinted
