"""From the first bid to the first card: auction, discard, chelem, poignees."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tarot_env.actions import CHELEM, PASS, POIGNEE_SIMPLE, Phase
from tarot_env.cardsets import SUIT_BITS, TRUMP_BITS, TRUMP_MASK, count
from tarot_env.dealing import DOG_SIZE
from tarot_env.legal import trumps_to_show
from tarot_env.play import start_trick
from tarot_env.rules import POIGNEE_SIZES, Contract, Rules
from tarot_env.state import Rows, State, lane, pick

Actions = npt.NDArray[np.int64]
_SIZES = np.array((0, *POIGNEE_SIZES), np.int16)


def start_auction(state: State, rows: Rows) -> None:
    """The seat after the dealer speaks first."""
    state.phase[rows] = Phase.AUCTION
    state.seat[rows] = (state.dealer[rows] + 1) & 3


def bid(state: State, rows: Rows, actions: Actions, rules: Rules) -> None:
    """One bid; the dealer's is the last, and opens what comes next. Four passes end the deal with zeros."""
    seat = state.seat[rows]
    spoken = np.minimum(actions - PASS, Contract.GARDE_CONTRE).astype(np.int8)
    state.bids.reshape(-1)[state.base[rows] + seat] = spoken
    takes = spoken > 0
    state.taker[rows] = np.where(takes, seat, state.taker[rows])
    state.contract[rows] = np.where(takes, spoken, state.contract[rows])
    state.chelem[rows] |= actions == CHELEM
    closing = seat == state.dealer[rows]
    state.seat[rows] = (seat + 1) & 3

    closed = pick(rows, np.flatnonzero(closing))
    if not closed.size:
        return
    contract = state.contract[closed]
    passed = closed[contract == Contract.NONE]
    state.phase[passed] = Phase.DONE
    state.seat[passed] = -1
    _pick_up_dog(state, closed[(contract == Contract.PRISE) | (contract == Contract.GARDE)])
    _ask_chelem(state, closed[contract > Contract.GARDE], rules)


def _pick_up_dog(state: State, rows: npt.NDArray[np.int64]) -> None:
    taker = state.taker[rows]
    for k in (0, 1):
        for cards in (state.hand, state.owned):
            lane(cards, k)[state.base[rows] + taker] |= state.dog[rows, k]
    state.phase[rows] = Phase.DISCARD
    state.seat[rows] = taker


def discard(state: State, rows: Rows, actions: Actions, rules: Rules) -> None:
    """The taker puts one card aside; after the sixth he may announce a chelem."""
    at = state.base[rows] + state.seat[rows]
    for k, bits in enumerate((SUIT_BITS, TRUMP_BITS)):
        card = bits.take(actions)
        for cards in (state.hand, state.owned):
            lane(cards, k)[at] ^= card
        state.discard[rows, k] |= card
    _ask_chelem(state, pick(rows, np.flatnonzero(count(state.discard[rows]) == DOG_SIZE)), rules)


def _ask_chelem(state: State, rows: npt.NDArray[np.int64], rules: Rules) -> None:
    """The taker may announce a chelem, whatever the contract, if he has not done so (FFT p.6)."""
    asked = ~state.chelem[rows] & rules.chelem
    state.phase[rows[asked]] = Phase.CHELEM
    state.seat[rows[asked]] = state.taker[rows[asked]]
    _start_play(state, rows[~asked], rules)


def announce_chelem(state: State, rows: Rows, actions: Actions, rules: Rules) -> None:
    """The taker announces a chelem or not; the contract stays (S0)."""
    state.chelem[rows] = actions == CHELEM
    _start_play(state, rows, rules)


def _start_play(state: State, rows: Rows, rules: Rules) -> None:
    """The seat after the dealer leads, or the taker who announced a chelem (S0)."""
    start_trick(state, rows, np.where(state.chelem[rows], state.taker[rows], (state.dealer[rows] + 1) & 3))
    ask_poignee(state, rows, rules)


def ask_poignee(state: State, rows: Rows, rules: Rules) -> None:
    """Before its first card a seat is asked for a poignee if it can show one."""
    number, excuse = trumps_to_show(state, rows)
    can = (number + excuse >= POIGNEE_SIZES[0]) & rules.poignee
    state.phase[rows] = np.where(can, Phase.POIGNEE, Phase.PLAY)


def show_poignee(state: State, rows: Rows, actions: Actions) -> None:
    """Choose a size, then hold the surplus back, a trump at a time. The Excuse is shown only where the trumps fall one
    short: it says that no other trump is held back (S0)."""
    chosen = actions >= PASS
    _choose_size(state, pick(rows, np.flatnonzero(chosen)), actions[chosen])
    holding = ~chosen
    held = pick(rows, np.flatnonzero(holding))
    lane(state.shown, 1)[state.base[held] + state.seat[held]] ^= TRUMP_BITS.take(actions[holding])
    state.surplus[held] -= 1
    state.phase[rows] = np.where(state.surplus[rows] > 0, Phase.POIGNEE, Phase.PLAY)


def _choose_size(state: State, rows: npt.NDArray[np.int64], actions: Actions) -> None:
    shows = actions >= POIGNEE_SIMPLE
    rows, size = rows[shows], (actions[shows] - POIGNEE_SIMPLE + 1).astype(np.int8)
    number, _ = trumps_to_show(state, rows)
    seat = state.seat[rows]
    at = state.base[rows] + seat
    surplus = number.astype(np.int16) - _SIZES.take(size)
    own = lane(state.hand, 1)[at] | np.where(seat == state.taker[rows], state.discard[rows, 1], np.uint64(0))
    state.poignee.reshape(-1)[at] = size
    lane(state.shown, 1)[at] = np.where(surplus < 0, own, own & TRUMP_MASK)
    state.surplus[rows] = np.maximum(surplus, 0)
