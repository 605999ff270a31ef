"""An engine and oracles on the same deals, compared at every decision and at the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np
from oracle import POIGNEE_ACTIONS, Oracle
from random_deals import (
    Deal,
    Policy,
    ambitious,
    hopeless,
    random_deal,
    saving,
    shared_trumps_deal,
    strong_deal,
    uniform,
)

from tarot_env import Engine, Record
from tarot_env.actions import ACTION_NAMES, Phase
from tarot_env.cards import ID_OF
from tarot_env.cardsets import from_ids
from tarot_env.rules import TARGETS, Contract, Rules
from tarot_env.scoring import DEFENCE, TAKER, chelem_by, petit_au_bout, taker_totals

ACTION_ID = {name: action for action, name in enumerate(ACTION_NAMES)}
BIDS = ("PRISE", "GARDE", "GARDE_SANS", "GARDE_CONTRE", "CHELEM")
_BIT = {name: 1 << action for action, name in enumerate(ACTION_NAMES)}
_SIDES = {0: None, TAKER: "taker", DEFENCE: "defence"}
_SIZES = [None, *POIGNEE_ACTIONS.values()]

Choice = Callable[[int, Oracle, list[str]], str]
"""Chooses for a deal, by its number, one of the legal actions."""

# How to deal and how to play, for random deals. Ten or more trumps in one hand bring poignees, chelems and discarded
# trumps, a hopeless taker the chelems of the defence, and trumps shared by two hands the Petit in the last trick.
STYLES: Sequence[tuple[Callable[[random.Random], Deal], Policy]] = (
    (random_deal, uniform),
    (strong_deal, uniform),
    (strong_deal, ambitious),
    (strong_deal, hopeless),
    (shared_trumps_deal, saving),
)


def deal_out(rules: Rules, deals: Sequence[Deal], seed: int = 0) -> Engine:
    """An engine with these deals."""
    engine = Engine(len(deals), rules, seed)
    engine.reset(
        hands=np.array([[from_ids(ID_OF[card] for card in hand) for hand in deal.hands] for deal in deals]),
        dog=np.array([from_ids(ID_OF[card] for card in deal.dog) for deal in deals]),
        dealer=[deal.dealer for deal in deals],
    )
    return engine


class SideBySide:
    """The same deals in an engine, all in one batch, and in one oracle each.

    Raises AssertionError where they differ, with the record of that deal so far.
    """

    def __init__(self, rules: str, deals: Sequence[Deal]) -> None:
        self.rules = rules
        self.deals = deals
        self.engine = deal_out(Rules.named(rules), deals)
        self.oracles = [Oracle(rules, *deal) for deal in deals]
        self.actions: list[list[str]] = [[] for _ in deals]

    def play(self, choose: Choice) -> None:
        """Play to the end. Deals get into different phases, and end at different times."""
        while any(oracle.phase != "DONE" for oracle in self.oracles):
            self.assert_same_decisions()
            self.step(choose)
        self.assert_same_decisions()
        self.assert_same_results()

    def step(self, choose: Choice) -> None:
        """One action in each deal that is not over."""
        chosen = [self._act(number, choose) for number in range(len(self.deals))]
        self.engine.step([ACTION_ID[name] for name in chosen])

    def _act(self, number: int, choose: Choice) -> str:
        oracle = self.oracles[number]
        if oracle.phase == "DONE":
            return "PASS"
        action = choose(number, oracle, sorted(oracle.legal()))
        oracle.step(action)
        self.actions[number].append(action)
        return action

    def assert_same_decisions(self) -> None:
        """Phase, seat to act, legal actions."""
        packed = np.packbits(self.engine.legal_mask(), axis=1, bitorder="little")
        told = zip(self.engine.phase.tolist(), self.engine.seat.tolist(), map(bytes, packed), strict=True)
        for number, (oracle, (phase, seat, legal)) in enumerate(zip(self.oracles, told, strict=True)):
            bits = sum(map(_BIT.__getitem__, oracle.legal()))
            if (Phase(phase).name, seat, int.from_bytes(legal, "little")) != (oracle.phase, oracle.seat, bits):
                engine = (Phase(phase).name, seat, _names(int.from_bytes(legal, "little")))
                self._differ(number, engine, (oracle.phase, oracle.seat, _names(bits)))

    def assert_same_results(self) -> None:
        """Scores, points, bouts, premiums, who won which trick, what was put aside."""
        state = self.engine.state
        halves, bouts = taker_totals(state)
        petit, slam = petit_au_bout(state), chelem_by(state)
        for number, oracle in enumerate(self.oracles):
            result = oracle.result
            assert result is not None
            scores = self.engine.scores[number].tolist()
            if oracle.taker is None:
                if scores != result.scores or state.contract[number] != Contract.NONE:
                    self._differ(number, scores, result.scores)
                continue
            leaders = state.leaders[number].tolist()
            sizes = [_SIZES[size] for size in state.poignee[number].tolist() if size]
            told = {
                "scores": scores,
                "points": int(halves[number]) / 2,
                "bouts": int(bouts[number]),
                "made": bool(halves[number] >= 2 * TARGETS[int(bouts[number])]),
                "petit au bout": _SIDES[int(petit[number])],
                "poignees": sorted(map(str, sizes)),
                "chelem by": _SIDES[int(slam[number])],
                "chelem announced": bool(state.chelem[number]),
                "contract": Contract(state.contract[number]).name,
                "taker": int(state.taker[number]),
                "leaders": leaders[:18],
                "winners": leaders[1:],
                "discard": set(_names_of(state.discard[number])),
            }
            expected = {
                "scores": result.scores,
                "points": result.points,
                "bouts": result.bouts,
                "made": result.made,
                "petit au bout": result.petit_au_bout,
                "poignees": sorted(result.poignees),
                "chelem by": result.chelem_by,
                "chelem announced": oracle.chelem_announced,
                "contract": oracle.contract,
                "taker": oracle.taker,
                "leaders": [trick.leader for trick in oracle.tricks],
                "winners": [trick.winner for trick in oracle.tricks],
                "discard": set(oracle.discard),
            }
            if told != expected:
                differing = [key for key in told if told[key] != expected[key]]
                self._differ(number, [(k, told[k]) for k in differing], [(k, expected[k]) for k in differing])

    def record(self, number: int) -> Record:
        """One deal as far as it was played."""
        deal = self.deals[number]
        return Record(
            self.rules, deal.dealer, [" ".join(h) for h in deal.hands], " ".join(deal.dog), self.actions[number]
        )

    def _differ(self, number: int, engine: object, oracle: object) -> None:
        raise AssertionError(f"engine {engine}\noracle {oracle}\nin {self.record(number).dumps()}")


def _names(bits: int) -> str:
    return " ".join(name for name, bit in _BIT.items() if bits & bit)


def _names_of(cards: np.ndarray) -> list[str]:
    return _names(int(cards[0]) | int(cards[1]) << 56).split()


class RandomPlay:
    """A deal and its play, drawn from a seed. No bid goes beyond one drawn too: else nearly all are garde contre."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        deal, self._policy = self._rng.choice(STYLES)
        self.deal = deal(self._rng)
        self._open_bids = {"PASS", *BIDS[: self._rng.randint(1, len(BIDS))]}

    def choose(self, oracle: Oracle, legal: list[str]) -> str:
        if oracle.phase == "AUCTION":
            legal = [bid for bid in legal if bid in self._open_bids]
        return self._policy(self._rng, oracle, legal)


def play_random_deals(rules: str, seeds: Sequence[int]) -> SideBySide:
    """One deal for each seed, which draws how it is dealt, the deal and the actions."""
    players = [RandomPlay(seed) for seed in seeds]
    both = SideBySide(rules, [player.deal for player in players])
    both.play(lambda number, oracle, legal: players[number].choose(oracle, legal))
    return both
