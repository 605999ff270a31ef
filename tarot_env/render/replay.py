"""A record as one page of HTML: the deal step by step, all cards seen. It needs no other file and no network."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any, Final

from tarot_env.actions import ACTION_NAMES, Phase, parse_action
from tarot_env.cards import NAMES, NUM_CARDS, parse_cards
from tarot_env.cardsets import to_ids
from tarot_env.engine import Engine
from tarot_env.record import Record
from tarot_env.render.faces import HEIGHT, WIDTH, face
from tarot_env.render.scene import Player, scene_of, sorted_cards
from tarot_env.render.style import PLAIN, Lang, Style
from tarot_env.render.svg import element, words
from tarot_env.render.terms import action_words, card_words, labelled, term

_VIEWER: Final = Path(__file__).parent / "viewer"
_LONGEST_NAME: Final = 40  # characters: names are whatever a record says

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Note:
    """What is said beside one decision.

    Raises:
        ValueError: what has a probability is no action, or its probability is not in 0..1.
    """

    text: str = ""

    probabilities: Mapping[str, float] = field(default_factory=dict)
    """By action name, for example those of an agent's policy; shown as bars in the order given."""

    def __post_init__(self) -> None:
        for name, share in self.probabilities.items():
            parse_action(name)
            if not 0 <= share <= 1:
                raise ValueError(f"the probability of {name} is not in 0..1: {share}")


def replay_html(record: Record, notes: Sequence[Note | None] | None = None, style: Style = PLAIN) -> str:
    """A page that shows the deal before each action and at the end, with a slider and keys to move through it.

    Every card is seen: not for players of an unfinished deal. The record's ``"agents"``, where there are four, name the
    seats.

    Args:
        notes: one for each action of the record, None where there is nothing to say.

    Raises:
        RecordError: the record breaks a rule, or its scores are wrong.
        ValueError: there are more or fewer notes than actions.
    """
    if notes is not None and len(notes) != len(record.actions):
        raise ValueError(f"notes are one for each action, {len(record.actions)}, not {len(notes)}")
    record.replay()
    lang = style.lang
    names = _names(record, lang)
    title = labelled(term("deal", lang), ", ".join(names), lang)
    content = {
        "names": names,
        "seats": [f"{term('seat', lang)} {seat}" for seat in range(4)],
        "dog": _in_order(parse_cards(record.dog)),
        "cards": {name: card_words(card, lang) for card, name in enumerate(NAMES)},
        "words": {key: term(key, lang) for key in ("dog", "discard")},
        "steps": list(_steps(record, names, notes or [None] * len(record.actions), lang)),
    }
    labels = {key: words(term(key, lang)) for key in ("first", "back", "forward", "last", "step", "keys", "noscript")}
    return Template((_VIEWER / "page.html").read_text("utf-8")).substitute(
        labels,
        lang=lang,
        title=words(title),
        deck="".join(_symbol(card, style) for card in range(NUM_CARDS)),
        replay=json.dumps(content, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c"),
        style=(_VIEWER / "page.css").read_text("utf-8"),
        script=(_VIEWER / "page.js").read_text("utf-8"),
    )


def _names(record: Record, lang: Lang) -> list[str]:
    seats = [f"{term('seat', lang)} {seat}" for seat in range(4)]
    if record.agents is None:
        return seats
    return [f"{seat}, {name[:_LONGEST_NAME]}" for seat, name in zip(seats, record.agents, strict=True)]


def _symbol(card: int, style: Style) -> str:
    """Drawn once, used wherever the card lies."""
    return element("symbol", face(card, style), id=f"card-{NAMES[card]}", viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}")


def _steps(record: Record, names: Sequence[str], notes: Sequence[Note | None], lang: Lang) -> Iterator[Json]:
    """The position before each action, with the action, and the last one."""
    for engine, action, note in zip(record.positions(), record.action_ids(), notes, strict=False):
        seat, phase = int(engine.seat[0]), Phase(engine.phase[0])
        yield _position(engine, names, lang) | {
            "seat": seat,
            "action": ACTION_NAMES[action],
            "did": labelled(names[seat], action_words(action, phase, lang), lang),
            "note": None if note is None else _noted(note, phase, lang),
        }
    engine = record.replay().engine
    end = _position(engine, names, lang)
    yield end | {"seat": -1, "action": None, "did": end["status"], "note": None}


def _noted(note: Note, phase: Phase, lang: Lang) -> Json:
    """Its bars: action, words for it in this phase, probability."""
    shares = note.probabilities.items()
    return {
        "text": note.text,
        "bars": [[name, action_words(parse_action(name), phase, lang), share] for name, share in shares],
    }


def _position(engine: Engine, names: Sequence[str], lang: Lang) -> Json:
    """What there is to see, seats as in the record."""
    state = engine.state
    viewer = max(int(state.taker[0]), 0)  # who knows the taker's discard knows its points
    seats = [(viewer + k) % 4 for k in range(4)]
    scores = [int(state.scores[0, seat]) for seat in seats] if engine.done[0] else None
    scene = scene_of(engine.observe(viewer), lang, [names[seat] for seat in seats], scores)
    number = int(state.ply[0]) // 4
    status = scene_of(engine.observe(), lang).status  # who acts knows what it is asked
    between = not scene.trick and number > 0
    trick = scene.before if between else scene.trick
    return {
        "heading": scene.heading,
        "status": status,
        "sides": scene.sides,
        "said": [_said(scene.players[(seat - viewer) % 4], lang) for seat in range(4)],
        "hands": [_in_order(to_ids(hand)) for hand in state.hand[0]],
        "discard": _in_order(to_ids(state.discard[0])),
        "trick": [[seats[seat], NAMES[card]] for seat, card in trick],
        "trick_number": number,
        "winner": int(state.leaders[0, number] if between else state.winner[0]),
        "caption": f"{status} · {term('last trick', lang)}" if between else status,
    }


def _said(player: Player, lang: Lang) -> str:
    return ", ".join([player.said] * bool(player.said) + [term("dealer", lang)] * player.dealer)


def _in_order(cards: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in sorted_cards(cards)]
