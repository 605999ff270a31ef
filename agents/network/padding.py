"""Batches of few different lengths, for matrix products in bfloat16 on a CPU.

There every new shape is compiled before it is computed the first time, which takes longer than the product; and in
play the number of tables still going is another one at nearly every step.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor
from torch.nn.functional import pad

_STEPS: Final = 4  # lengths from one power of two to the next


def padded(rows: Tensor) -> Tensor:
    """Rows (N, size) and, in bfloat16 on a CPU, some more of zeros after them: (at least N, size)."""
    if rows.device.type != "cpu" or not torch.is_autocast_enabled("cpu"):
        return rows
    more = few(len(rows)) - len(rows)
    return pad(rows, (0, 0, 0, more)) if more else rows  # to add none would copy them all


def few(number: int) -> int:
    """The next of few lengths, at most a quarter more.

    >>> [few(number) for number in (0, 1, 5, 9, 1000, 1025)]
    [0, 1, 5, 10, 1024, 1280]
    """
    step = max(1, (1 << max(number - 1, 0).bit_length()) // (2 * _STEPS))
    return -(-number // step) * step
