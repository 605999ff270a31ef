"""N deals of four-player French tarot at once: deal, legal, step."""

from __future__ import annotations

from typing import Self

import numpy as np
import numpy.typing as npt

from tarot_env import bidding, cardsets, dealing, legal, play, scoring
from tarot_env.actions import PASS, Phase
from tarot_env.arguments import at_least_one, generator
from tarot_env.cardsets import Lanes
from tarot_env.explain import IllegalAction, why_illegal
from tarot_env.observation import Observation, observe
from tarot_env.rules import Rules
from tarot_env.state import Int8, Rows, State, pick, row_numbers, seats_of

_ALL = slice(None)
_FIRST_TRICK = np.array(4, np.uint8)
_LAST_PLY = np.array(4 * play.NUM_TRICKS, np.uint8)
Groups = list[tuple[int, Rows]]


class Engine:
    """N deals, dealt. Deals in different phases step together; a single table is a batch of one.

    >>> engine = Engine(1000, seed=7)
    >>> while not engine.done.all():
    ...     engine.step(engine.sample_legal())
    >>> engine.scores.shape, int(engine.scores.sum())
    ((1000, 4), 0)

    Args:
        num_deals: N >= 1.
        rules: `Rules` or the name of a preset.
        seed: of the engine's one generator, `rng`, which deals and samples.

    Attributes:
        state: everything that is true of the deals, hidden cards included.
        rng: numpy.random.Generator.

    Raises:
        ValueError: a number of deals, rules or a seed that is none.
    """

    def __init__(
        self, num_deals: int, rules: Rules | str = "official", seed: int | np.random.Generator | None = None
    ) -> None:
        number = at_least_one(num_deals, "num_deals")
        self.rules = rules if isinstance(rules, Rules) else Rules.named(rules)
        self.rng = generator(seed)
        self.state = State.allocate(number)
        self.reset()

    @classmethod
    def from_state(cls, state: State, rules: Rules, rng: np.random.Generator) -> Self:
        """An engine that goes on from a position, with `state` and `rng` themselves, not copies. Works out `legal`."""
        engine = object.__new__(cls)
        engine.rules = rules
        engine.rng = rng
        engine.state = state
        engine._refresh()
        return engine

    def __len__(self) -> int:
        return len(self.state.phase)

    @property
    def seat(self) -> Int8:
        """Whose turn, -1 when over: int8 (N,)."""
        return self.state.seat

    @property
    def phase(self) -> Int8:
        """A `Phase`: int8 (N,)."""
        return self.state.phase

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        """Whether a deal is over: bool (N,)."""
        over: npt.NDArray[np.bool_] = self.state.phase == Phase.DONE
        return over

    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """Points of each seat, summing to zero; zeros until the deal is over: int32 (N, 4)."""
        return self.state.scores

    def reset(
        self,
        where: npt.NDArray[np.bool_] | None = None,
        *,
        hands: Lanes | None = None,
        dog: Lanes | None = None,
        dealer: npt.ArrayLike | None = None,
    ) -> None:
        """Deal again.

        Args:
            where: bool (N,), which deals; None for all.
            hands, dog: cards to deal, shapes (n, 4, 2) and (n, 2) for the n deals chosen; shuffled if None.
            dealer: seat or seats (n,) that deal; drawn if None. A petit sec in a shuffled deal passes the deal on to
                the next dealer (FFT p.5).

        Raises:
            ValueError: what is given is no mask, no deal or no seat; nothing has changed.
        """
        rows: Rows = _ALL if where is None else np.flatnonzero(self._mask(where))
        n = len(self.state.phase[rows])
        if n == 0:
            return
        given = None if dealer is None else seats_of(dealer, n, "dealer")
        if hands is not None and dog is not None:
            dealing.check_deals(hands, dog, n)
        elif hands is not dog:
            raise ValueError("hands and dog are given together, or neither")
        dealers = self.rng.integers(0, 4, n, dtype=np.int8) if given is None else given
        if hands is None or dog is None:
            deals, dealers = dealing.deal_playable(n, self.rng, dealers)
            hands, dog = deals[:, :4], deals[:, 4]
        self._place(rows, hands, dog, dealers)
        self._refresh()

    def _place(self, rows: Rows, hands: Lanes, dog: Lanes, dealer: Int8) -> None:
        state = self.state
        state.clear(rows)
        state.owned[rows] = hands
        state.hand[rows] = hands
        state.dog[rows] = dog
        state.dealer[rows] = dealer
        bidding.start_auction(state, rows)

    def step(self, actions: npt.ArrayLike, check: bool = True, where: npt.NDArray[np.bool_] | None = None) -> None:
        """Apply one action in each deal.

        >>> engine = Engine(2, seed=7)
        >>> engine.reset(dealer=3)
        >>> engine.step([79, 80])  # prise, garde
        >>> engine.step([80, 80])
        Traceback (most recent call last):
        tarot_env.explain.IllegalAction: deal 1, seat 1, AUCTION: GARDE does not overcall GARDE

        Args:
            actions: int (N,); what stands at a finished deal is ignored.
            check: False skips the check, for loops that only choose legal actions.
            where: bool (N,), which deals act; the others stand still, and what stands there is ignored. None for all.

        Raises:
            IllegalAction: one of the actions is not legal; the batch is as it was.
            ValueError: not N integers, or not N bools.
        """
        where = None if where is None else self._mask(where)
        acts = self._checked(actions, where) if check else np.asarray(actions, np.int64)
        state, rules = self.state, self.rules
        for phase, rows in self._groups if where is None else self._groups_among(where):
            chosen = acts[rows]
            if phase == Phase.PLAY:
                play.play(state, rows, chosen, rules)
                self._after_card(rows)
            elif phase == Phase.AUCTION:
                bidding.bid(state, rows, chosen, rules)
                if rules.all_pass == "redeal":
                    self._deal_again(rows)
            elif phase == Phase.DISCARD:
                bidding.discard(state, rows, chosen, rules)
            elif phase == Phase.CHELEM:
                bidding.announce_chelem(state, rows, chosen, rules)
            elif phase == Phase.POIGNEE:
                bidding.show_poignee(state, rows, chosen)
        self._refresh()

    def _mask(self, where: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """What a caller gives as a choice of deals.

        Raises:
            ValueError: not one bool for each deal.
        """
        mask = np.asarray(where)
        if mask.dtype != np.bool_ or mask.shape != self.state.phase.shape:
            raise ValueError(f"where is {len(self)} bools, not {mask.dtype} of shape {mask.shape}")
        return mask

    def _groups_among(self, where: npt.NDArray[np.bool_]) -> Groups:
        """The deals chosen, by phase."""
        groups = ((phase, np.flatnonzero(where & (self.state.phase == phase))) for phase, _ in self._groups)
        return [(phase, rows) for phase, rows in groups if rows.size]

    def _checked(self, actions: npt.ArrayLike, where: npt.NDArray[np.bool_] | None) -> npt.NDArray[np.int64]:
        """The actions as int64 (N,), all legal; what stands at a deal that is over or stands still becomes PASS."""
        acts = np.asarray(actions)
        if acts.shape != self.state.phase.shape or acts.dtype.kind not in "iu":
            raise ValueError(f"actions are {len(self)} integers, not {acts.dtype} of shape {acts.shape}")
        acts = acts.astype(np.int64, copy=False)
        idle = ~where if where is not None else None
        if self._any_done:
            idle = self.done if idle is None else idle | self.done
        if idle is not None:
            acts = np.where(idle, PASS, acts)
        legal_now = cardsets.contains(self.state.legal, acts)
        if idle is not None:
            legal_now |= idle
        worst = legal_now.argmin()
        if not legal_now[worst]:
            raise self._illegal(int(worst), acts)
        return acts

    def _illegal(self, deal: int, actions: npt.NDArray[np.int64]) -> IllegalAction:
        """Say which action is illegal, and why."""
        action = int(actions[deal])
        rule = why_illegal(self.observe().take([deal]), action)
        return IllegalAction(deal, int(self.seat[deal]), Phase(self.phase[deal]), action, rule)

    def _after_card(self, rows: Rows) -> None:
        """Ask for poignees during the first trick, score after the last."""
        ply = self.state.ply[rows]
        first = (ply < _FIRST_TRICK).nonzero()[0]
        if first.size:
            bidding.ask_poignee(self.state, rows if first.size == ply.size else pick(rows, first), self.rules)
        over = (ply == _LAST_PLY).nonzero()[0]
        if over.size:
            scoring.finish(self.state, pick(rows, over), self.rules)

    def _deal_again(self, rows: Rows) -> None:
        """Four passes: the next dealer deals (S0)."""
        passed = pick(rows, np.flatnonzero(self.state.phase[rows] == Phase.DONE))
        if passed.size:
            deals, dealer = dealing.deal_playable(passed.size, self.rng, (self.state.dealer[passed] + 1) & 3)
            self._place(passed, deals[:, :4], deals[:, 4], dealer)

    def _refresh(self) -> None:
        """Group the deals by phase, for this and the next step, and find what is legal."""
        phases = np.bincount(self.state.phase).nonzero()[0].tolist()
        self._any_done = phases[-1] == Phase.DONE
        self._groups: Groups = [
            (phase, _ALL if len(phases) == 1 else (self.state.phase == phase).nonzero()[0]) for phase in phases
        ]
        for phase, rows in self._groups:
            legal.update(self.state, rows, phase, self.rules)

    def legal_actions(self) -> Lanes:
        """Legal actions of the seat to act as a card set, uint64 (N, 2); empty for a deal that is over."""
        return self.state.legal.copy(order="K")

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """Legal actions of the seat to act: bool (N, 87), all False for a deal that is over."""
        return cardsets.to_bool(self.state.legal)

    def sample_legal(self, rng: np.random.Generator | None = None) -> npt.NDArray[np.int64]:
        """A uniform legal action in each deal, from the engine's generator unless another is given: int (N,).
        PASS for a deal that is over."""
        return legal.any_of(self.state.legal, self.rng if rng is None else rng)

    def observe(self, seat: npt.ArrayLike | None = None) -> Observation:
        """What a seat knows: of the seat to act, or of the one given, for all deals or each, fresh arrays."""
        return observe(self.state, self.rules, seat)

    def copy(self) -> Self:
        """The same deals, to be played on apart; the generator is copied too."""
        return self.take(np.arange(len(self)))

    def take(self, indices: npt.ArrayLike) -> Self:
        """Deals by number, in the order given, repeats allowed: an engine of its own.

        The generator is copied: what both deal or sample next is the same.

        Raises:
            ValueError: a mask, or anything but whole numbers, or none at all.
            IndexError: a number that no deal has.
        """
        numbers = row_numbers(indices)
        if not numbers.size:
            raise ValueError("an engine has at least one deal: no number is given")
        rng = np.random.Generator(type(self.rng.bit_generator)())
        rng.bit_generator.state = self.rng.bit_generator.state
        return self.from_state(self.state.take(numbers), self.rules, rng)

    def repeat(self, n: int) -> Self:
        """Each deal n times: deal i of this engine is deals ``n * i .. n * i + n - 1`` of the new one.

        Raises:
            ValueError: n is not a whole number, or below 1.
        """
        return self.take(np.repeat(np.arange(len(self)), at_least_one(n, "n")))
