"""What the page says: complete in both languages, and true."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tarot_env import Engine, Observation, Record, Rules
from tarot_env.actions import CHELEM, GARDE, GARDE_CONTRE, GARDE_SANS, PASS, PRISE, Phase
from tarot_env.cards import EXCUSE, ID_OF, VALUE, parse_cards
from tarot_env.cardsets import from_ids, to_ids
from tarot_env.explain import why_illegal
from tarot_env.tally import tally
from web.reasons import LANGS, Lang, reason
from web.score_sheet import score_sheet

STATIC = Path(__file__).parent.parent / "web" / "static"
WORDS = {lang: json.loads((STATIC / "lang" / f"{lang}.json").read_text(encoding="utf-8")) for lang in LANGS}
SCRIPTS = "".join(file.read_text(encoding="utf-8") for file in sorted((STATIC / "js").glob("*.js")))


def test_both_languages_say_everything_with_the_same_values() -> None:
    english, french = (WORDS[lang] for lang in LANGS)
    assert english.keys() == french.keys()
    for key, phrase in english.items():
        assert phrase, key
        assert french[key], key
        values = set(re.findall(r"{(\w+)}", phrase))
        assert values - {"seat"} == set(re.findall(r"{(\w+)}", french[key])) - {"seat"}, key


def test_every_word_that_the_page_asks_for_is_there() -> None:
    asked = set(re.findall(r"\b(?:t|says)\(\"([\w.]+)\"", SCRIPTS))
    assert len(asked) > 60
    assert asked <= WORDS["en"].keys()


def test_only_french_sets_spaces_that_are_made_unbreakable() -> None:
    """So that one replacement, whatever the language, does for all phrases as they are loaded."""
    assert not [phrase for phrase in WORDS["en"].values() if re.search(" [?!;:]", phrase)]
    assert not [phrase for phrase in WORDS["fr"].values() if re.search("\\w[?!;:]", phrase)]


@pytest.mark.parametrize(
    ("key", "words"), [("match.passed", "quatre passes"), ("trouble.slow", "{seat} a mis trop de temps")]
)
def test_french_is_said_as_players_say_it(key: str, words: str) -> None:
    assert WORDS["fr"][key].startswith(words)


@pytest.mark.parametrize(("lang", "words"), [("en", "last trick"), ("fr", "dernier pli")])
def test_no_trick_but_the_eighteenth_is_called_the_last(lang: str, words: str) -> None:
    keys = {key for key, phrase in WORDS[lang].items() if words in phrase.lower()}
    changes_sides = {"sheet.excuse.taker.defence", "sheet.excuse.defence.taker", "sheet.excuse.defence.taker.half"}
    assert keys == {"menu.casual.more", *changes_sides}


def test_the_page_loads_nothing_from_elsewhere() -> None:
    texts = [
        SCRIPTS,
        *(file.read_text(encoding="utf-8") for file in [*STATIC.glob("*.html"), *STATIC.glob("css/*.css")]),
    ]
    for text in texts:
        assert set(re.findall(r"https?://[^\s\"'`]+", text)) <= {"http://www.w3.org/2000/svg"}


# What the engine's own sentence says, and how ours begins.
KINDS: dict[str, tuple[str, dict[Lang, str]]] = {
    "follow": ("does not follow", {"en": "you must follow", "fr": "il faut fournir"}),
    "overtrump": ("does not overtrump", {"en": "you must overtrump", "fr": "il faut monter"}),
    "trumps led": ("trumps are asked for", {"en": "trumps were led", "fr": "atout est demandé"}),
    "trump": ("is no trump", {"en": "you have no", "fr": "vous n’avez pas de "}),
    "king": ("is a king", {"en": "a king cannot", "fr": "un roi ne s’écarte"}),
    "bout": ("is a bout", {"en": "a bout cannot", "fr": "un bout ne s’écarte"}),
    "trump aside": ("is a trump, put aside only", {"en": "a trump is put aside only", "fr": "un atout ne s’écarte"}),
}


def test_reasons_say_what_the_engine_says() -> None:
    engine = Engine(16, seed=3)
    met: set[str] = set()
    while not engine.done.all():
        views = engine.observe()
        for deal in np.flatnonzero((engine.phase == Phase.PLAY) | (engine.phase == Phase.DISCARD)):
            seen = views.take([deal])
            for card in set(to_ids(seen.hand[0])) - set(to_ids(seen.legal[0])):
                sentence = why_illegal(seen, card)
                kind = next(kind for kind, (words, _) in KINDS.items() if words in sentence)
                met.add(kind)
                for lang in LANGS:
                    assert reason(seen, card, lang).startswith(KINDS[kind][1][lang]), sentence
        takes_or_passes = np.where(engine.state.contract == 0, PRISE, PASS)
        engine.step(np.where(engine.phase == Phase.AUCTION, takes_or_passes, engine.sample_legal()))
    assert met == KINDS.keys()


def seen_with(hand: str, trick: str) -> Observation:
    """The view of a seat with this hand, to which this trick has come."""
    first = from_ids(parse_cards(hand))
    engine = Engine(1, seed=0)
    while engine.phase[0] == Phase.AUCTION:
        engine.step([GARDE_CONTRE if engine.state.contract[0] == 0 else PASS])
    engine.step([PASS])
    for card in parse_cards(trick):
        while engine.phase[0] == Phase.POIGNEE:
            engine.step([PASS])
        engine.state.hand[0, engine.seat[0]] |= from_ids([card])
        engine.step([card], check=False)
    engine.state.hand[0, engine.seat[0]] = first
    again = Engine.from_state(engine.state, engine.rules, engine.rng)
    while again.phase[0] == Phase.POIGNEE:
        again.step([PASS])
    return again.observe()


@pytest.mark.parametrize(
    ("hand", "trick", "card", "english", "french"),
    [
        (
            "S3 T15 T18 T4",
            "H2 T14",
            "T4",
            "you must overtrump the 14: play 15 or 18",
            "il faut monter sur le 14\u00a0: jouez 15 ou 18",
        ),
        (
            "S3 T2 T4",
            "H2 T14",
            "S3",
            "you have no hearts, you must trump: play 2 or 4",
            "vous n’avez pas de cœur, il faut couper\u00a0: jouez 2 ou 4",
        ),
        (
            "S3 SQ T4",
            "S2",
            "T4",
            "you must follow spades: play 3♠ or Q♠",
            "il faut fournir à pique\u00a0: jouez 3♠ ou D♠",
        ),
        (
            "EX T3 T9 T10",
            "S10 T8",
            "T3",
            "you must overtrump the 8: play 9, 10 or the Excuse",
            "il faut monter sur le 8\u00a0: jouez 9, 10 ou l’Excuse",
        ),
        ("S3 T9", "T7", "S3", "trumps were led: play 9", "atout est demandé\u00a0: jouez 9"),
        (
            "S3 T1 T4",
            "H2 T14",
            "S3",
            "you have no hearts, you must trump: play the Petit or 4",
            "vous n’avez pas de cœur, il faut couper\u00a0: jouez le Petit ou 4",
        ),
    ],
)
def test_reasons_name_the_cards(hand: str, trick: str, card: str, english: str, french: str) -> None:
    seen, action = seen_with(hand, trick), ID_OF[card]
    assert (reason(seen, action, "en"), reason(seen, action, "fr")) == (english, french)


@pytest.mark.parametrize(
    ("aside", "english", "french"),
    [
        (0, "you hold other cards", "vous en avez d’autres"),
        (5, "you hold 6♠, 7♠ or 8♠", "vous avez 6♠, 7♠ ou 8♠"),
    ],
)
def test_a_trump_is_no_discard_while_there_are_others_which_are_named_if_few(
    aside: int, english: str, french: str
) -> None:
    others = [ID_OF[f"S{rank}"] for rank in range(1, 9)]
    trumps = [ID_OF[f"T{number}"] for number in range(2, 18)]
    rest = [card for card in range(78) if card not in others + trumps]
    dealt, dog = [others[:2] + trumps, rest[:18], rest[18:36], rest[36:54]], others[2:]
    engine = Engine(1, seed=0)
    engine.reset(hands=np.array([[from_ids(hand) for hand in dealt]]), dog=np.array([from_ids(dog)]), dealer=3)
    for action in [PRISE, PASS, PASS, PASS, *others[:aside]]:
        engine.step([action])
    seen = engine.observe()
    assert reason(seen, trumps[0], "en").endswith(english)
    assert reason(seen, trumps[0], "fr").endswith(french)


def test_every_seat_counts_at_the_end_what_the_score_sheet_says() -> None:
    engine = Engine(300, seed=1)
    while not engine.done.all():
        engine.step(engine.sample_legal())
    counts = [tally(engine.observe(seat)) for seat in range(4)]
    met = set()
    for deal in range(len(engine)):
        if sheet := score_sheet(engine.take([deal])):
            met.add(sheet["contract"])
            for points, bouts in counts:
                assert points[deal].tolist() == [2 * sheet["points"], 182 - 2 * sheet["points"]]
                assert bouts[deal].tolist() == [sheet["bouts"], 3 - sheet["bouts"]]
    assert len(met) == 4, "each contract leaves the six cards to another side, or hides others"


@pytest.mark.parametrize("rules", ["official", "casual"])
def test_the_lines_of_the_score_sheet_add_up_to_the_score(rules: str) -> None:
    engine = Engine(300, Rules.named(rules), seed=1)
    while not engine.done.all():
        engine.step(engine.sample_legal())
    for deal in range(len(engine)):
        one = engine.take([deal])
        sheet = score_sheet(one)
        if sheet is None:
            assert not one.scores.any()
            continue
        expected = [3 * sheet["each"] if seat == sheet["taker"] else -sheet["each"] for seat in range(4)]
        assert expected == sheet["scores"] == one.scores[0].tolist()


def played_out(rules: str, *, excuse_first: bool) -> Engine:
    """Deals whose first seat takes a garde, played at random but for the Excuse: it comes first, or last."""
    engine = Engine(100, Rules.named(rules), seed=1)
    while not engine.done.all():
        actions = np.where(engine.state.contract == 0, GARDE, PASS)
        actions = np.where(engine.phase == Phase.AUCTION, actions, engine.sample_legal())
        for deal in np.flatnonzero(engine.phase == Phase.PLAY):
            legal = set(to_ids(engine.state.legal[deal]))
            if EXCUSE in legal:
                actions[deal] = EXCUSE if excuse_first else min(legal - {EXCUSE}, default=EXCUSE)
        engine.step(actions)
    return engine


def excuse_told(sheet: dict[str, Any]) -> tuple[str, str, bool] | None:
    told = sheet["excuse"]
    return told and (told["by"], told["to"], told["half_point"])


@pytest.mark.parametrize(
    ("rules", "first", "told"),
    [
        ("official", True, {("taker", "taker", True), ("defence", "defence", True), None}),
        ("official", False, {("taker", "defence", False), ("defence", "taker", False), ("defence", "taker", True)}),
        ("casual", False, {("taker", "defence", False), ("defence", "taker", False), None}),
    ],
)
def test_tricks_and_discard_add_up_to_the_points_by_what_the_sheet_tells_of_the_excuse(
    rules: str, first: bool, told: set[tuple[str, str, bool] | None]
) -> None:
    engine = played_out(rules, excuse_first=first)
    met = set()
    for deal in range(len(engine)):
        one = engine.take([deal])
        sheet, state = score_sheet(one), one.state
        assert sheet is not None
        won = state.leaders[0, 1:] == sheet["taker"]
        lying = VALUE[state.history[0].reshape(18, 4)].sum(axis=1)[won].sum() + VALUE[to_ids(state.discard[0])].sum()
        excuse = excuse_told(sheet)
        moved = 8 if excuse and excuse[2] else 0  # half points: its nine, less the one that is given for it
        assert lying + (moved if excuse and excuse[1] == "taker" else -moved) == 2 * sheet["points"]
        met.add(excuse)
    assert met == told


def test_an_excuse_that_was_not_played_went_nowhere() -> None:
    line = (Path(__file__).parent / "data" / "deals.jsonl").read_text(encoding="utf-8").splitlines()[27]
    *_, end = Record.loads(line).positions()
    assert EXCUSE in to_ids(end.state.dog[0]), "of a garde sans"
    sheet = score_sheet(end)
    assert sheet is not None
    assert sheet["excuse"] is None


@pytest.mark.parametrize(("said", "own"), [(CHELEM, -200), (PASS, 0)])
def test_a_chelem_of_the_defence_has_a_line_beside_that_of_the_taker(said: int, own: int) -> None:
    """Which costs a taker who announced one and loses all tricks twice, for two reasons."""
    highest = [ID_OF[f"T{number}"] for number in range(4, 22)]
    rest = [card for card in range(78) if card not in highest]
    dealt, dog = [rest[:18], highest, rest[18:36], rest[36:54]], rest[54:]
    engine = Engine(1, seed=0)
    engine.reset(hands=np.array([[from_ids(hand) for hand in dealt]]), dog=np.array([from_ids(dog)]), dealer=3)
    for action in [GARDE_SANS, PASS, PASS, PASS, said]:
        engine.step([action])
    while not engine.done.all():
        engine.step(engine.sample_legal())
    sheet = score_sheet(engine)
    assert sheet is not None
    assert (sheet["lines"]["chelem"], sheet["lines"]["defence_chelem"]) == (own, -200)


def test_the_score_sheet_of_every_kept_deal_adds_up() -> None:
    for file in sorted((Path(__file__).parent / "golden").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            *_, end = Record.loads(line).positions()
            sheet = score_sheet(end) if end.done[0] else None
            if sheet:
                assert 3 * sheet["each"] == sheet["scores"][sheet["taker"]]
