"""Tianshou's PPO learns one seat, many tables at once."""

from typing import Any

import gymnasium
import numpy as np
import torch
from measure import best_legal, measure
from networks import JoinedMlp
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.trainer import OnPolicyTrainerParams

from agents.registry import load


class Tables:
    """What a collector asks of a vector environment. Tianshou masks for DQN only: PPO gets the masks in one array
    with the observations, for the network to read."""

    is_async = False

    def __init__(self, num_envs: int, **options: Any) -> None:
        self.tables = gymnasium.make_vec("tarot_env:tarot_env/Tarot-v0", num_envs, autoreset_mode="Disabled", **options)
        self.action_space, self.every = self.tables.single_action_space, np.arange(num_envs)

    def __len__(self) -> int:
        return len(self.every)

    def reset(self, env_id: Any = None, **options: Any) -> tuple[np.ndarray, np.ndarray]:
        which = self.every if env_id is None else env_id
        seen, _ = self.tables.reset(options={"reset_mask": np.isin(self.every, which)}, **options)
        return np.hstack([*seen.values()])[which], np.array([{} for _ in which])

    def step(self, actions: np.ndarray, env_id: Any = None) -> tuple[np.ndarray, ...]:
        seen, *rest, _ = self.tables.step(actions)
        return np.hstack([*seen.values()]), *rest, np.array([{} for _ in actions])


def main(steps: int = 393_216, num_envs: int = 256, deals: int = 500, **options: Any) -> dict[str, Any]:
    torch.manual_seed(1)
    tables, actor = Tables(num_envs, opponents=load("random-cards"), reward_scale=100.0, **options), JoinedMlp(87)
    policy = DiscreteActorPolicy(actor=actor, action_space=tables.action_space)
    algorithm = PPO(policy=policy, critic=JoinedMlp(1), optim=AdamOptimizerFactory(lr=5e-4), gamma=1.0, ent_coef=0.01,
                    max_grad_norm=0.5, max_batchsize=4096)  # fmt: skip
    collector = Collector(policy, tables, VectorReplayBuffer(64 * num_envs, num_envs), raise_on_nan_in_buffer=False)
    collector.reset(gym_reset_kwargs={"seed": 1})
    algorithm.run_training(OnPolicyTrainerParams(
        training_collector=collector, max_epochs=1, epoch_num_steps=steps, collection_step_num_env_steps=64 * num_envs,
        update_step_num_repetitions=2, batch_size=4096, show_progress=False, verbose=False))  # fmt: skip
    with torch.no_grad():
        return measure(lambda seen, masks: best_legal(actor.layers(torch.from_numpy(seen)), masks), deals)


if __name__ == "__main__":
    main()
