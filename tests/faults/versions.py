"""The tests of the environment with the lowest versions that pyproject.toml allows, and with the newest there are.

    python tests/faults/versions.py                              # what the wheel itself needs
    python tests/faults/versions.py --extras evaluate,play,render

Each set is installed into a fresh environment outside the project, with the package as a user would install it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
TESTS: Final = ROOT / "tests"
TOOLS: Final = ("pytest", "hypothesis", "httpx", "httpx2")  # the last two: which one, starlette.testclient decides
NEEDS: Final = {
    "evaluate": ("evaluate", "statistics"),
    "play": ("play", "web_bots", "web_leaks", "web_restart", "web_server", "web_words"),
    "render": ("render_modes",),
}
"""Extra to the tests that need it, and nothing else."""
NEED_MORE: Final = frozenset(
    ("agents", "as_policy", "best", "checkpoint", "docs", "heuristic", "mc", "mc_inference", "mc_playout", "pimc")
) | frozenset(("readme", "solver", "training"))
"""Tests of what needs torch, numba or more: not the environment's."""


def main() -> int:
    """Returns 1 if a test failed with either set of versions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extras", default="", help=f"some of {','.join(NEEDS)}, with the tests that need them")
    parser.add_argument("--only", choices=("lowest", "newest"), help="one set alone (default: both)")
    parser.add_argument("--folder", type=Path, help="where the environments are made (default: a temporary one)")
    asked = parser.parse_args()
    extras = [extra for extra in asked.extras.split(",") if extra]
    if unknown := set(extras) - NEEDS.keys():
        parser.error(f"--extras: {', '.join(sorted(unknown))}: some of {','.join(NEEDS)}")
    with tempfile.TemporaryDirectory(prefix="tarot-versions-") as temporary:
        folder = asked.folder or Path(temporary)
        statuses = [check(folder / name, name, extras) for name in ("lowest", "newest") if asked.only in (None, name)]
    return max(statuses)


def check(environment: Path, name: str, extras: list[str]) -> int:
    """Install one set and run the tests: their exit status."""
    python = environment / "bin" / "python"
    wanted = requirements(extras)
    if name == "lowest":
        wanted = [lowest(requirement) for requirement in wanted]
    run([sys.executable, "-m", "venv", "--clear", str(environment)])
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    run([*pip, "install", *wanted, *TOOLS])
    run([*pip, "install", "--no-deps", str(ROOT)])
    print(f"{name}: {', '.join(installed(python, wanted))}", flush=True)
    command = [str(environment / "bin" / "pytest"), "-q", "-p", "no:cacheprovider", *map(str, tests(extras))]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"OMP_NUM_THREADS": "1"}, check=False).returncode


def requirements(extras: list[str]) -> list[str]:
    """What the package and these extras of it name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: list[str] = list(project["dependencies"])
    for extra in extras:
        found += project["optional-dependencies"][extra]
    return found


def lowest(requirement: str) -> str:
    """``numpy>=2`` -> ``numpy==2``, which pip takes for 2.0.0."""
    name, bound, version = requirement.partition(">=")
    if not bound or not version.replace(".", "").isdigit():
        raise ValueError(f"{requirement!r} is not a name and its lowest version")
    return f"{name}=={version}"


def tests(extras: list[str]) -> list[Path]:
    """Test modules that need no more than this."""
    left_out = NEED_MORE | {name for extra, names in NEEDS.items() if extra not in extras for name in names}
    return [file for file in sorted(TESTS.glob("test_*.py")) if file.stem.removeprefix("test_") not in left_out]


def installed(python: Path, wanted: list[str]) -> list[str]:
    """Versions of what was asked for, as they are installed."""
    names = [requirement.replace(">=", "==").partition("==")[0] for requirement in wanted]
    code = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"
    versions = run([str(python), "-c", code, *names]).split()
    return [f"{name} {version}" for name, version in zip(names, versions, strict=True)]


def run(command: list[str]) -> str:
    """What a command that has to work prints."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
