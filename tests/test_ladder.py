"""benchmarks/ladder.py: what is measured again, and what stays on the page."""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("torch", reason="the ladder's best player needs PyTorch: pip install 'tarot-env[train]'")
pytest.importorskip("openskill", reason="the league needs the extra evaluate")

from agents.arena import run as arena
from agents.arena.contest import Contest
from agents.arena.ledger import Ledger
from agents.arena.plays import View

ROOT = Path(__file__).parents[1]


def ladder(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "benchmarks/ladder.py", *options], cwd=ROOT, capture_output=True, text=True, check=False
    )


def as_module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("ladder", ROOT / "benchmarks/ladder.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "ladder", module)
    spec.loader.exec_module(module)
    return module


def test_only_the_rows_of_one_player_are_measured_again(tmp_path: Path) -> None:
    page = tmp_path / "ladder.md"
    shutil.copy(ROOT / "docs/ladder.md", page)
    before = page.read_text(encoding="utf-8").splitlines()
    done = ladder("--only", "random-cards", "--deals", "2", "--keep", str(tmp_path / "keep"), "--write", str(page))
    assert done.returncode == 0, done.stderr
    after = page.read_text(encoding="utf-8").splitlines()
    rows = [[line.split(" | ") for line in lines if line.startswith("| ")] for lines in (before, after)]
    changed = {(new[0], new[1]) for old, new in zip(*rows, strict=False) if old != new and len(new) > 4}
    assert changed == {("| random-cards", "random"), ("| heuristic", "random-cards")}
    assert "--only random-cards" in after[2]
    leagues = [lines[lines.index("### League") :] for lines in (before, after)]
    assert leagues[0] != leagues[1], "it plays in the league"


def test_one_row_is_measured_again(tmp_path: Path) -> None:
    page = tmp_path / "ladder.md"
    shutil.copy(ROOT / "docs/ladder.md", page)
    before = page.read_text(encoding="utf-8").splitlines()
    row = ("random-cards", "random")
    done = ladder("--only", *row, "--deals", "2", "--keep", str(tmp_path / "keep"), "--write", str(page))
    assert done.returncode == 0, done.stderr
    after = page.read_text(encoding="utf-8").splitlines()
    changed = [new.split(" | ")[:2] for old, new in zip(before[4:], after[4:], strict=True) if old != new]
    assert changed == [["| random-cards", "random"]]
    assert "the rows of `random-cards` – `random`" in after[2]


def test_games_of_a_network_that_was_trained_since_are_played_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And those of the same network are not."""
    module = as_module(monkeypatch)
    played: list[int] = []

    def evaluate(contest: Contest, ledger: Ledger, deals: int, **_: object) -> None:
        played.append(deals)
        arena.evaluate(contest, ledger, deals)

    monkeypatch.setattr(module, "evaluate", evaluate)
    args, before = argparse.Namespace(keep=tmp_path, jobs=1), Contest(("random", "random-cards"), 1, views=(View.GAME,))
    module._played(before, 3, args)
    module._played(before, 3, args)
    assert played == [3]
    since = dataclasses.replace(before)
    object.__setattr__(since, "networks", {"random": "0123456789ab"})
    module._played(since, 3, args)
    assert played == [3, 3]


@pytest.mark.parametrize("player", ["best+mc", "mc:peek", "mc:worlds=100,inference=heuristic", "mc", "best"])
def test_a_player_is_asked_for_as_it_is_called_or_by_a_part(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = as_module(monkeypatch)
    asked = [rung for rung in module.RUNGS if module._is_asked([player], rung.a, rung.b)]
    assert 0 < len(asked) < len(module.RUNGS)
    assert all(player in rung.a or player in rung.b for rung in asked)


def test_numbers_that_cannot_be_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    done = ladder("--jobs", "0", "--write", str(tmp_path / "ladder.md"))
    assert done.returncode == 2
    assert "--jobs is at least 1, not 0" in done.stderr


def test_a_player_that_no_row_has_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    done = ladder("--only", "bset", "--write", str(tmp_path / "ladder.md"))
    assert done.returncode == 2
    assert "--only bset: there is no such row; there are players best, best+mc, heuristic" in done.stderr
    assert not (tmp_path / "ladder.md").exists()
