"""Plain minimax over the play of the cards, written from the rules and not from the solver: slow, and plain to read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from agents.solver import Position
from tarot_env.cards import EXCUSE, PETIT, SUIT, TRUMP_21, TRUMP_SUIT, VALUE
from tarot_env.cardsets import to_ids
from tarot_env.rules import Rules


@dataclass(frozen=True)
class Table:
    """What changes while the cards are played."""

    hands: tuple[frozenset[int], ...]
    leader: int
    trick: tuple[int, ...]
    points: int  # half points of the taker's side
    bouts: int
    won: tuple[int, int]  # tricks of the taker, of the defence
    petit_before: bool

    @classmethod
    def of(cls, position: Position) -> Table:
        return cls(
            hands=tuple(frozenset(to_ids(hand)) for hand in position.hands),
            leader=position.leader,
            trick=position.trick,
            points=position.points,
            bouts=position.bouts,
            won=position.tricks,
            petit_before=position.petit_in_last_trick,
        )

    @property
    def seat(self) -> int:
        return (self.leader + len(self.trick)) % 4


def minimax(position: Position, table: Table | None = None) -> int:
    """The taker's score against each defender, trying every card of every hand."""
    table = table or Table.of(position)
    if len(table.trick) == 4:
        return score(position, table) if not any(table.hands) else minimax(position, take_trick(position, table))
    values = [minimax(position, play(table, card)) for card in playable(table.hands[table.seat], table.trick)]
    return max(values) if table.seat == position.taker else min(values)


def play(table: Table, card: int) -> Table:
    hands = tuple(hand - {card} for hand in table.hands)
    return replace(table, hands=hands, trick=(*table.trick, card))


def playable(hand: frozenset[int], trick: tuple[int, ...]) -> set[int]:
    asked = next((SUIT[card] for card in trick if card != EXCUSE), None)
    if asked is None:
        return set(hand)
    excuse = hand & {EXCUSE}
    follow = {card for card in hand if SUIT[card] == asked}
    if follow and asked != TRUMP_SUIT:
        return follow | excuse
    trumps = {card for card in hand if SUIT[card] == TRUMP_SUIT}
    if not trumps:
        return set(hand)
    highest = max((card for card in trick if SUIT[card] == TRUMP_SUIT), default=0)
    return ({card for card in trumps if card > highest} or trumps) | excuse


def winner_of(leader: int, trick: tuple[int, ...]) -> int:
    """The seat of the highest trump, else of the highest card of the suit asked for."""
    asked = next(SUIT[card] for card in trick if card != EXCUSE)

    def strength(place: int) -> int:
        card = trick[place]
        return 100 + card if SUIT[card] == TRUMP_SUIT else 1 + card if SUIT[card] == asked else 0

    return (leader + max(range(4), key=strength)) % 4


def take_trick(position: Position, table: Table) -> Table:
    """A full trick that is not the last: the Excuse keeps its side, which owes half a point for it."""
    winner = winner_of(table.leader, table.trick)
    taker_won = winner == position.taker
    points = sum(int(VALUE[card]) for card in table.trick if card != EXCUSE) if taker_won else 0
    bouts = len({PETIT, TRUMP_21} & set(table.trick)) if taker_won else 0
    if EXCUSE in table.trick:
        points += taker_won
        if (table.leader + table.trick.index(EXCUSE)) % 4 == position.taker:
            points += 8
            bouts += 1
    return replace(
        table,
        leader=winner,
        trick=(),
        points=table.points + points,
        bouts=table.bouts + bouts,
        won=(table.won[0] + taker_won, table.won[1] + (not taker_won)),
        petit_before=PETIT in table.trick,
    )


def score(position: Position, table: Table) -> int:
    """The end of a deal whose last trick lies on the table."""
    rules, trick = position.rules, table.trick
    crowned = table.won[1] == 0 and table.leader == position.taker and trick[0] == EXCUSE
    taker_won = crowned or winner_of(table.leader, trick) == position.taker
    points, bouts = table.points, table.bouts
    if taker_won:
        points += sum(int(VALUE[card]) for card in trick if card != EXCUSE)
        bouts += len({PETIT, TRUMP_21} & set(trick))
    if EXCUSE in trick:
        of_taker = (table.leader + trick.index(EXCUSE)) % 4 == position.taker
        if taker_won:
            points, bouts = points + 9, bouts + 1
        elif not of_taker and rules.excuse_in_last_trick == "taker":
            points, bouts = points + 8, bouts + 1
    petit = 0
    if PETIT in trick:
        petit = 1 if taker_won else -1
    elif crowned and table.petit_before:
        petit = 1
    assert points % 2 == 0
    over = points // 2 - (56, 51, 41, 36)[bouts]
    chelem = None
    if table.won[not taker_won] == 17:
        chelem = "taker" if taker_won else "defence"
    return total(rules, position, over, petit, chelem)


def total(rules: Rules, position: Position, over: int, petit: int, chelem: str | None) -> int:
    multiplier = (0, 1, 2, 4, 6)[position.contract]
    sign = 1 if over >= 0 else -1
    if rules.name == "casual":
        return multiplier * (sign * 25 + over) + 10 * petit
    result = multiplier * (sign * 25 + over + 10 * petit) + sign * position.poignees
    if position.chelem_announced:
        result += 400 if chelem == "taker" else -200
    elif chelem == "taker":
        result += 200
    if chelem == "defence":
        result -= 200
    return result
