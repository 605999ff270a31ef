"""Nothing is lost: the server is killed at any moment and started again, the file is cut anywhere, the disk is full."""

from __future__ import annotations

import asyncio
import json
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import numpy as np
import pytest

pytest.importorskip("starlette", reason="the page needs the extra 'play'")

from page import lobby, open_page, random_actions
from websockets.sync.client import ClientConnection, connect

from tarot_env import Record
from tarot_env.actions import PASS
from web import game as web_game
from web.bots import Bots
from web.game import NOT_SAVED, Game, Notice, Refused
from web.game_file import GameFile, NoSuchGame, whole_records
from web.setup import Setup
from web.table import Table

ROOT = Path(__file__).parent.parent


@contextmanager
def running_server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``play.py`` on a free port, and its address; killed at the end as kill -9 does."""
    command = [sys.executable, "play.py", "--no-browser", "--port", "0", "--data", str(folder), "--agents", "heuristic"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            assert found
            yield process, found[0]
        finally:
            process.send_signal(signal.SIGKILL)


def hear(socket: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=30))
        if message["type"] == kind:
            return message


def my_turn(socket: ClientConnection) -> dict[str, Any]:
    while (table := hear(socket, "table"))["to_act"] > 0:
        pass
    return table


def say(socket: ClientConnection, do: str, **fields: object) -> None:
    socket.send(json.dumps({"do": do, **fields}))


def act(socket: ClientConnection, table: dict[str, Any], rng: np.random.Generator) -> None:
    say(socket, "act", deal=table["deal"], turn=table["turn"], actions=random_actions(table, rng))


def test_kill_9_at_any_moment_loses_nothing_that_was_told(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    cookie = game = ""
    told: dict[str, Any] = {}
    for start in range(3):
        with running_server(tmp_path) as (_, address):
            if not cookie:
                with urlopen(address) as page:
                    cookie = page.headers["set-cookie"].split(";")[0]
            socket_address = address.replace("http", "ws") + "/socket"
            with connect(socket_address, origin=address, additional_headers={"Cookie": cookie}) as socket:
                say(socket, "hello", lang="fr")
                if start == 0:
                    say(socket, "new", deals=1)
                    game = hear(socket, "game")["game"]
                else:
                    assert [entry["game"] for entry in hear(socket, "games")["games"]] == [game]
                    say(socket, "open", game=game)
                    shown = hear(socket, "table")
                    assert (shown["deal"], shown["turn"]) >= (told["deal"], told["turn"])
                    assert shown["ply"] >= told["ply"]
                    assert set(shown["hand"]) <= set(told["hand"]) | set(shown["dog"])
                    told = shown
                for _ in range(4):
                    if not told or told["to_act"] != 0:
                        told = my_turn(socket)
                    act(socket, told, rng)
                    told = hear(socket, "table")
    assert told["turn"] >= 8


def test_a_server_started_again_shows_the_same_table(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    with open_page(lobby(tmp_path)) as (page, cookies):
        page.start()
        for _ in range(6):
            page.hear_until_my_turn()
            page.act(*random_actions(page.table, rng))
            page.table = {}
        before = page.hear_until_my_turn()
    with open_page(lobby(tmp_path), cookies) as (page, _):
        page.say("open", game=before["game"])
        assert page.hear_until("table") == before


def a_game(path: Path) -> Table:
    """Two deals and a half, saved after each action."""
    file = GameFile(path)
    table = Table(Setup(("random",) * 3, seed=5, deals=9))
    rng = np.random.default_rng(1)
    while table.number < 3 or int(table.engine.state.ply[0]) < 10:
        if table.over:
            table.next_deal()
        else:
            table.act([int(table.engine.sample_legal(rng)[0])])
        file.save(table)
    return table


def test_the_file_holds_records_that_anybody_can_check(tmp_path: Path) -> None:
    table = a_game(tmp_path / "game.jsonl")
    lines = (tmp_path / "game.jsonl").read_text().splitlines()
    assert [Record.loads(line).replay().scores for line in lines[:-1]] == [r.scores for r in table.past]
    assert Record.loads(lines[-1]).actions == table.record().actions


def test_a_file_that_was_opened_is_added_to(tmp_path: Path) -> None:
    table = a_game(tmp_path / "game.jsonl")
    file = GameFile(tmp_path / "game.jsonl")
    again = file.load()
    action = int(table.engine.sample_legal(np.random.default_rng(2))[0])
    again.act([action])
    file.save(again)
    table.act([action])
    assert GameFile(tmp_path / "game.jsonl").load().records() == table.records()


def test_the_list_of_games_says_what_the_table_says(tmp_path: Path) -> None:
    table = a_game(tmp_path / "game.jsonl")
    summary = GameFile(tmp_path / "game.jsonl").summary()
    assert (summary["deal"], summary["over"], summary["deals"]) == (table.number, False, 9)
    assert summary["totals"] == list(table.match.totals)


def test_a_file_cut_anywhere_goes_on_at_most_one_action_earlier(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    table = a_game(path)
    whole, actions = path.read_bytes(), table.record().actions
    for cut in range(1, 40, 2):
        path.write_bytes(whole[:-cut])
        back = GameFile(path).load().record().actions
        lost = len(actions) - len(back)
        assert back == actions[: len(back)]
        assert lost <= whole[-cut - 3 :].count(b'"') // 2 + 1
    for early in range(1, 400, 7):  # in the cards of the last deal
        path.write_bytes(whole[: whole.rindex(b"\n{") + early])
        assert GameFile(path).load().number == GameFile(path).summary()["deal"] == table.number - 1
    path.write_bytes(b"")
    with pytest.raises(NoSuchGame):
        GameFile(path).load()


def test_of_a_line_cut_anywhere_each_whole_action_is_left(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    table = Table(Setup(("random",) * 3, seed=5))
    rng = np.random.default_rng(1)
    while not table.over:
        table.act([int(table.engine.sample_legal(rng)[0])])
    GameFile(path).save(table)
    line, actions = path.read_text(), table.record().actions
    end = line.index('"actions": [')
    ends = [end := line.index(f'"{action}"', end) + len(action) + 2 for action in actions]
    for cut in range(1, len(line) + 1):
        left = [record.actions for record in whole_records(line[:cut])]
        whole = sum(end <= cut for end in ends)
        assert left == ([actions[:whole]] if whole else []), line[:cut]
        path.write_text(line[:cut])
        if whole:
            assert GameFile(path).summary()["deal"] == 1
        else:
            with pytest.raises(NoSuchGame):
                GameFile(path).summary()
    in_the_scores = line.index('"scores": [') + len('"scores": [58')
    path.write_text(line[:in_the_scores])
    assert GameFile(path).load().records() == table.records()
    summary = GameFile(path).summary()
    assert (summary["totals"], summary["over"]) == (list(table.match.totals), table.match.over)


def test_a_file_whose_end_a_power_cut_garbled_is_played_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    table = a_game(path)
    whole, actions = path.read_bytes(), table.record().actions
    path.write_bytes(whole[:-40] + bytes(40))  # blocks that were reserved, and never written
    file = GameFile(path)
    assert file.summary()["deal"] == table.number
    back = file.load()
    kept = back.record().actions
    assert kept == actions[: len(kept)]
    assert len(kept) >= len(actions) - 12
    back.act([int(back.engine.sample_legal(np.random.default_rng(0))[0])])
    file.save(back)
    assert GameFile(path).load().records() == back.records()


def test_what_another_server_played_is_not_overwritten(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path)) as (page, cookies):
        page.start()
        before = page.hear_until_my_turn()
        with open_page(lobby(tmp_path), cookies) as (other, _):
            other.say("open", game=before["game"])
            other.hear_until_my_turn()
            other.act(before["legal"][0])
            other.table = {}
            there = other.hear_until_my_turn()
        page.act(before["legal"][-1])
        page.table = {}
        assert page.hear_until("table") == there
        assert page.hear()["code"] == "stale"


@contextmanager
def full_disk(file: Path) -> Iterator[None]:
    """No file may grow beyond the size of this one, which the system refuses as it does on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_is_told_and_nothing_is_done(tmp_path: Path) -> None:
    with open_page(lobby(tmp_path)) as (page, _):
        page.start()
        before = page.hear_until_my_turn()
        (file,) = tmp_path.glob("*/*.jsonl")
        content = file.read_bytes()
        with full_disk(file):
            page.act(before["legal"][0])
            assert page.hear()["code"] == "not-saved"
        assert file.read_bytes() == content
        page.act(before["legal"][0])
        page.table = {}
        assert page.hear_until("table")["turn"] == before["turn"] + 1


def remove(file: Path) -> None:
    file.unlink()


def empty(file: Path) -> None:
    file.write_bytes(b"")


def garble(file: Path) -> None:
    file.write_bytes(b"no record, and longer than it was" * 1000)


def put_a_folder_there(file: Path) -> None:
    file.unlink()
    file.mkdir()


def put_back(file: Path, content: bytes) -> None:
    if file.is_dir():
        file.rmdir()
    file.write_bytes(content)


LOST: Final = [
    (remove, "no-such-game"),
    (empty, "no-such-game"),
    (garble, "no-such-game"),
    (put_a_folder_there, NOT_SAVED),
]


def an_open_game(path: Path, *, seat: int) -> Game:
    """One at whose table it is the turn of this seat, -1 where the deal is over."""
    table = Table(Setup(("random",) * 3, seed=5))
    while table.seat != seat:
        table.act([PASS])
    file = GameFile(path)
    file.save(table)
    return Game(file, "game", table, Bots())


@pytest.mark.parametrize(("lose", "code"), LOST)
@pytest.mark.parametrize("seat", [0, -1], ids=["an action", "the next deal"])
def test_what_the_person_does_when_the_file_is_lost_is_refused_and_not_done(
    tmp_path: Path, lose: Callable[[Path], None], code: str, seat: int
) -> None:
    path = tmp_path / "game.jsonl"
    game = an_open_game(path, seat=seat)
    before, content = game.table.records(), path.read_bytes()
    lose(path)
    with pytest.raises(Refused, match=code):
        game.act(1, game.table.turns, [PASS]) if seat == 0 else game.next_deal()
    assert game.table.records() == before
    put_back(path, content)
    game.file.save(game.table)
    assert GameFile(path).load().records() == before


@pytest.mark.parametrize(("lose", "_"), LOST)
def test_an_opponent_says_that_the_file_is_lost_and_plays_on_when_it_is_there_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lose: Callable[[Path], None], _: str
) -> None:
    monkeypatch.setattr(web_game, "_TRY_AGAIN", 0.01)
    path = tmp_path / "game.jsonl"
    game = an_open_game(path, seat=1)
    content = path.read_bytes()
    told: list[tuple[Notice | None, int]] = []
    game.listeners.append(lambda notice, seat: told.append((notice, seat)))

    async def play() -> None:
        lose(path)
        game.drive()
        while not told:
            await asyncio.sleep(0.01)
        put_back(path, content)
        while game.opponents_play:
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(play(), 60))
    assert told[0] == (NOT_SAVED, 1)
    assert game.table.seat <= 0
    assert GameFile(path).load().records() == game.table.records()
