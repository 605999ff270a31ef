"""Make the shipped player of a run: ``python -m agents.network.ship runs/long "what it scored"``.

What is shipped are the networks, in half precision, with where they come from: the settings of the training, how long
it took, and what the player scored. The policy plays; search asks the critic what positions are worth,
and the belief, if there is one, where hidden cards may lie.
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from agents.network import WEIGHTS, checkpoint
from agents.network.model import Belief, Critic, Policy


def ship(run: Path, evaluation: str) -> Path:
    """Write the best policy of a run as the shipped player; returns where.

    Raises:
        CheckpointError: the run has no best checkpoint, or it lacks one of the networks.
    """
    file = run / "best.pt"
    content = checkpoint.load(file)
    config = {name: value for name, value in content.get("config", {}).items() if name not in ("run", "init_from")}
    networks: dict[str, Any] = {"shape": asdict(checkpoint.shape_in(file, content))}
    parts = {"policy": Policy, "critic": Critic} | ({"belief": Belief} if "belief" in content else {})
    for part, make in parts.items():
        networks[part] = checkpoint.network_in(file, content, part, make).half().state_dict()
    about = checkpoint.history(content) | {"config": config, "evaluation": evaluation}
    about |= {"belief_from": content["belief_from"]} if "belief" in content else {}
    checkpoint.save(WEIGHTS / "best.pt", about | networks)
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
