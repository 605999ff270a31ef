"""How the commands answer words that they do not take."""

from __future__ import annotations

import argparse
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage: it says all there is to say."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2. A line break that was typed becomes a space."""
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")
