"""Scenarios as they are read from a file."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

import dsl
from dsl.reading.library import read_all

TWICE = """\
scenario first "One"
  then
    refused

scenario first "Another"
  then
    refused
"""


def test_scenarios_have_ids_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "twice.rules"
    path.write_text(TWICE)

    with pytest.raises(dsl.CompileError) as caught:
        dsl.scenarios(path)

    (problem,) = caught.value.problems
    assert problem.code == "declared-twice"
    assert problem.span is not None
    assert problem.span.line == 5
    assert problem.related[0].span.line == 1


def wrong(lines: str) -> list[tuple[str, str, str]]:
    """Underlined words, message and help of what is wrong with a scenario of these lines."""
    text = 'scenario one "One"\n' + indent(dedent(lines).strip("\n"), "  ") + "\n"
    with pytest.raises(dsl.CompileError) as caught:
        read_all([dsl.SourceFile("one.rules", text)])
    return [(p.span.text, p.message, p.help) for p in caught.value.problems if p.span]


def test_nothing_follows_an_answer_in_its_step() -> None:
    steps = """
        play
          at turn
            answer rest
            answer play cup
            offers some play cup
          at turn
            answer rest
            offers some play cup # here, too
    """
    message = "a step ends with its answer, and `answer rest` stands above this line"
    help_ = "another `at …`, with the prompt that stands then, begins the next step"
    assert wrong(steps) == [("answer play cup", message, help_), ("offers some play cup", message, help_)]


@pytest.mark.parametrize(
    ("lines", "words", "line"),
    [
        ("with bees\nwith ants", "with ants", "with"),
        ("given\n  bag: nothing\nthen\n  bag: nothing\nthen\n  asked turn", "then", "then"),
        ("then\n  status won\n  status lost", "status lost", "status"),
        ("given\n  player A\n  player B", "player B", "player"),
    ],
)
def test_a_scenario_says_everything_once(lines: str, words: str, line: str) -> None:
    help_ = "say all of it in one place"
    assert wrong(lines) == [(words, f"this scenario has a line `{line}` already", help_)]


def test_a_game_ends_in_one_of_a_few_ways() -> None:
    assert wrong("then\n  status wonn") == [("wonn", "`wonn` isn't allowed here", "did you mean `won`?")]


@pytest.mark.parametrize("ending", [":", ": -"])
def test_a_zone_of_which_nothing_is_said(ending: str) -> None:
    ((_, message, help_),) = wrong(f"given\n  bag{ending}")
    assert (message, help_) == (
        "the line ends too early",
        "say a number, or cards; a zone without cards holds `nothing`",
    )


def test_a_step_without_a_line() -> None:
    steps = "play\n  at turn # nothing\n\n  # not yet\n  at search\n    answer rest"
    missing = "an indented block is missing here"
    assert wrong(steps) == [("at turn", missing, "indent the lines that belong to this one by two spaces")]
