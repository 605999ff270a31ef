"""metrics.csv, and the curves drawn of it."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")

import agents
from agents.network import checkpoint
from agents.plot import draw, read
from agents.training.collect import Buffers, Opponent, by_policy, collect
from agents.training.group import ALONE
from agents.training.log import FIELDS, Log, bids
from tarot_env.actions import CHELEM, Phase
from tarot_env.observation import Observation


def row(iteration: int) -> dict[str, float]:
    learnt = [name for name in FIELDS if not name.startswith("panel")]
    return dict.fromkeys(learnt, 0.5) | {"iteration": iteration, "decisions": 10_000_000 + iteration}


def iterations(run: Path) -> list[str]:
    header, *rows = (run / "metrics.csv").read_text().splitlines()
    assert header == ",".join(FIELDS)
    return [line.partition(",")[0] for line in rows]


def test_what_is_measured_now_and_then_stays_empty_meanwhile(tmp_path: Path) -> None:
    Log(tmp_path, 0, tensorboard=False).write(row(1))
    last = (tmp_path / "metrics.csv").read_text().splitlines()[-1].split(",")
    assert last[:2] == ["1", "10000001"], "counts are whole numbers"
    assert last[FIELDS.index("panel_points") :] == [""] * 8


def test_iterations_that_were_lost_are_taken_out(tmp_path: Path) -> None:
    """The run was killed after its third iteration, in the middle of a line; its last checkpoint is of the second."""
    log = Log(tmp_path, 0, tensorboard=False)
    for iteration in (1, 2, 3):
        log.write(row(iteration))
    with (tmp_path / "metrics.csv").open("a") as file:
        file.write("1,2")
    Log(tmp_path, 2, tensorboard=False).write(row(3))
    assert iterations(tmp_path) == ["1", "2", "3"]


@pytest.mark.skipif(find_spec("tensorboard") is None, reason="needs the extra tensorboard")
def test_tensorboard_gets_the_same_numbers(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    log = Log(tmp_path, 0, tensorboard=True)
    log.write(row(1))
    log.write(row(2))
    events = EventAccumulator(str(tmp_path)).Reload()
    assert [(event.step, event.value) for event in events.Scalars("training/kl")] == [(1, 0.5), (2, 0.5)]


def test_bids_and_contracts_are_counted() -> None:
    import torch
    from test_training import networks

    from tarot_env import Engine

    policy, *_ = networks()
    decisions = collect(Engine(64, seed=1), by_policy(policy), torch.Generator().manual_seed(1), Buffers())
    rates, state = bids(decisions, ALONE), decisions.engine.state
    taken = state.contract > 0
    assert rates["passed_out"] == np.mean(~taken)
    assert rates["garde_contre"] == np.mean(state.contract == 4)


class Announces:
    """Plays like the heuristic, but announces every chelem that it may."""

    name = "announces"

    def act(self, observation: Observation, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        asked = observation.phase == Phase.CHELEM
        return np.where(asked, CHELEM, agents.load("heuristic").act(observation, rng))


def test_a_contract_is_made_although_the_announced_chelem_failed() -> None:
    import torch
    from test_training import networks

    from tarot_env import Engine

    everywhere = Opponent(Announces(), lambda engine: np.ones(len(engine), np.bool_))
    generator = torch.Generator().manual_seed(1)
    decisions = collect(Engine(64, seed=1), by_policy(networks()[0]), generator, Buffers(), everywhere)
    state = decisions.engine.state
    taken = state.contract > 0
    assert (state.chelem == taken).all()
    assert (state.tricks[:, 0] < 18).all(), "no chelem was made"
    each = state.scores[np.arange(64), state.taker] / 3  # of each defender; a chelem that failed costs 200 (S0)
    expected = (each[taken] + 200 > 0).mean()
    assert expected > (each[taken] > 0).mean()
    assert bids(decisions, ALONE)["made"] == expected


# Curves


def a_run(run: Path, seed: int, deals: int = 8, points: float = 0.0) -> Path:
    log = Log(run, 0, tensorboard=False)
    for iteration in range(1, 5):
        log.write(row(iteration) | ({"panel_points": points, "panel_interval": 1.0} if iteration % 2 == 0 else {}))
    checkpoint.save(run / "last.pt", {"config": {"run": str(run), "seed": seed, "deals": deals}})
    return run


def test_runs_that_differ_in_the_seed_are_drawn_as_a_band(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="needs the extra evaluate")
    same = [a_run(tmp_path / str(seed), seed, points=10.0 * seed) for seed in (0, 1)]
    other = a_run(tmp_path / "other", 0, deals=16)
    points, *_ = draw([read(run) for run in (*same, other)]).axes
    band, alone = points.lines[0], points.lines[1]
    assert len(points.lines) == 2 + len(points.containers) * 2, "a line for both seeds, one for the other, its caps"
    np.testing.assert_allclose(band.get_ydata(), 5.0)
    np.testing.assert_allclose(alone.get_ydata(), 0.0)


def test_a_folder_without_a_run_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"metrics\.csv: No such file"):
        read(tmp_path)


def test_columns_that_are_not_there_are_named(tmp_path: Path) -> None:
    (tmp_path / "metrics.csv").write_text("iteration,decisions,kl\n1,2,3\n")
    with pytest.raises(ValueError, match=r"metrics\.csv: lacks the columns panel_points, panel_game, "):
        read(tmp_path)
