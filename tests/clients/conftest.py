"""The examples are tested as a reader runs them: they lie beside what they import."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples"))
