"""Two tables that differ only in what one seat has not seen, played on together."""

from __future__ import annotations

from collections import Counter

import numpy as np
from env_tables import mask_of, phase_of
from oracle_rules import is_petit_sec

from tarot_env.actions import CHELEM, GARDE_CONTRE, GARDE_SANS, PASS, Phase
from tarot_env.aec import AGENTS, raw_env
from tarot_env.cards import NAMES
from tarot_env.cardsets import to_ids
from tarot_env.text import table_text


class TwoWorlds:
    """Two tables that differ in two cards which one seat has not seen: they trade places.

    The same is done at both, except that what is hidden from the seat may be done with the other card.
    """

    def __init__(self, viewer: int, hands: list[list[str]], dog: list[str], rng: np.random.Generator) -> None:
        self.viewer, self.rng = AGENTS[viewer], rng
        places = [*hands, dog]
        while True:
            one, other = rng.choice([place for place in range(5) if place != viewer], 2, replace=False)
            card, instead = str(rng.choice(places[one])), str(rng.choice(places[other]))
            swapped = [[{card: instead, instead: card}.get(name, name) for name in cards] for cards in places]
            if not any(map(is_petit_sec, swapped[:4])):
                break
        self.cards = {NAMES.index(name) for name in (card, instead)}
        dealer = int(rng.integers(4))
        self.tables = [raw_env(), raw_env()]
        for table, dealt in zip(self.tables, (places, swapped), strict=True):
            table.reset(seed=0, options={"hands": dealt[:4], "dog": dealt[4], "dealer": dealer})
        self.compared: Counter[tuple[Phase, bool]] = Counter()

    def play(self, cards: int) -> None:
        """Goes on as long as the two cards are hidden, or so many were played, comparing what the seat sees."""
        while self.tables[0]._engine.state.ply[0] < cards:
            self._compare()
            actions = self._choose()
            if actions is None:
                return
            for table, action in zip(self.tables, actions, strict=True):
                if action is not None:
                    table.step(action)
            if self._seen():
                return

    def _compare(self) -> None:
        one, other = self.tables
        if (one._engine.state.surplus[0] > 0) != (other._engine.state.surplus[0] > 0):
            return  # one is about to lay down a poignee, the other has done so: that is seen
        assert one.agent_selection == other.agent_selection
        views = [table.observe(self.viewer) for table in self.tables]
        for part in ("observation", "action_mask"):
            assert np.array_equal(views[0][part], views[1][part]), f"{part} in {phase_of(one).name}"
        assert one.infos == other.infos
        seat = AGENTS.index(self.viewer)
        assert len({table_text(table._engine.observe(seat)) for table in self.tables}) == 1
        self.compared[phase_of(one), one.agent_selection == self.viewer] += 1

    def _choose(self) -> tuple[int | None, int | None] | None:
        """Actions at the two tables, None where one waits; None when nothing goes on that the seat would not see."""
        one, other = self.tables
        masks = [mask_of(table) for table in self.tables]
        phases = [phase_of(table) for table in self.tables]
        if phases[0] != phases[1]:  # a poignee can be shown at one table only
            assert {*phases} <= {Phase.POIGNEE, Phase.PLAY}
            asked = phases.index(Phase.POIGNEE)
            held = self._hold_back(self.tables[asked])
            return (held, None) if asked == 0 else (None, held)
        if phases[0] == Phase.POIGNEE and masks[0][PASS] == 0:
            return self._hold_back(one), self._hold_back(other)
        if phases[0] == Phase.DISCARD and one.agent_selection != self.viewer:
            hidden = [(a, b) for a in self.cards for b in self.cards - {a} if masks[0][a] and masks[1][b]]
            if hidden:
                return hidden[0]
        common = set(np.flatnonzero(masks[0] & masks[1]).tolist()) - self.cards
        if phases[0] == Phase.PLAY and one.agent_selection == self.viewer:
            assert (masks[0] == masks[1]).all()
        if not common:
            return None
        if phases[0] == Phase.AUCTION and len(common) > 3 and self.rng.random() < 0.6:
            common -= {GARDE_SANS, GARDE_CONTRE, CHELEM}  # so that a discard often follows
        action = int(self.rng.choice(sorted(common)))
        return action, action

    def _hold_back(self, table: raw_env) -> int:
        """PASS, or a trump to hold back: one of the two cards first."""
        legal = set(np.flatnonzero(mask_of(table)).tolist())
        return PASS if PASS in legal else min(legal & self.cards or legal)

    def _seen(self) -> bool:
        """Whether one of the two cards lies open, or the deal is over."""
        engines = [table._engine for table in self.tables]
        seat = AGENTS.index(self.viewer)
        return any(e.done[0] or not self.cards <= {*to_ids(e.observe(seat).unseen[0])} for e in engines)
