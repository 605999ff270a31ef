"""One learner against three given opponents: the Gymnasium environment ``tarot_env/Tarot-v0``."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
import numpy.typing as npt

from tarot_env import cardsets
from tarot_env.deal_options import given_deal
from tarot_env.learner import Illegal, LearnerTables, check_actions, check_illegal
from tarot_env.observation import Observation
from tarot_env.opponents import Opponents
from tarot_env.render.modes import RENDER_FPS, RENDER_MODES, check_render_mode, render
from tarot_env.render.pixels import Pixels, close_window
from tarot_env.rules import Rules
from tarot_env.spaces import (
    ILLEGAL_REWARD,
    SeatObservation,
    action_space,
    check_illegal_reward,
    check_reward_scale,
    observation_space,
    rules_for,
    seat_observations,
)

_ONE = np.ones(1, np.bool_)


class TarotEnv(gymnasium.Env[SeatObservation, Any]):
    """One seat of a table; the opponents play inside `step` and `reset`.

    An episode is one deal. The reward of an action is what comes of it before the learner acts again: the learner's
    score, divided by `reward_scale`, if the deal ends, else 0. ``info["action_mask"]`` has the mask of the observation,
    int8 (87,), for ``action_space.sample(mask)``.

    Args:
        opponents: one player or three, the seat after the learner's first; ``"random"`` or an object with
            ``act(observation, rng)``, see `opponents.Player`.
        seat: of the learner, None to draw it for every deal.
        rules: ``"official"``, ``"casual"`` or `Rules`. With a preset four passes end the deal with zeros.
        reward_scale: points to one unit of reward.
        illegal: ``"end"``: an illegal action ends the episode with `illegal_reward`; ``"raise"``: it raises
            `IllegalAction` and changes nothing.
        illegal_reward: in points, divided by `reward_scale` like every reward.
        render_mode: None, ``"ansi"``, ``"rgb_array"`` or ``"human"``, which shows every position by itself; see
            `render.modes`.

    Raises:
        ValueError: an option that is none of these.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": RENDER_FPS}  # type: ignore[misc]

    def __init__(
        self,
        opponents: Opponents = "random",
        *,
        seat: int | None = None,
        rules: Rules | str = "official",
        reward_scale: float = 1.0,
        illegal: Illegal = "end",
        illegal_reward: float = ILLEGAL_REWARD,
        render_mode: str | None = None,
    ) -> None:
        check_illegal(illegal)
        self.illegal = illegal
        self.reward_scale = check_reward_scale(reward_scale)
        self.illegal_reward = check_illegal_reward(illegal_reward)
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_space()
        self.action_space = action_space()
        self._tables = LearnerTables(1, opponents, seat, rules_for(rules, "end"))
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[SeatObservation, dict[str, Any]]:
        """Deal, and let the opponents speak until it is the learner's turn.

        Args:
            seed: of the one generator, for deals, seats and opponents; None goes on with the one there is.
            options: ``"hands"``, ``"dog"``, ``"dealer"``: the deal, see `given_deal`.

        Raises:
            ValueError: what is given is not a deal; nothing has changed.
        """
        given = given_deal(options)
        super().reset(seed=seed)
        self._tables.engine.rng = self.np_random
        self._over = True  # an opponent that fails leaves no episode
        self._tables.deal(_ONE, given)
        self._tables.answer(_ONE)
        self._over = False
        self._show()
        return self._seen()

    def step(self, action: Any) -> tuple[SeatObservation, float, bool, bool, dict[str, Any]]:
        """The learner acts, then its opponents, until it is the learner's turn again or the deal is over.

        Raises:
            ValueError: the episode is over, or the action is not an integer 0..86.
            IllegalAction: the rules forbid it, and `illegal` is ``"raise"``.
        """
        if self._over:
            raise ValueError("the episode is over: call reset()")
        actions = check_actions(np.asarray(action).reshape(-1), 1)
        if self.illegal == "end" and not self._tables.legal(actions)[0]:
            self._over = True
            points = self.illegal_reward
        else:
            self._tables.act(actions, _ONE)
            self._over = True  # an opponent that fails leaves no episode to go on with
            self._tables.answer(_ONE)
            self._over = bool(self._tables.engine.done[0])
            points = float(self._tables.scores()[0])
        self._show()
        observation, info = self._seen()
        return observation, points / self.reward_scale, self._over, False, info

    @property
    def seat(self) -> int:
        """Where the learner sits in this deal, 0..3."""
        return int(self._tables.seat[0])

    def view(self) -> Observation:
        """What the learner knows now, structured: an `Observation` of one, fresh, for players that do not read the
        encoding. Nothing is legal in it before the first `reset` and once the episode is over."""
        view = self._tables.observe()
        if self._over:
            view.legal[:] = 0
        return view

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legal actions, bool (87,), fresh; the name that sb3-contrib's MaskablePPO looks for."""
        legal = cardsets.to_bool(self._tables.engine.state.legal)
        return legal[0] if not self._over else np.zeros_like(legal[0])

    def render(self) -> str | Pixels | None:
        """The table as the learner sees it; None without a render mode, and from a window.

        Raises:
            DependencyNotInstalled: the extra that draws pixels, or opens a window, is missing.
        """
        if self.render_mode is None:
            return None
        engine = self._tables.engine
        scores = np.roll(engine.scores[0], -self.seat).tolist() if engine.done[0] else None
        return render(self.render_mode, self._tables.observe(), scores)

    def close(self) -> None:
        """Close the window, where there is one."""
        if self.render_mode == "human":
            close_window()

    def _show(self) -> None:
        """A window follows the game by itself."""
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> tuple[SeatObservation, dict[str, Any]]:
        batch = seat_observations(self.view())
        mask = batch["action_mask"][0]
        return {"observation": batch["observation"][0], "action_mask": mask}, {"action_mask": mask.copy()}
