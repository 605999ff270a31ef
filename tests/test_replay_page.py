"""The page of a record: what it shows at each step, and that it needs nothing else. About 3 s.

How it is worked by slider and keys is tested in a browser, in tests/browser/test_replay_browser.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from env_tables import STRONG_DEAL, STRONG_START

from tarot_env import Record, RecordError
from tarot_env.actions import parse_action
from tarot_env.cards import NAMES
from tarot_env.record.__main__ import main
from tarot_env.render import Note, Style, replay_html

DEALS = Path(__file__).parent / "data" / "deals.jsonl"
LINES = DEALS.read_text(encoding="utf-8").splitlines()
MAGAZINE = Record.loads(LINES[0])  # a garde of seat 0, failed by one point


def content(html: str) -> dict[str, Any]:
    """What the page draws from."""
    found = re.search(r'<script type="application/json" id="replay">(.*?)</script>', html, re.DOTALL)
    assert found
    read: dict[str, Any] = json.loads(found[1])
    return read


def strong_record(**fields: Any) -> Record:
    """A record with a poignee from which trumps are held back."""
    deal = STRONG_DEAL
    return Record("official", deal["dealer"], deal["hands"], deal["dog"], [name for _, name in STRONG_START], **fields)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.attributes: list[tuple[str, str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value) for name, value in attrs]


def test_the_page_needs_nothing_else() -> None:
    html = replay_html(MAGAZINE)
    tags = _Tags()
    tags.feed(html)
    named = {name: value for _, name, value in tags.attributes if name in ("src", "href", "data", "action")}
    assert named == {}, "each reference would be to another file"
    assert ("meta", "content") in {(tag, name) for tag, name, _ in tags.attributes}
    assert "default-src 'none'" in html, "and the browser holds it to that"
    assert len(html.encode()) < 300_000


def test_each_card_is_drawn_once() -> None:
    assert re.findall(r'<symbol id="card-(\w+)"', replay_html(MAGAZINE)) == list(NAMES)


@pytest.mark.parametrize("line", LINES[:6])
def test_steps_are_the_positions_of_the_record(line: str) -> None:
    record = Record.loads(line)
    steps = content(replay_html(record))["steps"]
    assert [step["action"] for step in steps] == [*record.actions, None]
    for step, engine in zip(steps, record.positions(), strict=True):
        assert step["seat"] == engine.seat[0]
        if step["action"] in NAMES:
            assert step["action"] in step["hands"][step["seat"]]
        held = [card for hand in step["hands"] for card in hand]
        assert len(held) == len(set(held)) == sum(map(len, step["hands"]))
        assert [len(hand) for hand in step["hands"]] == [int(n.bit_count()) for n in _whole(engine.state.hand[0])]


def _whole(sets: Any) -> Iterator[int]:
    """Card sets of two lanes as one number each."""
    for low, high in sets.tolist():
        yield low | high << 64


def test_a_complete_trick_stays_in_sight_until_the_next_card_with_its_winner() -> None:
    record = MAGAZINE
    steps = content(replay_html(record))["steps"]
    first = next(at for at, step in enumerate(steps) if len(step["trick"]) == 1) - 1
    assert [len(step["trick"]) for step in steps[first : first + 9]] == [0, 1, 2, 3, 4, 1, 2, 3, 4]
    trick = steps[first + 4]
    assert [card for _, card in trick["trick"]] == record.actions[first : first + 4]
    assert trick["winner"] == trick["seat"], "who won it leads"
    assert trick["caption"] == "Trick 2 / 18 · Last trick"
    assert [step["trick_number"] for step in (steps[0], trick, steps[-1])] == [0, 1, 18]


def test_the_end_shows_the_scores_and_all_points_of_the_taker() -> None:
    page = content(replay_html(MAGAZINE))
    end = page["steps"][-1]
    assert end["said"] == ["-156", "+52", "+52, dealer", "+52"]
    assert end["sides"][0].startswith("Taker: 40 points")
    assert end["hands"] == [[], [], [], []]
    assert sorted(end["discard"]) == sorted(MAGAZINE.actions[4:10])
    assert sorted(page["dog"]) == sorted(MAGAZINE.dog.split())


def test_what_is_done_is_said_in_words() -> None:
    record = strong_record(extra={"agents": ["Ada", "b", "c", "d"]})
    did = [step["did"] for step in content(replay_html(record))["steps"]]
    assert did[0] == "Seat 0, Ada: Garde"
    assert did[4] == "Seat 0, Ada: Ace of spades"
    assert did[10] == "Seat 0, Ada: No", "no chelem"
    assert did[11] == "Seat 0, Ada: Poignée"
    assert did[12] == "Seat 0, Ada: Trump 12"
    assert did[-1] == "Trick 1 / 18", "an unfinished deal ends in mid-play"
    french = [step["did"] for step in content(replay_html(record, style=Style("fr")))["steps"]]
    assert (french[4], french[10]) == ("Place 0, Ada\u00a0: As de pique", "Place 0, Ada\u00a0: Non")
    assert '<html lang="fr">' in replay_html(record, style=Style("fr"))


def test_a_deal_of_which_nothing_was_played_is_one_step() -> None:
    record = Record(MAGAZINE.rules, MAGAZINE.dealer, MAGAZINE.hands, MAGAZINE.dog, [])
    (step,) = content(replay_html(record))["steps"]
    assert (step["heading"], step["caption"], step["did"]) == ("No bid yet", "Auction", "Auction")


def test_names_and_notes_are_text_and_never_markup() -> None:
    evil = "</script><script>alert(1)</script>\ud800"
    record = strong_record(extra={"agents": [evil, "b", "c", "d"]})
    html = replay_html(record, [Note(evil)] * len(record.actions))
    assert html.count("<script") == 2
    assert "<script>alert" not in html
    html.encode()
    page = content(html)
    assert page["names"][0] == f"Seat 0, {evil}"[: len("Seat 0, ") + 40]
    assert page["steps"][0]["note"]["text"] == evil


def test_notes_stand_beside_their_decision() -> None:
    notes = [None] * len(MAGAZINE.actions)
    notes[1] = Note("sure of it", {"GARDE": 0.75, "PASS": 0.25})
    steps = content(replay_html(MAGAZINE, notes))["steps"]
    assert steps[0]["note"] is None
    assert steps[1]["note"] == {
        "text": "sure of it",
        "bars": [["GARDE", "Garde", 0.75], ["PASS", "Pass", 0.25]],
    }


def test_who_could_have_announced_nothing_is_said_to_have_said_no() -> None:
    record = strong_record()
    notes = [None] * len(record.actions)
    notes[10] = Note(probabilities={"PASS": 0.9, "CHELEM": 0.1})
    note = content(replay_html(record, notes))["steps"][10]["note"]
    assert note["bars"] == [["PASS", "No", 0.9], ["CHELEM", "Chelem", 0.1]]


@pytest.mark.parametrize(
    ("probabilities", "message"),
    [
        ({"GARD": 0.5}, "unknown action 'GARD'; did you mean GARDE?"),
        ({"GARDE": 1.5}, "the probability of GARDE is not in 0..1: 1.5"),
        ({"GARDE": float("nan")}, "the probability of GARDE is not in 0..1: nan"),
    ],
)
def test_a_note_of_something_else_is_refused(probabilities: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        Note(probabilities=probabilities)


def test_a_page_is_made_of_what_can_be_replayed_only() -> None:
    with pytest.raises(ValueError, match="notes are one for each action, 83, not 1"):
        replay_html(MAGAZINE, [None])
    wrong = Record(MAGAZINE.rules, MAGAZINE.dealer, MAGAZINE.hands, MAGAZINE.dog, ["PASS", "SK"])
    with pytest.raises(RecordError, match="action 2: seat 0, AUCTION"):
        replay_html(wrong)
    assert parse_action("SK") in wrong.action_ids()


def test_the_command_writes_the_page_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "replay.html"
    assert main(["view", str(DEALS), "--deal", "2", "--lang", "fr", "-o", str(page)]) == 0
    assert page.read_text(encoding="utf-8") == replay_html(Record.loads(LINES[1]), style=Style("fr"))
    assert capsys.readouterr().out == f"{page}: open it in a browser\n"


def test_the_command_says_in_one_line_why_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, bad = tmp_path / "replay.html", tmp_path / "bad.jsonl"
    bad.write_text("\n" + LINES[0][:99])

    def said(*words: object) -> str:
        assert main(["view", *map(str, words)]) == 1
        return capsys.readouterr().out.rstrip("\n")

    assert said(DEALS, "--deal", 99, "-o", page) == f"{DEALS} holds {len(LINES)} records: there is no deal 99"
    assert said(DEALS, "--deal", 0, "-o", page).endswith("there is no deal 0")
    assert said(bad, "-o", page) == f"{bad}:2: the line is cut short: it ends in mid-record, after 99 characters"
    assert said(tmp_path / "none", "-o", page) == f"{tmp_path / 'none'}: No such file or directory"
    assert not page.exists()
    assert said(DEALS, "-o", tmp_path) == f"{tmp_path}: Is a directory"
