"""Settings of training: from a file, from the command line, from the run that goes on."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tyro", reason="train.py needs it: pip install 'tarot-env[train]'")

import tyro

from agents.training.config import Auction, Believe, Exploit, Imitate, SelfPlay, check, resumed, to_keep, with_file


def read(tmp_path: Path, text: str, *arguments: str) -> SelfPlay:
    """The settings that a file and a command line make."""
    file = tmp_path / "settings.toml"
    file.write_text(text)
    return tyro.cli(SelfPlay, args=with_file(["--config", str(file), *arguments], SelfPlay))


def test_a_file_holds_any_setting(tmp_path: Path) -> None:
    text = 'run = "runs/x"\ndeals = 64\nlearning_rate = 1e-3\nimitate = "None"\nbf16 = false\ntensorboard = true\n'
    config = read(tmp_path, text)
    assert (config.run, config.deals, config.learning_rate) == (Path("runs/x"), 64, 1e-3)
    assert config.imitate is None
    assert config.bf16 is False
    assert config.tensorboard is True


def test_the_command_line_wins(tmp_path: Path) -> None:
    config = read(tmp_path, "deals = 64\nepochs = 3\n", "--run", "x", "--deals", "128")
    assert (config.deals, config.epochs) == (128, 3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("deal = 64", "unknown setting deal: did you mean deals?"),
        ("zzz = 1", "unknown setting zzz; there are run, seed"),
        ("against = 'best'", "unknown setting against"),
        ("deals 64", "not TOML"),
    ],
)
def test_a_wrong_file_is_one_line(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=says.replace("?", r"\?")) as fault:
        read(tmp_path, text, "--run", "x")
    assert "\n" not in str(fault.value)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match=r"--config no\.toml: No such file"):
        with_file(["--config=no.toml"], SelfPlay)


@pytest.mark.parametrize("kind", [SelfPlay, Exploit, Imitate, Auction, Believe])
def test_every_setting_is_explained(kind: type, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tyro.cli(kind, args=["--help"])
    said = " ".join(line.strip("│ ") for line in capsys.readouterr().out.splitlines())
    for field in fields(kind):
        option = f"--{field.name.replace('_', '-')}"
        *_, after = re.split(rf"{option}(?=[ ,])", said, maxsplit=1)
        explained, *_ = re.split(r"\((?:default|required)", after)
        assert len(explained.split()) > 4, f"{option} is not explained"


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ({"decisions": 0}, "--decisions is at least 1, not 0"),
        ({"save_every": 0}, "--save-every is at least 1, not 0"),
        ({"threads": 0}, "--threads is at least 1, not 0"),
        ({"cpu_minutes": 0.0}, "--cpu-minutes is more than 0, not 0.0"),
        ({"minutes": float("nan")}, "--minutes is more than 0, not nan"),
        ({"imitate_temperature": 0.0}, "--imitate-temperature is more than 0, not 0.0"),
        ({"max_gradient": -1.0}, "--max-gradient is more than 0, not -1.0"),
        ({"clip": 0.0}, "--clip is more than 0, not 0.0"),
        ({"decay": 5.0}, "--decay is 0 to 1, not 5.0"),
        ({"pool_share": float("nan")}, "--pool-share is 0 to 1, not nan"),
        ({"policy_share": 0.0}, "--policy-share is more than 0, not 0.0"),
        ({"critic_share": 1.5}, "--critic-share is 0 to 1, not 1.5"),
        ({"entropy": -1.0}, "--entropy is at least 0, not -1.0"),
        ({"seed": -1}, "--seed is at least 0, not -1"),
        ({"imitate_decisions": 0}, "--imitate-decisions is at least 1, not 0"),
        ({"strong_share": 1.5}, "--strong-share is 0 to 1, not 1.5"),
        ({"critic_only": -4}, "--critic-only is at least 0, not -4"),
        ({"run": Path(__file__)}, "is a file"),
    ],
)
def test_numbers_that_cannot_be_are_refused(setting: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        check(SelfPlay(**({"run": Path("run")} | setting)))


def test_tensorboard_that_is_not_there_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agents.training.config.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"pip install 'tarot-env\[tensorboard\]'"):
        check(SelfPlay(Path("run"), tensorboard=True))


def test_a_run_goes_on_with_its_own_settings_but_for_how_long() -> None:
    kept = to_keep(SelfPlay(Path("run"), deals=64, init_from=Path("a.pt"), decisions=5))
    config = resumed(SelfPlay(Path("run"), resume=True, decisions=9, deals=1), kept)
    assert (config.deals, config.decisions, config.resume, config.init_from) == (64, 9, True, Path("a.pt"))


def test_a_run_of_another_command_is_not_gone_on_with() -> None:
    kept = to_keep(Exploit(Path("run")))
    with pytest.raises(ValueError, match="a run of another command: it has against, role"):
        resumed(SelfPlay(Path("run")), kept)
