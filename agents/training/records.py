"""Recorded games as something to learn from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from agents.training.collect import Actor, Asked
from agents.training.group import ALONE, Group, ShareError
from tarot_env.actions import NUM_ACTIONS, PASS
from tarot_env.engine import Engine
from tarot_env.explain import IllegalAction
from tarot_env.record import Record, RecordError
from tarot_env.rules import Rules


class Records:
    """The finished games of a file, a JSON object a line; games that were broken off are left out.

    Args:
        rules: what was played.
        deals: games that are played again at once, at most.
        group: processes that share out the games.

    Raises:
        ValueError: no such file, a line that is no record or breaks a rule, other rules, no finished game; in one line.
    """

    def __init__(self, path: Path, rules: Rules, deals: int, group: Group = ALONE) -> None:
        try:
            lines = path.read_text(encoding="ascii", errors="replace").splitlines()
        except OSError as error:
            raise ValueError(f"--records {path}: {error.strerror}") from None
        read = [(number, _read(path, number, line, rules)) for number, line in enumerate(lines, start=1) if line]
        finished = [(number, record) for number, record in read if record.scores is not None]
        if len(finished) < group.world:
            raise ValueError(f"--records {path}: has {len(finished)} finished games")
        finished = finished[group.rank :: group.world]
        self.rules = replace(rules, all_pass="end")  # as records are played
        self._path = path
        self._parts = [finished[at : at + deals] for at in range(0, len(finished), deals)]

    def batches(self) -> Iterator[tuple[Engine, Actor]]:
        """Deals, and who plays them as recorded; all of the file, again and again.

        Raises:
            ShareError: an action breaks a rule, or the scores are others.
        """
        for part in cycle(self._parts):
            engine = Engine(len(part), self.rules, seed=0)  # nothing is drawn from the seed
            hands, dogs = zip(*(record.cards() for _, record in part), strict=True)
            dealers = [record.dealer for _, record in part]
            engine.reset(hands=np.stack(hands), dog=np.stack(dogs), dealer=np.array(dealers))
            longest = max(len(record.actions) for _, record in part)
            actions = np.full((len(part), longest), PASS)
            for row, (_, record) in enumerate(part):
                actions[row, : len(record.actions)] = record.action_ids()
            self._check(part, engine.copy(), actions)
            yield engine, _as_recorded(actions)

    def _check(self, part: list[tuple[int, Record]], engine: Engine, actions: npt.NDArray[np.int64]) -> None:
        try:
            for turn in actions.T:
                engine.step(turn)
        except IllegalAction as error:
            raise ShareError(f"--records {self._path}, line {part[error.deal][0]}: {error.rule}") from None
        for row, (number, record) in enumerate(part):
            if not engine.done[row] or record.scores != engine.scores[row].tolist():
                raise ShareError(f"--records {self._path}, line {number}: the scores are not those of the game")


def _read(path: Path, number: int, line: str, rules: Rules) -> Record:
    try:
        record = Record.loads(line)
    except RecordError as error:
        raise ValueError(f"--records {path}, line {number}: {error}") from None
    if record.rules != rules.name:
        raise ValueError(f"--records {path}, line {number}: {record.rules} rules, not {rules.name} (--rules)")
    return record


def _as_recorded(actions: npt.NDArray[np.int64]) -> Actor:
    """Who takes the actions, (N, T), of each table in turn."""

    def act(asked: Asked) -> Tensor:
        taken = actions[asked.tables, asked.turn]
        logits = torch.full((len(taken), NUM_ACTIONS), float("-inf"))
        logits[torch.arange(len(taken)), torch.from_numpy(taken)] = 0.0
        return logits.to(asked.encoded.device)

    return act
