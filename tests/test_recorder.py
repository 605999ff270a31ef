"""Records kept while many deals are played: each leads where its deal stands."""

from __future__ import annotations

import numpy as np
import pytest

from tarot_env import Engine, Record, RecordError, Rules
from tarot_env.actions import Phase, parse_action
from tarot_env.record import Recorder

TABLES = 12


@pytest.mark.parametrize(
    "rules", [Rules.official(), Rules.casual(), Rules(all_pass="redeal")], ids=["official", "casual", "redeal"]
)
def test_recorder_gives_records_that_lead_where_the_deals_stand(rules: Rules) -> None:
    engine = Engine(TABLES, rules, seed=5)
    recorder = Recorder(engine)
    rng = np.random.default_rng(6)
    for step in range(140):
        actions = engine.sample_legal()
        if step < 8:  # half the tables pass, so that four passes come up
            actions = np.where(
                (np.arange(TABLES) % 2 == 0) & (engine.phase == Phase.AUCTION), parse_action("PASS"), actions
            )
        recorder.step(actions, where=rng.random(TABLES) < 0.8)
        if step == 30:
            recorder.reset(rng.random(TABLES) < 0.3)
        if step % 10 == 0:
            check_records(recorder)
    assert engine.done.any()
    check_records(recorder)


def check_records(recorder: Recorder) -> None:
    engine = recorder.engine
    for deal in range(len(engine)):
        record = recorder.record(deal, table=deal)
        assert record == Record.loads(record.dumps())
        assert record.extra == {"table": deal}
        assert (record.scores is not None) == engine.done[deal]
        replay = record.replay()
        assert (replay.engine.state.legal == engine.state.legal[deal]).all()
        assert (replay.to_act, replay.phase) == (engine.seat[deal], Phase(engine.phase[deal]).name)
        assert replay.scores == engine.scores[deal].tolist()
        assert (replay.engine.state.hand[0] == engine.state.hand[deal]).all()


def test_refused_action_is_not_recorded() -> None:
    recorder = Recorder(Engine(2, seed=1))
    with pytest.raises(ValueError, match="no bid"):
        recorder.step([parse_action("GARDE"), 0])
    assert recorder.actions == [[], []]


def test_recorder_starts_with_the_deal() -> None:
    engine = Engine(1, seed=1)
    engine.step(engine.sample_legal())
    with pytest.raises(ValueError, match="before the first action"):
        Recorder(engine)


def test_rules_without_a_name_cannot_be_recorded() -> None:
    recorder = Recorder(Engine(1, Rules(base=30), seed=1))
    with pytest.raises(RecordError, match=r"^a record is of a deal by official or casual rules .* not by custom ones"):
        recorder.record()


def test_recorded_actions_are_named() -> None:
    recorder = Recorder(Engine(1, seed=1))
    for name in ("PASS", "GARDE", "PASS", "PASS"):
        recorder.step([parse_action(name)])
    assert recorder.record().actions == ["PASS", "GARDE", "PASS", "PASS"]
