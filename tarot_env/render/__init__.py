"""One drawing of cards and tables, as SVG: for notebooks, for ``render_mode="rgb_array"`` and for the page.

All of it is our own, letters included, so it looks the same everywhere and needs nothing installed. Pixels and windows
need the extras ``render`` and ``human``. `replay_html` makes a page of a whole deal, to walk through.
"""

from tarot_env.render.faces import card_svg
from tarot_env.render.hands import diagram_svg, hand_svg, trick_svg
from tarot_env.render.layout import LAPTOP, PHONE, Size
from tarot_env.render.notebook import Cards
from tarot_env.render.pixels import pixels
from tarot_env.render.replay import Note, replay_html
from tarot_env.render.style import Style
from tarot_env.render.table import table_svg

__all__ = [
    "LAPTOP",
    "PHONE",
    "Cards",
    "Note",
    "Size",
    "Style",
    "card_svg",
    "diagram_svg",
    "hand_svg",
    "pixels",
    "replay_html",
    "table_svg",
    "trick_svg",
]
