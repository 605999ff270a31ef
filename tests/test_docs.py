"""The pages: their tables are the code's, their examples run, their links and commands lead somewhere."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import os
import re
import shlex
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import numpy.typing as npt
import pytest
from table_play import decisions, mixed_engine

from tarot_env import Engine, Observation, Rules
from tarot_env.actions import NUM_ACTIONS, Phase
from tarot_env.encoding import SLICES

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("benchmarks", "docs", "examples", "notebooks", "tests")
PAGES = sorted([*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))])
PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    """docs/make_tables.py, which belongs to no package."""
    spec = importlib.util.spec_from_file_location("make_tables", ROOT / "docs" / "make_tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- docs/observation.md ------------------------------------------------------------------------------------


def test_the_tables_are_those_of_the_code(tables: ModuleType) -> None:
    page = (ROOT / "docs" / "observation.md").read_text(encoding="utf-8")
    assert page == tables.filled(page), "python docs/make_tables.py writes them again"


def test_a_page_without_a_place_for_a_table_is_refused(tables: ModuleType) -> None:
    with pytest.raises(ValueError, match="0 places for the table cards"):
        tables.filled("# No table here\n")


def test_every_action_has_a_row_and_is_legal_only_where_the_row_says(tables: ModuleType) -> None:
    may = np.zeros((len(Phase), NUM_ACTIONS), np.bool_)
    rows = [id for ids, _ in tables.ACTIONS for id in ids]
    assert rows == list(range(NUM_ACTIONS))
    for ids, phases in tables.ACTIONS:
        for phase in phases:
            may[phase, ids] = True
    for engine in positions(deals=200):
        assert not (engine.legal_mask() & ~may[engine.phase]).any()


def test_who_sees_a_slice_is_who_sees_its_field(tables: ModuleType) -> None:
    assert tables.SEEN_BY.keys() <= {*Observation.__dataclass_fields__}
    private = {part.name for part in SLICES if tables.seen_by(part.name) != tables.EVERYBODY}
    poignees = {f"poignee_{seat}" for seat in ("self", "next", "opposite", "previous")}
    assert private == {"hand", "discard", "shown", "phase", "points", "surplus"} | poignees


def test_what_all_see_is_the_same_from_every_seat(tables: ModuleType) -> None:
    public = [name for name in tables.comments() if tables.seen_by(name) == tables.EVERYBODY]
    assert len(public) > 15
    for engine in positions(deals=60):
        views = [engine.observe(seat) for seat in range(4)]
        for name in public:
            first, *others = (absolute(name, view, seat) for seat, view in enumerate(views))
            for other in others:
                np.testing.assert_array_equal(first, other, err_msg=name)


def positions(deals: int) -> list[Engine]:
    """Some deals of which many have poignees and chelems, before each of the decisions and at the end."""
    engine = mixed_engine(Rules.official(), seed=1, deals=deals)
    return [*(engine.copy() for _ in decisions(engine)), engine]


SEATS = {"turn", "dealer", "taker", "winner", "leaders"}
BY_SEAT = {"bids", "played", "trick", "void", "ceiling"}


def absolute(name: str, view: Observation, seat: int) -> npt.NDArray[np.generic]:
    """A field as it is from seat 0."""
    values: npt.NDArray[np.generic] = getattr(view, name)
    if name in SEATS:
        return np.where(values >= 0, (values + seat) % 4, -1)
    return np.roll(values, seat, axis=1) if name in BY_SEAT else values


# --- docs/benchmark.md --------------------------------------------------------------------------------------


def test_the_player_of_the_page_can_be_measured(tmp_path: Path) -> None:
    page = ROOT / "docs" / "benchmark.md"
    (player,) = blocks(page, "python")
    (tmp_path / "my_player.py").write_text(player)
    (command,) = (line for line in commands(page) if "my_player:" in line)
    words = shlex.split(command.replace("--deals 500", "--deals 4"))
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, *words[1:]],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "my_player:LowestCard" in ran.stdout


# --- examples, links, commands ------------------------------------------------------------------------------


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if ">>>" in page.read_text(encoding="utf-8")], ids=lambda page: page.name
)
def test_every_example_with_a_prompt_gives_what_the_page_says(page: Path) -> None:
    """One after the other, as a reader would type them."""
    text = "\n".join(block for block in blocks(page, "python") if ">>>" in block)
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@PAGE
def test_every_link_leads_to_a_file_and_a_heading(page: Path) -> None:
    for target in re.findall(r"\]\(((?!https?:)[^)\s]+)\)", page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


def anchors(page: Path) -> set[str]:
    """The headings as a code host names them in addresses."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@PAGE
def test_every_command_names_what_exists(page: Path) -> None:
    """Script, module or target, and its options. Commands with a placeholder in capitals count too."""
    for command in commands(page):
        words = shlex.split(command, comments=True)
        while "=" in words[0] and words[0].split("=")[0].isupper():
            del words[0]  # a variable of the environment
        if words[0] == "make":
            assert {word for word in words[1:] if "=" not in word} <= targets(), command
        elif words[0] in ("python", ".venv/bin/python", "torchrun", ".venv/bin/torchrun"):
            script = next(n for n, word in enumerate(words) if word == "-m" or word.endswith(".py"))
            name = f"-m {words[script + 1]}" if words[script] == "-m" else words[script]
            if name == "train.py" and words[script + 1 :] and not words[script + 1].startswith("-"):
                name += f" {words[script + 1]}"  # one of its commands, with options of its own
            there = options(name)
            for word in words[script + 1 :]:
                assert not word.startswith("--") or word.split("=")[0] in there, f"{command}: {word}"


def commands(page: Path) -> list[str]:
    """The lines of shell blocks, continued ones joined, and what stands in backticks like a command."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in blocks(page, "sh") for line in block.replace("\\\n", " ").splitlines()]
    inline = re.findall(r"`((?:(?:\.venv/bin/)?python|make|torchrun|evaluate\.py|train\.py) [^`]+)`", text)
    whole = [f"python {line}" if line.startswith(("evaluate.py", "train.py")) else line for line in lines + inline]
    return [line for line in whole if line.strip() and not line.startswith("#")]


def targets() -> set[str]:
    return set(re.findall(r"^([\w.-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@cache
def options(script: str) -> set[str]:
    """What a script says that it takes, or none of a script that says nothing."""
    words = script.split()
    file = ROOT / words[0]
    if words[0] != "-m":
        assert file.is_file(), script
        if "argparse" not in (source := file.read_text(encoding="utf-8")) and "tyro" not in source:
            return set()
        if file.parent.name == "examples":  # the library that it is for may be missing here
            main = next(n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef) and n.name == "main")
            return {f"--{argument.arg.replace('_', '-')}" for argument in main.args.args}
    ran = subprocess.run(
        [sys.executable, *words, "--help"], cwd=ROOT, capture_output=True, text=True, timeout=100, check=False
    )
    assert ran.returncode == 0, f"{script}: {ran.stderr}"
    return set(re.findall(r"--[a-z][a-z-]*", ran.stdout))


# --- versions -----------------------------------------------------------------------------------------------


def test_all_speak_of_the_same_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == version
