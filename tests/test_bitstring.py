"""Strings of bits: every bit in its place, for any number of rows, and the lengths that are refused."""

from __future__ import annotations

import numpy as np
import pytest

from tarot_env.bitstring import BitString


@pytest.mark.parametrize("rows", [1, 3, 600])
@pytest.mark.parametrize(
    "lengths",
    [(56, 22, 56, 22, 56), (56, 22, 56, 22, 56, 22, 56, 22, 56, 22), (63, 1, 63), (32, 32, 32), (63, 63, 63), (40, 24)],
    ids=lambda lengths: "-".join(map(str, lengths)),
)
def test_pieces_stand_end_to_end_lowest_bit_first(lengths: tuple[int, ...], rows: int) -> None:
    rng = np.random.default_rng(0)
    pieces = np.stack([rng.integers(0, 1 << length, rows, np.uint64) for length in lengths])
    string = BitString(lengths)
    assert (string.number, string.size) == (len(lengths), sum(lengths))
    around = np.full((rows, string.size + 2), 7, np.float32)
    string.write(pieces, around[:, 1:-1])
    for n in range(rows):
        bits = [
            int(piece) >> bit & 1 for piece, length in zip(pieces[:, n], lengths, strict=True) for bit in range(length)
        ]
        assert around[n].tolist() == [7, *bits, 7]


@pytest.mark.parametrize("lengths", [(64, 10), (56, 22, 22), (7, 56)], ids=str)
def test_lengths_are_refused_where_three_pieces_could_share_a_word(lengths: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="two neighbours 64 or more"):
        BitString(lengths)
