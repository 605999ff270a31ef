"""What each bid is worth with some hands, and what a player bids with them.

The hand's owner speaks first. The other cards are dealt anew for each deal; the owner makes each bid in turn, the
others bid, and all play, as the player does. Prints a Markdown table of the owner's mean points.

    python benchmarks/example_bids.py --agent best --deals 1000 --seed 7
"""

from __future__ import annotations

import argparse
import sys
from typing import Final

import numpy as np
import numpy.typing as npt

import agents
from agents.agent import Agent
from agents.heuristic.evaluation import chavey
from tarot_env import Engine
from tarot_env.actions import PASS, Phase
from tarot_env.cards import NUM_CARDS, parse_cards
from tarot_env.cardsets import BITS, from_ids
from tarot_env.dealing import petit_sec
from tarot_env.rules import Contract

HANDS: Final = (
    "T11 T8 T5 T3 HQ HJ H9 H4 SN S8 S6 S2 D10 D7 D3 C9 C6 C2",
    "T19 T14 T10 T7 T4 EX SK S9 S5 S2 HQ H8 H3 DN D6 D4 CJ C5",
    "T20 T17 T13 T9 T6 T2 EX SK SQ S7 HK H10 H4 DQ D8 D5 CN C3",
    "T21 T19 T12 T6 T1 EX HK HN H10 H8 H1 DJ D8 CQ CN C7 S6 S4",
    "T21 T20 T17 T15 T12 T9 T5 T1 EX SK SQ SN S8 HK H9 DK DJ C4",
    "T21 T20 T19 T18 T17 T14 T12 T9 T6 T3 T1 EX SK SQ SN SJ HK DK",
)
"""From a hand to pass to one that hardly needs the dog; the fourth is Chavey's own example of a garde."""
BIDS: Final = tuple(Contract)
OWNER: Final = 0
DEALER: Final = 3


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agent", default="best", help="who bids and plays (default: %(default)s)")
    parser.add_argument("--deals", type=int, default=1000, help="for each hand and bid (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    try:
        agent = agents.load(options.agent)
    except ValueError as error:
        sys.exit(f"example_bids.py: {error}")
    names = ["pass" if bid == Contract.NONE else bid.name.lower().replace("_", " ") for bid in BIDS]
    print(f"| hand | count | {' | '.join(names)} | {agent.name} bids |")
    print(f"|---|---:|{'---:|' * len(names)}---|")
    for hand in HANDS:
        tables = dealt(hand, options.deals, options.seed)
        own = int(agent.act(tables.observe(), tables.rng)[0]) - PASS
        means = [mean_points(tables, bid, agent, options.seed) for bid in BIDS]
        shown = [f"**{mean:+.0f}**" if mean == max(means) else f"{mean:+.0f}" for mean in means]
        count = int(chavey(tables.state.hand[:1, OWNER])[0])
        print(f"| {hand} | {count} | {' | '.join(shown)} | {names[own]} |")


def dealt(hand: str, deals: int, seed: int) -> Engine:
    """Tables at which seat 0 holds the hand and speaks first."""
    rng = np.random.default_rng(seed)
    own = parse_cards(hand)
    others = np.setdiff1d(np.arange(NUM_CARDS), own)
    shuffled = rng.permuted(np.tile(others, (deals, 1)), axis=1)
    hands = np.empty((deals, 4, 2), np.uint64)
    hands[:, OWNER] = from_ids(own)
    for seat, start in ((1, 0), (2, 18), (3, 36)):
        hands[:, seat] = _sets(shuffled[:, start : start + 18])
    good = ~petit_sec(hands).any(axis=1)  # with a petit sec the deal would be void
    engine = Engine(int(good.sum()), seed=rng)
    engine.reset(hands=hands[good], dog=_sets(shuffled[good, 54:]), dealer=DEALER)
    return engine


def _sets(cards: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
    """Card ids (N, k) -> sets (N, 2)."""
    sets: npt.NDArray[np.uint64] = np.bitwise_or.reduce(BITS[cards], axis=1)
    return sets


def mean_points(tables: Engine, bid: Contract, agent: Agent, seed: int) -> float:
    """Of the hand's owner, who makes this bid; a later, higher one is not raised again, there is one round."""
    engine, rng = tables.copy(), np.random.default_rng([seed, 1])
    while not engine.done.all():
        actions = agent.act(engine.observe(), rng)
        own = (engine.phase == Phase.AUCTION) & (engine.seat == OWNER)
        engine.step(np.where(own, PASS + bid, actions))
    return float(engine.scores[:, OWNER].mean())


if __name__ == "__main__":
    main()
