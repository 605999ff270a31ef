"""play.py as a process, for tests in a real browser."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def served(folder: Path, *options: str, port: int = 0) -> Iterator[str]:
    """The address of a server that is killed at the end, as kill -9 does."""
    command = [sys.executable, "play.py", "--no-browser", "--port", str(port), "--data", str(folder), *options]
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent)}  # for the players of opponents.py
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://127\.0\.0\.1:\d+", line)
            assert found, line
            yield found[0] + "/"
        finally:
            process.kill()
