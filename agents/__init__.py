"""Players: each sees observations only, in batches."""

from agents.agent import Agent, CheatingAgent, is_cheat
from agents.registry import as_policy, load

__all__ = ["Agent", "CheatingAgent", "as_policy", "is_cheat", "load"]
