"""Names in scenarios are checked without playing them."""

from __future__ import annotations

from interpreter.scenarios.names import check_names
from tests.support.scenarios import scenario
from tests.support.tiny import compiled

POSITION = "given\n  {deck}: red one, red one, blue one, {card}\nplay\n  at {prompt}\n    answer stop\n"
POSITION += "then\n  {zone}: nothing\n"
NAMES = {"deck": "deck", "card": "blue one", "prompt": "turn", "zone": "spot"}


def found(**names: str) -> list[tuple[str, str]]:
    one = scenario(POSITION.format(**{**NAMES, **names}))
    return [(problem.code, problem.help) for problem in check_names(one, lambda _: compiled(""))]


def test_names_that_are_there() -> None:
    assert found() == []


def test_each_name_that_is_not_there_is_reported() -> None:
    assert found(deck="dek")[0] == ("scenario-position", "did you mean `deck`?")
    assert found(prompt="trun") == [("scenario-prompt", "did you mean `turn`?")]
    assert found(zone="spott") == [("scenario-end", "did you mean `spot`?")]
    assert [code for code, _ in found(prompt="trun", zone="spott")] == ["scenario-prompt", "scenario-end"]
    assert found(card="blu one")[0] == ("scenario-position", "did you mean `blue one`?")


def test_the_answers_are_not_tried() -> None:
    one = scenario(POSITION.format(**NAMES).replace("answer stop", "answer fly"))
    assert check_names(one, lambda _: compiled("")) == ()
