"""What others published or recorded about the rules: deals, scores and legal cards, each with where it comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final


def _read(name: str) -> list[dict[str, Any]]:
    text = (Path(__file__).parent / "data" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


DEALS: Final = _read("deals.jsonl")
SCORES: Final = _read("scores.jsonl")
LEGAL_CARDS: Final = _read("legal.jsonl")
