"""The wheel alone, in a fresh environment away from the project, does what the README says of it; so does the sdist.

python tests/faults/wheel.py
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PACKAGES: Final = ("agents", "tarot_env", "web")
USE: Final = Path(__file__).resolve().parent / "use_wheel.py"
PIP: Final = ("-m", "pip", "--quiet", "--disable-pip-version-check")


def main() -> None:
    """Stops with what is wrong."""
    with tempfile.TemporaryDirectory(prefix="tarot-wheel-") as temporary:
        folder = Path(temporary)
        wheel, sdist = build(folder)
        assert_whole(wheel)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, every tracked file of {', '.join(PACKAGES)}")
        again = built_from(sdist, folder / "again")
        assert files(again) == files(wheel), "the sdist builds another wheel"
        print(f"{sdist.name}: {sdist.stat().st_size / 1e6:.1f} MB, builds the same wheel")
        python = environment(folder / "alone", str(wheel))
        print(run(python, "-P", str(USE), cwd=folder), end="")


def build(folder: Path) -> tuple[Path, Path]:
    """Wheel and sdist."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    python = environment(folder / "builder", *needed)
    run(python, "-m", "hatchling", "build", "--directory", str(folder / "dist"), cwd=ROOT)
    (wheel,) = (folder / "dist").glob("*.whl")
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    return wheel, sdist


def built_from(sdist: Path, folder: Path) -> Path:
    """The wheel that the sdist makes."""
    run(Path(sys.executable), *PIP, "wheel", "--no-deps", "--wheel-dir", str(folder), str(sdist), cwd=folder.parent)
    (wheel,) = folder.glob("*.whl")
    return wheel


def environment(folder: Path, *requirements: str) -> Path:
    """A fresh environment that holds this and what it needs: its Python."""
    run(Path(sys.executable), "-m", "venv", str(folder), cwd=ROOT)
    python = folder / "bin" / "python"
    run(python, *PIP, "install", *requirements, cwd=folder)
    return python


def assert_whole(wheel: Path) -> None:
    """Nothing that belongs to the packages was left out, drawings, weights and pages included."""
    tracked = subprocess.run(
        ["git", "ls-files", *PACKAGES], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.split()
    missing = set(tracked) - files(wheel).keys()
    assert not missing, f"the wheel lacks {sorted(missing)}"
    assert {name.split("/")[0] for name in files(wheel)} == set(PACKAGES), "the wheel installs something else too"


def files(wheel: Path) -> dict[str, int]:
    """Of the packages: names and check sums."""
    with zipfile.ZipFile(wheel) as archive:
        return {part.filename: part.CRC for part in archive.infolist() if ".dist-info/" not in part.filename}


def run(python: Path, *arguments: str, cwd: Path) -> str:
    """What a Python that has to work prints."""
    done = subprocess.run([str(python), *arguments], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\n{' '.join(arguments)}: exit status {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    main()
