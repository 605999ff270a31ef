"""Players that are neural networks: the model, its file, and the player around it."""

from pathlib import Path
from typing import Final

WEIGHTS: Final = Path(__file__).parent.parent / "weights"
"""Folder of the networks that are shipped."""
