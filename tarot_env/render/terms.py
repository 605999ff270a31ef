"""The words of a table in English and French. Terms of the game stay French in both."""

from __future__ import annotations

import re
from typing import Final

from tarot_env.actions import CHELEM, PASS, POIGNEE_SIMPLE, Phase
from tarot_env.cards import CARDS_PER_SUIT, EXCUSE, NUM_CARDS, PETIT, SUIT_NAMES
from tarot_env.render.style import Lang

SEATS: Final[dict[Lang, tuple[str, str, str, str]]] = {
    "en": ("You", "Right", "Across", "Left"),
    "fr": ("Vous", "Droite", "Face", "Gauche"),
}
CONTRACTS: Final[dict[Lang, tuple[str, ...]]] = {
    "en": ("Pass", "Prise", "Garde", "Garde sans", "Garde contre"),
    "fr": ("Passe", "Prise", "Garde", "Garde sans", "Garde contre"),
}
POIGNEES: Final[dict[Lang, tuple[str, ...]]] = {
    "en": ("", "Poignée", "Double poignée", "Triple poignée"),
    "fr": ("", "Poignée", "Double poignée", "Triple poignée"),
}
_TERMS: Final[dict[str, tuple[str, str]]] = {
    "taker": ("Taker", "Attaque"),
    "defence": ("Defence", "Défense"),
    "chelem": ("chelem announced", "chelem annoncé"),
    "auction": ("Auction", "Enchères"),
    "no bid": ("No bid yet", "Pas encore d’enchère"),
    "passed out": ("Passed out", "Quatre passes"),
    "discard": ("Discard", "Écart"),
    "dog": ("Dog", "Chien"),
    "announcement": ("Chelem?", "Chelem ?"),
    "poignee": ("Poignée?", "Poignée ?"),
    "trick": ("Trick", "Pli"),
    "last trick": ("Last trick", "Dernier pli"),
    "over": ("Deal over", "Donne terminée"),
    "points": ("points", "points"),
    "won": ("tricks", "plis"),
    "table": ("Tarot table", "Table de tarot"),
    "seat": ("Seat", "Place"),
    "deal": ("Tarot deal", "Donne de tarot"),
    "dealer": ("dealer", "donneur"),
    "no": ("No", "Non"),
    "step": ("Step of the deal", "Étape de la donne"),
    "first": ("To the start", "Au début"),
    "back": ("One step back", "Un pas en arrière"),
    "forward": ("One step on", "Un pas en avant"),
    "last": ("To the end", "À la fin"),
    "keys": (
        "All cards are seen. Keys: ← → one step, with Shift one trick, Home and End.",
        "Toutes les cartes sont visibles. Touches : ← → un pas, avec Maj un pli, Début et Fin.",
    ),
    "noscript": ("The steps need JavaScript.", "Les étapes ont besoin de JavaScript."),
}
_RANKS: Final[dict[Lang, tuple[str, ...]]] = {
    "en": ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K"),
    "fr": ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "C", "D", "R"),
}
_NAMED: Final[dict[Lang, dict[int, str]]] = {
    "en": {0: "Ace", 10: "Jack", 11: "Knight", 12: "Queen", 13: "King"},
    "fr": {0: "As", 10: "Valet", 11: "Cavalier", 12: "Dame", 13: "Roi"},
}  # ranks that are not read as their number
_SUITS: Final[dict[Lang, tuple[str, ...]]] = {"en": SUIT_NAMES, "fr": ("pique", "cœur", "carreau", "trèfle")}


def term(key: str, lang: Lang) -> str:
    """A word or two."""
    return unbroken(_TERMS[key][lang == "fr"])


def unbroken(text: str) -> str:
    """The spaces that French sets before ``? ! ; :``, which English does not, as those at which no line ends."""
    return re.sub(" ([?!;])", "\u202f\\1", text).replace(" :", "\u00a0:")


def labelled(name: str, text: str, lang: Lang) -> str:
    """``Taker: 34 points``. The name may be a player's, so that nothing in it is changed."""
    return f"{name}{unbroken(' :') if lang == 'fr' else ':'} {text}"


def index_of(card: int, lang: Lang) -> str:
    """What stands in the corner of a card; nothing for the Excuse, which has a star there."""
    if card == EXCUSE:
        return ""
    return str(card - EXCUSE) if card > EXCUSE else _RANKS[lang][card % CARDS_PER_SUIT]


def card_words(card: int, lang: Lang) -> str:
    """A card as it is read aloud: ``King of spades``, ``As de pique``."""
    if card == EXCUSE:
        return "Excuse"
    if card == PETIT:
        return "Petit"
    if card > EXCUSE:
        return f"Trump {card - EXCUSE}" if lang == "en" else f"{card - EXCUSE} d’atout"
    suit, rank = divmod(card, CARDS_PER_SUIT)
    name = _NAMED[lang].get(rank, str(rank + 1))
    return f"{name} {'of' if lang == 'en' else 'de'} {_SUITS[lang][suit]}"


def action_words(action: int, phase: Phase, lang: Lang) -> str:
    """What a seat chose, in words: a card, a bid, an announcement or none."""
    if action < NUM_CARDS:
        return card_words(action, lang)
    if action == PASS:
        return CONTRACTS[lang][0] if phase == Phase.AUCTION else term("no", lang)
    if action == CHELEM:
        return "Chelem"
    if action >= POIGNEE_SIMPLE:
        return POIGNEES[lang][action - POIGNEE_SIMPLE + 1]
    return CONTRACTS[lang][action - PASS]


def points_text(half_points: int, lang: Lang) -> str:
    """Points, of which there may be a half: ``24.5``, ``24,5``."""
    text = f"{half_points / 2:g}"
    return text.replace(".", ",") if lang == "fr" else text
