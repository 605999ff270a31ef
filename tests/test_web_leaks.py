"""No frame names a card that the person may not know yet; what may be known is worked out from the record alone."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("starlette", reason="the page needs the extra 'play'")

from page import ORIGIN, Page, lobby, open_page
from starlette.testclient import TestClient

from tarot_env import Engine, Record
from tarot_env.record import Recorder
from web.server import make_app
from web.setup import HUMAN, Setup

CARD = re.compile(r"\b(?:[SHDC](?:10|[1-9JNQK])|T(?:1\d|2[01]|[1-9])|EX)\b")
SHOWN_PHASES = ("DISCARD", "CHELEM", "POIGNEE", "PLAY")


class Known:
    """When each card of a finished deal comes to the person's eyes."""

    def __init__(self, record: Record) -> None:
        self.hand = set(record.hands[HUMAN].split())
        self.dog = set(record.dog.split())
        self.played: list[str] = []
        self.poignees: list[tuple[int, set[str]]] = []  # cards played before it lay on the table, cards
        self.trumps_aside: set[str] = set()
        self.dog_shown = False
        names = iter(record.actions)
        for engine in record.positions():
            name, state = next(names, None), engine.state
            if state.phase[0] == 4 and name is not None:
                seat = int(state.seat[0])
                if state.poignee[0, seat] and len(self.played) < 4:
                    shown = {f"T{n}" if n else "EX" for n in range(22) if int(state.shown[0, seat, 1]) >> n & 1}
                    self.poignees.append((len(self.played), shown))
                self.played.append(name)
        state = engine.state
        self.dog_shown = state.contract[0] in (1, 2)
        self.taker_is_human = state.taker[0] == HUMAN
        self.trumps_aside = {f"T{n}" for n in range(22) if int(state.discard[0, 1]) >> n & 1}

    def at(self, phase: str, ply: int) -> set[str]:
        cards = self.hand | set(self.played[:ply])
        if phase in SHOWN_PHASES and self.dog_shown:
            cards |= self.dog | self.trumps_aside
        for before, shown in self.poignees:
            cards |= shown if before <= ply else set()
        return cards


def play_match(page: Page, rng: np.random.Generator, deals: int, **setup: object) -> None:
    page.start(deals=deals, **setup)
    while not page.play_on(rng)["match"]["over"]:
        page.next_deal()


@pytest.mark.parametrize("agents", [("random-cards",) * 3, ("heuristic",) * 3, ("random",) * 3])
@pytest.mark.parametrize("rules", ["official", "casual"])
def test_no_frame_names_a_hidden_card(tmp_path: Path, agents: tuple[str, ...], rules: str) -> None:
    with open_page(lobby(tmp_path, agents=agents)) as (page, _):
        play_match(page, np.random.default_rng(3), deals=4, rules=rules)
        page.say("review", deal=1)
        page.hear_until("review")
        (file,) = tmp_path.glob(f"*/{page.game}.jsonl")
    known = [Known(Record.loads(line)) for line in file.read_text().splitlines()]
    looked_at = 0
    for frame in page.frames:
        message = json.loads(frame)
        if message["type"] == "table":
            if message["phase"] != "DONE":
                allowed = known[message["deal"] - 1].at(message["phase"], message["ply"])
                assert set(CARD.findall(frame)) <= allowed, frame
                looked_at += 1
        elif message["type"] != "review":
            assert not CARD.findall(frame), frame
    assert looked_at > 150


def test_the_check_above_sees_a_leak(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path, agents=("random-cards",) * 3)) as (page, _):
        play_match(page, np.random.default_rng(3), deals=1)
        (file,) = tmp_path.glob("*/*.jsonl")
    record = Record.loads(file.read_text().splitlines()[0])
    known = Known(record).at("AUCTION", 0)
    assert known == set(record.hands[HUMAN].split())
    assert set(CARD.findall(json.dumps({"leak": record.dog}))) - known == set(record.dog.split())


def test_a_finished_deal_only_can_be_reviewed(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path)) as (page, _):
        page.start()
        for message in ("review", "advise", "again"):
            page.say(message, deal=1, step=0)
            assert page.hear_until(lambda m: m["type"] == "refused")["code"] == "no-such-deal"


def test_how_often_a_bot_acts_unseen_makes_no_frame(tmp_path: Path) -> None:
    """Being asked for a poignee, or putting six cards aside one by one, shows in no frame: no two are the same."""
    with open_page(lobby(tmp_path, agents=("random-cards",) * 3)) as (page, _):
        play_match(page, np.random.default_rng(5), deals=6)
    tables = [frame for frame in page.frames if json.loads(frame)["type"] == "table"]
    assert all(before != after for before, after in pairwise(tables))


def a_finished_deal() -> Record:
    table = Recorder(Engine(1, seed=5))
    while not table.engine.done[0]:
        table.step(table.engine.sample_legal())
    return table.record()


@pytest.mark.parametrize(("deals", "told"), [(2, False), (1, True)], ids=["in mid-match", "after the match"])
def test_the_record_tells_the_seed_of_a_match_that_is_over_only(tmp_path: Path, deals: int, told: bool) -> None:
    games = lobby(tmp_path)
    with TestClient(make_app(games), base_url=ORIGIN) as client:
        client.get("/")
        setup = Setup(("random",) * 3, deals=deals, seed=11)
        game = games.create(client.cookies["tarot_session"], setup, [a_finished_deal()])
        given = client.get(f"/games/{game}.jsonl").text
    (kept,) = tmp_path.glob(f"*/{game}.jsonl")
    assert json.loads(kept.read_text())["match"]["seed"] == 11
    assert json.loads(given)["match"].get("seed") == (11 if told else None)
    assert json.loads(given)["match"]["deals"] == deals


def test_no_frame_tells_the_seed_that_the_server_was_started_with(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path, seed=11)) as (page, _):
        page.start()
        page.say("hello", lang="fr")
        assert page.hear_until("games")["default"]["rules"] == "official"
    assert not any("seed" in frame for frame in page.frames)
