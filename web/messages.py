"""What a page may say, checked field by field before anything is done."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from tarot_env.actions import parse_action
from web.reasons import LANGS, Lang
from web.setup import Setup

LONGEST: Final = 1_000_000  # characters: a file of records that is opened comes in one message
MOST_ACTIONS: Final = 7  # a discard, and whether a chelem is announced


class BadMessage(ValueError):
    """Not a message of a page; says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The page's language from now on, and that it wants the list of games."""

    lang: Lang


@dataclass(frozen=True, slots=True)
class New:
    """Start a game; what is not said is as the server was started."""

    changes: dict[str, Any]

    def setup(self, default: Setup) -> Setup:
        """Of the new game.

        Raises:
            ValueError: a match that cannot be.
        """
        return Setup.from_json({**default.as_json(), **self.changes})


@dataclass(frozen=True, slots=True)
class Open:
    """Show a game, and tell what happens in it."""

    game: str


@dataclass(frozen=True, slots=True)
class Act:
    """The person's action in the open game, or the six cards put aside and what is said of a chelem."""

    deal: int
    turn: int
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NextDeal:
    """Deal again."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What an agent would do in the person's place, once these cards are put aside."""

    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """Show a finished deal of the open game, or one of the file that was opened."""

    deal: int
    file: bool


@dataclass(frozen=True, slots=True)
class Advise:
    """What an agent would have done at a step of such a deal."""

    deal: int
    file: bool
    step: int


@dataclass(frozen=True, slots=True)
class Again:
    """Play such a deal once more, as a game of its own."""

    deal: int
    file: bool


@dataclass(frozen=True, slots=True)
class ReadFile:
    """Records, one on a line, to look at."""

    text: str


Message = Hello | New | Open | Act | NextDeal | Hint | Review | Advise | Again | ReadFile


def read(text: str) -> Message:
    """The message in a frame.

    Raises:
        BadMessage: it is none.
    """
    if len(text) > LONGEST:
        raise BadMessage(f"longer than {LONGEST} characters")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadMessage("not JSON") from None
    if not isinstance(data, dict):
        raise BadMessage("not a JSON object")
    return _message(_Fields(data))


class _Fields:
    """The fields of a message, each of the kind asked for."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def text(self, key: str) -> str:
        value = self._data.get(key)
        if not isinstance(value, str):
            raise BadMessage(f"{key} is a string")
        return value

    def number(self, key: str) -> int:
        value = self._data.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 1_000_000:
            raise BadMessage(f"{key} is a whole number from 0 to 1000000")
        return value

    def flag(self, key: str) -> bool:
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            raise BadMessage(f"{key} is true or false")
        return value

    def actions(self, key: str, least: int) -> tuple[int, ...]:
        names = self._data.get(key, [])
        if not isinstance(names, list) or not least <= len(names) <= MOST_ACTIONS:
            raise BadMessage(f"{key} is a list of {least} to {MOST_ACTIONS} names")
        if not all(isinstance(name, str) and len(name) < 20 for name in names):
            raise BadMessage("an action is a short string")
        try:
            return tuple(parse_action(name) for name in names)
        except ValueError as error:
            raise BadMessage(str(error)) from None

    def lang(self) -> Lang:
        for lang in LANGS:
            if self._data.get("lang") == lang:
                return lang
        raise BadMessage(f"lang is one of {', '.join(LANGS)}")

    def changes(self) -> dict[str, Any]:
        """Parts of a match's setup that a page may choose: not the agents, which are code that is run."""
        changes: dict[str, Any] = {}
        if "rules" in self._data:
            changes["rules"] = self.text("rules")
        for key in ("target", "deals", "seed"):
            if self._data.get(key) is not None:
                changes[key] = self.number(key)
        if "target" in changes:
            changes.setdefault("deals", None)  # first to a target, whatever the server was started with
        return changes


def _message(fields: _Fields) -> Message:
    match fields.text("do"):
        case "hello":
            return Hello(fields.lang())
        case "new":
            return New(fields.changes())
        case "open":
            return Open(fields.text("game"))
        case "act":
            return Act(fields.number("deal"), fields.number("turn"), fields.actions("actions", 1))
        case "next":
            return NextDeal()
        case "hint":
            return Hint(fields.actions("after", 0))
        case "review":
            return Review(fields.number("deal"), fields.flag("file"))
        case "advise":
            return Advise(fields.number("deal"), fields.flag("file"), fields.number("step"))
        case "again":
            return Again(fields.number("deal"), fields.flag("file"))
        case "read":
            return ReadFile(fields.text("text"))
        case other:
            raise BadMessage(f"do is {other[:20]!r}, which is nothing that can be done")
