"""A contest in a directory: its figures to read, and its games to go on from."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from agents.arena import report
from agents.arena.contest import Contest
from agents.arena.ledger import Ledger
from agents.arena.plays import Plays
from agents.arena.referee import Fault
from agents.arena.results import Results
from tarot_env.whole_file import whole_file

_GAMES: Final = "games.npz"


class AnotherContestError(ValueError):
    """Games of other players, deals or rules, in one line."""


def save(directory: Path, contest: Contest, ledger: Ledger, results: Results) -> None:
    """Write ``results.json``, ``results.csv``, ``results.md`` and the games, each whole or not at all."""
    forms: tuple[report.Format, ...] = ("json", "csv", "md")
    for form in forms:
        with whole_file(directory / f"results.{form}") as part:
            part.write_text(report.render(results, form), encoding="utf-8")
    with whole_file(directory / _GAMES) as part:
        _save_games(part, contest, ledger)


def load(directory: Path, contest: Contest) -> Ledger:
    """The games of an earlier run of the same contest.

    Raises:
        AnotherContestError: it was another contest, or a network has been trained since.
        ValueError: there is none, or it cannot be read; in one line.
    """
    path = directory / _GAMES
    if not path.is_file():
        raise ValueError(f"{directory} holds no earlier run: there is no {_GAMES} (--out {directory} writes it)")
    try:
        with np.load(path, allow_pickle=False) as file:
            columns = {name: file[name] for name in file.files}
        about = json.loads(str(columns.pop("about")))
        games, ledger = Plays.from_columns(columns), Ledger(len(contest.players))
        ledger.faults = {fault["player"]: Fault(**fault) for fault in about["faults"]}
        ledger.cheats = set(about["cheats"])
        ledger.decisions += columns["decisions"]
        ledger.seconds += columns["seconds"]
        ledger.games, ledger.complete, same = [games], int(about["complete"]), dict(about["contest"])
    except Exception as error:  # zip, NumPy and JSON meet a damaged file with exceptions of a dozen kinds
        problem = " ".join(ascii(str(error))[1:-1].split()) or type(error).__name__
        raise ValueError(f"{path} cannot be read as the games of an earlier run: {problem}") from None
    wanted = _identity(contest)
    for key, value in wanted.items():
        if same.get(key) != value:
            raise AnotherContestError(f"{directory} holds another run: {key} {same.get(key)}, not {value}")
    return ledger


def open_folder(directory: Path, earlier: Path | None) -> None:
    """Make the folder of a run, unless another run lies there.

    Args:
        earlier: folder of the run that is gone on with.

    Raises:
        ValueError: a run lies there that is not gone on with, or it is no folder; in one line.
    """
    if directory.exists() and not directory.is_dir():
        raise ValueError(f"--out names a folder, {directory} is a file")
    if (directory / _GAMES).exists() and (earlier is None or not directory.samefile(earlier)):
        raise ValueError(f"{directory} holds a run already: --from {directory} adds to it, or name another --out")
    directory.mkdir(parents=True, exist_ok=True)


@contextmanager
def records(path: Path | None, more: bool) -> Iterator[Callable[[list[str]], None]]:
    """A file for the records of games, which is in its place once the block is left; None keeps nothing.

    Args:
        more: the records that are there stay, before the new ones.

    Yields:
        what takes more lines.

    Raises:
        ValueError: it is a folder.
    """
    if path is None:
        yield lambda lines: None
        return
    if path.is_dir():
        raise ValueError(f"--records names a file, {path} is a folder")
    with whole_file(path) as part:
        if more and path.exists() and part != path:
            shutil.copyfile(path, part)
        with part.open("a", encoding="ascii") as file:
            yield lambda lines: file.writelines(f"{line}\n" for line in lines)


def _identity(contest: Contest) -> dict[str, Any]:
    """What two runs must have in common to be one."""
    return {
        "players": list(contest.players),
        "seed": contest.seed,
        "rules": contest.rules,
        "views": [view.name.lower() for view in contest.views],
        "networks": contest.networks,
    }


def _save_games(path: Path, contest: Contest, ledger: Ledger) -> None:
    """The complete blocks, so that a run can go on after them."""
    games = Plays.joined(ledger.games)
    about = {
        "contest": _identity(contest),
        "complete": ledger.complete,
        "cheats": sorted(ledger.cheats),
        "faults": [asdict(fault) for fault in ledger.faults.values()],
    }
    columns: dict[str, Any] = games.where(games.deal < ledger.complete).columns()
    columns |= {"about": np.array(json.dumps(about)), "decisions": ledger.decisions, "seconds": ledger.seconds}
    with path.open("wb") as file:
        np.savez_compressed(file, **columns)
