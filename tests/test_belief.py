"""What is believed of hidden cards: it is learnt from where they lay, and search draws its worlds by it."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="networks are computed by PyTorch: pip install 'tarot-env[train]'")

import torch
from test_guided import halfway
from test_mc import every_phase

import agents
from agents.network import checkpoint
from agents.network.model import Belief, Critic, Policy, Shape
from agents.network.reader import Reader
from agents.network.ship import ship
from agents.training.belief import SEEN, holders, learn_belief, surprise
from agents.training.collect import Buffers, Decisions, by_policy, collect
from tarot_env import Engine
from tarot_env.actions import Phase
from tarot_env.cards import EXCUSE, PETIT
from tarot_env.cardsets import from_ids, to_bool
from tarot_env.encoding import encode, encode_hidden
from tarot_env.holdings import PILE, dog_hidden, holdings
from tarot_env.worlds import worlds

SHAPE = Shape(width=16, blocks=1)


def belief_of(seed: int = 0) -> Belief:
    torch.manual_seed(seed)
    return Belief(SHAPE)


def played(seed: int = 3, deals: int = 24) -> Decisions:
    torch.manual_seed(seed)
    policy = Policy(SHAPE)
    return collect(Engine(deals, seed=seed), by_policy(policy), torch.Generator().manual_seed(seed), Buffers())


def test_every_hidden_card_is_where_it_lies_and_no_other_is_asked_for() -> None:
    """Against the state, in every phase: a discard of trumps that were shown and a dog taken up are seen."""
    phases = set()
    for engine in every_phase(seed=6):
        view, state = engine.observe(), engine.state
        where = holders(torch.from_numpy(encode(view)), torch.from_numpy(encode_hidden(state))).numpy()
        hidden = to_bool(holdings(view).cards, 78) & ~to_bool(view.hand, 78)
        assert np.array_equal(where != SEEN, hidden)
        pile = np.where(dog_hidden(view)[:, None], state.dog, state.discard)
        for deal in range(len(engine)):
            seats = (engine.seat[deal] + np.arange(1, 4)) & 3
            lies = to_bool(np.concatenate([state.hand[deal, seats], pile[deal, None]]), 78)
            rows = np.flatnonzero(hidden[deal])
            assert lies[where[deal, rows], rows].all()
        phases |= {*engine.phase.tolist()}
    assert Phase.PLAY in phases


def test_it_is_surprised_by_hidden_cards_alone() -> None:
    logits = torch.zeros(2, 4, 78)
    logits[0, 2, 5] = 30.0  # sure of one, and right; the other may be anywhere
    logits[:, :, 8] = torch.tensor([9.0, 1.0, 4.0, 2.0])  # seen
    holder = torch.full((2, 78), SEEN)
    holder[0, 5], holder[0, 6] = 2, 1
    assert surprise(logits, holder).item() == pytest.approx(np.log(4) / 2), "and nothing where all is seen"


def test_learning_lowers_the_surprise(capsys: pytest.CaptureFixture[str]) -> None:
    batch = played()
    learn_belief(belief_of(), lambda: batch, torch.Generator().manual_seed(0), 60 * len(batch))
    said = [float(number) for number in re.findall(r"cross entropy of a card ([\d.]+)", capsys.readouterr().err)]
    assert said[0] > 1.3, "four places, three of them hands"
    assert said[-1] < said[0] - 0.02


def test_the_same_seed_gives_the_same_belief() -> None:
    batch, beliefs = played(), [belief_of(), belief_of()]
    for belief in beliefs:
        learn_belief(belief, lambda: batch, torch.Generator().manual_seed(0), 5 * len(batch))
    assert all(torch.equal(a, b) for a, b in zip(*(belief.parameters() for belief in beliefs), strict=True))


def test_worlds_are_as_likely_as_the_belief_has_it() -> None:
    """One that puts the Petit with the opposite seat: it is there wherever it may be, and every world agrees."""
    belief = belief_of()
    with torch.no_grad():
        belief.others.bias.view(PILE, -1)[1, PETIT - EXCUSE] += 9.0
    view = halfway(60, 12, seed=4).observe()
    drawn = Reader("chance", belief).draw(view, 20, np.random.default_rng(1))
    petit = from_ids([PETIT])[1]
    may = (holdings(view).may[:, 2, 1] & petit > 0).repeat(20)
    lies = drawn.state.hand[:, 2, 1] & petit > 0
    assert lies[may].mean() > 0.97
    assert not lies[~may].any()
    again = drawn.observe()
    assert np.array_equal(again.hand, view.hand.repeat(20, axis=0))
    assert np.array_equal(again.history, view.history.repeat(20, axis=0))


def test_nothing_that_the_rules_allow_is_excluded() -> None:
    """A belief that is sure, and wrong: the King of spades is with nobody but the one that may not have it."""
    belief = belief_of()
    with torch.no_grad():
        belief.suit_cards.bias.view(PILE, -1)[3, :] += 200.0  # all suit cards are aside
    Reader("chance", belief).draw(halfway(60, 12, seed=4).observe(), 5, np.random.default_rng(1))


def test_outside_of_the_play_of_the_cards_it_knows_nothing() -> None:
    belief = belief_of()
    with torch.no_grad():
        belief.others.bias.view(PILE, -1)[1, PETIT - EXCUSE] += 9.0
    view = Engine(60, seed=4).observe()
    drawn = Reader("chance", belief).draw(view, 20, np.random.default_rng(1))
    petit = from_ids([PETIT])[1]
    elsewhere = view.hand[:, 1] & petit == 0
    assert (drawn.state.hand[:, 2, 1] & petit > 0)[elsewhere.repeat(20)].mean() == pytest.approx(0.3, abs=0.06)


def checkpoint_at(path: Path) -> Path:
    torch.manual_seed(1)
    networks = {"policy": Policy(SHAPE).state_dict(), "critic": Critic(SHAPE).state_dict()}
    checkpoint.save(path, {"shape": {"width": 16, "blocks": 1}, "decisions": 7, **networks})
    return path


def test_the_command_adds_a_belief_that_search_uses_and_is_shipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from train import Believe, run

    first = checkpoint_at(tmp_path / "first.pt")
    settings = Believe(run=tmp_path / "run", init_from=first, deals=16, decisions=200, device="cpu", bf16=False)
    run(settings)
    before, made = checkpoint.load(first), checkpoint.load(tmp_path / "run" / "best.pt")
    assert made["decisions"] == 7
    seen = made["belief_from"].pop("decisions")
    assert seen >= 200, "the last batch is taken whole"
    assert made["belief_from"] == {
        "seed": 0,
        "rules": "official",
        "deals": 16,
        "pool_player": "heuristic",
        "pool_share": 0.15,
        "opened_share": 0.5,
        "processes": 1,
    }
    for part in ("policy", "critic"):
        assert all(torch.equal(made[part][name], tensor) for name, tensor in before[part].items())
    with pytest.raises(ValueError, match="exists already"):
        run(settings)

    monkeypatch.setattr("agents.network.ship.WEIGHTS", tmp_path / "weights")
    shipped = ship(tmp_path / "run", "it plays")
    assert {tensor.dtype for tensor in checkpoint.load(shipped)["belief"].values()} == {torch.float16}
    view = halfway(8, 20, seed=5).observe()
    drawn: list[int] = []
    monkeypatch.setattr(
        "agents.network.reader.worlds", lambda *asked: drawn.append(len(asked)) or agents.mc.guided.worlds(*asked[:3])
    )
    for file, by_belief in ((shipped, True), (first, False)):
        drawn.clear()
        agents.load(f"{file}+mc:worlds=4").act(view, np.random.default_rng(0))
        assert bool(drawn) == by_belief
    assert Reader.from_file(first, "first") is None


def test_flat_monte_carlo_can_ask_a_belief_too_and_sees_nothing_hidden(tmp_path: Path) -> None:
    file = checkpoint_at(tmp_path / "first.pt")
    spec = f"mc:worlds=2,belief={file}"
    with pytest.raises(ValueError, match=r"first\.pt holds no belief; python train.py belief adds one"):
        agents.load(spec)
    checkpoint.save(file, checkpoint.load(file) | {"belief": belief_of().state_dict()})
    believing, other_cards = agents.load(spec), np.random.default_rng(99)
    assert believing.name == spec
    for engine in every_phase(seed=6):
        elsewhere = worlds(engine.observe(), 1, other_cards)
        actions, same = [believing.act(deals.observe(), np.random.default_rng(1)) for deals in (engine, elsewhere)]
        assert np.array_equal(actions, same)
        engine.step(actions)


def test_the_seed_of_the_command_gives_the_belief_again_and_another_another(tmp_path: Path) -> None:
    from train import Believe, run

    first = checkpoint_at(tmp_path / "first.pt")
    beliefs = []
    for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
        run(Believe(run=tmp_path / folder, init_from=first, deals=8, decisions=50, device="cpu", bf16=False, seed=seed))
        beliefs.append(checkpoint.load(tmp_path / folder / "best.pt")["belief"])
    same, other = (all(torch.equal(beliefs[0][name], b[name]) for name in beliefs[0]) for b in beliefs[1:])
    assert same
    assert not other


def test_a_player_that_learnt_something_else_since_has_no_belief(tmp_path: Path) -> None:
    from train import Auction, run

    file = checkpoint_at(tmp_path / "first.pt")
    believed = {"belief": belief_of().state_dict(), "belief_from": {"seed": 0}}
    checkpoint.save(file, checkpoint.load(file) | believed)
    run(Auction(run=tmp_path / "bids", init_from=file, deals=16, rounds=1, device="cpu", bf16=False))
    made = checkpoint.load(tmp_path / "bids" / "best.pt")
    assert not made.keys() & believed.keys()


def test_a_belief_that_is_none_is_refused(tmp_path: Path) -> None:
    file = checkpoint_at(tmp_path / "first.pt")
    checkpoint.save(file, checkpoint.load(file) | {"belief": {"weight": torch.zeros(3)}})
    with pytest.raises(ValueError, match=r"first\.pt: holds no belief"):
        agents.load(f"{file}+mc")
