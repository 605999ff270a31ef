"""What the score sheet says of kept deals, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="the browser tests need the extra 'browser'")

from looks import no_sideways_scroll
from person import PATIENCE, settle
from playwright.sync_api import Browser, Page, expect
from served import served

from tarot_env import Record
from web.reasons import LANGS
from web.score_sheet import score_sheet

pytestmark = pytest.mark.slow
DEALS = Path(__file__).parent.parent / "data" / "deals.jsonl"
Open = Callable[..., Page]
Sheet = dict[str, Any]
Said = Callable[[Sheet], list[str]]

_TEXT = """async (sheet) => {
  const { scoreTab } = await import("/static/js/score.js");
  const place = document.createElement("div");
  place.append(...scoreTab({ sheet }, null));
  document.body.replaceChildren(place);
  return place.innerText;
}"""


@pytest.fixture(scope="module")
def said(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Said]:
    """The words of the score tab for a sheet, English first."""
    with served(tmp_path_factory.mktemp("games"), "--agents", "heuristic") as address:
        pages = [browser.new_page() for _ in LANGS]
        for page, lang in zip(pages, LANGS, strict=True):
            settle(page, lang=lang)
            page.goto(address)
            page.locator("dialog.menu").wait_for(timeout=PATIENCE)
        yield lambda sheet: [page.evaluate(_TEXT, sheet) for page in pages]
        for page in pages:
            page.close()


def sheet_of(deal: int) -> Sheet:
    """That of a kept deal, 1 for the first."""
    *_, end = Record.loads(DEALS.read_text(encoding="utf-8").splitlines()[deal - 1]).positions()
    sheet = score_sheet(end)
    assert sheet
    return sheet


@pytest.mark.parametrize(
    ("deal", "changes", "english", "french"),
    [
        (27, {}, "Line\tTo the taker, from each defender\n", "Ligne\tAu preneur, de chaque défenseur\n"),
        (27, {}, "Petit au bout of the taker, × 4\t+40", "Petit au bout du preneur, × 4\t+40"),
        (38, {}, "Petit au bout of the defence, × 6\t−60", "Petit au bout de la défense, × 6\t−60"),
        (
            38,
            {"petit_multiplied": False},
            "Petit au bout of the defence, not multiplied\t−60",
            "Petit au bout de la défense, non multiplié\t−60",
        ),
        (
            1,
            {},
            "The taker kept the Excuse and gave half a point for it.",
            "Le preneur garde l’Excuse et donne un demi-point.",
        ),
        (
            2,
            {},
            "The defence kept the Excuse and gave half a point for it.",
            "La défense garde l’Excuse et donne un demi-point.",
        ),
        (
            42,
            {},
            "In the last trick the Excuse of the taker went to the defence.",
            "Au dernier pli, l’Excuse du preneur passe à la défense.",
        ),
        (
            42,
            {"excuse": {"by": "defence", "to": "taker", "half_point": False}},
            "In the last trick the Excuse of the defence went to the taker.",
            "Au dernier pli, l’Excuse de la défense passe au preneur.",
        ),
        (
            42,
            {"excuse": {"by": "defence", "to": "taker", "half_point": True}},
            "In the last trick the Excuse of the defence went to the taker, who gave half a point for it.",
            "Au dernier pli, l’Excuse de la défense passe au preneur, qui donne un demi-point.",
        ),
        (3, {}, "Garde made by 2", "Garde réussie de 2"),
        (3, {"margin": 0}, "Garde made exactly", "Garde juste faite"),
        (27, {}, "Sum, from each defender\t+348", "Total, de chaque défenseur\t+348"),
    ],
)
def test_the_sheet_says(said: Said, deal: int, changes: Sheet, english: str, french: str) -> None:
    words = said(sheet_of(deal) | changes)
    assert english in words[0]
    assert french in words[1]


def test_the_sheet_tells_nothing_of_an_excuse_that_went_with_its_trick(said: Said) -> None:
    assert not [words for words in said(sheet_of(3)) if "Excuse" in words]


@pytest.mark.parametrize("lang", LANGS)
def test_the_sheet_fits_on_a_narrow_phone(tmp_path: Path, open_window: Open, lang: str) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", lang) as address:
        page = open_window("phone")
        page.set_viewport_size({"width": 320, "height": 568})
        settle(page)
        page.goto(address)
        page.locator("dialog.menu input[type=file]").set_input_files(DEALS)
        page.locator("dialog.file .game").nth(26).click(timeout=PATIENCE)
        expect(page.locator("dialog.result .sheet")).to_be_visible(timeout=PATIENCE)
        no_sideways_scroll(page)
