"""What a run writes down of each iteration."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np

from agents.training.collect import Decisions
from agents.training.group import Group
from agents.training.measure import Aim
from tarot_env.actions import Phase
from tarot_env.rules import TARGETS, Contract
from tarot_env.scoring import taker_totals
from tarot_env.whole_file import whole_file

FIELDS: Final = (
    "iteration",
    "decisions",
    "minutes",
    "cpu_minutes",
    "policy_loss",
    "value_loss",
    "entropy_loss",
    "anchor_loss",
    "entropy",
    "kl",
    "clipped",
    "explained_variance",
    "passed_out",
    "prise",
    "garde",
    "garde_sans",
    "garde_contre",
    "made",
    "auction_decisions",
    "decisions_per_second",
    "engine_seconds",
    "network_seconds",
    "update_seconds",
    "panel_points",
    "panel_interval",
    "panel_taker",
    "panel_taker_interval",
    "panel_defence",
    "panel_defence_interval",
    "panel_game",
    "panel_game_interval",
)
"""Columns of metrics.csv. Seconds are of the first process, on the wall's clock; the rest is of all processes."""


class Log:
    """metrics.csv: a row an iteration; what was not measured in it stays empty. The same for TensorBoard, if asked.

    Args:
        iteration: the run goes on after this one; what was written of later ones, which were lost, is taken out.
    """

    def __init__(self, run: Path, iteration: int, tensorboard: bool) -> None:
        self._board: Any = None
        if tensorboard:
            from torch.utils.tensorboard import SummaryWriter

            self._board = SummaryWriter(str(run), purge_step=iteration + 1)
        self._path = run / "metrics.csv"
        rows: list[dict[str, str]] = []
        if self._path.exists():
            written = self._path.read_text()
            whole = written[: written.rfind("\n") + 1]  # whoever was killed may have left half a line
            rows = [row for row in csv.DictReader(whole.splitlines()) if row.get("iteration", "").isdecimal()]
        run.mkdir(parents=True, exist_ok=True)
        with whole_file(self._path) as part, part.open("w", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(row for row in rows if int(row["iteration"]) <= iteration)

    def write(self, row: dict[str, float]) -> None:
        """Add an iteration.

        Raises:
            OSError: the disk is full.
        """
        with self._path.open("a", newline="") as file:
            texts = {name: str(v) if isinstance(v, int) else f"{v:.6g}" for name, v in row.items()}
            csv.DictWriter(file, FIELDS, lineterminator="\n").writerow(texts)
        if self._board is not None:
            for name, value in row.items():
                group = "panel" if name.startswith("panel") else "seconds" if name.endswith("seconds") else "training"
                self._board.add_scalar(f"{group}/{name}", value, int(row["iteration"]))
            self._board.flush()


def bids(decisions: Decisions, group: Group) -> dict[str, float]:
    """How often seats take, and with what, and make it; a collapse shows here first. Deals with a strong hand
    (`strong_share`) count as all others, and those in which another player bid (`pool_share`, `opened_share`)."""
    state = decisions.engine.state
    by_contract = np.bincount(state.contract, minlength=len(Contract))
    halves, bouts = taker_totals(state)  # not scores: a chelem that fails costs more than a garde brings
    made = int(((state.contract > 0) & (halves >= 2 * np.array(TARGETS).take(bouts))).sum())
    auction = int((decisions.phase == Phase.AUCTION).sum())
    *contracts, made_in_all, auctions = group.sum([*by_contract, made, auction])
    names = ("passed_out", "prise", "garde", "garde_sans", "garde_contre")
    rates = {name: number / sum(contracts) for name, number in zip(names, contracts, strict=True)}
    return {**rates, "made": made_in_all / max(1.0, sum(contracts[1:])), "auction_decisions": auctions}


def tell(row: dict[str, float], minutes_left: float, against: str, aim: Aim) -> None:
    """One line to stderr: of each iteration on a terminal, otherwise of every fifth and of measurements."""
    line = (
        f"{row['iteration']:5.0f}  {row['decisions'] / 1e6:6.2f} M decisions"
        f"  {row['decisions_per_second'] / 1e3:5.1f} k/s"
        f"  explained {row['explained_variance']:5.2f}  entropy {row.get('entropy', 0):4.2f}"
        f"  passed out {row['passed_out']:4.0%}  made {row['made']:4.0%}  {max(0.0, minutes_left):4.1f} min left"
    )
    if "panel_points" in row:
        line += f"  | against {against}: {row[aim.mean]:+.1f} ± {row[aim.interval]:.1f}"
    if "panel_points" in row or sys.stderr.isatty() or row["iteration"] % 5 == 0:
        print(line, file=sys.stderr, flush=True)
