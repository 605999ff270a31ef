"""Work that goes on while a page is served."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

Work = Callable[[], Awaitable[None]]


class Latest:
    """Does one thing after another; of those that wait only the last, since nobody waits for the others any more."""

    def __init__(self) -> None:
        self._waiting: Work | None = None
        self._task: asyncio.Task[None] | None = None

    def do(self, work: Work) -> None:
        """Begin at once, or when what is being done is done."""
        self._waiting = work
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    def forget(self) -> None:
        """Begin nothing more."""
        self._waiting = None

    async def _run(self) -> None:
        while self._waiting is not None:
            work, self._waiting = self._waiting, None
            await work()
