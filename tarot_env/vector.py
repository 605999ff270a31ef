"""Many tables at once, each with one learner: a Gymnasium vector environment over one engine."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from tarot_env import cardsets
from tarot_env.actions import NUM_ACTIONS
from tarot_env.arguments import at_least_one
from tarot_env.deal_options import GivenDeal, given_deal
from tarot_env.learner import Bools, Illegal, LearnerTables, check_actions, check_illegal
from tarot_env.observation import Observation
from tarot_env.opponents import Opponents
from tarot_env.render.modes import RENDER_FPS, check_render_mode, frame
from tarot_env.render.pixels import Pixels
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
from tarot_env.state import Int8

_RENDER_MODES: Final = ("ansi", "rgb_array")  # and no window, which could show one table only
_AUTORESET_MODES: Final = (AutoresetMode.SAME_STEP, AutoresetMode.DISABLED)

Infos = dict[str, Any]


class TarotVectorEnv(gymnasium.vector.VectorEnv[SeatObservation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`TarotEnv` at N tables; opponents act in one batch for all tables where it is their turn.

    A table whose episode ends is dealt again in the same step (`AutoresetMode.SAME_STEP`): the observation returned is
    the first of the next episode, the last one is in ``infos["final_obs"]``. So every action counts, and as episodes
    terminate and are never truncated, learning needs no final observation. With `AutoresetMode.DISABLED` a table that
    is over waits for a `reset` with its place in the ``reset_mask``.

    Args:
        num_envs: N, tables.
        opponents, seat, rules, reward_scale, illegal, illegal_reward: see `TarotEnv`.
        autoreset_mode: ``AutoresetMode.SAME_STEP`` or ``AutoresetMode.DISABLED``, or the value of one.
        render_mode: None, ``"ansi"`` or ``"rgb_array"``.

    Raises:
        ValueError: an option that is none of these.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(_RENDER_MODES),
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        opponents: Opponents = "random",
        *,
        seat: int | None = None,
        rules: Rules | str = "official",
        reward_scale: float = 1.0,
        illegal: Illegal = "end",
        illegal_reward: float = ILLEGAL_REWARD,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
    ) -> None:
        check_illegal(illegal)
        self.num_envs = at_least_one(num_envs, "num_envs")
        self.autoreset_mode = _autoreset(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}  # type: ignore[misc]
        self.illegal = illegal
        self.reward_scale = check_reward_scale(reward_scale)
        self.illegal_reward = check_illegal_reward(illegal_reward)
        self.render_mode = check_render_mode(render_mode, _RENDER_MODES)
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._tables = LearnerTables(num_envs, opponents, seat, rules_for(rules, "end"))
        self._over = np.ones(num_envs, np.bool_)  # tables to be reset before the next step

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[SeatObservation, Infos]:
        """Deal at every table.

        Args:
            seed: of the one generator for all tables; None goes on with the one there is.
            options: ``"hands"``, ``"dog"``, ``"dealer"``: the same deal at every table, see `given_deal`;
                ``"reset_mask"``: bool (N,), only these tables.

        Raises:
            ValueError: what is given is not a deal, or not a mask; nothing has changed.
        """
        options = options or {}
        given = given_deal(options)
        where = np.asarray(options.get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if where.shape != (self.num_envs,) or where.dtype != np.bool_:
            raise ValueError(f"reset_mask is bool ({self.num_envs},), not {where.dtype} of shape {where.shape}")
        if self.autoreset_mode == AutoresetMode.SAME_STEP and (self._over & ~where).any():
            raise ValueError("the first reset is of all tables, without a reset_mask")
        super().reset(seed=seed)
        self._tables.engine.rng = self.np_random
        self._over |= where  # an opponent that fails leaves no episode
        self._tables.deal(where, given)
        self._tables.answer(where)
        self._over &= ~where
        return self._seen(where)

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[SeatObservation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], Infos]:
        """Every learner acts, then its opponents until it is its turn again. Where the episode ends, a new one begins.

        Returns:
            Observations; rewards float64 (N,); terminated bool (N,); truncated bool (N,), all False; infos with
            ``"action_mask"`` int8 (N, 87), and ``"final_obs"``, ``"final_info"`` for tables dealt again.

        Raises:
            ValueError: not N integers 0..86, or a table is to be reset first.
            IllegalAction: one is illegal and `illegal` is ``"raise"``; nothing has changed.
        """
        if self._over.any():
            raise ValueError(f"no episode is in progress at table {self._over.argmax()}: call reset()")
        acts = check_actions(actions, self.num_envs)
        everywhere = np.ones(self.num_envs, np.bool_)
        legal = self._tables.legal(acts) if self.illegal == "end" else everywhere
        self._tables.act(acts, legal)
        self._over[:] = True  # an opponent that fails leaves no episode to go on with
        self._tables.answer(legal)
        ended = self._tables.engine.done | ~legal
        points = np.where(legal, self._tables.scores(), self.illegal_reward)
        final: Infos = {}
        again = ended & (self.autoreset_mode == AutoresetMode.SAME_STEP)
        if again.any():
            final = self._final(ended)
            self._tables.deal(again, GivenDeal())
            self._tables.answer(again)
        self._over = ended & ~again
        observations, infos = self._seen(everywhere)
        return observations, points / self.reward_scale, ended, np.zeros(self.num_envs, np.bool_), infos | final

    @property
    def seat(self) -> Int8:
        """Where each learner sits in its deal, 0..3: int8 (N,), fresh."""
        return self._tables.seat.copy()

    def view(self) -> Observation:
        """What the learners know now, structured: N views, fresh, for players that do not read the encoding. Nothing is
        legal at a table that is to be reset first."""
        views = self._tables.observe()
        views.legal[self._over] = 0
        return views

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Legal actions, bool (N, 87), fresh."""
        return cardsets.to_bool(self._tables.engine.state.legal) & ~self._over[:, None]

    def render(self) -> tuple[str | Pixels, ...] | None:
        """Each table as its learner sees it; None without a render mode."""
        if self.render_mode is None:
            return None
        views = self._tables.observe()
        return tuple(frame(self.render_mode, views.take([table])) for table in range(self.num_envs))

    def _seen(self, where: Bools) -> tuple[SeatObservation, Infos]:
        observations = seat_observations(self.view())
        return observations, {"action_mask": observations["action_mask"].copy(), "_action_mask": where.copy()}

    def _final(self, ended: Bools) -> Infos:
        """Last observations of the episodes that end, in the form of Gymnasium's own vector environments."""
        tables = np.flatnonzero(ended)
        last = seat_observations(self._tables.observe().take(tables))
        final_obs = np.full(self.num_envs, None, object)
        for row, table in enumerate(tables):
            final_obs[table] = {"observation": last["observation"][row], "action_mask": np.zeros(NUM_ACTIONS, np.int8)}
        masks = np.zeros((self.num_envs, NUM_ACTIONS), np.int8)
        return {
            "final_obs": final_obs,
            "_final_obs": ended.copy(),
            "final_info": {"action_mask": masks, "_action_mask": ended.copy()},
            "_final_info": ended.copy(),
        }


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """Raises ValueError for what is no mode, and for `NEXT_STEP`, where an action after the end counts for nothing."""
    for known in _AUTORESET_MODES:
        if mode in (known, known.value):
            return known
    raise ValueError(f"autoreset_mode is {' or '.join(map(str, _AUTORESET_MODES))}, not {mode!r}")
