"""A file of records that a person opens: each deal in a few words, to choose from."""

from __future__ import annotations

from typing import Any

from tarot_env import Record, RecordError
from tarot_env.rules import Contract

Json = dict[str, Any]


def read_file(text: str) -> tuple[list[Record], list[Json]]:
    """The records, one on each line that is not empty, and what each of them is.

    Raises:
        RecordError: a line is no record, or breaks the rules; says which. There is none.
    """
    records, deals = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = Record.loads(line)
            deals.append(_in_short(record))
        except RecordError as error:
            raise RecordError(f"line {number}: {error}") from None
        records.append(record)
    if not records:
        raise RecordError("it is empty")
    return records, deals


def _in_short(record: Record) -> Json:
    *_, end = record.positions()
    state = end.state
    return {
        "taker": int(state.taker[0]),
        "contract": Contract(state.contract[0]).name,
        "over": bool(end.done[0]),
        "scores": state.scores[0].tolist(),
    }
