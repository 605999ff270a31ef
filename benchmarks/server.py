"""How long a tap waits for its answer when many people play at once, and what a game costs the server.

play.py runs on one core; this process plays all the people on another, at random, each with a page and a match of its
own, and thinks before each tap as a person does (less, to load the server more). Times are wall time, which whatever
else runs on the machine lengthens; the CPU's are the server's own.

    python benchmarks/server.py --games 200 --agents random
    python benchmarks/server.py --games 200 --agents best
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parent.parent
_MIB = 2**20


@dataclass
class Times:
    """Milliseconds from each tap to the first table that shows it, and to the person's next turn."""

    answer: list[float] = field(default_factory=list)
    turn: list[float] = field(default_factory=list)


@dataclass
class Server:
    """play.py as a process, and what it has used."""

    process: subprocess.Popen[str]
    address: str

    def cpu(self) -> float:
        """Seconds of all its threads."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes in RAM."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def server_on_one_core(agents: str, folder: Path, core: int) -> Iterator[Server]:
    """Ends with the block."""
    command = [sys.executable, "play.py", "--no-browser", "--port", "0", "--data", str(folder), "--agents", agents]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            os.sched_setaffinity(process.pid, {core})
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
            if found is None:
                raise ValueError(f"the server did not start with --agents {agents}")
            yield Server(process, found[0])
        finally:
            process.kill()


class Person:
    """Plays at random on a page of the server, deal after deal.

    Args:
        socket: the page's.
        rng: of the person's choices and thinking.
        think: seconds before a tap, on average.
    """

    def __init__(self, socket: ClientConnection, rng: np.random.Generator, think: float) -> None:
        self._socket = socket
        self._rng = rng
        self._think = think

    async def sit_down(self) -> None:
        """Have a match that does not end."""
        await self._say("hello", lang="en")
        await self._say("new", deals=1_000_000)
        self._table = await self._hear_table()

    async def play(self, until: float, times: Times) -> None:
        """Up to a moment of the clock."""
        while time.monotonic() < until:
            await asyncio.sleep(float(self._rng.exponential(self._think)))
            while self._table["to_act"] > 0:
                self._table = await self._hear_table()
            tapped = time.monotonic()
            await self._tap()
            self._table = await self._hear_table()
            times.answer.append(1000 * (time.monotonic() - tapped))
            while self._table["to_act"] > 0:
                self._table = await self._hear_table()
            times.turn.append(1000 * (time.monotonic() - tapped))

    async def _tap(self) -> None:
        table = self._table
        if table["phase"] == "DONE":
            await self._say("next")
        else:
            await self._say("act", deal=table["deal"], turn=table["turn"], actions=self._choice(table))

    def _choice(self, table: dict[str, Any]) -> list[str]:
        discarding = table["discarding"]
        if discarding is None:
            return [str(self._rng.choice(table["legal"]))]
        rest = [card for card in discarding["allowed"] if card not in discarding["must"]]
        more = discarding["count"] - len(discarding["must"])
        return [*discarding["must"], *map(str, self._rng.choice(rest, more, replace=False))]

    async def _say(self, do: str, **fields: object) -> None:
        await self._socket.send(json.dumps({"do": do, **fields}))

    async def _hear_table(self) -> dict[str, Any]:
        async for frame in self._socket:
            message: dict[str, Any] = json.loads(frame)
            assert message["type"] not in ("refused", "trouble"), message
            if message["type"] == "table":
                return message
        raise ConnectionError("the server is gone")


async def _open_page(server: Server) -> ClientConnection:
    with urllib.request.urlopen(server.address + "/") as page:
        cookie = page.headers["set-cookie"].split(";")[0]
    socket = server.address.replace("http", "ws") + "/socket"
    return await connect(socket, origin=server.address, additional_headers={"Cookie": cookie}, compression=None)


async def measure(server: Server, games: int, think: float, seconds: float, seed: int) -> None:
    """Fill the tables, play, print."""
    seeds = np.random.SeedSequence(seed).spawn(games + 1)
    first = Person(await _open_page(server), np.random.default_rng(seeds[0]), 0)
    await first.sit_down()
    await first.play(time.monotonic() + 2, Times())  # everything that is loaded or compiled once
    empty = server.memory()
    people = [Person(await _open_page(server), np.random.default_rng(child), think) for child in seeds[1:]]
    for person in people:
        await person.sit_down()
    times, cpu, start = Times(), server.cpu(), time.monotonic()
    await asyncio.gather(*(person.play(start + seconds, times) for person in people))
    taken, spent = time.monotonic() - start, server.cpu() - cpu
    taps = len(times.answer)
    print(f"{games} games, {taps} taps in {taken:.0f} s, {think:g} s of thought before each on average")
    print(f"{'milliseconds from a tap to':32}{'median':>8}{'p99':>8}{'worst':>8}")
    for name, values in (("its answer", times.answer), ("the person's next turn", times.turn)):
        print(f"{name:32}{np.median(values):8.1f}{np.percentile(values, 99):8.1f}{max(values):8.1f}")
    more = (server.memory() - empty) / games
    print(f"CPU: {100 * spent / taken:.0f} % of the core, {1000 * spent / taps:.2f} ms for a tap and what follows")
    print(f"memory: {empty / _MIB:.0f} MiB with one game, {more / 1024:.0f} KiB for each more")


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="at once (default: %(default)s)")
    parser.add_argument("--agents", default="random", help="opponents, as for play.py (default: %(default)s)")
    parser.add_argument("--think", type=float, default=2.0, help="seconds before a tap, on average (default: 2)")
    parser.add_argument("--seconds", type=float, default=20.0, help="of play (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of all choices (default: %(default)s)")
    args = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[0]})
    with tempfile.TemporaryDirectory() as folder, server_on_one_core(args.agents, Path(folder), cores[-1]) as server:
        asyncio.run(measure(server, args.games, args.think, args.seconds, args.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
