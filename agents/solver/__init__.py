"""The exact solver of the play of the cards with all four hands seen: a test oracle, and a measure of regret."""

from agents.solver.position import Position
from agents.solver.solver import Solver, solve, solve_all

__all__ = ["Position", "Solver", "solve", "solve_all"]
