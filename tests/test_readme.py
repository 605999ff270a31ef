"""The README: every command in it runs, every example too."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PYTHON_BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    line.split("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
]

# What makes a command of the README short enough for a test: the rest of it is run as it stands.
SHORTER = {
    "--decisions 5000000": "--decisions 1 --imitate-decisions 1",
    "--decisions 10000000": "--decisions 60000",
    "--deals 2000": "--deals 4",
    "--deals 500": "--deals 4",
}


@pytest.mark.parametrize("block", PYTHON_BLOCKS)
def test_every_example_runs(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "README.md", "exec"), {})
    for said in re.findall(r"# (\[.*\])$", block, re.MULTILINE):
        assert said in capsys.readouterr().out


def test_every_train_and_evaluate_command_runs(tmp_path: Path) -> None:
    """In their order, as a reader would: the second goes on with what the first left."""
    commands = [line for line in COMMANDS if line.startswith("python ")]
    assert len(commands) >= 4
    for line in commands:
        for long, short in SHORTER.items():
            line = line.replace(long, short)
        words = shlex.split(line.replace("runs/", f"{tmp_path}/"))
        result = subprocess.run(
            [sys.executable, *words[1:]], cwd=ROOT, capture_output=True, text=True, timeout=200, check=False
        )
        assert result.returncode == 0, f"{line}\n{result.stderr}"


def test_the_two_commands_of_the_start_are_run_by_ci() -> None:
    assert [line for line in COMMANDS if line.startswith("make")] == ["make demo", "make test", "make play"]
    ci = (ROOT / ".ci" / "run").read_text()
    assert "make demo" in ci
    assert "make test" in ci
