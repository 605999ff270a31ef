"""The server: who may talk to it, what it refuses, and that a refused message changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette", reason="the page needs the extra 'play'")

from page import ORIGIN, Json, Page, lobby, open_page
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from tarot_env import Engine, Record
from tarot_env.actions import PASS
from tarot_env.record import Recorder
from web.server import make_app

SOCKET = "ws://127.0.0.1/socket"


def files(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.parametrize(
    "headers",
    [{}, {"origin": "http://evil.example"}, {"origin": "https://127.0.0.1"}, {"origin": "http://127.0.0.1:9"}],
    ids=["none", "another site", "another scheme", "another port"],
)
def test_a_page_from_elsewhere_gets_no_socket(tmp_path: Path, headers: dict[str, str]) -> None:
    with TestClient(make_app(lobby(tmp_path)), base_url=ORIGIN) as client:
        client.get("/")
        with (
            pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)),
            client.websocket_connect(SOCKET, headers=headers),
        ):
            pass


@pytest.mark.parametrize("session", ["", "guessed", "../..", "A" * 32])
def test_no_socket_without_a_session(tmp_path: Path, session: str) -> None:
    with (
        TestClient(make_app(lobby(tmp_path)), base_url=ORIGIN, cookies={"tarot_session": session}) as client,
        pytest.raises((WebSocketDisconnect, WebSocketDenialResponse)),
        client.websocket_connect(SOCKET, headers={"origin": ORIGIN}),
    ):
        pass


def test_a_name_from_elsewhere_that_leads_here_is_refused(tmp_path: Path) -> None:
    with TestClient(make_app(lobby(tmp_path)), base_url="http://evil.example") as client:
        assert client.get("/").status_code == 400


def test_the_session_cannot_be_guessed_or_read_by_scripts(tmp_path: Path) -> None:
    with TestClient(make_app(lobby(tmp_path)), base_url=ORIGIN) as client:
        cookie = client.get("/").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert len(client.cookies["tarot_session"]) >= 32
        assert "set-cookie" not in client.get("/").headers


def test_one_session_does_not_see_the_games_of_another(tmp_path: Path) -> None:
    table = lobby(tmp_path)
    with open_page(table) as (mine, _):
        mine.start()
        with open_page(table) as (other, _):
            other.say("open", game=mine.game)
            assert other.hear_until(lambda m: m["type"] == "refused")["code"] == "no-such-game"
            other.say("hello", lang="en")
            assert other.hear_until("games")["games"] == []


NO_MESSAGES: list[str] = [
    "",
    "nonsense",
    "[]",
    "{}",
    '{"do": 3}',
    '{"do": "cheat"}',
    '{"do": "open"}',
    '{"do": "open", "game": 3}',
    '{"do": "hello", "lang": "de"}',
    '{"do": "act"}',
    '{"do": "act", "deal": 1, "turn": 0, "actions": []}',
    '{"do": "act", "deal": 1, "turn": 0, "actions": "PASS"}',
    '{"do": "act", "deal": 1, "turn": true, "actions": ["PASS"]}',
    '{"do": "act", "deal": 1, "turn": -1, "actions": ["PASS"]}',
    '{"do": "act", "deal": 1, "turn": 0, "actions": [["PASS"]]}',
    '{"do": "act", "deal": 1, "turn": 0, "actions": ["PASSE"]}',
    '{"do": "act", "deal": 1, "turn": 0, "actions": ["PASS","PASS","PASS","PASS","PASS","PASS","PASS","PASS"]}',
    '{"do": "hint", "after": "S1"}',
    '{"do": "new", "rules": 7}',
    '{"do": "review", "deal": "1"}',
    '{"do": "review", "deal": 1, "file": "yes"}',
    '{"do": "read", "text": 5}',
    "[" * 100_000,
    '{"do": "open", "game": "' + "x" * 1_000_001 + '"}',
]


def test_what_is_no_message_gets_a_reason_and_changes_nothing(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path)) as (page, _):
        page.start()
        page.hear_until_my_turn()
        before = files(tmp_path)
        for text in NO_MESSAGES:
            page.say_text(text)
            answer = page.hear()
            assert (answer["type"], answer["code"]) == ("refused", "bad-message"), text
            assert answer["reason"], text
        assert files(tmp_path) == before
        page.play_on(np.random.default_rng(0))


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rules": "loose"}, "bad-setup"),
        ({"target": 0}, "bad-setup"),
        ({"deals": 0}, "bad-setup"),
    ],
)
def test_a_match_that_cannot_be_is_refused(tmp_path: Path, fields: dict[str, Any], code: str) -> None:
    with open_page(lobby(tmp_path)) as (page, _):
        page.say("new", **fields)
        assert page.hear()["code"] == code
        assert files(tmp_path) == {}


def test_a_page_cannot_choose_what_code_is_run(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path)) as (page, _):
        page.start(agents=["os:system"] * 3)
        assert page.table["match"]["agents"] == ["random"] * 3


def first_trick(page: Page) -> None:
    """Up to the person's turn to play with an illegal card in hand."""
    while True:
        page.hear_until_my_turn()
        if page.table["phase"] == "PLAY" and page.table["why"]:
            return
        assert page.table["phase"] != "DONE"
        action = "PASS" if "PASS" in page.table["legal"] else page.table["legal"][0]
        page.act(*([action] if page.table["discarding"] is None else page.table["discarding"]["allowed"][:6]))
        page.table = {}


def test_an_illegal_card_gets_its_reason_and_changes_nothing(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path, agents=("heuristic",) * 3)) as (page, _):
        page.start()
        first_trick(page)
        before = files(tmp_path)
        for card, why in page.table["why"].items():
            page.act(card)
            answer = page.hear()
            assert (answer["code"], answer["reason"]) == ("illegal", why)
        for action in ("PASS", "GARDE", "CHELEM", "POIGNEE_SIMPLE"):
            page.act(action)
            assert page.hear()["code"] == "illegal"
        hidden = next(c for c in ("SK", "HK", "DK", "CK", "S2", "H2") if c not in page.table["hand"])
        page.act(hidden)
        assert page.hear()["code"] == "illegal"
        assert files(tmp_path) == before


def test_only_at_the_turn_that_the_page_shows(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path)) as (page, _):
        page.say("act", deal=1, turn=0, actions=["PASS"])
        assert page.hear()["code"] == "no-game"
        page.start()
        page.hear_until_my_turn()
        before = files(tmp_path)
        for changes in ({"turn": page.table["turn"] + 1}, {"deal": 2}):
            page.act(page.table["legal"][0], **changes)
            assert page.hear()["code"] == "stale"
        page.say("next")
        assert page.hear()["code"] == "deal-not-over"
        assert files(tmp_path) == before
        over = page.play_on(np.random.default_rng(0))
        page.say("act", deal=over["deal"], turn=over["turn"], actions=["PASS"])
        assert page.hear()["code"] == "deal-over"


def take(page: Page, **setup: Any) -> list[str]:
    """Up to the person's discard in a garde: six cards that may be put aside."""
    page.start(**setup)
    while page.hear_until_my_turn()["phase"] != "DISCARD":
        page.act("GARDE" if "GARDE" in page.table["legal"] else page.table["legal"][0])
        page.table = {}
    allowed: list[str] = page.table["discarding"]["allowed"]
    return allowed[:6]


def test_a_discard_is_whole_or_nothing(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path, agents=("random-cards",) * 3)) as (page, _):
        take(page)
        before = files(tmp_path)
        allowed, why = page.table["discarding"]["allowed"], page.table["why"]
        forbidden = next(iter(why))
        page.act(*allowed[:5], forbidden)
        assert page.hear()["reason"] == why[forbidden]
        for last in (allowed[:1], [allowed[5], allowed[6]]):
            page.act(*allowed[:5], *last)
            assert page.hear()["code"] == "illegal"
        assert files(tmp_path) == before
        page.act(*allowed[:6])
        page.table = {}
        assert sorted(page.hear_until("table")["discard"]) == sorted(allowed[:6])


@pytest.mark.parametrize(("said", "announced"), [("PASS", False), ("CHELEM", True)])
def test_a_chelem_is_announced_with_the_discard_or_not(tmp_path: Path, said: str, announced: bool) -> None:
    with open_page(lobby(tmp_path, agents=("random-cards",) * 3)) as (page, _):
        cards = take(page)
        assert page.table["discarding"]["chelem"] == [400, 200]
        page.act(*cards, said)
        page.table = {}
        told = page.hear_until("table")
        assert (told["phase"] in ("POIGNEE", "PLAY"), told["chelem"]) == (True, announced)
        assert not announced or told["to_act"] == 0, "whoever announces leads"


def test_a_discard_without_a_word_on_the_chelem_is_asked_for_one(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path, agents=("random-cards",) * 3)) as (page, cookies):
        page.act(*take(page))
        page.table = {}
        assert page.hear_until("table")["phase"] == "CHELEM"
    with open_page(lobby(tmp_path), cookies) as (again, _):
        again.say("open", game=page.table["game"])
        assert again.hear_until("table")["legal"] == ["PASS", "CHELEM"]
        again.act("CHELEM")
        again.table = {}
        assert again.hear_until("table")["chelem"]


def test_the_casual_rules_ask_for_no_chelem(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path, agents=("random-cards",) * 3)) as (page, _):
        cards = take(page, rules="casual")
        assert page.table["discarding"]["chelem"] is None
        page.act(*cards)
        page.table = {}
        assert page.hear_until("table")["phase"] == "PLAY"


def test_a_hint_on_the_chelem_once_the_discard_is_chosen(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path, agents=("random-cards",) * 3)) as (page, _):
        cards = take(page)
        page.say("hint", after=cards)
        hint = page.hear_until("hint")
        assert (hint["phase"], hint["after"]) == ("CHELEM", cards)
        assert hint["choice"] in ("PASS", "CHELEM")
        page.say("hint")
        hint = page.hear_until("hint")
        assert (hint["phase"], hint["after"]) == ("DISCARD", [])
        page.say("hint", after=[*cards[:5], cards[0]])
        assert page.hear()["code"] == "illegal"


def test_no_hint_on_what_would_follow_a_bid(tmp_path: Path) -> None:
    """It would know the dog."""
    with open_page(lobby(tmp_path)) as (page, _):
        page.start()
        page.hear_until_my_turn()
        for action in page.table["legal"]:
            page.say("hint", after=[action])
            assert page.hear()["code"] == "illegal"


def test_two_pages_show_the_same_game(tmp_path: Path) -> None:
    table = lobby(tmp_path)
    with TestClient(make_app(table), base_url=ORIGIN) as client:
        client.get("/")
        with (
            client.websocket_connect(SOCKET, headers={"origin": ORIGIN}) as one,
            client.websocket_connect(SOCKET, headers={"origin": ORIGIN}) as two,
        ):
            first, second = Page(one), Page(two)
            first.start()
            first.hear_until_my_turn()
            second.say("open", game=first.game)
            second.hear_until("table")
            assert second.table == first.table
            first.act(first.table["legal"][0])
            first.table = second.table = {}
            assert first.hear_until("table") == second.hear_until("table")


PASSES = ("heuristic",) * 3


def pass_out(page: Page) -> None:
    """Up to the end of a deal that nobody takes."""
    for seed in range(40):
        page.start(seed=seed)
        while page.hear_until_my_turn()["to_act"] == 0 and page.table["phase"] == "AUCTION":
            page.act("PASS")
            page.table = {}
        if page.table["passed_out"]:
            return
    raise AssertionError("somebody takes in every deal")


def listed(page: Page) -> Json:
    """The game played last as the menu lists it."""
    page.say("hello", lang="en")
    game: Json = page.hear_until("games")["games"][0]
    page.hear_until("table")
    return game


def test_four_passes_are_dealt_again_and_do_not_count(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path, agents=PASSES)) as (page, _):
        pass_out(page)
        assert (page.table["match"]["played"], page.table["match"]["history"]) == (0, [None])
        assert listed(page)["deal"] == 1
        dealer = page.table["dealer"]
        page.next_deal()
        assert (page.table["deal"], page.table["dealer"]) == (2, (dealer + 1) % 4)
        assert listed(page)["deal"] == 1, "the number is still to be played"


def test_four_passes_in_a_deal_that_is_played_again_end_it(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path, agents=PASSES)) as (page, cookies):
        pass_out(page)
        page.table = {}
        page.say("again", deal=1)
        page.hear_until("table")
        while page.hear_until_my_turn()["to_act"] == 0:
            page.act("PASS")
            page.table = {}
        over = page.table
        assert (over["passed_out"], over["match"]["over"], over["match"]["history"]) == (True, True, [None])
        page.say("next")
        assert page.hear()["code"] == "match-over"
    with open_page(lobby(tmp_path), cookies) as (page, _):
        page.say("open", game=over["game"])
        assert next(g for g in page.hear_until("games")["games"] if g["game"] == over["game"])["over"]
        assert page.hear_until("table")["match"]["over"]


def test_the_same_deal_again_is_a_game_of_its_own(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path)) as (page, _):
        page.start()
        first = dict(page.table)
        page.play_on(np.random.default_rng(0))
        game = page.game
        page.table = {}
        page.say("again", deal=1)
        page.hear_until("table")
        assert page.game != game
        assert sorted(page.table["hand"]) == sorted(first["hand"])
        assert page.table["dealer"] == first["dealer"]
        assert page.play_on(np.random.default_rng(1))["match"]["over"]


def test_the_record_of_finished_deals_can_be_kept_and_opened(tmp_path: Path) -> None:
    with TestClient(make_app(lobby(tmp_path)), base_url=ORIGIN) as client:
        client.get("/")
        with client.websocket_connect(SOCKET, headers={"origin": ORIGIN}) as socket:
            page = Page(socket)
            page.start(deals=2)
            assert client.get(f"/games/{page.game}.jsonl").text == ""
            page.play_on(np.random.default_rng(0))
            page.next_deal()
            text = client.get(f"/games/{page.game}.jsonl").text
            (record,) = [Record.loads(line) for line in text.splitlines()]
            assert record.replay().scores == record.scores
            page.say("read", text=text)
            (deal,) = page.hear_until("file")["deals"]
            assert (deal["over"], deal["scores"]) == (True, record.scores)
            page.say("review", deal=1, file=True)
            opened = page.hear_until("review")
            assert opened["sheet"]["scores"] == record.scores if opened["sheet"] else record.scores == [0] * 4


def test_any_deal_of_a_file_can_be_opened(tmp_path: Path) -> None:
    engine = Engine(3, seed=5)
    recorder = Recorder(engine)
    while not engine.done.all():
        recorder.step(engine.sample_legal())
    whole = [recorder.record(deal) for deal in range(3)]
    unfinished = Record(whole[2].rules, whole[2].dealer, whole[2].hands, whole[2].dog, whole[2].actions[:20])
    text = "\n".join(record.dumps() for record in [*whole[:2], unfinished])
    with open_page(lobby(tmp_path)) as (page, _):
        page.say("read", text=text)
        deals = page.hear_until("file")["deals"]
        assert [deal["over"] for deal in deals] == [True, True, False]
        assert [deal["scores"] for deal in deals[:2]] == [record.scores for record in whole[:2]]
        for number, record in enumerate(whole, start=1):
            page.say("review", deal=number, file=True)
            assert page.hear_until("review")["hands"] == [hand.split() for hand in record.hands]
        page.say("review", deal=4, file=True)
        assert page.hear()["code"] == "no-such-deal"


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (lambda line: "", "it is empty"),
        (lambda line: "no record", "line 1: "),
        (lambda line: line + "\n\n" + line.replace("dog", "log"), "line 3: "),
        (lambda line: line + "\n" + line.replace("PASS", "POIGNEE_SIMPLE"), "line 2: action 1: "),
    ],
    ids=["empty", "no JSON", "a key is missing", "an illegal action"],
)
def test_a_file_that_is_none_is_refused_and_the_line_is_named(
    tmp_path: Path, bad: Callable[[str], str], says: str
) -> None:
    engine = Engine(1, seed=5)
    recorder = Recorder(engine)
    recorder.step([PASS])
    with open_page(lobby(tmp_path)) as (page, _):
        page.say("read", text=bad(recorder.record().dumps()))
        refused = page.hear()
        assert (refused["type"], refused["code"]) == ("refused", "no-record")
        assert says in refused["reason"]


def test_a_match_to_a_target_is_one_though_the_server_was_started_for_a_number_of_deals(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path, deals=2)) as (page, _):
        page.start(target=300)
        assert (page.table["match"]["target"], page.table["match"]["deals"]) == (300, None)
        page.start()
        assert page.table["match"]["deals"] == 2


@pytest.mark.parametrize(
    "path", ["/games/x.jsonl", "/games/..%2F..%2Fx.jsonl", "/cards/fr-4/S15.svg", "/cards/de-4/SK.svg"]
)
def test_what_is_not_there(tmp_path: Path, path: str) -> None:
    with TestClient(make_app(lobby(tmp_path)), base_url=ORIGIN) as client:
        assert client.get(path).status_code == 404


def test_cards_are_drawings_that_the_browser_keeps(tmp_path: Path) -> None:
    with TestClient(make_app(lobby(tmp_path)), base_url=ORIGIN) as client:
        card = client.get("/cards/fr-2/T21.svg")
        assert card.headers["content-type"].startswith("image/svg+xml")
        kept = client.get("/cards/fr-2/T21.svg", headers={"if-none-match": card.headers["etag"]})
        assert kept.status_code == 304
        assert client.get("/cards/en-4/DK.svg").text != client.get("/cards/en-2/DK.svg").text


def test_a_hint_is_a_legal_action_and_told_only_at_ones_turn(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path)) as (page, _):
        page.start()
        page.hear_until_my_turn()
        page.say("hint")
        assert page.hear_until("hint")["choice"] in page.table["legal"]
        over = page.play_on(np.random.default_rng(0))
        page.say("hint")
        assert page.hear()["code"] == "not-your-turn"
        steps = json.loads(next(tmp_path.glob("*/*.jsonl")).read_text().splitlines()[0])["actions"]
        page.say("advise", deal=over["deal"], step=len(steps) - 4)
        assert page.hear_until("advice")["choice"]
        page.say("advise", deal=over["deal"], step=len(steps))
        assert page.hear()["code"] == "no-such-deal"
