"""Fit the control variate of the game view: what agents/arena/luck.py holds is the output of this script.

Two players of the house that bid alike and play the cards unequally (heuristic against random-cards) play whole games;
a ridge regression guesses from the cards of a deal by how many points the better one wins. The seed is one that nobody
measures with. Half of the deals fit, the other half tells how well.
"""

from __future__ import annotations

import argparse

import numpy as np

from agents.arena.contest import Contest
from agents.arena.deals import frozen
from agents.arena.ledger import Ledger
from agents.arena.luck import features
from agents.arena.plays import Floats, View
from agents.arena.run import evaluate
from agents.arena.views import game_points

RIDGE = 20.0  # on features of standard deviation 1


def fit(inputs: Floats, target: Floats) -> Floats:
    """Weights (F,) of a ridge regression; the last feature is the constant, which is not shrunk."""
    scale = np.append(inputs[:, :-1].std(axis=0), 1.0)
    inputs = inputs / scale
    penalty = np.append(np.full(inputs.shape[1] - 1, RIDGE), 0.0)
    weights: Floats = np.linalg.solve(inputs.T @ inputs + np.diag(penalty), inputs.T @ target) / scale
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=20_000, help="to fit on and to test (default: %(default)s)")
    parser.add_argument("--mean-deals", type=int, default=400_000, help="for the mean (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1_000_003, help="default: %(default)s")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: %(default)s)")
    args = parser.parse_args()
    contest, ledger = Contest(("heuristic", "random-cards"), args.seed, views=(View.GAME,)), Ledger(2)
    evaluate(contest, ledger, args.deals, jobs=args.jobs)
    target = game_points(ledger.counted(), 2)[0, 1]
    inputs = features(frozen(args.seed, range(args.deals)))
    half = args.deals // 2
    guess = inputs[half:] @ fit(inputs[:half], target[:half])
    follows = np.corrcoef(guess, target[half:])[0, 1]
    print(f"# correlation on deals that it was not fitted on: {follows:.3f}")
    weights = np.round(fit(inputs, target), 4)
    mean = float(np.mean(features(frozen(args.seed + 1, range(args.mean_deals))) @ weights))
    print(f"WEIGHTS: Final = ({', '.join(map(str, weights.tolist()))})")
    print(f"MEAN: Final = {mean:.4f}")


if __name__ == "__main__":
    main()
