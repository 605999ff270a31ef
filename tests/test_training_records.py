"""Recorded games as something to learn from."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")

import torch

from agents.training.collect import Asked, Buffers, collect
from agents.training.records import Records
from tarot_env import Engine, Rules
from tarot_env.record import Recorder

DEALS = 6


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Six random games, and one that was broken off."""
    table = Recorder(Engine(DEALS + 1, seed=3))
    for _ in range(30):
        table.step(table.engine.sample_legal())
    broken_off = table.record(0)
    while not table.engine.done.all():
        table.step(table.engine.sample_legal())
    path = tmp_path / "games.jsonl"
    records = [broken_off, *(table.record(deal) for deal in range(1, DEALS + 1))]
    path.write_text("".join(record.dumps() + "\n" for record in records))
    return path


def test_games_are_played_as_they_were_recorded(file: Path) -> None:
    games = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    records = Records(file, Rules.official(), deals=4)
    for number, (engine, actor) in enumerate(islice(records.batches(), 3)):
        taken: list[tuple[int, int, int]] = []  # table, turn, real action

        def watch(asked: Asked) -> torch.Tensor:
            logits = actor(asked)  # noqa: B023
            for table, action in zip(asked.tables, logits.argmax(1).numpy(), strict=True):
                taken.append((int(table), asked.turn, int(action)))  # noqa: B023
            return logits

        decisions = collect(engine, watch, torch.Generator(), Buffers())
        part = [games[:4], games[4:], games[:4]][number]  # and again from the start
        np.testing.assert_array_equal(decisions.engine.scores, [game["scores"] for game in part])
        assert len(taken) == len(decisions) > 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda game: game | {"scores": [0, 0, 0, 0]}, "line 2: the scores are not those of the game"),
        (lambda game: game | {"rules": "casual"}, "line 2: casual rules, not official"),
        (lambda game: game | {"actions": [*game["actions"][:-2], game["actions"][-1]]}, "line 2: "),
        (lambda game: game | {"dealer": 7}, "line 2: the dealer is a seat"),
    ],
)
def test_a_wrong_game_is_named_by_its_line(file: Path, change: object, says: str) -> None:
    lines = file.read_text().splitlines()
    lines[1] = json.dumps(change(json.loads(lines[1])))  # type: ignore[operator]
    file.write_text("\n".join(lines))
    with pytest.raises(ValueError, match=says) as fault:
        next(Records(file, Rules.official(), deals=4).batches())
    assert "\n" not in str(fault.value)


def test_a_file_without_a_finished_game_is_refused(file: Path) -> None:
    file.write_text(file.read_text().splitlines()[0])
    with pytest.raises(ValueError, match="has 0 finished games"):
        Records(file, Rules.official(), deals=4)
    with pytest.raises(ValueError, match=r"--records no\.jsonl: No such file"):
        Records(Path("no.jsonl"), Rules.official(), deals=4)
