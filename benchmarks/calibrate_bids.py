"""From which count of the hand on does a contract pay more than a lower one, or than to pass?

For one seat of each deal every contract is tried: the others bid, and all play, as the heuristic does. The count at
which the points gained are greatest, added up over all deals, is the threshold of `agents/heuristic/bidding.py`.

    python benchmarks/calibrate_bids.py --deals 20000 --seed 7
"""

from __future__ import annotations

import argparse
from typing import Final

import numpy as np
import numpy.typing as npt

from agents.heuristic import HeuristicAgent, evaluation
from agents.heuristic.bidding import GARDE_SANS_FROM
from tarot_env import Engine
from tarot_env.actions import PASS, Phase
from tarot_env.rules import Contract

Floats = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

NAMES: Final = {c: c.name.lower().replace("_", " ") for c in Contract} | {Contract.NONE: "pass"}


def main() -> None:
    """Play, and print thresholds and the points by count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20_000, help="each is played once for every contract")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    engine = Engine(options.deals, seed=options.seed)
    bidder = engine.rng.integers(0, 4, options.deals)
    hand = engine.state.dealt[np.arange(options.deals), bidder]
    count = evaluation.chavey(hand)
    overbid = count + evaluation.short_suit_points(hand)

    points = {contract: play_out(engine.copy(), bidder, contract) for contract in Contract}
    print_thresholds(points, count, overbid)
    print_points(points, count)


def play_out(engine: Engine, bidder: npt.NDArray[np.int64], contract: Contract) -> Floats:
    """Points of one seat that bids a contract where it may, else passes: (N,)."""
    agent = HeuristicAgent()
    while not engine.done.all():
        actions = agent.act(engine.observe(), engine.rng)
        own = (engine.phase == Phase.AUCTION) & (engine.seat == bidder)
        wanted = np.where(engine.state.contract < contract, PASS + contract, PASS)
        engine.step(np.where(own, wanted, actions))
    return engine.scores[np.arange(len(engine)), bidder].astype(np.float64)


def print_thresholds(points: dict[Contract, Floats], count: Counts, overbid: Counts) -> None:
    """Each contract challenges what the lower ones have gained so far."""
    gained = points[Contract.NONE].copy()
    print(f"{'contract':14}{'from count':>12}{'points per deal':>18}")
    print(f"{NAMES[Contract.NONE]:14}{'':>12}{gained.mean():>+18.2f}")
    for contract in list(Contract)[1:]:
        by = overbid if contract >= GARDE_SANS_FROM else count
        threshold = best_threshold(points[contract] - gained, by)
        gained = np.where(by >= threshold, points[contract], gained)
        print(f"{NAMES[contract]:14}{threshold:>12}{gained.mean():>+18.2f}")


def best_threshold(gain: Floats, count: Counts) -> int:
    """The count from which on the gains add up to most; one above all counts where none pays."""
    by_count = np.bincount(count, gain)
    from_here_on = np.append(by_count[::-1].cumsum()[::-1], 0.0)
    return int(from_here_on.argmax())


def print_points(points: dict[Contract, Floats], count: Counts) -> None:
    """Mean points of each contract, in steps of five."""
    print(f"\n{'count':>8}{'deals':>8}" + "".join(f"{NAMES[contract]:>15}" for contract in Contract))
    for low in range(20, 100, 5):
        rows = np.flatnonzero((count >= low) & (count < low + 5))
        if rows.size:
            means = "".join(f"{points[contract][rows].mean():>+15.1f}" for contract in Contract)
            print(f"{low:>4}–{low + 4:<3}{rows.size:>8}{means}")


if __name__ == "__main__":
    main()
