"""The page of a record in a browser: slider, keys, both themes, a phone's width."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tarot_env import Record
from tarot_env.render import Note, replay_html

sync_api = pytest.importorskip(
    "playwright.sync_api", reason="the browser tests need playwright (pip install playwright)"
)
Open = Callable[..., sync_api.Page]

LINE = (Path(__file__).parents[1] / "data" / "deals.jsonl").read_text(encoding="utf-8").splitlines()[0]
RECORD = Record.loads(LINE)


@pytest.fixture
def page_of_record(tmp_path: Path) -> str:
    notes = [Note("what an agent thought", {name: 0.75}) for name in RECORD.actions]
    file = tmp_path / "replay.html"
    file.write_text(replay_html(RECORD, notes), encoding="utf-8")
    return file.as_uri()


def step_of(page: sync_api.Page) -> int:
    return int(page.locator("#step").input_value())


def test_keys_buttons_slider_and_address_lead_to_a_step(open_window: Open, page_of_record: str) -> None:
    page = open_window("laptop")
    page.goto(page_of_record)
    assert step_of(page) == 0
    press = page.keyboard.press
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 83), ("ArrowRight", 83)):
        press(key)
        assert step_of(page) == step, key
    press("Home")
    press("ArrowLeft")
    assert step_of(page) == 0
    press("Shift+ArrowRight")
    first = step_of(page)
    press("Shift+ArrowRight")
    assert step_of(page) == first + 4, "one trick"
    press("Shift+ArrowLeft")
    assert step_of(page) == first
    page.get_by_role("button", name="One step on").click()
    assert step_of(page) == first + 1
    page.locator("#step").fill("20")
    assert page.locator("#did").text_content() == "20 / 83 · Seat 1: 10 of spades"
    page.reload()
    assert step_of(page) == 20, "the address remembers"


def test_the_slider_works_by_its_own_keys(open_window: Open, page_of_record: str) -> None:
    page = open_window("laptop")
    page.goto(page_of_record)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "step", "the buttons before it lead nowhere at the start"
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 1, "one step, not one of the slider's and one of the page's"
    page.keyboard.press("ArrowUp")
    assert step_of(page) == 2
    assert page.locator("#did").text_content().startswith("2 / 83")


def test_the_note_marks_what_was_done(open_window: Open, page_of_record: str) -> None:
    page = open_window("laptop")
    page.goto(f"{page_of_record}#1")
    assert page.locator("#note .chosen").inner_text().split("\n")[0] == "Garde"
    assert "75 %" in page.locator("#note .chosen").inner_text()
    assert "what an agent thought" in page.locator("#note").inner_text()


@pytest.mark.parametrize("size", ["phone", "phone on its side", "laptop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_cut_off_and_nothing_asked_for(
    open_window: Open, page_of_record: str, size: str, scheme: str
) -> None:
    page = open_window(size, color_scheme=scheme)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page_of_record)
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    width = page.evaluate("document.documentElement.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    boxes = [card.bounding_box() for card in page.locator("main li").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    assert {url.split("#")[0] for url in asked} == {page_of_record}
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == {"light": "rgb(247, 245, 239)", "dark": "rgb(20, 24, 29)"}[scheme]


# With the notes, which narrow the table, and at every step: the taker's hand holds the dog for a while.
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1000, 700), (1366, 768), (1920, 1080)])
def test_all_hands_are_in_sight_without_scrolling(
    open_window: Open, page_of_record: str, width: int, height: int
) -> None:
    page = open_window("laptop")
    page.set_viewport_size({"width": width, "height": height})
    page.goto(page_of_record)
    hands = page.locator("#table > :is(.self, .right, .across, .left)")
    for step in range(len(RECORD.actions)):
        boxes = hands.evaluate_all("hands => hands.map((hand) => hand.getBoundingClientRect().toJSON())")
        assert len(boxes) == 4
        assert min(min(box["left"], box["top"]) for box in boxes) >= 0, step
        assert max(box["right"] for box in boxes) <= width, step
        assert max(box["bottom"] for box in boxes) <= height, step
        page.keyboard.press("ArrowRight")
    assert step_of(page) == len(RECORD.actions)
