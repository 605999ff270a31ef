"""How fast a network collects decisions for training, and how long it takes to decide.

    python benchmarks/network.py --width 512 --blocks 2

Decisions per CPU-second of this process, of all phases, forced ones included: the engine, the encoding, the policy and
the draw from it, as in training. Then CPU milliseconds for each decision of the player, alone and many at a time, in
all phases of deals that the heuristic plays, from observation to action. What a network has learnt does not
matter for either.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from rates import Stopwatch

from agents import load
from agents.network.agent import NetworkAgent
from agents.network.compute import Compute
from agents.network.model import Critic, Policy, Shape
from agents.training.collect import Buffers, by_policy, collect
from tarot_env import Engine, Rules
from tarot_env.observation import Observation


def collecting(policy: Policy, compute: Compute, deals: int, watch: Stopwatch) -> float:
    """Decisions per CPU-second of so many deals at a time."""
    engine, generator, buffers = Engine(deals, seed=0), torch.Generator(compute.device).manual_seed(0), Buffers(compute)
    actor = by_policy(policy, compute)

    def play() -> tuple[int, int]:
        engine.reset()
        return collect(engine, actor, generator, buffers).all_decisions, deals

    return watch.rate("collect", "policy", deals, play).decisions


def deciding(agent: NetworkAgent, views: list[Observation], watch: Stopwatch) -> float:
    """CPU milliseconds for each decision."""
    rng = np.random.default_rng(0)

    def play() -> tuple[int, int]:
        for view in views:
            agent.act(view, rng)
        return sum(len(view) for view in views), 0

    return 1000 / watch.rate("act", "", len(views[0]), play).decisions


def positions(deals: int) -> list[Observation]:
    """Decisions of some deals, as the seat to act sees them: a batch of each step, until the first deal is over."""
    rules = Rules(all_pass="redeal")  # or the first would be over after four passes
    engine, player, rng = Engine(deals, rules, seed=1), load("heuristic"), np.random.default_rng(1)
    views = []
    while not engine.done.any():
        views.append(engine.observe())
        engine.step(player.act(views[-1], rng))
    return views


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--width", type=int, default=512, help="default: %(default)s")
    parser.add_argument("--blocks", type=int, default=2, help="default: %(default)s")
    parser.add_argument("--deals", type=int, default=4096, help="played at once (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU time of each measurement")
    parser.add_argument("--repetitions", type=int, default=3, help="of which the best counts (default: %(default)s)")
    parser.add_argument("--bf16", action="store_true", help="collect in bfloat16, as train.py does where it pays")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    shape, watch = Shape(asked.width, asked.blocks), Stopwatch(asked.seconds, asked.repetitions)
    policy, critic = Policy(shape), Critic(shape)
    sizes = [sum(p.numel() for p in network.parameters()) / 1e6 for network in (policy, critic)]
    print(f"{asked.width} x {asked.blocks}: policy {sizes[0]:.2f} M parameters, critic {sizes[1]:.2f} M")
    started = time.process_time()
    speed = collecting(policy, Compute.named("cpu", asked.bf16), asked.deals, watch)
    print(f"collection at {asked.deals} deals: {speed:,.0f} decisions per CPU-second", flush=True)
    agent = NetworkAgent("network", policy)
    for batch in (1, 1024):
        views = positions(batch)
        print(f"player at batch {batch}: {deciding(agent, views, watch):.3f} ms per decision", flush=True)
    print(f"{time.process_time() - started:.0f} CPU-seconds in all")


if __name__ == "__main__":
    main()
