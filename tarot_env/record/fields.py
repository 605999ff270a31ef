"""From a line of text to the fields of a record, each of the type that it should be."""

from __future__ import annotations

import json
import math
from typing import Any, Final, NoReturn

REQUIRED: Final = ("rules", "dealer", "hands", "dog", "actions")
KEYS: Final = frozenset((*REQUIRED, "scores"))
_LONGEST_PROBLEM: Final = 300  # characters: a problem quotes what it is about, which may be of any length


class RecordError(ValueError):
    """What is wrong with a record, in one line.

    Attributes:
        action: number of the action that is wrong, 1 for the first; None when it is not an action.
    """

    def __init__(self, problem: str, action: int | None = None) -> None:
        if len(problem) > _LONGEST_PROBLEM:
            problem = problem[: _LONGEST_PROBLEM - 1] + "…"
        super().__init__(problem if action is None else f"action {action}: {problem}")
        self.problem = problem
        self.action = action

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int | None]]:
        return type(self), (self.problem, self.action)


def read_fields(line: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The known fields of a record and all others, in order.

    Raises:
        RecordError: not a JSON object, a key that is missing, a value of another type.
    """
    data = _decode(line)
    if not isinstance(data, dict):
        raise RecordError(f"a record is a JSON object, not {_kind(data)}")
    for key in REQUIRED:
        if key not in data:
            raise RecordError(f'the key "{key}" is missing')
    scores = data.get("scores")
    known = {
        "rules": _text(data["rules"], "rules"),
        "dealer": _whole(data["dealer"], "dealer"),
        "hands": [_text(hand, f"hand {seat}") for seat, hand in enumerate(_array(data["hands"], "hands"))],
        "dog": _text(data["dog"], "dog"),
        "actions": [_text(name, f"action {n}") for n, name in enumerate(_array(data["actions"], "actions"), start=1)],
        "scores": None if scores is None else [_whole(score, "a score") for score in _array(scores, "scores")],
    }
    return known, {key: value for key, value in data.items() if key not in KEYS}


def _decode(line: str) -> object:
    try:
        return json.loads(line, parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        if error.pos >= len(line.rstrip()) or error.msg.startswith("Unterminated string"):
            raise RecordError(f"the line is cut short: it ends in mid-record, after {len(line)} characters") from None
        raise RecordError(f"not JSON: {error.msg[0].lower()}{error.msg[1:]} at character {error.pos + 1}") from None
    except RecursionError:
        raise RecordError("not a record: brackets are nested too deep") from None
    except RecordError:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise RecordError(f"not a record: {error}") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """JSON leaves open which of two values counts; here neither does."""
    known: dict[str, object] = {}
    for key, value in pairs:
        if key in known:
            raise RecordError(f"the key {json.dumps(key)} is given twice")
        known[key] = value
    return known


def _refuse_constant(name: str) -> NoReturn:
    raise RecordError(f"not JSON: {name} is no number there")


def _finite(digits: str) -> float:
    if math.isinf(number := float(digits)):
        raise RecordError(f"not a record: {digits} is too large")
    return number


def _kind(value: object) -> str:
    names = {dict: "an object", list: "an array", str: "a string", bool: "a truth value", type(None): "null"}
    return names.get(type(value), "a number")


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"{what} is a string, not {_kind(value)}")
    return value


def _whole(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError(f"{what} is a whole number, not {value if isinstance(value, float) else _kind(value)}")
    return value


def _array(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise RecordError(f"{what} is an array, not {_kind(value)}")
    return value
