"""How the commands answer words that they do not take."""

from __future__ import annotations

import argparse
from itertools import groupby
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without the usage: it says all there is to say."""

    def error(self, message: str) -> NoReturn:
        """Exit with status 2. A line break that was typed becomes a space."""
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


def in_one_line(frame: str) -> str:
    """What tyro says in a frame of several lines: what is wrong, and the option that it takes to be meant."""
    lines = [line.strip("╭╮╰╯│─ ") for line in frame.splitlines()[1:]]  # without the title
    problems, hint = [], ""
    for _, part in groupby(lines, bool):
        first, *more = part
        if first.startswith("Missing"):
            problems.append(f"missing: {', '.join(line for line in more if line.startswith('--'))}")
        elif first.startswith("Perhaps"):
            hint = f"; did you mean {more[0].split()[0]}?"
        elif first and not first.startswith(("For full helptext", "Argument helptext")):
            problems.append(" ".join((first, *more)))
    return "; ".join(problems) + hint
