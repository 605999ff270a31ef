"""Files that are written whole, or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_OF_WRITING: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Faults of a disk, which name no file."""

_DEVICES: Final = (Path("/dev"), Path("/dev/fd"))


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path beside it to write to, moved into its place once the block is left: nobody finds half a file.

    What a killed process leaves half-written beside it, the next one takes away; one at a time writes to a path. A
    link stays one, to a file that is new; a device is written to as it is, since no file can take its place.

    Raises:
        OSError: the disk is full, or may not be written to; it names the path, and what was there before is whole.
    """
    if _is_device(path):
        yield path
        return
    place = path.resolve()
    part = place.with_name(f".{place.name}.part")
    with suppress(OSError):  # there is hardly ever one
        part.unlink()
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(place)
    except OSError as error:
        nameless = error.filename is None and error.errno in _OF_WRITING
        if not nameless and error.filename != str(part):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(OSError):  # it may never have been
            part.unlink()


def _is_device(path: Path) -> bool:
    """Also /dev/stdout where it goes to a file, which whoever opened it would lose."""
    return (path.exists() and not path.is_file()) or path.absolute().parent in _DEVICES
