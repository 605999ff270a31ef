"""All settings of training, as they stand on the command line and in a file of ``--config``."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal

Role = Literal["all", "taker", "defence"]


@dataclass(frozen=True)
class Common:
    """What every command of train.py takes."""

    run: Path
    """Folder of the run: its checkpoints, and of a training metrics.csv."""
    config: Path | None = None
    """A TOML file of these settings, such as `deals = 4096`; what stands on the command line wins."""
    seed: int = 0
    """Of all chance: deals, networks, actions, order of minibatches."""
    rules: str = "official"
    """Rules that are played: official or casual."""
    device: str = "auto"
    """Where networks are computed: auto (a GPU if there is one), cpu or cuda."""
    bf16: bool | None = None
    """Take matrix products in bfloat16; None does where the hardware has it, which is several times as fast."""
    threads: int = 1
    """Cores for the networks. More than one pays only where nothing else runs on them."""
    width: int = 256
    """Units of each layer of both networks."""
    blocks: int = 2
    """Residual blocks of both networks."""
    deals: int = 1024
    """Deals played in each iteration, all at once; shared out among the processes of torchrun."""


@dataclass(frozen=True)
class Training(Common):
    """What self-play and exploit have in common."""

    decisions: int = 5_000_000
    """Stop after this many decisions of all seats, those before a resumption counted; schedules end there."""
    minutes: float | None = None
    """Stop after this many minutes of training, measurements not counted, if that comes first; schedules end there."""
    cpu_minutes: float | None = None
    """The same in minutes of the processor, which do not depend on what else runs on the machine."""
    resume: bool = False
    """Go on with the run in this folder, with its own settings but for decisions, minutes, cpu_minutes and device."""
    imitate: str | None = "heuristic"
    """Start by imitating this player, for imitate_decisions. With None, from nothing, all learn to pass before anyone
    can play, and then there is nothing left to learn from."""
    imitate_decisions: int = 500_000
    """Decisions of the imitated player to learn from."""
    imitate_temperature: float = 3.0
    """Of an imitated search, mc:worlds=N: points by which a card has to be better to be e times as likely."""
    init_from: Path | None = None
    """Start from the networks of this checkpoint instead. With more blocks than they have, from deeper ones that say
    the same."""

    epochs: int = 2
    """Passes over the decisions of an iteration."""
    minibatch: int = 4096
    """Decisions in one gradient step, of all processes together."""
    policy_share: float = 1.0
    """Share of the decisions that the policy learns from, drawn by how much each teaches and weighed so that the
    gradient is the same on average. At 0.25 its variance grows by an eighth, for a quarter of the time."""
    critic_share: float = 1.0
    """The same of the critic, whose gradient is spread more evenly: at 0.5 the variance grows by an eighth."""
    learning_rate: float = 7e-4
    """Of Adam, at first; it falls in a straight line to a tenth at the end."""
    clip: float = 0.2
    """Clipping range of the probability ratio."""
    entropy: float = 0.01
    """Weight of the entropy bonus, at first; it falls to a tenth with the learning rate."""
    decay: float = 0.95
    """Lambda of the advantage estimate, from decision to decision along a deal."""
    max_gradient: float = 1.0
    """Norm that gradients are clipped to."""
    critic: Literal["all", "own"] = "all"
    """What the critic sees: all hands, or its own like the policy."""
    critic_only: int = 0
    """Iterations at the start that train the critic alone: after --init-from, its values are not yet the policy's."""
    anchor: float = 0.3
    """Keeps the auction near the policy that the run started from; falls to 0 over the first half of the run."""

    strong_share: float = 0.0
    """Share of deals in which one seat holds a strong hand, up to those that take a chelem. How is learnt from a
    pool_player alone."""

    panel_deals: int = 500
    """Duplicate deals of one measurement, the same every time."""
    panel_every: int = 50
    """Iterations between two measurements; there is one more at the end."""
    save_every: int = 10
    """Iterations between two times that last.pt is written, which --resume goes on from; also after measurements."""
    keep_every: int | None = None
    """Iterations between two checkpoints that are kept for good, iteration-000100.pt and so on; None keeps none."""
    tensorboard: bool = False
    """Write the numbers of metrics.csv for TensorBoard too (extra `tensorboard`)."""


@dataclass(frozen=True)
class SelfPlay(Training):
    """One network learns in all four seats."""

    pool_share: float = 0.0
    """Share of deals in which one to three seats are played by an earlier self, or by pool_player."""
    pool_every: int = 50
    """Iterations between two earlier selves that are kept."""
    pool_player: str | None = None
    """A player that stands for the pool in every second iteration, on average. It then also bids with strong hands and
    shows how an announced chelem is played; see strong_share."""
    opened_share: float = 0.0
    """Share of the deals of these iterations, whatever pool_share says, in which pool_player bids, discards and
    announces a chelem for all seats and then plays one side: what the network would bid otherwise is met nowhere else.
    The rates of bids in metrics.csv count these deals too."""
    panel: str = "heuristic"
    """Player that the network is measured against; the best checkpoint is the one that gains most from it in the play
    of the cards."""


@dataclass(frozen=True)
class Exploit(Training):
    """A learner trained only to beat one player that does not change: what it gains bounds from below how much that
    player can be exploited."""

    against: str = "best"
    """The player that does not change."""
    role: Role = "all"
    """What is learnt: all that one seat of each deal decides, from the auction on; or, after an auction of the other
    player alone, what its taker decides, or its three defenders."""


@dataclass(frozen=True)
class Imitate(Common):
    """A network learns what a teacher does, for --init-from of a training: best.pt in the run's folder."""

    teacher: str = "heuristic"
    """The player that plays all seats; mc:worlds=N teaches what each card is worth, others which they choose."""
    records: Path | None = None
    """Learn from the games in this file instead, as evaluate.py --records or the page writes them."""
    decisions: int = 500_000
    """Decisions to learn from, forced ones not counted; a file of records that holds fewer is read again."""
    temperature: float = 3.0
    """Of mc:worlds=N: points by which a card has to be better to be e times as likely."""


@dataclass(frozen=True, kw_only=True)
class Auction(Common):
    """A network learns what to bid and when to announce a chelem by trying all with the same cards; best.pt in the
    run's folder is the network that it started from, but for these calls."""

    init_from: Path
    """The checkpoint whose calls are learnt; its width and blocks hold."""
    rounds: int = 16
    """Times that all deals are dealt, for the chelems and for the bids; in each deal one seat tries all, once."""


@dataclass(frozen=True, kw_only=True)
class Believe(Common):
    """A network learns where the cards lie that a seat does not see, for the search of `+mc`, when the player of a
    checkpoint plays; best.pt in the run's folder is that player with this belief."""

    init_from: Path
    """The checkpoint whose player plays; its width and blocks hold."""
    decisions: int = 20_000_000
    """Decisions in the play of the cards to learn from, forced ones not counted."""
    pool_player: str | None = "heuristic"
    """Another player, who plays too, so that more is believed than what one player does. None: nobody, and then
    opened_share is 0."""
    opened_share: float = 0.5
    """Share of deals in which it bids, discards and announces a chelem for all seats and then plays one side."""
    pool_share: float = 0.15
    """Share of the other deals in which it plays one to three seats."""


_COUNTS: Final = (
    *("threads", "width", "blocks", "deals", "decisions", "imitate_decisions", "epochs", "minibatch", "panel_deals"),
    *("panel_every", "save_every", "keep_every", "pool_every", "rounds"),
)
_AMOUNTS: Final = (
    *("minutes", "cpu_minutes", "learning_rate", "clip", "max_gradient"),
    *("temperature", "imitate_temperature", "policy_share", "critic_share"),
)
_SHARES: Final = ("policy_share", "critic_share", "pool_share", "strong_share", "opened_share", "decay")
_NOT_NEGATIVE: Final = ("entropy", "anchor", "critic_only", "seed")
_OF_THE_COMMAND: Final = ("run", "config", "resume", "decisions", "minutes", "cpu_minutes", "device")


def check(config: Common) -> None:
    """Refuse what cannot be, before anything is begun.

    Raises:
        ValueError: in one line.
    """
    given = {name: value for name, value in asdict(config).items() if value is not None}
    for name in _COUNTS:
        if given.get(name, 1) < 1:
            raise ValueError(f"--{name.replace('_', '-')} is at least 1, not {given[name]}")
    for name in _AMOUNTS:
        if not given.get(name, 1) > 0:  # nor is it nan
            raise ValueError(f"--{name.replace('_', '-')} is more than 0, not {given[name]}")
    for name in _SHARES:
        if not 0 <= given.get(name, 1) <= 1:
            raise ValueError(f"--{name.replace('_', '-')} is 0 to 1, not {given[name]}")
    for name in _NOT_NEGATIVE:
        if not given.get(name, 0) >= 0:
            raise ValueError(f"--{name.replace('_', '-')} is at least 0, not {given[name]}")
    if "pool_player" in given and not given["pool_share"]:
        raise ValueError(f"--pool-player {given['pool_player']} plays in no deal: give --pool-share, such as 0.2")
    if given.get("opened_share") and "pool_player" not in given:
        raise ValueError(f"--opened-share {given['opened_share']}: nobody opens: give --pool-player, such as heuristic")
    if given.get("tensorboard") and find_spec("tensorboard") is None:
        raise ValueError("--tensorboard needs the package tensorboard: pip install 'tarot-env[tensorboard]'")
    there = next(folder for folder in (config.run, *config.run.absolute().parents) if folder.exists())
    if not there.is_dir():
        raise ValueError(f"--run names a folder, {there} is a file")
    if not os.access(there, os.W_OK):  # said now, not when the first checkpoint is due
        raise ValueError(f"--run {config.run}: nothing may be written in {there}")


def to_keep(config: Training) -> dict[str, Any]:
    """The settings for a checkpoint, as numbers and texts; a file that they came from is left out."""
    settings = asdict(config)
    del settings["config"]
    return {name: str(value) if isinstance(value, Path) else value for name, value in settings.items()}


def resumed(config: Training, kept: dict[str, Any]) -> Training:
    """The settings of a run that goes on: its own, but for those that say how long and where.

    Raises:
        ValueError: the run is of another command.
    """
    known = {field.name for field in fields(config)}
    if missing := kept.keys() - known:
        raise ValueError(f"{config.run} holds a run of another command: it has {', '.join(sorted(missing))}")
    own = {name: value for name, value in kept.items() if name not in _OF_THE_COMMAND}
    own["init_from"] = Path(own["init_from"]) if own["init_from"] else None
    return type(config)(**own, **{name: getattr(config, name) for name in _OF_THE_COMMAND})


def with_file(arguments: Sequence[str], kind: type[Common]) -> list[str]:
    """The command line, with the settings of the file that ``--config`` names before it, so that it wins.

    Raises:
        ValueError: no such file, not TOML, an unknown setting (the nearest one is suggested).
    """
    named = [value for word, value in pairwise(arguments) if word == "--config"]
    named += [word.partition("=")[2] for word in arguments if word.startswith("--config=")]
    if not named:
        return list(arguments)
    file = Path(named[-1])
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"--config {file}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"--config {file}: not TOML: {error}") from None
    return [word for name, value in settings.items() for word in _option(file, kind, name, value)] + list(arguments)


def _option(file: Path, kind: type[Common], name: str, value: object) -> list[str]:
    known = [field.name for field in fields(kind) if field.name != "config"]
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        hint = f": did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
        raise ValueError(f"--config {file}: unknown setting {name}{hint}")
    option = name.replace("_", "-")
    if isinstance(value, bool) and name != "bf16":  # bf16 has three values, so it takes one
        return [f"--{option}" if value else f"--no-{option}"]
    return [f"--{option}", str(value)]
