"""evaluate.py from the command line: what it prints, what it refuses, what nobody's fault may change. (About 30 s.)"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from agents.arena import deals, schedule
from agents.arena.contest import Contest
from agents.arena.ledger import Ledger
from agents.arena.plays import Plays, View
from agents.arena.run import evaluate
from tarot_env.record import Record
from tarot_env.rules import Rules

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "evaluate.py"


@dataclass
class Ran:
    """What a command left."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Ran]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Command:
    """``evaluate.py ARGUMENTS`` in this process."""
    monkeypatch.syspath_prepend(str(ROOT))

    def run(*arguments: object) -> Ran:
        import evaluate as script

        monkeypatch.setattr(sys, "argv", ["evaluate.py", *map(str, arguments)])
        try:
            status = script.main()
        except SystemExit as exit:
            status = int(exit.code or 0)
        return Ran(status, *capfd.readouterr())

    return run


def without_time(results: Any) -> Any:
    """The results without what a clock says."""
    for agent in results["agents"].values():
        del agent["ms_per_decision"]
    return results


# What is printed ------------------------------------------------------------------------------------------------------


def test_the_json_object(command: Command) -> None:
    ran = command("heuristic", "random", "random-cards", "--deals", 20, "--seed", 7, "--format", "json")
    result = ran.json
    assert (result["seed"], result["deals"]) == (7, 20)
    assert [(pair["a"], pair["b"]) for pair in result["views"]["cards"]] == [
        ("heuristic", "random"),
        ("heuristic", "random-cards"),
        ("random", "random-cards"),
    ]
    for pair in result["views"]["cards"]:
        for figure in ("taker", "defence", "sum"):
            assert pair[figure].keys() == {"mean", "low", "high", "deals"}
            assert pair[figure]["low"] < pair[figure]["mean"] < pair[figure]["high"]
            assert pair[figure]["deals"] == 20
        assert 0 <= pair["made"] <= 1
        assert pair["sum"]["mean"] == pytest.approx(pair["taker"]["mean"] + pair["defence"]["mean"])
    assert {pair["points_per_deal"]["deals"] for pair in result["views"]["game"]} == {20}
    assert {standing["agent"] for standing in result["views"]["league"]} == {"heuristic", "random", "random-cards"}
    assert result["views"]["league"][0].keys() == {"agent", "rating", "sigma", "points_per_deal"}
    for agent in result["agents"].values():
        assert 0 <= agent["taking_rate"] <= 1
        assert 0 <= agent["made"] <= 1
        assert agent["ms_per_decision"] > 0
        assert agent["illegal"] == 0
    heuristic_against_random = result["views"]["cards"][0]["sum"]
    assert heuristic_against_random["low"] > 15, "the heuristic plays the cards better than chance"


def test_the_other_formats_say_the_same(command: Command) -> None:
    asked = ("heuristic", "random", "--deals", 8, "--seed", 7, "--views", "game")
    points = command(*asked, "--format", "json").json["views"]["game"][0]["points_per_deal"]
    table = command(*asked).out
    markdown = command(*asked, "--format", "md").out
    rows = list(csv.DictReader(io.StringIO(command(*asked, "--format", "csv").out)))
    (row,) = [row for row in rows if row["figure"] == "points_per_deal"]
    assert float(row["mean"]) == points["mean"]
    assert (float(row["low"]), float(row["high"]), int(row["deals"])) == (points["low"], points["high"], 8)
    shown = f"{points['mean']:+.2f} [{points['low']:+.2f}, {points['high']:+.2f}]".replace("-", "−")
    assert shown in table
    assert f"| heuristic | random | {shown} |" in markdown


def test_only_results_on_stdout(command: Command) -> None:
    ran = command("odd_players:Prints", "random", "--deals", 2, "--format", "json")
    assert ran.json["deals"] == 2
    assert "I hold" in ran.err


def test_one_deal_has_no_interval(command: Command) -> None:
    points = command("heuristic", "random", "--deals", 1, "--format", "json").json["views"]["game"][0][
        "points_per_deal"
    ]
    assert (points["low"], points["high"], points["deals"]) == (None, None, 1)


def test_casual_rules(command: Command) -> None:
    result = command("heuristic", "random", "--deals", 4, "--rules", "casual", "--format", "json").json
    assert result["rules"] == "casual"
    assert result["agents"]["random"]["poignees"] == {"simple": 0, "double": 0, "triple": 0}


def test_a_cheat_is_asked_with_all_cards_seen(command: Command) -> None:
    result = command("odd_players:Peeks", "random", "--deals", 4, "--format", "json").json
    assert result["agents"]["odd_players:Peeks"]["fault"] is None
    assert result["agents"]["odd_players:Peeks"]["cheat"]
    assert not result["agents"]["random"]["cheat"]
    assert "odd_players:Peeks (cheat)" in command("odd_players:Peeks", "random", "--deals", 1).out
    assert result["views"]["game"][0]["points_per_deal"]["deals"] == 4


# What is refused ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("heuristc random", "did you mean 'heuristic'"),
        ("heuristic", "two players"),
        ("heuristic random --deals 0", "--deals"),
        ("heuristic random --deals many", "'many'"),
        ("heuristic random --seed -1", "--seed"),
        ("heuristic random --until 0", "--until"),
        ("heuristic random --until nan", "'nan'"),
        ("heuristic random --patience 0", "--patience"),
        ("heuristic random --jobs 0", "--jobs"),
        ("heuristic random --views card", "cards,game,league"),
        ("heuristic random --rules belgian", "belgian"),
        ("heuristic random --from nowhere", "nowhere holds no earlier run"),
        ("heuristic random --out {file}", "--out names a folder, "),
        ("heuristic random --records {file.parent}", "--records names a file, "),
        ("heuristic random --records {file}/games.jsonl", "games.jsonl:"),
        ("heuristic no_such_module:Player", "no_such_module"),
        ("heuristic {file}", "players.txt"),
    ],
)
def test_bad_arguments_get_one_line(command: Command, tmp_path: Path, arguments: str, says: str) -> None:
    file = tmp_path / "players.txt"
    file.write_text("no checkpoint")
    ran = command(*arguments.format(file=file).split())
    assert ran.status == 2
    assert ran.out == ""
    assert says in ran.err
    assert re.fullmatch(r"evaluate\.py: [^\n]+\n", ran.err)


# Who breaks the rules of being a player -------------------------------------------------------------------------------

FAULTS = {
    "Raises": "raised RuntimeError: out of cards (odd_players.py, line ",
    "RaisesWhatFewCatch": "raised GivesUp: \\x1b[2J\\udcff enough (odd_players.py, line ",
    "RaisesWhatCannotBeSaid": "raised Unspeakable (odd_players.py, line ",
    "Exits": "raised SystemExit: 3",
    "PlaysIllegally": "illegal action",
    "ForgesItsMask": "illegal action",
    "OutOfRange": "87 is no action",
    "BelowRange": "-1 is no action",
    "ReturnsNan": "NaN",
    "ReturnsInfinity": "float64",
    "ReturnsFloats": "float64",
    "ReturnsRagged": "list of no one shape",
    "ReturnsNothing": "NoneType",
    "ReturnsOneTooMany": "shape",
}


@pytest.mark.parametrize("name", FAULTS)
def test_who_breaks_the_rules_is_sent_off_and_the_others_result_stands(command: Command, name: str) -> None:
    player = f"odd_players:{name}"
    asked = ("--deals", 6, "--seed", 3, "--views", "cards,game", "--format", "json")
    ran = command("heuristic", player, "odd_players:Lowest", *asked)
    assert ran.status == 1, "a script should notice"
    assert f"{player} was sent off: " in ran.err
    assert FAULTS[name] in ran.err
    assert "Traceback" not in ran.err
    result = ran.json
    assert FAULTS[name] in result["agents"][player]["fault"]
    assert (result["agents"][player]["illegal"] > 0) == ("illegal" in FAULTS[name] or "no action" in FAULTS[name])
    alone = command("heuristic", "odd_players:Lowest", *asked).json
    for view, figure in (("cards", "sum"), ("game", "points_per_deal")):
        pairs = result["views"][view]
        assert [pair for pair in pairs if player not in (pair["a"], pair["b"])] == alone["views"][view]
        assert [pair[figure]["deals"] for pair in pairs if player in (pair["a"], pair["b"])] == [0, 0]


@pytest.mark.parametrize("name", ["Sleeps", "SleepsOn"])
def test_who_sleeps_is_sent_off(command: Command, name: str) -> None:
    ran = command(f"odd_players:{name}", "random", "--deals", 2, "--views", "game", "--patience", 0.01)
    assert ran.status == 1
    assert re.search(rf"odd_players:{name} was sent off: took \d\.\d s for \d+ decisions, more than the", ran.err)


def test_patience_may_be_endless(command: Command) -> None:
    assert command("heuristic", "random", "--deals", 2, "--views", "game", "--patience", 1e30).status == 0


# The same result, however it is come by -------------------------------------------------------------------------------


def test_deals_are_frozen() -> None:
    """Deal k depends on the seed and k, not on what else is dealt."""
    some, one = deals.frozen(7, range(10)), deals.frozen(7, range(6, 7))
    assert (some.hands[6] == one.hands[0]).all()
    assert (some.dog[6] == one.dog[0]).all()
    assert some.dealer[6] == one.dealer[0]
    assert (some.hands[6] != deals.frozen(8, range(6, 7)).hands[0]).any()
    assert len(np.unique(some.hands.reshape(10, -1), axis=0)) == 10


def test_every_deal_of_the_cards_view_is_taken() -> None:
    rules = Rules.official()
    some, taker = deals.contested(7, range(60), rules)
    one, its_taker = deals.contested(7, range(33, 34), rules)
    assert (taker >= 0).all()
    assert (some.hands[33] == one.hands[0]).all()
    assert taker[33] == its_taker[0]
    as_they_come = deals.frozen(7, range(60))
    again = (some.hands != as_they_come.hands).any(axis=(1, 2))
    assert 0 < again.sum() < 40, "those that were passed, and no others, are dealt again"


def test_more_deals_leave_the_first_blocks_as_they_were() -> None:
    contest = Contest(("random", "random-cards"), 9)
    few, more = Ledger(2), Ledger(2)
    evaluate(contest, few, schedule.BLOCK)
    evaluate(contest, more, schedule.BLOCK + 5)
    games = more.counted()
    same(few.counted(), games.where(games.deal < schedule.BLOCK))


def test_two_processes_give_the_result_of_one(command: Command, tmp_path: Path) -> None:
    asked = ("random", "random-cards", "odd_players:PlaysIllegally", "--deals", 2 * schedule.BLOCK + 3, "--format")
    asked = (*asked, "json", "--views", "cards,league", "--records")
    one = command(*asked, tmp_path / "one.jsonl")
    two = command(*asked, tmp_path / "two.jsonl", "--jobs", 2)
    assert without_time(one.json) == without_time(two.json)
    assert (tmp_path / "one.jsonl").read_text() == (tmp_path / "two.jsonl").read_text()


def test_two_ranks_of_torchrun_give_the_result_of_one(command: Command) -> None:
    pytest.importorskip("torch")
    asked = ["random", "random-cards", "--deals", str(schedule.BLOCK + 3), "--views", "game,league", "--format", "json"]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    world = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port), "GLOO_SOCKET_IFNAME": "lo"}
    ranks = [
        subprocess.Popen(
            [sys.executable, SCRIPT, *asked],
            env=os.environ | world | {"RANK": str(rank)},
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )
        for rank in (0, 1)
    ]
    first, second = (process.communicate(timeout=120)[0] for process in ranks)
    assert [process.returncode for process in ranks] == [0, 0]
    assert second == b"", "one rank speaks for all"
    assert without_time(json.loads(first)) == without_time(command(*asked).json)


def same(one: Plays, other: Plays) -> None:
    for name, column in one.columns().items():
        np.testing.assert_array_equal(column, other.columns()[name], err_msg=name)


# Runs that stop and go on ---------------------------------------------------------------------------------------------


def test_until_goes_on_until_the_intervals_are_narrow(command: Command) -> None:
    asked = ("heuristic", "random", "--views", "cards", "--deals", schedule.BLOCK, "--format", "json")
    once = command(*asked).json
    narrow = command(*asked, "--until", 8).json
    figure = narrow["views"]["cards"][0]["sum"]
    assert once["deals"] == schedule.BLOCK
    assert narrow["deals"] > once["deals"]
    assert narrow["deals"] % schedule.BLOCK == 0
    assert figure["high"] - figure["low"] <= 8


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_prints_what_is_known(command: Command, tmp_path: Path, jobs: int) -> None:
    players = ("odd_players:CallsItADay", "odd_players:Lowest", "--jobs", jobs)
    ran = command(*players, "--deals", 1000, "--views", "game", "--format", "json", "--out", tmp_path)
    assert ran.status == 130
    assert 0 < ran.json["deals"] < 1000
    assert f"this is what {ran.json['deals']} deals say" in ran.err
    assert json.loads((tmp_path / "results.json").read_text()) == ran.json


def test_an_earlier_run_is_not_overwritten(command: Command, tmp_path: Path) -> None:
    run, records = tmp_path / "run", tmp_path / "games.jsonl"
    asked = ("heuristic", "random", "--seed", 4, "--views", "game")
    command(*asked, "--deals", 3, "--out", run, "--records", records)
    results, games = (run / "results.json").read_text(), records.read_text()
    for more in ((), ("--from", _copied(run, tmp_path / "other"))):
        refused = command(*asked, "--deals", 2, "--out", run, *more)
        assert refused.status == 2
        assert f"{run} holds a run already: --from {run} adds to it, or name another --out" in refused.err
        assert (run / "results.json").read_text() == results
    command(*asked, "--deals", 2, "--from", run, "--out", run, "--records", records)
    assert json.loads((run / "results.json").read_text())["deals"] == 5
    assert records.read_text().startswith(games)
    assert records.read_text().count("\n") == 5 * games.count("\n") / 3


def _copied(run: Path, copy: Path) -> Path:
    return Path(shutil.copytree(run, copy, dirs_exist_ok=True))


def test_from_adds_deals_to_an_earlier_run(command: Command, tmp_path: Path) -> None:
    asked = ("heuristic", "odd_players:Lowest", "--seed", 4, "--format", "json")
    whole = command(*asked, "--deals", 50).json
    command(*asked, "--deals", 30, "--out", tmp_path)
    added = command(*asked, "--deals", 20, "--from", tmp_path, "--out", tmp_path).json
    assert without_time(added) == without_time(whole)
    assert command(*asked, "--deals", 1, "--from", tmp_path).json["deals"] == 51


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("heuristic random --seed 5", "seed 4, not 5"),
        ("random heuristic --seed 4", "players"),
        ("heuristic random --seed 4 --views game", "views"),
        ("heuristic random --seed 4 --rules casual", "rules"),
    ],
)
def test_from_refuses_another_run(command: Command, tmp_path: Path, arguments: str, says: str) -> None:
    command("heuristic", "random", "--seed", 4, "--deals", 2, "--out", tmp_path)
    ran = command(*arguments.split(), "--from", tmp_path)
    assert ran.status == 2
    assert re.fullmatch(r"evaluate\.py: [^\n]+\n", ran.err)
    assert says in ran.err


def test_from_refuses_the_games_of_a_network_that_was_trained_since(command: Command, tmp_path: Path) -> None:
    """By its name alone it would be the same player."""
    torch = pytest.importorskip("torch", reason="a network needs PyTorch")
    from agents.network import checkpoint
    from agents.network.model import Policy, Shape

    def trained(seed: int) -> None:
        torch.manual_seed(seed)
        shape = {"width": 8, "blocks": 1}
        checkpoint.save(tmp_path / "a.pt", {"shape": shape, "policy": Policy(Shape(**shape)).state_dict()})

    asked = (f"split:rest={tmp_path / 'a.pt'}", "random", "--seed", 4, "--views", "game", "--deals", 2)
    trained(1)
    command(*asked, "--out", tmp_path / "run")
    assert command(*asked, "--from", tmp_path / "run").status == 0
    trained(2)
    ran = command(*asked, "--from", tmp_path / "run")
    assert ran.status == 2
    assert f"holds another run: networks {{'{tmp_path}" in ran.err


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04 cut"])
def test_from_refuses_a_broken_file(command: Command, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "games.npz").write_bytes(content)
    ran = command("heuristic", "random", "--from", tmp_path)
    assert ran.status == 2
    assert re.fullmatch(r"evaluate\.py: \S+games\.npz cannot be read [^\n]+\n", ran.err)


# Files ----------------------------------------------------------------------------------------------------------------


def test_records_keep_every_game(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    command("heuristic", "random", "--deals", 3, "--seed", 2, "--records", file)
    records = [Record.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == 3 * (4 + 8 + 4)
    for record in records:
        assert record.replay().phase == "DONE"
        assert set(record.extra["agents"]) <= {"heuristic", "random"}
        assert len(record.extra["agents"]) == 4
        assert record.extra["seed"] == 2
    assert [record.extra["view"] for record in records].count("game") == 3 * 8
    assert list(tmp_path.iterdir()) == [file], "nothing half-written stays"


def test_of_a_block_that_was_interrupted_no_record_is_kept() -> None:
    """Whoever goes on with the run plays it again, and would have its games twice."""
    contest = Contest(("random", "random-cards"), 4, views=(View.CARDS, View.GAME), records=True)
    ledger, kept = Ledger(2), list[str]()

    def interrupt(played: int, known: int) -> None:
        if played == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate(contest, ledger, 3 * schedule.BLOCK, watch=interrupt, keep=kept.extend)
    assert ledger.complete == schedule.BLOCK
    assert {Record.loads(line).extra["deal"] for line in kept} == set(range(schedule.BLOCK))


def test_out_draws_pictures(command: Command, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    command("heuristic", "odd_players:Lowest", "random", "--deals", 4, "--out", tmp_path)
    for name in ("cross", "intervals", "learning"):
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_pictures_have_room_for_long_names(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """matplotlib would warn of axes that collapse, and a warning is an error here."""
    pytest.importorskip("matplotlib")
    module = "a_module_of_mine_whose_name_is_longer_than_any_picture_is_wide_" * 2
    (tmp_path / f"{module}.py").write_text("from odd_players import Lowest")
    monkeypatch.syspath_prepend(str(tmp_path))
    ran = command(f"{module}:Lowest", "heuristic", "random", "--deals", 4, "--out", tmp_path / "run")
    assert ran.status == 0
    assert len(list((tmp_path / "run").glob("*.png"))) == 3


def test_without_matplotlib_the_rest_is_written(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    ran = command("heuristic", "random", "--deals", 2, "--out", tmp_path)
    assert ran.status == 0
    assert ran.err == "evaluate.py: no pictures: matplotlib is not installed (pip install matplotlib)\n"
    assert {file.name for file in tmp_path.iterdir()} == {"games.npz", "results.csv", "results.json", "results.md"}


def test_out_writes_every_format(command: Command, tmp_path: Path) -> None:
    ran = command("heuristic", "random", "--deals", 4, "--out", tmp_path / "new" / "run", "--format", "md")
    directory = tmp_path / "new" / "run"
    assert (directory / "results.md").read_text(encoding="utf-8") == ran.out
    assert json.loads((directory / "results.json").read_text())["deals"] == 4
    assert (directory / "results.csv").read_text().startswith("view,a,b,figure,mean,low,high,deals\n")
