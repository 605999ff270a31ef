"""How long the exact solver takes, by the cards left in each hand.

Positions: a random deal, a garde by the seat with the most trumps, a random discard, and uniform random legal play
until each hand is down to the size. Times are CPU time of this process.

    python benchmarks/solver.py --cards 4 5 6 7 8 9 10
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from agents.solver import Position, Solver
from agents.solver.seen import position_of
from tarot_env.actions import GARDE, PASS, Phase
from tarot_env.cardsets import TRUMP_MASK
from tarot_env.engine import Engine

# Fewer positions where each takes long.
POSITIONS = {4: 400, 5: 400, 6: 400, 7: 300, 8: 200, 9: 100, 10: 50, 11: 20, 12: 10}


def positions(number: int, left: int, seed: int) -> list[Position]:
    """`number` positions with `left` cards in each hand, at the start of a trick."""
    engine = Engine(number, seed=seed)
    trumps = np.bitwise_count(engine.state.hand[:, :, 1] & TRUMP_MASK)  # (N, 4)
    strongest = trumps.argmax(axis=1)
    goal = 4 * (18 - left)
    found: dict[int, Position] = {}  # deals that ask for poignees come later
    while len(found) < number:
        for deal in np.flatnonzero((engine.state.ply == goal) & (engine.phase == Phase.PLAY)).tolist():
            found[deal] = position_of(engine, deal)
        bids = np.where((engine.phase == Phase.AUCTION) & (engine.seat == strongest), GARDE, PASS)
        free = (engine.phase == Phase.PLAY) | (engine.phase == Phase.DISCARD)
        engine.step(np.where(free, engine.sample_legal(), bids))
    return [found[deal] for deal in range(number)]


def measure(left: int, number: int, seed: int) -> dict[str, float]:
    """Nodes and milliseconds over the positions of one size."""
    solver = Solver()
    nodes, milliseconds = [], []
    for position in positions(number, left, seed):
        before, start = solver.nodes, time.process_time()
        solver.solve(position)
        milliseconds.append(1000 * (time.process_time() - start))
        nodes.append(solver.nodes - before)
    return {
        "cards": left,
        "positions": number,
        "median_ms": float(np.median(milliseconds)),
        "mean_ms": float(np.mean(milliseconds)),
        "p90_ms": float(np.quantile(milliseconds, 0.9)),
        "median_nodes": float(np.median(nodes)),
        "mean_nodes": float(np.mean(nodes)),
        "nodes_per_second": 1000 * sum(nodes) / sum(milliseconds),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the exact solver.")
    parser.add_argument("--cards", type=int, nargs="+", default=[4, 5, 6, 7, 8, 9, 10], choices=POSITIONS)
    parser.add_argument("--positions", type=int, help="of each size; a number that falls with the size by default")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--format", choices=("table", "json"), default="table")
    options = parser.parse_args()
    Solver().solve(positions(1, 4, 0)[0])  # compile, or load what was compiled
    rows = [measure(left, options.positions or POSITIONS[left], options.seed) for left in options.cards]
    if options.format == "json":
        print(json.dumps({"seed": options.seed, "sizes": rows}, indent=2))
        return
    print("cards positions   median ms     mean ms      p90 ms  median nodes  nodes/s")
    for row in rows:
        times = "".join(f"{row[name]:12.2f}" for name in ("median_ms", "mean_ms", "p90_ms"))
        print(
            f"{row['cards']:5} {row['positions']:9}{times}{row['median_nodes']:14,.0f}{row['nodes_per_second']:9,.0f}"
        )


if __name__ == "__main__":
    main()
