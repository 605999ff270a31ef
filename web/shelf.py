"""Games on disk: one file of records for each, rewritten and synced after every action."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tarot_env import Record, RecordError
from web.setup import Setup
from web.table import Table

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{10,64}")


def new_name() -> str:
    """A name that cannot be guessed: of a session, or of a game."""
    return secrets.token_urlsafe(24)


class NoSuchGame(ValueError):
    """There is no game of this name, or its file cannot be read as one."""


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

    def load(self, session: str, game: str) -> Table:
        """The game as it stood after the last action that was saved.

        Raises:
            NoSuchGame: none of that name, or a file that is no game.
        """
        try:
            lines = self._file(session, game).read_text(encoding="utf-8").splitlines()
            records = [Record.loads(line) for line in lines]
            return Table(Setup.from_json(records[-1].extra["match"]), records)
        except FileNotFoundError:
            raise NoSuchGame("there is no such game") from None
        except (RecordError, ValueError, LookupError, TypeError, OSError) as error:
            raise NoSuchGame(f"the file of this game cannot be read: {error}") from None

    def save(self, session: str, game: str, table: Table) -> None:
        """Write the game so that it is there whole, or as it was before, whatever happens.

        Raises:
            OSError: it cannot be written; the file is as it was before.
        """
        file = self._file(session, game)
        beside = file.with_suffix(".new")
        try:
            with open(beside, "w", encoding="utf-8") as out:
                out.writelines(record.dumps() + "\n" for record in table.records())
                out.flush()
                os.fsync(out.fileno())
            os.replace(beside, file)
            _sync_folder(file.parent)
        except OSError:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
            raise

    def _file(self, session: str, game: str) -> Path:
        if not (_NAME.fullmatch(session) and _NAME.fullmatch(game)):
            raise NoSuchGame("there is no such game")
        return self.folder / session / f"{game}.jsonl"


def _sync_folder(folder: Path) -> None:
    """So that the new name survives a power cut too; not every system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
