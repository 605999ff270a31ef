"""TorchRL's PPO learns one seat, many tables at once."""

from typing import Any

import gymnasium
import torch
from measure import best_legal, measure
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from agents.registry import load


def make_tables(num_envs: int, **options: Any) -> TransformedEnv:
    """TorchRL is to reset the tables: where they do so themselves, it reads no final observation that is a dict."""
    tables = gymnasium.make_vec("tarot_env:tarot_env/Tarot-v0", num_envs, autoreset_mode="Disabled", **options)
    wrapped = GymWrapper(tables, categorical_action_encoding=True)
    return TransformedEnv(wrapped, DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))


def make_actor() -> ProbabilisticActor:
    network = TensorDictModule(MLP(898, 87, num_cells=[256, 256]), ["observation"], ["logits"])
    keys = {"logits": "logits", "mask": "action_mask"}
    return ProbabilisticActor(network, keys, distribution_class=MaskedCategorical, return_log_prob=True)


def train(tables: TransformedEnv, actor: ProbabilisticActor, steps: int) -> None:
    critic = ValueOperator(MLP(898, 1, num_cells=[256, 256]), ["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, critic_coeff=0.5)
    optimizer = torch.optim.Adam(loss.parameters(), lr=5e-4)
    frames = {"frames_per_batch": 64 * tables.batch_size[0], "total_frames": steps}
    for batch in Collector(tables, actor, **frames, auto_register_policy_transforms=False):
        with torch.no_grad():
            advantage(batch)
        decisions = batch.reshape(-1)
        for _ in range(2):
            for rows in torch.randperm(len(decisions)).split(4096):
                losses = loss(decisions[rows])
                sum(losses[f"loss_{part}"] for part in ("objective", "critic", "entropy")).backward()
                torch.nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
                optimizer.zero_grad()


def main(steps: int = 409_600, num_envs: int = 256, deals: int = 500) -> dict[str, Any]:
    torch.manual_seed(1)
    tables, actor = make_tables(num_envs, opponents=load("random-cards"), reward_scale=100.0), make_actor()
    tables.set_seed(1)
    train(tables, actor, steps)
    with torch.no_grad():
        return measure(lambda seen, masks: best_legal(actor[0].module(torch.from_numpy(seen)), masks), deals)


if __name__ == "__main__":
    main()
