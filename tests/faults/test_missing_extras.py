"""Without the package that an extra brings, one line names the extra."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
WITHOUT = "import runpy, sys; sys.modules[sys.argv.pop(1)] = None; "
COMMAND = WITHOUT + "sys.argv.pop(0); runpy.run_path(sys.argv[0], run_name='__main__')"
MODULE = WITHOUT + "sys.argv.pop(0); runpy.run_module(sys.argv[0], run_name='__main__')"


@pytest.mark.parametrize(
    ("package", "code", "arguments", "extra"),
    [
        ("torch", COMMAND, "evaluate.py best random --deals 1 --views game", "train"),
        ("numba", COMMAND, "evaluate.py mc random --deals 1 --views game", "search"),
        ("numba", COMMAND, "evaluate.py pimc random --deals 1 --views game", "search"),
        ("numba", MODULE, "agents.solver games.jsonl", "search"),
        ("openskill", COMMAND, "evaluate.py random random-cards --deals 1", "evaluate"),
        ("starlette", COMMAND, "play.py --no-browser --port 0", "play"),
    ],
)
def test_one_line_names_the_extra(package: str, code: str, arguments: str, extra: str) -> None:
    command = [sys.executable, "-c", code, package, *arguments.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode != 0
    assert done.stdout == ""
    assert f"tarot-env[{extra}]" in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
