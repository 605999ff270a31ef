"""Run the notebooks again, in place: ``make notebooks``.

What a notebook prints and draws is kept in it, so that it can be read where nothing runs. What changes from run to run
without meaning anything (times, versions, names of cells) is left out, so that a change shows what changed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import nbformat
from nbclient import NotebookClient

HERE: Final = Path(__file__).resolve().parent
METADATA: Final = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def main() -> None:
    """All notebooks, or those named on the command line."""
    named = [HERE / f"{Path(name).stem}.ipynb" for name in sys.argv[1:]]
    for path in named or sorted(HERE.glob("*.ipynb")):
        execute(path)
        print(f"{path.name}: {path.stat().st_size // 1024} KiB")


def execute(path: Path) -> None:
    """Run one notebook from its top, as a reader would.

    Raises:
        CellExecutionError: a cell raised; the file is as it was.
    """
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, kernel_name="python3", record_timing=False, coalesce_streams=True)
    client.execute(cwd=str(HERE))
    notebook.metadata = METADATA
    for number, cell in enumerate(notebook.cells):
        cell.id, cell.metadata = f"cell-{number}", {}
        for output in cell.get("outputs", []):
            output.get("data", {}).pop("image/jpeg", None)  # a picture shows itself twice, and PNG is enough
    nbformat.write(notebook, path)


if __name__ == "__main__":
    main()
