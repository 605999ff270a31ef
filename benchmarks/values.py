"""How long it takes to value every legal action of a decision by random playouts, and to draw the worlds for it.

The heuristic plays some deals; decisions with something to choose are drawn from all of theirs and valued together,
as a learner would. Times are CPU microseconds of this process for each decision.

    python benchmarks/values.py --worlds 30 100
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import fields
from functools import partial

import numpy as np

from agents import load
from agents.mc.values import action_values
from tarot_env.cardsets import count
from tarot_env.engine import Engine
from tarot_env.observation import Observation
from tarot_env.worlds import worlds


def choices(number: int, seed: int) -> Observation:
    """Decisions of the heuristic's deals, drawn from all in which more than one action is legal."""
    engine, rng, heuristic = Engine(max(64, number // 30), seed=seed), np.random.default_rng(seed), load("heuristic")
    seen = []
    while not engine.done.all():
        seen.append(engine.observe().take(np.flatnonzero(count(engine.state.legal) > 1)))
        engine.step(heuristic.act(engine.observe(), rng))
    names = [field.name for field in fields(Observation) if field.name != "rules"]
    joined = Observation(
        engine.rules, **{name: np.concatenate([getattr(some, name) for some in seen]) for name in names}
    )
    return joined.take(rng.choice(len(joined), number, replace=False))


def seconds(work: Callable[[], object]) -> float:
    """CPU time of this process that some work takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--worlds", type=int, nargs="+", default=[30, 100], help="for each decision (default: 30 100)")
    parser.add_argument("--repeats", type=int, default=1, help="playouts in each world (default: %(default)s)")
    parser.add_argument("--decisions", type=int, default=4096, help="valued together (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the deals and all draws (default: %(default)s)")
    args = parser.parse_args()
    observation = choices(args.decisions, args.seed)
    legal = count(observation.legal).mean()
    print(f"CPU microseconds for each of {args.decisions} decisions, {legal:.1f} legal actions each")
    print(f"{'worlds':>8}{'repeats':>9}{'all':>8}{'drawing':>9}")
    # All worlds at once would fill the memory.
    parts = np.array_split(np.arange(args.decisions), max(1, args.decisions // 16))
    action_values(observation.take(parts[0]), 1, np.random.default_rng(args.seed))  # compiles
    for num_worlds in args.worlds:
        rng = np.random.default_rng(args.seed)
        whole = seconds(partial(action_values, observation, num_worlds, rng, args.repeats))
        drawing = sum(seconds(partial(worlds, observation.take(part), num_worlds, rng)) for part in parts)
        whole, drawing = (1e6 * spent / args.decisions for spent in (whole, drawing))
        print(f"{num_worlds:8}{args.repeats:9}{whole:8.0f}{drawing:9.0f}")


if __name__ == "__main__":
    main()
