"""A frozen opponent on frozen deals: the same measurement all along a training run, and from run to run."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from agents.agent import Agent
from agents.arena.plays import Plays, View
from agents.arena.referee import Referee
from agents.arena.tables import Tables, play
from agents.heuristic import HeuristicAgent
from agents.registry import load
from agents.training.config import Exploit, SelfPlay, Training
from tarot_env.actions import Phase
from tarot_env.engine import Engine
from tarot_env.rules import Rules

Floats = npt.NDArray[np.float64]


class Panel:
    """Measures players against one opponent, in card play and in whole games.

    Args:
        opponent: the player measured against.
        deals: how many, drawn from the seed alone.
        opener: decides all phases up to `opening`, for everybody, before the play of the cards is measured; None is
            the heuristic.

    Raises:
        ValueError: all deals are passed out.
    """

    def __init__(
        self,
        opponent: Agent,
        deals: int,
        seed: int,
        rules: Rules,
        opener: Agent | None = None,
        opening: Phase = Phase.CHELEM,
    ) -> None:
        self.opponent = opponent
        self.rules = rules
        self.seed = seed
        rng = np.random.default_rng([seed, 77])
        self.dealt = Engine(deals, rules, rng)
        bid, opener = self.dealt.copy(), opener or HeuristicAgent()
        while (opens := bid.phase <= opening).any():
            actions = np.zeros(deals, np.int64)
            rows = np.flatnonzero(opens)
            actions[rows] = opener.act(bid.take(rows).observe(), rng)
            bid.step(actions, where=opens)
        self.opened = bid.take(np.flatnonzero(~bid.done))
        if len(self.opened) < 2:
            raise ValueError(f"{opener.name} passes out the deals of the panel: take more --panel-deals")

    def gain(self, agent: Agent) -> dict[str, float]:
        """Points won from the opponent, with the half width of their 95 % interval (normal, paired by deal).

        ``panel_taker`` and ``panel_defence`` are what the player gains in that role over the opponent in the same role,
        per defender before the multiplier; ``panel_points`` is their sum. ``panel_game`` is its gain in points per
        deal and seat, own bids, alone among three opponents in each seat in turn.

        Raises:
            ValueError: a player does what no player may do.
        """
        takers = self.opened.state.taker[:, None] == np.arange(4)
        ours = self._card_points(agent, takers)
        theirs = self._card_points(agent, ~takers)
        base = self._card_points(agent, np.zeros_like(takers))
        game = np.mean([self._play(agent, self.dealt, np.arange(4) == s).scores[:, s] for s in range(4)], axis=0)
        return {
            "panel_points": float((ours - theirs).mean()),
            "panel_interval": _half_width(ours - theirs),
            "panel_taker": float((ours - base).mean()),
            "panel_taker_interval": _half_width(ours - base),
            "panel_defence": float((base - theirs).mean()),
            "panel_defence_interval": _half_width(base - theirs),
            "panel_game": float(game.mean()),
            "panel_game_interval": _half_width(game),
        }

    def _card_points(self, agent: Agent, seats: npt.NDArray[np.bool_]) -> Floats:
        return self._play(agent, self.opened, seats).card_points(self.rules)

    def _play(self, agent: Agent, dealt: Engine, seats: npt.NDArray[np.bool_]) -> Plays:
        """Games in which the agent sits on `seats`, bool (N, 4) or (4,), and the opponent on the others."""
        engine, everyone = dealt.copy(), np.arange(len(dealt))
        lineup = np.broadcast_to(np.where(seats, 0, 1).astype(np.int8), (len(engine), 4))
        rng = np.random.default_rng([self.seed, 78])
        referee = Referee((agent, self.opponent), (rng, rng), patience=math.inf)
        finished = play(Tables(View.GAME, engine, everyone, lineup), referee)
        for fault in referee.faults.values():
            raise ValueError(f"{(agent, self.opponent)[fault.player].name} {fault.what}")
        return Plays.of(engine, View.GAME, everyone, lineup, finished)


def panel_of(config: Training, deals: int, seed: int) -> Panel:
    """The frozen opponent. Whom an exploiter of one role meets has bid for everybody, as in training.

    Raises:
        ValueError: there is no such player.
    """
    rules = Rules.named(config.rules)
    if isinstance(config, SelfPlay):
        return Panel(load(config.panel), deals, seed, rules)
    assert isinstance(config, Exploit)
    against = load(config.against)
    if config.role == "all":
        return Panel(against, deals, seed, rules)
    return Panel(against, deals, seed, rules, opener=against, opening=Phase.AUCTION)


def _half_width(values: Floats) -> float:
    return float(1.96 * values.std(ddof=1) / np.sqrt(len(values)))
