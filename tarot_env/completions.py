"""All the ways to give hidden cards to their holders, counted exactly and drawn with equal chances, or with others.

Let ``f[j](room)`` be the number of ways to place cards j, j + 1, ... where each holder has so much room left. Then
``f[j](room)`` is the sum, over the holders that may hold card j, of ``f[j + 1]`` with one place less for that holder.
Card after card is drawn with these numbers as weights, so every way has the chance ``1 / f[0](room)``: no rejection,
no weights to carry along.

Where cards are likelier with one holder than with another, a way counts as the product of what its cards weigh with
their holders, instead of 1: the same sum, each part of it times a weight.

Two things keep the tables small. The cards that any holder may hold come last: unless they weigh differently, their
ways are a multinomial, and a shuffle draws one. And the room of the holder with most of it follows from the others', so
it needs no axis.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from math import factorial
from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.cards import NUM_CARDS, format_cards

Owners = npt.NDArray[np.int8]  # (NUM_CARDS, W): holder of each card in each of W ways, NOBODY for cards not in question
NOBODY: Final = -1
Weights = npt.NDArray[np.float64]

_ONE_OVER_FACTORIAL: Final = np.array([1 / factorial(n) for n in range(NUM_CARDS + 1)])  # (79,)


class Contradiction(ValueError):
    """No way to place the cards."""


class Completions:
    """The ways to place a set of cards.

    Three cards for two holders, of whom the second has shown that it does not hold the third card: two ways are left.

    >>> ways = Completions(0b111, may=[0b111, 0b011], size=[2, 1])
    >>> drawn = ways.sample(1000, np.random.default_rng(7))[:3]
    >>> sorted({tuple(map(int, way)) for way in drawn.T})
    [(0, 1, 0), (1, 0, 0)]

    Args:
        cards: the set, as an integer whose bit c is card c.
        may: for each holder the cards that it may hold, as such a set.
        size: for each holder the number of cards that it holds.
        weight: (NUM_CARDS, holders), not negative: what each card weighs with each holder; a way has a chance in
            proportion to the product of its weights. None: all the same.

    Raises:
        Contradiction: there is no way.
    """

    def __init__(self, cards: int, may: Iterable[int], size: Iterable[int], weight: Weights | None = None) -> None:
        self._room = list(size)
        if cards.bit_count() != sum(self._room):
            raise Contradiction(f"{cards.bit_count()} cards are held, but there is room for {sum(self._room)}")
        self._forced: list[tuple[list[int], int]] = []
        groups = self._place_forced(_group(cards, may))
        # Small rooms first: the last has no axis, and the longest of the others lies contiguous in memory.
        self._holders = sorted((h for h, room in enumerate(self._room) if room), key=self._room.__getitem__)
        everyone = sum(1 << h for h in self._holders)
        self._free = _members(groups.pop(everyone, 0)) if weight is None else []
        self._bound = [(_members(group), self._places(mask)) for mask, group in groups.items()]
        self._weight = None if weight is None else weight[:, self._holders]  # (NUM_CARDS, places)
        self._count()

    def _place_forced(self, groups: dict[int, int]) -> dict[int, int]:
        """Give the cards with one possible holder to it, until none is left; a full holder may hold no more."""
        while True:
            open_mask = sum(1 << h for h, room in enumerate(self._room) if room)
            merged: dict[int, int] = {}
            for mask, group in groups.items():
                if not mask & open_mask:
                    raise Contradiction(f"nobody may hold {format_cards(_members(group))}")
                merged[mask & open_mask] = merged.get(mask & open_mask, 0) | group
            groups = merged
            single = [mask for mask in groups if mask.bit_count() == 1]
            if not single:
                return groups
            for mask in single:
                holder, members = mask.bit_length() - 1, _members(groups.pop(mask))
                room = self._room[holder]
                if len(members) > room:
                    raise Contradiction(f"{format_cards(members)} must be in one place with room for {room}")
                self._room[holder] -= len(members)
                self._forced.append((members, holder))

    def _places(self, mask: int) -> list[int]:
        """Places in `_holders` of the holders in a mask."""
        return [place for place, holder in enumerate(self._holders) if mask >> holder & 1]

    def _count(self) -> None:
        """Fill the tables, flat, last card first. Index 0 on each axis means a room of -1 and always counts 0."""
        rooms = [self._room[h] for h in self._holders[:-1]]
        shape = [room + 2 for room in rooms]
        strides = [int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]
        inner = tuple(slice(1, None) for _ in shape)
        valid = np.zeros(shape)
        valid[inner] = 1
        valid = valid.reshape(-1)
        tables = np.zeros((sum(len(group) for group, _ in self._bound) + 1, valid.size))
        tables[-1].reshape(shape)[inner] = _shuffles(len(self._free), rooms)
        j = len(tables) - 1
        for group, places in reversed(self._bound):
            for card in reversed(group):
                j -= 1
                for place in places:
                    step = strides[place] if place < len(rooms) else 0
                    ways = tables[j + 1, : valid.size - step]
                    tables[j, step:] += ways if self._weight is None else ways * self._weight[card, place]
                tables[j] *= valid
                if self._weight is not None:  # only proportions count, and products of many chances are tiny
                    tables[j] /= tables[j].max() or 1
        self._shape, self._tables = shape, tables
        self._steps = np.array([*strides, 0])
        self._start = sum((room + 1) * stride for room, stride in zip(rooms, strides, strict=True))
        if not tables[0, self._start] > 0:
            raise Contradiction("the cards left do not fit the hands: they break a void, a ceiling or a poignee")

    def sample(self, num_ways: int, rng: np.random.Generator) -> Owners:
        """Independent draws, each way with the same chance (to the rounding of float64): (NUM_CARDS, num_ways)."""
        owners = np.full((NUM_CARDS, num_ways), NOBODY, np.int8)
        for group, holder in self._forced:
            owners[group] = holder
        if self._holders:
            state = self._sample_bound(owners, rng)
            self._sample_free(owners, state, rng)
        return owners

    def _sample_bound(self, owners: Owners, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Place the cards that not all may hold, and return where in the tables each way ends: (W,)."""
        num_ways = owners.shape[1]
        state = np.full(num_ways, self._start)
        ways = np.arange(num_ways)
        draws = rng.random((len(self._tables) - 1, num_ways))
        j = 0
        for group, places in self._bound:
            steps = self._steps[places][:, None]
            holders = np.array(self._holders, np.int8)[places]
            for card in group:
                after = state - steps  # (holders, W)
                chances = self._tables[j + 1].take(after)
                if self._weight is not None:
                    chances *= self._weight[card, places][:, None]
                upto = chances.cumsum(axis=0)
                chosen = (upto[:-1] <= draws[j] * upto[-1]).sum(axis=0)
                state = after[chosen, ways]
                owners[card] = holders[chosen]
                j += 1
        return state

    def _sample_free(self, owners: Owners, state: npt.NDArray[np.int64], rng: np.random.Generator) -> None:
        """Shuffle the other cards into the room that is left."""
        place = np.arange(len(self._free))[:, None]
        holder = np.zeros((len(self._free), len(state)), np.int8)
        upto = np.zeros(len(state), np.int64)
        for left in np.unravel_index(state, self._shape) if self._shape else ():
            upto = upto + left - 1
            holder += place >= upto
        order = rng.random(holder.shape).argsort(axis=0)
        owners[self._free] = np.take_along_axis(np.array(self._holders, np.int8)[holder], order, axis=0)


def _shuffles(num_cards: int, rooms: list[int]) -> npt.NDArray[np.float64]:
    """Ways to deal cards into rooms of 0..room cards, the rest into one more place, divided by ``num_cards!``."""
    axes = [np.arange(room + 1) for room in rooms]
    dealt = reduce(np.add.outer, axes, np.zeros((), np.int64))
    ways = reduce(np.multiply.outer, [_ONE_OVER_FACTORIAL.take(axis) for axis in axes], np.ones(()))
    rest = num_cards - dealt
    return np.where(rest >= 0, ways * _ONE_OVER_FACTORIAL.take(np.maximum(rest, 0)), 0.0)


def _group(cards: int, may: Iterable[int]) -> dict[int, int]:
    """The cards by who may hold them: a mask of holders -> a set of cards."""
    groups = {0: cards}
    for holder, allowed in enumerate(may):
        split: dict[int, int] = {}
        for mask, group in groups.items():
            if group & allowed:
                split[mask | 1 << holder] = group & allowed
            if group & ~allowed:
                split[mask] = group & ~allowed
        groups = split
    return groups


def _members(cards: int) -> list[int]:
    members = []
    while cards:
        lowest = cards & -cards
        members.append(lowest.bit_length() - 1)
        cards ^= lowest
    return members
