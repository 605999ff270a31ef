"""Why something cannot be done, in the page's two languages.

The engine decides what is legal; here it is only said in words, for a person who looks at the cards.
"""

from __future__ import annotations

from typing import Final, Literal

from tarot_env import Observation
from tarot_env.actions import NUM_ACTIONS, Phase
from tarot_env.cards import BOUTS, EXCUSE, KINGS, NUM_CARDS, PETIT, SUIT, TRUMP_SUIT
from tarot_env.cardsets import to_ids
from tarot_env.dealing import DOG_SIZE
from tarot_env.explain import why_illegal
from tarot_env.play import TRUMP_STRENGTH
from tarot_env.render.terms import unbroken

Lang = Literal["en", "fr"]
LANGS: Final[tuple[Lang, ...]] = ("en", "fr")

_SUITS: Final = {"en": ("spades", "hearts", "diamonds", "clubs"), "fr": ("pique", "cœur", "carreau", "trèfle")}
_RANKS: Final = {"en": "JNQK", "fr": "VCDR"}
_OR: Final = {"en": " or ", "fr": " ou "}
_NAMED: Final = {
    EXCUSE: {"en": "the Excuse", "fr": "l’Excuse"},
    PETIT: {"en": "the Petit", "fr": "le Petit"},
}

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "king": ("a king cannot be put aside", "un roi ne s’écarte pas"),
    "bout": ("a bout cannot be put aside", "un bout ne s’écarte pas"),
    "trump-aside": (
        "a trump is put aside only when there is nothing else: you hold {others}",
        "un atout ne s’écarte que faute d’autre carte : vous avez {others}",
    ),
    "trump-aside-yet": (
        "a trump is put aside only when there is nothing else: you hold other cards",
        "un atout ne s’écarte que faute d’autre carte : vous en avez d’autres",
    ),
    "follow": ("you must follow {suit}: play {legal}", "il faut fournir à {suit} : jouez {legal}"),
    "trump": (
        "you have no {suit}, you must trump: play {legal}",
        "vous n’avez pas de {suit}, il faut couper : jouez {legal}",
    ),
    "trumps-led": ("trumps were led: play {legal}", "atout est demandé : jouez {legal}"),
    "overtrump": ("you must overtrump the {best}: play {legal}", "il faut monter sur le {best} : jouez {legal}"),
    "not-held": ("this card is not in your hand", "cette carte n’est pas dans votre main"),
    "illegal": ("that cannot be done now", "ce n’est pas possible maintenant"),
    "not-your-turn": ("it is not your turn", "ce n’est pas à vous de jouer"),
    "stale": ("the game has moved on; look again", "la partie a avancé entre-temps ; regardez de nouveau"),
    "deal-over": ("the deal is over", "la donne est terminée"),
    "deal-not-over": ("the deal is not over", "la donne n’est pas terminée"),
    "match-over": ("the match is over", "la partie est terminée"),
    "no-game": ("no game is open", "aucune partie n’est ouverte"),
    "no-such-game": ("there is no such game", "cette partie n’existe pas"),
    "no-such-deal": ("there is no such deal to look at", "il n’y a pas de telle donne à revoir"),
    "not-saved": (
        "the game cannot be saved (is the disk full?), so nothing was done",
        "la partie ne peut pas être enregistrée (disque plein ?) : rien n’a été fait",
    ),
    "no-advice": ("{agent} has no advice to give", "{agent} n’a pas de conseil à donner"),
    "no-record": (
        "this file is no record of tarot deals: {problem}",
        "ce fichier n’est pas une partie de tarot : {problem}",
    ),
    "bad-message": ("this message is not understood: {problem}", "ce message n’est pas compris : {problem}"),
    "bad-setup": ("this match cannot be played: {problem}", "cette partie est impossible : {problem}"),
}


def phrase(key: str, lang: Lang, **values: str) -> str:
    """One of the reasons above."""
    return unbroken(_WORDS[key][LANGS.index(lang)]).format(**values)


def reason(seen: Observation, action: int, lang: Lang) -> str:
    """Why the person, whose turn it is, cannot do this.

    Args:
        seen: the person's view (N = 1).
        action: one that is not legal there.
    """
    phase = Phase(seen.phase[0])
    if not 0 <= action < NUM_ACTIONS or phase not in (Phase.DISCARD, Phase.PLAY) or action >= NUM_CARDS:
        return why_illegal(seen, action) if lang == "en" else phrase("illegal", lang)
    if action not in to_ids(seen.hand[0]):
        return phrase("not-held", lang)
    return _not_discarded(seen, action, lang) if phase == Phase.DISCARD else _not_played(seen, action, lang)


def _not_discarded(seen: Observation, card: int, lang: Lang) -> str:
    if card in KINGS:
        return phrase("king", lang)
    if card in BOUTS:
        return phrase("bout", lang)
    others = to_ids(seen.legal[0])
    if len(others) >= DOG_SIZE:
        return phrase("trump-aside-yet", lang)  # nearly the whole hand would be named
    return phrase("trump-aside", lang, others=_list(others, lang))


def _not_played(seen: Observation, card: int, lang: Lang) -> str:
    may = to_ids(seen.legal[0])
    must = [card for card in may if card != EXCUSE]
    legal = _list(must + [EXCUSE] * (EXCUSE in may), lang)
    led, best = int(seen.led[0]), int(seen.best[0])
    if SUIT[must[0]] != TRUMP_SUIT:
        return phrase("follow", lang, suit=_SUITS[lang][led], legal=legal)
    if SUIT[card] == TRUMP_SUIT:
        return phrase("overtrump", lang, best=str(best - TRUMP_STRENGTH), legal=legal)
    if led == TRUMP_SUIT:
        return phrase("trumps-led", lang, legal=legal)
    return phrase("trump", lang, suit=_SUITS[lang][led], legal=legal)


def _list(cards: list[int], lang: Lang) -> str:
    """``15, 16 or 18``."""
    words = [_short(card, lang) for card in cards]
    return _OR[lang].join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _short(card: int, lang: Lang) -> str:
    """``15`` for a trump, ``the Petit`` for the lowest, ``K♥`` or ``R♥`` for a king of hearts."""
    if card in _NAMED:
        return _NAMED[card][lang]
    if card > EXCUSE:
        return str(card - EXCUSE)
    suit, rank = divmod(card, 14)
    return (_RANKS[lang][rank - 10] if rank >= 10 else str(rank + 1)) + "♠♥♦♣"[suit]
