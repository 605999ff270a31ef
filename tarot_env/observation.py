"""What one seat knows, for N deals.

Seats are relative to the one who looks: 0 is itself, 1 the next to play, and so on. Nothing here depends on a card that
the seat has not seen.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env import cardsets
from tarot_env.actions import Phase
from tarot_env.cardsets import DECK, Lanes, empty
from tarot_env.rules import Contract, Rules
from tarot_env.scoring import half_points
from tarot_env.state import Int8, State, UInt8, row_numbers, seats_of, sets_at, take_rows


def _dog_is_shown(phase: Phase, contract: Contract) -> bool:
    """Once it was picked up, or the deal is over; there was a taker in any case."""
    picked_up = contract in (Contract.PRISE, Contract.GARDE) and phase != Phase.AUCTION
    return picked_up or (phase == Phase.DONE and contract != Contract.NONE)


# Tables, and arrays in place of numbers: in a batch of one the number of NumPy calls and conversions is what counts.
_AROUND: Final[npt.NDArray[np.int64]] = (np.arange(4)[:, None] + np.arange(4)) & 3  # (4, 4): all seats, from each on
_NUM_SEATS: Final = np.array(5, np.int8)  # nobody, -1, is one of them
_RELATIVE: Final[Int8] = np.array(
    [(seat - viewer) % 4 if seat >= 0 else -1 for viewer in range(4) for seat in (0, 1, 2, 3, -1)], np.int8
)  # by 5 * viewer + seat, where seat -1 is the last of the viewer before
_NUM_CONTRACTS: Final = np.array(len(Contract), np.int8)
_DOG_SHOWN: Final[npt.NDArray[np.uint64]] = np.array(
    [_dog_is_shown(phase, contract) for phase in Phase for contract in Contract], np.uint64
)
_FIRST: Final = np.array(0, np.int8)
_POIGNEE: Final = np.array(Phase.POIGNEE, np.int8)


@dataclass(slots=True)
class Observation:
    """N views of a table. Seats are relative (0 = the seat that looks), -1 is "nobody yet"; card sets are two uint64
    lanes, see `cardsets`."""

    rules: Rules
    phase: Int8  # (N,) a Phase; PLAY while another seat is asked for a poignee
    turn: Int8  # (N,) whose turn, 0 = the seat that looks; -1 when over
    legal: Lanes  # (N, 2) legal actions as a card set; empty when it is not this seat's turn
    hand: Lanes  # (N, 2) cards of the seat that looks
    dealer: Int8  # (N,) who dealt
    bids: Int8  # (N, 4) a Contract by seat (0 = passed), -1 not spoken yet
    taker: Int8  # (N,) highest bidder so far
    contract: Int8  # (N,) a Contract: the highest bid so far
    chelem: npt.NDArray[np.bool_]  # (N,) announced by the taker
    dog: Lanes  # (N, 2) empty until it is shown: picked up, or the deal is over
    discard: Lanes  # (N, 2) all of it for the taker; for others the trumps in it, which are shown
    poignee: Int8  # (N, 4) size shown by each seat: 0 none, 1 simple, 2 double, 3 triple
    shown: Lanes  # (N, 4, 2) cards of the poignees, once they lie on the table
    surplus: Int8  # (N,) trumps that the seat that looks still has to hold back from its poignee
    played: Lanes  # (N, 4, 2) cards that each seat has played
    ply: UInt8  # (N,) cards played so far, 0..72
    history: UInt8  # (N, 72) cards in the order they were played, NO_CARD (255) after; four make a trick
    leaders: Int8  # (N, 19) who led each trick, and last who won the last one
    trick: UInt8  # (N, 4) card of each seat in the current trick, NO_CARD where it has none; all NO_CARD once full
    led: Int8  # (N,) what the trick asks for: a suit 0..3, 4 trumps, 5 nothing yet
    best: Int8  # (N,) strength of the trick's best card: 1..14 in the suit led, 14 + n for trump n, 0 none
    winner: Int8  # (N,) seat of that card, -1 while nothing can win
    void: UInt8  # (N, 4) bit s: the seat has shown that it holds no card of suit s
    ceiling: UInt8  # (N, 4) the seat has shown that it holds no trump above this; 21 nothing shown, 0 no trump
    points: npt.NDArray[np.int16]  # (N, 2) half points of the taker's side and the defence: tricks, and own discard
    bouts: UInt8  # (N, 2) bouts in the tricks of both sides
    tricks: Int8  # (N, 2) tricks won by both sides

    def __len__(self) -> int:
        return len(self.phase)

    def _repr_html_(self) -> str:
        """Notebooks draw the table; imported here, since a drawing is made of an observation."""
        from tarot_env.render.notebook import observation_html

        return observation_html(self)

    def take(self, indices: npt.ArrayLike) -> Observation:
        """Views by number, in the order given.

        Raises:
            ValueError: a mask, or anything but whole numbers.
            IndexError: a number that no view has.
        """
        chosen = row_numbers(indices)
        arrays = {f.name: take_rows(getattr(self, f.name), chosen) for f in fields(self) if f.name != "rules"}
        return Observation(rules=self.rules, **arrays)

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Legal actions, bool (N, 87); all False where it is not this seat's turn."""
        return cardsets.to_bool(self.legal)

    @property
    def unseen(self) -> Lanes:
        """(N, 2): cards that this seat has not seen yet, in a hand, the dog or the discard."""
        seen = empty(len(self))
        for k in (0, 1):
            on_table = np.bitwise_or.reduce(self.played[..., k] | self.shown[..., k], axis=1)
            seen[:, k] = DECK[k] & ~(on_table | self.hand[:, k] | self.dog[:, k] | self.discard[:, k])
        return seen


def observe(state: State, rules: Rules, seat: npt.ArrayLike | None = None) -> Observation:
    """What seats know of N deals, in fresh arrays.

    Args:
        seat: who looks, one seat or (N,); None for the seat to act, seat 0 where the deal is over.
    """
    viewer = np.maximum(state.seat, _FIRST) if seat is None else seats_of(seat, len(state.phase), "seat")
    around = state.base[:, None] + _AROUND.take(viewer, axis=0)  # (N, 4) flat places, relative order
    own = around[:, 0]
    looks, is_taker = viewer == state.seat, viewer == state.taker
    dog_shown = _DOG_SHOWN.take(state.phase * _NUM_CONTRACTS + state.contract)
    row = viewer * _NUM_SEATS

    discard = state.discard.copy(order="K")
    discard[:, 0] = state.discard[:, 0] * is_taker
    points = state.points.copy()
    takers = is_taker.nonzero()[0]
    if takers.size:
        points[takers, 0] += half_points(state.discard[takers]).astype(np.int16)
    shown = sets_at(state.shown, around)
    phase, poignee, surplus = state.phase.copy(), state.poignee.take(around), state.surplus.copy()
    # Being asked tells how many trumps a seat has: until its poignee lies on the table, it is about to play for others.
    asked = ((phase == _POIGNEE) & ~looks).nonzero()[0]
    if asked.size:
        place = (state.seat[asked] - viewer[asked]) & 3
        phase[asked], surplus[asked] = Phase.PLAY, 0
        poignee[asked, place] = shown[asked, place] = 0
    return Observation(
        rules=rules,
        phase=phase,
        turn=_RELATIVE.take(row + state.seat),
        legal=state.legal * looks[:, None],
        hand=sets_at(state.hand, own),
        dealer=_RELATIVE.take(row + state.dealer),
        bids=state.bids.take(around),
        taker=_RELATIVE.take(row + state.taker),
        contract=state.contract.copy(),
        chelem=state.chelem.copy(),
        dog=state.dog * dog_shown[:, None],
        discard=discard,
        poignee=poignee,
        shown=shown,
        surplus=surplus,
        played=sets_at(state.played, around),
        ply=state.ply.copy(),
        history=state.history.copy(),
        leaders=_RELATIVE.take(row[:, None] + state.leaders),
        trick=state.trick.take(around),
        led=state.led.copy(),
        best=state.best.copy(),
        winner=_RELATIVE.take(row + state.winner),
        void=state.void.take(around),
        ceiling=state.ceiling.take(around),
        points=points,
        bouts=state.bouts.copy(),
        tricks=state.tricks.copy(),
    )
