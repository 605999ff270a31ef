"""One game on the disk: a record on each line, the last of which grows with every action.

What is written here outlives the server, however it ends, because the system holds it from then on. It reaches the disk
when the system sees fit (seconds), since waiting for that would hold up every game of the server: a power cut may take
the last moves. The file is then read up to the last action that is whole.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
from io import FileIO
from pathlib import Path
from typing import Any

from tarot_env import Record, RecordError
from tarot_env.match import Match
from web.setup import Setup
from web.table import Table, all_passed, ordinal


class NoSuchGame(ValueError):
    """There is no game of this name, or its file cannot be read as one."""


class ChangedElsewhere(OSError):
    """Another server has played on with this game."""


class GameFile:
    """What is on the disk is known here, so that saving an action writes one line, however long the match.

    Args:
        path: of the file, which need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._deals = 0  # that are complete: lines that are never written again
        self._complete = 0  # and their bytes
        self._last = b""  # the line after them

    def load(self) -> Table:
        """The game as it stood after the last action that was saved.

        Raises:
            NoSuchGame: no file, or one that is no game.
        """
        try:
            content = self._path.read_bytes()
            records = whole_records(content.decode(errors="replace"))
            table = Table(Setup.from_json(records[-1].extra["match"]), records)
        except FileNotFoundError:
            raise NoSuchGame("there is no such game") from None
        except (RecordError, ValueError, LookupError, TypeError, OSError) as error:
            raise NoSuchGame(f"the file of this game cannot be read: {error}") from None
        self._deals = len(records) - 1
        self._complete = sum(map(len, content.splitlines(keepends=True)[: self._deals]))
        self._last = content[self._complete :]
        return table

    def save(self, table: Table) -> None:
        """Write what is new.

        Raises:
            ChangedElsewhere: the file is not as it was left here.
            OSError: it cannot be written; what was saved before is still there.
        """
        lines = [_line(record).encode() for record in table.records(after=self._deals)]
        with open(self._path, "r+b" if self._last else "x+b", buffering=0) as out:
            if out.seek(0, os.SEEK_END) != self._complete + len(self._last):
                raise ChangedElsewhere(errno.EEXIST, "changed by another server", str(self._path))
            try:
                _write_tail(out, self._complete, b"".join(lines))
            except OSError:
                with contextlib.suppress(OSError):
                    _write_tail(out, self._complete, self._last)
                raise
        self._deals += len(lines) - 1
        self._complete += sum(map(len, lines[:-1]))
        self._last = lines[-1]

    def summary(self) -> dict[str, Any]:
        """The match in a few words, read off the file; played again only where a power cut left it in pieces.

        Raises:
            NoSuchGame: no file, or one that is no game.
        """
        try:
            text = self._path.read_text(encoding="utf-8", errors="replace")
            if not text.endswith("\n"):
                table = self.load()
                return _in_a_few_words(table.setup, table.match, ordinal(record.actions for record in table.past))
            deals = [json.loads(line) for line in text.splitlines()]
            setup = Setup.from_json(deals[-1]["match"])
            match = Match(target=setup.target, deals=setup.deals)
            for deal in deals:
                if "scores" in deal and (setup.replayed or not all_passed(deal["actions"])):
                    match.add(deal["scores"], deal["dealer"])
        except NoSuchGame:
            raise
        except (ValueError, LookupError, TypeError, OSError) as error:
            raise NoSuchGame(f"the file of this game cannot be read: {error}") from None
        return _in_a_few_words(setup, match, ordinal(deal["actions"] for deal in deals[:-1]))


def _in_a_few_words(setup: Setup, match: Match, deal: int) -> dict[str, Any]:
    return {
        "rules": setup.rules,
        "target": setup.target,
        "deals": setup.deals,
        "agents": list(setup.agents),
        "deal": deal,
        "totals": list(match.totals),
        "over": match.over,
    }


def _write_tail(out: FileIO, start: int, text: bytes) -> None:
    out.seek(start)
    if out.write(text) < len(text):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    out.truncate()


def _line(record: Record) -> str:
    """A record whose actions come last, so that one more action only adds to the file."""
    fields = json.loads(record.dumps())
    grows = {key: fields.pop(key) for key in ("actions", "scores") if key in fields}
    return json.dumps(fields | grows) + "\n"


def whole_records(text: str) -> list[Record]:
    """Records of a file. Where a power cut left the last line in pieces, up to its last whole action."""
    *whole, last = text.splitlines()
    records = [Record.loads(line) for line in whole]
    line = last
    while last:
        with contextlib.suppress(RecordError):
            return [*records, Record.loads(line)]
        last, _, _ = last.rpartition('"')
        line = f'{last}"]}}'  # a record only where this quote ends an action
    return records
