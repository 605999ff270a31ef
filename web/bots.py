"""Agents that are asked by the server: each in a thread of its own, and within a time limit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from queue import SimpleQueue
from typing import Any, Final, Literal, TypeVar

import numpy as np

import agents
from agents import Agent
from tarot_env import Observation
from tarot_env.cardsets import to_ids

TIME_LIMIT: Final = 10.0  # seconds for one answer
STAND_IN: Final = "heuristic"

Trouble = Literal["slow", "failed"]
T = TypeVar("T")


class NoAnswer(Exception):
    """An agent did not answer.

    Attributes:
        trouble: why.
    """

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble: Trouble = trouble


class Bots:
    """Agents by their specs, each made once and shared by all games.

    Args:
        limit: seconds that an answer may take.
    """

    def __init__(self, limit: float = TIME_LIMIT) -> None:
        self._limit = limit
        self._players: dict[str, _Player] = {}

    def load(self, spec: str) -> None:
        """Make the agent of a spec, unless it is there.

        Raises:
            ValueError: there is none.
        """
        if spec not in self._players:
            self._players[spec] = _Player(agents.load(spec))

    async def decide(self, spec: str, seen: Observation, rng: np.random.Generator) -> tuple[int, Trouble | None]:
        """An action for one view, and what went wrong if the stand-in chose it."""

        def choose(agent: Agent) -> int:
            return int(agent.act(seen, rng)[0])

        trouble: Trouble = "failed"
        try:
            action = await self.ask(spec, choose)
            if action in to_ids(seen.legal[0]):
                return action, None
        except NoAnswer as error:
            trouble = error.trouble
        return await self._ask(STAND_IN, choose, None), trouble  # however long it takes

    async def ask(self, spec: str, question: Callable[[Agent], T]) -> T:
        """What an agent answers. It is asked one thing at a time, so that it need not stand several threads at once.

        Raises:
            NoAnswer: it took too long, or failed, or there is none any more.
        """
        return await self._ask(spec, question, self._limit)

    async def _ask(self, spec: str, question: Callable[[Agent], T], limit: float | None) -> T:
        try:
            async with self._turn(spec) as player:
                return await asyncio.wait_for(player.ask(question), limit)
        except TimeoutError:
            raise NoAnswer("slow") from None
        except Exception as error:  # whatever an agent raises, or loading it, the game goes on
            raise NoAnswer("failed") from error

    @asynccontextmanager
    async def _turn(self, spec: str) -> AsyncIterator[_Player]:
        """The player of a spec, for one question. Who waited for one that was given up meanwhile gets the next."""
        while True:
            self.load(spec)
            player = self._players[spec]
            async with player.lock:
                if self._players.get(spec) is not player:
                    continue
                try:
                    yield player
                except TimeoutError:
                    player.retire()  # its thread cannot be stopped: the next question goes to another one like it
                    del self._players[spec]
                    raise
                return


class _Player:
    """An agent with its thread, which does not keep the server from ending."""

    def __init__(self, agent: Agent) -> None:
        self.lock = asyncio.Lock()
        self._agent = agent
        self._questions: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        threading.Thread(target=self._work, name=f"player {agent.name}", daemon=True).start()

    def ask(self, question: Callable[[Agent], T]) -> asyncio.Future[T]:
        """The answer, when it comes."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()

        def give(kind: Callable[[Any], None], result: object) -> None:
            if not answer.done():  # otherwise too late
                kind(result)

        def think() -> None:
            given: tuple[Callable[[Any], None], object]
            try:
                given = (answer.set_result, question(self._agent))
            except Exception as error:
                given = (answer.set_exception, error)
            if not loop.is_closed():
                loop.call_soon_threadsafe(give, *given)

        self._questions.put(think)
        return answer

    def retire(self) -> None:
        """Nothing more is asked."""
        self._questions.put(None)

    def _work(self) -> None:
        while (think := self._questions.get()) is not None:
            think()
