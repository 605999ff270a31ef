"""Players: each sees observations only, in batches."""

from agents.agent import Agent
from agents.registry import as_policy, load

__all__ = ["Agent", "as_policy", "load"]
