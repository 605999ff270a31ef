"""AgileRL's PPO learns one seat, many tables at once."""

from typing import Any

import gymnasium
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts
from measure import best_legal, measure

from agents.registry import load


class Tables(gymnasium.vector.VectorWrapper):
    """Plain observations: AgileRL takes the masks from the infos."""

    def __init__(self, num_envs: int, **options: Any) -> None:
        super().__init__(gymnasium.make_vec("tarot_env:tarot_env/Tarot-v0", num_envs, **options))
        self.single_observation_space = self.env.single_observation_space["observation"]

    def reset(self, **options: Any) -> tuple[Any, dict[str, Any]]:
        seen, infos = self.env.reset(**options)
        return seen["observation"], infos

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        seen, *rest = self.env.step(actions)
        return seen["observation"], *rest


def learn(agent: PPO, tables: Tables, steps: int) -> None:
    """Rollouts go on where the one before stopped, as deals do not end with them."""
    now: dict[str, Any] = {}
    for _ in range(steps // agent.learn_step):
        _, seen, done, scores, infos = collect_rollouts(agent, tables, **now)
        now = {"last_obs": seen, "last_done": done, "last_scores": scores, "last_info": infos}
        agent.learn()


def main(steps: int = 393_216, num_envs: int = 256, deals: int = 500) -> dict[str, Any]:
    torch.manual_seed(1)
    tables = Tables(num_envs, opponents=load("random-cards"), reward_scale=100.0)
    tables.reset(seed=1)
    network = {"encoder_config": {"hidden_size": [256]}, "latent_dim": 128, "head_config": {"hidden_size": [256]}}
    agent = PPO(tables.single_observation_space, tables.single_action_space, net_config=network, share_encoders=False,
                num_envs=num_envs, learn_step=64 * num_envs, batch_size=4096, update_epochs=2, lr=5e-4, gamma=1.0,
                ent_coef=0.01)  # fmt: skip
    learn(agent, tables, steps)
    return measure(lambda seen, masks: best_legal(logits(agent, seen), masks), deals)


@torch.no_grad()
def logits(agent: PPO, seen: Any) -> Any:
    """AgileRL's own `get_action` draws an action; the likeliest is to be played."""
    return agent.actor.head_net.wrapped(agent.actor.extract_features(torch.from_numpy(seen))).numpy()


if __name__ == "__main__":
    main()
