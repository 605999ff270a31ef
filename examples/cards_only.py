"""For self-play from nothing, which else learns to pass before anyone can play: the agents only play the cards."""

from typing import Any

import numpy as np
from pettingzoo.utils import BaseWrapper

from agents.heuristic import HeuristicAgent
from tarot_env import Rules, tarot_v0
from tarot_env.actions import PASS, Phase

_HEURISTIC = HeuristicAgent()
_RNG = np.random.default_rng(0)  # not used: the heuristic leaves nothing to chance


class CardsOnly(BaseWrapper):
    """The heuristic bids and puts aside, nobody announces anything; an episode is the 72 cards of a deal."""

    def __init__(self, reward_scale: float = 100.0) -> None:
        super().__init__(tarot_v0.raw_env(Rules(all_pass="redeal"), reward_scale=reward_scale))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self._arrange()

    def step(self, action: Any) -> None:
        super().step(action)
        self._arrange()

    def _arrange(self) -> None:
        while self.agents and not self.terminations[self.agent_selection]:
            view = self.unwrapped.view(self.agent_selection)
            if view.phase[0] == Phase.PLAY:
                return
            talks = view.phase[0] in (Phase.AUCTION, Phase.DISCARD)
            super().step(int(_HEURISTIC.act(view, _RNG)[0]) if talks else PASS)
