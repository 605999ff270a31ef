"""Players that are neural networks: the model, its file, and the player around it."""

import os
from pathlib import Path
from typing import Final

# In bfloat16 PyTorch keeps compiled products for every size of batch that it meets, a thousand by default: with tables
# that finish one by one, a training would grow by a gigabyte. Read when the first product is taken.
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "16")
os.environ.setdefault("LRU_CACHE_CAPACITY", "16")

WEIGHTS: Final = Path(__file__).parent.parent / "weights"
"""Folder of the networks that are shipped."""
