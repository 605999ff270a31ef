"""Any arguments: the commands do what is asked or say in one line why not, and leave no file behind."""

from __future__ import annotations

import asyncio
import importlib
import io
import re
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import agents

ROOT = Path(__file__).resolve().parent.parent.parent
FUZZ = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])

NUMBERS = ["-1", "0", "1", "3", "nan", "inf", "1e400", "0x10", "٣", "²", "9" * 30, "9" * 5000]
NAMES = [
    "random",
    "heuristc",
    "random,random",
    "mc:worlds=0",
    "no.such:Player",
    "no/such.pt",
    "cards,game",
    "json",
    "fr",
]
TEXTS = ["", "x", "\udcff", "a\nb", "é", ".", "None", "casual"]
PARTS = ["mc", "pimc", "random", ":", "worlds", "ms", "=", ",", "-1", "nan", "9" * 20, "/", ".pt", "x"]
VALUES = st.sampled_from(NUMBERS + NAMES + TEXTS) | st.text(st.characters(exclude_characters="\0"), max_size=6)


def words(*options: str) -> st.SearchStrategy[list[str]]:
    """Options with values, values alone, options cut short: up to eight words."""
    pair = st.tuples(st.sampled_from(options), VALUES).map(list)
    joined = st.tuples(st.sampled_from(options), VALUES).map(lambda both: ["=".join(both)])
    alone = st.sampled_from(options).flatmap(lambda option: st.integers(1, len(option)).map(lambda n: [option[:n]]))
    return st.lists(pair | joined | alone | VALUES.map(lambda value: [value]), max_size=4).map(
        lambda parts: [word for part in parts for word in part]
    )


class Stream(io.TextIOWrapper):
    """stdout or stderr as a process has them, for which some letters cannot be printed."""

    def __init__(self, errors: str) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors=errors)

    def text(self) -> str:
        self.seek(0)
        return self.read()


Said = tuple[int, str, str]
Command = Callable[[list[str]], Said]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Runs ``main`` of a script with these words: status, stdout, stderr."""
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.chdir(tmp_path)

    def run(script: list[str]) -> Said:
        name, *arguments = script
        monkeypatch.setattr(sys, "argv", [f"{name}.py", *arguments])
        out, err = Stream("strict"), Stream("backslashreplace")
        with redirect_stdout(out), redirect_stderr(err):
            try:
                status = importlib.import_module(name).main()
            except SystemExit as exit:
                status = exit.code
                if isinstance(status, str):
                    print(status, file=sys.stderr)
                    status = 1
        return int(status or 0), out.text(), err.text()

    return run


def is_one_line_or_help(said: Said, prefix: str) -> bool:
    status, out, err = said
    if status == 0:
        return "Traceback" not in err
    return out == "" and re.fullmatch(rf"{prefix}: [^\n]+\n", err) is not None


@FUZZ
@given(
    arguments=words("--deals", "--seed", "--views", "--rules", "--until", "--jobs", "--patience", "--from", "--format")
)
def test_evaluate(arguments: list[str], command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Up to where players would be asked."""
    monkeypatch.syspath_prepend(str(ROOT))
    import evaluate

    monkeypatch.setattr(evaluate, "evaluate", lambda *arguments: None)
    assert is_one_line_or_help(command(["evaluate", "random", "random", *arguments]), r"evaluate\.py")
    assert list(tmp_path.iterdir()) == []


@contextmanager
def no_running_loop() -> Iterator[None]:
    """As in a process of its own: the browser of earlier tests keeps a loop running in this one."""
    running = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(running)


@FUZZ
@example(arguments=["a\nb"])
@given(arguments=words("--agents", "--rules", "--target", "--deals", "--seed", "--lang", "--no-browser"))
def test_play(arguments: list[str], command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Up to where the page would be served."""
    uvicorn = pytest.importorskip("uvicorn", reason="the page needs the extra 'play'")

    async def serve(server: object, sockets: list[socket.socket]) -> None:
        for listener in sockets:
            listener.close()

    monkeypatch.setattr(uvicorn.Server, "serve", serve)
    with no_running_loop():
        said = command(["play", "--no-browser", "--port", "0", *arguments])
    assert is_one_line_or_help(said, r"play\.py")
    assert list(tmp_path.rglob("*.*")) == [], "only the folder for the games is made"


@FUZZ
@given(
    kind=st.sampled_from([[], ["exploit"], ["imitate"]]),
    arguments=words("--decisions", "--minutes", "--deals", "--panel-every", "--config", "--learning-rate", "--critic"),
)
def test_train(kind: list[str], arguments: list[str], command: Command, tmp_path: Path) -> None:
    """Up to where settings have been checked."""
    pytest.importorskip("torch", reason="training needs PyTorch: pip install 'tarot-env[train]'")
    import train

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(train, "run", train.check)
        status, _, err = command(["train", *kind, "--run", str(tmp_path / "run"), *arguments])
    assert status == 0 or (err.count("\n") == 1 and err.startswith("train: "))
    assert list(tmp_path.iterdir()) == []


@FUZZ
@given(spec=st.lists(st.sampled_from(PARTS)).map("".join) | VALUES)
def test_names_of_players(spec: str) -> None:
    """Loaded or refused: nothing else comes of it."""
    with suppress(ValueError):
        agents.load(spec)
