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
