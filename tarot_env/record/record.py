"""One deal as text: what was dealt, what was done, what it came to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self

from tarot_env.actions import ACTION_NAMES, Phase, parse_action
from tarot_env.cards import format_cards, parse_cards
from tarot_env.cardsets import Lanes, empty, from_ids, to_ids
from tarot_env.dealing import deal_fault
from tarot_env.engine import Engine
from tarot_env.explain import IllegalAction
from tarot_env.record.fields import KEYS, RecordError, read_fields
from tarot_env.rules import Rules
from tarot_env.scoring import taker_totals


@dataclass(frozen=True, slots=True)
class Record:
    """One deal, finished or not. Making one checks all but the play and the scores, which `replay` checks. It names its
    rules, so that only deals by a preset have one, ``"official"`` or ``"casual"`` with any `all_pass`; deals by custom
    rules have none.

    >>> hands = [format_cards(range(18 * seat, 18 * seat + 18)) for seat in range(4)]
    >>> hands[3]
    'CQ CK EX T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15'
    >>> deal = Record("official", 3, hands, "T16 T17 T18 T19 T20 T21", ["PASS", "PASS", "PASS", "GARDE"])
    >>> replay = deal.replay()
    >>> replay.phase, replay.to_act, replay.legal
    ('DISCARD', 3, ['CQ'])
    >>> Record.loads(deal.dumps()) == deal
    True
    >>> replace(deal, actions=[*deal.actions, "CK"]).replay()
    Traceback (most recent call last):
    tarot_env.record.fields.RecordError: action 5: seat 3, DISCARD: CK is a king, which cannot be put aside

    Raises:
        RecordError: unknown rules, cards that are no deal, an unknown action.
    """

    rules: str
    """``"official"`` or ``"casual"``. Four passes end a recorded deal: what is dealt next is another record."""

    dealer: int
    hands: list[str]
    """The four hands as dealt, 18 cards each, seat 0 first."""

    dog: str
    actions: list[str]
    """Action names in order, whoever acts."""

    scores: list[int] | None = None
    """Points of each seat; None leaves them out."""

    extra: dict[str, Any] = field(default_factory=dict)
    """Whatever else is known of the deal (source, note, agents, seed), by key; kept in order."""

    @property
    def agents(self) -> list[str] | None:
        """Who sat in each seat, where `extra` names all four under ``"agents"``."""
        names = self.extra.get("agents")
        if isinstance(names, list) and len(names) == 4 and all(isinstance(name, str) for name in names):
            return names
        return None

    def __post_init__(self) -> None:
        try:
            Rules.named(self.rules)
        except ValueError as error:
            raise RecordError(str(error)) from None
        if self.dealer not in range(4):
            raise RecordError(f"the dealer is a seat 0..3, not {self.dealer}")
        self.cards()
        self.action_ids()
        if known := KEYS & self.extra.keys():
            raise RecordError(f"extra holds a key that the record has itself: {', '.join(sorted(known))}")

    @classmethod
    def loads(cls, line: str) -> Self:
        """Read one record.

        Raises:
            RecordError: not JSON, or cut short; a key is missing; a value is not what it should be.
        """
        known, extra = read_fields(line)
        return cls(**known, extra=extra)

    @classmethod
    def of(cls, engine: Engine, deal: int, actions: Iterable[int], **extra: Any) -> Self:
        """The record of one deal of an engine, over or not, from the action ids that led to where it stands.

        Raises:
            RecordError: the engine plays neither of the two presets, so that a name cannot say what.
        """
        if engine.rules.name == "custom":
            raise RecordError(
                "a record is of a deal by official or casual rules (all_pass is free), not by custom ones"
            )
        state = engine.state
        return cls(
            rules=engine.rules.name,
            dealer=int(state.dealer[deal]),
            hands=[format_cards(to_ids(hand)) for hand in state.dealt[deal]],
            dog=format_cards(to_ids(state.dog[deal])),
            actions=[ACTION_NAMES[action] for action in actions],
            scores=state.scores[deal].tolist() if engine.done[deal] else None,
            extra=extra,
        )

    def dumps(self) -> str:
        """The record as one line, in ASCII so that every reader agrees on where it ends; unknown keys come last."""
        known: dict[str, Any] = {
            "rules": self.rules,
            "dealer": self.dealer,
            "hands": self.hands,
            "dog": self.dog,
            "actions": self.actions,
        }
        if self.scores is not None:
            known["scores"] = self.scores
        return json.dumps(known | self.extra, allow_nan=False)

    def _repr_html_(self) -> str:
        """Notebooks draw the deal; imported here, since a drawing is made of a record."""
        from tarot_env.render.notebook import record_html

        return record_html(self)

    def cards(self) -> tuple[Lanes, Lanes]:
        """What was dealt: hands (4, 2) and dog (2,), uint64 card sets.

        Raises:
            RecordError: an unknown card, a card twice, a hand without 18 cards, a petit sec.
        """
        hands = empty(4)
        if len(self.hands) != 4:
            raise RecordError(f"there are four hands, not {len(self.hands)}")
        for seat, text in enumerate(self.hands):
            hands[seat] = _card_set(text, f"hand of seat {seat}")
        dog = _card_set(self.dog, "dog")
        if fault := deal_fault(hands, dog):
            raise RecordError(fault)
        return hands, dog

    def action_ids(self) -> list[int]:
        """The actions by id.

        Raises:
            RecordError: an unknown action.
        """
        ids = []
        for number, name in enumerate(self.actions, start=1):
            try:
                ids.append(parse_action(name))
            except ValueError as error:
                raise RecordError(str(error), number) from None
        return ids

    def positions(self) -> Iterator[Engine]:
        """The deal before each action and after the last, as a batch of one.

        It is the same engine each time, moved on: copy what is to be kept.

        Raises:
            RecordError: an action breaks a rule or comes after the end.
        """
        hands, dog = self.cards()
        engine = Engine(1, replace(Rules.named(self.rules), all_pass="end"), seed=0)  # nothing is drawn from the seed
        engine.reset(hands=hands[None], dog=dog[None], dealer=self.dealer)
        for number, action in enumerate(self.action_ids(), start=1):
            yield engine
            if engine.done[0]:
                raise RecordError(f"{ACTION_NAMES[action]} comes after the end of the deal", number)
            try:
                engine.step([action])
            except IllegalAction as error:
                raise RecordError(f"seat {error.seat}, {error.phase.name}: {error.rule}", number) from None
        yield engine

    def replay(self) -> Replay:
        """Play the deal as recorded.

        Raises:
            RecordError: an action breaks a rule or comes after the end; the scores disagree.
        """
        *_, end = self.positions()
        replay = Replay(end)
        if self.scores is not None and self.scores != replay.scores:
            why = "" if end.done[0] else ": the deal is not over"
            raise RecordError(f"the scores are {replay.scores}, the record says {self.scores}{why}")
        return replay


@dataclass(frozen=True, slots=True)
class Replay:
    """Where a record leads."""

    engine: Engine
    """A batch of one after the last action."""

    @property
    def scores(self) -> list[int]:
        """Points of each seat, zeros until the deal is over."""
        return [int(score) for score in self.engine.scores[0]]

    @property
    def points(self) -> int:
        """Of the taker's side: its tricks so far, and its discard or the dog of a garde sans. 0 before the play."""
        return int(taker_totals(self.engine.state)[0][0]) // 2 if self._played else 0

    @property
    def bouts(self) -> int:
        """Of the taker's side, counted like `points`."""
        return int(taker_totals(self.engine.state)[1][0]) if self._played else 0

    @property
    def phase(self) -> str:
        """Name of the phase: AUCTION, DISCARD, CHELEM, POIGNEE, PLAY or DONE."""
        return Phase(self.engine.phase[0]).name

    @property
    def to_act(self) -> int:
        """The seat whose turn it is, -1 when the deal is over."""
        return int(self.engine.seat[0])

    @property
    def legal(self) -> list[str]:
        """Names of the actions open to that seat; none when the deal is over."""
        return [ACTION_NAMES[action] for action in to_ids(self.engine.state.legal[0])]

    @property
    def _played(self) -> bool:
        """Whether the first trick was begun: only then do the points tell what the taker has."""
        return bool(self.engine.state.ply[0] > 0)


def _card_set(text: str, place: str) -> Lanes:
    try:
        return from_ids(parse_cards(text))
    except ValueError as error:
        raise RecordError(f"{place}: {error}") from None
