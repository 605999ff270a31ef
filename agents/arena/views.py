"""The three views: from finished games to who is better, by how much, and how surely."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from agents.arena import luck
from agents.arena.deals import frozen
from agents.arena.plays import Floats, Int8, Plays, View
from agents.arena.statistics import Estimate, estimate
from tarot_env.rules import Rules

if TYPE_CHECKING:
    from openskill.models import PlackettLuceRating


@dataclass(frozen=True, slots=True)
class CardsPair:
    """Card play of a against b, in points for each defender before the multiplier (`Plays.card_points`).

    With s(T, D) for what T takes from D on a deal: ``taker = s(a, b) - s(b, b)``, ``defence = s(b, b) - s(b, a)``, and
    ``sum = s(a, b) - s(b, a)``, all on the same deals, with the same contract, taker and discard.
    """

    a: int
    b: int
    taker: Estimate
    defence: Estimate
    sum: Estimate
    made: float | None  # share of contracts that a makes against b
    made_by_b: float | None  # and b against a
    unpaired_sd: float | None  # of the sum, if the two games were on different deals


@dataclass(frozen=True, slots=True)
class Cross:
    """Each player as taker against each: (K, K), taker first; NaN where nothing was played."""

    points: Floats
    made: Floats


@dataclass(frozen=True, slots=True)
class GamePair:
    """Whole games of a against b, in points for each deal and seat.

    What a gains in one seat among three b: its score there, averaged over the four seats, since b in all four would
    have zero. The same for b among three a; the figure is half the difference of both.
    """

    a: int
    b: int
    points_per_deal: Estimate
    unpaired_sd: float | None  # of the same figure from as many games, each on a deal of its own
    controlled: Estimate  # the same figure, less what the cards alone foretell (`luck`)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in the league: its OpenSkill rating, and its mean score at tables drawn by chance."""

    player: int
    rating: float
    sigma: float
    points_per_deal: Estimate


def cards_view(plays: Plays, players: int, rules: Rules) -> tuple[list[CardsPair], Cross]:
    """The card play of every pair, and the cross table."""
    points, made = _by_cell(plays.of_view(View.CARDS), players, rules)
    pairs = [
        CardsPair(
            a,
            b,
            taker=estimate(points[a, b] - points[b, b]),
            defence=estimate(points[b, b] - points[b, a]),
            sum=estimate(points[a, b] - points[b, a]),
            made=_mean(made[a, b]),
            made_by_b=_mean(made[b, a]),
            unpaired_sd=_sd_of_sum(points[a, b], points[b, a]),
        )
        for a, b in combinations(range(players), 2)
    ]
    return pairs, Cross(_means(points), _means(made))


def game_view(plays: Plays, players: int, seed: int) -> list[GamePair]:
    """Whole games of every pair, on deals of this seed."""
    points = game_points(plays, players)
    spread = _single_variance(plays.of_view(View.GAME), players)
    room = luck.room(frozen(seed, range(points.shape[-1])))
    return [
        GamePair(
            a,
            b,
            estimate(points[a, b]),
            unpaired_sd=_root_or_none((spread[a, b] + spread[b, a]) / 4 / 4),
            controlled=luck.controlled(points[a, b], room),
        )
        for a, b in combinations(range(players), 2)
    ]


def game_points(plays: Plays, players: int) -> Floats:
    """`GamePair.points_per_deal` of each deal: (K, K, deals), NaN where not everything was played."""
    alone = _alone(plays.of_view(View.GAME), players)
    return (alone - alone.transpose(1, 0, 2)) / 2


def league_view(plays: Plays, players: int) -> list[Standing]:
    """Every player's rating, best first. One match is one deal's table, moved on through the seats: its players are
    ranked by their mean score there, and rated by Plackett and Luce's model as the library openskill has it."""
    scores = _by_player(plays.of_view(View.LEAGUE), players)
    ratings = _rated(scores)
    standings = [
        Standing(player, rating.mu, rating.sigma, estimate(scores[:, player])) for player, rating in enumerate(ratings)
    ]
    return sorted(standings, key=lambda standing: -standing.rating)


def _by_cell(games: Plays, players: int, rules: Rules) -> tuple[Floats, Floats]:
    """Card points and contracts made by (taker, defence, deal): two (K, K, deals), NaN where not played."""
    rows = np.arange(len(games))
    cell = (games.lineup[rows, games.taker], games.lineup[rows, (games.taker + 1) & 3], _column(games))
    points = np.full((players, players, _columns(games)), np.nan)
    made = points.copy()
    points[cell] = games.card_points(rules)
    made[cell] = games.made()
    return points, made


def _alone(games: Plays, players: int) -> Floats:
    """What a scores alone among three b, mean of the four seats: (K, K, deals), NaN where not all four were played."""
    a, b, score = _odd_one(games)
    total = np.zeros((players, players, _columns(games)))
    number = np.zeros_like(total)
    np.add.at(total, (a, b, _column(games)), score)
    np.add.at(number, (a, b, _column(games)), 1)
    alone: Floats = np.divide(total, 4, out=np.full_like(total, np.nan), where=number == 4)
    return alone


def _single_variance(games: Plays, players: int) -> Floats:
    """Variance of what a scores in one game alone among three b: (K, K), NaN where too few were played."""
    a, b, score = _odd_one(games)
    variance = np.full((players, players), np.nan)
    for pair in combinations(range(players), 2):
        for one, other in (pair, pair[::-1]):
            single = score[(a == one) & (b == other)]
            if len(single) > 1:
                variance[one, other] = single.var(ddof=1)
    return variance


def _odd_one(games: Plays) -> tuple[Int8, Int8, Floats]:
    """Who sits alone, among whom, and what it scores: (P,) each."""
    rows = np.arange(len(games))
    seat = (games.lineup[:, :, None] == games.lineup[:, None, :]).sum(axis=2).argmin(axis=1)
    score = games.scores[rows, seat].astype(np.float64)
    return games.lineup[rows, seat], games.lineup[rows, (seat + 1) & 3], score


def _by_player(games: Plays, players: int) -> Floats:
    """Mean score of each player at the tables of each deal: (deals, K), NaN where it did not sit."""
    total = np.zeros((_columns(games), players))
    number = np.zeros_like(total)
    place = (np.repeat(_column(games), 4), games.lineup.reshape(-1))
    np.add.at(total, place, games.scores.reshape(-1))
    np.add.at(number, place, 1)
    return np.divide(total, number, out=np.full_like(total, np.nan), where=number > 0)


def _rated(scores: Floats) -> list[PlackettLuceRating]:
    """Ratings after matches in the order of the deals. (deals, K), NaN for who did not sit."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating() for _ in range(scores.shape[1])]
    for match in scores:
        seated = np.flatnonzero(~np.isnan(match)).tolist()
        if len(seated) > 1:
            after = model.rate([[ratings[player]] for player in seated], scores=[float(match[p]) for p in seated])
            for player, [rating] in zip(seated, after, strict=True):
                ratings[player] = rating
    return ratings


def _column(games: Plays) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """A place for each game's deal: (P,)."""
    return games.deal.astype(np.int64)


def _columns(games: Plays) -> int:
    return int(games.deal.max()) + 1 if len(games) else 0


def _mean(values: Floats) -> float | None:
    return None if np.isnan(values).all() else float(np.nanmean(values))


def _means(values: Floats) -> Floats:
    """Mean over the last axis, NaN where there is none: (K, K)."""
    number = (~np.isnan(values)).sum(axis=-1)
    total = np.nansum(values, axis=-1)
    means: Floats = np.divide(total, number, out=np.full(total.shape, np.nan), where=number > 0)
    return means


def _sd_of_sum(one: Floats, other: Floats) -> float | None:
    """Standard deviation of the sum of two numbers that had nothing to do with each other."""
    both = [values[~np.isnan(values)] for values in (one, other)]
    return None if min(map(len, both)) < 2 else _root_or_none(sum(float(v.var(ddof=1)) for v in both))


def _root_or_none(variance: float) -> float | None:
    return None if np.isnan(variance) else float(np.sqrt(variance))
