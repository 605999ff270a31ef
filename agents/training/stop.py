"""To be told that it is enough."""

from __future__ import annotations

import signal
import sys
from types import FrameType


class Stop:
    """Ctrl-C and SIGTERM ask for a stop after the iteration; a second Ctrl-C stops at once."""

    def __init__(self, say: bool = True) -> None:
        self.asked = False
        self._say = say
        signal.signal(signal.SIGINT, self._ask)
        signal.signal(signal.SIGTERM, self._ask)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked and number == signal.SIGINT:
            raise KeyboardInterrupt
        self.asked = True
        if self._say:
            print("train: stopping after this iteration", file=sys.stderr, flush=True)
