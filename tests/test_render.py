"""The drawing: every card, whole tables, and that nothing is drawn that the seat does not know. About 2 s."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from env_tables import PHASES, table_in
from table_play import decisions, mixed_engine

from tarot_env import Cards, Engine, Observation, Record, Rules
from tarot_env.actions import Phase
from tarot_env.cards import NAMES, NUM_CARDS, format_cards, parse_cards
from tarot_env.cardsets import to_ids
from tarot_env.record import Recorder
from tarot_env.render import LAPTOP, PHONE, Size, Style, card_svg, diagram_svg, hand_svg, table_svg, trick_svg
from tarot_env.render.glyphs import GLYPHS, lettering, lettering_width
from tarot_env.render.scene import scene_of
from tarot_env.render.style import BLUE, GREEN
from tarot_env.render.terms import card_words, index_of, term

SVG = "{http://www.w3.org/2000/svg}"
IMAGES = Path(__file__).parents[1] / "docs" / "images"


def parsed(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    return root


def cards_drawn(svg: str) -> list[str]:
    return [card for part in parsed(svg).iter() if (card := part.get("data-card"))]


def card_names(*sets: np.ndarray) -> set[str]:
    return {NAMES[card] for lanes in sets for card in to_ids(lanes)}


def known_cards(observation: Observation) -> set[str]:
    """All that a seat has seen: what is not `unseen`."""
    return set(NAMES) - card_names(observation.unseen[0])


def without_title(svg: str) -> str:
    return re.sub(r"<title>.*?</title>", "", svg)


@pytest.mark.parametrize("style", [Style(), Style("fr"), Style(four_colours=True)], ids=str)
def test_every_card_is_a_drawing_of_its_own(style: Style) -> None:
    drawings = [card_svg(card, style) for card in (*range(NUM_CARDS), None)]
    assert [cards_drawn(svg) for svg in drawings] == [*([name] for name in NAMES), []]
    # Not even two cards of a suit or two trumps look the same when nothing is written on them.
    assert len({re.sub(r'data-card="\w+"', "", without_title(svg)) for svg in drawings}) == NUM_CARDS + 1
    titles = [parsed(svg).findtext(f"{SVG}title") for svg in drawings]
    assert len(set(titles)) == NUM_CARDS + 1


def test_nothing_in_a_drawing_needs_a_font_an_id_or_another_file() -> None:
    drawings = [card_svg(card) for card in range(NUM_CARDS)]
    drawings += [table_svg(Engine(1, seed=1).observe(), names=["Zoë", "Ø", "漢", "d'Artagnan"])]
    for svg in drawings:
        tags = {part.tag for part in parsed(svg).iter()}
        assert tags <= {SVG + tag for tag in ("svg", "title", "g", "path", "rect", "circle", "ellipse")}
        assert not re.search(r'\b(id|href|font-family)="|url\(', svg)


@pytest.mark.parametrize(
    ("card", "lang", "index", "words"),
    [
        ("SJ", "en", "J", "Jack of spades"),
        ("SJ", "fr", "V", "Valet de pique"),
        ("HN", "en", "N", "Knight of hearts"),
        ("HN", "fr", "C", "Cavalier de cœur"),
        ("DQ", "fr", "D", "Dame de carreau"),
        ("CK", "fr", "R", "Roi de trèfle"),
        ("C10", "fr", "10", "10 de trèfle"),
        ("S1", "en", "1", "Ace of spades"),
        ("H1", "fr", "1", "As de cœur"),
        ("T21", "en", "21", "Trump 21"),
        ("T2", "fr", "2", "2 d’atout"),
        ("T1", "fr", "1", "Petit"),
        ("T1", "en", "1", "Petit"),
        ("EX", "fr", "", "Excuse"),
    ],
)
def test_indices_and_words(card: str, lang: str, index: str, words: str) -> None:
    (number,) = parse_cards(card)
    assert (index_of(number, lang), card_words(number, lang)) == (index, words)


def test_suits_have_two_colours_or_four() -> None:
    two, four = Style(), Style(four_colours=True)
    assert [two.suit_colour(suit) for suit in range(4)].count(two.suit_colour(0)) == 2
    assert len({four.suit_colour(suit) for suit in range(4)}) == 4
    diamonds, clubs = parse_cards("D5 C5")
    assert BLUE in card_svg(diamonds, four)
    assert GREEN in card_svg(clubs, four)
    assert BLUE not in card_svg(diamonds)


def test_letters_reach_no_further_than_they_are_wide() -> None:
    assert lettering_width("", 10) == 0
    assert lettering_width("Garde contre", 20) == pytest.approx(2 * lettering_width("Garde contre", 10))
    assert all(lettering_width(f"{letter}{letter}", 10) > lettering_width(letter, 10) for letter in GLYPHS)
    for text in ("é", "É", "ç", "ï"):
        plain = lettering(text, 0, 0, 10, "black")
        assert plain.count("<path") == 2, "a letter and its accent"
        assert lettering_width(text, 10) == lettering_width({"é": "e", "É": "E", "ç": "c", "ï": "i"}[text], 10)


def test_french_has_a_space_before_the_colon_and_no_line_ends_there() -> None:
    engine = table_in(Phase.PLAY, late=True)._engine
    english, french = (scene_of(engine.observe(), lang).sides for lang in ("en", "fr"))
    assert [side.split()[0] for side in english] == ["Taker:", "Defence:"]
    assert [side.split(" ")[0] for side in french] == ["Attaque\u00a0:", "Défense\u00a0:"]
    assert (term("poignee", "en"), term("poignee", "fr")) == ("Poignée?", "Poignée\u202f?")
    for space in "\u00a0\u202f":
        assert lettering(f"a{space}:", 0, 0, 10, "black") == lettering("a :", 0, 0, 10, "black")


def test_text_that_is_too_long_is_made_smaller() -> None:
    text = "a name that is too long by far"
    assert lettering("name", 0, 0, 10, "black", fit=60) == lettering("name", 0, 0, 10, "black")
    scale = re.search(r"scale\(([\d.]+)\)", lettering(text, 0, 0, 10, "black", fit=60))
    assert scale is not None
    assert float(scale[1]) * lettering_width(text, 10) == pytest.approx(60, rel=1e-3)


def test_hands_are_sorted_whatever_the_order_given() -> None:
    expected = "SK S1 H10 CQ D3 T21 T2 EX"
    assert cards_drawn(hand_svg(parse_cards("EX T2 D3 CQ T21 S1 H10 SK"))) == expected.split()
    assert list(Cards("EX T2 D3 CQ T21 S1 H10 SK")) == expected.split()
    assert cards_drawn(hand_svg([])) == []


def test_a_trick_lies_in_front_of_its_seats() -> None:
    svg = trick_svg(parse_cards("HK HN T3"), leader=2)
    seats = {part.get("data-card"): part.get("data-seat") for part in parsed(svg).iter() if part.get("data-card")}
    assert seats == {"HK": "2", "HN": "3", "T3": "0"}
    for cards, leader in (([1, 2, 3, 4, 5], 0), ([1], 4)):
        with pytest.raises(ValueError, match=r"a trick is at most four cards led by a seat 0\.\.3"):
            trick_svg(cards, leader)


@pytest.mark.parametrize("size", [LAPTOP, PHONE, Size(844, 390), Size(160, 160)])
@pytest.mark.parametrize("phase", PHASES)
def test_a_table_in_every_phase_and_size(phase: Phase, size: Size) -> None:
    engine = table_in(phase)._engine
    for seat in range(4):
        observation = engine.observe(seat)
        drawn = cards_drawn(svg := table_svg(observation, size=size))
        assert (parsed(svg).get("width"), parsed(svg).get("height")) == (str(size.width), str(size.height))
        assert set(drawn) <= known_cards(observation)
        assert set(drawn) >= card_names(observation.hand[0])
        raised = {part.get("data-card") for part in parsed(svg).iter() if part.get("data-playable")}
        assert raised == {name for name in card_names(observation.legal[0] & observation.hand[0])}


def test_no_card_is_drawn_that_the_seat_does_not_know_all_deals_long() -> None:
    engine, looks = mixed_engine(Rules.official(), seed=3, deals=30), 0
    for active in decisions(engine):
        deal, seat = int(active[looks % len(active)]), looks % 4
        looks += 1
        if looks % 2:
            observation = engine.observe(seat).take([deal])
            assert set(cards_drawn(table_svg(observation))) <= known_cards(observation)
    assert looks > 70


def test_two_tables_that_differ_in_hidden_cards_only_are_drawn_alike() -> None:
    hands = ["S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SN SQ SK T1 T2 T3 T4"]
    rest = [name for name in NAMES if name not in hands[0].split()]
    drawings = []
    for turned in (rest, rest[::-1]):
        others = [" ".join(turned[18 * k : 18 * (k + 1)]) for k in range(3)]
        record = Record("official", 3, hands + others, " ".join(turned[54:]), ["PASS", "GARDE_SANS", "PASS", "PASS"])
        drawings.append(table_svg(record.replay().engine.observe(0)))
    assert drawings[0] == drawings[1]


def test_known_cards_of_a_poignee_stay_in_sight_until_they_are_played() -> None:
    engine = table_in(Phase.PLAY)._engine
    shown = card_names(engine.observe(1).shown[0, 3])
    assert len(shown) >= 10
    assert shown <= set(cards_drawn(table_svg(engine.observe(1))))


def test_a_drawing_is_the_same_every_time() -> None:
    observation = table_in(Phase.PLAY, late=True)._engine.observe()
    assert table_svg(observation) == table_svg(observation)


def test_names_are_text_and_never_markup() -> None:
    observation = Engine(1, seed=1).observe()
    observation.taker[0], observation.contract[0] = 1, 2
    for name in ("<script>alert(1)</script>", "]]>&amp;\"'", "\x00\x1b\ud800", "<" * 500, "", "漢字"):
        svg = table_svg(observation, names=["you", name, "c", "d"])
        assert "script>" not in svg
        title = parsed(svg).findtext(f"{SVG}title")
        assert title is not None
        assert name in title or not name.isprintable()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"names": ["a", "b"]}, "names are four, one for each seat, not 2"),
        ({"scores": [1]}, "scores are four, one for each seat, not 1"),
        ({"size": Size(100, 300)}, "a table needs 160 x 160 pixels, not 100 x 300"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_one_line(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        table_svg(Engine(1, seed=1).observe(), **options)
    with pytest.raises(
        ValueError, match=r"a drawing shows one table, not 3: choose one with observation\.take\(\[i\]\)"
    ):
        table_svg(Engine(3, seed=1).observe())
    with pytest.raises(ValueError, match='lang is "en" or "fr", not \'de\''):
        Style("de")


def test_cards_are_a_set_by_name() -> None:
    cards = Cards("T21 SK EX")
    assert (len(cards), list(cards), str(cards)) == (3, ["SK", "T21", "EX"], "SK T21 EX")
    assert "SK" in cards
    assert "S1" not in cards
    assert 13 not in cards
    assert cards == Cards.of(cards.lanes) == {"SK", "T21", "EX"}
    assert hash(cards) == hash(Cards(["EX", "SK", "T21"]))
    assert cards & Cards("SK S1") == Cards("SK")
    assert repr(cards - Cards("EX")) == "Cards('SK T21')"
    assert cards_drawn(cards._repr_svg_()) == list(cards)
    with pytest.raises(ValueError, match="unknown card 'T22'; did you mean"):
        Cards("SK T22")
    with pytest.raises(ValueError, match="card SK is given twice"):
        Cards("SK SK")


def test_notebooks_draw_one_observation_and_count_many() -> None:
    engine = Engine(3, seed=1)
    assert engine.observe()._repr_html_() == "<p>3 observations; <code>take([i])</code> draws one of them</p>"
    one = engine.observe().take([1])
    assert one._repr_html_() == table_svg(one)


def test_notebooks_draw_a_record_with_all_cards_and_what_it_came_to() -> None:
    table = Recorder(Engine(1, seed=5))
    dealt = table.record()
    assert "0 actions, AUCTION" in dealt._repr_html_()
    while not table.engine.done[0]:
        table.step(table.engine.sample_legal())
    record = table.record()
    html = record._repr_html_()
    svg = html[html.index("<svg") : html.index("</svg>") + 6]
    assert sorted(cards_drawn(svg)) == sorted(NAMES)
    assert f"{len(record.actions)} actions, DONE" in html
    wrong = Record(record.rules, record.dealer, record.hands, record.dog, ["SK"])
    html = wrong._repr_html_()
    assert "action 1: seat" in html, "says what is wrong, and draws the deal all the same"
    assert html.count("data-card=") == NUM_CARDS


def test_a_diagram_shows_hands_in_the_order_of_the_seats() -> None:
    hands = [parse_cards("S1 SK"), parse_cards("H3"), [], parse_cards("EX T1")]
    svg = diagram_svg(hands, parse_cards("D4"), ["", "dealer", "", "", ""])
    assert format_cards(parse_cards(" ".join(cards_drawn(svg)))) == "SK S1 H3 T1 EX D4"


def test_the_picture_of_the_readme_is_what_is_drawn_today() -> None:
    """Else draw it again: python docs/images/make.py."""
    made = runpy.run_path(str(IMAGES / "make.py"))["pictures"]()
    assert list(made) == ["table.svg"]
    for name, svg in made.items():
        parsed(svg)
        assert (IMAGES / name).read_text(encoding="utf-8") == svg
