"""play.py from the shell: one line for each mistake, and a port that is taken."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the page needs the extra 'play'")

from play import split_players

ROOT = Path(__file__).parent.parent


def run(*options: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "play.py", "--no-browser", *options], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--agents", "heuristik"], "did you mean 'heuristic'"),
        (["--agents", "random,random"], "three opponents are needed, not 2"),
        (["--rules", "loose"], "invalid choice: 'loose'"),
        (["--target", "0"], "target is 1 to"),
        (["--deals", "0"], "deals is 1 to"),
        (["--deals", "2", "--target", "50"], "not allowed with"),
        (["--port", "99999"], "no port"),
        (["--seed", "-1"], "seed is at least 0"),
        (["--lang", "de"], "invalid choice: 'de'"),
        (["--data", "play.py/games"], "Not a directory"),
        (["--data", "play.py"], "play.py is a file"),
    ],
)
def test_a_mistake_gets_one_line(options: list[str], says: str, tmp_path: Path) -> None:
    if "--data" not in options:
        options = [*options, "--data", str(tmp_path / "games")]
    code, error = run("--port", "0", *options) if "--port" not in options else run(*options)
    assert code == 2
    assert says in error
    assert error.startswith("play.py: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("mc:worlds=20,inference=best", ["mc:worlds=20,inference=best"]),
        ("mc:worlds=20,peek,best,random", ["mc:worlds=20,peek", "best", "random"]),
        ("split:bids=heuristic,rest=mc:worlds=20", ["split:bids=heuristic,rest=mc:worlds=20"]),
        ("random, mc:worlds=20, my_player:Mine", ["random", "mc:worlds=20", "my_player:Mine"]),
    ],
)
def test_players_are_told_apart_though_options_hold_commas(text: str, players: list[str]) -> None:
    assert list(split_players(text)) == players


def test_a_port_in_use_gets_the_next_free_one_offered(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, error = run("--port", str(port), "--data", str(tmp_path))
    assert code == 2
    offered = re.search(r"--port (\d+)", error)
    assert offered
    assert int(offered[1]) != port
    assert error.count("\n") == 1


def test_an_interrupt_ends_it_quietly(tmp_path: Path) -> None:
    command = [sys.executable, "play.py", "--agents", "random", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a test run in the background ignores it
    )
    assert process.stdout is not None
    assert "http://127.0.0.1:" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, "")
