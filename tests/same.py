"""States and observations, compared array by array."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import fields

import numpy as np

from tarot_env.observation import Observation
from tarot_env.state import State


def assert_same(got: Observation | State, expected: Observation | State, but: Collection[str] = ()) -> None:
    """Every field equal in value, dtype and shape, apart from those named in `but`."""
    assert type(got) is type(expected)
    for name in (field.name for field in fields(expected) if field.name not in but):
        one, other = getattr(got, name), getattr(expected, name)
        if name == "rules":
            assert one == other
            continue
        assert one.dtype == other.dtype, name
        assert np.array_equal(one, other), name
