"""What was said and shown before the first trick is complete can be seen until then, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser tests need the extra 'browser'")

from laid_out import OTHERS_SHOW, game_of
from person import PATIENCE, Person, play_until, settle, sit_down
from playwright.sync_api import Page, expect
from served import served

pytestmark = pytest.mark.slow
Open = Callable[..., Page]


def test_bids_stand_on_the_plates_until_the_first_trick_is_complete(tmp_path: Path, open_window: Open) -> None:
    with served(tmp_path, "--agents", "heuristic", "--lang", "en") as address:
        page = open_window("phone")
        settle(page)
        sit_down(page, address, *game_of(tmp_path, OTHERS_SHOW))
        person = Person(page)
        play_until(person, 18)
        for place, bid in (("south", "Pass"), ("east", "Garde"), ("north", "Pass"), ("west", "Pass")):
            expect(page.locator(f".{place} .said")).to_contain_text(bid)
        play_until(person, 17)
        expect(page.locator(".said", has_text="Pass")).to_have_count(0, timeout=PATIENCE)
