"""Results as a table for the terminal, as JSON, CSV and Markdown."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from agents.arena.profile import CONTRACTS, SIZES
from agents.arena.results import Results, control_gain, duplicate_gain
from agents.arena.statistics import Estimate, deals_to_see

Format = Literal["table", "json", "csv", "md"]
FORMATS: Final[tuple[Format, ...]] = ("table", "json", "csv", "md")


@dataclass(frozen=True, slots=True)
class Section:
    """A table with a title and what its figures mean."""

    title: str
    note: str
    header: list[str]
    rows: list[list[str]]


def render(results: Results, form: Format) -> str:
    """The results as text, which ends in a line break."""
    if form == "json":
        return json.dumps(results.as_json(), allow_nan=False) + "\n"
    if form == "csv":
        return _csv(results)
    draw = as_text if form == "table" else as_markdown
    return "\n".join(draw(section) for section in sections(results))


def sections(results: Results) -> list[Section]:
    """The tables, those that have something to say."""
    tables = [_cards(results), _cross(results), _game(results), _league(results), _players(results), _faults(results)]
    return [table for table in tables if table.rows]


def _cards(results: Results) -> Section:
    return Section(
        "Cards",
        "Card play alone: contract, taker and discard are the heuristic's. Points of each defender before the "
        "multiplier, A over B on the same deals.",
        ["A", "B", "as taker", "in defence", "sum", "A makes", "B makes", *_SPREAD],
        [
            [
                *_pair(results, pair.a, pair.b),
                interval(pair.taker),
                interval(pair.defence),
                interval(pair.sum),
                percent(pair.made),
                percent(pair.made_by_b),
                *_spread(pair.sum, pair.unpaired_sd),
            ]
            for pair in results.cards
        ],
    )


def _cross(results: Results) -> Section:
    names = results.labels
    return Section(
        "Cards, each as taker against each",
        "Points that the taker (row) wins from each defender (column), and contracts made.",
        ["taker", *names],
        [
            [name, *(f"{_signed(value)}  {percent(made)}" for value, made in zip(points, shares, strict=True))]
            for name, points, shares in zip(
                names, results.cross.points.tolist(), results.cross.made.tolist(), strict=True
            )
            if results.cards
        ],
    )


def _game(results: Results) -> Section:
    return Section(
        "Game",
        "Whole games, own bids: points per deal and seat of A over B, one A among three B and one B among three A in "
        "all four seats; controlled: the same, less what the cards alone foretell, by which the standard error is "
        "divided as shown.",
        ["A", "B", "points per deal", *_SPREAD, "controlled", "control", "for 1 point"],
        [
            [
                *_pair(results, pair.a, pair.b),
                interval(pair.points_per_deal),
                *_spread(pair.points_per_deal, pair.unpaired_sd),
                interval(pair.controlled),
                _gain(control_gain(pair)),
                _for_one_point(pair.controlled),
            ]
            for pair in results.game
        ],
    )


def _league(results: Results) -> Section:
    return Section(
        "League",
        "Tables drawn by chance, each moved on through the four seats: OpenSkill rating (Plackett-Luce) with its "
        "standard deviation, and points per deal against whoever sat there.",
        ["player", "rating", "sigma", "points per deal"],
        [
            [
                results.labels[standing.player],
                f"{standing.rating:.1f}",
                f"{standing.sigma:.1f}",
                interval(standing.points_per_deal),
            ]
            for standing in results.league
        ],
    )


def _players(results: Results) -> Section:
    names = results.labels
    if not any(profile.seats for profile in results.profiles):
        return Section(
            "Players",
            "Time of a decision. How they bid and what became of it is seen in the views game and league.",
            ["player", "ms/decision"],
            [[name, plain(ms, 3)] for name, ms in zip(names, results.ms_per_decision, strict=True)],
        )
    rows = []
    for name, profile, ms in zip(names, results.profiles, results.ms_per_decision, strict=True):
        facts = profile.as_json()
        contracts = [facts["contracts"][contract.name.lower()] for contract in CONTRACTS]
        rows.append(
            [
                name,
                percent(facts["taking_rate"]),
                *(f"{contract['made']}/{contract['taken']}" for contract in contracts),
                plain(facts["points_as_taker"], 1),
                plain(facts["bouts_as_taker"], 2),
                f"{facts['petit_au_bout']['won']}:{facts['petit_au_bout']['lost']}",
                "/".join(str(facts["poignees"][size]) for size in SIZES),
                f"{facts['chelems']['made']}/{facts['chelems']['announced']}",
                percent(facts["all_pass_rate"]),
                str(profile.seats),
                plain(ms, 3),
            ]
        )
    return Section(
        "Players",
        "With their own bids (game and league): how often a seat takes, contracts made of those taken, average points "
        "and bouts as taker, petit au bout won:lost by its side, poignees shown (simple/double/triple), chelems "
        "made/announced. The time is that of all views.",
        [
            "player",
            "takes",
            *(contract.name.lower().replace("_", " ") for contract in CONTRACTS),
            "points",
            "bouts",
            "petit",
            "poignees",
            "chelems",
            "all pass",
            "seats",
            "ms/decision",
        ],
        rows,
    )


def _faults(results: Results) -> Section:
    return Section(
        "Sent off",
        "None of the games of these players counts.",
        ["player", "what it did"],
        [[results.labels[player], fault.what] for player, fault in sorted(results.faults.items())],
    )


_SPREAD: Final = ["sd", "same deals", "for 1 point"]
"""Headers: the standard deviation of one deal, by what the same deals divide the standard error at an equal number of
games, deals until a difference of one point is seen (80 % power, 5 %)."""


def _spread(figure: Estimate, unpaired_sd: float | None) -> list[str]:
    return [plain(figure.sd, 1), _gain(duplicate_gain(figure, unpaired_sd)), _for_one_point(figure)]


def _gain(factor: float | None) -> str:
    return _NOTHING if factor is None else f"÷{factor:.2f}"


def _for_one_point(figure: Estimate) -> str:
    return _NOTHING if figure.sd is None else f"{deals_to_see(1.0, figure.sd)} deals"


_NOTHING: Final = "–"


def _pair(results: Results, a: int, b: int) -> list[str]:
    names = results.labels
    return [names[a], names[b]]


def interval(figure: Estimate) -> str:
    if figure.mean is None:
        return _NOTHING
    if figure.low is None or figure.high is None:
        return _signed(figure.mean)
    return f"{_signed(figure.mean)} [{_signed(figure.low)}, {_signed(figure.high)}]"


def _signed(value: float) -> str:
    return _NOTHING if math.isnan(value) else f"{value:+.2f}".replace("-", "−")


def plain(value: float | None, digits: int) -> str:
    return _NOTHING if value is None else f"{value:.{digits}f}"


def percent(share: float | None) -> str:
    return _NOTHING if share is None or math.isnan(share) else f"{100 * share:.1f} %"


def as_text(section: Section) -> str:
    table = [section.header, *section.rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(section.header))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    rule = "─" * max(map(len, lines))
    return "\n".join([f"{section.title}. {section.note}", rule, lines[0], rule, *lines[1:], ""])


def as_markdown(section: Section) -> str:
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    rule = line(["---"] * len(section.header))
    return (
        "\n".join([f"### {section.title}", "", section.note, "", line(section.header), rule])
        + "\n"
        + "\n".join(line(row) for row in section.rows)
        + "\n"
    )


def _csv(results: Results) -> str:
    """One line for each figure."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["view", "a", "b", "figure", "mean", "low", "high", "deals"])
    for line in _figures(results):
        writer.writerow(["" if cell is None else cell for cell in line])
    return text.getvalue()


def _figures(results: Results) -> Iterator[list[str | float | int | None]]:
    names = results.contest.names

    def row(view: str, a: str, b: str, figure: str, value: Estimate) -> list[str | float | int | None]:
        return [view, a, b, figure, value.mean, value.low, value.high, value.deals]

    for cards in results.cards:
        pair = names[cards.a], names[cards.b]
        for name in ("taker", "defence", "sum"):
            yield row("cards", *pair, name, getattr(cards, name))
        yield ["cards", *pair, "made", cards.made, None, None, cards.sum.deals]
    for game in results.game:
        yield row("game", names[game.a], names[game.b], "points_per_deal", game.points_per_deal)
        yield row("game", names[game.a], names[game.b], "controlled", game.controlled)
    for standing in results.league:
        name = names[standing.player]
        yield ["league", name, "", "rating", standing.rating, None, None, standing.points_per_deal.deals]
        yield ["league", name, "", "sigma", standing.sigma, None, None, standing.points_per_deal.deals]
        yield row("league", name, "", "points_per_deal", standing.points_per_deal)
    for name, facts in results.as_json()["agents"].items():
        for figure, value in _flat(facts):
            yield ["agents", name, "", figure, value, None, None, None]


def _flat(facts: dict[str, object], prefix: str = "") -> Iterator[tuple[str, float | None]]:
    """Numbers in nested objects, by a name with dots."""
    for name, value in facts.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        elif value is None or isinstance(value, int | float):
            yield f"{prefix}{name}", value
