"""``python -m tarot_env.record check FILE...``: replay every record and say what is wrong.

``python -m tarot_env.record view FILE -o PAGE.html``: make a page of one record, to walk through in a browser.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from tarot_env.record.fields import RecordError
from tarot_env.record.record import Record
from tarot_env.render import Style, replay_html
from tarot_env.whole_file import whole_file

LONGEST_LINE: Final = 1 << 20
"""Bytes. A record takes one or two thousand; what is so much longer is another kind of file."""
_FIRST_OF_SEVERAL: Final = ("{", "[")
"""How JSON begins that was indented for people to read."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status: 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tarot_env.record", description="Records of tarot deals.")
    commands = parser.add_subparsers(required=True, metavar="command", dest="command")
    checks = commands.add_parser(
        "check", help="replay every record and say what is wrong, with file, line, action and rule"
    )
    checks.add_argument("files", nargs="+", metavar="FILE", help="records, one JSON object on a line")
    views = commands.add_parser("view", help="make a page of one record, to walk through in a browser")
    views.add_argument("file", metavar="FILE", help="records, one JSON object on a line")
    views.add_argument("--deal", type=int, default=1, metavar="N", help="the Nth record of the file (1)")
    views.add_argument("--lang", choices=("en", "fr"), default="en", help="of words and cards (en)")
    views.add_argument("-o", dest="page", type=Path, required=True, metavar="PAGE.html", help="the page to write")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a record may hold letters that the terminal has not
    args = parser.parse_args(arguments)
    try:
        return check(args.files) if args.command == "check" else view(args.file, args.deal, Style(args.lang), args.page)
    except BrokenPipeError:  # who reads has read enough; Python would complain once more when it ends
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def check(files: Sequence[str]) -> int:
    """Print one line for each record that is wrong, and a count.

    Returns:
        1 if anything was wrong, 0 otherwise.
    """
    records = problems = 0
    for name in files:
        for place, problem in _problems(name):
            records += place != name
            if problem is not None:
                problems += 1
                print(f"{place}: {problem}")
    print(f"{_count(records, 'record')}, {_count(problems, 'problem')}")
    return int(problems > 0)


def view(name: str, deal: int, style: Style, page: Path) -> int:
    """Write the page of a record, the `deal`-th of its file, from 1 on.

    Returns:
        1 if there is no such record, or it is wrong, or the page cannot be written; 0 otherwise.
    """
    try:
        with open(name, "rb") as file:
            found = list(_lines(file))
        if not 1 <= deal <= len(found):
            print(f"{name} holds {_count(len(found), 'record')}: there is no deal {deal}")
            return 1
        number, line = found[deal - 1]
        if isinstance(line, RecordError):
            raise line
        html = replay_html(Record.loads(line), style=style)
    except RecordError as error:
        print(f"{name}:{number}: {error}")
        return 1
    except OSError as error:
        print(f"{name}: {error.strerror}")
        return 1
    try:
        with whole_file(page) as part:
            part.write_text(html, "utf-8")
    except OSError as error:
        print(f"{page}: {error.strerror}")
        return 1
    print(f"{page}: open it in a browser")
    return 0


def _problems(name: str) -> Iterator[tuple[str, str | None]]:
    """For each record its place, file and line, and what is wrong with it; or for the file itself."""
    number = None
    try:
        with open(name, "rb") as file:
            for number, line in _lines(file):
                error = line if isinstance(line, RecordError) else _problem(line)
                yield f"{name}:{number}", None if error is None else str(error)
    except OSError as error:
        yield name, error.strerror
        return
    if number is None:
        yield name, "there is no record in it"


def _lines(file: BinaryIO) -> Iterator[tuple[int, str | RecordError]]:
    """Each line that is not empty, with its number. A file that is not text is given up at once."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            yield number, RecordError(f"longer than {LONGEST_LINE} bytes, which no record is; the rest is not read")
            return
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            yield number, RecordError("not text in UTF-8; the rest is not read")
            return
        if text.strip() in _FIRST_OF_SEVERAL:
            yield number, RecordError("a record is one line, this JSON is spread over several; the rest is not read")
            return
        if text.strip():
            yield number, text


def _problem(line: str) -> RecordError | None:
    try:
        Record.loads(line).replay()
    except RecordError as error:
        return error
    return None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + "s" * (number != 1)


if __name__ == "__main__":
    sys.exit(main())
