import pytest

from benchmarks import checking as measured
from repl.reports.survey import Survey


def test_what_checking_every_set_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "survey", lambda *_: Survey(8, 4, 1, (), 2.0))
    assert measured.checking("onirim", processes=1).rows == (("onirim", 4, 8, 2.0, 250.0),)
