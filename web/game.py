"""One game that is open: what is done at its table is saved, then told to every page that shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from tarot_env.explain import IllegalAction
from web.bots import Bots, Trouble
from web.game_file import ChangedElsewhere, GameFile, NoSuchGame
from web.setup import HUMAN
from web.table import Table

NOT_SAVED: Final = "not-saved"
_STALE: Final = "stale"
_TRY_AGAIN: Final = 3.0  # seconds, while an opponent's move cannot be saved

Notice = Trouble | Literal["not-saved"]
Listener = Callable[[Notice | None, int], None]
"""Told after each change, with what went wrong and at which seat (nothing, and -1, in most cases)."""


class Refused(ValueError):
    """What the page asked for cannot be done; nothing has changed.

    Attributes:
        code: which of the page's reasons it is.
        action: the illegal action, where that is the reason.
    """

    def __init__(self, code: str, action: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.action = action


@dataclass(eq=False)
class Game:
    """A table with its file."""

    file: GameFile
    name: str
    table: Table
    bots: Bots
    listeners: list[Listener] = field(default_factory=list)
    _driver: asyncio.Task[None] | None = field(default=None, init=False)

    def act(self, deal: int, turn: int, actions: Sequence[int]) -> None:
        """What the person does, at the turn that the page shows.

        Raises:
            Refused: it is not the person's turn or no longer this one, an illegal action, it cannot be saved.
        """
        table = self.table
        if table.over:
            raise Refused("deal-over")
        if (deal, turn) != (table.number, table.turns):
            raise Refused(_STALE)
        if table.seat != HUMAN:
            raise Refused("not-your-turn")
        self._act(actions)
        self.drive()

    def next_deal(self) -> None:
        """Deal again.

        Raises:
            Refused: the deal is not over, or the match is; it cannot be saved.
        """
        if not self.table.over:
            raise Refused("deal-not-over")
        if self.table.match.over:
            raise Refused("match-over")
        table = self.table.copy()
        table.next_deal()
        self._save(table)
        self._tell(None, -1)
        self.drive()

    @property
    def opponents_play(self) -> bool:
        """Whether one of them is about to act."""
        return self._driver is not None and not self._driver.done()

    def drive(self) -> None:
        """Let the opponents play until it is the person's turn, in the background."""
        if not self.opponents_play:
            self._driver = asyncio.get_running_loop().create_task(self._play_opponents())

    async def _play_opponents(self) -> None:
        while (seat := self.table.seat) > HUMAN:
            spec = self.table.setup.agents[seat - 1]
            action, trouble = await self.bots.decide(spec, self.table.engine.observe(seat), self.table.rng())
            try:
                self._act([action], trouble, seat)
            except Refused as refused:
                if refused.code != _STALE:
                    self._tell(NOT_SAVED, seat)
                    await asyncio.sleep(_TRY_AGAIN)
                if not self.listeners:
                    return

    def _act(self, actions: Sequence[int], trouble: Notice | None = None, seat: int = -1) -> None:
        table = self.table.copy()
        try:
            table.act(actions)
        except IllegalAction as error:
            raise Refused("illegal", error.action) from None
        self._save(table)
        self._tell(trouble, seat)

    def _save(self, table: Table) -> None:
        """Put a table in the place of this one. Nothing that is not saved is done, or told to anybody."""
        try:
            self.file.save(table)
        except ChangedElsewhere:
            self._take_up()
            raise Refused(_STALE) from None
        except FileNotFoundError:
            raise Refused("no-such-game") from None
        except OSError:
            raise Refused(NOT_SAVED) from None
        self.table = table

    def _take_up(self) -> None:
        """Go on from what another server has played."""
        try:
            self.table = self.file.load()
        except NoSuchGame:
            raise Refused("no-such-game") from None
        self._tell(None, -1)

    def _tell(self, notice: Notice | None, seat: int) -> None:
        for listener in list(self.listeners):
            listener(notice, seat)
