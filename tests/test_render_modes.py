"""Pixels and windows of the environments. About 3 s; the window is left out where pygame is missing."""

from __future__ import annotations

import copy
import pickle
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from env_tables import any_action, mask_of
from gymnasium.error import DependencyNotInstalled

from tarot_env import tarot_v0
from tarot_env.aec import raw_env
from tarot_env.render import LAPTOP, pixels, table_svg
from tarot_env.single import TarotEnv
from tarot_env.vector import TarotVectorEnv

SHAPE = (LAPTOP.height, LAPTOP.width, 3)


def check_picture(picture: Any) -> None:
    assert isinstance(picture, np.ndarray)
    assert (picture.shape, picture.dtype) == (SHAPE, np.uint8)
    assert len(np.unique(picture @ np.array([65536, 256, 1]))) > 100, "almost blank"
    assert picture.std() > 20


def test_a_pettingzoo_table_as_pixels() -> None:
    env = raw_env(render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    check_picture(first)
    assert (pixels(table_svg(env._engine.observe())) == first).all()
    env.step(any_action(mask_of(env), np.random.default_rng(0)))
    assert (env.render() != first).any()


def test_a_gymnasium_table_as_pixels() -> None:
    env = gymnasium.make("tarot_env/Tarot-v0", render_mode="rgb_array")
    env.reset(seed=1)
    check_picture(env.render())


def test_each_of_many_tables_as_pixels() -> None:
    env = TarotVectorEnv(2, render_mode="rgb_array")
    env.reset(seed=1)
    one, other = env.render()
    check_picture(one)
    assert (one != other).any()
    with pytest.raises(ValueError, match="render_mode is None or one of 'ansi', 'rgb_array', not 'human'"):
        TarotVectorEnv(2, render_mode="human")


def test_what_a_drawing_leaves_free_is_white() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"><rect width="2" height="2" fill="#ff0000"/></svg>'
    )
    assert pixels(svg).tolist() == [[[255, 0, 0]] * 2 + [[255] * 3] * 2] * 2


@pytest.mark.parametrize("make", [tarot_v0.env, raw_env, TarotEnv, TarotVectorEnv])
def test_environments_say_which_modes_they_have(make: Any) -> None:
    for mode in make().metadata["render_modes"]:
        assert make(render_mode=mode).render_mode == mode


@pytest.mark.parametrize(
    ("mode", "module", "extra"),
    [("rgb_array", "resvg_py", "render"), ("rgb_array", "PIL.Image", "render"), ("human", "pygame", "human")],
)
def test_a_missing_extra_is_named_in_one_line(
    mode: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    env = raw_env(render_mode="rgb_array")
    env.reset(seed=1)
    env.render_mode = mode
    with pytest.raises(DependencyNotInstalled, match=rf'needs the extra "{extra}": pip install') as error:
        env.render()
    assert "\n" not in str(error.value)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Pygame without a screen; time does not pass."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    pygame = pytest.importorskip("pygame")
    monkeypatch.setattr(pygame.time, "wait", lambda milliseconds: waited.append(milliseconds))
    waited: list[int] = []
    pygame.waited = waited
    yield pygame
    pygame.display.quit()


@pytest.mark.filterwarnings("ignore:pkg_resources is deprecated")
@pytest.mark.parametrize("make", [raw_env, TarotEnv])
def test_a_window_follows_the_game_and_closes(make: Any, window: Any) -> None:
    env = make(render_mode="human")
    env.reset(seed=1)
    surface = window.display.get_surface()
    assert surface.get_size() == (LAPTOP.width, LAPTOP.height)
    first = window.surfarray.array3d(surface).swapaxes(0, 1)
    check_picture(first)
    assert env.render() is None
    rng = np.random.default_rng(0)
    mask = mask_of(env) if make is raw_env else env.action_masks()
    env.step(any_action(mask, rng))
    assert (window.surfarray.array3d(window.display.get_surface()).swapaxes(0, 1) != first).any()
    assert window.waited == [500] * 3, "two decisions to the second: after the deal, render() and the step"
    assert pickle.loads(pickle.dumps(env)).render_mode == copy.deepcopy(env).render_mode == "human"
    env.close()
    assert window.display.get_surface() is None
    env.close()
