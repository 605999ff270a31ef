"""The notebooks as they are kept: what they print and draw is there, and nothing of the machine they ran on.

That they run is tested by nbmake: ``make test`` has it collect ``notebooks/``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
AGAIN = "run them again: make notebooks"


def read(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_make_test_runs_them_once() -> None:
    assert NOTEBOOKS
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"^test:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert makefile.count("--nbmake ") == recipe.count("--nbmake ") == recipe.split().count("notebooks") == 1


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_kept_as_a_run_from_the_top_left_them(path: Path) -> None:
    cells = code_cells(read(path))
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1)), AGAIN
    outputs = [output for cell in cells for output in cell["outputs"]]
    assert {output["output_type"] for output in outputs} <= {"stream", "display_data", "execute_result"}
    assert {output["name"] for output in outputs if output["output_type"] == "stream"} <= {"stdout"}, "no warnings"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_can_be_read_where_nothing_runs(path: Path) -> None:
    """Code hosts take scripts and drawings out; a picture stays."""
    cells = code_cells(read(path))
    kinds = {kind for cell in cells for output in cell["outputs"] for kind in output.get("data", {})}
    assert kinds <= {"text/plain", "image/png"}
    assert "image/png" in kinds
    assert path.stat().st_size < 1_500_000


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_nothing_in_it_tells_when_and_where_it_ran(path: Path) -> None:
    notebook = read(path)
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert notebook["metadata"].keys() == {"kernelspec", "language_info"}
    assert all(cell["metadata"] == {} for cell in notebook["cells"]), AGAIN
    for cell in code_cells(notebook):
        for output in cell["outputs"]:
            output.get("data", {}).pop("image/png", None)
        text = json.dumps(cell["outputs"])
        assert not re.search(r"/(home|root|tmp|work|usr|var|opt|Users)/|[A-Z]:\\\\", text)


def test_links_between_them_lead_somewhere() -> None:
    for path in NOTEBOOKS:
        for target in re.findall(r"\]\(([\w./]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
