"""What happened in a deal that seldom does: so that comparisons on random deals can say that they met it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from oracle import Oracle
from oracle_rules import BOUTS, EXCUSE, PETIT, POIGNEE_TRUMPS, TAKER, TARGET, numbered_trumps

Events = dict[str, bool]


def events(oracle: Oracle) -> Events:
    """The events, and whether each happened in a deal that is over."""
    if not oracle.tricks:
        return {"all pass": True}
    return {
        **_contracts(oracle),
        **_excuse(oracle),
        **_petit(oracle),
        **_poignees(oracle),
        **_chelem(oracle),
    }


def _contracts(oracle: Oracle) -> Events:
    hidden = frozenset() if oracle.discard else BOUTS.intersection(oracle.dog)
    assert oracle.result is not None
    return {
        "prise": oracle.contract == "PRISE",
        "garde": oracle.contract == "GARDE",
        "garde sans with bouts in the dog": oracle.contract == "GARDE_SANS" and len(hidden) > 0,
        "garde contre with bouts in the dog": oracle.contract == "GARDE_CONTRE" and len(hidden) > 0,
        "the Excuse in a hidden dog": EXCUSE in hidden,
        "a trump discarded": any(numbered_trumps(oracle.discard)),
        "two trumps discarded": len(numbered_trumps(oracle.discard)) >= 2,
        "made by nothing": oracle.result.points == TARGET[oracle.result.bouts],
        "lost with three bouts": not oracle.result.made and oracle.result.bouts == 3,
    }


def _excuse(oracle: Oracle) -> Events:
    last = oracle.tricks[-1]
    led = [trick.cards[0] == EXCUSE for trick in oracle.tricks]
    lies_last = EXCUSE in last.cards
    by_taker = lies_last and last.player_of(EXCUSE) == oracle.taker
    by_defence, to_taker = lies_last and not by_taker, last.winner == oracle.taker
    kept = next((t for t in oracle.tricks[:-1] if EXCUSE in t.cards), None)
    won = {trick.winner == oracle.taker for trick in oracle.tricks}
    return {
        "the Excuse led before the last trick": any(led[:-1]),
        "the Excuse led to the last trick, a trick lost before": led[-1] and by_taker and not to_taker,
        "the Excuse led to the last trick by a defender": led[-1] and by_defence,
        "the Excuse crowns a chelem": by_taker and to_taker,
        "the taker loses the Excuse in the last trick": by_taker and not led[-1],
        "the taker wins the Excuse of the defence in the last trick": by_defence and to_taker,
        "a partner wins the Excuse of the defence in the last trick": by_defence and not to_taker,
        "the Excuse kept by a taker without a trick": kept is not None
        and kept.player_of(EXCUSE) == oracle.taker
        and won == {False},
        "the Excuse kept by a defence without a trick": kept is not None
        and kept.player_of(EXCUSE) != oracle.taker
        and won == {True},
    }


def _petit(oracle: Oracle) -> Events:
    assert oracle.result is not None
    winner, made = oracle.result.petit_au_bout, oracle.result.made
    in_17 = winner == TAKER and PETIT in oracle.tricks[-2].cards
    return {
        "petit au bout for a taker who makes his contract": winner == TAKER and made and not in_17,
        "petit au bout for a taker who loses it": winner == TAKER and not made,
        "petit au bout for the defence, contract made": winner not in (None, TAKER) and made,
        "petit au bout for the defence, contract lost": winner not in (None, TAKER) and not made,
        "petit au bout in trick 17": in_17,
    }


def _poignees(oracle: Oracle) -> Events:
    assert oracle.result is not None
    shown, discarded = oracle.poignees, frozenset(numbered_trumps(oracle.discard))
    owned = {poignee.seat: _trumps_of(oracle, poignee.seat) for poignee in shown}
    by_taker = {poignee.seat == oracle.taker for poignee in shown}
    return {
        **{f"poignee {size}": any(poignee.size == size for poignee in shown) for size in POIGNEE_TRUMPS},
        "poignee with the Excuse": any(EXCUSE in poignee.cards for poignee in shown),
        "poignee with a surplus held back": any(owned[poignee.seat] - poignee.cards for poignee in shown),
        "poignee smaller than it could be": any(
            poignee.size == "simple" and len(owned[poignee.seat]) >= 13 for poignee in shown
        ),
        "poignee with a discarded trump": any(poignee.cards & discarded for poignee in shown),
        "poignee of the taker lost": True in by_taker and not oracle.result.made,
        "poignee of the defence lost": False in by_taker and oracle.result.made,
        "poignees of both sides": by_taker == {True, False},
    }


def _chelem(oracle: Oracle) -> Events:
    assert oracle.result is not None
    announced, by = oracle.chelem_announced, oracle.result.chelem_by
    in_auction = "CHELEM" in oracle.bids
    return {
        "chelem announced in the auction": in_auction,
        "chelem announced after the discard": announced and bool(oracle.discard),
        "chelem announced after a garde sans or contre": announced and not in_auction and not oracle.discard,
        "chelem announced and made": announced and by == TAKER,
        "chelem announced and missed, contract made": announced and by != TAKER and oracle.result.made,
        "chelem announced and missed, contract lost": announced and by is None and not oracle.result.made,
        "chelem announced, every trick lost": announced and by not in (None, TAKER),
        "chelem made unannounced": not announced and by == TAKER,
        "chelem of the defence": not announced and by not in (None, TAKER),
    }


def _trumps_of(oracle: Oracle, seat: int) -> set[str]:
    """Numbered trumps that a seat played or put aside."""
    played = (trick.cards[(seat - trick.leader) % 4] for trick in oracle.tricks)
    return set(numbered_trumps([*played, *(oracle.discard if seat == oracle.taker else ())]))


def count_events(oracles: Iterable[Oracle]) -> Counter[str]:
    """In how many deals each event happened; those that never did count zero."""
    counts: Counter[str] = Counter()
    for oracle in oracles:
        counts.update({name: int(did) for name, did in events(oracle).items()})
    return counts
