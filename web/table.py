"""A match in progress: the deals played, the deal on the table, and the totals. No file, no network, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Self

import numpy as np

from tarot_env import Engine, Observation, Record, Rules
from tarot_env.actions import Phase
from tarot_env.explain import IllegalAction
from tarot_env.match import Match
from tarot_env.record import Recorder
from web.setup import HUMAN, Setup


class Table:
    """One person and three opponents.

    Args:
        setup: of the match.
        records: what was played of it before, deal by deal, the last one perhaps unfinished; a new deal if there is
            none. A record without actions is a deal to be played as it lies.

    Attributes:
        match: totals of the deals that are over. Four passes end a deal of no points, which does not count unless there
            is no other to come.
        past: records of the deals before this one.
        turns: how often the person has acted in this deal.
        voided: whether a petit sec voided a deal before the one on the table, so that the next dealer deals; not known
            of the first deal.

    Raises:
        RecordError: a record breaks the rules.
    """

    def __init__(self, setup: Setup, records: Sequence[Record] = ()) -> None:
        self.setup = setup
        self.rules = Rules.named(setup.rules)
        self.match = Match(target=setup.target, deals=setup.deals)
        self.past: list[Record] = []
        self._dealer: int | None = None
        if not records:
            self._deal()
        for number, record in enumerate(records, start=1):
            self._lay_out(record)
            if number < len(records):
                self.past.append(self.record())

    @property
    def engine(self) -> Engine:
        """The deal on the table, a batch of one."""
        return self._recorder.engine

    @property
    def number(self) -> int:
        """Of the deal on the table, 1 for the first."""
        return len(self.past) + 1

    @property
    def seat(self) -> int:
        """Whose turn it is, -1 when the deal is over."""
        return int(self.engine.seat[0])

    @property
    def phase(self) -> Phase:
        """Of the deal on the table."""
        return Phase(self.engine.phase[0])

    @property
    def over(self) -> bool:
        """Whether the deal on the table is over."""
        return self.phase == Phase.DONE

    @property
    def passed_out(self) -> bool:
        """Whether it ended with four passes."""
        return self.over and int(self.engine.state.taker[0]) < 0

    def view(self) -> Observation:
        """What the person may know."""
        return self.engine.observe(HUMAN)

    def record(self) -> Record:
        """The deal on the table as it stands."""
        players = ["human", *self.setup.agents]
        return self._recorder.record(match=self.setup.as_json(), number=self.number, agents=players)

    def records(self, after: int = 0) -> list[Record]:
        """All deals but so many at the start, the one on the table last."""
        return [*self.past[after:], self.record()]

    def finished(self) -> list[Record]:
        """The deals that hide nothing any more."""
        return self.records() if self.over else list(self.past)

    def to_keep(self) -> list[Record]:
        """The finished deals as they are given away: without the seed of the match while it goes on."""
        if self.match.over:
            return self.finished()
        told = {"match": self.setup.as_told()}
        return [replace(record, extra=record.extra | told) for record in self.finished()]

    def rng(self) -> np.random.Generator:
        """For the decision to be taken now. The same after a restart, since it follows from the seed and the place."""
        place = 1 + len(self._recorder.actions[0])  # with a 0 here it would be the stream that dealt the cards
        return np.random.default_rng((self.setup.seed, self.number, place))

    def copy(self) -> Self:
        """The same table, to be played on apart."""
        twin = copy(self)
        twin.match, twin.past, twin._recorder = copy(self.match), list(self.past), copy(self._recorder)
        twin._recorder.engine = self.engine.copy()
        twin._recorder.actions = [list(actions) for actions in self._recorder.actions]
        return twin

    def act(self, actions: Sequence[int]) -> None:
        """Actions of the seat to act, one after the other.

        Raises:
            IllegalAction: one of them is not legal, or no longer this seat's to take; those before it have been taken.
        """
        seat = self.seat
        for action in actions:
            if self.over or self.seat != seat:
                raise IllegalAction(0, seat, self.phase, action, "it is no longer this seat's turn")
            self._step(action)

    def next_deal(self) -> None:
        """Deal again, the seat after the dealer dealing.

        Raises:
            ValueError: the deal is not over, or the match is.
        """
        if not self.over:
            raise ValueError("the deal is not over")
        if self.match.over:
            raise ValueError("the match is over")
        self.past.append(self.record())
        self._deal()

    def _step(self, action: int) -> None:
        self.turns += self.seat == HUMAN
        self._recorder.step([action])
        if self.over:
            self._count()

    def _count(self) -> None:
        dealer = int(self.engine.state.dealer[0])
        self._dealer = (dealer + 1) % 4
        if self.setup.replayed or not self.passed_out:
            self.match.add([int(score) for score in self.engine.scores[0]], dealer)

    def _deal(self) -> None:
        self._recorder = Recorder(Engine(1, self.rules, np.random.default_rng((self.setup.seed, self.number))))
        if self._dealer is not None:
            self._recorder.reset(dealer=self._dealer)
        self._begin()

    def _begin(self) -> None:
        self.turns = 0
        self.voided = self._dealer not in (None, int(self.engine.state.dealer[0]))

    def _lay_out(self, record: Record) -> None:
        """Put a recorded deal on the table and play it as far as it goes."""
        record.replay()
        hands, dog = record.cards()
        cards: dict[str, Any] = {"hands": hands[None], "dog": dog[None], "dealer": record.dealer}
        self._recorder = Recorder(Engine(1, self.rules, seed=0))  # nothing is drawn: the cards are given
        self._recorder.reset(**cards)
        self._begin()
        for action in record.action_ids():
            self._step(action)


def all_passed(actions: Sequence[str]) -> bool:
    """Whether a deal that is over ended with four passes."""
    return set(actions) == {"PASS"}


def ordinal(before: Iterable[Sequence[str]]) -> int:
    """The number of a deal, given the actions of those before it: one that is passed out leaves its own to the next."""
    return 1 + sum(not all_passed(actions) for actions in before)
