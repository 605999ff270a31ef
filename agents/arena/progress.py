"""How far a contest is, on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(shown: bool) -> Iterator[Callable[[int, int], None]]:
    """A bar with the time left, for as long as the block lasts; without rich, or not `shown`, nothing.

    Yields:
        what is told, again and again, how many tasks were played, of how many.
    """
    try:
        from rich import progress as bars
        from rich.console import Console
    except ImportError:
        shown = False
    if not shown:
        yield lambda played, known: None
        return
    columns = (
        bars.TextColumn("blocks played"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeElapsedColumn(),
        bars.TextColumn("left"),
        bars.TimeRemainingColumn(),
    )
    with bars.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda played, known: bar.update(task, completed=played, total=known)
