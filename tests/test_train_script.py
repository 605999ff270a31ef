"""train.py as it is run: it goes on exactly, and says what is wrong in one line."""

from __future__ import annotations

import importlib
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")

import torch

from agents.network import checkpoint
from tarot_env import Engine
from tarot_env.record import Recorder

ROOT = Path(__file__).parent.parent
SMALL = ["--width", "16", "--blocks", "1", "--deals", "16", "--threads", "1", "--panel-deals", "4", "--decisions", "1"]
SMALL += ["--imitate", "None", "--strong-share", "0.5"]


def start(*arguments: str) -> subprocess.Popen[str]:
    """train.py at work; without further arguments it does one iteration."""
    command = [sys.executable, "train.py", *SMALL, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def train(*arguments: str) -> subprocess.CompletedProcess[str]:
    process = start(*arguments)
    out, err = process.communicate(timeout=300)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def rows(run: Path) -> list[str]:
    return (run / "metrics.csv").read_text().splitlines()[1:]


def test_a_resumed_run_equals_one_that_was_never_stopped(tmp_path: Path) -> None:
    """Of two runs of about four iterations, one is interrupted."""
    budget = ["--decisions", "5000", "--pool-share", "0.5", "--pool-every", "1"]
    assert train("--run", str(tmp_path / "whole"), *budget).returncode == 0
    parts = start("--run", str(tmp_path / "parts"), *budget)
    while not (tmp_path / "parts" / "metrics.csv").exists() or not rows(tmp_path / "parts"):
        time.sleep(0.02)
    parts.send_signal(signal.SIGTERM)
    assert parts.wait(300) == 0
    stopped_at = len(rows(tmp_path / "parts"))
    resumed = train("--run", str(tmp_path / "parts"), "--decisions", "5000", "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert 0 < stopped_at < len(rows(tmp_path / "parts")) == len(rows(tmp_path / "whole"))
    whole, again = (checkpoint.load(tmp_path / name / "last.pt") for name in ("whole", "parts"))
    assert whole["iteration"] == again["iteration"]
    assert whole["decisions"] == again["decisions"]
    for network in ("policy", "critic"):
        for name, tensor in whole[network].items():
            assert torch.equal(tensor, again[network][name]), name


def test_an_imitated_teacher_is_a_start_for_training(tmp_path: Path) -> None:
    shape = ["--width", "16", "--blocks", "1", "--deals", "16"]
    teacher = ["--teacher", "random-cards", "--decisions", "1000", "--run", str(tmp_path / "teacher")]
    subprocess.run([sys.executable, "train.py", "imitate", *shape, *teacher], cwd=ROOT, timeout=300, check=True)
    file = tmp_path / "teacher" / "best.pt"
    run = tmp_path / "run"
    begun = train("--init-from", str(file), "--run", str(run), "--critic-only", "9", "--keep-every", "1")
    assert begun.returncode == 0, begun.stderr
    names = sorted(path.name for path in run.iterdir())
    assert names == ["best.pt", "iteration-000001.pt", "last.pt", "metrics.csv"]
    policies = [checkpoint.load(path)["policy"] for path in (file, run / "last.pt")]
    assert all(torch.equal(policies[0][key], policies[1][key]) for key in policies[0]), "the critic alone was trained"


def test_an_exploiter_says_what_it_gains(tmp_path: Path) -> None:
    words = ["exploit", "--against", "random-cards", "--role", "defence", *SMALL, "--run", str(tmp_path / "run")]
    ran = subprocess.run([sys.executable, "train.py", *words], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    said = r"exploit random-cards as defence: gains [+-]\d+\.\d ± \d+\.\d points per defender before the multiplier\n"
    assert re.fullmatch(said, ran.stdout)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """What train.py says when it ends with an error: runs it here."""

    def run(*words: str) -> str:
        monkeypatch.syspath_prepend(str(ROOT))
        monkeypatch.setattr(sys, "argv", ["train.py", *words])
        with pytest.raises(SystemExit) as end:
            importlib.import_module("train").main()
        assert isinstance(end.value.code, str)
        return end.value.code

    return run


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--init-from", "nowhere.pt"], "nowhere.pt: no such checkpoint"),
        (["--init-from", "best"], "best: no such checkpoint; the shipped one is "),
        (["--resume"], "last.pt: no such checkpoint"),
        (["--rules", "house"], "unknown rules 'house'"),
        (["--panel", "heuristik"], "did you mean 'heuristic'?"),
        (["--deals", "0"], "--deals is at least 1, not 0"),
        (["--decisions", "0"], "--decisions is at least 1, not 0"),
        (["--run", "train.py"], "train.py is a file"),
        (["--run", "train.py/run"], "train.py is a file"),
        (["--init-from", "agents"], "name a checkpoint in it, as agents/best.pt"),
        (["--deal", "3"], "Unrecognized options: --deal, 3; did you mean --deals?"),
        (["--deals", "many"], "Error parsing --deals: invalid literal for int() with base 10: 'many'"),
        (["--critic", "none"], "invalid choice 'none' for argument '--critic'. Expected one of ('all', 'own')."),
        (["--pool-player", "heuristic"], "--pool-player heuristic plays in no deal: give --pool-share, such as 0.2"),
        (["--opened-share", "0.4"], "--opened-share 0.4: nobody opens: give --pool-player, such as heuristic"),
        (["--config", "no.toml"], "--config no.toml: No such file or directory"),
        (["--config", "no\nfile"], "--config no file: No such file or directory"),
    ],
)
def test_a_mistake_is_one_line(
    arguments: list[str], says: str, said: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(ROOT)
    line = said(*SMALL, "--run", str(tmp_path / "run"), *arguments)
    assert line.startswith("train: ")
    assert says in line
    assert "\n" not in line
    assert not (tmp_path / "run").exists()


def test_a_run_needs_a_folder(said: Callable[..., str]) -> None:
    assert said() == "train: missing: --run PATH"


def test_a_folder_that_may_not_be_written_to_is_said_before_anything_is_trained(
    said: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path)  # root may write anywhere
    assert f"nothing may be written in {tmp_path}" in said(*SMALL, "--run", str(tmp_path / "new" / "run"))


def test_an_opponent_of_the_panel_that_breaks_down_is_named(said: Callable[..., str], tmp_path: Path) -> None:
    line = said(*SMALL, "--panel", "odd_players:Raises", "--run", str(tmp_path / "run"))
    assert line.startswith("train: raises raised RuntimeError: out of cards (odd_players.py, line ")


@pytest.mark.parametrize(
    ("player", "did"),
    [
        ("Raises", "raised RuntimeError: out of cards (odd_players.py, line "),
        ("RaisesWhatCannotBeSaid", "raised Unspeakable (odd_players.py, line "),
        ("ReturnsNan", "returned float64 of the shape ("),
        ("PlaysIllegally", "acted illegally; evaluate.py odd_players:PlaysIllegally random says how"),
        ("ForgesItsMask", "acted illegally; evaluate.py odd_players:ForgesItsMask random says how"),
    ],
)
def test_nothing_is_learnt_from_a_player_that_breaks_down(
    player: str, did: str, said: Callable[..., str], tmp_path: Path
) -> None:
    spec = f"odd_players:{player}"
    taught = said("imitate", "--teacher", spec, "--decisions", "100", "--deals", "4", "--run", str(tmp_path / "taught"))
    pool = said(*SMALL, "--pool-player", spec, "--pool-share", "1", "--run", str(tmp_path / "pool"))
    for line in (taught, pool):
        assert "decisions, " in line
        assert did in line
    assert not (tmp_path / "taught" / "best.pt").exists()


def test_a_game_that_only_a_later_process_reads_is_named_by_it(
    said: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What all know of, the first process says alone."""
    games = tmp_path / "games.jsonl"
    table = Recorder(Engine(3, seed=1))
    while not table.engine.done.all():
        table.step(table.engine.sample_legal())
    lines = [table.record(deal).dumps() for deal in range(3)]
    wrong = json.loads(lines[1]) | {"scores": [1, -1, 0, 0]}
    games.write_text("\n".join([lines[0], json.dumps(wrong), lines[2]]))
    monkeypatch.setenv("LOCAL_RANK", "1")
    words = ["imitate", "--records", str(games), "--decisions", "9999", "--run", str(tmp_path / "run"), "--width", "16"]
    assert said(*words) == f"train: --records {games}, line 2: the scores are not those of the game"


def test_a_player_that_fails_at_a_later_process_is_named_by_it(
    said: Callable[..., str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LOCAL_RANK", "1")
    words = [*SMALL, "--run", str(tmp_path / "run"), "--pool-share", "0.5", "--pool-player"]
    assert "acted illegally" in said(*words, "odd_players:PlaysIllegally")


def test_a_belief_is_learnt_from_a_player_and_maybe_from_another_one(said: Callable[..., str], tmp_path: Path) -> None:
    words = ["belief", "--run", str(tmp_path / "run"), "--deals", "4", "--decisions", "10"]
    assert "--init-from" in said(*words)
    words += ["--init-from", str(ROOT / "agents" / "weights" / "best.pt")]
    assert "did you mean 'heuristic'?" in said(*words, "--pool-player", "heuristics")
    assert "--pool-player heuristic plays in no deal" in said(*words, "--pool-share", "0")
    assert "nobody opens" in said(*words, "--pool-player", "None")
    assert "--decisions is at least 1, not 0" in said(*words, "--decisions", "0")
    assert not (tmp_path / "run").exists()


def test_what_is_no_training_s_is_not_overwritten(said: Callable[..., str], tmp_path: Path) -> None:
    checkpoint.save(tmp_path / "run" / "best.pt", {})
    assert "best.pt is no training's, and would be lost" in said(*SMALL, "--run", str(tmp_path / "run"))


def test_a_run_is_not_overwritten(said: Callable[..., str], tmp_path: Path) -> None:
    checkpoint.save(tmp_path / "run" / "last.pt", {})
    assert "--resume goes on with it" in said(*SMALL, "--run", str(tmp_path / "run"))
    checkpoint.save(tmp_path / "run" / "best.pt", {})
    assert "exists already" in said("imitate", "--run", str(tmp_path / "run"))


def test_a_checkpoint_of_other_networks_is_refused(said: Callable[..., str], tmp_path: Path) -> None:
    file = tmp_path / "other.pt"
    words = [*SMALL, "--run", str(tmp_path / "run"), "--init-from", str(file)]
    checkpoint.save(file, {"shape": {"width": 32, "blocks": 1}})
    assert "its networks are {'width': 32, 'blocks': 1}, these are {'width': 16, 'blocks': 1}" in said(*words)
    checkpoint.save(file, {"shape": {"width": 16, "blocks": 1}, "policy": {}})
    assert "a player without its critic" in said(*words)
    checkpoint.save(file, {"shape": {"width": 16, "blocks": 1}, "policy": {}, "critic": {}})
    assert "holds no networks" in said(*words)
    checkpoint.save(file, {"shape": {"width": 16, "blocks": 1}, "config": {"critic": "own"}})
    assert "its critic sees own hands, this one does not; take --critic own" in said(*words)
    for shape in (7, {"depth": 2}, {"width": "16"}, {"width": -1}):
        checkpoint.save(file, {"shape": shape})
        assert "holds no networks" in said("auction", "--run", str(tmp_path / "run"), "--init-from", str(file))
