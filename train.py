"""Self-play training: ``python train.py --run runs/first --decisions 5000000``.

One network plays all four seats, in every phase of the game. Its critic sees all hands, in training only. Read from
`train`: deal and play a batch of deals, credit every decision, update, write down, now and then measure. Under torchrun
all processes do the same, each with deals of its own, and take every step together.

Four commands more, each with a --help of its own: ``python train.py exploit --against best --role taker`` trains a
learner only to beat a player that does not change; ``python train.py imitate --teacher mc:worlds=30`` (or ``--records
FILE``) makes a checkpoint to start from; ``python train.py auction --init-from FILE`` learns the bids of one anew, and
when to announce a chelem; ``python train.py belief --init-from FILE`` learns where hidden cards lie when it plays.
"""

from __future__ import annotations

import io
import os
import sys
import time
from contextlib import redirect_stderr
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

try:
    import torch  # noqa: F401
    import tyro
except ModuleNotFoundError as missing:
    sys.exit(f"train: {missing.name} is missing: pip install 'tarot-env[train]'")

from agents.command_line import in_one_line
from agents.network import checkpoint
from agents.network.compute import Compute
from agents.training.auction import learn_calls
from agents.training.collect import Decisions, collect
from agents.training.config import Auction, Believe, Common, Exploit, Imitate, SelfPlay, Training, check, with_file
from agents.training.gradient import NotFinite
from agents.training.group import Group, ShareError
from agents.training.imitate import imitate
from agents.training.log import Log, bids, tell
from agents.training.measure import aim_of, exploited, measure
from agents.training.opposition import Pool
from agents.training.records import Records
from agents.training.stop import Stop
from agents.training.trainer import Learner, Moment, Trainer, begin

_COMMANDS: Final[dict[str, type[Common]]] = {
    "exploit": Exploit,
    "imitate": Imitate,
    "auction": Auction,
    "belief": Believe,
}


def train(config: Training, group: Group) -> Trainer:
    """Train until the time is over, or until told to stop.

    Raises:
        ValueError: settings cannot be, or the folder holds another run.
        NotFinite: a loss is no number; last.pt is the last good state.
        OSError: the disk is full; last.pt is whole.
    """
    started = Moment()
    trainer = begin(config, group)
    config = trainer.config
    log = Log(config.run, trainer.iteration, config.tensorboard) if group.first else None
    if not config.resume:
        trainer.spend(started)  # the warm start counts
        trainer.save("last.pt")
    elif trainer.done() >= 1 and group.first:
        print("train: the run is over; a larger --decisions goes on with it", file=sys.stderr)
    stopped = False
    with Stop(say=group.first) as stop:
        while trainer.done() < 1 and not stopped:
            started = Moment()

            decisions = trainer.play()
            played = time.perf_counter()
            try:
                learnt = trainer.learn(decisions)
            except NotFinite as fault:
                good = config.run / "last.pt"
                raise NotFinite(
                    f"iteration {trainer.iteration}: {fault}; stopped, {good} is the last good one"
                ) from None
            updated = time.perf_counter()

            decided = int(group.sum(decisions.all_decisions))
            trainer.iteration += 1
            trainer.decisions += decided
            trainer.opposition.learnt(trainer.iteration, trainer.policy)
            trainer.spend(started)
            stopped = bool(group.largest(float(stop.asked)))

            row = {
                "iteration": trainer.iteration,
                "decisions": trainer.decisions,
                "minutes": trainer.seconds / 60,
                "cpu_minutes": trainer.cpu_seconds / 60,
                **learnt,
                **bids(decisions, group),
                "decisions_per_second": decided / (updated - started.wall),
                "engine_seconds": decisions.engine_seconds,
                "network_seconds": decisions.network_seconds,
                "update_seconds": updated - played,
            }
            measures = trainer.done() >= 1 or trainer.iteration % config.panel_every == 0
            if measures:
                row |= measure(trainer)
            if log is not None:
                log.write(row)  # before the checkpoint: what a killed run wrote too much, --resume takes out again
                tell(
                    row, trainer.minutes_left(row["decisions_per_second"]), trainer.panel.opponent.name, aim_of(config)
                )
            if measures or trainer.iteration % config.save_every == 0:
                trainer.save("last.pt")
            if config.keep_every is not None and trainer.iteration % config.keep_every == 0:
                trainer.save(f"iteration-{trainer.iteration:06d}.pt")
        trainer.save("last.pt", *(() if (config.run / "best.pt").exists() else ("best.pt",)))
    return trainer


def learn_from_teacher(config: Imitate, group: Group) -> None:
    """Make a checkpoint for --init-from.

    Raises:
        ValueError: there is one already, or settings cannot be.
    """
    file = new_file(config, group)
    learner = Learner(config, group)
    if config.records is None:
        learner.imitate(config.teacher, config.temperature, config.decisions)
    else:
        games = Records(config.records, learner.engine.rules, len(learner.engine), group).batches()

        def taught() -> Decisions:
            return collect(*next(games), learner.generator, learner.buffers)

        imitate(learner.policy, learner.critic, taught, learner.generator, config.decisions, config.records.name, group)
    if group.first:
        checkpoint.save(file, learner.networks())


def learn_auction(config: Auction, group: Group) -> None:
    """Make a checkpoint that bids and announces better.

    Raises:
        ValueError: there is one already, none to start from, or several processes are there to do it.
    """
    if group.world > 1:
        raise ValueError("auction runs in one process: start it without torchrun")
    file = new_file(config, group)
    learner, history = player_of(config, group)
    learn_calls(learner.policy, learner.engine, learner.generator, config.rounds, learner.compute)
    settings = {"auction": {"seed": config.seed, "deals": config.deals, "rounds": config.rounds}}
    checkpoint.save(file, history | learner.networks() | settings)


def learn_where_cards_lie(config: Believe, group: Group) -> None:
    """Make a checkpoint that believes something of the cards that a seat does not see.

    Raises:
        ValueError: there is one already, or none to start from, or settings cannot be.
    """
    file = new_file(config, group)
    learner, history = player_of(config, group)
    pool = Pool(learner.shape, config.pool_share, 1, config.pool_player, config.opened_share, learner.compute)
    belief, seen = learner.believe(pool, config.decisions)
    if group.first:
        told = "seed", "rules", "deals", "pool_player", "pool_share", "opened_share"
        settings = {name: getattr(config, name) for name in told} | {"decisions": seen, "processes": group.world}
        believed = {"belief": belief.state_dict(), "belief_from": settings}
        checkpoint.save(file, history | learner.networks() | believed)


def new_file(config: Common, group: Group) -> Path:
    """Where the checkpoint of a command is written that has no run to go on with.

    Raises:
        CheckpointError: there is one already.
    """
    file = config.run / "best.pt"
    if group.largest(float(file.exists())):
        raise checkpoint.CheckpointError(f"{file} exists already: name another folder")
    return file


def player_of(config: Auction | Believe, group: Group) -> tuple[Learner, dict[str, Any]]:
    """The networks of the checkpoint that a command starts from, and how they were trained."""
    content = checkpoint.load(config.init_from)
    shape = checkpoint.shape_in(config.init_from, content)
    learner = Learner(replace(config, width=shape.width, blocks=shape.blocks), group)
    learner.put_networks(config.init_from, content)
    return learner, checkpoint.history(content)


def run(config: Common) -> None:
    """What the command line asks for, in this process and those that torchrun started with it."""
    check(config)
    group = Group.join(Compute.named(config.device, config.bf16).device)
    try:
        if isinstance(config, Imitate):
            learn_from_teacher(config, group)
        elif isinstance(config, Auction):
            learn_auction(config, group)
        elif isinstance(config, Believe):
            learn_where_cards_lie(config, group)
        else:
            assert isinstance(config, Training)
            trainer = train(config, group)
            if isinstance(trainer.config, Exploit) and group.first and trainer.done() >= 1:  # not stopped
                print(exploited(trainer.config))
    finally:
        group.leave()


def read(kind: type[Common], command: str, about: str | None, options: list[str]) -> Common:
    """The settings on a command line.

    Raises:
        ValueError: it is not understood.
    """
    said = io.StringIO()
    try:
        with redirect_stderr(said):
            return tyro.cli(kind, prog=command, description=about, args=options)
    except SystemExit:
        if problem := in_one_line(said.getvalue()):
            raise ValueError(problem) from None
        raise  # --help


def main() -> None:
    """Read the command line; a user's mistake is one line, said by one process: the first of each machine, whose files
    may be others, if all there know of it."""
    words, says = sys.argv[1:], os.environ.get("LOCAL_RANK", "0") == "0"
    command = words.pop(0) if words and words[0] in _COMMANDS else ""
    kind = _COMMANDS.get(command, SelfPlay)
    try:
        options = with_file(words, kind)
        about = kind.__doc__ if command else __doc__
        run(read(kind, f"train.py {command}".rstrip(), about, options))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as fault:
        problem = f"{fault.filename}: {fault.strerror}" if fault.filename else str(fault)
    except (ValueError, ArithmeticError) as fault:
        problem = str(fault)
        says |= isinstance(fault, ShareError)
    else:
        return
    sys.exit(f"train: {' '.join(problem.split())}" if says else 1)


if __name__ == "__main__":
    main()
