"""Training: who is credited with what, and that a step learns."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch

import agents
from agents.network import checkpoint
from agents.network.model import Critic, Policy, Shape
from agents.training.collect import Buffers, Decisions, collect
from agents.training.credit import advantages, value_scale
from agents.training.imitate import imitate
from agents.training.pool import Pool
from agents.training.ppo import NotFinite, Update, update
from agents.training.teacher import AgentTeacher
from tarot_env import Engine
from tarot_env.actions import Phase

ROOT = Path(__file__).parent.parent
SHAPE = Shape(width=16, blocks=1)
HOW = Update(epochs=1, minibatch=512, clip=0.2, entropy=0.01, decay=0.95, anchor=0.0, max_gradient=1.0)


def networks(seed: int = 0) -> tuple[Policy, Critic, torch.optim.Adam]:
    torch.manual_seed(seed)
    policy, critic = Policy(SHAPE), Critic(SHAPE)
    return policy, critic, torch.optim.Adam([*policy.parameters(), *critic.parameters()], lr=1e-3)


def played(seed: int = 0, deals: int = 16) -> tuple[Policy, Critic, torch.optim.Adam, Decisions]:
    policy, critic, optimiser = networks(seed)
    return (
        policy,
        critic,
        optimiser,
        collect(Engine(deals, seed=seed), policy, torch.Generator().manual_seed(seed), Buffers()),
    )


# Credit


def test_with_no_discount_a_decision_is_credited_with_the_final_score_of_its_seat() -> None:
    """The score of the seat that decided, not of the next one, at the last decision of a deal as at the first."""
    *_, decisions = played()
    values = np.zeros((len(decisions), 4), np.float32)
    scores = decisions.engine.scores
    advantage, target = advantages(values, scores, decisions.deal, decisions.seat, decisions.starts, decay=1.0)
    np.testing.assert_array_equal(advantage, scores[decisions.deal, decisions.seat])
    for seat in range(4):
        np.testing.assert_array_equal(target[:, seat], scores[decisions.deal, (decisions.seat + seat) & 3])


def test_every_seat_is_credited_at_its_last_decision() -> None:
    *_, decisions = played()
    values = np.zeros((len(decisions), 4), np.float32)
    advantage, _ = advantages(values, decisions.engine.scores, decisions.deal, decisions.seat, decisions.starts, 0.0)
    for deal in range(len(decisions.engine)):
        last = np.flatnonzero(decisions.deal == deal)[-1]
        assert advantage[last] == decisions.engine.scores[deal, decisions.seat[last]]


def test_credit_by_hand() -> None:
    """Two decisions of one deal, by seats 2 and 3; lambda one half."""
    values = np.array([[10, 0, -5, -5], [20, -10, -5, -5]], np.float32)  # relative to seats 2, then 3
    scores = np.array([[-30, -30, 90, -30]], np.int32)
    advantage, target = advantages(values, scores, np.array([0, 0]), np.array([2, 3]), [0, 1, 2], decay=0.5)
    # Seat 3 decided last: -30 - 20. Seat 2 before it: its value went from 10 to -5 and then to 90.
    np.testing.assert_allclose(advantage, [(-5 - 10) + 0.5 * (90 + 5), -30 - 20])
    np.testing.assert_allclose(target[1], [-30, -30, -30, 90])


def test_a_perfect_critic_leaves_nothing_to_credit() -> None:
    *_, decisions = played()
    around = (decisions.seat[:, None] + np.arange(4)) & 3
    scores = decisions.engine.scores
    values = scores[decisions.deal[:, None], around].astype(np.float32)
    advantage, target = advantages(values, scores, decisions.deal, decisions.seat, decisions.starts, 0.95)
    np.testing.assert_array_equal(advantage, 0)
    np.testing.assert_array_equal(target, values)


def test_the_unit_of_value_follows_contract_and_side() -> None:
    *_, decisions = played(deals=64)
    state = decisions.engine.state
    contract, taker = state.contract[decisions.deal], state.taker[decisions.deal]
    plays = decisions.phase == Phase.PLAY
    unit = 40 * np.array([1, 1, 2, 4, 6])[contract] * np.where(decisions.seat == taker, 3, 1)
    np.testing.assert_array_equal(decisions.scale[plays, 0], unit[plays])
    assert set(decisions.scale[decisions.phase == Phase.AUCTION].ravel()) == {80.0}
    assert value_scale(Engine(3, seed=0).observe()).shape == (3, 4)


# Collection


def test_forced_decisions_are_left_out_and_all_others_kept() -> None:
    *_, decisions = played()
    assert (decisions.mask.sum(dim=1) > 1).all()
    assert decisions.mask.gather(1, decisions.action[:, None]).all(), "an illegal action was chosen"
    kept = np.bincount(decisions.deal, minlength=16)
    assert len(decisions) < decisions.all_decisions
    assert (kept > 20).all()
    assert decisions.starts[0] == 0
    assert decisions.starts[-1] == len(decisions)


def test_decisions_of_the_pool_are_not_learnt_from() -> None:
    policy, *_ = networks()
    foreign = np.zeros((16, 4), np.bool_)
    foreign[:, 1] = True
    decisions = collect(
        Engine(16, seed=1), policy, torch.Generator().manual_seed(1), Buffers(), agents.load("heuristic"), foreign
    )
    assert set(decisions.seat) == {0, 2, 3}


def test_the_pool_takes_its_share_of_deals() -> None:
    seats = Pool.seats(20_000, 0.3, np.random.default_rng(0))
    taken = seats.sum(axis=1)
    assert abs((taken > 0).mean() - 0.3) < 0.02
    assert set(taken) == {0, 1, 2, 3}


def test_the_teacher_plays_every_seat() -> None:
    policy, *_ = networks()
    decisions = collect(
        Engine(8, seed=1),
        policy,
        torch.Generator().manual_seed(1),
        Buffers(),
        teacher=AgentTeacher(agents.load("random-cards")),
    )
    assert set(decisions.seat) == {0, 1, 2, 3}


# Learning


def test_a_step_lowers_the_loss_on_its_batch() -> None:
    policy, critic, optimiser, decisions = played(deals=32)
    first = update(policy, critic, optimiser, decisions, HOW, torch.Generator().manual_seed(0))
    for _ in range(5):
        last = update(policy, critic, optimiser, decisions, HOW, torch.Generator().manual_seed(0))
    assert last["value_loss"] < first["value_loss"]
    assert last["policy_loss"] < first["policy_loss"]


def test_two_steps_with_the_same_seed_are_equal() -> None:
    results = []
    for _ in range(2):
        policy, critic, optimiser, decisions = played()
        update(policy, critic, optimiser, decisions, HOW, torch.Generator().manual_seed(0))
        results.append([*policy.parameters(), *critic.parameters()])
    assert all(torch.equal(a, b) for a, b in zip(*results, strict=True))


def test_the_critic_alone_leaves_the_policy_as_it_was() -> None:
    policy, critic, optimiser, decisions = played()
    before = [p.clone() for p in policy.parameters()]
    update(policy, critic, optimiser, decisions, HOW, torch.Generator(), train_policy=False)
    assert all(torch.equal(a, b) for a, b in zip(before, policy.parameters(), strict=True))


def test_an_anchor_costs_nothing_where_the_policy_is_the_anchor() -> None:
    policy, critic, optimiser, decisions = played()
    anchor = Policy(SHAPE)
    anchor.load_state_dict(policy.state_dict())
    how = Update(epochs=1, minibatch=10**6, clip=0.2, entropy=0.0, decay=0.95, anchor=1.0, max_gradient=1.0)
    measured = update(policy, critic, optimiser, decisions, how, torch.Generator(), anchor)
    assert measured["anchor_loss"] == pytest.approx(0, abs=1e-6)
    assert update(policy, critic, optimiser, decisions, how, torch.Generator(), anchor)["anchor_loss"] > 0


def test_a_loss_that_is_no_number_stops_before_the_step() -> None:
    policy, critic, optimiser, decisions = played()
    decisions.encoded[0, 0] = float("nan")
    before = [p.clone() for p in policy.parameters()]
    with pytest.raises(NotFinite):
        update(policy, critic, optimiser, decisions, HOW, torch.Generator())
    assert all(torch.isfinite(p).all() for p in policy.parameters())
    assert len(before) > 0


def test_imitation_comes_to_agree_with_the_teacher(capsys: pytest.CaptureFixture[str]) -> None:
    policy, critic, _ = networks()
    engine, teacher = Engine(64, seed=5), AgentTeacher(agents.load("heuristic"))
    imitate(policy, critic, teacher, engine, torch.Generator().manual_seed(0), 25_000)
    shares = [float(line.split()[-1].rstrip("%")) for line in capsys.readouterr().err.splitlines()]
    assert shares[-1] > shares[0] + 10


# The script


SMALL = ["--width", "16", "--blocks", "1", "--deals", "16", "--threads", "1", "--panel-deals", "4", "--decisions", "1"]
SMALL += ["--imitate", "None"]


def start(*arguments: str) -> subprocess.Popen[str]:
    """train.py at work; without further arguments it does one iteration."""
    command = [sys.executable, "train.py", *SMALL, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def train(*arguments: str) -> subprocess.CompletedProcess[str]:
    process = start(*arguments)
    out, err = process.communicate(timeout=120)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def rows(run: Path) -> list[str]:
    return (run / "metrics.csv").read_text().splitlines()[1:]


def test_a_resumed_run_equals_one_that_was_never_stopped(tmp_path: Path) -> None:
    """Of two runs of about four iterations, one is interrupted."""
    budget = ["--decisions", "5000", "--pool-share", "0.5", "--pool-every", "1"]
    assert train("--run", str(tmp_path / "whole"), *budget).returncode == 0
    parts = start("--run", str(tmp_path / "parts"), *budget)
    while not (tmp_path / "parts" / "metrics.csv").exists() or not rows(tmp_path / "parts"):
        time.sleep(0.02)
    parts.send_signal(signal.SIGTERM)
    assert parts.wait(60) == 0
    stopped_at = len(rows(tmp_path / "parts"))
    resumed = train("--run", str(tmp_path / "parts"), "--decisions", "5000", "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert 0 < stopped_at < len(rows(tmp_path / "parts")) == len(rows(tmp_path / "whole"))
    whole, again = (checkpoint.load(tmp_path / name / "last.pt") for name in ("whole", "parts"))
    assert whole["iteration"] == again["iteration"]
    assert whole["decisions"] == again["decisions"]
    for network in ("policy", "critic"):
        for name, tensor in whole[network].items():
            assert torch.equal(tensor, again[network][name]), name


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--init-from", "nowhere.pt"], "nowhere.pt: no such checkpoint"),
        (["--resume"], "last.pt: no such checkpoint"),
        (["--rules", "house"], "unknown rules 'house'"),
        (["--panel", "heuristik"], "did you mean 'heuristic'?"),
        (["--deals", "0"], "at least 1"),
        (["--decisions", "0"], "--decisions is at least 1, not 0"),
        (["--run", "train.py"], "train.py is a file"),
    ],
)
def test_a_mistake_is_one_line(arguments: list[str], says: str, tmp_path: Path) -> None:
    result = train("--run", str(tmp_path / "run"), *arguments)
    assert result.returncode != 0
    assert says in result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_run_is_not_overwritten(tmp_path: Path) -> None:
    arguments = ["--run", str(tmp_path / "run")]
    assert train(*arguments).returncode == 0
    again = train(*arguments)
    assert again.returncode != 0
    assert "--resume goes on with it" in again.stderr
