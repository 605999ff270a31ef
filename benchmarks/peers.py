"""How fast OpenSpiel plays its card games, by the same measure: uniform random play of whole games, deals included."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
from rates import Play, Rate, Stopwatch

# Bridge is played out: its default scores the auction by a double dummy solver, at ten games a second.
GAMES = ("tarok(players=4)", "skat", "bridge(use_double_dummy_result=false)", "hearts", "spades")
BOTS, PYTHON, MASK, OBSERVATION = "its C++ bots", "Python", "Python, mask", "Python, mask, observation"


class NotInstalled(Exception):
    """OpenSpiel is not there; the message says how to get it."""


def open_spiel() -> ModuleType:
    """The module `pyspiel`.

    Raises:
        NotInstalled: it cannot be imported.
    """
    try:
        import pyspiel
    except ImportError as error:
        raise NotInstalled(f"--peers needs OpenSpiel ({error}): pip install 'tarot-env[peers]'") from None
    return pyspiel  # type: ignore[no-any-return]


def measure(pyspiel: ModuleType, stopwatch: Stopwatch, seed: int) -> list[Rate]:
    """Each game by one call that has the bots play it, and decision by decision from Python."""
    rates = []
    for name in GAMES:
        game = pyspiel.load_game(name)
        kind = game.get_type()
        plays = {BOTS: bots_play(pyspiel, game, seed), PYTHON: python_play(game, seed, mask=False)}
        plays[MASK] = python_play(game, seed, mask=True)
        if kind.provides_observation_tensor or kind.provides_information_state_tensor:
            plays[OBSERVATION] = python_play(game, seed, mask=True, observation=True)
        rates += [stopwatch.rate(f"OpenSpiel {name.partition('(')[0]}", mode, 1, play) for mode, play in plays.items()]
    return rates


def bots_play(pyspiel: ModuleType, game: Any, seed: int) -> Play:
    """One Python call a game; its decisions are its moves less those of the dealer, whose number is always the same."""
    bots = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(game.num_players())]
    rng, dealt = np.random.default_rng(seed), chance_moves(game)

    def play() -> tuple[int, int]:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, int(rng.integers(2**31)))
        return state.move_number() - dealt, 1

    return play


def chance_moves(game: Any) -> int:
    """Moves of the dealer in a game."""
    state, number = game.new_initial_state(), 0
    while not state.is_terminal():
        number += state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    return number


def python_play(game: Any, seed: int, mask: bool, observation: bool = False) -> Play:
    """Decision by decision: the legal actions, and if asked for the mask and the tensor of the player to act."""
    rng = np.random.default_rng(seed)
    kind = game.get_type()
    whole = kind.provides_observation_tensor

    def play() -> tuple[int, int]:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():  # all these games shuffle uniformly
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(rng.random() * len(outcomes))][0])
                continue
            decisions += 1
            legal = np.array(state.legal_actions_mask(), np.int8).nonzero()[0] if mask else state.legal_actions()
            if observation:
                player = state.current_player()
                tensor = state.observation_tensor(player) if whole else state.information_state_tensor(player)
                np.array(tensor, np.float32)
            state.apply_action(int(legal[int(rng.random() * len(legal))]))
        return decisions, 1

    return play
