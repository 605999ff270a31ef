"""One page: what it asks is done or refused with a reason; what happens at its table is told to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from tarot_env import Observation, Record, RecordError
from tarot_env.actions import ACTION_NAMES, Phase
from tarot_env.engine import Engine
from tarot_env.explain import IllegalAction
from tarot_env.observation import observe
from web import messages
from web.advice import advice, solved
from web.bots import NoAnswer
from web.game import Game, Notice, Refused
from web.latest import Latest
from web.lobby import Lobby
from web.messages import BadMessage, Message
from web.opened_file import read_file
from web.reasons import Lang, phrase, reason
from web.review import review
from web.setup import HUMAN
from web.table import Table
from web.view import table_view

Json = dict[str, Any]


class Connection:
    """The server's side of one page.

    Args:
        lobby: of the server.
        session: whose games the page may open.
        send: puts one JSON object on the wire.
    """

    def __init__(self, lobby: Lobby, session: str, send: Callable[[Json], Awaitable[None]]) -> None:
        self._lobby = lobby
        self._session = session
        self._send = send
        self._lang: Lang = "en"
        self._game: Game | None = None
        self._file: list[Record] = []
        self._told: Json | None = None
        self._thoughts = Latest()
        self._outbox: asyncio.Queue[Json] = asyncio.Queue()

    async def deliver(self) -> None:
        """Send what is to be told, in order, until cancelled."""
        while True:
            await self._send(await self._outbox.get())

    def close(self) -> None:
        """The page is gone, or shows another game."""
        self._thoughts.forget()
        if self._game is not None:
            self._lobby.leave(self._game, self._on_change)
            self._game = None

    async def receive(self, frame: str) -> None:
        """Do what a frame asks, or say why not."""
        try:
            self._do(messages.read(frame))
        except BadMessage as error:
            self._refuse("bad-message", phrase("bad-message", self._lang, problem=str(error)))
        except Refused as refused:
            self._refuse(refused.code, self._reason(refused))

    def _do(self, message: Message) -> None:
        match message:
            case messages.Hello(lang):
                self._lang = lang
                self._told = None
                self._list()
                self._show()
            case messages.New():
                self._new(message)
            case messages.Open(name):
                self._enter(name)
            case messages.Act(deal, turn, actions):
                self._open_game().act(deal, turn, actions)
            case messages.NextDeal():
                self._open_game().next_deal()
            case messages.Hint(after):
                self._hint(after)
            case messages.Review(deal, file):
                self._tell({"type": "review", "deal": deal, "file": file, **review(self._record(deal, file))})
            case messages.Advise(deal, file, step):
                self._advise(deal, file, step)
            case messages.Again(deal, file):
                self._again(self._record(deal, file))
            case messages.ReadFile(text):
                self._read_file(text)

    def _new(self, message: messages.New) -> None:
        try:
            setup = message.setup(self._lobby.fresh(self._lobby.default))
        except ValueError as error:
            self._refuse("bad-setup", phrase("bad-setup", self._lang, problem=str(error)))
            return
        self._enter(self._lobby.create(self._session, setup))

    def _again(self, record: Record) -> None:
        """The deal as a game of its own that ends with it."""
        setup = replace(self._lobby.fresh(self._lobby.default), rules=record.rules, deals=1, replayed=True)
        deal = Record(record.rules, record.dealer, record.hands, record.dog, [])
        self._enter(self._lobby.create(self._session, setup, [deal]))

    def _enter(self, name: str) -> None:
        game = self._lobby.enter(self._session, name, self._on_change)
        self.close()
        self._game, self._told = game, None
        self._tell({"type": "game", "game": name})
        self._list()
        self._show()
        game.drive()

    def _open_game(self) -> Game:
        if self._game is None:
            raise Refused("no-game")
        return self._game

    def _on_change(self, notice: Notice | None, seat: int) -> None:
        if notice is not None:
            self._tell({"type": "trouble", "seat": seat, "trouble": notice})
        self._show()

    def _show(self) -> None:
        """The table, if the page does not show it as it is: what another seat decides unseen makes no frame."""
        if self._game is None:
            return
        view = table_view(self._game.table, self._lang)
        if view != self._told:
            self._told = view
            self._tell({"type": "table", "game": self._game.name, **view})

    def _list(self) -> None:
        default = self._lobby.default.as_told()
        self._tell({"type": "games", "games": self._lobby.list_games(self._session), "default": default})

    def _hint(self, after: Sequence[int]) -> None:
        table = self._open_game().table
        place: Json = {
            "type": "hint",
            "deal": table.number,
            "turn": table.turns,
            "after": [ACTION_NAMES[a] for a in after],
        }
        if after:
            table = _put_aside(table, after)
        if table.seat != HUMAN:
            raise Refused("not-your-turn")
        place["phase"] = table.phase.name
        seen, rng = table.view(), table.rng()

        async def ask() -> None:
            if told := await self._ask(seen, rng):
                self._tell({**place, **told})

        self._thoughts.do(ask)

    def _advise(self, deal: int, file: bool, step: int) -> None:
        engine = _position(self._record(deal, file), step)
        if engine is None:
            raise Refused("no-such-deal")
        seen = observe(engine.state, engine.rules)

        async def ask() -> None:
            if told := await self._ask(seen, np.random.default_rng(0)):
                async with _SOLVING:
                    values = await asyncio.to_thread(solved, engine)
                self._tell({"type": "advice", "deal": deal, "file": file, "step": step, **told, "solved": values})

        self._thoughts.do(ask)

    async def _ask(self, seen: Observation, rng: np.random.Generator) -> Json | None:
        """The adviser's answer; if there is none the page is told."""
        try:
            return await self._lobby.bots.ask(self._lobby.adviser, lambda agent: advice(agent, seen, rng))
        except NoAnswer:
            self._refuse("no-advice", phrase("no-advice", self._lang, agent=self._lobby.adviser))
            return None

    def _record(self, deal: int, file: bool) -> Record:
        """A deal that hides nothing any more."""
        records = self._file if file else self._open_game().table.finished()
        if not 1 <= deal <= len(records):
            raise Refused("no-such-deal")
        return records[deal - 1]

    def _read_file(self, text: str) -> None:
        async def read() -> None:
            try:
                self._file, deals = await asyncio.to_thread(read_file, text)
            except RecordError as error:
                self._refuse("no-record", phrase("no-record", self._lang, problem=str(error)))
            else:
                self._tell({"type": "file", "deals": deals})

        self._thoughts.do(read)

    def _reason(self, refused: Refused) -> str:
        if refused.code == "illegal" and refused.action is not None:
            return self._why(self._open_game().table, refused.action)
        return phrase(refused.code, self._lang)

    def _why(self, table: Table, action: int) -> str:
        seen = table.view()
        legal = bool(seen.legal_mask()[0, action])  # a card twice, or six cards of which the later ones are forbidden
        return phrase("illegal", self._lang) if legal else reason(seen, action, self._lang)

    def _refuse(self, code: str, why: str) -> None:
        self._tell({"type": "refused", "code": code, "reason": why})

    def _tell(self, message: Json) -> None:
        self._outbox.put_nowait(message)


def _put_aside(table: Table, cards: Sequence[int]) -> Table:
    """The table as it will be. Nothing else is tried out for a page: a bid would tell it the dog."""
    if table.seat != HUMAN or table.phase != Phase.DISCARD:
        raise Refused("illegal")
    later = table.copy()
    try:
        later.act(cards)
    except IllegalAction as error:
        raise Refused("illegal", error.action) from None
    return later


_SOLVING: Final = asyncio.Lock()  # the solver has one table for all


def _position(record: Record, step: int) -> Engine | None:
    """The deal before its action number `step`, 0 for the first; None if there is no such action."""
    if step >= len(record.actions):
        return None
    return next(engine for number, engine in enumerate(record.positions()) if number == step)
