"""Training: who is credited with what, and that a step learns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")

import torch

import agents
from agents.network.model import Critic, Policy, Shape
from agents.training.collect import Buffers, Decisions, Opponent, by_policy, collect
from agents.training.config import Role
from agents.training.credit import advantages, value_scale
from agents.training.gradient import NotFinite
from agents.training.imitate import imitate
from agents.training.opposition import Frozen, Pool
from agents.training.ppo import Update, credit, update
from agents.training.strong_deals import NO_SEAT, redeal_strong
from agents.training.teacher import AgentTeacher, by_teacher, teacher_of
from tarot_env import Engine
from tarot_env.actions import CHELEM, GARDE_CONTRE, PASS, Phase

SHAPE = Shape(width=16, blocks=1)
HOW = Update(
    epochs=1,
    minibatch=512,
    policy_share=1.0,
    critic_share=1.0,
    clip=0.2,
    entropy=0.01,
    decay=0.95,
    anchor=0.0,
    max_gradient=1.0,
)


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
        collect(Engine(deals, seed=seed), by_policy(policy), torch.Generator().manual_seed(seed), Buffers()),
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


def against(opponent: Opponent | None, deals: int = 16) -> Decisions:
    """What a policy decides while the opponent plays."""
    policy, *_ = networks()
    return collect(Engine(deals, seed=1), by_policy(policy), torch.Generator().manual_seed(1), Buffers(), opponent)


def test_decisions_of_the_opponent_are_not_learnt_from() -> None:
    assert set(against(Opponent(agents.load("heuristic"), lambda engine: engine.seat == 1)).seat) == {0, 2, 3}


def test_decisions_that_are_shown_are_learnt_from_as_the_learners_own() -> None:
    """In the first trick; the policy says how likely it would have been to do the same."""
    player = agents.load("heuristic")
    shows = Opponent(player, lambda engine: engine.seat == 1, lambda engine: engine.state.ply < 4)
    decisions = against(shows, deals=64)
    theirs = decisions.seat == 1
    assert set(decisions.phase[theirs]) >= {Phase.AUCTION, Phase.PLAY}
    first = decisions.engine.state.history[decisions.deal, 0]  # (M,) the card that was led
    leads = theirs & (decisions.phase == Phase.PLAY) & (decisions.engine.state.leaders[decisions.deal, 0] == 1)
    assert leads.any()
    assert (decisions.action[torch.from_numpy(leads)].numpy() == first[leads]).all()
    policy, *_ = networks()
    with torch.inference_mode():
        expected = policy(decisions.encoded, decisions.mask)
    torch.testing.assert_close(decisions.logits, expected)


@pytest.mark.parametrize("role", ["all", "taker", "defence"])
def test_an_exploiter_learns_what_its_role_decides(role: Role) -> None:
    """One seat of each deal; or, once the other player has bid for everybody, the taker or its three defenders."""
    opponent = Frozen(agents.load("heuristic"), role).draw(np.full(64, NO_SEAT), np.random.default_rng(0))
    decisions = against(opponent, deals=64)
    taker = decisions.engine.state.taker[decisions.deal]
    if role == "all":
        seats = [set(decisions.seat[decisions.deal == deal]) for deal in range(64)]
        assert {len(each) for each in seats} == {1}
        assert set.union(*seats) == {0, 1, 2, 3}
        assert set(decisions.phase) >= {Phase.AUCTION, Phase.DISCARD, Phase.PLAY}
    else:
        assert ((decisions.seat == taker) == (role == "taker")).all()
        assert Phase.AUCTION not in decisions.phase
        assert (Phase.DISCARD in decisions.phase) == (role == "taker")


def test_the_pool_takes_its_share_of_deals() -> None:
    seats = Pool.seats(20_000, 0.3, np.random.default_rng(0))
    taken = seats.sum(axis=1)
    assert abs((taken > 0).mean() - 0.3) < 0.02
    assert set(taken) == {0, 1, 2, 3}


def test_an_empty_pool_plays_nowhere() -> None:
    pool = Pool(SHAPE, share=0.5, every=2, player=None)
    policy, *_ = networks()
    pool.learnt(1, policy)
    nowhere = np.full(8, NO_SEAT)
    assert pool.draw(nowhere, np.random.default_rng(0)) is None
    pool.learnt(2, policy)
    opponent = pool.draw(nowhere, np.random.default_rng(0))
    assert opponent is not None
    assert opponent.agent.name == "earlier self 0"


def test_the_player_stands_for_the_pool_in_half_of_the_batches() -> None:
    pool = Pool(SHAPE, share=0.5, every=1, player="heuristic")
    pool.learnt(1, networks()[0])
    rng = np.random.default_rng(0)
    names = [opponent.agent.name for _ in range(200) if (opponent := pool.draw(np.full(8, NO_SEAT), rng)) is not None]
    assert len(names) == 200
    assert set(names) == {"heuristic", "earlier self 0"}
    assert abs(names.count("heuristic") / 200 - 0.5) < 0.1


def test_the_player_opens_its_share_of_deals_for_everybody_and_then_plays_one_side() -> None:
    pool = Pool(SHAPE, share=1e-9, every=1, player="heuristic", opened=0.5)
    engine, anybody = Engine(2048, seed=1), agents.load("heuristic")
    opponent = pool.draw(np.full(2048, NO_SEAT), np.random.default_rng(0))
    assert opponent is not None
    opens, taker, defence = (np.zeros(2048, np.bool_) for _ in range(3))  # what it decides in each deal
    while not engine.done.all():
        going = np.flatnonzero(~engine.done)
        plays, takes = ~engine.done & opponent.plays(engine), engine.seat == engine.state.taker
        opening = engine.phase <= Phase.CHELEM
        if engine.state.ply.max() == 0 and (engine.phase == Phase.AUCTION).all():
            opens = plays.copy()
        assert (plays[opening] == opens[opening]).all(), "all seats or none"
        taker |= plays & ~opening & takes
        defence |= plays & ~opening & ~takes
        actions = np.zeros(2048, np.int64)
        actions[going] = anybody.act(engine.take(going).observe(), engine.rng)
        engine.step(actions, check=False, where=~engine.done)
    assert abs(opens.mean() - 0.5) < 0.05
    played = engine.state.taker >= 0
    assert ((taker ^ defence) == opens)[played].all(), "one side of each deal that it opened"
    assert abs(taker[opens & played].mean() - 0.5) < 0.06


def test_the_player_bids_for_strong_hands_and_shows_how_to_play_a_chelem() -> None:
    """0 to 17 tricks of it, and then the learner goes on; nothing else is shown, and nothing at the other seats."""
    pool = Pool(SHAPE, share=1e-9, every=1, player="heuristic")
    engine, anybody = Engine(4096, seed=1), agents.load("heuristic")
    where = np.arange(4096) % 4 > 0
    strong = np.full(4096, NO_SEAT)
    strong[where] = redeal_strong(engine, where)
    opponent = pool.draw(strong, np.random.default_rng(0))
    assert opponent is not None
    assert opponent.shows is not None
    called, shown = np.zeros(4096, np.bool_), np.zeros((4096, 18), np.bool_)  # tricks that it shows
    while not engine.done.all():
        going, ply = np.flatnonzero(~engine.done), engine.state.ply.astype(np.int64)
        plays, shows = (~engine.done & those(engine) for those in (opponent.plays, opponent.shows))
        assert not (shows & ~plays).any()
        assert (engine.seat == strong)[plays].all()
        assert (engine.state.chelem & (engine.phase >= Phase.POIGNEE))[shows].all()
        assert ((engine.phase <= Phase.CHELEM) | shows)[plays].all()
        called |= plays & (engine.phase <= Phase.CHELEM)
        shown[shows, ply[shows] // 4] = True
        actions = np.zeros(4096, np.int64)
        actions[going] = anybody.act(engine.take(going).observe(), engine.rng)
        engine.step(actions, check=False, where=~engine.done)
    tricks = shown[engine.state.chelem & called].sum(axis=1)
    assert (shown == (np.arange(18) < shown.sum(axis=1)[:, None])).all(), (
        "the learner went on, and then the player again"
    )
    assert len(tricks) > 50
    assert (tricks.min(), tricks.max()) == (1, 17)
    assert abs(called[where].mean() - 17 / 18) < 0.02, "a deal in 18 is the learner's from the start"


def test_nobody_shows_the_chelem_of_another_seat() -> None:
    """The strong hand is that of a defender; what it does against an announced chelem is its own to learn."""
    pool = Pool(SHAPE, share=1e-9, every=1, player="heuristic")
    engine = Engine(64, seed=1)
    opponent = pool.draw(np.full(64, 0), np.random.default_rng(0))
    assert opponent is not None
    assert opponent.shows is not None
    while not engine.done.all():
        if (engine.phase == Phase.PLAY).any():
            assert (engine.state.chelem & (engine.state.taker == 1))[engine.phase == Phase.PLAY].all()
            assert not opponent.shows(engine).any()
        calls = np.where(engine.phase == Phase.AUCTION, np.where(engine.seat == 1, GARDE_CONTRE, PASS), CHELEM)
        drawn = engine.sample_legal()
        engine.step(np.where(engine.phase <= Phase.CHELEM, calls, drawn))


def test_the_teacher_plays_every_seat() -> None:
    engine = Engine(8, seed=1)
    actor = by_teacher(AgentTeacher(agents.load("random-cards")), engine.rng)
    decisions = collect(engine, actor, torch.Generator().manual_seed(1), Buffers())
    assert set(decisions.seat) == {0, 1, 2, 3}
    assert decisions.logits.gather(1, decisions.action[:, None]).eq(0).all(), "the teacher's choice was not taken"


def test_a_search_teaches_all_cards_and_the_heuristic_what_comes_before_them() -> None:
    pytest.importorskip("numba", reason="search needs the extra search")
    teacher, heuristic = teacher_of("mc:worlds=2", temperature=3.0), agents.load("heuristic")
    tables, rng, phases = Engine(6, seed=1), np.random.default_rng(1), set()
    for _ in range(20):
        observation, cards = tables.observe(), tables.phase == Phase.PLAY
        logits, actions = teacher.logits(observation, rng), heuristic.act(observation, rng)
        np.testing.assert_array_equal(np.isfinite(logits[cards]), observation.legal_mask()[cards])
        assert (np.isfinite(logits[~cards]).sum(axis=1) == 1).all()
        np.testing.assert_array_equal(logits[~cards].argmax(axis=1), actions[~cards])
        phases |= {*tables.phase.tolist()}
        tables.step(actions)
        tables = tables.take(np.flatnonzero(~tables.done))
    assert phases >= {Phase.AUCTION, Phase.DISCARD, Phase.PLAY}
    with pytest.raises(ValueError, match="worlds is at least 1, not 0"):
        teacher_of("mc:worlds=0", temperature=3.0)


# Learning


def test_a_step_lowers_the_loss_on_its_batch() -> None:
    """What is to be reached stays the same meanwhile: final scores for the critic, for the policy its credit by a
    critic that does not learn."""
    policy, critic, _, decisions = played(deals=32)
    for network, loss in ((critic, "value_loss"), (policy, "policy_loss")):
        optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
        how = replace(HOW, decay=1.0, entropy=0.0)
        measured = [
            update(policy, critic, optimiser, decisions, how, torch.Generator().manual_seed(0))[loss] for _ in range(5)
        ]
        assert measured == sorted(measured, reverse=True), loss


def test_an_update_makes_likelier_what_did_better_than_expected() -> None:
    """Whatever the sign of the loss is: by the changed chances of the cards themselves."""
    policy, critic, _, decisions = played(deals=64)
    gain = credit(critic, decisions, HOW.minibatch, HOW.decay).gain
    optimiser = torch.optim.Adam(policy.parameters(), lr=1e-3)
    update(policy, critic, optimiser, decisions, replace(HOW, entropy=0.0), torch.Generator().manual_seed(0))
    with torch.inference_mode():
        after = policy(decisions.encoded, decisions.mask).log_softmax(dim=1)
    chosen = decisions.action[:, None]
    change = (after - decisions.logits.log_softmax(dim=1)).gather(1, chosen).squeeze(1)
    assert (change * gain).mean() > 0.01 * change.std() * gain.std()


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
    how = replace(HOW, minibatch=10**6, entropy=0.0, anchor=1.0)
    measured = update(policy, critic, optimiser, decisions, how, torch.Generator(), anchor)
    assert measured["anchor_loss"] == pytest.approx(0, abs=1e-6)
    assert update(policy, critic, optimiser, decisions, how, torch.Generator(), anchor)["anchor_loss"] > 0


def test_a_loss_that_is_no_number_stops_before_the_step() -> None:
    policy, critic, optimiser, decisions = played()
    decisions.encoded[0, 0] = float("nan")
    before = [p.clone() for p in policy.parameters()]
    with pytest.raises(NotFinite, match="value_loss nan"):
        update(policy, critic, optimiser, decisions, replace(HOW, minibatch=10**6), torch.Generator())
    assert all(torch.equal(a, b) for a, b in zip(before, policy.parameters(), strict=True))


def test_a_critic_that_sees_its_own_does_not_see_the_others() -> None:
    *_, decisions = played()
    others = torch.roll(decisions.hidden, 1, dims=0)
    for sees_all in (True, False):
        critic = Critic(SHAPE, sees_all)
        torch.nn.init.ones_(critic.of_table.weight)
        values = [critic(decisions.encoded, hidden) for hidden in (decisions.hidden, others)]
        assert torch.equal(*values) != sees_all


def test_imitation_comes_to_agree_with_the_teacher(capsys: pytest.CaptureFixture[str]) -> None:
    policy, critic, _ = networks()
    engine, generator, buffers = Engine(64, seed=5), torch.Generator().manual_seed(0), Buffers()
    actor = by_teacher(AgentTeacher(agents.load("heuristic")), engine.rng)

    def taught() -> Decisions:
        engine.reset()
        return collect(engine, actor, generator, buffers)

    imitate(policy, critic, taught, generator, 25_000, "heuristic")
    shares = [float(line.split()[-1].rstrip("%")) for line in capsys.readouterr().err.splitlines()]
    assert shares[-1] > shares[0] + 10
