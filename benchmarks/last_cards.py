"""What a player gains over another with the last cards of a deal, from how many left.

The heuristic decides until so many cards are left in each hand. From there, on the same deals, the first player sits as
taker against the second and then the other way round, as in the cards view of evaluate.py. What happened before is the
same for both and drops out, so that a few hundred deals show what thousands of whole ones would not.

    python benchmarks/last_cards.py pimc:worlds=20,cards=6 mc:worlds=20 --cards 6 --deals 400
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np
import numpy.typing as npt

from agents import Agent, is_cheat, load
from agents.arena.plays import Plays, View
from tarot_env import Engine, Rules
from tarot_env.actions import Phase


def endings(num_deals: int, cards: int, seed: int) -> Engine:
    """Deals with so many cards left in each hand; those that were passed out are left away."""
    engine, rng, heuristic = Engine(num_deals, seed=seed), np.random.default_rng(seed), load("heuristic")
    while (early := ~engine.done & ((engine.phase < Phase.PLAY) | (engine.state.ply < 4 * (18 - cards)))).any():
        engine.step(heuristic.act(engine.observe(), rng), where=early)
    return engine.take(np.flatnonzero(engine.phase == Phase.PLAY))


def taker_wins(engine: Engine, taker: Agent, defence: Agent, seed: int) -> npt.NDArray[np.float64]:
    """Points of each defender, before the multiplier, that go to the taker: (N,)."""
    engine, rng = engine.copy(), np.random.default_rng(seed)
    while not engine.done.all():
        actions = np.zeros(len(engine), np.int64)
        takes = engine.seat == engine.state.taker
        for player, rows in ((taker, ~engine.done & takes), (defence, ~engine.done & ~takes)):
            chosen = np.flatnonzero(rows)
            if chosen.size:
                actions[chosen] = player.act(engine.take(chosen).observe(), rng)
        engine.step(actions)
    nobody, all_of_them = np.zeros((len(engine), 4), np.int8), np.ones(len(engine), np.bool_)
    return Plays.of(engine, View.CARDS, np.arange(len(engine)), nobody, all_of_them).card_points(Rules.official())


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs=2, help="the second one is what the first is compared with")
    parser.add_argument("--cards", type=int, default=6, help="left in each hand (default: %(default)s)")
    parser.add_argument("--deals", type=int, default=400, help="to play (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the deals and all draws (default: %(default)s)")
    args = parser.parse_args()
    try:
        one, other = (load(spec) for spec in args.players)
        if is_cheat(one) or is_cheat(other):
            raise ValueError("a cheat sees all cards: here all players get views")
    except ValueError as error:
        print(f"last_cards.py: {error}", file=sys.stderr)
        return 2
    engine, start = endings(args.deals, args.cards, args.seed), time.process_time()
    gains = taker_wins(engine, one, other, args.seed) - taker_wins(engine, other, one, args.seed)
    interval = 1.96 * gains.std(ddof=1) / np.sqrt(len(gains))
    print(f"{one.name} over {other.name}, {args.cards} cards left, {len(gains)} deals:")
    print(f"{gains.mean():+.2f} ± {interval:.2f} points, both roles; {time.process_time() - start:.0f} CPU-seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
