"""The referee asks players for their actions, holds the watch, and sends off who does what no player may do."""

from __future__ import annotations

import math
import signal
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.agent import Agent, is_cheat
from tarot_env import cardsets
from tarot_env.actions import NUM_ACTIONS
from tarot_env.engine import Engine
from tarot_env.explain import why_illegal
from tarot_env.observation import Observation

Actions = npt.NDArray[np.int64]

_LONGEST_ALARM: Final = 1e9
"""Seconds; a longer one the system refuses."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a player did that no player may do."""

    player: int
    what: str
    """In one line, to be read after the player's name: ``"raised ValueError: …"``."""

    illegal: int = 0
    """Illegal actions in the answer."""


class FaultError(Exception):
    """A player is sent off."""

    def __init__(self, what: str, illegal: int = 0) -> None:
        super().__init__(what)
        self.what = what
        self.illegal = illegal


class Referee:
    """Asks each player, with a generator of its own for each.

    Args:
        players: who may be asked, by number.
        rngs: one for each.
        patience: seconds that a decision may take; n decisions asked for at once may take n times as long.

    Attributes:
        decisions: int64 (K,) by player. seconds: float64 (K,) that they took, on the wall's clock.
        faults: the first of each player that was sent off.
    """

    def __init__(self, players: Sequence[Agent], rngs: Sequence[np.random.Generator], patience: float) -> None:
        self._players = players
        self._rngs = rngs
        self._patience = patience
        self.decisions = np.zeros(len(players), np.int64)
        self.seconds = np.zeros(len(players))
        self.faults: dict[int, Fault] = {}

    def ask(self, player: int, tables: Engine, rows: npt.NDArray[np.int64], view: Observation) -> Actions | None:
        """The player's actions at the tables `rows`, all legal: (n,). None if it is sent off, see `faults`.

        Args:
            view: what it knows there, n views.
        """
        agent, rng = self._players[player], self._rngs[player]
        limit = self._patience * len(rows)
        started = time.perf_counter()
        try:
            with _at_most(limit):
                answer = agent.act_seeing(tables.take(rows), rng) if is_cheat(agent) else agent.act(view, rng)
            actions = _checked(answer, tables, rows)
            if (spent := time.perf_counter() - started) > limit:
                raise FaultError(_too_slow(spent, limit, len(rows)))
        except _TimeUp:
            self._send_off(player, FaultError(_too_slow(time.perf_counter() - started, limit, len(rows))))
        except FaultError as fault:
            self._send_off(player, fault)
        except KeyboardInterrupt:
            raise  # the user's, not the player's
        except BaseException as error:
            self._send_off(player, FaultError(raised(error)))
        else:
            self.decisions[player] += len(rows)
            self.seconds[player] += spent
            return actions
        return None

    def _send_off(self, player: int, fault: FaultError) -> None:
        self.faults[player] = Fault(player, fault.what, fault.illegal)


def _checked(answer: object, tables: Engine, rows: npt.NDArray[np.int64]) -> Actions:
    """The answer as legal actions.

    Raises:
        FaultError: it is something else.
    """
    try:
        actions = np.asarray(answer)
    except ValueError:
        raise FaultError(f"returned {type(answer).__name__} of no one shape, not {len(rows)} integers") from None
    if actions.dtype.kind == "f" and np.isnan(actions).any():
        raise FaultError("returned NaN for an action")
    if actions.dtype.kind not in "iu":
        raise FaultError(f"returned {type(answer).__name__} of {actions.dtype}, not integers")
    if actions.shape != rows.shape:
        raise FaultError(f"returned the shape {actions.shape} for {len(rows)} decisions, not {rows.shape}")
    known = (actions >= 0) & (actions < NUM_ACTIONS)
    legal = known & cardsets.contains(tables.state.legal[rows], np.where(known, actions, 0))
    if not legal.all():
        first = int(np.argmin(legal))
        row = int(rows[first])
        rule = why_illegal(tables.observe().take([row]), int(actions[first]))
        number = int((~legal).sum())
        raise FaultError(f"illegal action ({number} of {len(rows)}): seat {tables.seat[row]}: {rule}", number)
    return actions.astype(np.int64, copy=False)


def raised(error: BaseException) -> str:
    """What was raised, and where; a message may be anything, or itself raise."""
    where = traceback.extract_tb(error.__traceback__)[-1]
    try:
        message = " ".join(str(error).split())
    except Exception:
        message = ""
    message = "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)
    text = f"{type(error).__name__}: {message}" if message else type(error).__name__
    return f"raised {text[:200]} ({Path(where.filename).name}, line {where.lineno})"


def _too_slow(spent: float, limit: float, decisions: int) -> str:
    return f"took {spent:.1f} s for {decisions} decisions, more than the {limit:.1f} s allowed"


class _TimeUp(BaseException):
    """The clock's flag has fallen. Not an Exception: a player's ``except Exception`` must not swallow it."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise `_TimeUp` in the block after so long. Only where alarms exist (not on Windows) and only in the main thread:
    elsewhere a player that never answers is waited for."""
    alarms = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not alarms or not math.isfinite(seconds):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise _TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, min(seconds, _LONGEST_ALARM))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
