"""What is advised about rules that are written as other languages or plain English would have them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import dsl
from tests.support.codes import ROOT
from tests.support.usually import usually

GARDEN = re.search(
    r"^```rules\n(game garden .*?)^```", (ROOT / "docs/language.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)
assert GARDEN


def _mistakes() -> Iterator[tuple[str, str]]:
    """Each mistake in tests/problems/mistakes.txt, and the help for it."""
    text = (ROOT / "tests" / "problems" / "mistakes.txt").read_text("utf-8")
    yield from re.findall(r"^(?!#)((?:.+\n)+?)=> (.+)\n", text, re.MULTILINE)


def _problems(written: str) -> list[dsl.Problem]:
    assert GARDEN
    rules = f"after rest\n{written}" if written.startswith(" ") else written
    alone = re.match(r"module |game (?!over (?:when|if)|over:|over$|ends|is )", rules, re.MULTILINE) is not None
    modules = tuple(re.findall(r"^module (\w+) .* for garden$", rules, re.MULTILINE))
    texts = [GARDEN[1], rules] if alone else [GARDEN[1] + rules]
    try:
        dsl.compile_ruleset(
            [dsl.SourceFile(f"{n}.rules", text) for n, text in enumerate(texts)], dsl.Wanted(modules, 2, {})
        )
    except dsl.CompileError as error:
        return [problem for problem in error.problems if problem.help]
    return []


def _told(written: str) -> str | None:
    """The help of the first problem; one that isn't about something unused comes before those."""
    found = _problems(written)
    told = next((problem for problem in found if problem.code != "unused"), found[0] if found else None)
    return told.help if told else None


MISTAKES = list(_mistakes())
AT_ONCE = 20
"""Mistakes in one test: thousands of tests would take longer to collect and to hand out than to run."""


@pytest.mark.parametrize("first", usually(range(0, len(MISTAKES), AT_ONCE), one_in=8))
def test_the_help_says_what_to_write(first: int) -> None:
    for written, help_ in MISTAKES[first : first + AT_ONCE]:
        assert _told(written) == help_, written


def test_there_are_many() -> None:
    assert len(MISTAKES) > 400
