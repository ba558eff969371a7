"""The one layout: of all rules of the project, and of what careless authors type."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.format.formatted import formatted
from dsl.model import model as m
from dsl.reading.parse import cuts
from dsl.reading.read import read_anew
from dsl.text.source import SourceFile, Span, without_comment
from tests.support.respaced import ROOT, careless, rules_files

FILES = 5_000
"""The files that careless authors type in a sweep."""

OTHERS = ("tests", "repl")
"""Folders with rules that stand there for their lines, or with holes."""

SHIPPED = [path for path in rules_files() if path.relative_to(ROOT).parts[0] not in OTHERS]


OFTEN = 16
"""One in so many of the project's files is laid out by default; the sweep takes all."""

FEW_OR_ALL = [
    pytest.param(path, marks=[pytest.mark.sweep] if at % OFTEN else [], id=path.relative_to(ROOT).as_posix())
    for at, path in enumerate(rules_files())
]


def read(source: SourceFile) -> tuple[m.File, Counter[tuple[str, str]]]:
    """The model of a file, and what is wrong with it, wherever it stands."""
    model, problems = read_anew(source)
    return model, Counter((problem.code, " ".join(problem.message.split())) for problem in problems)


def comments(text: str) -> list[str]:
    lines = text.split("\n")
    return [comment for line in lines if (comment := line[len(without_comment(line)) :].strip())]


def hold(text: str) -> None:
    """Hold the layout of a rules file to its promises."""
    source = SourceFile("a.rules", text)
    laid_out = SourceFile("a.rules", formatted(source))
    assert formatted(laid_out) == laid_out.text
    assert read(laid_out) == read(source)
    assert comments(laid_out.text) == comments(source.text)


@pytest.mark.parametrize("path", FEW_OR_ALL)
def test_the_layout_of_the_projects_rules_keeps_its_promises(path: Path) -> None:
    hold(path.read_text("utf-8"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_shipped_rules_have_the_layout(path: Path) -> None:
    text = path.read_text("utf-8")
    assert formatted(SourceFile("a.rules", text)) == text


@pytest.mark.slow
@given(st.integers(0, 2**32))
def test_the_layout_of_careless_rules_keeps_its_promises(seed: int) -> None:
    hold(careless(seed))


@given(st.integers(0, 2**32), st.data())
def test_the_layout_of_a_part_leaves_all_other_declarations_as_they_are(seed: int, data: st.DataObject) -> None:
    source = SourceFile("a.rules", careless(seed))
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(source.text))] * 2)))
    laid_out = SourceFile("a.rules", formatted(source, Span(source, start, end)))
    assert read(laid_out) == read(source)
    assert comments(laid_out.text) == comments(source.text)
    pieces = cuts(source.text)
    before = max((end_of for _, end_of in pieces if end_of < start), default=0)
    behind = min((start_of for start_of, _ in pieces if start_of > end), default=len(source.text))
    assert laid_out.text.startswith(source.text[:before])
    assert laid_out.text.endswith(source.text[behind:])


@pytest.mark.sweep
def test_the_layout_of_many_careless_rules_keeps_its_promises() -> None:
    for seed in range(FILES):
        try:
            hold(careless(seed))
        except AssertionError as error:
            raise AssertionError(f"seed {seed}") from error
