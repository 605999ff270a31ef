"""Pictures of the main screens, for the README and to be looked at: ``make screenshots``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from person import Person, settle, start_game
from playwright.sync_api import Page, sync_playwright
from served import CHROMIUM, FLAGS, served

SIZES = {"phone": (360, 640), "landscape": (844, 390), "laptop": (1280, 800)}
TABS = ("score", "cards", "tricks", "match")


def main() -> int:
    """Writes PNG files into the folder that is named."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data), "--agents", "heuristic", "--seed", "11", "--lang", "en") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        for name, (width, height) in SIZES.items():
            page = browser.new_page(viewport={"width": width, "height": height}, device_scale_factor=2)
            _take_pictures(page, address, folder / name)
            page.close()
        browser.close()
    return 0


def _take_pictures(page: Page, address: str, stem: Path) -> None:
    def picture(screen: str) -> None:
        page.wait_for_timeout(300)  # cards on their way
        page.screenshot(path=f"{stem}-{screen}.png")

    settle(page, hold="tap")
    page.goto(address)
    page.locator("dialog.menu").wait_for()
    picture("menu")
    start_game(page, address)
    taken: dict[str, int] = {}

    def before(kind: str) -> None:
        taken[kind] = taken.get(kind, 0) + 1
        if (kind, taken[kind]) in _SCREENS:
            picture(_SCREENS[kind, taken[kind]])

    Person(page, wish="take").play_deal(before)
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        picture(tab)
    page.locator("[data-do=replay]").click()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    page.locator("dialog.replay .advice", has_text=".").or_(page.locator("dialog.replay .advised")).first.wait_for()
    picture("replay")


_SCREENS = {
    ("choice", 1): "auction",
    ("go", 1): "dog",
    ("discard", 1): "discard",
    ("card", 8): "play",
    ("go", 8): "trick",
}

if __name__ == "__main__":
    sys.exit(main())
