"""The rules that can differ between two games, each with its source, and the two presets.

Sources: S0 is the full rule text of the game; S2 a short guide of a game against three bots to 100 points; FFT the
official rules of the French federation (R-RO201206, 1 July 2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any, Final, Literal, Self

from tarot_env.arguments import whole


class Contract(IntEnum):
    """What the taker plays, in rising order (S0: petite or prise, garde, garde sans, garde contre)."""

    NONE = 0
    PRISE = 1
    GARDE = 2
    GARDE_SANS = 3
    GARDE_CONTRE = 4


TARGETS: Final = (56, 51, 41, 36)
"""Points that the taker needs with 0, 1, 2, 3 bouts in his tricks (S0)."""

POIGNEE_SIZES: Final = (10, 13, 15)
"""Trumps in a simple, double, triple poignee with four players (S0)."""

MOST: Final = 10_000
"""No factor and no points are more, so that a score, three times the one by the other, fits an int32."""

AllPass = Literal["end", "redeal"]
LastExcuse = Literal["taker", "winner"]


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of rules. Use a preset, or `dataclasses.replace` one.

    >>> from dataclasses import replace
    >>> replace(Rules.official(), all_pass="redeal").name, replace(Rules.official(), chelem=False).name
    ('official', 'custom')

    Raises:
        ValueError: values that contradict each other, points or factors that are no whole numbers from 0
            to `MOST`, a switch that is neither True nor False.
    """

    all_pass: AllPass = "end"
    """Four passes: ``"end"`` closes the deal with zeros, ``"redeal"`` has the next dealer deal again (S0)."""

    chelem: bool = True
    """Whether a chelem can be announced and pays (S0). Off in S2, which does not know it."""

    poignee: bool = True
    """Whether poignees can be shown and pay (S0). Off in S2."""

    excuse_in_last_trick: LastExcuse = "taker"
    """Who gets a defender's Excuse played to the last trick: S0 ("elle change de camp") and FFT p.4 give it to the
    taker whoever wins that trick; S2 gives it to the winner of the trick. The taker's own goes to the defence under
    both, unless it crowns a chelem: the taker who has won the first 17 tricks and leads it to the last wins that trick
    too, announced or not (S0, FFT p.4; S2, silent here, plays its tricks by S0)."""

    petit_au_bout_multiplied: bool = True
    """The 10 points of the Petit in the last trick: multiplied by the contract (S0, FFT p.8), or not (S2)."""

    multipliers: tuple[int, int, int, int] = (1, 2, 4, 6)
    """Of prise, garde, garde sans, garde contre (S0; the same in S2)."""

    base: int = 25
    """Points of any contract, before gain or loss is added (S0)."""

    petit_au_bout: int = 10
    """Points for the side that wins the Petit in the last trick (S0)."""

    poignee_points: tuple[int, int, int] = (20, 30, 40)
    """Simple, double, triple; never multiplied, for the side that wins the deal (S0)."""

    chelem_announced: int = 400
    """A chelem announced and made (S0)."""

    chelem_unannounced: int = 200
    """A chelem made without announcement: for the taker (S0), or for each defender (FFT p.6)."""

    chelem_failed: int = 200
    """Lost by a taker who announced a chelem and did not make it, whatever becomes of the contract (S0)."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = _of_the_kind(field.default, getattr(self, field.name), field.name)
            object.__setattr__(self, field.name, value)  # frozen: there is no other way in
        if self.all_pass not in ("end", "redeal"):
            raise ValueError(f'all_pass is "end" or "redeal", not {self.all_pass!r}')
        if self.excuse_in_last_trick not in ("taker", "winner"):
            raise ValueError(f'excuse_in_last_trick is "taker" or "winner", not {self.excuse_in_last_trick!r}')
        if len(self.multipliers) != 4 or not 0 < self.multipliers[0] <= min(self.multipliers):
            raise ValueError(f"multipliers are four positive factors, prise lowest, not {self.multipliers!r}")
        if list(self.multipliers) != sorted(self.multipliers):
            raise ValueError(f"multipliers rise with the contract, {self.multipliers!r} do not")
        if len(self.poignee_points) != 3:
            raise ValueError(f"poignee_points are those of a simple, double and triple one, not {self.poignee_points}")
        if self.petit_au_bout > self.base:
            raise ValueError(
                f"petit_au_bout {self.petit_au_bout} is above base {self.base}, which could make a lost contract pay"
            )

    @classmethod
    def official(cls) -> Self:
        """S0: the full game."""
        return cls()

    @classmethod
    def casual(cls) -> Self:
        """S2: no chelem, no poignee, the last trick's winner takes the Excuse, petit au bout not multiplied."""
        return cls(
            chelem=False,
            poignee=False,
            excuse_in_last_trick="winner",
            petit_au_bout_multiplied=False,
        )

    @classmethod
    def named(cls, name: str) -> Self:
        """The preset of this name.

        Raises:
            ValueError: neither ``"official"`` nor ``"casual"``.
        """
        if name == "official":
            return cls.official()
        if name == "casual":
            return cls.casual()
        raise ValueError(f'unknown rules {name!r}: "official" or "casual"')

    @property
    def name(self) -> str:
        """``"official"``, ``"casual"``, whatever `all_pass` is, or ``"custom"``."""
        for name in ("official", "casual"):
            preset = Rules.named(name)
            if all(getattr(self, f) == getattr(preset, f) for f in self.__slots__ if f != "all_pass"):
                return name
        return "custom"


def _of_the_kind(default: Any, value: Any, name: str) -> Any:
    """The value of a field as its default is: a switch, points, or several of them as a tuple, so that equal rules are
    equal and hashable. Names are left as they are."""
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise ValueError(f"{name} is True or False, not {value!r}")
        return value
    if isinstance(default, int):
        return _within(value, name)
    if isinstance(default, tuple):
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise ValueError(f"{name} is a tuple of whole numbers, not {value!r}")
        return tuple(_within(part, f"{name}[{place}]") for place, part in enumerate(value))
    return value


def _within(value: Any, name: str) -> int:
    number = whole(value, name)
    if not 0 <= number <= MOST:
        raise ValueError(f"{name} is 0 to {MOST}, not {number}")
    return number
