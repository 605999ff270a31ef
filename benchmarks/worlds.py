"""How long it takes to draw worlds for one observation, by phase and trick.

Random deals played by uniform random legal actions. The seat with the most trumps takes, with a garde in even deals
(dog shown, hidden discard) and a garde sans in odd ones (hidden dog). Times are those of `worlds`, which draws the
deals and sets up an engine, and of `sample_hands` alone, in CPU time of this process.

    python benchmarks/worlds.py --worlds 100
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict

import numpy as np

from tarot_env.actions import GARDE, GARDE_SANS, PASS, Phase
from tarot_env.cardsets import TRUMP_MASK
from tarot_env.engine import Engine
from tarot_env.worlds import sample_hands, worlds

Moment = tuple[Phase, int]  # phase and trick
Times = dict[Moment, list[tuple[float, float]]]  # milliseconds of worlds and of sample_hands


def measure(num_deals: int, num_worlds: int, seed: int) -> Times:
    """Time every decision of some deals, one observation at a time."""
    engine, rng = Engine(num_deals, seed=seed), np.random.default_rng(seed)
    strongest = np.bitwise_count(engine.state.dealt[..., 1] & TRUMP_MASK).argmax(axis=1)
    wanted = np.where(np.arange(num_deals) % 2, GARDE_SANS, GARDE)
    times: Times = defaultdict(list)
    while not engine.done.all():
        observation = engine.observe()
        for deal in np.flatnonzero(~engine.done).tolist():
            view = observation.take([deal])
            start = time.process_time()
            worlds(view, num_worlds, rng)
            middle = time.process_time()
            sample_hands(view, num_worlds, rng)
            spent = (1000 * (middle - start), 1000 * (time.process_time() - middle))
            times[Phase(view.phase[0]), int(view.ply[0]) // 4 + 1].append(spent)
        bids = np.where(engine.seat == strongest, wanted, PASS)
        engine.step(np.where(engine.phase == Phase.AUCTION, bids, engine.sample_legal()))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", type=int, default=100, help="worlds for each observation (default: %(default)s)")
    parser.add_argument("--deals", type=int, default=30, help="deals to time (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the deals and all draws (default: %(default)s)")
    args = parser.parse_args()
    print(f"milliseconds for one observation, {args.worlds} worlds")
    print(f"{'':10}{'views':>7}{'worlds: median':>16}{'90 %':>8}{'hands: median':>16}{'90 %':>8}")
    for (phase, trick), spent in sorted(measure(args.deals, args.worlds, args.seed).items()):
        moment = f"trick {trick}" if phase == Phase.PLAY else phase.name.lower()
        (whole, hands), (slow, slow_hands) = np.median(spent, axis=0), np.quantile(spent, 0.9, axis=0)
        print(f"{moment:10}{len(spent):7}{whole:16.2f}{slow:8.2f}{hands:16.2f}{slow_hands:8.2f}")


if __name__ == "__main__":
    main()
