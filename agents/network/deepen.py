"""Networks made deeper without changing what they say, to go on learning from where they stand.

A residual block whose last weights are zero adds nothing to what comes in. They learn from the first step on, for their
gradient asks only for what comes in, and the rest of the block from the next one (as in Net2Net, Chen et al. 2016, and
Fixup, Zhang et al. 2019).
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import torch
from torch import Tensor

from agents.network.model import Block, Shape


def deepened(content: dict[str, Any], shape: Shape) -> dict[str, Any]:
    """What a checkpoint holds, its policy and critic with blocks that add nothing after their own, until there are as
    many as in `shape`: to start from, not to resume.

    Networks of another width, or of as many blocks or more, are left as they are.
    """
    theirs = content.get("shape")
    if theirs not in [asdict(replace(shape, blocks=blocks)) for blocks in range(1, shape.blocks)]:
        return content
    added = _adds_nothing(shape)
    more = {
        f"trunk.blocks.{number}.{name}": weight
        for number in range(int(theirs["blocks"]), shape.blocks)
        for name, weight in added.items()
    }
    deeper = {part: content[part] | more for part in ("policy", "critic") if isinstance(content.get(part), dict)}
    return content | deeper | {"shape": asdict(shape)}


def _adds_nothing(shape: Shape) -> dict[str, Tensor]:
    """A new block's weights: norms as they are made, zero for all that is added to suits and table."""
    weights: dict[str, Tensor] = Block(shape).state_dict()
    return {name: weight if "norm" in name else torch.zeros_like(weight) for name, weight in weights.items()}
