"""Names in scenarios are checked without playing them."""

from __future__ import annotations

import pytest

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


ADDED = "for another, write `option fly` where it is asked"


@pytest.mark.parametrize(
    ("prompt", "help_"),
    [
        ("main", "`main` is an event, and a step names what is asked: say `at turn`"),
        ("turn by A", "say `turn, decided by A`"),
        ("turn is asked of player B", "say `turn, decided by B`"),
    ],
)
def test_what_is_said_in_place_of_a_prompt(prompt: str, help_: str) -> None:
    assert found(prompt=prompt) == [("scenario-prompt", help_)]


def test_a_number_whose_name_is_said_with_a_colon() -> None:
    program = compiled("ability wait, once a turn\n  at turn\n  shuffle deck\n")
    one = scenario("given\n  deck: red one\n  used: wait\nplay\n  at turn\n    answer stop\n")
    assert "say `used wait: yes`" in [problem.help for problem in check_names(one, lambda _: program)]


ALONE = POSITION.format(**NAMES)


@pytest.mark.parametrize(
    ("line", "code", "help_"),
    [
        ("answer fly", "scenario-answer", f"it offers `play …`, `stop`; {ADDED}"),
        ("answer stpo", "scenario-answer", "did you mean `stop`?"),
        ("offers stop and play red one", "scenario-offers", "separate the options by commas: `stop, play red one`"),
        ("offers stop or play red one", "scenario-offers", "separate the options by commas: `stop, play red one`"),
        ("offers no stop or play red one", "scenario-offers", "separate the options by commas: `stop, play red one`"),
        ("offers some fly", "scenario-offers", f"it offers `play …`, `stop`; {ADDED}"),
        ("offers stop, play", "scenario-offers", "say of what, for each such option: `play …`"),
        ("offers no play", "scenario-offers", "say of what, for each such option: `play …`"),
        ("offers play card", "scenario-offers", "name the card, such as `play red one`; each is an option of its own"),
        ("answer play red", "scenario-answer", "did you mean `play red one`?"),
        ("answer play green", "scenario-answer", "no card of this game is called `green`"),
        ("answer play one", "scenario-answer", "cards with this word: `red one` or `blue one`"),
    ],
)
def test_words_that_no_option_has(line: str, code: str, help_: str) -> None:
    one = scenario(ALONE.replace("answer stop", line))
    assert [(each.code, each.help) for each in check_names(one, lambda _: compiled(""))] == [(code, help_)]


PAINT = "add to turn\n  option paint <card in hand> in <colour> twice\n    move card to spot\n"


@pytest.mark.parametrize(
    ("answer", "help_"),
    [
        ("paint red one in green twice", "in place of `green`, it has `red` or `blue`"),
        ("paint red one in the blue twice", None),
        ("paint red one with blue", "did you mean `paint red one in blue twice`?"),
        ("paint red one blue", "did you mean `paint red one in blue twice`?"),
        ("paint rde one in blue twice", "did you mean `paint red one in blue twice`?"),
        ("paint the wall behind red one in blue", "it offers `play …`, `stop`, `paint … in … twice`"),
    ],
)
def test_words_in_the_gaps_of_an_option(answer: str, help_: str | None) -> None:
    one = scenario(ALONE.replace("answer stop", f"answer {answer}"))
    found = [each.help for each in check_names(one, lambda _: compiled(PAINT))]
    assert found == ([help_] if help_ else [])


@pytest.mark.parametrize("line", ["answer play blue one", "offers no fly", "offers some stop", "answer STOP"])
def test_words_that_an_option_may_have(line: str) -> None:
    one = scenario(ALONE.replace("answer stop", line))
    assert check_names(one, lambda _: compiled("")) == ()


ONE = "this game has one player, `A`: `players 2` in the scenario makes it a game for two"

NUMBERS = """
zone box: heap, public
zone shelf per player: heap, public, limit 2
kind cup
  chipped: yes or no shown "chipped"
  heat: fact 0 to 2 shown "heat"
cards cup in shelf
  | card | count |
  | mug  | 2     |
number oil: 0 to 9
flag late
marker sky: dry, wet
define warm: oil is more than 3
define light:
  bright when warm and sky is dry
  otherwise dim
enum light: bright, dim
before main
  roll 1 to 6 as pips
  set oil to pips
  set late
  set sky to wet
  for each mug in shelf
    set chipped of mug
    set heat of mug to 1
  if late and light is dim and any mug in shelf where chipped and heat is 2
    set late to no
table
  show "Oil": oil
"""


@pytest.mark.parametrize(
    ("lines", "message", "help_"),
    [
        (
            "then\n  oil: 12",
            "`oil` is never 12: it goes from 0 to 9",
            "say a number in this range, or declare a wider one",
        ),
        ("then\n  oil: mug", "`oil` is a number and holds no cards", "say the number: `oil: 0`"),
        ("then\n  late: dry", "`late` is never `dry`", "it is one of: no, yes"),
        ("then\n  sky: 2", "`sky` is never `2`", "it is one of: dry, wet"),
        ("then\n  light: dark", "`light` is never `dark`", "it is one of: bright, dim"),
        ("then\n  spot: 2", "`spot` holds cards and is no number", "name the cards, or write `nothing`"),
        ("then\n  shelf: mug (chiped)", "`mug` can't be `chiped`", "did you mean `chipped`?"),
        ("then\n  shelf: mug (heat 3)", "`mug` can't be `heat 3`", "did you mean `heat 1`?"),
        ("then\n  spot: red one (late)", "`red one` can't be `late`", "leave it out"),
        (
            "then\n  hand: red one, red one, red one",
            "more copies of `red one` are named than there are: this game has 2",
            "name it less often",
        ),
        (
            "then\n  shelf: mug, mug, red one",
            "`shelf` holds at most 2 cards, and 3 are named",
            "leave some of them out",
        ),
        ("then\n  oil: 1\n  oil: 2", "`oil` is there twice", "leave one of the two lines out"),
        ("play\n  at turn, decided by B\n    answer stop", "there is no player `B` in this game", ONE),
        ("rolls 7", "no rule of this game rolls 7", "what is rolled goes from 1 to 6"),
    ],
)
def test_values_that_the_game_cannot_have(lines: str, message: str, help_: str) -> None:
    begin = f"{lines}\n" if lines.startswith("rolls") else ""
    one = scenario(f"{begin}given\n  deck: red one, blue one\n{'' if begin else lines}")
    (problem,) = check_names(one, lambda _: compiled(NUMBERS))
    assert (problem.message, problem.help) == (message, help_)


def test_values_that_the_game_can_have() -> None:
    said = "oil: 9\n  late: yes\n  sky: wet\n  light: dim\n  shelf: mug (chipped) (heat 2), mug\n  warm: yes"
    one = scenario(
        f"rolls 6\ngiven\n  deck: red one, blue one\nthen\n  {said}\n  hand includes: red one\n  hand: red one"
    )
    assert check_names(one, lambda _: compiled(NUMBERS)) == ()


MORE = """\
add to turn
  option play <card in hand> for a song
    do play(card)
  option hum <card in hand>
    do play(card)
"""


@pytest.mark.parametrize(
    ("answer", "help_"),
    [
        ("play red one for song", ["did you mean `play red one for a song`?"]),
        ("play red one for a sung", ["did you mean `play red one for a song`?"]),
        ("play red one for a song", []),
        ("play red one of hand", []),
        ("hum red one for song", []),
    ],
)
def test_the_words_behind_a_card_are_those_of_an_option(answer: str, help_: list[str]) -> None:
    asked = scenario(ALONE.replace("answer stop", f"answer {answer}"))
    more = compiled("", f'module songs "Songs" for tiny\n{MORE}', modules=("songs",))
    assert [problem.help for problem in check_names(asked, lambda _: more)] == help_
