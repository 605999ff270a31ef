"""What callers give where a number or a seed is asked for, and what is said where it is none."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np


def whole(value: Any, name: str) -> int:
    """A whole number, NumPy's too.

    Raises:
        ValueError: anything else; a yes or no would pass for 1 or 0, and a fraction be cut.
    """
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool):
        raise ValueError(f"{name} is a whole number, not {value!r}")
    return number


def at_least_one(value: Any, name: str) -> int:
    """So many of something.

    Raises:
        ValueError: not a whole number, or below 1.
    """
    number = whole(value, name)
    if number < 1:
        raise ValueError(f"{name} is at least 1, not {number}")
    return number


def generator(seed: Any) -> np.random.Generator:
    """The generator of a seed; one that is given is used itself.

    Raises:
        ValueError: not a seed.
    """
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise ValueError(f"seed is None, a whole number >= 0 or a numpy.random.Generator, not {seed!r}") from None
