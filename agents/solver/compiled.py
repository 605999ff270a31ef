"""The one place that touches numba: a typed `njit`, and the three bit operations that NumPy scalars lack.

Numba ships no types, so its decorators would turn every kernel into `Any`; here they keep the signature.
Card sets inside the kernels are int64 with bit 63 unused: mixing uint64 with int64 makes numba fall back to float64.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

try:
    from llvmlite import ir as types_of_ir
    from numba import njit as _njit
    from numba import types
    from numba.extending import intrinsic
except ImportError:
    raise ImportError('agents.solver is compiled by numba: pip install "tarot-env[search]"') from None

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def _drop_stale_code() -> None:
    """Numba compares its cache with a kernel's own file, not with the kernels in other files that it calls."""
    here = Path(__file__).parent
    newest = max(source.stat().st_mtime for source in here.glob("*.py"))
    for index in (here / "__pycache__").glob("*.nbi"):
        with suppress(OSError):
            if index.stat().st_mtime < newest:
                index.unlink()


_drop_stale_code()


def njit(kernel: Kernel) -> Kernel:
    """Compile `kernel` on its first call and keep the machine code beside the source."""
    return cast(Kernel, _njit(cache=True)(kernel))


def _bit_operation(emit: Callable[[Any, Any], Any]) -> Callable[[int], int]:
    """An int64 -> int64 function that compiles to the one instruction `emit` writes."""

    def typed(typing_context: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return emit(builder, arguments[0])

        return types.int64(types.int64), generate

    return cast(Callable[[int], int], intrinsic(typed))


def _count(builder: Any, bits: Any) -> Any:
    return builder.ctpop(bits)


def _lowest(builder: Any, bits: Any) -> Any:
    zero_is_undefined = types_of_ir.IntType(1)(1)
    return builder.cttz(bits, zero_is_undefined)


count = _bit_operation(_count)  # how many bits are set
lowest = _bit_operation(_lowest)  # the number of the lowest set bit; undefined for 0
