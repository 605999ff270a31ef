"""Known scores and legal cards, asked of both implementations of the rules: the package's and the oracle's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import oracle
import pytest
from known import LEGAL_CARDS, SCORES

import tarot_env

NAMES = ("tarot_env", "oracle")


@pytest.mark.parametrize("legal_cards", [tarot_env.legal_cards, oracle.legal_cards], ids=NAMES)
@pytest.mark.parametrize("fact", LEGAL_CARDS, ids=lambda fact: fact["why"])
def test_known_legal_cards(fact: dict[str, str], legal_cards: Callable[[str, str], list[str]]) -> None:
    legal = legal_cards(fact["hand"], fact["trick"])
    assert sorted(legal) == sorted(fact["legal"].split())


@pytest.mark.parametrize("score", [tarot_env.score_deal, oracle.score], ids=NAMES)
@pytest.mark.parametrize("fact", SCORES, ids=lambda fact: fact["source"])
def test_known_score(fact: dict[str, Any], score: Callable[..., tuple[int, int]]) -> None:
    due = score(
        fact["contract"],
        fact["bouts"],
        fact["taker_points"],
        petit_au_bout=fact["petit_au_bout"],
        poignees=[poignee["size"] for poignee in fact["poignees"]],
        chelem_announced=fact["chelem"]["announced"],
        chelem_by=fact["chelem"]["made_by"],
    )
    assert due == (fact["expected"]["taker"], fact["expected"]["each_defender"])
