"""How a match is played: who sits at the table, by which rules, and how long."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from tarot_env import Rules

HUMAN: Final = 0
"""The seat of the person at the page."""
OPPONENTS: Final = 3


@dataclass(frozen=True, slots=True)
class Setup:
    """One match.

    Raises:
        ValueError: not three opponents, unknown rules, a target or a number of deals below 1.
    """

    agents: tuple[str, ...]
    """What `agents.load` makes the opponents of, seats 1 to 3 (right, across, left)."""

    rules: str = "official"
    target: int = 100
    """Points that end the match."""

    deals: int | None = None
    """A number of deals instead, whatever the points."""

    seed: int = 0
    """Deals, and the players' own chances, follow from it."""

    replayed: bool = False
    """Whether it is one deal, laid out as it was: four passes end the match too, since no other cards are to come."""

    def __post_init__(self) -> None:
        if len(self.agents) != OPPONENTS:
            raise ValueError(f"three opponents are needed, not {len(self.agents)}: name them as a,b,c")
        Rules.named(self.rules)
        for what, value in (("target", self.target), ("deals", self.deals)):
            if value is not None and not 1 <= value <= 1_000_000:
                raise ValueError(f"{what} is 1 to 1000000, not {value}")
        if self.seed < 0:
            raise ValueError(f"seed is at least 0, not {self.seed}")

    def as_json(self) -> dict[str, Any]:
        """What `from_json` reads."""
        return asdict(self) | {"agents": list(self.agents)}

    def as_told(self) -> dict[str, Any]:
        """The same without the seed, from which every card to come can be worked out."""
        return {key: value for key, value in self.as_json().items() if key != "seed"}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what `as_json` wrote.

        Raises:
            ValueError: a field is missing, unknown, or of another kind.
        """
        try:
            return cls(**{**data, "agents": tuple(data["agents"])})
        except (KeyError, TypeError) as error:
            raise ValueError(f"not the setup of a match: {error}") from None
