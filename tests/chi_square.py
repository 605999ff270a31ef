"""A test of equal chances."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Z_LIMIT = 3.72  # p = 1e-4


def uniform_z(counts: npt.ArrayLike) -> float:
    """How far counts of equally likely outcomes lie off, as a standard normal deviate; large is bad.

    Chi-square by the cube root of Wilson and Hilferty (1931).
    """
    seen = np.asarray(counts, float)
    freedom = len(seen) - 1
    if freedom == 0:
        return 0.0
    expected = seen.mean()
    chi_square = ((seen - expected) ** 2).sum() / expected
    shift = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - shift)) / np.sqrt(shift))
