"""Make the shipped player of a run: ``python -m agents.network.ship runs/long "what it scored"``.

What is shipped are both networks, in half precision, with where they come from: the settings of the training, how long
it took, and what the player scored. The policy plays; search asks the critic what positions are worth.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from agents.network import WEIGHTS, checkpoint

_KEPT: Final = ("shape", "iteration", "decisions", "seconds", "auction")


def ship(run: Path, evaluation: str) -> Path:
    """Write the best policy of a run as the shipped player; returns where.

    Raises:
        CheckpointError: the run has no best checkpoint.
    """
    content = checkpoint.load(run / "best.pt")
    config = {name: value for name, value in content.get("config", {}).items() if name not in ("run", "init_from")}
    kept = {name: content[name] for name in _KEPT if name in content} | {"config": config, "evaluation": evaluation}
    networks = {name: {k: v.half() for k, v in content[name].items()} for name in ("policy", "critic")}
    checkpoint.save(WEIGHTS / "best.pt", kept | networks)
    return WEIGHTS / "best.pt"


def main() -> None:
    """Read the command line; a mistake is one line."""
    if len(sys.argv) != 3:
        sys.exit("ship: name a run's folder and what it scored, as in: python -m agents.network.ship runs/long '…'")
    try:
        print(f"{ship(Path(sys.argv[1]), sys.argv[2])} written")
    except ValueError as fault:
        sys.exit(f"ship: {fault}")


if __name__ == "__main__":
    main()
