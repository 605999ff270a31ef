"""A page without a browser: what it would send and receive, for the tests of the server."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from starlette.testclient import TestClient, WebSocketTestSession

from web.bots import Bots
from web.lobby import Lobby
from web.server import make_app
from web.setup import Setup
from web.shelf import Shelf

ORIGIN = "http://127.0.0.1"
Json = dict[str, Any]


def lobby(folder: Path, *, bots: Bots | None = None, **setup: Any) -> Lobby:
    """A server's games below a folder; random opponents unless others are named."""
    chosen = Setup(**{"agents": ("random",) * 3, "seed": 7, **setup})
    return Lobby(Shelf(folder), bots or Bots(), chosen, seeded=True, adviser="heuristic")


class Page:
    """A page on the wire.

    Attributes:
        frames: every frame that the server sent, as it was sent.
        table: the last table that it showed.
    """

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self.frames: list[str] = []
        self.table: Json = {}
        self.game = ""

    def say(self, do: str, **fields: Any) -> None:
        self.say_text(json.dumps({"do": do, **fields}))

    def say_text(self, text: str) -> None:
        self._socket.send_text(text)

    def say_bytes(self, content: bytes) -> None:
        self._socket.send_bytes(content)

    def hear(self) -> Json:
        """The next message."""
        frame = self._socket.receive_text()
        self.frames.append(frame)
        message: Json = json.loads(frame)
        if message["type"] == "table":
            self.table = message
        if message["type"] == "game":
            self.game = message["game"]
        return message

    def hear_until(self, wanted: Callable[[Json], bool] | str) -> Json:
        """Messages up to the first of this type, or for which this is true."""
        while True:
            message = self.hear()
            if message["type"] == wanted if isinstance(wanted, str) else wanted(message):
                return message
            assert message["type"] != "refused", message

    def hear_until_my_turn(self) -> Json:
        """Up to the table at which the person has to act, or the deal is over."""
        if self.table and self.table["to_act"] <= 0:
            return self.table
        return self.hear_until(lambda message: message["type"] == "table" and message["to_act"] <= 0)

    def act(self, *actions: str, **changes: Any) -> None:
        at = {"deal": self.table["deal"], "turn": self.table["turn"], **changes}
        self.say("act", actions=list(actions), **at)

    def start(self, **setup: Any) -> None:
        """A new game, up to its first table."""
        self.table = {}
        self.say("new", **setup)
        self.hear_until("table")

    def next_deal(self) -> None:
        self.table = {}
        self.say("next")
        self.hear_until("table")

    def play_on(self, rng: np.random.Generator) -> Json:
        """Act at random until the deal is over: the last table."""
        while self.hear_until_my_turn()["to_act"] == 0:
            self.act(*random_actions(self.table, rng))
            self.table = {}
        return self.table


def random_actions(table: Json, rng: np.random.Generator) -> list[str]:
    """Something that may be done: six cards for a discard."""
    discarding = table["discarding"]
    if discarding is None:
        return [str(rng.choice(table["legal"]))]
    rest = [card for card in discarding["allowed"] if card not in discarding["must"]]
    more = discarding["count"] - len(discarding["must"])
    return [*discarding["must"], *(str(card) for card in rng.choice(rest, more, replace=False))]


@contextmanager
def open_page(table: Lobby, cookies: dict[str, str] | None = None) -> Iterator[tuple[Page, dict[str, str]]]:
    """A page of a server, and its cookies, with which it can be opened again."""
    with TestClient(make_app(table), base_url=ORIGIN, cookies=cookies) as client:
        client.get("/")
        with client.websocket_connect("ws://127.0.0.1/socket", headers={"origin": ORIGIN}) as socket:
            page = Page(socket)
            page.say("hello", lang="en")
            page.hear_until("games")
            yield page, dict(client.cookies)
