"""Whole deals, decision by decision, as they were when somebody last read them.

After a change that is meant: ``python tests/playthrough.py``, and read the diff.
"""

from __future__ import annotations

import pytest
from playthrough import GOLDEN, golden_records, playthrough

from tarot_env import Record

RECORDS = golden_records()


@pytest.mark.parametrize("record", RECORDS, ids=[record.extra["name"] for record in RECORDS])
def test_playthrough_is_as_it_was_read(record: Record) -> None:
    expected = (GOLDEN / f"{record.extra['name']}.txt").read_text(encoding="utf-8")
    assert playthrough(record).splitlines() == expected.splitlines()


def test_every_file_has_its_record() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == {record.extra["name"] for record in RECORDS}
