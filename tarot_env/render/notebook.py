"""What a notebook shows: a set of cards, an observation, a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from html import escape
from typing import Self

from tarot_env.cards import ID_OF, NAMES, format_cards, parse_cards
from tarot_env.cardsets import Lanes, from_ids, to_ids
from tarot_env.observation import Observation
from tarot_env.record import Record, RecordError
from tarot_env.render.hands import diagram_svg, hand_svg
from tarot_env.render.scene import sorted_cards
from tarot_env.render.style import PLAIN
from tarot_env.render.table import table_svg
from tarot_env.render.terms import CONTRACTS, term


class Cards(Set[str]):
    """A set of cards by name, which a notebook draws as a hand.

    ``Cards("SK T21 EX")`` reads names separated by spaces, `Cards.of` a card set of an observation. It can be counted,
    searched, compared and combined (``|``, ``&``, ``-``) like any set, and goes through its cards as a hand is held.

    Raises:
        ValueError: an unknown card, or one given twice.
    """

    __slots__ = ("ids",)

    def __init__(self, cards: str | Iterable[str] = "") -> None:
        self.ids: tuple[int, ...] = tuple(
            sorted_cards(parse_cards(cards if isinstance(cards, str) else " ".join(cards)))
        )

    @classmethod
    def of(cls, lanes: Lanes) -> Self:
        """From a card set, uint64 (2,), for example ``observation.hand[0]``."""
        return cls(format_cards(to_ids(lanes)))

    @property
    def lanes(self) -> Lanes:
        """As a card set, uint64 (2,)."""
        return from_ids(self.ids)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, str) and ID_OF.get(card, -1) in self.ids

    def __iter__(self) -> Iterator[str]:
        return (NAMES[card] for card in self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __hash__(self) -> int:
        return self._hash()

    def __str__(self) -> str:
        return format_cards(self.ids)

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"

    def _repr_svg_(self) -> str:
        return hand_svg(self.ids)


def observation_html(observation: Observation) -> str:
    """The table, where there is one; how many there are otherwise."""
    if len(observation) == 1:
        return table_svg(observation)
    return f"<p>{len(observation)} observations; <code>take([i])</code> draws one of them</p>"


def record_html(record: Record) -> str:
    """The deal, who played what, the scores; and what is wrong with a record that cannot be replayed."""
    hands, dog = record.cards()
    try:
        replay = record.replay()
    except RecordError as error:
        notes, text = [""] * 5, str(error)
    else:
        state = replay.engine.state
        taker, contract = int(state.taker[0]), int(state.contract[0])
        notes = [
            ", ".join(
                [CONTRACTS[PLAIN.lang][contract]] * (contract > 0 and seat == taker)
                + [term("dealer", PLAIN.lang)] * (seat == record.dealer)
                + [f"{replay.scores[seat]:+d}"] * (replay.phase == "DONE")
            )
            for seat in range(4)
        ] + [""]
        text = f"{record.rules} rules, {len(record.actions)} actions, {replay.phase}"
    drawing = diagram_svg([to_ids(hand) for hand in hands], to_ids(dog), notes)
    return f"<div>{drawing}<p>{escape(text)}</p></div>"
