"""Matches: when they end, who wins, who deals."""

from __future__ import annotations

import pytest

from tarot_env.match import Match

TAKER_0 = (150, -50, -50, -50)
LOST_0 = (-150, 50, 50, 50)


def played(match: Match, *deals: tuple[int, ...]) -> Match:
    for number, scores in enumerate(deals):
        match.add(scores, dealer=number % 4)
    return match


@pytest.mark.parametrize(
    ("match", "deals", "totals", "winners"),
    [
        pytest.param(Match(), [], (0, 0, 0, 0), None, id="nothing played"),
        pytest.param(Match(), [(96, -32, -32, -32)], (96, -32, -32, -32), None, id="below the target"),
        pytest.param(Match(), [TAKER_0], TAKER_0, (0,), id="a taker reaches the target"),
        pytest.param(Match(target=150), [TAKER_0], TAKER_0, (0,), id="exactly the target is enough"),
        pytest.param(Match(), [LOST_0, LOST_0], (-300, 100, 100, 100), (1, 2, 3), id="defenders win, and share"),
        pytest.param(
            Match(), [(-30, 90, -30, -30), LOST_0], (-180, 140, 20, 20), (1,), id="a defender alone, with what he had"
        ),
        pytest.param(
            Match(), [(-30, 90, -30, -30), (-240, 80, 80, 80)], (-270, 170, 50, 50), (1,), id="the highest of those"
        ),
        pytest.param(
            Match(),
            [(-30, 90, -30, -30), (-450, 150, 150, 150)],
            (-480, 240, 120, 120),
            (1,),
            id="three pass 100 at once",
        ),
        pytest.param(Match(deals=2), [TAKER_0], TAKER_0, None, id="a number of deals is not cut short by the target"),
        pytest.param(Match(deals=2), [TAKER_0, LOST_0], (0, 0, 0, 0), (0, 1, 2, 3), id="all four share"),
        pytest.param(Match(deals=1), [(0, 0, 0, 0)], (0, 0, 0, 0), (0, 1, 2, 3), id="four passes that count as a deal"),
    ],
)
def test_totals_end_and_winners(
    match: Match, deals: list[tuple[int, ...]], totals: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    played(match, *deals)
    assert match.played == len(deals)
    assert match.totals == totals
    assert match.over == (winners is not None)
    assert match.winners == (winners or ())


def test_the_deal_goes_round() -> None:
    match = Match(deals=6)
    assert match.dealer is None
    for dealer, following in [(2, 3), (3, 0), (1, 2)]:  # one was passed out in between
        match.add((0, 0, 0, 0), dealer)
        assert match.dealer == following


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Match(target=0), "target is at least 1 point, not 0"),
        (lambda: Match(deals=0), "deals is at least 1, or None for a match to 100 points, not 0"),
        (lambda: Match().add((1, 0, 0, 0), 0), "scores are 4 numbers that sum to zero"),
        (lambda: Match().add((1, -1), 0), "scores are 4 numbers that sum to zero"),
        (lambda: Match().add((0, 0, 0, 0), 4), "a dealer is a seat 0..3, not 4"),
        (lambda: played(Match(), TAKER_0, TAKER_0), "the match is over after 1 deals"),
    ],
)
def test_bad_input_is_one_line(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        call()  # type: ignore[operator]
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("options", [{"target": 1.5}, {"deals": 1.5}, {"target": "x"}, {"deals": True}])
def test_totals_are_whole_numbers(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="is a whole number"):
        Match(**options)
