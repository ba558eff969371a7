"""What is said of rules that are written as people are used to write elsewhere."""

from __future__ import annotations

import pytest

from tests.support.tiny import problems

TRAYS = (
    "zone oil: heap, public\nplaces city: 1 to 3\nzone laid per city: heap, public\nplaces box: 1 to 2\n"
    "zone kept per box: heap, public\nnumber points per box: 0 to 9\n"
)
FOUR = "if number of piece in spot "
SOME = "say `some piece in …` for one of them, and `every piece in …` for all"


def told(line: str) -> list[str]:
    """What is advised about a line that stands in a rule, everything that nothing reads left out."""
    found = problems(f"{TRAYS}after play\n  {line}\n" + ("    shuffle deck\n" if line.startswith("if") else ""))
    return [problem.help for problem in found if problem.code != "unused"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("is greater than 4", "is more than"),
        ("is bigger than 4", "is more than"),
        ("> 4", "is more than"),
        ("is smaller than 4", "is less than"),
        ("< 4", "is less than"),
        (">= 4", "is at least"),
        ("is greater than or equal to 4", "is at least"),
        ("is 4 or more", "is at least"),
        ("<= 4", "is at most"),
        ("is 4 or less", "is at most"),
        ("== 4", "is"),
        ("= 4", "is"),
        ("equals 4", "is"),
        ("is equal to 4", "is"),
        ("!= 4", "is not"),
        ("isn't 4", "is not"),
    ],
)
def test_comparisons(written: str, meant: str) -> None:
    assert told(FOUR + written) in ([f"say `… {meant} …`"], [f"say `{meant} 4`"])


@pytest.mark.parametrize(
    ("line", "help_"),
    [
        ("move all pieces from oil to spot", "say `move every piece in … to …`"),
        ("move all pieces in oil to spot", "say `move every piece in … to …`"),
        ("move each piece in oil to spot", "say `move every piece in … to …`"),
        ("move the piece to spot", SOME),
        ("move a piece in oil to spot", "say `some piece in oil` for one of them"),
        (
            "move piece in oil to spot",
            (
                "say `some piece in oil` for one of them, `every piece in oil` for all; "
                "an option chooses with `<piece in oil>`"
            ),
        ),
        ("move 1 piece in oil to spot", "say `some piece in …` for one of them"),
        (
            "move 2 pieces in oil to spot",
            "say `move top 2 of oil to …`; of a heap, `some piece in oil` is one, and `repeat 2 times` more",
        ),
        ("move every piece from oil to spot", "say `in`: `every piece in …`"),
        ("move every piece from laid of city 1 to spot", "say `in`: `every piece in …`"),
        ("move some piece from oil to spot", "say `some piece in oil`"),
        ("if piece in spot is at least 4", "say `number of piece in spot is …`"),
        ("if any piece in laid", "say `laid of …` or `laid of all cities`"),
        ("if any piece in kept", "say `kept of …` or `kept of all boxes`"),
        ("do play", "say `do play(card)`"),
    ],
)
def test_statements(line: str, help_: str) -> None:
    advice = [each for each in told(line) if each]
    assert advice[0] == help_
    assert len(advice) <= 2


def test_all_of_several_places_is_said_as_it_is_advised() -> None:
    assert told("move every piece in laid of all cities to spot") == []
    assert told("move every piece in kept of all boxes to spot") == []


@pytest.mark.parametrize(
    ("declaration", "help_"),
    [
        ("zone x: heap", "say after the shape who sees the cards: `zone x: heap, public`, or `private` or `hidden`"),
        (
            "zone x: pile, limit 3",
            "say after the shape who sees the cards: `zone x: pile, public, limit 3`, or `private` or `hidden`",
        ),
        ("zone x: heap, pubic", "did you mean `public`?"),
        ("zone x: hidden", "the shape comes first: `heap, hidden`, or `line` or `pile`"),
        ("zon x: heap, public", "did you mean `zone`?"),
    ],
)
def test_declarations(declaration: str, help_: str) -> None:
    assert [problem.help for problem in problems(f"{declaration}\n")] == [help_]


def test_a_habit_that_is_no_mistake_is_not_told() -> None:
    assert told('if any piece in spot where colour is red and spot is "= or equals" extra') != ["say `… is …`"]
    assert told("move every piece in spot to oill") == ["did you mean `oil`?"]


def test_events_are_counted_in_words() -> None:
    (problem,) = (each for each in problems("after play\n  do play\n") if each.code == "type")
    assert problem.message == "`play` has one parameter, and nothing is given here"
