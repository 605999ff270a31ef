"""RLlib's PPO: one policy plays the cards of all four seats against itself, on one machine or a Ray cluster."""

from pathlib import Path
from typing import Any

import ray
import torch
import tyro
from cards_only import CardsOnly
from measure import best_legal, measure
from networks import mlp
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env


class Masked(TorchRLModule, ValueFunctionAPI):
    """RLlib masks nothing by itself: the network does."""

    def setup(self) -> None:
        self.actor, self.critic = mlp(87), mlp(1)

    def _forward(self, batch: dict[str, Any], **options: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.actor(seen["observation"])
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, torch.finfo(logits.dtype).min)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        return self.critic(batch[Columns.OBS]["observation"]).squeeze(-1)


def build(address: str | None = None, env_runners: int = 0, batch: int = 4608) -> PPO:
    ray.init(address, runtime_env={"env_vars": {"PYTHONPATH": str(Path(__file__).parent)}})  # for what is imported here
    register_env("tarot-cards", lambda options: PettingZooEnv(CardsOnly()))
    config = PPOConfig().environment("tarot-cards", disable_env_checking=True).debugging(seed=1, log_level="ERROR")
    config.env_runners(num_env_runners=env_runners, num_envs_per_env_runner=16)
    config.multi_agent(policies={"all"}, policy_mapping_fn=lambda agent, episode, **options: "all")
    config.rl_module(rl_module_spec=RLModuleSpec(module_class=Masked))
    config.training(train_batch_size_per_learner=batch, minibatch_size=1152, num_epochs=4, lr=5e-4, gamma=1.0,
                    lambda_=0.95, entropy_coeff=0.01, use_kl_loss=False, vf_clip_param=1e6)  # fmt: skip
    return config.build_algo()


def main(address: str | None = None, env_runners: int = 0, rounds: int = 16, deals: int = 500) -> dict[str, Any]:
    """Learn on this machine, or on the Ray cluster at `address`, where `env_runners` processes play."""
    algorithm = build(address, env_runners)
    for _ in range(rounds):
        algorithm.train()
    actor = algorithm.get_module("all").actor
    with torch.no_grad():
        return measure(lambda seen, masks: best_legal(actor(torch.from_numpy(seen)), masks), deals, bids=False)


if __name__ == "__main__":
    tyro.cli(main, description=__doc__)
