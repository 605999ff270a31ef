"""What a run consists of between two iterations: all that its checkpoint holds."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import torch

from agents.network import checkpoint
from agents.network.checkpoint import CheckpointError
from agents.network.compute import Compute
from agents.network.deepen import deepened
from agents.network.model import Belief, Critic, Policy, Shape
from agents.training.belief import learn_belief
from agents.training.collect import Buffers, Decisions, by_policy, collect
from agents.training.config import Common, Exploit, SelfPlay, Training, resumed, to_keep
from agents.training.group import Group
from agents.training.guest import Guest
from agents.training.imitate import imitate
from agents.training.opposition import Frozen, Opposition, Pool
from agents.training.panel import panel_of
from agents.training.ppo import Update, update
from agents.training.strong_deals import NO_SEAT, redeal_strong
from agents.training.teacher import by_teacher, teacher_of
from tarot_env import Engine, Rules

_DEALS_STREAM: Final = 76  # a zero would not keep the generator of the deals apart from others of the seed
_COUNTS: Final = ("iteration", "decisions", "seconds", "cpu_seconds", "best")


@dataclass(frozen=True)
class Moment:
    """Now, in seconds: of the wall's clock, and of the processor for this process."""

    wall: float = field(default_factory=time.perf_counter)
    cpu: float = field(default_factory=time.process_time)


class Learner:
    """Networks, and the deals that they learn from."""

    def __init__(self, config: Common, group: Group, critic_sees_all: bool = True) -> None:
        torch.set_num_threads(config.threads)
        self.group = group
        self.seed = config.seed
        self.compute = Compute.named(config.device, config.bf16)
        rng = np.random.default_rng([config.seed, _DEALS_STREAM, group.rank])
        self.engine = Engine(group.share(config.deals), Rules.named(config.rules), rng)
        own = int(np.random.SeedSequence([config.seed, group.rank]).generate_state(1)[0])
        self.generator = torch.Generator(self.compute.device).manual_seed(own)
        self.buffers = Buffers(self.compute)
        self.shape = Shape(config.width, config.blocks)
        with torch.random.fork_rng():
            torch.manual_seed(config.seed)  # the same networks in all processes
            self.policy = Policy(self.shape).to(self.compute.device)
            self.critic = Critic(self.shape, critic_sees_all).to(self.compute.device)

    def networks(self) -> dict[str, Any]:
        """For `agents.network.checkpoint.save`."""
        return {
            "shape": asdict(self.shape),
            "policy": self.policy.state_dict(),
            "critic": self.critic.state_dict(),
        }

    def load_networks(self, path: Path) -> None:
        """Take policy and critic of a checkpoint; if they have fewer blocks, they say the same with more.

        Raises:
            CheckpointError: there is none, its networks have another width or more blocks, or it has no critic, or
                one that sees other cards.
        """
        content = checkpoint.load(path)
        theirs = content.get("config", {}).get("critic", "all")  # an imitation's sees all hands
        if (theirs == "all") != self.critic.sees_all:
            raise CheckpointError(f"{path}: its critic sees {theirs} hands, this one does not; take --critic {theirs}")
        self.put_networks(path, deepened(content, self.shape))

    def put_networks(self, path: Path, content: dict[str, Any]) -> None:
        """Take policy and critic of what was read from a checkpoint."""
        shape = asdict(self.shape)
        if (theirs := content.get("shape")) != shape:
            fits = [*shape.items(), *(("blocks", fewer) for fewer in range(1, self.shape.blocks))]
            other = [item for item in theirs.items() if item not in fits] if isinstance(theirs, dict) else []
            words = " ".join(f"--{name} {size}" for name, size in other) or "its"
            raise CheckpointError(f"{path}: its networks are {theirs}, these are {shape}; take {words}")
        if "critic" not in content:
            raise CheckpointError(f"{path}: is a player without its critic, which cannot go on learning")
        try:
            self.policy.load_state_dict(content["policy"])
            self.critic.load_state_dict(content["critic"])
        except Exception as error:  # the parts may be anything
            raise CheckpointError(f"{path}: holds no networks ({type(error).__name__})") from None

    def imitate(self, teacher: str, temperature: float, decisions: int) -> None:
        """Learn from a player that plays all seats.

        Raises:
            ValueError: there is no such player.
        """
        master = teacher_of(teacher, temperature)

        def taught() -> Decisions:
            self.engine.reset()
            return collect(self.engine, by_teacher(master, self.engine.rng), self.generator, self.buffers)

        imitate(self.policy, self.critic, taught, self.generator, decisions, master.name, self.group)

    def believe(self, opposition: Opposition, decisions: int) -> tuple[Belief, int]:
        """Learn where hidden cards lie in deals that the policy plays; also says of how many decisions."""
        with torch.random.fork_rng():
            torch.manual_seed(self.seed)  # the same belief in all processes
            belief = Belief(self.shape).to(self.compute.device)
        belief.trunk.load_state_dict(self.policy.trunk.state_dict())  # what it sees in a table is of use

        def played() -> Decisions:
            self.engine.reset()
            return self.play_against(opposition, np.full(len(self.engine), NO_SEAT))

        return belief, learn_belief(belief, played, self.generator, decisions, self.group)

    def play_against(self, opposition: Opposition, strong: npt.NDArray[np.int64]) -> Decisions:
        """Play all deals, which are dealt; one seat of each was given a strong hand, (N,), or NO_SEAT."""
        opponent = opposition.draw(strong, self.engine.rng)
        return collect(self.engine, by_policy(self.policy, self.compute), self.generator, self.buffers, opponent)


class Trainer(Learner):
    """A learner that plays against itself, and whom else it meets."""

    def __init__(self, config: Training, group: Group) -> None:
        super().__init__(config, group, critic_sees_all=config.critic == "all")
        self.config = config
        self.start = Policy(self.shape).to(self.compute.device)
        self.start.load_state_dict(self.policy.state_dict())
        self.optimiser = torch.optim.Adam(
            [*self.policy.parameters(), *self.critic.parameters()], lr=config.learning_rate, eps=1e-5
        )
        self.opposition = _opposition(config, self.shape, self.compute)
        self.panel = panel_of(config, config.panel_deals, config.seed)
        self.iteration = self.decisions = 0
        self.seconds = self.cpu_seconds = 0.0
        self.best = -np.inf

    def done(self) -> float:
        """How much of the run is over, 1 or more at its end."""
        budgets = (
            (self.decisions, self.config.decisions),
            (self.seconds / 60, self.config.minutes),
            (self.cpu_seconds / 60, self.config.cpu_minutes),
        )
        return max(spent / budget for spent, budget in budgets if budget is not None)

    def spend(self, since: Moment) -> None:
        """Count the time since then; of processes together, what the slowest took."""
        now = Moment()
        seconds, cpu_seconds = self.group.largest([now.wall - since.wall, now.cpu - since.cpu]).tolist()
        self.seconds += seconds
        self.cpu_seconds += cpu_seconds

    def minutes_left(self, pace: float) -> float:
        """At so many decisions per second, by whatever ends the run first; CPU-minutes as if they were minutes."""
        left = [(self.config.decisions - self.decisions) / pace / 60]
        left += [self.config.minutes - self.seconds / 60] if self.config.minutes is not None else []
        left += [self.config.cpu_minutes - self.cpu_seconds / 60] if self.config.cpu_minutes is not None else []
        return min(left)

    def play(self) -> Decisions:
        """Deal, and play all deals."""
        self.engine.reset()
        strong = np.full(len(self.engine), NO_SEAT)  # (N,)
        if self.config.strong_share:
            where = self.engine.rng.random(len(self.engine)) < self.config.strong_share
            strong[where] = redeal_strong(self.engine, where)
        return self.play_against(self.opposition, strong)

    def learn(self, decisions: Decisions) -> dict[str, float]:
        """Update the networks, by the schedules of the run. Returns what was measured on the way.

        Raises:
            NotFinite: as `agents.training.ppo.update`.
        """
        config, done = self.config, self.done()
        for parameters in self.optimiser.param_groups:
            parameters["lr"] = config.learning_rate * (1 - 0.9 * done)
        how = Update(
            epochs=config.epochs,
            minibatch=config.minibatch,
            policy_share=config.policy_share,
            critic_share=config.critic_share,
            clip=config.clip,
            entropy=config.entropy * (1 - 0.9 * done),
            decay=config.decay,
            anchor=config.anchor * max(0.0, 1 - 2 * done),
            max_gradient=config.max_gradient,
        )
        train_policy = self.iteration >= config.critic_only
        networks = self.policy, self.critic, self.optimiser
        return update(*networks, decisions, how, self.generator, self.start, train_policy, self.group)

    def save(self, *names: str) -> None:
        """Write checkpoints of these names in the folder of the run. All processes call it, the first one writes.

        Raises:
            OSError: a file cannot be written.
        """
        mine = {"torch": self.generator.get_state(), "engine": self.engine.rng.bit_generator.state}
        generators = self.group.gather(mine)
        if not self.group.first:
            return
        content = self.networks() | {
            "config": to_keep(self.config),
            "start": self.start.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "pool": self.opposition.states,
            "generators": generators,
            **{name: getattr(self, name) for name in _COUNTS},
        }
        for name in names:
            checkpoint.save(self.config.run / name, content)


def begin(config: Training, group: Group) -> Trainer:
    """A new run, with its warm start, or the one in the folder.

    Raises:
        ValueError: there is a run already, or none to go on with, or settings cannot be.
    """
    if config.resume:
        return _go_on(config, group)
    last, best = (group.largest(float((config.run / name).exists())) for name in ("last.pt", "best.pt"))
    if last:  # all have looked before the first one writes
        raise CheckpointError(f"{config.run} holds a run already: --resume goes on with it, or name another")
    if best:
        raise CheckpointError(f"{config.run / 'best.pt'} is no training's, and would be lost: name another folder")
    trainer = Trainer(config, group)
    if config.init_from is not None:
        trainer.load_networks(config.init_from)
    elif config.imitate is not None:
        trainer.imitate(config.imitate, config.imitate_temperature, config.imitate_decisions)
    trainer.start.load_state_dict(trainer.policy.state_dict())
    return trainer


def _go_on(config: Training, group: Group) -> Trainer:
    """The run in the folder, exactly as it was when its last checkpoint was written."""
    last = config.run / "last.pt"
    content = checkpoint.load(last)
    if "generators" not in content:
        raise CheckpointError(
            f"{last}: is no state of a run that this version goes on with; --init-from starts from it"
        )
    if len(content["generators"]) != group.world:
        raise CheckpointError(f"{last}: the run is one of {len(content['generators'])} processes, here: {group.world}")
    trainer = Trainer(resumed(config, content["config"]), group)
    trainer.put_networks(last, content)
    trainer.start.load_state_dict(content["start"])
    trainer.optimiser.load_state_dict(content["optimiser"])
    trainer.opposition.states = content["pool"]
    mine = content["generators"][group.rank]
    try:
        trainer.generator.set_state(mine["torch"])
    except RuntimeError:  # those of a CPU and of a GPU are of different lengths
        kind, other = ("cuda", "cpu") if trainer.compute.device.type == "cuda" else ("cpu", "cuda")
        raise CheckpointError(f"{last}: the run was not one on {kind}: take --device {other}") from None
    trainer.engine.rng.bit_generator.state = mine["engine"]
    for name in _COUNTS:
        setattr(trainer, name, content[name])
    return trainer


def _opposition(config: Training, shape: Shape, compute: Compute) -> Opposition:
    if isinstance(config, Exploit):
        return Frozen(Guest(config.against), config.role)
    assert isinstance(config, SelfPlay)
    return Pool(shape, config.pool_share, config.pool_every, config.pool_player, config.opened_share, compute)
