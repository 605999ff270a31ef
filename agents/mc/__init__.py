"""Flat Monte Carlo: every way to act is played out in many worlds, and the best mean score wins."""

from agents.mc.agent import MonteCarloAgent, Opinion
from agents.mc.inference import Inference
from agents.mc.peek import PeekingAgent
from agents.mc.playout import playout_of
from agents.mc.search import Search

__all__ = ["Inference", "MonteCarloAgent", "Opinion", "PeekingAgent", "Search", "playout_of"]
