"""French tarot for four players: a vectorised engine, PettingZoo and Gymnasium environments, records."""

from tarot_env.engine import Engine
from tarot_env.explain import IllegalAction
from tarot_env.observation import Observation
from tarot_env.rules import Rules

__all__ = ["Engine", "IllegalAction", "Observation", "Rules"]
