"""How fast the engine and the environments play: uniform random legal play of whole deals, from auction to score.

Everything runs in one thread; figures are per CPU-second of this process, the best of a few repetitions. Shuffling,
scoring and choosing the actions are included. The engine is measured in three modes:

bits         each step checks the actions and works out the next legal ones, as bit sets, from which one is drawn
mask         and writes them as an array of 87 bools
observation  and observes and encodes what the seat to act knows, into a buffer that is used again

    python benchmarks/engine.py --peers --json result.json
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np
import peers
from rates import Play, Rate, Stopwatch

from tarot_env import Engine, tarot_v0
from tarot_env.encoding import SIZE, encode
from tarot_env.state import State
from tarot_env.vector import TarotVectorEnv

BATCHES = (1, 64, 1024, 4096, 16384)
TABLES = (64, 1024)
MODES = ("bits", "mask", "observation")
COMPARED_BATCH = 4096


def engine_play(batch: int, mode: str, seed: int) -> Play:
    """Deal a batch and play it to the end."""
    engine = Engine(batch, seed=seed)
    vectors = np.empty((batch, SIZE), np.float32)

    def play() -> tuple[int, int]:
        engine.reset()
        decisions, acting = 0, batch
        while acting:
            decisions += acting
            if mode != "bits":
                engine.legal_mask()
            if mode == "observation":
                encode(engine.observe(), out=vectors)
            engine.step(engine.sample_legal())
            acting = batch - int(np.count_nonzero(engine.done))
        return decisions, batch

    return play


def aec_play(env: Any, seed: int) -> Play:
    """One deal through a PettingZoo environment; each decision reads observation and mask."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)

    def play() -> tuple[int, int]:
        env.reset()
        decisions = 0
        while True:
            observation, _, terminated, _, _ = env.last()
            if terminated:
                return decisions, 1
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1

    return play


def vector_play(tables: int, seed: int) -> Play:
    """Twenty decisions of the learner at each table, its three opponents playing at random in between."""
    env, rng = TarotVectorEnv(tables), np.random.default_rng(seed)
    masks = env.reset(seed=seed)[1]["action_mask"]
    steps = 20

    def play() -> tuple[int, int]:
        nonlocal masks
        ended = 0
        for _ in range(steps):
            actions = (masks * rng.random(masks.shape, np.float32)).argmax(axis=1)
            _, _, terminated, _, infos = env.step(actions)
            masks = infos["action_mask"]
            ended += int(np.count_nonzero(terminated))
        return steps * tables, ended

    return play


def measure(stopwatch: Stopwatch, batches: tuple[int, ...], seed: int) -> Iterator[Rate]:
    """Every figure of this project."""
    for batch in batches:
        for mode in MODES:
            yield stopwatch.rate("Engine", mode, batch, engine_play(batch, mode, seed))
    for name, env in (("raw_env()", tarot_v0.raw_env()), ("env()", tarot_v0.env())):
        yield stopwatch.rate(name, "mask and observation", 1, aec_play(env, seed))
    for tables in TABLES:
        yield stopwatch.rate("TarotVectorEnv", "learner's decisions", tables, vector_play(tables, seed))


def bytes_per_deal() -> int:
    """Of the engine's state."""
    state = State.allocate(64)
    return sum(getattr(state, field.name).nbytes for field in fields(state)) // 64


def print_engine(rates: list[Rate]) -> None:
    """One line for each batch: decisions in the three modes, then deals."""
    print(f"{'':10}{'decisions per CPU-second':>36}{'deals per CPU-second':>37}")
    print(f"{'batch':>10}" + 2 * "".join(f"{mode:>12}" for mode in MODES))
    for batch in sorted({rate.batch for rate in rates}):
        line = {rate.mode: rate for rate in rates if rate.batch == batch}
        decisions = "".join(f"{line[mode].decisions:12,.0f}" for mode in MODES)
        print(f"{batch:10,}{decisions}" + "".join(f"{line[mode].deals:12,.0f}" for mode in MODES))


def print_rates(rates: list[Rate]) -> None:
    """One line for each figure."""
    for rate in rates:
        batch = f" of {rate.batch:,}" if rate.batch > 1 else ""
        print(f"{rate.name + batch:28}{rate.mode:28}{rate.decisions:12,.0f}{rate.deals:12,.1f}")


def best_ratios(own: list[Rate], others: list[Rate]) -> dict[str, float]:
    """How many times the decisions of the fastest peer: a batch in each mode, and a single table."""

    def fastest(rates: list[Rate], *modes: str) -> float:
        return max(rate.decisions for rate in rates if rate.mode in modes)

    batched = [rate for rate in own if rate.name == "Engine" and rate.batch == COMPARED_BATCH]
    ratios = {
        f"batch of {COMPARED_BATCH:,}, {mode}": fastest(batched, mode) / fastest(others, *modes)
        for mode, modes in zip(MODES, ((peers.BOTS, peers.PYTHON), (peers.MASK,), (peers.OBSERVATION,)), strict=True)
        if batched
    }
    single = fastest([rate for rate in own if rate.name == "raw_env()"], "mask and observation")
    return ratios | {"raw_env(), mask and observation": single / fastest(others, peers.OBSERVATION)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batches", type=_positive, nargs="+", default=BATCHES, help="deals at once")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time of a repetition (default: %(default)s)")
    parser.add_argument("--repetitions", type=_positive, default=3, help="the best counts (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of deals and actions (default: %(default)s)")
    parser.add_argument("--peers", action="store_true", help="measure OpenSpiel's card games too, and print ratios")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    args = parser.parse_args()
    if args.json is not None and not args.json.parent.is_dir():
        sys.exit(f"--json {args.json}: there is no folder {args.json.parent}")
    try:
        pyspiel = peers.open_spiel() if args.peers else None
    except peers.NotInstalled as error:
        sys.exit(str(error))
    stopwatch = Stopwatch(args.seconds, args.repetitions)

    print(f"uniform random legal play, whole deals, one thread; best of {args.repetitions}")
    rates = list(measure(stopwatch, tuple(args.batches), args.seed))
    print_engine([rate for rate in rates if rate.name == "Engine"])
    print(f"\n{'':56}{'decisions':>12}{'deals':>12}")
    print_rates([rate for rate in rates if rate.name != "Engine"])
    print(f"\nstate: {bytes_per_deal()} bytes per deal")
    result: dict[str, Any] = {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "state_bytes_per_deal": bytes_per_deal(),
        "rates": [asdict(rate) for rate in rates],
    }
    if pyspiel is not None:
        others = peers.measure(pyspiel, stopwatch, args.seed)
        print()
        print_rates(others)
        ratios = best_ratios(rates, others)
        print("\ntimes the fastest peer")
        for name, ratio in ratios.items():
            print(f"{name:56}{ratio:12,.1f}")
        result |= {"peers": [asdict(rate) for rate in others], "ratios": ratios}
    if args.json is not None:
        args.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is not at least 1")
    return number


if __name__ == "__main__":
    main()
