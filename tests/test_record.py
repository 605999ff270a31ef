"""Records: what they keep, where they lead, and what is said of a bad one."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tarot_env import Record, RecordError
from tarot_env.actions import ACTION_NAMES
from tarot_env.record.__main__ import LONGEST_LINE, main

LINES = (Path(__file__).parent / "data" / "deals.jsonl").read_text(encoding="utf-8").splitlines()
FACTS: list[dict[str, Any]] = [json.loads(line) for line in LINES]
MAGAZINE = FACTS[0]  # a garde with a discard, 40 points: failed by one


def changed(**fields: Any) -> str:
    """The first record with other fields; None takes one out."""
    return json.dumps({key: value for key, value in (MAGAZINE | fields).items() if value is not None})


def with_action(number: int, name: str) -> list[str]:
    """Its actions with another one at this place, counted from 1."""
    return [*MAGAZINE["actions"][: number - 1], name, *MAGAZINE["actions"][number:]]


def with_hand(seat: int, old: str, new: str) -> list[str]:
    """Its hands with another card in one of them."""
    hands = list(MAGAZINE["hands"])
    hands[seat] = " ".join(f" {hands[seat]} ".replace(f" {old} ", f" {new} ").split())
    return hands


# --- what a record leads to ---------------------------------------------------------------------------------


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["source"])
def test_published_deal_replays_to_its_count_and_scores(fact: dict[str, Any]) -> None:
    replay = Record.loads(json.dumps(fact)).replay()
    assert replay.scores == fact["scores"]
    assert (replay.points, replay.bouts) == (fact["note"]["points"], fact["note"]["bouts"])
    assert (replay.phase, replay.to_act, replay.legal) == ("DONE", -1, [])
    assert replay.scores[replay.engine.state.taker[0]] == 3 * fact["note"]["per_defender"]


def test_unfinished_deal_is_a_record_at_every_length() -> None:
    actions = MAGAZINE["actions"]
    phases = []
    for length, action in enumerate(actions):
        replay = Record.loads(changed(actions=actions[:length], scores=None)).replay()
        assert action in replay.legal
        assert 0 <= replay.to_act <= 3
        assert replay.scores == [0, 0, 0, 0]
        phases.append(replay.phase)
    assert phases == ["AUCTION"] * 4 + ["DISCARD"] * 6 + ["CHELEM"] + ["PLAY"] + ["PLAY"] * 71


def test_points_of_an_unfinished_deal_are_those_taken_so_far() -> None:
    def count(length: int) -> tuple[int, int]:
        replay = Record.loads(changed(actions=MAGAZINE["actions"][:length], scores=None)).replay()
        return replay.points, replay.bouts

    assert count(3) == (0, 0)  # in the auction
    assert count(11) == (0, 0)  # before the first card
    assert count(12) == (3, 0)  # a discard of six low cards, the first card led
    assert count(len(MAGAZINE["actions"])) == (40, 2)


def test_positions_stand_before_each_action_and_at_the_end() -> None:
    record = Record.loads(LINES[0])
    seen = 0
    for action, engine in zip(record.action_ids(), record.positions(), strict=False):
        assert engine.legal_mask()[0, action]
        seen += 1
    assert seen == len(record.actions)
    *_, end = record.positions()
    assert end.done[0]


def test_four_passes_end_a_recorded_deal() -> None:
    record = Record.loads(changed(actions=["PASS"] * 4, scores=[0, 0, 0, 0]))
    replay = record.replay()
    assert (replay.phase, replay.scores, replay.points, replay.bouts) == ("DONE", [0, 0, 0, 0], 0, 0)
    with pytest.raises(RecordError, match=r"^action 5: PASS comes after the end of the deal$"):
        Record.loads(changed(actions=["PASS"] * 5, scores=None)).replay()


# --- text ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", LINES, ids=lambda line: json.loads(line)["source"])
def test_text_is_read_and_written_without_loss(line: str) -> None:
    record = Record.loads(line)
    assert json.loads(record.dumps()) == json.loads(line)
    assert Record.loads(record.dumps()) == record


def test_unknown_keys_are_kept_in_order() -> None:
    record = Record.loads(changed(seed=7, agents=["a", {"b": None}], zebra="é\u2028\ud800", apple=1.5))
    assert list(record.extra) == ["source", "note", "seed", "agents", "zebra", "apple"]
    line = record.dumps()
    assert line.isascii()
    assert len(line.splitlines()) == 1
    assert list(json.loads(line)) == ["rules", "dealer", "hands", "dog", "actions", "scores", *record.extra]
    assert Record.loads(line) == record


def test_scores_may_be_absent() -> None:
    for line in (changed(scores=None), json.dumps(MAGAZINE | {"scores": None})):
        record = Record.loads(line)
        assert record.scores is None
        assert "scores" not in json.loads(record.dumps())
        assert record.replay().scores == MAGAZINE["scores"]


def test_unfinished_deal_may_give_zero_scores() -> None:
    assert Record.loads(changed(actions=[], scores=[0, 0, 0, 0])).replay().to_act == 3


# --- bad records --------------------------------------------------------------------------------------------

BAD = [
    (LINES[0][:1000], "the line is cut short: it ends in mid-record, after 1000 characters"),
    (LINES[0][:-1], f"the line is cut short: it ends in mid-record, after {len(LINES[0]) - 1} characters"),
    ("", "the line is cut short: it ends in mid-record, after 0 characters"),
    ("PASS GARDE", "not JSON: expecting value at character 1"),
    (changed()[:-1] + ', "x": NaN}', "not JSON: NaN is no number there"),
    (changed()[:-1] + ', "dog": ""}', 'the key "dog" is given twice'),
    (changed()[:-1] + r', "more": {"\n": 1, "\n": 2}}', r'the key "\n" is given twice'),
    ("[1, 2]", "a record is a JSON object, not an array"),
    ("7", "a record is a JSON object, not a number"),
    (changed(dog=None), 'the key "dog" is missing'),
    (changed(actions=None), 'the key "actions" is missing'),
    (changed(rules=None), 'the key "rules" is missing'),
    (changed(rules="offical"), 'unknown rules \'offical\': "official" or "casual"'),
    (changed(rules="custom"), 'unknown rules \'custom\': "official" or "casual"'),
    (changed(rules=["official"]), "rules is a string, not an array"),
    (changed(dealer=4), "the dealer is a seat 0..3, not 4"),
    (changed(dealer=True), "dealer is a whole number, not a truth value"),
    (changed(dealer=1.5), "dealer is a whole number, not 1.5"),
    (changed(hands="S1"), "hands is an array, not a string"),
    (changed(hands=MAGAZINE["hands"][:3]), "there are four hands, not 3"),
    (changed(hands=[*MAGAZINE["hands"][:3], 4]), "hand 3 is a string, not a number"),
    (changed(hands=with_hand(2, "D9", "D11")), "hand of seat 2: unknown card 'D11'; did you mean D1?"),
    (changed(hands=with_hand(2, "D9", "S3")), "hand of seat 2: card S3 is given twice"),
    (changed(hands=with_hand(2, "D9", "")), "the hand of seat 2 has 17 cards, not 18"),
    (changed(hands=with_hand(2, "D9", "D3")), "D3 is in the hand of seat 0 and in the hand of seat 2"),
    (changed(dog="T18 T4 C10 T9 T16 D3"), "D3 is in the hand of seat 0 and in the dog"),
    (changed(dog="T18 T4 C10 T9 T16"), "the dog has 5 cards, not 6"),
    (changed(dog="T18 T4 C10 T9 T16 T22"), "dog: unknown card 'T22'; did you mean T2?"),
    (changed(actions="PASS"), "actions is an array, not a string"),
    (changed(actions=["PASS", 80]), "action 2 is a string, not a number"),
    (changed(actions=with_action(2, "GUARD")), "action 2: unknown action 'GUARD'; did you mean GARDE?"),
    (changed(scores=[-156, 52, 52]), "the scores are [-156, 52, 52, 52], the record says [-156, 52, 52]"),
    (changed(scores=[-156, 52, 52, 53]), "the scores are [-156, 52, 52, 52], the record says [-156, 52, 52, 53]"),
    (changed(scores=[-156.5, 52, 52, 52]), "a score is a whole number, not -156.5"),
    (changed(scores="-156"), "scores is an array, not a string"),
    (
        changed(actions=MAGAZINE["actions"][:20]),
        "the scores are [0, 0, 0, 0], the record says [-156, 52, 52, 52]: the deal is not over",
    ),
    (changed(actions=with_action(3, "GARDE")), "action 3: seat 1, AUCTION: GARDE does not overcall GARDE"),
    (changed(actions=with_action(5, "SK")), "action 5: seat 0, DISCARD: SK is a king, which cannot be put aside"),
    (
        changed(actions=[*MAGAZINE["actions"], "S1"]),
        "action 84: S1 comes after the end of the deal",
    ),
]


@pytest.mark.parametrize(("line", "problem"), BAD, ids=[problem[:40] for _, problem in BAD])
def test_bad_record_is_refused_in_one_clear_line(line: str, problem: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.loads(line).replay()
    assert str(caught.value) == problem


def test_illegal_play_is_reported_with_the_rule() -> None:
    actions = with_action(14, "S5")
    with pytest.raises(RecordError) as caught:
        Record.loads(changed(actions=actions)).replay()
    assert caught.value.action == 14
    assert pickle.loads(pickle.dumps(caught.value)).args == caught.value.args


def test_petit_sec_is_no_deal() -> None:
    """Seat 0 with the Petit as its only trump."""
    trumps = [f"T{n}" for n in range(2, 22)]
    suits = [s + r for s in "SHDC" for r in (*map(str, range(1, 11)), "J", "N", "Q", "K")]
    hands = [["T1", *suits[:17]], [*trumps[:18]], ["EX", *suits[17:34]], suits[34:52]]
    fields = {"hands": [" ".join(hand) for hand in hands], "dog": " ".join([*suits[52:], *trumps[18:]])}
    with pytest.raises(RecordError, match=r"^seat 0 has a petit sec \(T1 alone, no Excuse\), which voids the deal$"):
        Record.loads(changed(**fields))


def test_endless_numbers_and_brackets_are_refused() -> None:
    with pytest.raises(RecordError, match="not a record"):
        Record.loads('{"dealer": ' + "9" * 10_000 + "}")
    with pytest.raises(RecordError, match="nested too deep"):
        Record.loads("[" * 1_000_000)
    with pytest.raises(RecordError, match="1e999 is too large"):
        Record.loads(LINES[0][:-1] + ', "temperature": 1e999}')
    with pytest.raises(RecordError, match="unknown action") as caught:
        Record.loads(changed(actions=["x" * 1_000_000]))
    assert len(str(caught.value)) < 400


def test_extra_keys_cannot_stand_for_fields() -> None:
    record = Record.loads(LINES[0])
    with pytest.raises(RecordError, match="extra holds a key that the record has itself: dealer"):
        Record(record.rules, record.dealer, record.hands, record.dog, record.actions, extra={"dealer": 1})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=8,
)


def replays_or_says_why(line: str) -> None:
    try:
        Record.loads(line).replay()
    except RecordError as error:
        problem = str(error)
        assert problem.splitlines() == [problem]


@given(st.text())
def test_any_text_raises_nothing_but_record_error(text: str) -> None:
    replays_or_says_why(text)


@settings(max_examples=150)
@given(st.sampled_from(LINES), st.integers(0, 2000), st.integers(0, 3), st.text(max_size=3))
def test_a_line_with_a_few_characters_changed_raises_nothing_but_record_error(
    line: str, at: int, removed: int, put: str
) -> None:
    replays_or_says_why(line[:at] + put + line[at + removed :])


@settings(max_examples=150)
@given(st.sampled_from(FACTS), st.sampled_from(["rules", "dealer", "hands", "dog", "actions", "scores"]), JSON)
def test_any_value_of_a_key_raises_nothing_but_record_error(fact: dict[str, Any], key: str, value: Any) -> None:
    replays_or_says_why(json.dumps(fact | {key: value}))


@settings(max_examples=100)
@given(st.sampled_from(FACTS), st.integers(0, 82), st.sampled_from(ACTION_NAMES), st.booleans())
def test_any_action_anywhere_raises_nothing_but_record_error(
    fact: dict[str, Any], at: int, name: str, insert: bool
) -> None:
    actions = [*fact["actions"][:at], name, *fact["actions"][at + (not insert) :]]
    replays_or_says_why(json.dumps(fact | {"actions": actions}))


# --- the command --------------------------------------------------------------------------------------------


def check(capsys: pytest.CaptureFixture[str], *files: Path) -> tuple[int, list[str]]:
    status = main(["check", *map(str, files)])
    return status, capsys.readouterr().out.splitlines()


def test_check_reports_line_action_and_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text("\ufeff" + "\r\n".join(LINES[:2]) + "\n\n", encoding="utf-8")
    illegal = changed(actions=with_action(3, "PRISE"))
    bad.write_text("\n".join([LINES[0], illegal, LINES[1], LINES[2][:500]]), encoding="utf-8")
    assert check(capsys, good) == (0, ["2 records, 0 problems"])
    assert check(capsys, good, bad) == (
        1,
        [
            f"{bad}:2: action 3: seat 1, AUCTION: PRISE does not overcall GARDE",
            f"{bad}:4: the line is cut short: it ends in mid-record, after 500 characters",
            "6 records, 2 problems",
        ],
    )


def test_check_of_what_is_no_file_of_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing, binary, huge, empty = (tmp_path / name for name in ("missing", "binary", "huge", "empty"))
    binary.write_bytes(bytes(range(128, 256)) * 10)
    huge.write_bytes(b"[" * (LONGEST_LINE + 2))
    empty.write_bytes(b"")
    assert check(capsys, missing, tmp_path, binary, huge, empty) == (
        1,
        [
            f"{missing}: No such file or directory",
            f"{tmp_path}: Is a directory",
            f"{binary}:1: not text in UTF-8; the rest is not read",
            f"{huge}:1: longer than 1048576 bytes, which no record is; the rest is not read",
            f"{empty}: there is no record in it",
            "2 records, 5 problems",
        ],
    )


def test_check_of_a_record_that_was_indented(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One problem, not one for each of its lines."""
    file = tmp_path / "indented.json"
    file.write_text(json.dumps(MAGAZINE, indent=2))
    problem = "a record is one line, this JSON is spread over several; the rest is not read"
    assert check(capsys, file) == (1, [f"{file}:1: {problem}", "1 record, 1 problem"])


def test_names_of_the_players_are_those_of_all_four() -> None:
    record = Record.loads(LINES[0])
    named = replace(record, extra={"agents": ["a", "b", "c", "d"]})
    assert named.agents == ["a", "b", "c", "d"]
    for extra in ({}, {"agents": ["a", "b", "c"]}, {"agents": "abcd"}, {"agents": [1, 2, 3, 4]}):
        assert replace(record, extra=extra).agents is None


def test_a_page_is_written_whole_or_not_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    records, page = tmp_path / "deals.jsonl", tmp_path / "page.html"
    records.write_text(LINES[0], encoding="utf-8")
    page.write_text("as it was")

    def full(self: Path, text: str, encoding: str) -> None:
        self.write_bytes(text.encode(encoding)[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    assert main(["view", str(records), "-o", str(page)]) == 1
    assert capsys.readouterr().out == f"{page}: No space left on device\n"
    assert page.read_text() == "as it was"
    assert sorted(tmp_path.iterdir()) == [records, page]


def test_a_reader_who_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\n" * 20_000)
    check = f"{sys.executable} -m tarot_env.record check {bad} | head -1"
    done = subprocess.run(check, shell=True, capture_output=True, text=True, check=False)
    assert (done.stdout.count("\n"), done.stderr) == (1, "")


def test_command_line() -> None:
    """One process, for what only a process shows: the exit status, and nothing on stderr."""
    files = [str(Path(__file__).parent / "data" / name) for name in ("deals.jsonl", "legal.jsonl")]
    command = [sys.executable, "-m", "tarot_env.record", "check", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    lines = done.stdout.splitlines()
    assert lines[0] == f'{files[1]}:1: the key "rules" is missing'
    assert lines[-1] == "85 records, 17 problems"
