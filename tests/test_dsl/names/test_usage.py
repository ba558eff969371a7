from __future__ import annotations

from dsl.names.usage import Usage


def test_what_is_read_meanwhile_is_forgotten() -> None:
    usage = Usage()
    usage.use("zone", "hand")
    with usage.paused() as before:
        usage.use("zone", "row")
        assert usage.reads("zone", "row")
        assert not before.reads("zone", "row")
    assert usage.names("zone") == {"hand"}
    assert not usage.reads("number", "hand")


def test_what_is_read_since_a_moment_is_told_apart() -> None:
    usage = Usage()
    usage.use("zone", "hand")
    before = usage.begin()
    usage.use("zone", "row")
    assert not usage.reads("zone", "hand")
    since = usage.end(before)
    assert since == {("zone", "row")}
    assert usage.names("zone") == {"hand", "row"}
    other = Usage()
    other.use_all(since)
    assert other.names("zone") == {"row"}
