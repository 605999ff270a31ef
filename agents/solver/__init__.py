"""The exact solver of the play of the cards with all four hands seen: a test oracle, and a measure of regret."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agents.solver.position import Position
    from agents.solver.solver import Solver, solve, solve_all

__all__ = ["Position", "Solver", "solve", "solve_all"]


def __getattr__(name: str) -> Any:
    """Loaded when first asked for: ``python -m agents.solver`` passes here too, and itself says if numba is missing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from agents.solver import position, solver

    return getattr(position if name == "Position" else solver, name)
