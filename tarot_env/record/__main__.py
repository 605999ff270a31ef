"""``python -m tarot_env.record check FILE...``: replay every record and say what is wrong."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from typing import BinaryIO, Final

from tarot_env.record.fields import RecordError
from tarot_env.record.record import Record

LONGEST_LINE: Final = 1 << 20
"""Bytes. A record takes one or two thousand; what is so much longer is another kind of file."""
_FIRST_OF_SEVERAL: Final = ("{", "[")
"""How JSON begins that was indented for people to read."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status: 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tarot_env.record", description="Records of tarot deals.")
    command = parser.add_subparsers(required=True, metavar="command").add_parser(
        "check", help="replay every record and say what is wrong, with file, line, action and rule"
    )
    command.add_argument("files", nargs="+", metavar="FILE", help="records, one JSON object on a line")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a record may hold letters that the terminal has not
    return check(parser.parse_args(arguments).files)


def check(files: Sequence[str]) -> int:
    """Print one line for each record that is wrong, and a count.

    Returns:
        1 if anything was wrong, 0 otherwise.
    """
    records = problems = 0
    for name in files:
        before = records
        try:
            with open(name, "rb") as file:
                for number, problem in _problems(file):
                    records += 1
                    if problem is not None:
                        problems += 1
                        print(f"{name}:{number}: {problem}")
            if records == before:
                problems += 1
                print(f"{name}: there is no record in it")
        except OSError as error:
            problems += 1
            print(f"{name}: {error.strerror}")
    print(f"{_count(records, 'record')}, {_count(problems, 'problem')}")
    return int(problems > 0)


def _problems(file: BinaryIO) -> Iterator[tuple[int, RecordError | None]]:
    """For each record its line number and what is wrong with it. A file that is not text is given up at once."""
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
            yield number, _problem(text)


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
