"""The one place that touches numba: a typed `njit`, bit operations, and plain memory.

Numba ships no types, so its decorators would turn every kernel into `Any`; here they keep the signature.
Everything in the kernels is an int64: mixing uint64 with int64 makes numba fall back to float64. Memory is read and
written by address, since numba counts references whenever an array is passed on or taken out of a tuple: with arrays
more than half of the search's time went into that.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

try:
    from numba import njit as _njit
    from numba import types
    from numba.extending import intrinsic
except ImportError:
    raise ImportError('agents.solver is compiled by numba: pip install "tarot-env[search]"') from None

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def _drop_stale_code() -> None:
    """Numba compares its cache with a kernel's own file, not with the kernels in other files that it calls."""
    solver = Path(__file__).parent
    folders = (solver, solver.parent / "mc")  # whose random playouts call kernels from here
    newest = max(source.stat().st_mtime for folder in folders for source in folder.glob("*.py"))
    for index in (index for folder in folders for index in (folder / "__pycache__").glob("*.nbi")):
        with suppress(OSError):
            if index.stat().st_mtime < newest:
                index.unlink()


_drop_stale_code()


def njit(kernel: Kernel) -> Kernel:
    """Compile `kernel` on its first call and keep the machine code beside the source."""
    return cast(Kernel, _njit(cache=True)(kernel))


@intrinsic
def _count(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _lowest(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@intrinsic
def _highest(typing: Any, bits: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], context.get_constant(types.boolean, True))
        return builder.sub(context.get_constant(types.int64, 63), zeros)

    return types.int64(types.int64), generate


@intrinsic
def _get(typing: Any, address: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_cell(context, builder, *arguments))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _put(typing: Any, address: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _cell(context, builder, *arguments[:2]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


def _cell(context: Any, builder: Any, address: Any, index: Any) -> Any:
    pointer = builder.inttoptr(address, context.get_value_type(types.int64).as_pointer())
    return builder.gep(pointer, [index])


count = cast(Callable[[int], int], _count)
"""How many bits are set."""

lowest = cast(Callable[[int], int], _lowest)
"""The number of the lowest set bit; undefined for 0."""

highest = cast(Callable[[int], int], _highest)
"""The number of the highest set bit; undefined for 0."""

get = cast(Callable[[int, int], int], _get)
"""`get(address, index)`: the int64 at this place of the int64s that begin at `address`, unchecked."""

put = cast(Callable[[int, int, int], None], _put)
"""`put(address, index, value)`: write it there."""
