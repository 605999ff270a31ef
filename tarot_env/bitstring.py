"""Pieces of bits, put end to end and written as zeros and ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from tarot_env.cardsets import Lane

_WORD: Final = 64
_ROWS_AT_ONCE: Final = 256  # whose bits stay in the cache until they are written


class BitString:
    """A row of pieces, each the low bits of a uint64.

    Args:
        lengths: bits of each piece: fewer than 64, and 64 or more in any two neighbours, so that one or two pieces
            begin in each word of 64 bits.

    Attributes:
        number: P, pieces.
        size: bits of all pieces.

    Raises:
        ValueError: the lengths are others.
    """

    def __init__(self, lengths: Sequence[int]) -> None:
        if max(lengths) >= _WORD or min(one + next_ for one, next_ in pairwise(lengths)) < _WORD:
            raise ValueError(f"pieces have fewer than 64 bits, and two neighbours 64 or more, not {lengths}")
        starts = np.cumsum([0, *lengths[:-1]])
        word = starts // _WORD
        begun = np.arange(word[-1] + 1)  # words in which pieces begin: all but perhaps the last
        self.number = len(lengths)
        self.size = sum(lengths)
        self._shift = (starts % _WORD).astype(np.uint64)[:, None]
        self._first = np.searchsorted(word, begun)
        self._last = np.searchsorted(word, begun, side="right") - 1
        before = [0, *self._last]  # the piece that may reach into each word; piece 0, shifted away, into the first
        self._before = np.array(before[: -(-self.size // _WORD)])
        self._carry = _WORD - self._shift[self._before]

    def write(self, pieces: Lane, out: npt.NDArray[np.float32]) -> None:
        """Write the bits of `pieces` (P, N), which have none beyond their lengths, to `out` (N, size)."""
        shifted = pieces << self._shift
        words = pieces.take(self._before, axis=0) >> self._carry  # a shift by 64 leaves nothing
        words[: len(self._first)] |= shifted.take(self._first, axis=0) | shifted.take(self._last, axis=0)
        rows = np.ascontiguousarray(words.T, "<u8").view(np.uint8)
        for at in range(0, len(rows), _ROWS_AT_ONCE):
            some = slice(at, at + _ROWS_AT_ONCE)
            out[some] = np.unpackbits(rows[some], axis=1, count=self.size, bitorder="little")
