"""A real headless Chromium for the page's tests; without it they are skipped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from served import CHROMIUM, FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

SIZES = {"phone": (360, 640), "phone on its side": (844, 390), "laptop": (1280, 800)}


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="the browser tests need the extra 'browser'")
    if not CHROMIUM.exists():
        pytest.skip(f"the browser tests need {CHROMIUM} (apt-get install chromium)")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield started
        started.close()


# What the browser itself writes about a server that was killed, before or in the middle of an answer, which is not even
# a wrong one. An answer of a living server whose length is wrong fails in the server, which the server's tests see.
_FAILED = "Failed to load resource: net::ERR_"
_NO_SERVER = (
    "WebSocket connection to",
    f"{_FAILED}CONNECTION_",
    f"{_FAILED}CONTENT_LENGTH_MISMATCH",
    f"{_FAILED}EMPTY_RESPONSE",
)


def _is_complaint(line: ConsoleMessage) -> bool:
    return line.type == "error" and not line.text.startswith(_NO_SERVER)


@pytest.fixture
def open_window(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a window of a size; whatever its console complains about fails the test."""
    complaints: list[str] = []
    contexts = []

    def open_one(size: str, **options: object) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if _is_complaint(line) else None)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []
