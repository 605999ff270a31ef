"""`Rules`: the two presets, and values that contradict each other or are none."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from typing import Any

import numpy as np
import pytest

from tarot_env import Engine, Rules
from tarot_env.rules import MOST

CONTRADICTIONS: list[tuple[dict[str, Any], str]] = [
    ({"all_pass": "again"}, 'all_pass is "end" or "redeal", not \'again\''),
    ({"excuse_in_last_trick": "defence"}, 'excuse_in_last_trick is "taker" or "winner", not \'defence\''),
    ({"multipliers": (1, 2, 4)}, "multipliers are four positive factors, prise lowest, not (1, 2, 4)"),
    ({"multipliers": (0, 2, 4, 6)}, "multipliers are four positive factors, prise lowest, not (0, 2, 4, 6)"),
    ({"multipliers": (2, 1, 4, 6)}, "multipliers are four positive factors, prise lowest, not (2, 1, 4, 6)"),
    ({"multipliers": (1, 4, 2, 6)}, "multipliers rise with the contract, (1, 4, 2, 6) do not"),
    ({"poignee_points": (20, 30)}, "poignee_points are those of a simple, double and triple one, not (20, 30)"),
    (
        {"petit_au_bout": 30},
        "petit_au_bout 30 is above base 25, which could make a lost contract pay",
    ),
]


NO_VALUES: list[tuple[dict[str, Any], str]] = [
    ({"base": 25.5}, "base is a whole number, not 25.5"),
    ({"base": 25.0}, "base is a whole number, not 25.0"),
    ({"base": "25"}, "base is a whole number, not '25'"),
    ({"base": True}, "base is a whole number, not True"),
    ({"base": 10_001}, "base is 0 to 10000, not 10001"),
    ({"multipliers": (1, 2, 4, 1 << 31)}, "multipliers[3] is 0 to 10000, not 2147483648"),
    ({"multipliers": (-1, 2, 4, 6)}, "multipliers[0] is 0 to 10000, not -1"),
    ({"poignee_points": (20, 30, -40)}, "poignee_points[2] is 0 to 10000, not -40"),
    ({"base": -25}, "base is 0 to 10000, not -25"),
    ({"chelem_announced": -400}, "chelem_announced is 0 to 10000, not -400"),
    ({"petit_au_bout": 7.5}, "petit_au_bout is a whole number, not 7.5"),
    ({"chelem_announced": None}, "chelem_announced is a whole number, not None"),
    ({"multipliers": (1, 1.5, 4, 6)}, "multipliers[1] is a whole number, not 1.5"),
    ({"multipliers": (True, 2, 4, 6)}, "multipliers[0] is a whole number, not True"),
    ({"multipliers": 2}, "multipliers is a tuple of whole numbers, not 2"),
    ({"multipliers": "1246"}, "multipliers is a tuple of whole numbers, not '1246'"),
    ({"multipliers": {1, 2}}, "multipliers is a tuple of whole numbers, not {1, 2}"),
    ({"poignee_points": (20.5, 30, 40)}, "poignee_points[0] is a whole number, not 20.5"),
    ({"poignee_points": None}, "poignee_points is a tuple of whole numbers, not None"),
    ({"chelem": "no"}, "chelem is True or False, not 'no'"),
    ({"poignee": 0}, "poignee is True or False, not 0"),
    ({"petit_au_bout_multiplied": None}, "petit_au_bout_multiplied is True or False, not None"),
]
REFUSED = CONTRADICTIONS + NO_VALUES


@pytest.mark.parametrize(("changed", "why"), REFUSED, ids=[str(changed) for changed, _ in REFUSED])
def test_values_that_contradict_each_other_or_are_none_are_refused(changed: dict[str, Any], why: str) -> None:
    for refused in (lambda: Rules(**changed), lambda: replace(Rules.casual(), **changed)):
        with pytest.raises(ValueError) as caught:  # noqa: PT011  # the whole message is compared
            refused()
        assert str(caught.value) == why


def test_the_official_preset_is_the_full_game() -> None:
    """S0."""
    rules = Rules.official()
    assert rules == Rules()
    assert (rules.chelem, rules.poignee, rules.excuse_in_last_trick) == (True, True, "taker")
    assert (rules.base, rules.multipliers) == (25, (1, 2, 4, 6))
    assert (rules.petit_au_bout, rules.petit_au_bout_multiplied) == (10, True)
    assert rules.poignee_points == (20, 30, 40)
    assert (rules.chelem_announced, rules.chelem_unannounced, rules.chelem_failed) == (400, 200, 200)


def test_the_casual_preset_differs_in_four_points() -> None:
    """S2."""
    official, casual = Rules.official(), Rules.casual()
    names = [field.name for field in fields(Rules) if getattr(official, field.name) != getattr(casual, field.name)]
    assert sorted(names) == ["chelem", "excuse_in_last_trick", "petit_au_bout_multiplied", "poignee"]


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (Rules.official(), "official"),
        (Rules.casual(), "casual"),
        (replace(Rules.official(), all_pass="redeal"), "official"),
        (replace(Rules.casual(), all_pass="redeal"), "casual"),
        (replace(Rules.official(), chelem=False), "custom"),
        (replace(Rules.casual(), base=20), "custom"),
    ],
    ids=str,
)
def test_names(rules: Rules, name: str) -> None:
    assert rules.name == name
    if name != "custom":
        assert replace(Rules.named(name), all_pass=rules.all_pass) == rules


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^unknown rules 'Official': \"official\" or \"casual\"$"):
        Rules.named("Official")


def test_lists_and_numbers_of_numpy_give_the_preset_itself() -> None:
    given: Any = {"base": np.int64(25), "multipliers": [1, 2, 4, 6], "poignee_points": [20, 30, 40]}
    rules = Rules(**given)
    assert rules == Rules.official()
    assert {rules: 1}[Rules.official()] == 1
    assert rules.name == "official"
    assert type(rules.base) is int


def test_scores_by_the_largest_values_fit_their_type() -> None:
    rules = Rules(multipliers=(MOST,) * 4, base=MOST, petit_au_bout=MOST, poignee_points=(MOST,) * 3)
    engine = Engine(50, rules, seed=0)
    while not engine.done.all():
        engine.step(engine.sample_legal())
    assert np.abs(engine.scores).max() > 3 * MOST * MOST
    assert not engine.scores.sum(axis=1).any()


def test_rules_do_not_change_and_can_be_a_key() -> None:
    rules = Rules.official()
    with pytest.raises(FrozenInstanceError):
        rules.base = 30  # type: ignore[misc]
    assert {rules: 1}[Rules.official()] == 1
