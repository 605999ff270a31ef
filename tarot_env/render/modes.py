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


def render(render_mode: str, observation: Observation, scores: Sequence[int] | None = None) -> str | Pixels | None:
    """One table as one seat sees it: text for ``"ansi"``, uint8 (600, 960, 3) for ``"rgb_array"``; ``"human"`` shows
    the same picture in a window.

    Args:
        observation: of one table (N = 1).
        scores: points of each seat, relative as in the observation, for a deal that is over.

    Raises:
        DependencyNotInstalled: the extra for this mode is missing.
    """
    if render_mode == "ansi":
        return table_text(observation, scores)
    picture = pixels(table_svg(observation, scores=scores))
    if render_mode == "rgb_array":
        return picture
    show_in_window(picture, RENDER_FPS)
    return None
