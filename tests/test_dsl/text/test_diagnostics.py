"""Collecting problems, and raising them all at once."""

from __future__ import annotations

import pytest

from dsl.text.diagnostics import MOST_SHOWN, CompileError, Label, Problem, Problems
from dsl.text.source import SourceFile, Span

FIRST = SourceFile("a.rules", "zone hand\nzone hand\n")
SECOND = SourceFile("b.rules", "zone hand\n")


def test_nothing_found_nothing_raised() -> None:
    Problems().stop_if_any()


def test_add_keeps_every_part() -> None:
    problems = Problems()
    here, there = Span(FIRST, 15, 19), Label(Span(FIRST, 5, 9), "first declared here")
    problems.add("duplicate", "twice", here, label="again", related=iter([there]), help="leave one out")
    assert problems.found == [Problem("duplicate", "twice", here, "again", (there,), "leave one out")]


def test_the_same_problem_is_noted_once() -> None:
    problems = Problems()
    for start in (5, 15, 5):
        problems.add("unknown", "not known", Span(FIRST, start, start + 4))
    assert len(problems.found) == 2


def test_problems_are_raised_in_the_order_of_the_text() -> None:
    problems = Problems()
    problems.add("c", "third", Span(SECOND, 0, 4))
    problems.add("b", "second", Span(FIRST, 10, 14))
    problems.add("a", "first", Span(FIRST, 0, 4))
    problems.add("z", "about everything", None)
    with pytest.raises(CompileError) as raised:
        problems.stop_if_any()
    assert [problem.code for problem in raised.value.problems] == ["z", "a", "b", "c"]


def test_a_flood_is_cut() -> None:
    problems = Problems()
    for number in range(MOST_SHOWN + 10):
        problems.add("many", f"number {number}", None)
    with pytest.raises(CompileError) as raised:
        problems.stop_if_any()
    assert len(raised.value.problems) == MOST_SHOWN


def test_the_error_can_be_read() -> None:
    error = CompileError([Problem("unknown", "no zone is called `hnad`", Span(FIRST, 5, 9))])
    assert str(error) == "a.rules:1:6: no zone is called `hnad` [unknown]"


def test_a_trial_says_whether_anything_was_reported_even_again() -> None:
    problems, span = Problems(), None
    with problems.trial() as trial:
        pass
    assert trial.clean
    problems.add("type", "wrong", span)
    with problems.trial() as trial:
        problems.add("type", "wrong", span)
    assert not trial.clean
    assert trial.new == []
    with problems.trial() as trial:
        problems.repeated()
    assert not trial.clean


def test_a_trial_keeps_its_problems_unless_it_drops_some() -> None:
    problems = Problems()
    problems.add("type", "before", None)
    with problems.trial() as trial:
        problems.add("type", "one", None)
        problems.add("type", "two", None)
    one, two = trial.new
    assert [each.message for each in problems.found] == ["before", "one", "two"]
    trial.keep([two])
    assert problems.found[1:] == [two]
    trial.drop()
    assert [each.message for each in problems.found] == ["before"]
    assert one.message == "one"
