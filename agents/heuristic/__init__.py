"""A player with the habits of a good club player, and no search."""

from agents.heuristic.agent import HeuristicAgent

__all__ = ["HeuristicAgent"]
