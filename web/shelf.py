"""Games on disk: one file of records for each, added to and synced after every action."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import secrets
from dataclasses import dataclass
from io import FileIO
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
            records = _records(self._file(session, game).read_text(encoding="utf-8", errors="replace"))
            return Table(Setup.from_json(records[-1].extra["match"]), records)
        except FileNotFoundError:
            raise NoSuchGame("there is no such game") from None
        except (RecordError, ValueError, LookupError, TypeError, OSError) as error:
            raise NoSuchGame(f"the file of this game cannot be read: {error}") from None

    def save(self, session: str, game: str, table: Table) -> None:
        """Write what is new to the game's file, and wait until it is on the disk.

        Raises:
            OSError: it cannot be written; what was saved before is still there.
        """
        file = self._file(session, game)
        is_new = not file.exists()
        text = "".join(map(_line, table.records())).encode()
        with open(file, "w+b" if is_new else "r+b", buffering=0) as out:
            before = out.read()
            same = _common_length(before, text)
            try:
                _write_tail(out, same, text)
            except OSError:
                with contextlib.suppress(OSError):
                    _write_tail(out, same, before)
                raise
        if is_new:
            _sync_folder(file.parent)

    def _file(self, session: str, game: str) -> Path:
        if not (_NAME.fullmatch(session) and _NAME.fullmatch(game)):
            raise NoSuchGame("there is no such game")
        return self.folder / session / f"{game}.jsonl"


def _common_length(one: bytes, other: bytes) -> int:
    """Bytes at the start that are the same in both."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _write_tail(out: FileIO, start: int, text: bytes) -> None:
    out.seek(start)
    if out.write(text[start:]) < len(text) - start:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    out.truncate()
    out.flush()
    os.fsync(out.fileno())


def _line(record: Record) -> str:
    """A record whose actions come last, so that one more action only adds to the file."""
    fields = json.loads(record.dumps())
    grows = {key: fields.pop(key) for key in ("actions", "scores") if key in fields}
    return json.dumps(fields | grows) + "\n"


def _records(text: str) -> list[Record]:
    """Records of a file. Where a power cut left the last line in pieces, without the action that was never told."""
    *whole, last = text.splitlines()
    records = [Record.loads(line) for line in whole]
    try:
        return [*records, Record.loads(last)]
    except RecordError:
        kept, comma, _ = last.rpartition(', "')
        with contextlib.suppress(RecordError):
            records.append(Record.loads(f"{kept}]}}" if comma else last))
        return records


def _sync_folder(folder: Path) -> None:
    """So that the new name survives a power cut too; not every system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
