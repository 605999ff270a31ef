"""A page that says anything: what is no message is refused and changes nothing, and the server goes on."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("starlette", reason="the page needs the extra 'play'")

from page import Page, lobby, open_page

from tarot_env.actions import ACTION_NAMES
from web.messages import BadMessage, read

Json = dict[str, Any]
DEALS = (Path(__file__).parent.parent / "data" / "deals.jsonl").read_text(encoding="utf-8").splitlines()

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=4,
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "do": st.sampled_from(["hello", "new", "open", "act", "next", "hint", "review", "advise", "again", "read"]),
    "lang": st.sampled_from(["fr", "en", "de"]),
    "rules": st.sampled_from(["official", "casual", "house"]),
    "target": st.integers(-1, 200),
    "deals": st.integers(-1, 3),
    "seed": st.integers(-1, 9),
    "game": st.text(max_size=8) | st.sampled_from(["../../etc/passwd", "A" * 32, "a/b", "\x00"]),
    "deal": st.integers(-1, 3),
    "turn": st.integers(-1, 9),
    "step": st.integers(-1, 9),
    "file": st.booleans(),
    "actions": st.lists(st.sampled_from(ACTION_NAMES), max_size=7),
    "text": st.text(max_size=20) | st.sampled_from(DEALS) | st.sampled_from(DEALS).map(lambda line: line[:-9]),
    "agents": st.just(["os:system"] * 3),
}
MESSAGES = st.fixed_dictionaries({}, optional={key: values | ANYTHING for key, values in VALUES.items()})
FRAMES = MESSAGES.map(json.dumps) | ANYTHING.map(json.dumps) | st.text(max_size=40)


@settings(max_examples=300)
@given(frame=FRAMES)
def test_a_frame_is_a_message_or_is_refused_with_a_reason(frame: str) -> None:
    said = "a message"
    try:
        read(frame)
    except BadMessage as error:
        said = str(error)
    assert said
    assert len(said) < 300


@settings(max_examples=40)
@given(frames=st.lists(FRAMES | st.binary(max_size=20), min_size=1, max_size=10))
def test_a_server_goes_on_whatever_a_page_says(frames: list[str | bytes]) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_page(lobby(Path(folder))) as (page, _),
    ):
        page.start()
        page.hear_until_my_turn()
        for number, frame in enumerate(frames):
            before = files(Path(folder))
            say(page, frame)
            page.say(f"are you there {number}")
            answers = list(until_refused(page, f"are you there {number}"))
            if not is_message(frame):
                assert "bad-message" in [answer.get("code") for answer in answers], frame
            if not any(map(is_message, frames[: number + 1])):
                assert files(Path(folder)) == before


def say(page: Page, frame: str | bytes) -> None:
    if isinstance(frame, bytes):
        page.say_bytes(frame)
    else:
        page.say_text(frame)


def is_message(frame: str | bytes) -> bool:
    if isinstance(frame, bytes):
        return False
    with suppress(BadMessage):
        read(frame)
        return True
    return False


def until_refused(page: Page, what: str) -> Iterator[Json]:
    """Answers up to the one to a message that is nothing that can be done."""
    while what not in (answer := page.hear()).get("reason", ""):
        yield answer


def files(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
