"""Play tarot against three agents, on a page in your browser.

    python play.py --agents best,heuristic,random

The page is served on this machine only. Games are kept under --data and go on where they were, whatever happens.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import secrets
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Final

from agents.command_line import Parser
from agents.registry import PLAYERS
from web.bots import STAND_IN, Bots
from web.lobby import Lobby
from web.setup import Setup
from web.shelf import Shelf

HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = 8078
_PORTS_TRIED: Final = 100
_SWITCH: Final = 0.0005  # seconds after which a player that thinks lets the server answer: Python's own 0.005 are felt


def main() -> int:
    """Returns the exit status: 2 for what cannot be done as asked."""
    args = _arguments()
    missing = [name for name in ("starlette", "uvicorn", "websockets") if importlib.util.find_spec(name) is None]
    if missing:
        return _fail(f"{missing[0]} is not installed: pip install 'tarot-env[play]'")
    try:
        listener = _bind(args.port)
        _serve(args, listener)
    except (OSError, ValueError) as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        pass  # as the first line of output says; games are kept
    return 0


def _fail(problem: str) -> int:
    print(f"play.py: {problem}", file=sys.stderr)
    return 2


def _serve(args: argparse.Namespace, listener: socket.socket) -> None:
    import uvicorn  # here: only the extra "play" has it

    from web.server import make_app

    bots = Bots()
    specs = _opponents(args.agents, bots)
    seed = secrets.randbelow(2**31) if args.seed is None else args.seed
    setup = Setup(specs, args.rules, args.target, args.deals, seed)
    if args.data.exists() and not args.data.is_dir():
        raise ValueError(f"--data names a folder, {args.data} is a file")
    args.data.mkdir(parents=True, exist_ok=True)
    lobby = Lobby(Shelf(args.data), bots, setup, seeded=args.seed is not None, adviser=specs[0])
    address = f"http://{HOST}:{listener.getsockname()[1]}/"
    config = uvicorn.Config(make_app(lobby, args.lang), log_level="warning", ws_max_size=1 << 21, lifespan="off")
    sys.setswitchinterval(_SWITCH)

    async def serve() -> None:
        print(f"Tarot against {', '.join(specs)}: {address}  (Ctrl-C ends; games are kept in {args.data})", flush=True)
        if not args.no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        await uvicorn.Server(config).serve(sockets=[listener])

    # Not Server.run: interrupted before its loop runs, it complains of a coroutine that nobody awaited.
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(serve())


def _opponents(text: str | None, bots: Bots) -> tuple[str, ...]:
    """Three specs, all of them players that can be made; one spec sits in all three seats.

    Raises:
        ValueError: not one or three, or one that is no player.
    """
    if text is None:
        return (_default_player(bots),) * 3
    specs = split_players(text)
    if len(specs) == 1:
        specs *= 3
    for spec in specs:
        bots.load(spec)
    return specs


def split_players(text: str) -> tuple[str, ...]:
    """Specs whose options hold commas themselves: a part that is an option, `name=value` or a word
    alone that is no player, goes on the last one."""
    specs: list[str] = []
    for part in text.split(","):
        is_option = "=" in part.partition(":")[0] or (part.isidentifier() and part not in PLAYERS)
        if specs and ":" in specs[-1] and is_option:
            specs[-1] += f",{part}"
        else:
            specs.append(part.strip())
    return tuple(specs)


def _default_player(bots: Bots) -> str:
    try:
        bots.load("best")
    except (ValueError, ImportError):  # no trained player is shipped, or torch is not installed
        return STAND_IN
    return "best"


def _bind(port: int) -> socket.socket:
    """A socket on this machine's own address.

    Raises:
        OSError: the port is taken; says which one is free.
    """
    try:
        return _listener(port)
    except OSError as error:
        free = _free_port(port)
        raise OSError(f"port {port} cannot be used ({error.strerror}): say --port {free}, which is free") from None


def _listener(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def _free_port(taken: int) -> int:
    for port in range(taken + 1, min(taken + _PORTS_TRIED, 65536)):
        try:
            _listener(port).close()
        except OSError:
            continue
        return port
    with _listener(0) as listener:
        return int(listener.getsockname()[1])


def _arguments() -> argparse.Namespace:
    parser = Parser(prog="play.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", metavar="A,B,C", help="opponents: right, across, left; one name sits in all three")
    parser.add_argument("--rules", default="official", choices=["official", "casual"], help="(default: official)")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--target", type=int, default=100, help="points that end a match (default: 100)")
    length.add_argument("--deals", type=int, help="a number of deals instead")
    parser.add_argument("--seed", type=int, help="the same deals every time")
    parser.add_argument("--port", type=_port, default=DEFAULT_PORT, help=f"(default: {DEFAULT_PORT})")
    parser.add_argument("--lang", choices=["fr", "en"], help="language of the page (default: the browser's)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--data", type=Path, default=Path("runs/games"), help="where games are kept")
    return parser.parse_args()


def _port(text: str) -> int:
    if not text.isdigit() or not 0 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: 0 to 65535")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
