"""Means with their 95 % intervals.

The deal is the unit: whatever was played on one deal is first brought down to one number, so that the numbers are
independent of each other. The interval of their mean is then Student's (for many deals the normal one, 1.96 standard
errors on each side); where two players are compared it is taken over the differences on the same deals: it is paired.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

_Z: Final = 1.959964  # normal quantile of 97.5 %
_POWER: Final = (1.959964 + 0.841621) ** 2  # two-sided 5 %, 80 % power: 7.85


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals. What cannot be told from so few deals is None."""

    mean: float | None
    low: float | None  # of the 95 % interval
    high: float | None
    deals: int
    sd: float | None = None  # of one deal

    @property
    def width(self) -> float | None:
        """Of the interval, from low to high."""
        return None if self.low is None or self.high is None else self.high - self.low

    def as_json(self) -> dict[str, float | int | None]:
        """``{"mean": m, "low": l, "high": h, "deals": n}``"""
        return {"mean": self.mean, "low": self.low, "high": self.high, "deals": self.deals}


def estimate(values: Floats) -> Estimate:
    """The mean of one number for each deal; NaN stands for a deal that was not played."""
    values = values[~np.isnan(values)]
    n = len(values)
    if n < 2:
        return Estimate(float(values[0]) if n else None, None, None, n)
    mean, sd = float(values.mean()), float(values.std(ddof=1))
    reach = student(n - 1) * sd / np.sqrt(n)
    return Estimate(mean, float(mean - reach), float(mean + reach), n, sd)


def student(freedom: int) -> float:
    """Student's 97.5 % quantile: the series of Cornish and Fisher (Abramowitz and Stegun 26.7.5), right to 1 % from
    three degrees of freedom on; one and two are exact."""
    if freedom < 3:
        return (12.7062, 4.3027)[freedom - 1]
    z, v = _Z, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / v ** (k + 1) for k, term in enumerate(terms))


def deals_to_see(effect: float, sd: float) -> int:
    """Deals after which a difference of `effect` is seen four times out of five (80 % power) by a two-sided test that
    is wrong one time in twenty (5 %), when one deal has the standard deviation `sd`.

    >>> deals_to_see(1.0, sd=30.0), deals_to_see(5.0, sd=30.0)
    (7064, 283)
    """
    return int(np.ceil(_POWER * (sd / effect) ** 2))
