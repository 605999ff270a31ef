"""From a short text to a player: ``load("mc:worlds=100")``.

A player is registered by one function in `PLAYERS`. Its parameters, with their types and defaults, are the options of
the text; the import of what it needs stands inside it, so that nothing is loaded for players that are not asked for.
"""

from __future__ import annotations

import difflib
import importlib
import inspect
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, get_args, get_type_hints

import numpy as np

from agents.agent import Agent
from tarot_env.observation import Observation

if TYPE_CHECKING:
    from agents.network.reader import Reader


def _random() -> Agent:
    from agents.random_agent import RandomAgent

    return RandomAgent()


def _random_cards() -> Agent:
    from agents.random_agent import RandomCardsAgent

    return RandomCardsAgent()


def _heuristic() -> Agent:
    from agents.heuristic import HeuristicAgent

    return HeuristicAgent()


def _mc(
    worlds: int | None = None,
    ms: float | None = None,
    playout: str = "random",
    inference: str | None = None,
    belief: str | None = None,
    peek: bool = False,
) -> Agent:
    from agents.mc import Inference, MonteCarloAgent, PeekingAgent, Search, playout_of

    search = Search(playout_of(playout), worlds, ms)
    if inference is not None and belief is not None:
        raise ValueError("mc takes inference or belief, not both: each says how likely a world is")
    if not peek:
        opinion = None if inference is None else Inference(load(inference))
        return MonteCarloAgent(search, opinion if belief is None else _reader(belief))
    if inference is not None or belief is not None:
        given = "belief" if inference is None else "inference"
        raise ValueError(f"mc takes peek or {given}, not both: who sees all cards infers nothing")
    return PeekingAgent(search)


def _reader(spec: str) -> Reader:
    """What a trained player believes of hidden cards."""
    try:
        from agents.network.reader import Reader
    except ModuleNotFoundError:
        raise _no_torch(spec) from None
    files = checkpoints(spec)
    if spec not in files:
        raise ValueError(f"belief={spec}: name a trained player, such as best, or a checkpoint")
    if (reader := Reader.from_file(files[spec], spec)) is None:
        raise ValueError(f"belief={spec}: {files[spec]} holds no belief; python train.py belief adds one")
    return reader


def _pimc(worlds: int = 20, cards: int = 6) -> Agent:
    before = load("mc")  # says it if numba, which the solver needs too, is missing
    from agents.mc.pimc import PimcAgent

    return PimcAgent(before, worlds, cards)


def _best(greedy: bool = True) -> Agent:
    from agents.network import WEIGHTS

    return _checkpoint(WEIGHTS / "best.pt", "best")(greedy)


def _best_mc(worlds: int = 32) -> Agent:
    from agents.network import WEIGHTS

    return _guided(WEIGHTS / "best.pt", "best")(worlds)


def _checkpoint(path: Path, name: str) -> Callable[..., Agent]:
    """The function that makes the player of a checkpoint, or of a run's folder."""

    def make(greedy: bool = True) -> Agent:
        try:
            from agents.network.agent import NetworkAgent
        except ModuleNotFoundError:
            raise _no_torch(name) from None
        return NetworkAgent.from_file(path, greedy, name)

    return make


def _guided(path: Path, name: str) -> Callable[..., Agent]:
    """The function that makes the player of a checkpoint that also looks ahead."""

    def make(worlds: int = 32) -> Agent:
        try:
            from agents.mc.guided import GuidedAgent
        except ModuleNotFoundError:
            raise _no_torch(name) from None
        return GuidedAgent.from_file(path, name, worlds)

    return make


def _no_torch(name: str) -> ValueError:
    return ValueError(f"{name} is a network, which PyTorch computes: pip install 'tarot-env[train]'")


def _split(bids: str = "heuristic", rest: str = "best") -> Agent:
    from agents.split import SplitAgent

    return SplitAgent(load(bids), load(rest))


def _magmacrunch() -> Agent:
    from agents.magmacrunch import MagmacrunchAgent

    return MagmacrunchAgent()


PLAYERS: Final[dict[str, Callable[..., Agent]]] = {
    "random": _random,
    "random-cards": _random_cards,
    "heuristic": _heuristic,
    "mc": _mc,
    "pimc": _pimc,
    "best": _best,
    "best+mc": _best_mc,
    "split": _split,
    "magmacrunch": _magmacrunch,
}
"""Name to the function that makes the player; its keyword parameters (bool, int, float, str, or one of them or None)
are its options."""


def load(spec: str) -> Agent:
    """The player that a text names.

    >>> load("heuristic").name
    'heuristic'
    >>> load("heuristics")
    Traceback (most recent call last):
    ValueError: unknown player 'heuristics': did you mean 'heuristic'?

    Args:
        spec: ``"name"`` or ``"name:option=value,option=value"`` with a name of `PLAYERS` (an option that is a yes or no
            may stand alone: ``"name:option"``); the path of a checkpoint or of a run's folder in place of the name, and
            if it is to look ahead ``+mc`` behind it, as in ``"runs/first+mc:worlds=50"``; or ``"module:Class"`` for a
            class of your own, made without arguments.

    Raises:
        ValueError: an unknown name (the nearest one is suggested), an unknown option (those that exist are named) or
            a value of the wrong kind, a module or class that is not there or fails, a file that is no checkpoint.
    """
    if not isinstance(spec, str):
        raise ValueError(f"a player is named by a text, such as 'heuristic', not by {spec!r}")
    name, _, rest = spec.partition(":")
    if name in PLAYERS:
        return PLAYERS[name](**_options(name, PLAYERS[name], rest))
    path = name.removesuffix("+mc")
    if _is_path(path, rest):
        make = _checkpoint(Path(name), name) if path == name else _guided(Path(path), path)
        return make(**_options(name, make, rest))
    if rest.isidentifier():
        return _from_module(name, rest)
    near = difflib.get_close_matches(name, PLAYERS, n=1, cutoff=0.4)
    near = [":".join(name.rsplit(".", 1))] if "." in name else near  # a class of the user's
    hint = f"did you mean {near[0]!r}?" if near else f"players are {', '.join(PLAYERS)}"
    raise ValueError(f"unknown player {spec!r}: {hint}")


def checkpoints(spec: str) -> dict[str, Path]:
    """The files of the networks that a player is made of, by the words that name them. They need not be there.

    >>> [*checkpoints("mc:worlds=50,playout=best")]
    ['best']

    Raises:
        ValueError: an unknown option, or a value of the wrong kind, as `load`.
    """
    name, _, rest = spec.partition(":")
    word = name.removesuffix("+mc")
    if word == "best":
        from agents.network import WEIGHTS

        return {word: WEIGHTS / "best.pt"}
    if name in PLAYERS:
        make = PLAYERS[name]
        options = {p.name: p.default for p in inspect.signature(make).parameters.values()} | _options(name, make, rest)
        return {k: v for part in options.values() if isinstance(part, str) for k, v in checkpoints(part).items()}
    if _is_path(word, rest):
        return {word: Path(word) / "best.pt" if os.path.isdir(word) else Path(word)}
    return {}


def _is_path(word: str, rest: str) -> bool:
    """Whether a player's name, before `rest`, is the path of a checkpoint or of a run's folder."""
    if "/" in word or word.endswith(".pt"):
        return True
    modules = (os.path.join(word, "__init__.py"), f"{word}.py")
    has_class = rest.isidentifier() and any(map(os.path.isfile, modules))  # module:Class, of a package or beside one
    return os.path.isdir(word) and not has_class  # a Path refuses a name that is too long


def _options(name: str, make: Callable[..., Agent], text: str) -> dict[str, bool | int | float | str]:
    """Read ``"option=value,option=value"`` by the parameters of the function that makes a player."""
    kinds = get_type_hints(make)
    kinds.pop("return", None)
    options: dict[str, bool | int | float | str] = {}
    for part in filter(None, text.split(",")):
        option, given, value = part.partition("=")
        if option not in kinds:
            there_are = ", ".join(_described(make)) or "it has none"
            raise ValueError(f"{name} has no option {option!r}; options: {there_are}")
        if option in options:
            raise ValueError(f"{name}: option {option!r} is given twice")
        options[option] = _value(f"{name}:{option}", kinds[option], value if given else "yes")
    return options


def _described(make: Callable[..., Agent]) -> list[str]:
    """``option=default`` for each option of a player."""
    return [f"{p.name}={p.default}" for p in inspect.signature(make).parameters.values()]


def _value(what: str, kind: Any, text: str) -> bool | int | float | str:
    """A value of an option's kind: bool, int, float or str, or the one that may also be None."""
    kind = next((k for k in get_args(kind) if k is not type(None)), kind)
    if kind is bool:
        if text.lower() in ("yes", "true", "1"):
            return True
        if text.lower() in ("no", "false", "0"):
            return False
        raise ValueError(f"{what} is yes or no, not {text!r}")
    try:
        value: int | float | str = kind(text)
    except ValueError:
        raise ValueError(f"{what} takes a value of type {kind.__name__}, not {text!r}") from None
    return value


def _from_module(module: str, name: str) -> Agent:
    """A class of the user's."""
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise ValueError(f"module {module!r} needs {missing.name!r}, which is not installed") from None
        near = difflib.get_close_matches(module, PLAYERS, n=1, cutoff=0.7)
        near = [f"{module.removesuffix('.py')}:{name}"] if module.endswith(".py") else near
        hint = f"did you mean {near[0]!r}?" if near else "it is looked for beside the script and in PYTHONPATH"
        raise ValueError(f"unknown player '{module}:{name}': no module {module!r} can be imported; {hint}") from None
    except Exception as error:
        raise ValueError(f"module {module!r} cannot be imported: {_in_one_line(error)}") from error
    make = getattr(found, name, None)
    if make is None:
        raise ValueError(f"module {module!r} has no class {name!r}")
    try:
        made: Agent = make()
    except Exception as error:
        raise ValueError(f"{module}:{name} cannot be made: {_in_one_line(error)}") from error
    if not callable(getattr(made, "act", None)) or not isinstance(getattr(made, "name", None), str):
        raise ValueError(f"{module}:{name} is no player: it needs a name and act(observation, rng)")
    return made


def _in_one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


class Table(Protocol):
    """What `as_policy` asks of a PettingZoo environment."""

    @property
    def unwrapped(self) -> Any:
        """The environment itself, whose ``view(agent)`` is what that seat knows: an `Observation` of one."""


def as_policy(agent: Agent, seed: int | None = None) -> Callable[[Table, str], int]:
    """The player as a function for a PettingZoo loop.

    The encoded observation of the environment is for networks; a player reads the structured one, which
    ``env.unwrapped.view(name)`` gives for the seat called `name` and which holds the same.

    >>> from tarot_env import tarot_v0
    >>> env = tarot_v0.env()
    >>> env.reset(seed=7)
    >>> policy = as_policy(load("heuristic"), seed=7)
    >>> for name in env.agent_iter():
    ...     over = env.terminations[name] or env.truncations[name]
    ...     env.step(None if over else policy(env, name))

    Args:
        agent: who decides.
        seed: of the generator that all its choices draw from.

    Raises:
        ValueError: a name or a class in place of a player. The function raises it for a seat that is not to act, and
            for a name that no seat has.
    """
    if isinstance(agent, type) or not callable(getattr(agent, "act", None)):
        raise ValueError(f"as_policy takes a player, as agents.load('heuristic') makes one, not {agent!r}")
    rng = np.random.default_rng(seed)

    def policy(env: Table, name: str) -> int:
        observation: Observation = env.unwrapped.view(name)
        if not observation.legal.any():
            raise ValueError(f"{name} has nothing to decide now: it is not to act")
        return int(agent.act(observation, rng)[0])

    return policy
