"""To be told that it is enough."""

from __future__ import annotations

import signal
import sys
from types import FrameType, TracebackType
from typing import Any, Final, Self

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Stop:
    """In its block, Ctrl-C and SIGTERM ask for a stop after the iteration; a second Ctrl-C stops at once."""

    def __init__(self, say: bool = True) -> None:
        self.asked = False
        self._say = say
        self._before: list[Any] = []  # handlers, as `signal.signal` gives them

    def __enter__(self) -> Self:
        self._before = [signal.signal(number, self._ask) for number in _SIGNALS]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for number, handler in zip(_SIGNALS, self._before, strict=True):
            signal.signal(number, handler)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked and number == signal.SIGINT:
            raise KeyboardInterrupt
        self.asked = True
        if self._say:
            print("train: stopping after this iteration", file=sys.stderr, flush=True)
