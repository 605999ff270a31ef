"""Draw the pictures of the README again: ``python docs/images/make.py``.

The position is a record beside this file, an unfinished deal, so that the picture changes only when the drawing does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tarot_env import Record
from tarot_env.render import table_svg

HERE: Final = Path(__file__).resolve().parent


def pictures() -> dict[str, str]:
    """Each picture by the name of its file."""
    deal = Record.loads((HERE / "table.jsonl").read_text(encoding="utf-8"))
    return {"table.svg": table_svg(deal.replay().engine.observe())}


def main() -> None:
    for name, svg in pictures().items():
        (HERE / name).write_text(svg, encoding="utf-8")
        print(f"{name}: {len(svg.encode()) // 1024} KiB")


if __name__ == "__main__":
    main()
