"""Play a contest: deals by the round, until there are enough, however many processes and machines share the work."""

from __future__ import annotations

from collections.abc import Callable

from agents.arena.contest import Contest, Outcome
from agents.arena.ledger import Ledger
from agents.arena.ranks import Ranks
from agents.arena.results import Results
from agents.arena.schedule import Task, hopeless, tasks
from agents.arena.workers import outcomes


def evaluate(
    contest: Contest,
    ledger: Ledger,
    deals: int,
    until: float | None = None,
    jobs: int = 1,
    ranks: Ranks | None = None,
    watch: Callable[[int, int], None] = lambda played, known: None,
    keep: Callable[[list[str]], None] = lambda records: None,
) -> None:
    """Add `deals` deals to the ledger; with `until`, again and again while an interval of a main figure is wider.

    Interrupted, the ledger holds what was played up to then; with several ranks, what they had put together, which they
    do once all have played these deals.

    Args:
        ledger: of the same contest.
        jobs: processes here.
        ranks: of torchrun, if it started this process and others.
        watch: told after each task how many tasks this process has played, of how many known so far.
        keep: given the records of each block of deals, once it is complete.

    Raises:
        ValueError: a player cannot be loaded.
        ChildProcessError: a process died.
    """
    ranks = ranks or Ranks()
    played = known = 0
    more = True
    while more:
        first = ledger.complete
        todo = list(tasks(contest.views, len(contest.players), range(first, first + deals)))
        known += len(ranks.share(todo))
        sent_off = set(ledger.faults)

        def still_counts(task: Task, sent_off: set[int] = sent_off) -> bool:
            return not hopeless(task, len(contest.players), sent_off)

        mine: list[Outcome] = []
        page = _Page(keep, first)
        for outcome in outcomes(contest, filter(still_counts, ranks.share(todo)), jobs):
            played += 1
            sent_off |= {fault.player for fault in outcome.faults}
            if ranks.world == 1:
                _enter(ledger, outcome, page)
            else:
                mine.append(outcome)
            watch(played, known)
        for outcome in ranks.gather(mine):
            _enter(ledger, outcome, page)
        page.turn()
        ledger.complete = first + deals
        more = until is not None and Results.of(contest, ledger).widest() > until


class _Page:
    """Records of the block that is being played: whoever goes on with a run plays an unfinished block again."""

    def __init__(self, keep: Callable[[list[str]], None], block: int) -> None:
        self._keep = keep
        self._block = block
        self._records: list[str] = []

    def add(self, block: int, records: list[str]) -> None:
        """Records of a task in this block or in the next one, named by their first deal."""
        if block != self._block:
            self.turn()
        self._block = block
        self._records += records

    def turn(self) -> None:
        """The block is complete."""
        self._keep(self._records)
        self._records = []


def _enter(ledger: Ledger, outcome: Outcome, page: _Page) -> None:
    """Enter one task, and keep the records of those who were not sent off up to now."""
    ledger.enter(outcome)
    tables = zip(outcome.records, outcome.plays.lineup.tolist(), strict=bool(outcome.records))
    records = [record for record, lineup in tables if ledger.faults.keys().isdisjoint(lineup)]
    page.add(outcome.task.deals.start, records)
