"""What it costs an update to look at a part of the decisions: how much more its gradient varies.

    python benchmarks/gradient_variance.py agents/weights/best.pt

Plays deals with the networks of a checkpoint, and compares, for shares of the decisions drawn as in training and drawn
uniformly, the mean square of the gradient of a decision by the network's outputs with that of all: 1 would be no more
than all decisions have, by the chance of the deals.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Final

from agents.network import checkpoint
from agents.training.collect import by_policy, collect
from agents.training.config import SelfPlay
from agents.training.group import ALONE
from agents.training.lesson import chances
from agents.training.ppo import OF_ENTROPY, credit, critic_worth, policy_worth
from agents.training.trainer import Learner

SHARES: Final = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7)
MINIBATCH: Final = 8192
DECAY: Final = 0.97
"""Lambda, as the shipped player was trained."""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--deals", type=int, default=2048, help="default: %(default)s")
    asked = parser.parse_args()
    shape = checkpoint.load(asked.checkpoint)["shape"]
    learner = Learner(SelfPlay(run=Path("unused"), deals=asked.deals, **shape), ALONE)
    learner.load_networks(asked.checkpoint)
    started = time.process_time()
    actor = by_policy(learner.policy, learner.compute)
    decisions = collect(learner.engine, actor, learner.generator, learner.buffers)
    played = time.process_time()
    credited = credit(learner.critic, decisions, MINIBATCH, DECAY)
    print(
        f"{len(decisions):,} decisions that are not forced; CPU-seconds: collection {played - started:.1f}, "
        f"credit {time.process_time() - played:.1f}"
    )
    size = credited.gain.abs()
    length, policy = policy_worth(decisions, size), policy_worth(decisions, size + OF_ENTROPY)
    critic = critic_worth(credited.error)
    best = length.sort(descending=True).values.square()
    print(f"the tenth with the longest gradients: {best[: len(best) // 10].sum() / best.sum():.0%} of all squares")
    print(f"{'share':>6} {'policy':>7} {'critic':>7} {'uniform':>8}")
    for share in SHARES:
        rows = [(length.square() / chances(policy, share)).mean() / length.square().mean()]
        rows += [(critic.square() / chances(critic, share)).mean() / critic.square().mean()]
        print(f"{share:6.2f} {rows[0]:7.2f} {rows[1]:7.2f} {1 / share:8.2f}")


if __name__ == "__main__":
    main()
