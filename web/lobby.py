"""All games of this server, opened when a page asks for one and forgotten when none shows it."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tarot_env import Record
from web.bots import Bots
from web.game import NOT_SAVED, Game, Listener, Refused
from web.game_file import NoSuchGame
from web.setup import Setup
from web.shelf import Shelf, new_name
from web.table import Table

_LISTED: Final = 50  # games in a list


@dataclass
class Lobby:
    """What all pages of one server share.

    Attributes:
        default: the match that N starts.
        seeded: whether its seed is the user's; each game gets one of its own otherwise.
        adviser: spec of the agent that hints and comments.
    """

    shelf: Shelf
    bots: Bots
    default: Setup
    seeded: bool
    adviser: str
    _open: dict[tuple[str, str], Game] = field(default_factory=dict, init=False)

    def create(self, session: str, setup: Setup, records: Sequence[Record] = ()) -> str:
        """A new game, saved: its name.

        Raises:
            Refused: it cannot be saved.
        """
        name = new_name()
        try:
            self.shelf.file(session, name).save(Table(setup, records))
        except OSError:
            raise Refused(NOT_SAVED) from None
        return name

    def fresh(self, setup: Setup) -> Setup:
        """The setup with a seed for a game of its own, unless the user has chosen one."""
        return setup if self.seeded else replace(setup, seed=secrets.randbelow(2**31))

    def enter(self, session: str, name: str, listener: Listener) -> Game:
        """The game of this name, telling `listener` what happens in it.

        Raises:
            Refused: this session has none of that name.
        """
        self._sweep()
        if (session, name) not in self._open:
            try:
                file = self.shelf.file(session, name)
                self._open[session, name] = Game(file, name, file.load(), self.bots)
            except NoSuchGame:
                raise Refused("no-such-game") from None
        game = self._open[session, name]
        game.listeners.append(listener)
        return game

    def leave(self, game: Game, listener: Listener) -> None:
        """Stop telling `listener`."""
        game.listeners.remove(listener)
        self._sweep()

    def list_games(self, session: str) -> list[dict[str, Any]]:
        """Each game of a session in a few words, the last one played first. A file that is no game is left out."""
        games = []
        for name in self.shelf.games(session)[:_LISTED]:
            with contextlib.suppress(NoSuchGame):
                games.append({"game": name, **self.shelf.file(session, name).summary()})
        return games

    def _sweep(self) -> None:
        """Forget games that no page shows, unless an opponent is thinking: its move is to be played once only."""
        self._open = {key: game for key, game in self._open.items() if game.listeners or game.opponents_play}
