"""Files that hold anything: each command that reads records says in one line what is wrong, and writes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.arena import store
from agents.arena.contest import Contest
from agents.arena.ledger import Ledger
from agents.arena.plays import View
from agents.arena.results import Results
from agents.arena.run import evaluate
from tarot_env.record.__main__ import main as record_command

DEALS = (Path(__file__).parent.parent / "data" / "deals.jsonl").read_bytes().splitlines(keepends=True)
CONTEST = Contest(("random", "random-cards"), seed=1, views=(View.GAME,))
FUZZ = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    """Two records with some bytes taken out and others put in."""
    content = bytearray(b"".join(draw(st.tuples(st.sampled_from(DEALS), st.sampled_from(DEALS)))))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(content)))
        content[at : at + draw(st.integers(0, 300))] = draw(st.binary(max_size=4))
    return bytes(content)


CONTENT = st.binary(max_size=200) | st.text(max_size=100).map(str.encode) | changed()


def run(command: Callable[[list[str]], int], *arguments: str) -> int:
    """The exit status of a command."""
    try:
        return command(list(arguments))
    except SystemExit as exit:
        return int(exit.code or 0)


@FUZZ
@given(content=CONTENT)
def test_check_says_what_is_wrong_a_line_each(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "any.jsonl"
    file.write_bytes(content)
    status = run(record_command, "check", str(file))
    out, err = capsys.readouterr()
    *problems, count = out.splitlines()
    assert err == ""
    assert all(line.startswith(f"{file}:") for line in problems)
    assert status == bool(problems)
    assert count.endswith(f", {len(problems)} problem" + "s" * (len(problems) != 1))
    assert file.read_bytes() == content
    assert list(tmp_path.iterdir()) == [file]


@settings(FUZZ, max_examples=50)
@given(content=CONTENT)
def test_the_solver_says_what_is_wrong_in_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numba")
    from agents.solver.__main__ import main as solver_command

    file = tmp_path / "any.jsonl"
    file.write_bytes(content)
    status = run(solver_command, "--max-cards", "2", str(file))
    out, err = capsys.readouterr()
    assert status in (0, 2)
    assert bool(out) == (status == 0)
    assert len(err.splitlines()) == (status != 0)
    assert list(tmp_path.iterdir()) == [file]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What ``evaluate.py --out`` keeps of a contest, for ``--from``."""
    directory, ledger = tmp_path_factory.mktemp("contest"), Ledger(2)
    evaluate(CONTEST, ledger, 1)
    store.save(directory, CONTEST, ledger, Results.of(CONTEST, ledger))
    return (directory / "games.npz").read_bytes()


@FUZZ
@given(data=st.data())
def test_an_earlier_contest_is_read_or_refused_in_one_line(data: st.DataObject, games: bytes, tmp_path: Path) -> None:
    content = bytearray(games)
    for at in data.draw(st.lists(st.integers(0, len(games)), min_size=1, max_size=4)):
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    (tmp_path / "games.npz").write_bytes(content)
    said = "read"
    try:
        store.load(tmp_path, CONTEST)
    except ValueError as fault:
        said = str(fault)
    assert said.isprintable()
    assert [file.name for file in tmp_path.iterdir()] == ["games.npz"]


RECORD_WORDS = ["check", "view", "-o", "page.html", "--deal", "0", "--help", "--", "-", ".", "no/such/file"]
WORDS = st.text(max_size=8).filter(lambda text: "\0" not in text)


@FUZZ
@given(arguments=st.lists(st.sampled_from(RECORD_WORDS) | WORDS, max_size=4))
def test_any_arguments_of_the_record_command(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(record_command, *arguments) in (0, 1, 2)
    assert list(tmp_path.iterdir()) == []
