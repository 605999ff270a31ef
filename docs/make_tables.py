"""Write the tables of docs/observation.md again: ``python docs/make_tables.py``.

The page says in words what the tables hold; the tables come from the code, between two comments each, such as
``<!-- table: actions -->`` and ``<!-- end -->``.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from tarot_env import Engine, Observation
from tarot_env.actions import ACTION_NAMES, CHELEM, PASS, POIGNEE_SIMPLE, PRISE, Phase
from tarot_env.cards import CARDS_PER_SUIT, EXCUSE, ID_OF, NAMES, SUIT_LETTERS, SUIT_NAMES, VALUE
from tarot_env.cardsets import BITS
from tarot_env.encoding import HIDDEN_SIZE, HIDDEN_SLICES, SIZE, SLICES, Slice
from tarot_env.full_state import STATE_SIZE, STATE_SLICES

PAGE: Final = Path(__file__).resolve().parent / "observation.md"

# What an action means in each phase where it can be legal, for runs of ids that are alike.
ACTIONS: Final[tuple[tuple[range, dict[Phase, str]], ...]] = (
    (range(EXCUSE), {Phase.DISCARD: "put the card aside, no king", Phase.PLAY: "play it"}),
    (range(EXCUSE, EXCUSE + 1), {Phase.PLAY: "play it"}),
    (
        range(EXCUSE + 1, PASS),
        {
            Phase.DISCARD: "put the trump aside, 2..20 and only where nothing else is left",
            Phase.POIGNEE: "hold it back from the poignee",
            Phase.PLAY: "play it",
        },
    ),
    (range(PASS, PRISE), {Phase.AUCTION: "pass", Phase.CHELEM: "announce none", Phase.POIGNEE: "show none"}),
    (range(PRISE, CHELEM), {Phase.AUCTION: "bid it"}),
    (
        range(CHELEM, POIGNEE_SIMPLE),
        {Phase.AUCTION: "bid garde contre with a chelem", Phase.CHELEM: "announce a chelem, the contract stays"},
    ),
    (range(POIGNEE_SIMPLE, len(ACTION_NAMES)), {Phase.POIGNEE: "show 10, 13, 15 trumps"}),
)

EVERYBODY: Final = "all"
# Fields and slices that do not say the same to all four seats.
SEEN_BY: Final = {
    "phase": "all; POIGNEE only by the seat that is asked",
    "legal": "the seat whose turn it is",
    "hand": "the seat that holds it",
    "discard": "whole by the taker; the trumps in it by all",
    "surplus": "the seat that shows a poignee",
    "poignee": "all, once it lies on the table; its holder before",
    "shown": "all, once it lies on the table; its holder before",
    "points": "all; the taker counts its discard too",
}


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Markdown, numbers to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    rule = ["---:" if all(row[n].isdecimal() for row in cells) else "---" for n in range(len(header))]
    return "\n".join("| " + " | ".join(row) + " |" for row in ([*header], rule, *cells))


def cards() -> str:
    """Ids by suit and rank."""
    rows = []
    for number in range(1, 22):
        place = number - 1
        suits = [SUIT_LETTERS[k] + NAMES[place][1:] if place < CARDS_PER_SUIT else "" for k in range(len(SUIT_NAMES))]
        rows.append([_with_id(name) for name in (*suits, f"T{number}")])
    rows.append([""] * len(SUIT_NAMES) + [_with_id(NAMES[EXCUSE])])
    return table([*SUIT_NAMES, "trumps and Excuse"], rows)


def _with_id(name: str) -> str:
    return f"{ID_OF[name]} `{name}`" if name else ""


def bits() -> str:
    """Where the ids stand in the two lanes of a set."""
    parts = [
        *(
            (name, range(first, first + CARDS_PER_SUIT))
            for name, first in zip(SUIT_NAMES, range(0, EXCUSE, CARDS_PER_SUIT), strict=True)
        ),
        ("the Excuse", range(EXCUSE, EXCUSE + 1)),
        ("trumps 1..21", range(EXCUSE + 1, PASS)),
        ("actions that are no cards (sets of legal actions only)", range(PASS, len(ACTION_NAMES))),
    ]
    return table(["what", "ids", "lane", "bits"], ([name, _span(ids), *_lane(ids)] for name, ids in parts))


def _lane(ids: range) -> tuple[int, str]:
    """The lane that holds the ids, and their bits in it."""
    lane = int(BITS[ids[0], 1] > 0)
    return lane, _span([int(BITS[id, lane]).bit_length() - 1 for id in (ids[0], ids[-1])])


def values() -> str:
    """Half points by kind of card."""
    kinds = ("kings and bouts (`EX`, `T1`, `T21`)", "queens", "knights", "jacks", "all others")
    by_value = sorted(set(VALUE.tolist()), reverse=True)
    return table(
        ["cards", "half points each", "number"],
        ([kind, value, int((value == VALUE).sum())] for kind, value in zip(kinds, by_value, strict=True)),
    )


def actions() -> str:
    """Ids, names, and what they mean where."""
    return table(
        ["id", "name", "meaning by phase"],
        (
            [_span(ids), _names(ids), "; ".join(f"{phase.name}: {meaning}" for phase, meaning in meanings.items())]
            for ids, meanings in ACTIONS
        ),
    )


def _names(ids: range) -> str:
    """All of a few, first and last of many."""
    names = [f"`{ACTION_NAMES[id]}`" for id in ids]
    return ", ".join(names) if len(names) < 5 else f"{names[0]} … {names[-1]}"


def phases() -> str:
    """Numbers of the phases."""
    return table(["number", "phase"], ([phase.value, phase.name] for phase in Phase))


def slices() -> str:
    """The encoding."""
    return _slices(SLICES, seen_by)


def hidden_slices() -> str:
    """What the encoding leaves out."""
    return _slices(HIDDEN_SLICES, lambda name: "nobody but a critic in training")


def _slices(parts: Iterable[Slice], seen: Callable[[str], str]) -> str:
    return table(
        ["name", "offset", "length", "meaning", "who sees it"],
        ([f"`{part.name}`", part.start, part.length, part.meaning, seen(part.name)] for part in parts),
    )


def sizes() -> str:
    """The three vectors."""
    return table(
        ["vector", "made by", "entries"],
        [
            ["observation", "`encoding.encode`", SIZE],
            ["hidden", "`encoding.encode_hidden`", HIDDEN_SIZE],
            ["state", "`full_state.encode_state`, `state()` of the PettingZoo environment", STATE_SIZE],
        ],
    )


def state_slices() -> str:
    """How the state is put together."""
    last = STATE_SLICES[-1]
    return table(
        ["part", "offset", "length", "meaning"],
        [
            ["observation", 0, SIZE, "of seat 0, as above"],
            ["hidden", SIZE, HIDDEN_SIZE, "from seat 0, as above"],
            [f"`{last.name}`", last.start, last.length, last.meaning.replace("self", "seat 0")],
        ],
    )


def seen_by(name: str) -> str:
    """Who sees a field or a slice, of which ``poignee_next`` is the field ``poignee`` of one seat."""
    return SEEN_BY.get(name.removesuffix("_self").split("_")[0], EVERYBODY)


def fields() -> str:
    """The arrays of an `Observation`: types and shapes read off one, meanings off the comments beside them."""
    number = 5  # a size that no axis has by itself
    observation = Engine(number, seed=0).observe()
    meanings = comments()
    rows = []
    for name in (field.name for field in dataclasses.fields(Observation) if field.name != "rules"):
        array = getattr(observation, name)
        shape = ", ".join("N" if size == number else str(size) for size in array.shape)
        kind = "card sets" if array.dtype == np.uint64 else str(array.dtype)
        rows.append([f"`{name}`", kind, f"({shape}{',' * (array.ndim == 1)})", meanings[name], seen_by(name)])
    return table(["field", "type", "shape", "meaning", "who sees it"], rows)


def comments() -> dict[str, str]:
    """What stands beside each array of `Observation`, behind its shape."""
    return dict(re.findall(r"^    (\w+): .*  # \([^)]*\) (.+)$", inspect.getsource(Observation), re.MULTILINE))


def _span(ids: Sequence[int]) -> str:
    return f"{ids[0]}" if ids[0] == ids[-1] else f"{ids[0]}–{ids[-1]}"


TABLES: Final = (cards, bits, values, actions, phases, sizes, slices, hidden_slices, state_slices, fields)


def filled(page: str) -> str:
    """The page with its tables as they are now.

    Raises:
        ValueError: the page has not one place for each table.
    """
    end = "<!-- end -->"
    for make in TABLES:
        start = f"<!-- table: {make.__name__} -->"
        if (number := page.count(start)) != 1:
            raise ValueError(f"the page has {number} places for the table {make.__name__}, not one")
        before, rest = page.split(start)
        _, after = rest.split(end, maxsplit=1)
        page = f"{before}{start}\n\n{make()}\n\n{end}{after}"
    return page


def main() -> None:
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
