"""Where games are kept: one folder for each session, one file for each game."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from web.game_file import GameFile, NoSuchGame

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{10,64}")


def new_name() -> str:
    """A name that cannot be guessed: of a session, or of a game."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The games of all sessions below one folder, ``<session>/<game>.jsonl``."""

    folder: Path

    def knows(self, session: str) -> bool:
        """Whether this is a session that has, or had, games."""
        return bool(_NAME.fullmatch(session)) and (self.folder / session).is_dir()

    def open_session(self) -> str:
        """A new session."""
        session = new_name()
        (self.folder / session).mkdir(parents=True, mode=0o700)
        return session

    def games(self, session: str) -> list[str]:
        """Games of a session, the last one played first."""
        files = sorted((self.folder / session).glob("*.jsonl"), key=lambda file: file.stat().st_mtime, reverse=True)
        return [file.stem for file in files]

    def file(self, session: str, game: str) -> GameFile:
        """Of a game, which need not exist.

        Raises:
            NoSuchGame: no game can have this name.
        """
        if not (_NAME.fullmatch(session) and _NAME.fullmatch(game)):
            raise NoSuchGame("there is no such game")
        return GameFile(self.folder / session / f"{game}.jsonl")
