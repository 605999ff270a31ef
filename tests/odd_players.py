"""Players for the tests of the ruler: some break the rules of being a player, each in its own way."""

from __future__ import annotations

import contextlib
import time
from typing import Literal

import numpy as np
import numpy.typing as npt

from tarot_env.actions import GARDE, PASS
from tarot_env.engine import Engine
from tarot_env.legal import any_of
from tarot_env.observation import Observation

Actions = npt.NDArray[np.int64]


class Lowest:
    """The lowest legal action: honest, quick and without chance."""

    name = "lowest"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        return _lowest(observation)


class CannotBeMade(Lowest):
    name = "cannot-be-made"

    def __init__(self) -> None:
        raise RuntimeError("no\nweights")


class LacksAnAttribute(Lowest):
    name = "lacks-an-attribute"

    def __init__(self) -> None:
        self.name = self.nothing  # type: ignore[attr-defined]


class Raises(Lowest):
    name = "raises"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        raise RuntimeError("out of\ncards")


class Exits(Lowest):
    name = "exits"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        raise SystemExit(3)


class GivesUp(BaseException):
    """Nothing that ``except Exception`` would catch."""


class RaisesWhatFewCatch(Lowest):
    name = "raises-what-few-catch"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        raise GivesUp("\x1b[2J\udcff enough")


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class RaisesWhatCannotBeSaid(Lowest):
    name = "raises-what-cannot-be-said"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        raise Unspeakable


class PlaysIllegally(Lowest):
    """Bids, where nobody is bidding any more."""

    name = "plays-illegally"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        return np.full(len(observation), GARDE)


class ForgesItsMask(Lowest):
    """Writes into its observation what it would like to be legal."""

    name = "forges-its-mask"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        observation.legal[:] = np.uint64(2**64 - 1)
        return np.full(len(observation), GARDE)


class ReturnsNan(Lowest):
    name = "returns-nan"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        return np.full(len(observation), np.nan)  # type: ignore[return-value]


class ReturnsFloats(Lowest):
    name = "returns-floats"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        return _lowest(observation).astype(np.float64)  # type: ignore[return-value]


class ReturnsInfinity(Lowest):
    name = "returns-infinity"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        return np.full(len(observation), np.inf)  # type: ignore[return-value]


class ReturnsRagged(Lowest):
    """Lists of actions, one longer than the next."""

    name = "returns-ragged"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        return [[PASS] * (1 + table) for table in range(len(observation) + 1)]  # type: ignore[return-value]


class ReturnsNothing(Lowest):
    name = "returns-nothing"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        return None  # type: ignore[return-value]


class ReturnsOneTooMany(Lowest):
    name = "returns-one-too-many"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        return np.full(len(observation) + 1, PASS)


class OutOfRange(Lowest):
    name = "out-of-range"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        return np.full(len(observation), 87)


class BelowRange(Lowest):
    name = "below-range"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        return np.full(len(observation), -1)


class Sleeps(Lowest):
    """Would sleep for ever, and has an answer to every complaint."""

    name = "sleeps"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        with contextlib.suppress(Exception):  # the referee's alarm is none
            time.sleep(1000)
        return _lowest(observation)


class SleepsOn(Lowest):
    """Does not even hear the alarm."""

    name = "sleeps-on"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        with contextlib.suppress(BaseException):
            time.sleep(1000)
        return _lowest(observation)


class Prints(Lowest):
    """Chatters on stdout, where only results belong."""

    name = "prints"

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        print("I hold", len(observation), "hands")
        return _lowest(observation)


class CallsItADay(Lowest):
    """Presses Ctrl-C after a while, in whatever process it is."""

    name = "calls-it-a-day"

    def __init__(self) -> None:
        self.calls = 0

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        self.calls += 1
        if self.calls == 30:
            raise KeyboardInterrupt
        return _lowest(observation)


class Peeks:
    """Sees all cards, and plays any of them."""

    name = "peeks (a cheat)"
    cheats: Literal[True] = True

    def act(self, observation: Observation, rng: np.random.Generator) -> Actions:
        raise ValueError("sees all cards: only act_seeing can be asked")

    def act_seeing(self, engine: Engine, rng: np.random.Generator) -> Actions:
        assert not engine.done.any()
        return any_of(engine.state.legal, rng)


def _lowest(observation: Observation) -> Actions:
    bits = observation.legal_mask()
    return np.where(bits.any(axis=1), bits.argmax(axis=1), PASS)
