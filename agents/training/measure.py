"""How good the learner is, by the frozen panel of its run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agents.network.agent import NetworkAgent
from agents.training.config import Exploit, Training
from agents.training.panel import panel_of
from agents.training.trainer import Trainer

_POINTS: Final = "points per defender before the multiplier"


@dataclass(frozen=True)
class Aim:
    """What the best checkpoint is chosen by: columns of metrics.csv, and their unit."""

    mean: str
    interval: str
    unit: str


_SELF_PLAY: Final = Aim("panel_points", "panel_interval", _POINTS)
_EXPLOIT: Final = {
    "all": Aim("panel_game", "panel_game_interval", "points per deal and seat"),
    "taker": Aim("panel_taker", "panel_taker_interval", _POINTS),
    "defence": Aim("panel_defence", "panel_defence_interval", _POINTS),
}


def aim_of(config: Training) -> Aim:
    """Of self-play, the play of the cards; of an exploiter, what it plays in training."""
    return _EXPLOIT[config.role] if isinstance(config, Exploit) else _SELF_PLAY


def measure(trainer: Trainer) -> dict[str, float]:
    """Points against the panel; the best checkpoint so far is kept. The first process measures, the others wait."""
    agent = NetworkAgent("trained", trainer.policy, compute=trainer.compute)
    gain: dict[str, float] = trainer.group.gather(trainer.panel.gain(agent) if trainer.group.first else None)[0]
    if (now := gain[aim_of(trainer.config).mean]) > trainer.best:
        trainer.best = now
        trainer.save("best.pt")
    return gain


def exploited(config: Exploit) -> str:
    """What the best checkpoint gains, on deals that it was not chosen by, four times as many: a line to print."""
    gain = panel_of(config, 4 * config.panel_deals, config.seed + 1).gain(NetworkAgent.from_file(config.run))
    aim = aim_of(config)
    return (
        f"exploit {config.against} as {config.role}: gains {gain[aim.mean]:+.1f} ± {gain[aim.interval]:.1f} {aim.unit}"
    )
