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
from tarot_env.state import Int8, State, UInt8, lane, seats_of

_SEATS: Final[npt.NDArray[np.int64]] = np.arange(4)


@dataclass(slots=True)
class Observation:
    """N views of a table. Seats are relative (0 = the seat that looks), -1 is "nobody yet"; card sets are two uint64
    lanes, see `cardsets`."""

    rules: Rules
    phase: Int8  # (N,) a Phase; PLAY while another seat is asked for a poignee
    turn: Int8  # (N,) whose turn, 0 = the seat that looks; -1 when over
    legal: Lanes  # (N, 2) legal actions as a card set; empty when it is not this seat's turn
    hand: Lanes  # (N, 2)
    dealer: Int8  # (N,)
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
    trick: (
        UInt8  # (N, 4) card of each seat in the current trick, NO_CARD where it has not played; empty once it is full
    )
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
        """Views by number, in the order given."""
        chosen = np.asarray(indices, np.int64)
        arrays = {f.name: getattr(self, f.name)[chosen] for f in fields(self) if f.name != "rules"}
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
    n = len(state.phase)
    viewer = np.maximum(state.seat, 0) if seat is None else seats_of(seat, n, "seat")
    around = state.base[:, None] + ((viewer[:, None] + _SEATS) & 3)  # (N, 4) flat places, relative order
    own = around[:, 0]
    looks = viewer == state.seat
    is_taker = viewer == state.taker
    over = state.phase == Phase.DONE
    dog_shown = ((state.contract <= Contract.GARDE) & (state.phase != Phase.AUCTION) | over) & (state.contract > 0)

    def relative(absolute: Int8, towards: Int8) -> Int8:
        return (absolute - towards) & 3 | absolute >> 7  # the shift gives -1 for nobody, 0 for a seat

    def sets_around(sets: Lanes) -> Lanes:
        turned = empty(n, 4)
        for k in (0, 1):
            lane(sets, k).take(around, out=turned[..., k])
        return turned

    legal, hand, dog, discard = empty(n), empty(n), empty(n), empty(n)
    for k in (0, 1):
        hand[:, k] = lane(state.hand, k)[own]
        legal[:, k] = state.legal[:, k] * looks
        dog[:, k] = state.dog[:, k] * dog_shown
    discard[:, 0] = state.discard[:, 0] * is_taker
    discard[:, 1] = state.discard[:, 1]
    points = state.points.copy()
    takers = np.flatnonzero(is_taker)
    if takers.size:
        points[takers, 0] += half_points(state.discard[takers]).astype(np.int16)
    shown = sets_around(state.shown)
    phase, poignee, surplus = state.phase.copy(), state.poignee.take(around), state.surplus.copy()
    # Being asked tells how many trumps a seat has: until its poignee lies on the table, it is about to play for others.
    asked = np.flatnonzero((phase == Phase.POIGNEE) & ~looks)
    if asked.size:
        place = (state.seat[asked] - viewer[asked]) & 3
        phase[asked], surplus[asked] = Phase.PLAY, 0
        poignee[asked, place] = shown[asked, place] = 0
    return Observation(
        rules=rules,
        phase=phase,
        turn=relative(state.seat, viewer),
        legal=legal,
        hand=hand,
        dealer=relative(state.dealer, viewer),
        bids=state.bids.take(around),
        taker=relative(state.taker, viewer),
        contract=state.contract.copy(),
        chelem=state.chelem.copy(),
        dog=dog,
        discard=discard,
        poignee=poignee,
        shown=shown,
        surplus=surplus,
        played=sets_around(state.played),
        ply=state.ply.copy(),
        history=state.history.copy(),
        leaders=relative(state.leaders, viewer[:, None]),
        trick=state.trick.take(around),
        led=state.led.copy(),
        best=state.best.copy(),
        winner=relative(state.winner, viewer),
        void=state.void.take(around),
        ceiling=state.ceiling.take(around),
        points=points,
        bouts=state.bouts.copy(),
        tricks=state.tricks.copy(),
    )
