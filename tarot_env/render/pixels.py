"""From a drawing to pixels, and to a window on the screen."""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import DependencyNotInstalled

Pixels = npt.NDArray[np.uint8]  # (height, width, 3), red, green, blue


def pixels(svg: str) -> Pixels:
    """A drawing as pixels, uint8 (height, width, 3), at its own size; what it leaves free is white.

    Raises:
        DependencyNotInstalled: the extra ``render`` is missing.
    """
    resvg, image = _needed("resvg_py", "render"), _needed("PIL.Image", "render")
    png = resvg.svg_to_bytes(svg_string=svg, background="white", skip_system_fonts=True)
    return np.array(image.open(io.BytesIO(png)).convert("RGB"))


def show_in_window(picture: Pixels, frames_per_second: float) -> None:
    """Show pixels (height, width, 3) in the one window of this process, opened when there is none; then wait a frame.

    Raises:
        DependencyNotInstalled: the extra ``human`` is missing.
    """
    pygame = _needed("pygame", "human")
    height, width, _ = picture.shape
    window = pygame.display.get_surface()
    if window is None or window.get_size() != (width, height):
        pygame.display.init()
        window = pygame.display.set_mode((width, height))
        pygame.display.set_caption("tarot-env")
    window.blit(pygame.image.frombuffer(picture.tobytes(), (width, height), "RGB"), (0, 0))
    pygame.event.pump()  # or the system takes the window for one that hangs
    pygame.display.flip()
    pygame.time.wait(round(1000 / frames_per_second))


def close_window() -> None:
    """Close it, if it is open."""
    _needed("pygame", "human").display.quit()


def _needed(module: str, extra: str) -> Any:
    """A module that only an extra brings, since few who train look at pictures."""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise DependencyNotInstalled(
            f'drawing with {package} needs the extra "{extra}": pip install "tarot-env[{extra}]"'
        ) from None
