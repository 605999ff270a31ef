"""All figures of a contest."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents.arena.contest import Contest
from agents.arena.ledger import Ledger
from agents.arena.plays import Floats, View
from agents.arena.profile import Profile, profiles
from agents.arena.referee import Fault
from agents.arena.statistics import Estimate, deals_to_see
from agents.arena.views import CardsPair, Cross, GamePair, Standing, cards_view, game_view, league_view
from tarot_env.rules import Rules


@dataclass(frozen=True, slots=True)
class Results:
    """Everything that is known about a contest."""

    contest: Contest
    deals: int
    cards: list[CardsPair]
    cross: Cross
    game: list[GamePair]
    league: list[Standing]
    profiles: list[Profile]
    ms_per_decision: list[float | None]
    faults: dict[int, Fault]
    cheats: set[int]  # players that see all cards

    @classmethod
    def of(cls, contest: Contest, ledger: Ledger) -> Results:
        """Count everything again from the games."""
        games, players = ledger.counted(), ledger.players
        pairs, cross = cards_view(games, players, Rules.named(contest.rules))
        league = View.LEAGUE in contest.views
        return cls(
            contest,
            len(np.unique(games.deal)),
            pairs if View.CARDS in contest.views else [],
            cross,
            game_view(games, players, contest.seed) if View.GAME in contest.views else [],
            league_view(games, players) if league else [],
            profiles(games, players),
            [
                1000 * float(seconds) / int(number) if number else None
                for seconds, number in zip(ledger.seconds, ledger.decisions, strict=True)
            ],
            ledger.faults,
            ledger.cheats,
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """The players' names for readers, who are told who cheats."""
        names = enumerate(self.contest.names)
        return tuple(f"{name} (cheat)" if player in self.cheats else name for player, name in names)

    @property
    def main_figures(self) -> list[Estimate]:
        """What a run is to be sure of: the sum of the cards view, the points of game and league."""
        return [
            *(pair.sum for pair in self.cards),
            *(pair.points_per_deal for pair in self.game),
            *(standing.points_per_deal for standing in self.league),
        ]

    def widest(self) -> float:
        """Of the intervals of the main figures; 0 if nothing was measured, infinite where too few deals tell."""
        widths = [figure.width for figure in self.main_figures if figure.deals]
        return max((math.inf if width is None else width for width in widths), default=0.0)

    def as_json(self) -> dict[str, Any]:
        """The object that ``--format json`` prints."""
        names = self.contest.names
        views: dict[str, Any] = {}
        if View.CARDS in self.contest.views:
            views["cards"] = [_cards_json(pair, names) for pair in self.cards]
        if View.GAME in self.contest.views:
            views["game"] = [_game_json(pair, names) for pair in self.game]
        if View.LEAGUE in self.contest.views:
            views["league"] = [_standing_json(standing, names) for standing in self.league]
        result: dict[str, Any] = {
            "seed": self.contest.seed,
            "deals": self.deals,
            "rules": self.contest.rules,
            "views": views,
        }
        if View.CARDS in self.contest.views:
            result["cross"] = {
                "agents": list(names),
                "points": _square(self.cross.points),
                "made": _square(self.cross.made),
            }
        result["agents"] = {name: self._agent_json(player) for player, name in enumerate(names)}
        return result

    def _agent_json(self, player: int) -> dict[str, Any]:
        fault = self.faults.get(player)
        return self.profiles[player].as_json() | {
            "cheat": player in self.cheats,
            "ms_per_decision": self.ms_per_decision[player],
            "illegal": fault.illegal if fault else 0,
            "fault": fault.what if fault else None,
        }


def _cards_json(pair: CardsPair, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "a": names[pair.a],
        "b": names[pair.b],
        "taker": pair.taker.as_json(),
        "defence": pair.defence.as_json(),
        "sum": pair.sum.as_json(),
        "made": pair.made,
        "made_by_b": pair.made_by_b,
    } | _spread(pair.sum, pair.unpaired_sd)


def _game_json(pair: GamePair, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "a": names[pair.a],
        "b": names[pair.b],
        "points_per_deal": pair.points_per_deal.as_json(),
        "controlled": pair.controlled.as_json(),
        "control_gain": control_gain(pair),
    } | _spread(pair.points_per_deal, pair.unpaired_sd)


def _standing_json(standing: Standing, names: tuple[str, ...]) -> dict[str, Any]:
    return {
        "agent": names[standing.player],
        "rating": standing.rating,
        "sigma": standing.sigma,
        "points_per_deal": standing.points_per_deal.as_json(),
    }


def _spread(figure: Estimate, unpaired_sd: float | None) -> dict[str, Any]:
    """The standard deviation of one deal, what the same deals save, and the deals that one point takes."""
    return {
        "sd": figure.sd,
        "duplicate_gain": duplicate_gain(figure, unpaired_sd),
        "deals_for_one_point": None if figure.sd is None else deals_to_see(1.0, figure.sd),
    }


def duplicate_gain(figure: Estimate, unpaired_sd: float | None) -> float | None:
    """By what the same deals for both divide the standard error, at the same number of games."""
    return unpaired_sd / figure.sd if unpaired_sd and figure.sd else None


def control_gain(pair: GamePair) -> float | None:
    """By what the control variate divides the standard error."""
    plain, controlled = pair.points_per_deal.sd, pair.controlled.sd
    return plain / controlled if plain and controlled else None


def _square(table: Floats) -> list[list[float | None]]:
    return [[None if math.isnan(value) else value for value in row] for row in table.tolist()]
