"""Every example in docs/language.md is linked, and its scenarios are played.

An example that begins with `game` is a game of its own; the first of them is the game that all others belong to.
The words behind ```` ```rules ```` say what else an example is: `statements` of a block, `expressions` one a line,
`error=code,code` something with which exactly these problems are found, `with=name,name` the modules in play, if
they aren't all that the example holds.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import attrs
import pytest

from dsl.reading.library import read_all
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile
from dsl.translation.checking import check_texts
from dsl.translation.texts import read_texts
from tests.support.chunks import Chunk, problems_of

LANGUAGE = Path(__file__).parents[2] / "docs" / "language.md"
TEXTS = re.compile(r"^```texts\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```rules(?P<words>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)

STATEMENTS = """
event example
  let herb: some herb in basket
  let card: some card in basket
  let other: some herb in bed
"""


@attrs.frozen
class Example:
    """A fenced block: the line it begins on, what it is, and its text."""

    line: int
    words: str
    text: str

    def rules(self) -> str:
        """The example as declarations."""
        if self.words == "statements":
            return STATEMENTS + indent(self.text, "  ")
        if self.words == "expressions":
            parameters = ("herb", "card", "other")
            lines = enumerate(self.text.splitlines())
            return "\n".join(_about(number, line, parameters) for number, line in lines) + "\n"
        if self.words.startswith("with="):
            return f"#! with {', '.join(self.words.removeprefix('with=').split(','))}\n{self.text}"
        return self.text

    def codes(self) -> list[str]:
        """The codes of the problems that it must have."""
        return sorted(self.words.removeprefix("error=").split(",")) if self.words.startswith("error=") else []


def _about(number: int, expression: str, parameters: tuple[str, ...]) -> str:
    return f"event example {number}({', '.join(parameters)})\n  let value: {expression}"


def _examples() -> list[Example]:
    text = LANGUAGE.read_text("utf-8")
    return [
        Example(text[: match.start()].count("\n") + 2, match["words"].strip(), match["text"])
        for match in FENCE.finditer(text)
    ]


EXAMPLES = _examples()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: f"line {example.line}")
def test_example(example: Example) -> None:
    problems = [
        problem
        for problem in problems_of(Chunk("language.md", example.line, example.rules(), EXAMPLES[0].text))
        if not problem.message.startswith("nothing reads the variable")  # an example shows a part of a rule
    ]

    told = [f"{problem.span.place if problem.span else ''}: {problem.code}: {problem.message}" for problem in problems]
    assert sorted(problem.code for problem in problems) == example.codes(), told


@pytest.mark.parametrize("text", TEXTS.findall(LANGUAGE.read_text("utf-8")))
def test_texts_of_another_language(text: str) -> None:
    problems = Problems()
    texts = read_texts(SourceFile("german.texts", text), problems)
    assert texts
    check_texts([texts], read_all([SourceFile("garden.rules", EXAMPLES[0].text)]), problems)
    assert not problems.found
