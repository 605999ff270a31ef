"""What there is to see at a table: an `Observation` in words and cards, before anything has a place.

A scene is made from what one seat knows and nothing else, so a drawing of it cannot show more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tarot_env.actions import Phase
from tarot_env.cards import CARDS_PER_SUIT, EXCUSE, NUM_CARDS, TRUMP_SUIT
from tarot_env.cardsets import Lanes, to_ids
from tarot_env.dealing import DOG_SIZE, HAND_SIZE
from tarot_env.observation import Observation
from tarot_env.play import NUM_TRICKS
from tarot_env.render.style import Lang
from tarot_env.render.terms import CONTRACTS, POIGNEES, SEATS, labelled, points_text, term
from tarot_env.rules import TARGETS, Contract
from tarot_env.state import NO_CARD, NOT_SPOKEN
from tarot_env.tally import tally

Play = tuple[int, int]
"""A seat, relative, and the card that it played."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat as the others see it."""

    name: str
    said: str  # its bid, a poignee that it showed, or its score when the deal is over
    dealer: bool
    taker: bool
    turn: bool
    cards: tuple[int | None, ...]  # in its hand, None for a card that is not known


@dataclass(frozen=True, slots=True)
class Scene:
    """A table as seat 0 sees it; seats are relative as in an observation."""

    heading: str  # the contract and who plays it
    status: str  # where the deal stands
    sides: tuple[str, ...]  # what the taker's side and the defence have won
    players: tuple[Player, Player, Player, Player]
    playable: frozenset[int] | None  # cards that seat 0 may choose now, None when it chooses no card
    trick: tuple[Play, ...]  # in the order of play
    winning: int  # seat of the trick's best card, -1 for none
    before: tuple[Play, ...]  # the last trick that is complete
    dog: tuple[int | None, ...]  # while it lies on the table
    discard: tuple[int, ...]  # as far as it is known
    words: tuple[str, str, str]  # titles of the last trick, the dog and the discard


def sorted_cards(cards: Sequence[int]) -> list[int]:
    """Cards as a hand is held: suit by suit, highest first, black and red in turn, then trumps, then the Excuse."""
    suit_place = (0, 1, 3, 2, 4)  # spades, hearts, clubs, diamonds, trumps

    def place(card: int) -> tuple[int, int]:
        if card == EXCUSE:
            return len(suit_place), 0
        return suit_place[card // CARDS_PER_SUIT if card < EXCUSE else TRUMP_SUIT], -card

    return sorted(cards, key=place)


def scene_of(
    observation: Observation,
    lang: Lang,
    names: Sequence[str] | None = None,
    scores: Sequence[int] | None = None,
) -> Scene:
    """The scene of one table.

    Args:
        observation: of one table (N = 1).
        names: of the four players, relative as in the observation; None calls them by where they sit.
        scores: points of each seat, relative, for a deal that is over.

    Raises:
        ValueError: the observation is of another number of tables, or names or scores are not four.
    """
    if len(observation) != 1:
        raise ValueError(f"a drawing shows one table, not {len(observation)}: choose one with observation.take([i])")
    for what, given in (("names", names), ("scores", scores)):
        if given is not None and len(given) != 4:
            raise ValueError(f"{what} are four, one for each seat, not {len(given)}")
    called = SEATS[lang] if names is None else tuple(names)
    return Scene(
        heading=_heading(observation, lang, called),
        status=_status(observation, lang),
        sides=_sides(observation, lang),
        players=(
            _player(observation, 0, lang, called, scores),
            _player(observation, 1, lang, called, scores),
            _player(observation, 2, lang, called, scores),
            _player(observation, 3, lang, called, scores),
        ),
        playable=_playable(observation),
        trick=_trick(observation),
        winning=int(observation.winner[0]),
        before=_before(observation),
        dog=_dog(observation),
        discard=tuple(sorted_cards(to_ids(observation.discard[0]))),
        words=(term("last trick", lang), term("dog", lang), term("discard", lang)),
    )


def _heading(observation: Observation, lang: Lang, names: Sequence[str]) -> str:
    contract = Contract(observation.contract[0])
    if contract == Contract.NONE:
        return term("passed out" if observation.phase[0] == Phase.DONE else "no bid", lang)
    heading = f"{CONTRACTS[lang][contract]} · {names[observation.taker[0]]}"
    return f"{heading}, {term('chelem', lang)}" if observation.chelem[0] else heading


def _status(observation: Observation, lang: Lang) -> str:
    phase = Phase(observation.phase[0])
    if phase == Phase.PLAY:
        return f"{term('trick', lang)} {observation.ply[0] // 4 + 1} / {NUM_TRICKS}"
    keys = {
        Phase.AUCTION: "auction",
        Phase.DISCARD: "discard",
        Phase.CHELEM: "announcement",
        Phase.POIGNEE: "poignee",
        Phase.DONE: "over",
    }
    return term(keys[phase], lang)


def _sides(observation: Observation, lang: Lang) -> tuple[str, ...]:
    """Nothing before the first trick is won: who plays against whom stands in the heading."""
    if observation.ply[0] < 4:
        return ()
    target = "" if observation.phase[0] == Phase.DONE else f" / {TARGETS[observation.bouts[0, 0]]}"
    points, bouts = tally(observation)
    lines = []
    for side, goal in enumerate((target, "")):
        counted = f"{points_text(int(points[0, side]), lang)}{goal} {term('points', lang)}"
        tricks = f"{term('won', lang)} {observation.tricks[0, side]}"
        name = term(("taker", "defence")[side], lang)
        lines.append(labelled(name, f"{counted}, {tricks}, bouts {bouts[0, side]}", lang))
    return tuple(lines)


def _player(
    observation: Observation, seat: int, lang: Lang, names: Sequence[str], scores: Sequence[int] | None
) -> Player:
    return Player(
        name=names[seat],
        said=f"{scores[seat]:+d}" if scores is not None else _said(observation, seat, lang),
        dealer=bool(observation.dealer[0] == seat),
        taker=bool(observation.taker[0] == seat),
        turn=bool(observation.turn[0] == seat),
        cards=_own_hand(observation) if seat == 0 else _hand_of_another(observation, seat),
    )


def _said(observation: Observation, seat: int, lang: Lang) -> str:
    bid, poignee = int(observation.bids[0, seat]), int(observation.poignee[0, seat])
    said = [] if bid == NOT_SPOKEN else [CONTRACTS[lang][bid]]
    return ", ".join([*said, POIGNEES[lang][poignee].lower()] if poignee else said)


def _own_hand(observation: Observation) -> tuple[int, ...]:
    return tuple(sorted_cards(to_ids(observation.hand[0])))


def _hand_of_another(observation: Observation, seat: int) -> tuple[int | None, ...]:
    """Cards of a poignee are known until they are played; the trumps among them that were put aside are not held."""
    played: Lanes = observation.played[0, seat]
    left = 0 if observation.phase[0] == Phase.DONE else HAND_SIZE - len(to_ids(played))
    known = sorted_cards(to_ids(observation.shown[0, seat] & ~played & ~observation.discard[0]))
    return (*known, *[None] * (left - len(known)))


def _playable(observation: Observation) -> frozenset[int] | None:
    cards = frozenset(action for action in to_ids(observation.legal[0]) if action < NUM_CARDS)
    return cards or None


def _trick(observation: Observation) -> tuple[Play, ...]:
    leader = int(observation.leaders[0, observation.ply[0] // 4])
    seats = [(leader + k) % 4 for k in range(4)]
    return tuple((seat, int(card)) for seat in seats if (card := observation.trick[0, seat]) != NO_CARD)


def _before(observation: Observation) -> tuple[Play, ...]:
    number = int(observation.ply[0]) // 4 - 1
    if number < 0:
        return ()
    leader = int(observation.leaders[0, number])
    cards = observation.history[0, 4 * number : 4 * number + 4].tolist()
    return tuple(((leader + k) % 4, card) for k, card in enumerate(cards))


def _dog(observation: Observation) -> tuple[int | None, ...]:
    """It lies on the table until the taker has put six cards aside, and again when all is over."""
    phase = Phase(observation.phase[0])
    known = sorted_cards(to_ids(observation.dog[0]))
    if phase in (Phase.DISCARD, Phase.DONE) and known:
        return tuple(known)
    return (None,) * DOG_SIZE if phase in (Phase.AUCTION, Phase.DONE) else ()
