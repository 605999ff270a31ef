"""The solver against plain minimax on random endings, and against the engine where minimax is too slow."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="the solver is compiled by numba")

from solver_oracle import Table, minimax, play, playable

from agents.solver import Position, Solver, solve, solve_all
from agents.solver.__main__ import main
from agents.solver.seen import position_of
from tarot_env import Engine, Record, Rules
from tarot_env.actions import GARDE_SANS, PASS, PRISE, Phase
from tarot_env.cards import BOUTS, PETIT, VALUE, parse_cards
from tarot_env.cardsets import from_ids, to_ids
from tarot_env.record import Recorder
from tarot_env.rules import Contract


def ending(rng: np.random.Generator, left: int, trick: int = 0, chelem: bool = False) -> Position:
    """A random position with `left` cards in each hand, `trick` of them played to the trick under way.

    Suits and trumps are uneven, bouts and honours frequent, the points near the targets: endings where much can
    happen. With `chelem` one side has won every trick.
    """
    weights = np.ones(78)
    weights[:56] = np.repeat(rng.choice([0.2, 1, 4], 4), 14)
    weights[56:] = rng.choice([0.3, 1, 3])
    weights[VALUE > 1] *= 2
    weights[list(BOUTS)] = rng.choice([0, 5, 50], 3)
    cards = rng.choice(78, 4 * left, replace=False, p=weights / weights.sum())
    hands = tuple(frozenset(hand.tolist()) for hand in cards.reshape(4, left))
    gone = sorted(set(range(78)) - set(cards.tolist()))
    table = Table(hands, leader=int(rng.integers(4)), trick=(), points=0, bouts=0, won=(0, 0), petit_before=False)
    for _ in range(trick):
        table = play(table, int(rng.choice(sorted(playable(table.hands[table.seat], table.trick)))))
    won = int(rng.integers(2)) * (18 - left) if chelem else int(rng.integers(19 - left))
    return Position(
        hands=np.stack([from_ids(hand) for hand in table.hands]),
        trick=table.trick,
        leader=table.leader,
        taker=int(rng.integers(4)),
        contract=Contract(rng.integers(1, 5)),
        points=min(int(rng.integers(20, 60)) * 2, int(VALUE[gone].sum()) // 2 * 2),
        bouts=int(rng.integers(1 + sum(bout in gone for bout in BOUTS))),
        tricks=(won, 18 - left - won),
        poignees=int(rng.choice([0, 20, 60])),
        chelem_announced=bool(rng.integers(2)),
        petit_in_last_trick=PETIT in gone and bool(rng.integers(2)),
        rules=Rules.casual() if rng.integers(3) == 0 else Rules.official(),
    )


@pytest.mark.parametrize("chelem", [False, True])
@pytest.mark.parametrize("trick", [0, 1, 2, 3])
@pytest.mark.parametrize(("left", "number"), [(1, 200), (2, 300), (3, 100), (4, 4)])
def test_a_value_is_that_of_plain_minimax(left: int, number: int, trick: int, chelem: bool) -> None:
    rng = np.random.default_rng([left, trick, chelem])
    for _ in range(number):
        position = ending(rng, left, trick, chelem)
        assert solve(position) == minimax(position), position


def position(hands: str, **fields: object) -> Position:
    """A position of hands written seat by seat with strokes between; seat 0 is the taker and leads."""
    sets = np.stack([from_ids(parse_cards(hand)) for hand in hands.split("/")])
    left = len(hands.split("/")[0].split())
    given = {"leader": 0, "taker": 0, "contract": Contract.GARDE, "points": 60, "bouts": 0}
    given |= {"tricks": (5, 13 - left)} | fields
    return Position(hands=sets, **given)  # type: ignore[arg-type]


# Garde, one bout or none, 30 points before: the sums are done by hand.
@pytest.mark.parametrize(
    ("hands", "fields", "value"),
    [
        # 60 + 4 half points are 32 points, 24 under 56.
        pytest.param("T9/S1/S2/S3", {}, -2 * (25 + 24), id="last trick won"),
        pytest.param("S9/T1/S2/S3", {}, -2 * (25 + 26 + 10), id="petit au bout of the defence"),
        # 60 + 12 half points and a bout are 36 points, 15 under 51.
        pytest.param("T9/T1/S2/S3", {}, -2 * (25 + 15 - 10), id="petit au bout of the taker, contract lost"),
        pytest.param("EX/S1/S2/S3", {}, -2 * (25 + 26), id="Excuse lost in the last trick"),
        # 60 + 8 half points and a bout are 34 points, 17 under 51.
        pytest.param("S9/EX/S10/S3", {}, -2 * (25 + 17), id="Excuse of a defender crosses"),
        pytest.param("S9/EX/S10/S3", {"rules": Rules.casual()}, -2 * (25 + 26), id="casual: stays with the winner"),
        # Excuse played in time: 60 + 8 half points and a bout, the last trick lost.
        pytest.param("S1 EX/S9 S2/S3 S4/S5 S6", {}, -2 * (25 + 17), id="Excuse played in time"),
        # All 18: 120 + 12 half points and a bout are 66 points, 15 over 51.
        pytest.param(
            "EX/S1/S2/S3",
            {"tricks": (17, 0), "points": 120},
            2 * (25 + 15) + 200,
            id="Excuse wins the last of a chelem",
        ),
        pytest.param(
            "EX/S1/S2/S3",
            {"tricks": (17, 0), "points": 120, "chelem_announced": True, "bouts": 1, "petit_in_last_trick": True},
            2 * (25 + 25 + 10) + 400,
            id="and the Petit in the trick before is au bout",
        ),
        pytest.param("S1/S2/S4/S3", {"tricks": (0, 17), "points": 0}, -2 * (25 + 56) - 200, id="chelem of the defence"),
        pytest.param(
            "S1/S2/S4/S3",
            {"tricks": (16, 1), "points": 120, "chelem_announced": True, "poignees": 20},
            2 * (25 + 4) + 20 - 200,
            id="announced chelem missed, contract and poignee won",
        ),
    ],
)
def test_an_ending_is_worth(hands: str, fields: dict[str, object], value: int) -> None:
    assert solve(position(hands, **fields)) == value


def random_play(seed: int, left: int, rules: Rules, deals: int) -> list[Engine]:
    """Deals of random play, each where the first seat to act holds `left` cards at the start of a trick."""
    engine = Engine(4 * deals, rules, seed=seed)
    found: dict[int, Engine] = {}
    while len(found) < deals:
        for deal in np.flatnonzero((engine.state.ply == 72 - 4 * left) & (engine.phase == Phase.PLAY)).tolist():
            found[deal] = engine.take([deal])
        actions = engine.sample_legal()
        bidding = engine.phase == Phase.AUCTION
        engine.step(np.where(bidding & (actions > GARDE_SANS), PASS, actions))
    return list(found.values())[:deals]


@pytest.mark.parametrize("rules", [Rules.official(), Rules.casual()], ids=lambda rules: rules.name)
def test_best_play_in_the_engine_scores_the_value(rules: Rules) -> None:
    """From 8 cards on each seat plays a best card; every position on the way is worth the same, and so is the end."""
    for engine in random_play(5, 8, rules, 6):
        value = solve(position_of(engine))
        while not engine.done[0]:
            now = position_of(engine)
            choices = solve_all(now)
            assert set(choices) == set(to_ids(engine.state.legal[0]))
            pick = max if now.seat == now.taker else min
            assert pick(choices.values()) == value
            engine.step([pick(choices, key=choices.__getitem__)])
        assert engine.scores[0, int(engine.state.taker[0])] == 3 * value


def test_each_card_is_worth_the_position_after_it() -> None:
    for engine in random_play(6, 6, Rules.official(), 10):
        for card, value in solve_all(position_of(engine)).items():
            after = engine.copy()
            after.step([card])
            assert solve(position_of(after)) == value


def test_values_depend_on_no_earlier_call() -> None:
    """Neither what the table holds nor its size matters: it may be so small that most is overwritten."""
    rng = np.random.default_rng(3)
    positions = [ending(rng, 5) for _ in range(40)]
    kept = Solver(table_mb=1)
    assert [kept.solve(p) for p in positions] == [Solver(table_mb=4).solve(p) for p in positions]
    assert [kept.solve(p) for p in reversed(positions)] == [solve(p) for p in reversed(positions)]


def test_nodes_count_the_cards_tried() -> None:
    solver = Solver(table_mb=1)
    assert solver.nodes == 0
    solver.solve(ending(np.random.default_rng(1), 5))
    first = solver.nodes
    solver.solve(ending(np.random.default_rng(2), 5))
    assert 0 < first < solver.nodes


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"hands": "S1/S2/S3/S1"}, "S1 is in two places"),
        ({"hands": "S1/S2/S3/S4 S5"}, "seat 3 holds 2 cards; 1 are left after 17 tricks"),
        ({"tricks": (9, 9)}, "no card is left to play"),
        ({"points": 61}, "even, 0 to 178, not 61"),
        ({"bouts": 4}, "4 bouts counted for the taker, but only 3 are gone"),
        ({"contract": Contract.NONE}, "needs a contract"),
        ({"taker": 4}, "taker is a seat, 0 to 3, not 4"),
        ({"trick": (1, 2, 3, 4)}, "at most 3 cards, not 4"),
    ],
)
def test_a_position_that_contradicts_itself_says_how(fields: dict[str, object], problem: str) -> None:
    given = {"hands": "S1/S2/S3/S4", "tricks": (5, 12)} | fields
    with pytest.raises(ValueError, match=problem):
        position(**given)  # type: ignore[arg-type]


def test_too_many_cards_say_so() -> None:
    [engine] = random_play(1, 16, Rules.official(), 1)
    with pytest.raises(ValueError, match="64 cards are in play; the solver takes 63"):
        solve(position_of(engine))


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Two finished games of random play, the first with the players named."""
    recorder = Recorder(Engine(2, seed=4))
    engine = recorder.engine
    while not engine.done.all():
        opening = np.where(engine.seat == (engine.state.dealer + 1) % 4, PRISE, PASS)
        recorder.step(np.where(engine.phase == Phase.AUCTION, opening, engine.sample_legal()))
    path = tmp_path / "games.jsonl"
    records = [recorder.record(0, agents=["ann", "bob", "cid", "dee"]), recorder.record(1)]
    path.write_text("".join(record.dumps() + "\n" for record in records))
    return path


def test_regret_is_what_the_card_cost_its_side(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(games), "--max-cards", "6", "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert {decision["line"] for decision in report["decisions"]} == {1, 2}
    for decision in report["decisions"]:
        values = decision["values"]
        best = max(values.values()) if decision["side"] == "taker" else min(values.values())
        assert decision["regret"] == abs(best - values[decision["card"]])
        assert len(values) > 1
        assert decision["trick"] > 12
    assert sum(mean["decisions"] for mean in report["means"]) == len(report["decisions"])
    for mean in report["means"]:
        own = [d["regret"] for d in report["decisions"] if all(d[k] == mean[k] for k in ("agent", "side", "stage"))]
        assert mean["regret"] == pytest.approx(np.mean(own))
    assert {d["agent"] for d in report["decisions"] if d["line"] == 1} <= {"ann", "bob", "cid", "dee"}
    assert {d["agent"] for d in report["decisions"] if d["line"] == 2} <= {f"seat {seat}" for seat in range(4)}


def test_the_values_lead_to_the_score_of_the_record(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last card with a choice decides the deal: what it was worth is the recorded score."""
    assert main([str(games), "--max-cards", "6", "--format", "json"]) == 0
    last = {decision["line"]: decision for decision in json.loads(capsys.readouterr().out)["decisions"]}
    for line, text in enumerate(games.read_text().splitlines(), start=1):
        replay = Record.loads(text).replay()
        taker = int(replay.engine.state.taker[0])
        assert replay.scores[taker] == 3 * last[line]["values"][last[line]["card"]]


def test_the_table_names_cards_and_means(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(games), "--max-cards", "4"]) == 0
    text = capsys.readouterr().out
    assert f"{games}:1" in text
    assert "ann" in text
    assert "mean regret" in text


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'{"rules": "official"}', ':1: the key "dealer" is missing'),
        (b"\xff", ": not text in UTF-8"),
        (None, ": No such file or directory"),
    ],
)
def test_a_bad_file_gives_one_line(
    content: bytes | None, problem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.jsonl"
    if content is not None:
        path.write_bytes(content)
    assert main([str(path)]) == 2
    assert capsys.readouterr().err == f"{path}{problem}\n"
