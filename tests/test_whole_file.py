"""A file is there whole, or as it was."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from tarot_env.whole_file import whole_file


def test_a_file_takes_its_place_once_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "it.txt"
    path.write_text("old")
    with whole_file(path) as part:
        part.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_what_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "it.txt"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), whole_file(path) as part:
        _ = part.write_text("ne") / 0
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_told_with_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "it.txt"
    with pytest.raises(OSError, match="No space") as fault, whole_file(path):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert fault.value.filename == str(path)
    assert not list(tmp_path.iterdir())


def test_what_stands_in_the_way_is_named(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError) as fault, whole_file(Path(__file__) / "it.txt") as part:
        part.write_text("new")
    assert fault.value.filename == str(Path(__file__) / "it.txt")


def test_a_fault_that_is_none_of_the_file_stays_what_it_is(tmp_path: Path) -> None:
    with pytest.raises(ChildProcessError, match="died"), whole_file(tmp_path / "it.txt"):
        raise ChildProcessError("a process died")


def test_what_a_killed_process_left_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "it.txt"
    with whole_file(path) as part:
        part.write_text("new")
    part.write_text("left by another")
    with whole_file(path) as again, again.open("a") as file:
        file.write("newer")
    assert path.read_text() == "newer"


def test_a_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "it.txt", tmp_path / "folder" / "link.txt"
    path.write_text("old")
    link.parent.mkdir()
    link.symlink_to(path)
    with whole_file(link) as part:
        part.write_text("new")
    assert link.is_symlink()
    assert path.read_text() == "new"


def test_the_fault_of_another_file_keeps_its_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as fault, whole_file(tmp_path / "it.txt"):
        (tmp_path / "other").read_text()
    assert fault.value.filename == str(tmp_path / "other")


def test_a_device_is_written_to() -> None:
    with whole_file(Path("/dev/null")) as part:
        part.write_text("new")
    assert not Path("/dev/null").is_file()
