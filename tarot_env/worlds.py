"""Full deals that agree with what a seat knows, for search.

A world is a deal, the dog and the taker's discard included. It is drawn among all in which the seat to act would see
exactly what it sees, uniformly: each has the same chance, so averages over worlds need no weights. That is what the
rules make certain and no more; how likely the others would have bid and played so with such hands is not weighed. Who
has an opinion of where each card lies gives its chances, and draws worlds that agree with these as well.
"""

from __future__ import annotations

import contextlib
from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.arguments import at_least_one
from tarot_env.cards import NUM_CARDS
from tarot_env.cardsets import LANE_SIZE, Lane, Lanes, empty
from tarot_env.completions import Completions, Contradiction, Owners
from tarot_env.dealing import petit_sec
from tarot_env.engine import Engine
from tarot_env.holdings import NUM_HOLDERS, PILE, Holdings, dog_hidden, holdings
from tarot_env.observation import Observation
from tarot_env.scoring import half_points
from tarot_env.state import State

Chances = npt.NDArray[np.float64]

_SEATS: Final = np.arange(4)
_OF_SELF: Final = np.ones((NUM_CARDS, 1))  # of the own hand, which is seen
_HOLDERS: Final = np.arange(NUM_HOLDERS, dtype=np.int8)
# At least so many draws at once where a few worlds must be drawn again, and so many in vain until it is given up: the
# seat suspected of a petit sec holds the Excuse, or had another trump, in a tenth of the uniform worlds or more.
_DRAWS_AGAIN: Final = 64
_DRAWS_IN_VAIN: Final = 4096


def worlds(
    observation: Observation, num_worlds: int, rng: np.random.Generator, chances: Chances | None = None
) -> Engine:
    """Deals in the observed position, as an engine that plays on from there.

    >>> observation = Engine(1, seed=7).observe()
    >>> deals = worlds(observation, 100, np.random.default_rng(7))
    >>> len(deals), bool((deals.observe().hand == observation.hand).all())
    (100, True)

    Seat s of the new engine is relative seat s of the observation: the seat that looked, and is to act, is seat 0
    everywhere. What seat 0 observes there is the observation that was given.

    Args:
        observation: N views, each by the seat to act.
        num_worlds: W >= 1, deals for each view.
        rng: draws the deals, and is the engine's generator afterwards.
        chances: see `sample_hands`.

    Returns:
        An engine of N * W deals: deal ``n * W + w`` is world w of view n.

    Raises:
        ValueError: a view by a seat that is not to act, or one that no deal agrees with; a number of worlds or a
            generator that is none.
    """
    hands, pile = sample_hands(observation, num_worlds, rng, chances)
    state = _public_state(observation).take(np.repeat(np.arange(len(observation)), num_worlds))
    _place_hidden(state, observation, hands, pile)
    return Engine.from_state(state, observation.rules, rng)


def sample_hands(
    observation: Observation, num_worlds: int, rng: np.random.Generator, chances: Chances | None = None
) -> tuple[Lanes, Lanes]:
    """Hands and hidden cards, among all that agree with each observation, independent of each other.

    No weights are needed: each such deal has the same chance, to the rounding of float64, or a chance in proportion to
    the product of those of its hidden cards.

    Args:
        observation: N views, each by the seat to act.
        num_worlds: W >= 1.
        chances: float64 (N, 4, 78), more than 0: how likely each card, if it is hidden, is the next seat's, the
            opposite one's, the previous one's, or the pile's; None: all the same. They count as all the same, too, for
            a view of which they leave no deal, to the rounding of float64, or hardly any without a petit sec.

    Returns:
        hands: (N, W, 4, 2), what each relative seat holds now. Seat 0's is the hand observed.
        pile: (N, W, 2), the dog while it lies hidden, else what another seat has put aside face down.

    Raises:
        ValueError: a view by a seat that is not to act, or one that no deal agrees with; a number of worlds or a
            generator that is none; chances of another shape, or not finite and above 0.
    """
    shape = len(observation), PILE, NUM_CARDS
    if chances is not None and not (chances.shape == shape and (np.isfinite(chances) & (chances > 0)).all()):
        raise ValueError(f"chances are finite and more than 0, of shape {shape}")
    num_worlds = at_least_one(num_worlds, "num_worlds")
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng is a numpy.random.Generator, such as numpy.random.default_rng(7), not {rng!r}")
    held = holdings(observation)
    known, never = _known_of_trumps_dealt(observation)
    deals = empty(len(observation), num_worlds, NUM_HOLDERS)
    for n in range(len(observation)):
        if chances is not None:
            with contextlib.suppress(Contradiction):
                deals[n] = _sample(_completions(held, n, chances[n]), num_worlds, rng, known[n], never[n])
                continue
        try:
            deals[n] = _sample(_completions(held, n), num_worlds, rng, known[n], never[n])
        except Contradiction as error:
            raise ValueError(f"observation {n}: no deal agrees with it: {error}") from None
    return deals[..., :PILE, :], deals[..., PILE, :]


def _completions(held: Holdings, n: int, chances: Chances | None = None) -> Completions:
    suits, trumps = held.may[n, :, 0].tolist(), held.may[n, :, 1].tolist()
    may = [low | high << LANE_SIZE for low, high in zip(suits, trumps, strict=True)]
    cards = int(held.cards[n, 0]) | int(held.cards[n, 1]) << LANE_SIZE
    weight = None if chances is None else np.concatenate([_OF_SELF, chances.T], axis=1)
    return Completions(cards, may, held.size[n].tolist(), weight)


def _sample(
    completions: Completions,
    num_worlds: int,
    rng: np.random.Generator,
    known: Lane,
    never: Lane,
) -> Lanes:
    """Draw deals (W, 5, 2), again where one of the hands dealt was a petit sec, with which nobody plays (S0).

    Args:
        known, never: (4,) trumps that a seat was dealt and no longer holds, and that it holds but was not dealt.
    """
    deals = _as_sets(completions.sample(num_worlds, rng))
    in_vain = 0
    while (missing := np.flatnonzero(_petit_secs(deals, known, never).any(axis=1))).size:
        drawn = _as_sets(completions.sample(max(missing.size, _DRAWS_AGAIN), rng))
        good = np.flatnonzero(~_petit_secs(drawn, known, never).any(axis=1))[: missing.size]
        deals[missing[: good.size]] = drawn[good]
        in_vain = 0 if good.size else in_vain + len(drawn)
        if in_vain >= _DRAWS_IN_VAIN:
            raise Contradiction("in all that fit the play, somebody was dealt a petit sec")
    return deals


def _petit_secs(deals: Lanes, known: Lane, never: Lane) -> npt.NDArray[np.bool_]:
    """Which seats were dealt a petit sec: (W, 4)."""
    dealt = empty(len(deals), 4)
    dealt[..., 1] = (deals[:, :4, 1] | known) & ~never
    return petit_sec(dealt)


def _known_of_trumps_dealt(observation: Observation) -> tuple[Lane, Lane]:
    """`known` and `never` of `_sample`: (N, 4), (N, 4). A dog picked up was not dealt to the taker; trumps that he put
    aside were, but only he does so who was dealt many."""
    is_taker = observation.taker[:, None] == _SEATS
    return observation.played[..., 1], observation.dog[:, None, 1] * is_taker


def _as_sets(owners: Owners) -> Lanes:
    """The holders' sets, (W, 5, 2), from who holds each card, (78, W)."""
    num_ways = owners.shape[1]
    held = owners.T[:, None, :] == _HOLDERS[:, None]  # (W, 5, 78)
    packed = np.packbits(held, axis=-1, bitorder="little")  # (W, 5, 10): 7 bytes of suit cards, 3 of trumps
    lanes = np.zeros((2, num_ways, NUM_HOLDERS, 8), np.uint8)
    lanes[0, ..., :7] = packed[..., :7]
    lanes[1, ..., :3] = packed[..., 7:]
    return np.moveaxis(lanes.view("<u8")[..., 0], 0, -1)


def _public_state(observation: Observation) -> State:
    """What N observations tell of the state, seats relative; no hands, and only the hidden cards that are seen."""
    n = len(observation)
    own_discard = half_points(observation.discard) * (observation.taker == 0)  # seen, and counted, by the taker only
    points = observation.points.copy()
    points[:, 0] -= own_discard.astype(np.int16)
    return State(
        phase=observation.phase,
        seat=observation.turn,
        dealer=observation.dealer,
        taker=observation.taker,
        contract=observation.contract,
        bids=observation.bids,
        chelem=observation.chelem,
        owned=empty(n, 4),
        hand=empty(n, 4),
        dog=observation.dog,
        discard=observation.discard,
        poignee=observation.poignee,
        shown=observation.shown,
        surplus=observation.surplus,
        ply=observation.ply,
        history=observation.history,
        leaders=observation.leaders,
        trick=observation.trick,
        led=observation.led,
        best=observation.best,
        winner=observation.winner,
        void=observation.void,
        ceiling=observation.ceiling,
        points=points,
        bouts=observation.bouts,
        tricks=observation.tricks,
        scores=np.zeros((n, 4), np.int32),
        legal=empty(n),
        base=np.arange(n, dtype=np.int64) * 4,
    )


def _place_hidden(state: State, observation: Observation, hands: Lanes, pile: Lanes) -> None:
    """Put hands (N, W, 4, 2) and hidden cards (N, W, 2) into a state of N * W deals that has the public part."""
    hidden_dog = dog_hidden(observation)[:, None]
    for k in (0, 1):
        dog = observation.dog[:, None, k] | pile[..., k] * hidden_dog  # (N, W)
        discard = observation.discard[:, None, k] | pile[..., k] * ~hidden_dog
        state.hand[..., k] = hands[..., k].reshape(-1, 4)
        state.dog[:, k] = dog.reshape(-1)
        state.discard[:, k] = discard.reshape(-1)
        state.owned[..., k] = (hands[..., k] | observation.played[:, None, :, k]).reshape(-1, 4)
