"""Four players in turn: the PettingZoo environment without wrappers."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

import gymnasium
import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv

from tarot_env.actions import NUM_ACTIONS
from tarot_env.arguments import generator
from tarot_env.deal_options import GivenDeal, given_deal
from tarot_env.engine import Engine
from tarot_env.full_state import STATE_SIZE, encode_state
from tarot_env.match import Match
from tarot_env.observation import Observation
from tarot_env.render.modes import RENDER_FPS, RENDER_MODES, check_render_mode, render
from tarot_env.render.pixels import Pixels, close_window
from tarot_env.rules import Rules
from tarot_env.spaces import (
    SeatObservation,
    action_space,
    check_reward_scale,
    observation_space,
    rules_for,
    seat_observations,
)

AGENTS: Final = ("seat_0", "seat_1", "seat_2", "seat_3")
_SEAT_OF: Final = {agent: seat for seat, agent in enumerate(AGENTS)}
_OF_AN_EPISODE: Final = frozenset(
    ("agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
)
Episode = Literal["deal", "match"]


class raw_env(AECEnv[str, SeatObservation, Any]):
    """One table of four-player French tarot, agents ``"seat_0"`` to ``"seat_3"`` in playing order.

    A seat observes ``{"observation": float32 (SIZE,), "action_mask": int8 (87,)}``, see `encoding.SLICES`, `actions`;
    the mask is all zeros when it is not its turn. Rewards are the scores at the end of a deal over `reward_scale`, and
    zeros before; they sum to zero. An illegal action raises `IllegalAction` and changes nothing.

    Args:
        rules: ``"official"``, ``"casual"`` or `Rules`. Four passes: a preset named here ends an episode "deal" with
            zeros, and in a match has the next dealer deal again.
        episode: ``"deal"``, or ``"match"``: deals are added up until a seat has `target` points or `deals` were played.
        target, deals: see `Match`.
        reward_scale: points to one unit of reward.
        render_mode: None, ``"ansi"``, ``"rgb_array"`` or ``"human"``, which shows every position by itself; see
            `render.modes`.

    Attributes:
        match: the running totals of a match; None where an episode is one deal.

    Raises:
        ValueError: an option that is none of these.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "name": "tarot_v0",
        # A seat acts at once after its own turn (six cards put aside in a row), so agents do not step in cycles.
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules | str = "official",
        *,
        episode: Episode = "deal",
        target: int = 100,
        deals: int | None = None,
        reward_scale: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        if episode not in ("deal", "match"):
            raise ValueError(f'episode is "deal" or "match", not {episode!r}')
        if episode == "deal" and deals is not None:
            raise ValueError(f'deals={deals} is for episode="match": an episode "deal" is one')
        self._target, self._deals = target, deals
        self.match = Match(target, deals) if episode == "match" else None
        self.reward_scale = check_reward_scale(reward_scale)
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space() for agent in AGENTS}
        self.action_spaces = {agent: action_space() for agent in AGENTS}
        self.state_space = gymnasium.spaces.Box(0.0, 1.0, (STATE_SIZE,), np.float32)
        self._engine = Engine(1, rules_for(rules, "end" if episode == "deal" else "redeal"))

    @property
    def rules(self) -> Rules:
        """What is played."""
        return self._engine.rules

    if not TYPE_CHECKING:  # a checker would take every misspelt attribute for one that is there

        def __getattr__(self, name: str) -> Any:
            """Says, in the words of PettingZoo's wrappers, what is missing before the first `reset`."""
            if name in _OF_AN_EPISODE:
                raise AttributeError(f"{name} cannot be accessed before reset")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observation_space(self, agent: str) -> gymnasium.Space[SeatObservation]:
        """Of one seat; the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """``Discrete(87)``; the same object at every call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal, and begin an episode.

        Args:
            seed: of the generator that deals; None goes on with the one there is.
            options: ``"hands"``, ``"dog"``, ``"dealer"``: the deal, or the first one of a match, see `given_deal`.

        Raises:
            ValueError: what is given is not a seed, or not a deal; the episode in progress goes on.
        """
        given = given_deal(options)
        if seed is not None:
            self._engine.rng = generator(seed)
        if self.match is not None:
            self.match = Match(self._target, self._deals)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None  # type: ignore[assignment]  # left by an episode that was broken off
        self._rewarded = False
        self._deal(given)
        self._show()

    def _deal(self, given: GivenDeal) -> None:
        self._engine.reset(hands=given.hands, dog=given.dog, dealer=given.dealer)
        self.agent_selection = AGENTS[self._engine.seat[0]]

    def step(self, action: Any) -> None:
        """The selected agent acts.

        Args:
            action: 0..86; None once the agent is terminated.

        Raises:
            IllegalAction: the rules forbid it; nothing has changed.
            ValueError: not an integer, or no episode is in progress.
        """
        if not self.agents:
            raise ValueError("no episode is in progress: call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._engine.step(np.array((_integer(action),)))
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        seat = self._engine.seat[0]
        if seat < 0:
            self._end_deal()
        else:
            self.agent_selection = AGENTS[seat]
        self._show()

    def _end_deal(self) -> None:
        """Every seat gets its score, the one that played the last card and the others alike."""
        scores = self._engine.scores[0].tolist()
        self.rewards = {agent: score / self.reward_scale for agent, score in zip(AGENTS, scores, strict=True)}
        self._rewarded = True
        self._accumulate_rewards()
        if self.match is not None:
            self.match.add(scores, int(self._engine.state.dealer[0]))
            if not self.match.over:
                self._deal(GivenDeal(dealer=self.match.dealer))
                return
        self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[0]

    def observe(self, agent: str) -> SeatObservation:
        """What a seat knows now, in fresh arrays.

        Raises:
            ValueError: no seat has this name.
        """
        batch = seat_observations(self.view(agent))
        return {"observation": batch["observation"][0], "action_mask": batch["action_mask"][0]}

    def view(self, agent: str) -> Observation:
        """What a seat knows now, structured: an `Observation` of one, for players that do not read the encoding.

        Raises:
            ValueError: no seat has this name.
        """
        seat = _SEAT_OF.get(agent)
        if seat is None:
            raise ValueError(f"unknown agent {agent!r}: agents are {', '.join(AGENTS)}")
        return self._engine.observe(seat)

    def state(self) -> npt.NDArray[np.float32]:
        """Everything, hidden cards included: float32 (STATE_SIZE,), see `full_state.STATE_SLICES`. Not for players."""
        return encode_state(self._engine.state, self._engine.rules).reshape(-1)

    def render(self) -> str | Pixels | None:
        """The table as the selected agent sees it; None without a render mode, and from a window.

        Raises:
            DependencyNotInstalled: the extra that draws pixels, or opens a window, is missing.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render mode: make the environment with one")
            return None
        seat = _SEAT_OF[self.agent_selection]
        scores = np.roll(self._engine.scores[0], -seat).tolist() if self._engine.done[0] else None
        return render(self.render_mode, self._engine.observe(seat), scores)

    def _show(self) -> None:
        """A window follows the game by itself."""
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Close the window, where there is one."""
        if self.render_mode == "human":
            close_window()


def _integer(action: Any) -> int:
    try:
        number = operator.index(action)
    except TypeError:
        number = None
    if number is None or isinstance(action, bool) or abs(number) >= 1 << 63:
        raise ValueError(f"an action is an integer 0..{NUM_ACTIONS - 1}, not {action!r}")
    return number
