"""Every example of the page about environments is run, from top to bottom, and prints what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "environments.md"
FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_its_examples_print_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    monkeypatch.chdir(ROOT)
    examples = "\n".join(FENCE.findall(PAGE.read_text("utf-8")))
    found: list[str] = []
    test = doctest.DocTestParser().get_doctest(examples, {}, PAGE.name, str(PAGE), 0)
    doctest.DocTestRunner(verbose=False).run(test, out=found.append)
    assert not found, "".join(found)
    assert len(test.examples) > 20
