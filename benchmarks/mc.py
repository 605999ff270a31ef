"""How long players that search take for a decision, by phase and trick, alone and many at a time.

The heuristic plays some deals; at each step the players are asked what they would do there. Times are CPU milliseconds
of this process for each decision, forced ones included. How strong they are, evaluate.py says:
``python evaluate.py mc heuristic --views cards --deals 400``.

    python benchmarks/mc.py mc mc:inference=heuristic best+mc --batch 1 64
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict

import numpy as np

from agents import is_cheat, load
from tarot_env.actions import Phase
from tarot_env.engine import Engine

Moment = tuple[Phase, int]  # phase and trick
Times = dict[Moment, list[float]]  # milliseconds for each decision


def measure(spec: str, num_deals: int, batch: int, seed: int) -> Times:
    """Ask at every decision of some deals, so many at a time."""
    agent, heuristic = load(spec), load("heuristic")
    engine, rng = Engine(num_deals, seed=seed), np.random.default_rng(seed)
    times: Times = defaultdict(list)
    while not engine.done.all():
        for moment, deals in _moments(engine).items():
            for start in range(0, len(deals), batch):
                asked = engine.take(deals[start : start + batch])
                before = time.process_time()
                if is_cheat(agent):
                    agent.act_seeing(asked, rng)
                else:
                    agent.act(asked.observe(), rng)
                spent = 1000 * (time.process_time() - before)
                times[moment] += [spent / len(asked)] * len(asked)
        engine.step(heuristic.act(engine.observe(), rng))
    return times


def _moments(engine: Engine) -> dict[Moment, list[int]]:
    """The deals that are not over, by where they stand."""
    deals: dict[Moment, list[int]] = defaultdict(list)
    for deal in np.flatnonzero(~engine.done).tolist():
        deals[Phase(engine.phase[deal]), int(engine.state.ply[deal]) // 4 + 1].append(deal)
    return deals


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", default=["mc:worlds=100"], help="default: %(default)s")
    parser.add_argument("--deals", type=int, default=64, help="to ask in (default: %(default)s)")
    parser.add_argument("--batch", type=int, nargs="+", default=[1, 64], help="decisions at a time (default: 1 64)")
    parser.add_argument("--seed", type=int, default=0, help="of the deals and all draws (default: %(default)s)")
    args = parser.parse_args()
    try:
        columns = [measure(spec, args.deals, batch, args.seed) for spec in args.players for batch in args.batch]
    except ValueError as error:
        print(f"mc.py: {error}", file=sys.stderr)
        return 2
    print("CPU milliseconds for each decision")
    for number, (spec, batch) in enumerate((spec, batch) for spec in args.players for batch in args.batch):
        print(f"  {chr(ord('A') + number)}  {spec}, {batch} at a time")
    print(f"{'':10}{'decisions':>10}" + "".join(f"{chr(ord('A') + n):>9}" for n in range(len(columns))))
    for phase, trick in sorted(columns[0]):
        moment = f"trick {trick}" if phase == Phase.PLAY else phase.name.lower()
        figures = "".join(f"{np.mean(times[phase, trick]):9.2f}" for times in columns)
        print(f"{moment:10}{len(columns[0][phase, trick]):10}{figures}")
    everything = [[spent for some in times.values() for spent in some] for times in columns]
    print(f"{'all':10}{len(everything[0]):10}" + "".join(f"{np.mean(spent):9.2f}" for spent in everything))
    return 0


if __name__ == "__main__":
    sys.exit(main())
