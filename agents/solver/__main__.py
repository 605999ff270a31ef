"""``python -m agents.solver RECORD.jsonl``: what each card of played games was worth, all hands seen, and its regret.

A value is the taker's score against each defender when all four seats play on as well as can be. Regret is what the
card cost its side by that measure. It counts knowledge that no player has, so even perfect players show some.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from agents.command_line import Parser
from tarot_env import Record, RecordError

try:
    from agents.solver.deck import MAX_CARDS
    from agents.solver.regret import Decision, Mean, decisions, means
    from agents.solver.solver import Solver
except ImportError as missing:
    sys.exit(f"python -m agents.solver: {missing}")

MOST_CARDS = MAX_CARDS // 4

Place = tuple[str, int]  # file and line


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit status: 2 for a file that cannot be read or a record that breaks a rule."""
    args = _parser().parse_args(arguments)
    try:
        found = _decisions(args.files, args.max_cards)
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    summary = means(decision for _, decision in found)
    print(_as_json(args.max_cards, found, summary) if args.format == "json" else _as_table(found, summary))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="python -m agents.solver", description="The regret of each card played, all hands seen.")
    parser.add_argument("files", nargs="+", metavar="RECORD.jsonl", help="records, one JSON object on a line")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument(
        "--max-cards",
        type=int,
        choices=range(2, MOST_CARDS + 1),
        default=10,
        metavar="N",
        help=f"solve decisions with up to N cards in hand, 2 to {MOST_CARDS} (10); one more costs 4 times the time",
    )
    return parser


def _decisions(files: Sequence[str], max_cards: int) -> list[tuple[Place, Decision]]:
    """Raises ValueError that says where: a file that is not text, a record that is none or breaks a rule."""
    solver = Solver()
    found = []
    for name in files:
        try:
            lines = Path(name).read_text("utf-8").splitlines()
        except UnicodeDecodeError:
            raise ValueError(f"{name}: not text in UTF-8") from None
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                found += [((name, number), decision) for decision in decisions(Record.loads(line), solver, max_cards)]
            except RecordError as error:
                raise ValueError(f"{name}:{number}: {error}") from None
    return found


def _as_json(max_cards: int, found: list[tuple[Place, Decision]], summary: list[Mean]) -> str:
    listed = [
        {"file": place[0], "line": place[1], **asdict(decision), "stage": decision.stage, "regret": decision.regret}
        for place, decision in found
    ]
    return json.dumps({"max_cards": max_cards, "means": [asdict(mean) for mean in summary], "decisions": listed})


def _as_table(found: list[tuple[Place, Decision]], summary: list[Mean]) -> str:
    if not found:
        return "no decision to solve: the records hold no play that is so near its end"
    lines = []
    last_place = None
    for place, decision in found:
        if place != last_place:
            lines += [f"{place[0]}:{place[1]}", "trick  agent           side     card  regret  worth of each card"]
            last_place = place
        worths = "  ".join(f"{card} {worth:+}" for card, worth in decision.values.items())
        lines.append(
            f"{decision.trick:5}  {decision.agent:14.14}  {decision.side:7}  {decision.card:4}  "
            f"{decision.regret or '-':>6}  {worths}"
        )
    lines += ["", "agent           side     stage    decisions  mean regret  best card"]
    lines += [
        f"{mean.agent:14.14}  {mean.side:7}  {mean.stage:7}  {mean.decisions:9}  {mean.regret:11.2f}  {mean.best:9.0%}"
        for mean in summary
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
