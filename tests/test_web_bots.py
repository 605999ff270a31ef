"""Opponents that are slow, fail or cheat: the heuristic player takes their move, and the page is told."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("starlette", reason="the page needs the extra 'play'")

from page import ORIGIN, Page, lobby, open_page
from starlette.testclient import TestClient

from agents import Agent
from tarot_env import Engine, Observation
from tarot_env.actions import PASS
from tarot_env.cardsets import to_ids
from web.bots import Bots, NoAnswer
from web.server import make_app


class Slow:
    name = "slow"

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        time.sleep(5)
        raise AssertionError("nobody waits for this")


class Raises:
    name = "raises"

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        raise RuntimeError("broken")


class Cheats:
    name = "cheats"

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        return np.full(len(observation), 77)


@pytest.mark.parametrize(
    ("spec", "trouble", "limit"),
    [
        ("test_web_bots:Slow", "slow", 0.2),
        ("test_web_bots:Raises", "failed", 10),
        ("test_web_bots:Cheats", "failed", 10),
    ],
)
def test_the_stand_in_takes_the_move_and_the_page_is_told(
    tmp_path: Path, spec: str, trouble: str, limit: float
) -> None:
    with open_page(lobby(tmp_path, bots=Bots(limit), agents=(spec, "random", "random"))) as (page, _):
        page.start()
        if page.table["to_act"] == 0:
            page.act("PASS")
        start = time.monotonic()
        told = page.hear_until("trouble")
        assert (told["trouble"], told["seat"]) == (trouble, 1)
        assert time.monotonic() - start < 4
        page.hear_until("table")


GONE: Final = {"a run's folder": "runs/deleted", "a module": "deleted_module:Agent", "a name": "deleted"}


@pytest.mark.parametrize("spec", GONE.values(), ids=GONE)
def test_the_stand_in_takes_the_moves_of_a_player_that_is_there_no_more(spec: str) -> None:
    seen = Engine(1, seed=0).observe()
    action, trouble = asyncio.run(Bots().decide(spec, seen, np.random.default_rng(0)))
    assert action in to_ids(seen.legal[0])
    assert trouble == "failed"


@pytest.mark.parametrize("spec", GONE.values(), ids=GONE)
def test_a_player_that_is_there_no_more_gives_no_answer(spec: str) -> None:
    with pytest.raises(NoAnswer, match="failed"):
        asyncio.run(Bots().ask(spec, lambda agent: agent.name))


def test_who_waits_for_a_player_that_is_given_up_is_answered_by_the_next_one_like_it() -> None:
    end = threading.Event()

    def stuck(agent: Agent) -> str:
        end.wait(60)
        return "too late"

    async def three_questions() -> list[str | BaseException]:
        bots = Bots(limit=1)
        questions = [stuck, lambda agent: "first", lambda agent: "second"]
        return await asyncio.gather(*(bots.ask("random", ask) for ask in questions), return_exceptions=True)

    slow, *answers = asyncio.run(three_questions())
    end.set()
    assert isinstance(slow, NoAnswer)
    assert (slow.trouble, answers) == ("slow", ["first", "second"])


class Ponders:
    """Takes its time, and counts."""

    name = "ponders"
    asked = 0

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        Ponders.asked += 1
        time.sleep(0.5)
        return np.array([PASS])


def test_a_page_that_comes_back_while_an_opponent_thinks_does_not_ask_it_twice(tmp_path: Path) -> None:
    table = lobby(tmp_path, agents=("test_web_bots:Ponders",) * 3)
    with TestClient(make_app(table), base_url=ORIGIN) as client:
        client.get("/")
        game = ""
        for _ in range(3):
            with client.websocket_connect("ws://127.0.0.1/socket", headers={"origin": ORIGIN}) as socket:
                page = Page(socket)
                if game:
                    page.say("open", game=game)
                    page.hear_until("table")
                else:
                    page.start()
                    while page.table["to_act"] == 0:
                        page.act("PASS")
                        page.table = {}
                        page.hear_until("table")
                game = page.game
        with client.websocket_connect("ws://127.0.0.1/socket", headers={"origin": ORIGIN}) as socket:
            page = Page(socket)
            page.say("open", game=game)
            page.hear_until("table")
            page.hear_until_my_turn()
            spoken = sum(bid is not None for bid in page.table["bids"][1:])
    assert Ponders.asked == spoken


@pytest.mark.parametrize(("spec", "limit"), [("test_web_bots:Slow", 0.2), ("test_web_bots:Raises", 10)])
def test_an_adviser_without_an_answer_is_told_and_holds_nothing_up(tmp_path: Path, spec: str, limit: float) -> None:
    table = lobby(tmp_path, bots=Bots(limit))
    table.adviser = spec
    with open_page(table) as (page, _):
        page.start()
        page.hear_until_my_turn()
        page.say("hint")
        assert page.hear()["code"] == "no-advice"
        page.play_on(np.random.default_rng(0))


def test_a_tap_does_not_wait_for_a_hint(tmp_path: Path) -> None:
    table = lobby(tmp_path)
    table.adviser = "test_web_bots:Ponders"
    with open_page(table) as (page, _):
        page.start()
        page.hear_until_my_turn()
        page.say("hint")
        page.act(page.table["legal"][0])
        heard: list[str] = []
        while "hint" not in heard:
            heard.append(page.hear()["type"])
        assert "table" in heard


def test_the_deal_goes_on_to_its_end(tmp_path: Path) -> None:
    bots = Bots(10)
    with open_page(lobby(tmp_path, bots=bots, agents=("test_web_bots:Raises",) * 3)) as (page, _):
        page.start()
        page.play_on(np.random.default_rng(2))
    kinds = [json.loads(frame)["type"] for frame in page.frames]
    assert kinds.count("trouble") > 3


def test_the_same_seed_and_the_same_acts_make_the_same_game(tmp_path: Path) -> None:
    ends = []
    for folder in ("one", "two"):
        with open_page(lobby(tmp_path / folder, agents=("random", "random-cards", "heuristic"))) as (page, _):
            page.start()
            ends.append({**page.play_on(np.random.default_rng(8)), "game": ""})
    assert ends[0] == ends[1]
