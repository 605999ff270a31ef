"""Networks for the libraries that bring none which fits."""

from typing import Any

import torch

from tarot_env.actions import NUM_ACTIONS
from tarot_env.encoding import SIZE


def mlp(outputs: int, width: int = 256) -> torch.nn.Sequential:
    """From observations, (N, SIZE), to (N, outputs)."""
    hidden = torch.nn.Linear(SIZE, width), torch.nn.ReLU(), torch.nn.Linear(width, width), torch.nn.ReLU()
    return torch.nn.Sequential(*hidden, torch.nn.Linear(width, outputs))


class JoinedMlp(torch.nn.Module):
    """From observations with their masks beside them, (N, SIZE + 87): as Tianshou calls an actor and a critic.

    Args:
        outputs: 87 for logits, very low where illegal, with the state that was given; 1 for values.
    """

    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.layers = mlp(outputs)

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> Any:
        """See the class."""
        seen, masks = torch.as_tensor(obs).split((SIZE, NUM_ACTIONS), dim=1)
        out = self.layers(seen)
        return out if out.shape[1] == 1 else (out.masked_fill(masks == 0, -1e9), state)
