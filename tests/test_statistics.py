"""The ruler: intervals cover at their rate, and figures are those of games counted by hand. (About 8 s.)"""

from __future__ import annotations

import math

import numpy as np
import pytest

from agents.arena.contest import Contest
from agents.arena.deals import frozen
from agents.arena.ledger import Ledger
from agents.arena.luck import controlled, room
from agents.arena.plays import Plays, View
from agents.arena.profile import profiles
from agents.arena.results import Results, duplicate_gain
from agents.arena.run import evaluate
from agents.arena.statistics import deals_to_see, estimate, student
from agents.arena.views import cards_view, game_points, game_view, league_view
from tarot_env.rules import Contract, Rules

# Intervals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("freedom", "quantile"),  # of any printed table
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (29, 2.045), (100, 1.984), (10**6, 1.96)],
)
def test_students_quantile(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, rel=0.01)


@pytest.mark.parametrize("deals", [3, 5, 30, 300])
def test_the_interval_of_a_normal_figure_covers_its_mean_19_times_in_20(deals: int) -> None:
    rng = np.random.default_rng(1)
    assert _coverage(rng.normal(3.0, 25.0, (4000, deals)), 3.0) == pytest.approx(0.95, abs=0.012)


def test_the_interval_of_real_looking_scores_covers_too() -> None:
    """Scores have two humps, lost and made, and a long tail: 300 deals make their mean normal enough."""
    rng = np.random.default_rng(2)
    made = rng.random((4000, 300)) < 0.6
    scores = np.where(made, 25 + rng.exponential(12, made.shape), -25 - rng.exponential(12, made.shape))
    assert _coverage(scores, 0.6 * 37 - 0.4 * 37) == pytest.approx(0.95, abs=0.012)


def test_the_power_that_is_promised() -> None:
    """After so many deals a difference of 1 is seen, its interval above 0, four times out of five."""
    rng = np.random.default_rng(3)
    deals = deals_to_see(1.0, sd=12.0)
    seen = [estimate(rng.normal(1.0, 12.0, deals)).low > 0 for _ in range(3000)]  # type: ignore[operator]
    assert deals == 1131  # 7.85 * 144
    assert np.mean(seen) == pytest.approx(0.8, abs=0.025)


def test_what_few_deals_can_tell() -> None:
    assert estimate(np.array([])).as_json() == {"mean": None, "low": None, "high": None, "deals": 0}
    assert estimate(np.array([4.0, np.nan])).as_json() == {"mean": 4.0, "low": None, "high": None, "deals": 1}
    assert estimate(np.array([4.0, 4.0])).as_json() == {"mean": 4.0, "low": 4.0, "high": 4.0, "deals": 2}


def test_an_interval_that_is_not_known_is_not_narrow_enough() -> None:
    """``--until`` goes on."""
    contest, ledger = Contest(("random", "heuristic"), seed=1, views=(View.GAME,)), Ledger(2)
    assert Results.of(contest, ledger).widest() == 0.0
    evaluate(contest, ledger, deals=1)
    assert Results.of(contest, ledger).widest() == math.inf
    evaluate(contest, ledger, deals=1)
    assert 0 < Results.of(contest, ledger).widest() < math.inf


def _coverage(samples: np.ndarray, mean: float) -> float:
    found = [estimate(sample) for sample in samples]
    return float(np.mean([each.low <= mean <= each.high for each in found]))  # type: ignore[operator]


# Figures of games counted by hand -------------------------------------------------------------------------------------

A, B, C = 0, 1, 2
TARGET_WITH_THREE_BOUTS = 36


def game(view: View, deal: int, lineup: tuple[int, int, int, int], **facts: object) -> Plays:
    """One game; whatever is not said is nothing."""
    one = {name: np.zeros((1, *column.shape[1:]), column.dtype) for name, column in Plays.none().columns().items()}
    facts = {"view": view, "deal": deal, "lineup": lineup, "taker": 0} | facts
    for name, value in facts.items():
        one[name][0] = value
    return Plays.from_columns(one)


def cards_game(deal: int, taker: int, defence: int, margin: int) -> Plays:
    """A garde with three bouts, made or lost by so much: 25 + margin points from each defender, or that below zero."""
    return game(
        View.CARDS,
        deal,
        (defence, defence, taker, defence),
        taker=2,
        contract=Contract.GARDE,
        bouts=3,
        points=TARGET_WITH_THREE_BOUTS + margin,
    )


def test_the_cards_view_by_hand() -> None:
    plays = Plays.joined(
        [
            cards_game(0, A, B, 10),  # +35
            cards_game(0, B, A, -5),  # -30
            cards_game(0, B, B, 0),  # +25: made by 0 is made
            cards_game(0, A, A, 1),  # +26
            cards_game(1, A, B, 2),  # +27
            cards_game(1, B, A, 2),  # +27
            cards_game(1, B, B, 4),  # +29
            cards_game(1, A, A, -1),  # -26
        ]
    )
    (pair,), cross = cards_view(plays, 2, Rules.official())
    assert pair.taker.mean == ((35 - 25) + (27 - 29)) / 2
    assert pair.defence.mean == ((25 - -30) + (29 - 27)) / 2
    assert pair.sum.mean == ((35 - -30) + (27 - 27)) / 2 == pair.taker.mean + pair.defence.mean
    assert (pair.made, pair.made_by_b) == (1.0, 0.5)
    assert cross.points.tolist() == [[0.0, 31.0], [-1.5, 27.0]]
    assert cross.made.tolist() == [[0.5, 1.0], [0.5, 1.0]]


def test_card_points_leave_out_multiplier_poignee_and_chelem_but_not_the_petit() -> None:
    facts = {"taker": 1, "contract": Contract.GARDE_CONTRE, "bouts": 3, "points": 46, "poignee": (0, 3, 0, 0)}
    made = game(View.CARDS, 0, (A, B, A, A), petit_au_bout=1, chelem=True, chelem_by=1, **facts)
    lost_petit = game(View.CARDS, 0, (A, B, A, A), petit_au_bout=-1, **facts)
    assert made.card_points(Rules.official()).tolist() == [45]
    assert lost_petit.card_points(Rules.official()).tolist() == [25]


def test_the_game_view_by_hand() -> None:
    """A alone scores 40, 0, 0, 20 in the four seats: 15 a seat. B alone scores -8, 0, 0, 0: -2 a seat."""
    alone_a = [game(View.GAME, 0, _alone(A, B, s), scores=_scores(s, p)) for s, p in enumerate((39, 0, 0, 21))]
    alone_b = [game(View.GAME, 0, _alone(B, A, s), scores=_scores(s, p)) for s, p in enumerate((-9, 0, 0, 0))]
    (pair,) = game_view(Plays.joined(alone_a + alone_b), 2, 0)
    assert pair.points_per_deal.mean == (15 - -2.25) / 2
    (pair,) = game_view(Plays.joined(alone_a + alone_b[:3]), 2, 0)
    assert pair.points_per_deal.deals == 0, "a deal counts once it was played in all seats"


def test_the_league_by_hand() -> None:
    """A wins every deal, C loses every deal."""
    deals = [game(View.LEAGUE, deal, (A, B, C, B), scores=(30 + deal % 2, 0, -30 - deal % 2, 0)) for deal in range(40)]
    standings = league_view(Plays.joined(deals), 3)
    assert [standing.player for standing in standings] == [A, B, C]
    assert [standing.points_per_deal.mean for standing in standings] == [30.5, 0, -30.5]
    assert standings[0].rating > standings[1].rating + 5 > standings[2].rating + 10
    assert all(0 < standing.sigma < 8 for standing in standings)


def test_a_players_profile_by_hand() -> None:
    plays = Plays.joined(
        [
            game(View.GAME, 0, (A, B, B, B), taker=0, contract=Contract.GARDE, bouts=2, points=41, petit_au_bout=1),
            game(View.GAME, 1, (B, A, B, B), taker=1, contract=Contract.PRISE, bouts=0, points=50, petit_au_bout=-1),
            game(View.GAME, 2, (B, A, B, B), taker=-1),
            game(View.LEAGUE, 3, (A, A, B, B), taker=3, contract=Contract.GARDE_SANS, bouts=1, points=91,
                 chelem=True, chelem_by=1, poignee=(0, 1, 0, 2)),
            cards_game(4, A, B, 10),  # not its own bid
        ]
    )  # fmt: skip
    a, b = (profile.as_json() for profile in profiles(plays, 2))
    assert a["seats"] == 5
    assert a["taking_rate"] == 2 / 5
    assert a["made"] == 1 / 2
    assert a["all_pass_rate"] == 1 / 5
    assert a["contracts"]["garde"] == {"taken": 1, "made": 1}
    assert a["contracts"]["prise"] == {"taken": 1, "made": 0}
    assert (a["points_as_taker"], a["bouts_as_taker"]) == (45.5, 1.0)
    assert a["petit_au_bout"] == {"won": 1, "lost": 1}
    assert b["petit_au_bout"] == {"won": 3, "lost": 3}, "each defender is a seat of the side"
    assert a["poignees"] == {"simple": 1, "double": 0, "triple": 0}
    assert b["poignees"] == {"simple": 0, "double": 1, "triple": 0}
    assert b["chelems"] == {"announced": 1, "made": 1}


def _alone(one: int, others: int, seat: int) -> tuple[int, ...]:
    return tuple(one if s == seat else others for s in range(4))


def _scores(seat: int, points: int) -> tuple[int, ...]:
    return tuple(points if s == seat else -points // 3 for s in range(4))


def test_the_control_variate_leaves_the_mean_and_takes_what_it_foretells() -> None:
    """Half of the variance is foretold: the standard deviation shrinks by the root of two, and the interval covers."""
    rng = np.random.default_rng(5)
    foretold = rng.normal(0, 20, (1500, 100))
    figures = 3 + foretold + rng.normal(0, 20, foretold.shape)
    found = [controlled(figure, each) for figure, each in zip(figures, foretold, strict=True)]
    assert np.mean([each.low <= 3 <= each.high for each in found]) == pytest.approx(0.95, abs=0.015)  # type: ignore[operator]
    assert np.mean([each.mean for each in found]) == pytest.approx(3, abs=0.2)  # type: ignore[arg-type]
    assert np.mean([each.sd for each in found]) == pytest.approx(20, rel=0.05)  # type: ignore[arg-type]


def test_a_control_variate_that_foretells_nothing_does_little_harm() -> None:
    rng = np.random.default_rng(6)
    figures = rng.normal(3, 20, 400)
    plain, after = estimate(figures), controlled(figures, rng.normal(0, 20, 400))
    assert after.sd == pytest.approx(plain.sd, rel=0.03)


def test_the_control_variate_of_the_house() -> None:
    """It is zero on average, and follows who wins between players that are far apart."""
    assert estimate(room(frozen(77, range(20_000)))).mean == pytest.approx(0, abs=0.5)
    points = game_points(played(("heuristic", "random-cards"), 3, 200, (View.GAME,)), 2)[0, 1]
    assert np.corrcoef(points, room(frozen(3, range(200))))[0, 1] > 0.4


# Real games -----------------------------------------------------------------------------------------------------------


def played(players: tuple[str, ...], seed: int, deals: int, views: tuple[View, ...]) -> Plays:
    ledger = Ledger(len(players))
    evaluate(Contest(players, seed, views=views), ledger, deals)
    assert not ledger.faults
    return ledger.counted()


def test_a_player_without_chance_does_not_differ_from_itself_at_all() -> None:
    plays = played(("heuristic", "heuristic"), 5, 30, (View.CARDS, View.GAME))
    (cards,), _ = cards_view(plays, 2, Rules.official())
    (game,) = game_view(plays, 2, 5)
    for figure in (cards.taker, cards.defence, cards.sum, game.points_per_deal):
        assert (figure.low, figure.mean, figure.high) == (0, 0, 0)


def test_a_player_of_chance_differs_from_itself_by_zero_within_the_interval() -> None:
    """Over 20 seeds of 12 deals: of 40 intervals about 2 may miss zero, more than 7 once in a thousand."""
    missed = 0
    for seed in range(20):
        plays = played(("random-cards", "random-cards"), seed, 12, (View.CARDS, View.GAME))
        (cards,), _ = cards_view(plays, 2, Rules.official())
        (game,) = game_view(plays, 2, seed)
        for figure in (cards.sum, game.points_per_deal):
            assert figure.low is not None
            assert figure.high is not None
            missed += not figure.low <= 0 <= figure.high
    assert missed <= 7


def test_the_same_deals_shrink_the_standard_error_as_they_should() -> None:
    """Luck of the deal: uniform from 4 to 46 points, variance 154. Play: -3 to 3 points, variance 4."""
    rng = np.random.default_rng(4)
    luck = rng.integers(4, 47, 800)
    plays = Plays.joined(
        [
            cards_game(deal, *cell, margin=int(margin))
            for cell in ((A, B), (B, A))
            for deal, margin in enumerate(luck + rng.integers(-3, 4, 800))
        ]
    )
    (pair,), _ = cards_view(plays, 2, Rules.official())
    assert duplicate_gain(pair.sum, pair.unpaired_sd) == pytest.approx(np.sqrt((154 + 4) / 4), rel=0.1)


def test_the_same_deals_shrink_the_standard_error_of_real_games() -> None:
    (pair,), _ = cards_view(played(("heuristic", "random"), 6, 64, (View.CARDS,)), 2, Rules.official())
    gain = duplicate_gain(pair.sum, pair.unpaired_sd)
    assert gain is not None
    assert gain > 1.1
