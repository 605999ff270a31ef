"""sb3-contrib's MaskablePPO learns one seat, many tables at once."""

from typing import Any

import gymnasium
import numpy as np
from measure import measure
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from agents.registry import load


class Tables(VecEnv):
    """The vector environment as the kind that Stable-Baselines3 knows; with `gymnasium.make` it needs no such class."""

    def __init__(self, num_envs: int, **options: Any) -> None:
        self.tables = gymnasium.make_vec("tarot_env:tarot_env/Tarot-v0", num_envs, **options)
        space = self.tables.single_observation_space["observation"]  # MaskablePPO asks for the masks by `action_masks`
        super().__init__(num_envs, space, self.tables.single_action_space)

    def reset(self) -> np.ndarray:
        return self.tables.reset(seed=self._seeds[0])[0]["observation"]

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        observations, rewards, ended, _, _ = self.tables.step(self.actions)
        return observations["observation"], rewards.astype(np.float32), ended, [{} for _ in ended]

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        return list(getattr(self.tables.unwrapped, method_name)(*args, **options))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.tables.unwrapped, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.tables.unwrapped, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.tables.close()


def main(steps: int = 409_600, num_envs: int = 256, deals: int = 500) -> dict[str, Any]:
    tables = Tables(num_envs, opponents=load("random-cards"), reward_scale=100.0)
    model = MaskablePPO("MlpPolicy", tables, n_steps=64, batch_size=4096, n_epochs=2, learning_rate=5e-4, gamma=1.0,
                        ent_coef=0.01, policy_kwargs={"net_arch": [256, 256]}, seed=1, device="cpu")  # fmt: skip
    model.learn(steps)
    return measure(lambda seen, masks: model.predict(seen, action_masks=masks, deterministic=True)[0], deals)


if __name__ == "__main__":
    main()
