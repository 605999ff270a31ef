"""Pictures of every screen, to be looked at and for the README: ``make screenshots``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from laid_out import OTHERS_SHOW, PERSON_TAKES, game_of
from person import CHELEM_WITH_DISCARD, PATIENCE, Person, settle, sit_down, start_game
from playwright.sync_api import Browser, Page, expect, sync_playwright
from served import CHROMIUM, FLAGS, served

SIZES = {"phone": (360, 640), "landscape": (844, 390), "laptop": (1280, 800)}
LOOKS = (("en", "light"), ("fr", "dark"))
TABS = ("score", "cards", "tricks", "match")
Picture = Callable[[str], None]

# What is pictured before the person does the n-th thing of a kind.
OWN_DEAL = {
    ("choice", 1): "auction",
    ("go", 1): "dog",
    ("discard", 1): "discard",
    ("card", 8): "play",
    ("go", 8): "trick",
}
ANNOUNCING = {
    ("choice", 2): "chelem",
    ("choice", 3): "poignee",
    ("card", 1): "hold-back",
    ("card", 5): "announced",
}
OTHERS = {("go", 2): "chelem-announced", ("go", 3): "poignee-shown"}


def main() -> int:
    """Writes PNG files into the folder that is named; words after it take only what has one of them in its name."""
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data), "--agents", "best", "--seed", "11", "--deals", "2") as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        for size in SIZES:
            for lang, theme in LOOKS:
                name = f"{size}-{lang}-{theme}"
                if not wanted or any(word in name for word in wanted):
                    _take_pictures(browser, address, Path(data), folder / name, size, lang, theme)
        browser.close()
    return 0


def _take_pictures(browser: Browser, address: str, data: Path, stem: Path, size: str, lang: str, theme: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=2)
    page = context.new_page()

    def picture(screen: str) -> None:
        page.wait_for_timeout(300)  # cards on their way
        page.screenshot(path=f"{stem}-{screen}.png")

    settle(page, hold="tap", lang=lang, theme=theme)
    _announcements(page, address, data, picture)
    context.clear_cookies()
    _own_deal(page, address, picture)
    context.close()


def _announcements(page: Page, address: str, data: Path, picture: Picture) -> None:
    says = ["Garde", *CHELEM_WITH_DISCARD, "Double poignée (13)"]
    for deal, screens in ((PERSON_TAKES, ANNOUNCING), (OTHERS_SHOW, OTHERS)):
        sit_down(page, address, *game_of(data, deal))
        Person(page, says=says).play_deal(_at(screens, picture))
        if deal is PERSON_TAKES:
            picture("announced-score")


def _own_deal(page: Page, address: str, picture: Picture) -> None:
    page.goto(address)
    page.locator("dialog.menu").wait_for()
    picture("menu")
    start_game(page, address)
    at = _at(OWN_DEAL, picture)

    def look(kind: str) -> None:
        if kind in ("choice", "card"):
            page.keyboard.press("h")
            expect(page.locator("#toast.on")).to_be_visible(timeout=PATIENCE)
        at(kind)

    Person(page, says=["Garde"]).play_deal(look)
    for tab in TABS:
        page.locator(f"#tab-{tab}").click()
        picture(tab)
    page.locator("[data-do=replay]").click()
    for steps, screen in ((20, "replay"), (40, "replay-solved")):
        for _ in range(steps):
            page.keyboard.press("ArrowRight")
        page.locator("dialog.replay .advised").or_(page.locator("dialog.replay .mark")).first.wait_for(timeout=PATIENCE)
        picture(screen)


def _at(screens: dict[tuple[str, int], str], picture: Picture) -> Callable[[str], None]:
    met: dict[str, int] = {}

    def look(kind: str) -> None:
        met[kind] = met.get(kind, 0) + 1
        if (kind, met[kind]) in screens:
            picture(screens[kind, met[kind]])

    return look


if __name__ == "__main__":
    sys.exit(main())
