"""Play the whole ladder of players and write docs/ladder.md.

    python benchmarks/ladder.py --jobs 2

    python benchmarks/ladder.py --jobs 2 --only best

    python benchmarks/ladder.py --jobs 2 --only pimc mc:worlds=100 --slow-deals 2000

The second measures again what `best` plays in, after another training, the third one row, with more deals; all other
rows stay as the page has them.

Each rung is a contest of two players by evaluate.py's rules. What was played is kept in a directory (--keep): a ladder
that was broken off goes on from there, and more --deals are added to those that are there.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import re
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np

from agents.arena import report, store
from agents.arena.contest import Contest
from agents.arena.ledger import Ledger
from agents.arena.plays import View
from agents.arena.progress import progress
from agents.arena.results import Results
from agents.arena.run import evaluate
from agents.registry import load
from tarot_env.whole_file import whole_file

CARDS: Final = (View.CARDS,)
BOTH: Final = (View.CARDS, View.GAME)


@dataclass(frozen=True, slots=True)
class Rung:
    """Two players, and what their contest costs and shows."""

    a: str
    b: str
    views: tuple[View, ...]
    slow: bool = False  # searches: --slow-deals instead of --deals


GAME: Final = (View.GAME,)
HEADER: Final = ["A", "B", "cards: sum", "as taker", "in defence", "A makes", "game", "deals", "ms/decision A", "B"]

RUNGS: Final = (
    Rung("random-cards", "random", BOTH),
    Rung("heuristic", "random-cards", BOTH),
    Rung("heuristic", "random", BOTH),
    Rung("heuristic", "magmacrunch", BOTH),
    Rung("best", "random", BOTH),
    Rung("best", "heuristic", BOTH),
    Rung("best", "magmacrunch", BOTH),
    Rung("best", "split:bids=heuristic,rest=best", GAME),
    Rung("mc:worlds=100", "heuristic", CARDS, slow=True),
    Rung("mc:worlds=400", "mc:worlds=100", CARDS, slow=True),
    Rung("mc:worlds=100,inference=heuristic", "mc:worlds=100", CARDS, slow=True),
    Rung("mc:worlds=100,inference=heuristic", "heuristic", CARDS, slow=True),
    Rung("mc:worlds=100,belief=best", "mc:worlds=100", CARDS, slow=True),
    Rung("mc:worlds=100,playout=heuristic", "heuristic", CARDS, slow=True),
    Rung("mc:worlds=100,playout=heuristic", "mc:worlds=100", CARDS, slow=True),
    Rung("pimc", "mc:worlds=100", CARDS, slow=True),
    Rung("best", "mc:worlds=100", CARDS, slow=True),
    Rung("best", "mc:worlds=400", CARDS, slow=True),
    Rung("best", "mc:worlds=100,inference=heuristic", CARDS, slow=True),
    Rung("best+mc", "best", CARDS, slow=True),
    Rung("best+mc", "mc:worlds=100", CARDS, slow=True),
    Rung("mc:peek", "mc:worlds=100", CARDS, slow=True),
)
_SAVED_EVERY: Final = 256
"""Deals between two times that the games are kept."""

_PATIENCE: Final = 60.0
"""Seconds for a decision: nobody is sent off because the machine is busy."""

_LEAGUE_TITLE: Final = "League"
LEAGUE: Final = ("random", "random-cards", "magmacrunch", "heuristic", "best")
"""Players that are quick enough to meet at many tables."""


def main() -> int:
    """Returns the exit status."""
    args = _arguments()
    try:
        sections = [report.as_markdown(_rungs(args)), _league(args)]
    except KeyboardInterrupt:
        print(f"ladder.py: interrupted; {args.keep} holds what was played, and the next run goes on", file=sys.stderr)
        return 130
    text = "\n".join([_head(args), *sections])
    args.write.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(args.write) as part:  # the rows that stay are nowhere else
        part.write_text(text, encoding="utf-8")
    print(f"{args.write} written")
    return 0


def _rungs(args: argparse.Namespace) -> report.Section:
    rows = []
    there = _rows_there(args.write)
    for rung in RUNGS:
        if not _is_asked(args.only, rung.a, rung.b) and (rung.a, rung.b) in there:
            rows.append(there[rung.a, rung.b])
            continue
        deals = args.slow_deals if rung.slow else args.deals
        try:
            contest = Contest((rung.a, rung.b), args.seed, views=rung.views, patience=_PATIENCE)
            results = _played(contest, deals, args)
        except ValueError as reason:
            here = f"{Path.cwd()}/"  # of no interest to a reader elsewhere
            rows.append([rung.a, rung.b, f"not measured: {reason}".replace(here, ""), *[""] * 7])
            continue
        print(report.render(results, "table"))
        rows.append(_row(results))
    return report.Section(
        "A against B",
        "Points per deal of A over B, 95 % interval. Cards: card play alone, points of each defender before the "
        "multiplier, A as taker against B and in defence against B; game: whole games with own bids, points per seat.",
        HEADER,
        rows,
    )


def _is_asked(only: list[str], *players: str) -> bool:
    """Whether --only names all of these two; or, alone, one of the players, or what one of them is made of."""
    if len(only) == 2:
        return only == [*players]
    return all(any(name in (player, *re.split(r"[^\w.-]", player)) for player in players) for name in only)


def _rows_there(page: Path) -> dict[tuple[str, str], list[str]]:
    """The rows of the page that there is, by their two players."""
    if not page.exists():
        return {}
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    return {(row[0].removesuffix(" (cheat)"), row[1]): row for row in rows if len(row) == len(HEADER)}


def _row(results: Results) -> list[str]:
    cards, deals = ["", "", "", ""], 0
    if results.cards:
        (pair,) = results.cards
        cards = [*map(report.interval, (pair.sum, pair.taker, pair.defence)), report.percent(pair.made)]
        deals = pair.sum.deals
    game = ""
    if results.game:
        game, deals = report.interval(results.game[0].points_per_deal), results.game[0].points_per_deal.deals
    times = [report.plain(ms, 3) for ms in results.ms_per_decision]
    return [*results.labels, *cards, game, str(deals), *times]


def _league(args: argparse.Namespace) -> str:
    if not _is_asked(args.only, *LEAGUE) and args.write.exists():
        page = args.write.read_text(encoding="utf-8")
        return page[page.index(f"### {_LEAGUE_TITLE}") :]
    players = tuple(player for player in LEAGUE if _loads(player))
    try:
        results = _played(Contest(players, args.seed, views=(View.LEAGUE,), patience=_PATIENCE), args.deals, args)
    except ValueError as reason:
        return f"### {_LEAGUE_TITLE}\n\nNot measured: {reason}\n"
    print(report.render(results, "table"))
    (league,) = (section for section in report.sections(results) if section.title == _LEAGUE_TITLE)
    return report.as_markdown(league)


def _loads(player: str) -> bool:
    try:
        load(player)
    except ValueError as reason:
        print(f"ladder.py: {player} is left out of the league: {reason}", file=sys.stderr)
        return False
    return True


def _played(contest: Contest, deals: int, args: argparse.Namespace) -> Results:
    """The results of so many deals: of those that are kept, and those still to be played.

    Raises:
        ValueError: a player cannot be loaded, or was sent off.
    """
    directory = args.keep / " - ".join(_file_name(name) for name in (*contest.players, contest.views[-1].name.lower()))
    ledger = Ledger(len(contest.players))
    if directory.is_dir():
        with contextlib.suppress(store.AnotherContestError):  # a network was trained since: its games are played anew
            ledger = store.load(directory, contest)
    while ledger.complete < deals:
        with progress(sys.stderr.isatty()) as watch:
            evaluate(contest, ledger, min(_SAVED_EVERY, deals - ledger.complete), jobs=args.jobs, watch=watch)
        directory.mkdir(parents=True, exist_ok=True)
        store.save(directory, contest, ledger, Results.of(contest, ledger))
    for player, fault in ledger.faults.items():
        raise ValueError(f"{contest.names[player]} was sent off: {fault.what}")
    return Results.of(contest, ledger)


def _file_name(player: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in player)


def _head(args: argparse.Namespace) -> str:
    command = f"python benchmarks/ladder.py --deals {args.deals} --slow-deals {args.slow_deals} --seed {args.seed}"
    machine = f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}, NumPy {np.__version__}"
    which = f"the rows of `{'` – `'.join(args.only)}`; the others are of earlier calls" if args.only else "all rows"
    command += f" --only {' '.join(args.only)}" if args.only else ""
    return f"""# The ladder

Written by `{command}`, which measured {which}; not edited by hand.
Measured on {machine}, {args.jobs} at a time.
The same deals for all, every player in every seat; how, is said in `evaluate.py --help`.
`mc:peek` sees all cards: it is no player, but the limit of what hidden cards hide.
"""


def _processor() -> str:
    """The processor's own name, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=4000, help="for quick players (default: %(default)s)")
    parser.add_argument("--slow-deals", type=int, default=400, help="for those that search (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7, help="of the deals and all chance (default: %(default)s)")
    parser.add_argument(
        "--only",
        metavar="PLAYER",
        nargs="+",
        default=[],
        help="measure its rows alone, or the row of two; others stay as the page has them",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    parser.add_argument("--keep", type=Path, default=Path("runs/ladder"), help="what was played (default: %(default)s)")
    parser.add_argument("--write", type=Path, default=Path("docs/ladder.md"), help="default: %(default)s")
    args = parser.parse_args()
    for name in ("deals", "slow_deals", "jobs"):
        if getattr(args, name) < 1:
            parser.error(f"--{name.replace('_', '-')} is at least 1, not {getattr(args, name)}")
    if find_spec("openskill") is None:  # said now, not when the league is to be written
        parser.error("the league is rated by openskill: pip install 'tarot-env[evaluate]'")
    if not any(_is_asked(args.only, rung.a, rung.b) for rung in RUNGS):
        players = sorted({player for rung in RUNGS for player in (rung.a, rung.b)})
        parser.error(f"--only {' '.join(args.only)}: there is no such row; there are players {', '.join(players)}")
    return args


if __name__ == "__main__":
    sys.exit(main())
