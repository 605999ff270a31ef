"""All games of this server, opened when a page asks for one and forgotten when none shows it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tarot_env import Record
from tarot_env.rules import Contract
from web.bots import Bots
from web.game import Game, Listener, Refused
from web.setup import Setup
from web.shelf import NoSuchGame, Shelf, new_name
from web.table import Table


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

    def create(self, session: str, setup: Setup, records: Sequence[Record] = ()) -> Game:
        """A new game, saved.

        Raises:
            Refused: it cannot be saved.
        """
        game = Game(self.shelf, session, new_name(), Table(setup, records), self.bots)
        try:
            self.shelf.save(session, game.name, game.table)
        except OSError:
            raise Refused("not-saved") from None
        self._open[session, game.name] = game
        return game

    def fresh(self, setup: Setup) -> Setup:
        """The setup with a seed for a game of its own, unless the user has chosen one."""
        return setup if self.seeded else replace(setup, seed=secrets.randbelow(2**31))

    def enter(self, session: str, name: str, listener: Listener) -> Game:
        """The game of this name, telling `listener` what happens in it.

        Raises:
            Refused: this session has none of that name.
        """
        game = self._open.get((session, name))
        if game is None:
            try:
                game = Game(self.shelf, session, name, self.shelf.load(session, name), self.bots)
            except NoSuchGame:
                raise Refused("no-such-game") from None
            self._open[session, name] = game
        game.listeners.append(listener)
        return game

    def leave(self, game: Game, listener: Listener) -> None:
        """Stop telling `listener`."""
        game.listeners.remove(listener)
        if not game.listeners:
            self._open.pop((game.session, game.name), None)

    def list_games(self, session: str) -> list[dict[str, Any]]:
        """Each game of a session in a few words, the last one played first. A file that is no game is left out."""
        games = []
        for name in self.shelf.games(session)[:50]:
            game = self._open.get((session, name))
            try:
                table = game.table if game else self.shelf.load(session, name)
            except NoSuchGame:
                continue
            games.append({"game": name, **_summary(table)})
        return games


def _summary(table: Table) -> dict[str, Any]:
    match, setup = table.match, table.setup
    return {
        "rules": setup.rules,
        "target": setup.target,
        "deals": setup.deals,
        "agents": list(setup.agents),
        "deal": table.number,
        "contract": Contract(table.engine.state.contract[0]).name,
        "totals": list(match.totals),
        "over": match.over,
        "winners": list(match.winners),
    }
