"""The opponents: each decision in a thread of its own, and within a time limit."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from typing import Final, Literal

import numpy as np

import agents
from agents import Agent
from tarot_env import Observation
from tarot_env.cardsets import to_ids

TIME_LIMIT: Final = 10.0  # seconds for one decision
STAND_IN: Final = "heuristic"

Trouble = Literal["slow", "failed"]


@dataclass(slots=True)
class _Player:
    """An agent, asked by one game at a time: it need not stand being asked from several threads at once."""

    agent: Agent
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Bots:
    """Players by their specs, each made once and shared by all games.

    Args:
        limit: seconds that a decision may take before the stand-in takes it.
    """

    def __init__(self, limit: float = TIME_LIMIT) -> None:
        self._limit = limit
        self._players: dict[str, _Player] = {}

    def load(self, spec: str) -> Agent:
        """The player of a spec.

        Raises:
            ValueError: there is none.
        """
        if spec not in self._players:
            self._players[spec] = _Player(agents.load(spec))
        return self._players[spec].agent

    async def decide(self, spec: str, seen: Observation, rng: np.random.Generator) -> tuple[int, Trouble | None]:
        """An action for one view, and what went wrong if the stand-in chose it."""
        try:
            action = await self._ask(spec, seen, rng)
            if action in to_ids(seen.legal[0]):
                return action, None
            trouble: Trouble = "failed"
        except TimeoutError:
            self._players.pop(spec, None)  # its thread cannot be stopped: the next decision has a player of its own
            trouble = "slow"
        except Exception:  # whatever a player raises, the game goes on
            trouble = "failed"
        return await self._ask(STAND_IN, seen, rng), trouble

    async def _ask(self, spec: str, seen: Observation, rng: np.random.Generator) -> int:
        self.load(spec)
        player = self._players[spec]
        async with player.lock:
            return await asyncio.wait_for(_in_thread(player.agent, seen, rng), self._limit)


def _in_thread(agent: Agent, seen: Observation, rng: np.random.Generator) -> asyncio.Future[int]:
    """The agent's action, from a thread that does not keep the server from ending."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[int] = loop.create_future()

    def give(result: int | Exception) -> None:
        if answer.done():  # too late
            return
        if isinstance(result, Exception):
            answer.set_exception(result)
        else:
            answer.set_result(result)

    def think() -> None:
        result: int | Exception
        try:
            result = int(agent.act(seen, rng)[0])
        except Exception as error:
            result = error
        if not loop.is_closed():
            loop.call_soon_threadsafe(give, result)

    threading.Thread(target=think, name=f"player {agent.name}", daemon=True).start()
    return answer
