"""Files that are written whole, or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path beside it to write to, moved into its place once the block is left: nobody finds half a file.

    What a killed process leaves half-written beside it, the next one overwrites; one at a time writes to a path. A
    device is written to as it is, since no file can take its place.

    Raises:
        OSError: the disk is full, or may not be written to; it names the path, and what was there before is whole.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    part = path.with_name(f".{path.name}.part")
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        if error.filename not in (None, str(part)):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None  # a full disk names no file
    finally:
        with suppress(OSError):  # it may never have been
            part.unlink()
