"""A test of equal chances, or of others that are known."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Z_LIMIT = 3.72  # p = 1e-4


def uniform_z(counts: npt.ArrayLike, chances: npt.ArrayLike = 1.0) -> float:
    """How far counts of outcomes lie off, equally likely or as likely as said, as a standard normal deviate; large is
    bad.

    Chi-square by the cube root of Wilson and Hilferty (1931).
    """
    seen = np.asarray(counts, float)
    freedom = len(seen) - 1
    if freedom == 0:
        return 0.0
    likely = np.broadcast_to(np.asarray(chances, float), seen.shape)
    expected = likely / likely.sum() * seen.sum()
    chi_square = ((seen - expected) ** 2 / expected).sum()
    shift = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - shift)) / np.sqrt(shift))
