"""Whole deals as text: every decision with what was legal, what the seats saw, and how it was scored.

``python tests/playthrough.py`` writes tests/golden/NAME.txt again, for each record of tests/golden/records.jsonl;
what changes there is to be read as a diff before it is committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tarot_env import Engine, Record
from tarot_env.actions import ACTION_NAMES, Phase
from tarot_env.cards import SUIT_LETTERS, format_cards
from tarot_env.cardsets import Lanes, count, to_ids
from tarot_env.record import Replay
from tarot_env.rules import TARGETS, Contract
from tarot_env.scoring import chelem_by, petit_au_bout

GOLDEN = Path(__file__).parent / "golden"
SIDES = {0: "nobody", 1: "taker", -1: "defence"}


def golden_records() -> list[Record]:
    lines = (GOLDEN / "records.jsonl").read_text(encoding="utf-8").splitlines()
    return [Record.loads(line) for line in lines]


def playthrough(record: Record) -> str:
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield record.extra["note"]
    yield f"{record.rules} rules, dealer {record.dealer}"
    yield from (f"seat {seat} {hand}" for seat, hand in enumerate(record.hands))
    yield f"dog    {record.dog}"
    part, known = "", [""] * 4
    for number, (name, engine) in enumerate(zip(record.actions, record.positions(), strict=False), start=1):
        before, part = part, _part(engine)
        if part != before:
            if part == "trick 1":
                yield from _what_is_seen(engine)
            yield ""
        if part != before and part.startswith("trick"):
            yield _trick_begins(part, engine)
            now = _all_know(engine)
            yield from (f"  {new}" for old, new in zip(known, now, strict=True) if new != old)
            known = now
        yield _decision(number, name, engine)
    yield from _score_sheet(record.replay())


def _part(engine: Engine) -> str:
    """The phase, or the trick; a poignée is shown in the midst of one."""
    phase = Phase(engine.phase[0])
    return f"trick {engine.state.ply[0] // 4 + 1}" if phase > Phase.CHELEM else phase.name


def _decision(number: int, name: str, engine: Engine) -> str:
    """The seat to act, what it does, what it might have done, how many cards it has not seen."""
    seen = engine.observe()
    legal = " ".join(ACTION_NAMES[action] for action in to_ids(seen.legal[0]))
    decision = f"{number:2} seat {engine.seat[0]} {Phase(engine.phase[0]).name:7} {name}"
    return f"{decision:30} of {legal}; {int(count(seen.unseen)[0])} unseen"


def _what_is_seen(engine: Engine) -> Iterator[str]:
    """Before the first card: what lies open to each seat, its own cards included."""
    yield ""
    for seat in range(4):
        seen = engine.observe(seat)
        yield (
            f"seat {seat} holds {_cards(seen.hand[0])}; sees the dog {_cards(seen.dog[0])}, "
            f"the discard {_cards(seen.discard[0])}"
        )


def _trick_begins(trick: str, engine: Engine) -> str:
    state = engine.state
    own, defence = engine.observe(state.taker).points[0] / 2
    return (
        f"{trick}, seat {state.seat[0]} leads; to the taker {own:g} points, bouts {state.bouts[0, 0]}; "
        f"to the defence {defence:g}, bouts {state.bouts[0, 1]}"
    )


def _all_know(engine: Engine) -> list[str]:
    """What each seat has shown. In the view of seat 0 the relative seats are the absolute ones."""
    seen = engine.observe(0)
    lines = []
    for seat in range(4):
        told = [f"no {letter}" for suit, letter in enumerate(SUIT_LETTERS) if seen.void[0, seat] >> suit & 1]
        if seen.ceiling[0, seat] < 21:
            told.append(f"no trump above {seen.ceiling[0, seat]}" if seen.ceiling[0, seat] else "no trump")
        if seen.shown[0, seat].any():
            told.append(f"showed {_cards(seen.shown[0, seat])}")
        lines.append(f"seat {seat}: {', '.join(told)}" if told else "")
    return lines


def _score_sheet(replay: Replay) -> Iterator[str]:
    state = replay.engine.state
    yield ""
    if state.taker[0] < 0:
        yield "nobody took"
    else:
        shown = ", ".join(("simple", "double", "triple")[size - 1] for size in state.poignee[0] if size)
        yield f"seat {state.taker[0]} played {Contract(state.contract[0]).name}"
        yield f"points {replay.points}, bouts {replay.bouts}, target {TARGETS[replay.bouts]}"
        yield f"petit au bout {SIDES[int(petit_au_bout(state)[0])]}, poignees {shown or 'none'}"
        yield f"chelem {'' if state.chelem[0] else 'not '}announced, made by {SIDES[int(chelem_by(state)[0])]}"
    yield f"scores {' '.join(str(score) for score in replay.scores)}"


def _cards(cards: Lanes) -> str:
    return format_cards(to_ids(cards)) or "-"


def main() -> None:
    for record in golden_records():
        path = GOLDEN / f"{record.extra['name']}.txt"
        path.write_text(playthrough(record), encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
