"""All deals that agree with an observation late in a deal, found one by one from the rules alone.

Every way to give the unseen cards to the hands and the hidden pile is tried: the tricks are taken back card by card,
and the deal agrees if nothing that was done in it broke a rule. Slow and plain, to compare `tarot_env.worlds` with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from oracle_rules import BOUTS, DECK, EXCUSE, is_petit_sec, is_trump, numbered_trumps, playable

from tarot_env.cards import NAMES
from tarot_env.cardsets import Lanes, to_ids
from tarot_env.observation import Observation
from tarot_env.rules import Contract

Cards = frozenset[str]
Deal = tuple[Cards, Cards, Cards, Cards, Cards]
"""What the relative seats 0..3 hold now, and the hidden pile."""


def names(cards: Lanes) -> Cards:
    return frozenset(NAMES[card] for card in to_ids(cards))


class LateView:
    """One observation in the play of the cards, in names."""

    def __init__(self, observation: Observation) -> None:
        assert len(observation) == 1
        self.hand = names(observation.hand[0])
        self.played = [names(cards) for cards in observation.played[0]]
        self.shown = [names(cards) for cards in observation.shown[0]]
        self.dog = names(observation.dog[0])
        self.discard = names(observation.discard[0])
        self.taker = int(observation.taker[0])
        self.has_discard = observation.contract[0] <= Contract.GARDE
        self.cards = [NAMES[card] for card in observation.history[0, : observation.ply[0]]]
        self.leaders = [int(seat) for seat in observation.leaders[0]]

    def sizes(self) -> list[int]:
        """Unseen cards in the hands of seats 1, 2, 3 and in the pile."""
        hidden = 0 if self.has_discard and self.taker == 0 else 6
        if self.has_discard and self.taker != 0:
            hidden -= len(self.discard)
        return [18 - len(self.played[seat]) for seat in (1, 2, 3)] + [hidden]

    def unseen(self) -> list[str]:
        seen = self.hand.union(self.discard, *self.played)
        return [card for card in DECK if card not in seen]

    def candidates(self) -> Iterator[Deal]:
        for first, second, third, pile in _splits(self.unseen(), self.sizes()):
            yield self.hand, first, second, third, pile

    def agreeing(self) -> set[Deal]:
        return {deal for deal in self.candidates() if self._agrees(deal)}

    def _agrees(self, deal: Deal) -> bool:
        tests = (self._discard_is_legal, self._poignees_are_true, self._play_is_legal, self._is_valid)
        return all(test(deal) for test in tests)

    def _discard_of(self, deal: Deal) -> Cards:
        return self.discard | deal[4] if self.has_discard else frozenset()

    def _discard_is_legal(self, deal: Deal) -> bool:
        """S0: no kings, no bouts, trumps only once all else is gone, and shown."""
        if not self.has_discard:
            return True
        discard, hand = self._discard_of(deal), deal[self.taker] | self.played[self.taker]
        trumps = frozenset(numbered_trumps(discard))
        if trumps - self.discard or not self.dog <= hand | discard:
            return False
        if any(card in BOUTS or (card[0] in "SHDC" and card[1] == "K") for card in discard):
            return False
        return not trumps or all(is_trump(card) or card == EXCUSE or card[1] == "K" for card in hand)

    def _poignees_are_true(self, deal: Deal) -> bool:
        """S0: what is shown is there, and the Excuse among it says that there is no other trump."""
        for seat, shown in enumerate(self.shown):
            had = deal[seat] | self.played[seat] | (self._discard_of(deal) if seat == self.taker else frozenset())
            if not shown <= had or (EXCUSE in shown and set(numbered_trumps(had)) - shown):
                return False
        return True

    def _play_is_legal(self, deal: Deal) -> bool:
        hands = [set(hand) for hand in deal[:4]]
        for ply in reversed(range(len(self.cards))):
            first = ply - ply % 4
            seat = (self.leaders[ply // 4] + ply % 4) % 4
            hands[seat].add(self.cards[ply])
            if self.cards[ply] not in playable(hands[seat], self.cards[first:ply]):
                return False
        return True

    def _is_valid(self, deal: Deal) -> bool:
        """S0: a petit sec would have voided the deal."""
        dealt = [deal[seat] | self.played[seat] for seat in range(4)]
        if self.has_discard:
            dealt[self.taker] = (dealt[self.taker] | self._discard_of(deal)) - self.dog
        return not any(map(is_petit_sec, dealt))


def _splits(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[list[Cards]]:
    """All ways to split cards into sets of these sizes."""
    if not sizes:
        yield []
        return
    for chosen in combinations(cards, sizes[0]):
        first = frozenset(chosen)
        for rest in _splits([card for card in cards if card not in first], sizes[1:]):
            yield [first, *rest]
