"""Nothing is lost: the server is killed at any moment and started again, the file is cut anywhere, the disk is full."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import numpy as np
import pytest

pytest.importorskip("starlette", reason="the page needs the extra 'play'")

from page import lobby, open_page, random_actions
from websockets.sync.client import ClientConnection, connect

from tarot_env import Record
from web.setup import Setup
from web.shelf import NoSuchGame, Shelf, new_name
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


def a_game(shelf: Shelf) -> tuple[str, str, Table]:
    """Two deals and a half, saved after each action."""
    session, game = shelf.open_session(), new_name()
    table = Table(Setup(("random",) * 3, seed=5, deals=9))
    rng = np.random.default_rng(1)
    while table.number < 3 or int(table.engine.state.ply[0]) < 10:
        if table.over:
            table.next_deal()
        else:
            table.act([int(table.engine.sample_legal(rng)[0])])
        shelf.save(session, game, table)
    return session, game, table


def test_the_file_holds_records_that_anybody_can_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.shelf.os.fsync", lambda descriptor: None)
    session, game, table = a_game(Shelf(tmp_path))
    lines = (tmp_path / session / f"{game}.jsonl").read_text().splitlines()
    assert [Record.loads(line).replay().scores for line in lines[:-1]] == [r.scores for r in table.past]
    assert Record.loads(lines[-1]).actions == table.record().actions


def test_a_file_cut_anywhere_goes_on_at_most_one_action_earlier(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.shelf.os.fsync", lambda descriptor: None)
    shelf = Shelf(tmp_path)
    session, game, table = a_game(shelf)
    file = tmp_path / session / f"{game}.jsonl"
    whole = file.read_bytes()
    actions = table.record().actions
    for cut in range(1, 40, 2):
        file.write_bytes(whole[:-cut])
        back = shelf.load(session, game).record().actions
        lost = len(actions) - len(back)
        assert back == actions[: len(back)]
        assert lost <= whole[-cut - 3 :].count(b'"') // 2 + 1
    file.write_bytes(whole[: whole.rindex(b"\n{") + 30])
    assert shelf.load(session, game).number == table.number - 1
    file.write_bytes(b"")
    with pytest.raises(NoSuchGame):
        shelf.load(session, game)


def test_a_full_disk_is_told_and_nothing_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_page(lobby(tmp_path)) as (page, _):
        page.start()
        before = page.hear_until_my_turn()

        def full(descriptor: int) -> None:
            raise OSError(28, os.strerror(28))

        with monkeypatch.context() as disk:
            disk.setattr("web.shelf.os.fsync", full)
            page.act(before["legal"][0])
            assert page.hear()["code"] == "not-saved"
        page.act(before["legal"][0])
        page.table = {}
        assert page.hear_until("table")["turn"] == before["turn"] + 1
