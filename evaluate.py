"""Measure players against each other on the same deals.

    python evaluate.py heuristic random --deals 2000 --seed 7

Every deal is played with the players moved through the seats, so that the luck of the cards cancels. Three views:
cards (contract, taker and discard are the heuristic's: who plays the cards better), game (own bids: one A among three
B and the reverse), league (tables drawn by chance, OpenSkill ratings). Intervals are 95 %, Student's over deals.
"""

from __future__ import annotations

import argparse
import importlib.util
import math
import os
import sys
from collections.abc import Callable
from pathlib import Path

from agents.arena import pictures, report, store
from agents.arena.contest import Contest
from agents.arena.ledger import Ledger
from agents.arena.plays import View
from agents.arena.progress import progress
from agents.arena.ranks import Ranks
from agents.arena.results import Results
from agents.arena.run import evaluate
from agents.command_line import Parser


def main() -> int:
    """Returns the exit status: 1 if a player was sent off, 2 for what cannot be done as asked, 130 if interrupted."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # --jobs shares out the cores; threads would only wait for each other
    args = _arguments()
    try:
        return _run(args)
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    except ValueError as error:
        problem = str(error)
    print(f"evaluate.py: {problem}", file=sys.stderr)
    return 2


def _run(args: argparse.Namespace) -> int:
    contest = Contest(tuple(args.players), args.seed, args.rules, args.views, args.patience, args.records is not None)
    if View.LEAGUE in contest.views and importlib.util.find_spec("openskill") is None:
        raise ValueError("the league needs openskill: pip install 'tarot-env[evaluate]', or say --views cards,game")
    ledger = Ledger(len(contest.players)) if args.earlier is None else store.load(args.earlier, contest)
    if args.out is not None:
        store.open_folder(args.out, args.earlier)
    ranks = Ranks.of_environment()
    interrupted = False
    with (
        store.records(args.records if ranks.rank == 0 else None, args.earlier is not None) as keep,
        progress(ranks.rank == 0 and sys.stderr.isatty()) as watch,
    ):
        try:
            evaluate(contest, ledger, args.deals, args.until, args.jobs, ranks, watch, keep)
        except KeyboardInterrupt:
            interrupted = True
    if ranks.rank == 0:
        _show(contest, ledger, args, interrupted)
    ranks.leave()
    return 130 if interrupted else int(bool(ledger.faults))


def _show(contest: Contest, ledger: Ledger, args: argparse.Namespace, interrupted: bool) -> None:
    results = Results.of(contest, ledger)
    for player, fault in sorted(ledger.faults.items()):
        print(f"evaluate.py: {contest.names[player]} was sent off: {fault.what}", file=sys.stderr)
    if interrupted:
        print(f"evaluate.py: interrupted; this is what {results.deals} deals say", file=sys.stderr)
    sys.stdout.write(report.render(results, args.format))
    if args.out is not None:
        store.save(args.out, contest, ledger, results)
        try:
            pictures.save(args.out, results)
        except ImportError:
            print(f"evaluate.py: {pictures.MISSING}", file=sys.stderr)


def _arguments() -> argparse.Namespace:
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("players", nargs="+", metavar="PLAYER", help="random, heuristic, mc:worlds=100, best, a checkpoint, mod:Class")
    add("--deals", type=_whole(1), default=2000, help="deals to play (default: %(default)s)")
    add("--seed", type=_whole(0), default=0, help="of the deals and of all chance (default: %(default)s)")
    add("--views", type=_views, default=tuple(View), help="some of cards,game,league (default: all three)")
    add("--rules", choices=("official", "casual"), default="official", help="default: %(default)s")
    add(
        "--until",
        type=_positive,
        metavar="WIDTH",
        help="go on, --deals at a time, until no interval of a main figure is wider than this from low to high",
    )
    add("--jobs", type=_whole(1), default=1, help="processes; the result is the same (default: %(default)s)")
    add(
        "--patience",
        type=_positive,
        default=1.0,
        metavar="SECONDS",
        help="a decision may take, on average over those asked for at once, or its player is sent off (default: 1)",
    )
    add("--out", type=Path, metavar="DIR", help="write the results there as JSON, CSV, Markdown and pictures")
    add("--from", type=Path, dest="earlier", metavar="DIR", help="add deals to an earlier run, kept there by --out")
    add(
        "--records",
        type=Path,
        metavar="FILE",
        help="keep every game played now there, a JSON object a line; after those that are there, with --from",
    )
    add("--format", choices=report.FORMATS, default="table", help="on stdout (default: %(default)s)")
    args = parser.parse_args()
    if len(args.players) < 2:
        parser.error("name two players or more, as in: evaluate.py heuristic random")
    return args


def _whole(least: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"takes a whole number from {least} on, not {text!r}")
        return int(text)

    return read


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"takes a number above 0, not {text!r}")
    return value


def _views(text: str) -> tuple[View, ...]:
    known = {view.name.lower(): view for view in View}
    names = text.split(",")
    for name in names:
        if name not in known:
            raise argparse.ArgumentTypeError(f"there is no view {name!r}: name some of {','.join(known)}")
    return tuple(sorted({known[name] for name in names}))


if __name__ == "__main__":
    sys.exit(main())
