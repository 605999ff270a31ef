"""Tasks shared out among processes, and among the ranks of torchrun. What comes back is in the order of the tasks."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stdout

from agents.arena.contest import Contest, Hall, Outcome
from agents.arena.schedule import Task

_AHEAD = 4  # tasks handed out for each process, so that none waits for the one before it

_hall: Hall | None = None  # of this process, if it is a worker


def outcomes(contest: Contest, todo: Iterable[Task], jobs: int) -> Iterator[Outcome]:
    """Play the tasks, here or in `jobs` processes of their own.

    Raises:
        ValueError: a player cannot be loaded.
        ChildProcessError: a process died.
    """
    if jobs == 1:
        hall = Hall(contest)
        for task in todo:
            with redirect_stdout(sys.stderr):  # what a player prints must not stand among the results
                outcome = hall.run(task)
            yield outcome
        return
    yield from _shared_out(contest, iter(todo), jobs)


def _shared_out(contest: Contest, todo: Iterator[Task], jobs: int) -> Iterator[Outcome]:
    Hall(contest)  # what is wrong with a player is said here, not by a process that dies of it
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_settle_in, initargs=(contest,))
    waiting: deque[Future[Outcome]] = deque()
    try:
        for task in todo:
            waiting.append(pool.submit(_run, task))
            if len(waiting) >= jobs * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise ChildProcessError("a process of --jobs died (out of memory?)") from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            child.terminate()


def _settle_in(contest: Contest) -> None:
    """Get a worker ready: an interrupt is the parent's to handle, and stdout is not the players'."""
    global _hall
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr
    _hall = Hall(contest)


def _run(task: Task) -> Outcome:
    assert _hall is not None
    return _hall.run(task)
