"""A misspelt name is one problem, wherever it stands: nothing else is reported because of it."""

from __future__ import annotations

import pytest

from tests.support.tiny import problems

OMENS = (
    "kind omen\n  active in hand, then deck, asking turn\ncard rain is omen, 1 in hand\n  when {}\n    shuffle deck\n"
)
REDS = "class reds: piece where colur is red\n"
MEET = (
    "event meet(card)\non meet of reds\n  shuffle deck\non meet of piece\n  shuffle deck\nbefore main\n  do meet({})\n"
)

RULES = {
    "a selection": "before main\n  move every piece in hand where colur is red to spot\n",
    "an attribute of": "before main\n  move every piece in hand where colur of piece is red to spot\n",
    "a joined condition": "before main if any piece in hand where colour is red and colur is red\n  shuffle deck\n",
    "a denied condition": "before main if not any piece in hand where not colur is red\n  shuffle deck\n",
    "a count": "lose when number of piece in hand where colur is red is at least 1, 'x'\n",
    "a let": "before main\n  let one: some piece in hand where colur is red\n  if one is none\n    shuffle deck\n",
    "two hooks": "before main if any piece in hand where colur is red\n  shuffle deck\n"
    "after main if any piece in spot where colur is red\n  shuffle deck\n",
    "a definition": "define good(card): colur of card is red\nbefore main if any piece in hand where good\n"
    "  shuffle deck\nafter main if any piece in hand where good\n  shuffle deck\n",
    "a circle": "define good(card): bad of card\ndefine bad(card): good of card\n"
    "before main if any piece in hand where good\n  shuffle deck\nafter main if any card in hand where good\n"
    "  shuffle deck\n",
    "a prohibition": "forbid play if any piece in hand where colur is red\n",
    "an option": "add to turn\n  option give <piece in hand where colur is red>\n    move piece to deck\n",
    "a trigger": OMENS.format("any piece in spot where colur is red"),
    "a class": REDS
    + "before main if any reds in hand\n  shuffle deck\nafter main if any reds in hand\n  shuffle deck\n",
    "a class that is counted": REDS + "before main if number of reds in hand is at least 2\n  shuffle deck\n",
    "a class with a handler": REDS + MEET.format("some card in hand"),
    "a class within a class": REDS
    + "class few: reds where colour is red\nbefore main if any few in hand\n  shuffle deck\n",
}


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_one_problem(rules: str) -> None:
    found = problems(rules.replace("'", '"'))
    assert [problem.code for problem in found] in (["unknown-name"], ["unknown-attribute"], ["circular"])
    assert found[0].help


def test_what_an_option_rules_out_may_stand() -> None:
    option = "option pace: slow, fast\n"
    moves = "event drift, move\n  shuffle deck\nafter play\n  do drift\n"
    assert problems(option + moves + OMENS.format("pace is fast and any piece in spot")) == []
    reds = REDS.replace("colur is red", "pace is fast and colour is red")
    assert problems(option + reds + MEET.format("some card in hand")) == []


ACE = "cards piece in hand\n  | card | colour |\n  | ace of clubs | red |\n"


@pytest.mark.parametrize(
    ("rules", "help_"),
    [
        (
            ACE + "before main if rightmost of spot is ace of clubs\n  shuffle deck\n",
            "the name `ace of clubs` contains a word of the language, so it needs backticks",
        ),
        (
            "kind omen\n  place in order: number\n",
            "a name that contains `in order` stands in backticks: `place in order`",
        ),
        (
            "card ace of clubs is piece, 1 in hand\n  colour: red\n",
            "a name that contains `of` stands in backticks: `ace of clubs`",
        ),
    ],
)
def test_a_name_that_holds_a_word_of_the_language(rules: str, help_: str) -> None:
    assert [problem.help for problem in problems(rules)] == [help_]


def test_a_broken_name_where_it_is_used() -> None:
    defined = "define drawn in(piece): colour of piece is red\n"
    rules = f"{defined}before main\n  if any piece in hand where drawn in\n    do main\n"
    assert [problem.help for problem in problems(rules)] == [
        "a name that contains `in` stands in backticks: `drawn in`",
        "put `drawn in` in backticks wherever it stands: it contains a word of the language",
    ]


def test_a_card_that_two_modules_have_is_one_problem() -> None:
    one = 'module fox "Fox" for tiny\ncard owl is piece, 1 in deck\nafter play if card is owl\n  shuffle deck\n'
    other = one.replace("fox", "hen").replace("Fox", "Hen").replace("after play if", "before play if")
    table = 'module hen "Hen" for tiny\ncards piece in deck\n  | card | count |\n  | owl  | 2     |\nhelp owl "x"\n'
    for second in (other, table):
        (problem,) = problems("", one, second, modules=("fox", "hen"))
        assert (problem.code, problem.span and problem.span.text) == ("declared-twice", "owl")
        assert [label.text for label in problem.related] == ["first declared here"]
        assert "rename one of them" in problem.help


def test_a_value_that_is_declared_twice_is_one_problem() -> None:
    rules = (
        "enum tide: ebb, red\ndefine warm(piece): colour of piece is red\nbefore main if any piece in hand where warm\n"
    )
    found = problems(f"{rules}  shuffle deck\n")
    assert [problem.code for problem in found] == ["declared-twice"]


def test_a_misspelt_game() -> None:
    (problem,) = problems("", 'module fox "Fox" for tinny\n', modules=("fox",))
    assert (problem.code, problem.help) == ("wrong-game", "did you mean `tiny`?")
    (problem,) = problems("", 'module fox "Fox" for chess\n', modules=("fox",))
    assert problem.help == "leave the module out, or play it with its game"


@pytest.mark.parametrize(
    ("rules", "help_"),
    [
        ("extend colour with deck\n", "`colour` is an enum: add values to it by `add … to colour`"),
        ("after play\n  do turn\n", "`turn` is a prompt, asked in `main`: say `do main`; `turn passes to player`"),
        ("after play\n  move card to piece\n", "`piece` is a kind: cards move to zones;"),
        ("lose when colour is red, \"x\"\n", "`colour` is an attribute: say of which card: `colour of …`"),
        ("after play\n  do play hand\n", "say `play(hand)` to do it with a card or a number"),
        ("number n: 0 to 9\nwiden n when yes\nafter play\n  set n to n + 1\n", "`set n to …` changes it"),
    ],
)  # fmt: skip
def test_a_name_of_another_sort(rules: str, help_: str) -> None:
    assert any(help_ in problem.help for problem in problems(rules))


@pytest.mark.parametrize(
    "rules",
    [
        "after main\n  for each c in colour where any piece in hand where colour is c\n    shuffle deck\n",
        "add to turn\n  option sing for <c in colours where any piece in hand where colour is c>\n    shuffle deck\n",
        "after main\n  if number of c in colour where c is red is 1\n    shuffle deck\n",
        "after main\n  if number of piece in hand where colour is blue and colour is red is 2\n    shuffle deck\n",
        "number day: 0 to 3\nafter main\n  if max of day and day is less than 0\n    shuffle deck\n",
    ],
)
def test_what_follows_from_a_mistake_is_not_reported(rules: str) -> None:
    assert len(problems(rules)) == 1
