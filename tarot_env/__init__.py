"""French tarot for four players: a vectorised engine, PettingZoo and Gymnasium environments, records."""

from gymnasium import register

from tarot_env.engine import Engine
from tarot_env.explain import IllegalAction
from tarot_env.observation import Observation
from tarot_env.record import Record, RecordError
from tarot_env.render import Cards
from tarot_env.rules import Rules
from tarot_env.textdoor import DealScore, legal_cards, score_deal

__all__ = [
    "Cards",
    "DealScore",
    "Engine",
    "IllegalAction",
    "Observation",
    "Record",
    "RecordError",
    "Rules",
    "legal_cards",
    "score_deal",
]

register(
    id="tarot_env/Tarot-v0",
    entry_point="tarot_env.single:TarotEnv",
    vector_entry_point="tarot_env.vector:TarotVectorEnv",
)
