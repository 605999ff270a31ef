"""Self-play training: ``python train.py --run runs/first --decisions 5000000``.

One network plays all four seats, in every phase of the game. Its critic sees all hands, in training only. Read from
`train`: deal and play a batch of deals, credit every decision, update, write down, now and then measure.
"""

from __future__ import annotations

import csv
import signal
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import numpy as np
import torch
import tyro

from agents.network import checkpoint
from agents.network.agent import NetworkAgent
from agents.network.compute import Compute
from agents.network.model import Critic, Policy, Shape
from agents.registry import load
from agents.training.collect import Buffers, Decisions, collect
from agents.training.imitate import imitate
from agents.training.panel import Panel
from agents.training.pool import Pool
from agents.training.ppo import NotFinite, Update, update
from agents.training.teacher import teacher_of
from tarot_env import Engine, Rules
from tarot_env.actions import Phase


@dataclass(frozen=True)
class Config:
    """Self-play training of a French tarot player. Ctrl-C saves; --resume goes on."""

    run: Path
    """Folder of the run: checkpoints last.pt and best.pt, metrics.csv."""
    decisions: int = 5_000_000
    """Stop after this many decisions of all seats, those before a resumption counted; schedules end there."""
    minutes: float | None = None
    """Stop after this many minutes of training, if that comes first."""
    resume: bool = False
    """Go on with the run in this folder, with its own settings but for decisions and minutes."""
    imitate: str | None = "heuristic"
    """Start by imitating this player, for imitate_decisions. With None, from nothing, all learn to pass before anyone
    can play, and then there is nothing left to learn from."""
    imitate_decisions: int = 500_000
    """Decisions of the imitated player to learn from."""
    imitate_temperature: float = 3.0
    """Of an imitated search, mc:worlds=N: points by which a card has to be better to be e times as likely."""
    init_from: Path | None = None
    """Start from the networks of this checkpoint instead."""

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
    """Deals played in each iteration, all at once."""
    epochs: int = 2
    """Passes over the decisions of an iteration."""
    minibatch: int = 4096
    """Decisions in one gradient step."""
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
    critic_only: int = 0
    """Iterations at the start that train the critic alone: after --init-from, its values are not yet the policy's."""
    anchor: float = 0.3
    """Keeps the auction near the policy that the run started from; falls to 0 over the first half of the run."""

    pool_share: float = 0.0
    """Share of deals in which one or two seats are played by an earlier self, or by pool_player."""
    pool_every: int = 50
    """Iterations between two earlier selves that are kept."""
    pool_player: str | None = None
    """A player that always belongs to the pool."""

    panel: str = "heuristic"
    """Player that the network is measured against; the best checkpoint is the one that gains most from it."""
    panel_deals: int = 500
    """Duplicate deals of one measurement, the same every time."""
    panel_every: int = 50
    """Iterations between two measurements; there is one more at the end."""


class Trainer:
    """Everything that a checkpoint holds."""

    def __init__(self, config: Config) -> None:
        self.config = config
        torch.set_num_threads(config.threads)
        self.engine = Engine(config.deals, Rules.named(config.rules), np.random.default_rng([config.seed, 0]))
        self.compute = Compute.named(config.device, config.bf16)
        self.generator = torch.Generator(self.compute.device).manual_seed(config.seed)
        with torch.random.fork_rng():
            torch.manual_seed(config.seed)
            shape = Shape(config.width, config.blocks)
            self.policy = Policy(shape).to(self.compute.device)
            self.critic = Critic(shape).to(self.compute.device)
            self.start = Policy(shape).to(self.compute.device)
        self.optimiser = torch.optim.Adam(
            [*self.policy.parameters(), *self.critic.parameters()], lr=config.learning_rate, eps=1e-5
        )
        self.pool = Pool(shape, self.compute)
        self.buffers = Buffers(self.compute)
        self.iteration, self.decisions, self.seconds, self.best = 0, 0, 0.0, -np.inf
        self.start.load_state_dict(self.policy.state_dict())

    def state(self) -> dict[str, Any]:
        """For `checkpoint.save`."""
        return {
            "shape": {"width": self.config.width, "blocks": self.config.blocks},
            "config": {name: str(v) if isinstance(v, Path) else v for name, v in asdict(self.config).items()},
            "policy": self.policy.state_dict(),
            "critic": self.critic.state_dict(),
            "start": self.start.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "pool": self.pool.states,
            "generator": self.generator.get_state(),
            "engine_generator": self.engine.rng.bit_generator.state,
            "iteration": self.iteration,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "best": float(self.best),
        }

    def restore(self, content: dict[str, Any]) -> None:
        """Go on from a checkpoint exactly."""
        self.load_networks(content)
        self.start.load_state_dict(content["start"])
        self.optimiser.load_state_dict(content["optimiser"])
        self.pool.states = content["pool"]
        self.generator.set_state(content["generator"])
        self.engine.rng.bit_generator.state = content["engine_generator"]
        self.iteration, self.decisions = content["iteration"], content["decisions"]
        self.seconds, self.best = content["seconds"], content["best"]

    def load_networks(self, content: dict[str, Any]) -> None:
        """Take policy and critic of a checkpoint."""
        shape = {"width": self.config.width, "blocks": self.config.blocks}
        if content["shape"] != shape:
            raise checkpoint.CheckpointError(f"the checkpoint's networks are {content['shape']}, these are {shape}")
        self.policy.load_state_dict(content["policy"])
        self.critic.load_state_dict(content["critic"])
        self.start.load_state_dict(content["policy"])


def train(config: Config) -> None:
    """Train until the time is over, or until told to stop."""
    if config.decisions < 1:
        raise ValueError(f"--decisions is at least 1, not {config.decisions}")
    if config.run.is_file():
        raise ValueError(f"--run names a folder, {config.run} is a file")
    trainer = begin(config)
    config = trainer.config
    panel = Panel(load(config.panel), config.panel_deals, config.seed, Rules.named(config.rules))
    stop = _Stop()
    metrics = _Metrics(config.run / "metrics.csv")
    limit = float("inf") if config.minutes is None else 60 * config.minutes
    while not stop.asked and trainer.decisions < config.decisions and trainer.seconds < limit:
        clock = time.perf_counter()
        done = trainer.decisions / config.decisions
        for group in trainer.optimiser.param_groups:
            group["lr"] = config.learning_rate * (1 - 0.9 * done)
        decisions = play(trainer)
        played = time.perf_counter()
        how = Update(
            epochs=config.epochs,
            minibatch=config.minibatch,
            clip=config.clip,
            entropy=config.entropy * (1 - 0.9 * done),
            decay=config.decay,
            anchor=config.anchor * max(0.0, 1 - 2 * done),
            max_gradient=config.max_gradient,
        )
        train_policy = trainer.iteration >= config.critic_only
        try:
            measured = update(
                trainer.policy,
                trainer.critic,
                trainer.optimiser,
                decisions,
                how,
                trainer.generator,
                trainer.start,
                train_policy,
            )
        except NotFinite as fault:
            sys.exit(
                f"train: iteration {trainer.iteration}: {fault}; stopped, {config.run / 'last.pt'} is the last good one"
            )
        updated = time.perf_counter()
        trainer.iteration += 1
        trainer.decisions += decisions.all_decisions
        trainer.seconds += updated - clock
        if config.pool_share and trainer.iteration % config.pool_every == 0:
            trainer.pool.add(trainer.policy)
        row = {
            "iteration": trainer.iteration,
            "decisions": trainer.decisions,
            "minutes": trainer.seconds / 60,
            **measured,
            **bidding(decisions),
            "decisions_per_second": decisions.all_decisions / (updated - clock),
            "engine_seconds": decisions.engine_seconds,
            "network_seconds": decisions.network_seconds,
            "update_seconds": updated - played,
        }
        over = trainer.decisions >= config.decisions or trainer.seconds >= limit
        if over or trainer.iteration % config.panel_every == 0:
            row |= measure(trainer, panel)
            checkpoint.save(config.run / "last.pt", trainer.state())
        metrics.write(row)
        report(config, row)
    checkpoint.save(config.run / "last.pt", trainer.state())
    if not (config.run / "best.pt").exists():
        checkpoint.save(config.run / "best.pt", trainer.state())


def begin(config: Config) -> Trainer:
    """A new run, or the one in the folder."""
    last = config.run / "last.pt"
    if config.resume:
        content = checkpoint.load(last)
        kept = content["config"] | {"decisions": config.decisions, "minutes": config.minutes, "run": config.run}
        kept["init_from"] = Path(kept["init_from"]) if kept["init_from"] else None
        trainer = Trainer(Config(**kept))
        trainer.restore(content)
        return trainer
    if last.exists():
        raise checkpoint.CheckpointError(f"{config.run} holds a run already: --resume goes on with it, or name another")
    trainer = Trainer(config)
    if config.init_from is not None:
        trainer.load_networks(checkpoint.load(config.init_from))
    elif config.imitate is not None:
        imitate(
            trainer.policy,
            trainer.critic,
            teacher_of(config.imitate, config.imitate_temperature),
            trainer.engine,
            trainer.generator,
            config.imitate_decisions,
            trainer.compute,
        )
        trainer.start.load_state_dict(trainer.policy.state_dict())
    checkpoint.save(last, trainer.state())
    return trainer


def play(trainer: Trainer) -> Decisions:
    """One batch of self-play, some seats played by the pool."""
    config, rng = trainer.config, trainer.engine.rng
    if not config.pool_share or not (trainer.pool.states or config.pool_player):
        return collect(trainer.engine, trainer.policy, trainer.generator, trainer.buffers)
    foreign = trainer.pool.seats(config.deals, config.pool_share, rng)
    opponent = trainer.pool.draw(rng, config.pool_player)
    return collect(trainer.engine, trainer.policy, trainer.generator, trainer.buffers, opponent, foreign)


def measure(trainer: Trainer, panel: Panel) -> dict[str, float]:
    """Points against the panel; the best checkpoint so far is kept."""
    gain = panel.gain(NetworkAgent("trained", trainer.policy, compute=trainer.compute))
    if gain["panel_points"] > trainer.best:
        trainer.best = gain["panel_points"]
        checkpoint.save(trainer.config.run / "best.pt", trainer.state())
    return gain


def bidding(decisions: Decisions) -> dict[str, float]:
    """How often seats take, and with what; a collapse shows here first."""
    state = decisions.engine.state
    taken = state.contract > 0
    rates = {
        name: float((state.contract == k + 1).mean())
        for k, name in enumerate(("prise", "garde", "garde_sans", "garde_contre"))
    }
    made = state.scores[np.arange(len(state.phase)), state.taker] > 0
    auction = int((decisions.phase == Phase.AUCTION).sum())
    return {
        "passed_out": float(1 - taken.mean()),
        **rates,
        "made": float(made[taken].mean()) if taken.any() else 0.0,
        "auction_decisions": auction,
    }


def report(config: Config, row: dict[str, float]) -> None:
    """One line to stderr, with the time that is left."""
    left = row["minutes"] * (config.decisions / row["decisions"] - 1)
    if config.minutes is not None:
        left = min(left, config.minutes - row["minutes"])
    line = (
        f"{row['iteration']:5.0f}  {row['decisions'] / 1e6:6.2f} M decisions"
        f"  {row['decisions_per_second'] / 1e3:5.1f} k/s"
        f"  explained {row['explained_variance']:5.2f}  entropy {row.get('entropy', 0):4.2f}"
        f"  passed out {row['passed_out']:4.0%}  made {row['made']:4.0%}  {max(0, left):4.1f} min left"
    )
    if "panel_points" in row:
        line += f"  | against {config.panel}: {row['panel_points']:+.1f} ± {row['panel_interval']:.1f}"
    if "panel_points" in row or sys.stderr.isatty() or row["iteration"] % 5 == 0:
        print(line, file=sys.stderr, flush=True)


class _Stop:
    """Ctrl-C and SIGTERM ask for a stop after the iteration; a second Ctrl-C stops at once."""

    def __init__(self) -> None:
        self.asked = False
        signal.signal(signal.SIGINT, self._ask)
        signal.signal(signal.SIGTERM, self._ask)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        print("train: stopping after this iteration", file=sys.stderr, flush=True)


class _Metrics:
    """metrics.csv: a row an iteration; what was not measured in it stays empty."""

    FIELDS = (
        "iteration",
        "decisions",
        "minutes",
        "policy_loss",
        "value_loss",
        "entropy_loss",
        "anchor_loss",
        "entropy",
        "kl",
        "clipped",
        "explained_variance",
        "passed_out",
        "prise",
        "garde",
        "garde_sans",
        "garde_contre",
        "made",
        "auction_decisions",
        "decisions_per_second",
        "engine_seconds",
        "network_seconds",
        "update_seconds",
        "panel_points",
        "panel_interval",
        "panel_taker",
        "panel_defence",
        "panel_game",
        "panel_game_interval",
    )

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            path.write_text(",".join(self.FIELDS) + "\n")

    def write(self, row: dict[str, float]) -> None:
        with self.path.open("a", newline="") as file:
            csv.DictWriter(file, self.FIELDS).writerow({k: f"{v:.6g}" for k, v in row.items()})


def main() -> None:
    """Read the command line; a user's mistake is one line."""
    config = tyro.cli(Annotated[Config, tyro.conf.arg(name="")], description=__doc__)
    try:
        train(config)
    except ValueError as fault:
        sys.exit(f"train: {fault}")


if __name__ == "__main__":
    main()
