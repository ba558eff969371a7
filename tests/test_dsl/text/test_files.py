"""What people name as a file is read whole, or refused with a reason: nothing hangs and nothing fills the memory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dsl.text.files import Missing, TooLarge, Unreadable, is_file, is_folder, read_whole

NO_NAMES = ("a\0b", "\ud800", "x" * 5_000)


def test_a_plain_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"abc")
    (tmp_path / "link").symlink_to("plain")
    assert read_whole(tmp_path / "plain", 3) == read_whole(tmp_path / "link", 3) == b"abc"


def test_what_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"abc")
    with pytest.raises(TooLarge):
        read_whole(tmp_path / "plain", 2)


def test_what_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(Missing):
        read_whole(tmp_path / "none", 3)


@pytest.mark.parametrize("name", NO_NAMES)
def test_names_that_no_file_can_have(name: str) -> None:
    with pytest.raises(Unreadable):
        read_whole(Path(name), 3)
    assert not is_file(Path(name))
    assert not is_folder(Path(name))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_what_would_never_end_or_wait_for_somebody_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, reason in (
        (tmp_path / "pipe", "no plain file"),
        (Path("/dev/zero"), "no plain file"),
        (tmp_path, "folder"),
    ):
        with pytest.raises(Unreadable, match=reason):
            read_whole(path, 3)
