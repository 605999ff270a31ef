"""Why an action is not legal, in one line."""

from __future__ import annotations

from tarot_env import cardsets
from tarot_env.actions import ACTION_NAMES, CHELEM, GARDE_CONTRE, NUM_ACTIONS, POIGNEE_SIMPLE, PRISE, Phase
from tarot_env.cards import BOUTS, EXCUSE, KINGS, NAMES, NO_SUIT, NUM_CARDS, SUIT, SUIT_NAMES, TRUMP_SUIT
from tarot_env.observation import Observation
from tarot_env.play import TRUMP_STRENGTH
from tarot_env.rules import POIGNEE_SIZES, Contract


class IllegalAction(ValueError):
    """An action that the rules forbid, and the rule.

    Attributes:
        deal: which deal of the batch; seat: who would act, absolute; phase; action: its id; rule: what forbids it.
    """

    def __init__(self, deal: int, seat: int, phase: Phase, action: int, rule: str) -> None:
        super().__init__(f"deal {deal}, seat {seat}, {phase.name}: {rule}")
        self.deal = deal
        self.seat = seat
        self.phase = phase
        self.action = action
        self.rule = rule

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[int, int, Phase, int, str]]:
        return type(self), (self.deal, self.seat, self.phase, self.action, self.rule)


def why_illegal(observation: Observation, action: int) -> str:
    """The rule that forbids an action to the seat that looks, at its turn.

    Args:
        observation: of one table (N = 1), by the seat to act.
        action: one that is not legal there.
    """
    if not 0 <= action < NUM_ACTIONS:
        return f"{action} is no action: actions are 0..{NUM_ACTIONS - 1}"
    phase = Phase(observation.phase[0])
    name = ACTION_NAMES[action]
    if phase == Phase.AUCTION:
        return _why_no_bid(observation, action)
    if phase == Phase.CHELEM:
        return f"{name} is no answer here: the taker says CHELEM or PASS"
    if phase == Phase.POIGNEE:
        return _why_not_shown(observation, action)
    if action >= NUM_CARDS:
        return f"{name} is no card: one is to be {'put aside' if phase == Phase.DISCARD else 'played'}"
    if action not in cardsets.to_ids(observation.hand[0]):
        return f"{name} is not in the hand: it holds {_names(cardsets.to_ids(observation.hand[0]))}"
    return _why_not_discarded(observation, action) if phase == Phase.DISCARD else _why_not_played(observation, action)


def _names(cards: list[int]) -> str:
    return ", ".join(NAMES[card] for card in cards)


def _why_no_bid(observation: Observation, action: int) -> str:
    name = ACTION_NAMES[action]
    highest = Contract(observation.contract[0])
    if action == CHELEM and not observation.rules.chelem:
        return f"CHELEM is no bid: the {observation.rules.name} rules know no chelem"
    if action == CHELEM:
        return f"CHELEM is bid as a garde contre, which does not overcall {highest.name}"
    if PRISE <= action <= GARDE_CONTRE:
        return f"{name} does not overcall {highest.name}"
    return f"{name} is no bid: say PASS or a contract"


def _why_not_shown(observation: Observation, action: int) -> str:
    name, surplus = ACTION_NAMES[action], int(observation.surplus[0])
    if surplus > 0:
        return f"{name} cannot be held back: {surplus} of {_names(cardsets.to_ids(observation.legal[0]))} must be"
    if action < POIGNEE_SIMPLE:
        return f"{name} is no answer here: show a poignee or say PASS"
    trumps = int(observation.hand[0, 1])  # trumps put aside count too, but who has those can show every size
    number = (trumps & int(cardsets.TRUMP_MASK)).bit_count()
    has = f"{number} and the Excuse" if trumps & int(cardsets.EXCUSE_BIT) else f"{number}"
    size = POIGNEE_SIZES[action - POIGNEE_SIMPLE]
    return f"{name} takes {size} trumps, or {size - 1} and the Excuse: the seat has {has}"


def _why_not_discarded(observation: Observation, action: int) -> str:
    name = NAMES[action]
    if action in KINGS:
        return f"{name} is a king, which cannot be put aside"
    if action in BOUTS:
        return f"{name} is a bout, which cannot be put aside"
    ordinary = _names(cardsets.to_ids(observation.legal[0]))
    return f"{name} is a trump, put aside only when nothing else can be: the seat holds {ordinary}"


def _why_not_played(observation: Observation, action: int) -> str:
    """The hand holds the card, but must follow, trump or overtrump."""
    name, suit, led = NAMES[action], int(SUIT[action]), int(observation.led[0])
    must = [card for card in cardsets.to_ids(observation.legal[0]) if card != EXCUSE]
    highest = int(observation.best[0]) - TRUMP_STRENGTH
    assert led != NO_SUIT, "any card can be led"
    if SUIT[must[0]] == led != TRUMP_SUIT:
        return f"{name} does not follow {SUIT_NAMES[led]}: the seat holds {_names(must)}"
    if suit == TRUMP_SUIT:
        return f"{name} does not overtrump T{highest}: the seat holds {_names(must)}"
    because = "trumps are asked for and the seat" if led == TRUMP_SUIT else f"the seat has no {SUIT_NAMES[led]} and"
    return f"{name} is no trump: {because} holds {_names(must)}"
