"""The render modes of the environments: text, pixels, a window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tarot_env.observation import Observation
from tarot_env.render.pixels import Pixels, pixels, show_in_window
from tarot_env.render.table import table_svg
from tarot_env.text import table_text

RENDER_MODES: Final = ("ansi", "rgb_array", "human")
RENDER_FPS: Final = 2  # decisions to the second, in a window and in a recording


def check_render_mode(render_mode: str | None, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """A mode that an environment draws in.

    Raises:
        ValueError: it does not.
    """
    if render_mode not in (None, *modes):
        raise ValueError(f"render_mode is None or one of {', '.join(map(repr, modes))}, not {render_mode!r}")
    return render_mode


def frame(render_mode: str, observation: Observation, scores: Sequence[int] | None = None) -> str | Pixels:
    """One table as one seat sees it: text for ``"ansi"``, a picture for the other modes, uint8 (600, 960, 3).

    Args:
        observation: of one table (N = 1).
        scores: points of each seat, relative as in the observation, for a deal that is over.

    Raises:
        DependencyNotInstalled: the extra that draws pixels is missing.
    """
    if render_mode == "ansi":
        return table_text(observation, scores)
    return pixels(table_svg(observation, scores=scores))


def render(render_mode: str, observation: Observation, scores: Sequence[int] | None = None) -> str | Pixels | None:
    """What an environment renders: a `frame`; for ``"human"`` it goes to a window, and nothing is returned.

    Raises:
        DependencyNotInstalled: the extra that draws pixels, or opens a window, is missing.
    """
    drawn = frame(render_mode, observation, scores)
    if isinstance(drawn, str) or render_mode != "human":
        return drawn
    show_in_window(drawn, RENDER_FPS)
    return None
