"""What one look ahead finds that a trained policy does not see, by the worlds it is taken in and the cards it tries.

    python benchmarks/look_ahead.py agents/weights/best.pt --deals 2000

The heuristic bids and discards, the policy plays all cards. At a share of the decisions that are not forced every legal
card is tried: in worlds, as `+mc` does, but all of them in each, and in the true deal, played by the policy to its end.
A setting chooses a card by the worlds; what the truth says of it against the policy's own choice is added up over the
decisions of a deal, those of the taker and of all three defenders: points of each defender before the multiplier, with
a 95 % interval as if decisions did not depend on each other. One decision at a time is changed, so it is a forecast of
the cards view of ``evaluate.py best+mc best``, which takes longer and tries one setting.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import HeuristicAgent
from agents.mc.compare import best_ways, total_scores
from agents.mc.guided import TRICKS, FewTricks
from agents.mc.playout import AgentPlayout
from agents.mc.ways import ways
from agents.network.agent import NetworkAgent
from agents.network.compute import Compute
from agents.network.judge import Judge
from agents.network.reader import Reader
from agents.training.credit import UNIT, value_scale
from tarot_env import cardsets
from tarot_env.actions import Phase
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.rules import Rules
from tarot_env.worlds import worlds

Floats = npt.NDArray[np.float64]
Draw = Callable[[Observation, int, np.random.Generator], Engine]

LEAST: Final = (0.02, 0.0)
"""Cards less likely than this part of the likeliest are not tried."""
TRUSTS: Final = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0)


@dataclass(slots=True)
class Tried:
    """R cards of N decisions."""

    decision: npt.NDArray[np.int64]  # (R,)
    logits: Floats  # (R,) of the policy
    truth: Floats  # (R,) points that the seat's side wins in the true deal
    means: dict[str, Floats]  # (R,) the same on average in worlds, by how they are drawn
    by_taker: npt.NDArray[np.bool_]  # (N,)


def decisions(deals: int, share: float, policy: NetworkAgent, seed: int) -> Iterator[Engine]:
    """A share of the decisions in the play of the cards that are not forced, step by step."""
    engine = Engine(deals, replace(Rules.official(), all_pass="redeal"), seed=seed)
    rng, heuristic = np.random.default_rng([seed, 1]), HeuristicAgent()
    while not engine.done.all():
        going = np.flatnonzero(~engine.done)
        tables = engine.take(going)
        views, play = tables.observe(), tables.phase == Phase.PLAY
        open_ = play & (cardsets.count(tables.state.legal) > 1) & (rng.random(len(going)) < share)
        if open_.any():
            yield tables.take(np.flatnonzero(open_))
        actions = np.zeros(deals, np.int64)
        for player, where in ((policy, np.flatnonzero(play)), (heuristic, np.flatnonzero(~play))):
            if where.size:
                actions[going[where]] = player.act(views.take(where), rng)
        engine.step(actions, check=False, where=~engine.done)


def tried(tables: Engine, policy: NetworkAgent, judge: Judge, draws: dict[str, Draw], num_worlds: int) -> Tried:
    """Every legal card at these tables, in the true deals and in worlds."""
    rng = np.random.default_rng(tables.rng.integers(1 << 32))
    views = tables.observe()
    cards = ways(views, rng)
    points = UNIT / value_scale(views)[cards.decision, 0]

    def scored(draw: Callable[[npt.NDArray[np.int64], int], Engine], number: int, to_the_end: bool) -> Floats:
        playout = AgentPlayout(policy) if to_the_end else FewTricks(policy, judge, TRICKS)
        scores: Floats = total_scores(cards, number, draw, playout, rng) / number * points
        return scores

    def in_worlds(draw: Draw) -> Floats:
        return scored(lambda numbers, number: draw(views.take(numbers), number, rng), num_worlds, to_the_end=False)

    logits = policy.logits(views)[cards.decision, cards.actions[:, 0]].astype(np.float64)
    truth = scored(lambda numbers, _: tables.take(numbers), 1, to_the_end=True)
    return Tried(
        cards.decision, logits, truth, {name: in_worlds(draw) for name, draw in draws.items()}, views.taker == 0
    )


def gain(all_tried: list[Tried], how: str, least: float, trust: float, seed: int) -> tuple[Floats, Floats, float]:
    """What a setting gains at each decision of the taker, at each of the defence, and how often a result."""
    rng = np.random.default_rng(seed)
    gains, takers = [], []
    for some in all_tried:
        own = best_ways(some.decision, some.logits, rng)
        with np.errstate(divide="ignore"):
            likely = some.logits >= some.logits[own][some.decision] + np.log(least)
        values = np.where(likely, some.means[how] / trust + some.logits, -np.inf)
        gains.append(some.truth[best_ways(some.decision, values, rng)] - some.truth[own])
        takers.append(some.by_taker)
    everything, by_taker = np.concatenate(gains), np.concatenate(takers)
    return everything[by_taker], everything[~by_taker], float((everything != 0).mean())


def per_deal(gains: Floats, deals: float) -> str:
    """Added up over the decisions of a deal, with its 95 % interval."""
    return f"{gains.sum() / deals:+6.2f} ± {1.96 * np.sqrt(np.square(gains).sum()) / deals:4.2f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--deals", type=int, default=2000, help="default: %(default)s")
    parser.add_argument("--share", type=float, default=0.1, help="of the decisions (default: %(default)s)")
    parser.add_argument("--worlds", type=int, default=32, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="default: %(default)s")
    asked = parser.parse_args()
    compute = Compute.named("cpu", None)
    policy = NetworkAgent("policy", NetworkAgent.from_file(asked.checkpoint).policy, compute=compute)
    judge, reader = Judge.from_file(asked.checkpoint, compute), Reader.from_file(asked.checkpoint, "belief", compute)
    draws: dict[str, Draw] = {"uniform": worlds} | ({"belief": reader.draw} if reader else {})
    asked_of = decisions(asked.deals, asked.share, policy, asked.seed)
    found = [tried(tables, policy, judge, draws, asked.worlds) for tables in asked_of]
    number = sum(len(some.by_taker) for some in found)
    print(f"{number:,} decisions of {asked.deals:,} deals, {asked.worlds} worlds each")
    print(f"{'worlds':8} {'least':>6} {'trust':>6} {'taker':>14} {'defence':>14} {'sum':>14} {'differs':>8}")
    for how in draws:
        for least in LEAST:
            for trust in TRUSTS:
                taker, defence, changed = gain(found, how, least, trust, asked.seed)
                sums = [
                    per_deal(part, asked.deals * asked.share) for part in (taker, defence, np.append(taker, defence))
                ]
                print(f"{how:8} {least:6.2f} {trust:6.2f} {sums[0]} {sums[1]} {sums[2]} {changed:8.1%}")


if __name__ == "__main__":
    main()
