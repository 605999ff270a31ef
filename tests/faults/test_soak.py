"""A small part of what soak.py does."""

from __future__ import annotations

import pytest
from soak import soak_engine, soak_episodes, soak_matches

from tarot_env import Rules


@pytest.mark.parametrize("rules", [Rules.official(), Rules.casual()], ids=["official", "casual"])
def test_every_invariant_at_every_step_of_the_engine(rules: Rules) -> None:
    told, _ = soak_engine(rules, decisions=60_000, seed=1, tables=256)
    assert "59,904 decisions" in told


def test_episodes_come_to_zero_and_leave_nothing_behind() -> None:
    told, _ = soak_episodes(60, seed=1)
    assert told.startswith("60 episodes")


def test_matches_come_to_zero_and_leave_nothing_behind() -> None:
    told, _ = soak_matches(5, seed=1)
    assert told.startswith("5 matches")
