"""Words of the language as names: each is refused where it is declared, or can be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.reading.reserved import AFTER_IS, MEANING, OPENING, TYPES
from tests.support.tiny import LINES, problems
from tests.support.usually import usually

WORDS = sorted(
    OPENING | AFTER_IS | MEANING
    | set("all ask by deal draw each else every from into least let meets move of on over per set then to with".split())  # noqa: SIM905
)  # fmt: skip

USES = {
    "a zone": "zone {}: heap, public\nafter play\n  move every piece in hand to {}\n",
    "a number": "number {}: 0 to 9\nafter play\n  set {} to {} + 1\n  if {} is 3\n    set {} to 0\n",
    "a definition": "define {}: 3\nnumber stars: 0 to 9\nafter play\n  set stars to {}\n"
    "  if stars is more than {}\n    shuffle deck\n",
    "a class of cards": "class {}: piece where colour is red\nafter play\n  if any {} in hand\n    shuffle deck\n",
    "a group": "group {}: hand, deck\nafter play\n  if any piece in {}\n    shuffle deck\n",
    "a kind": "kind {}\ncards {} in deck\n  | card | count |\n  | fox | 2 |\nafter play\n"
    "  move every {} in hand to deck\n",
    "a value": "enum mood: {}, other\nevent cheer(x: mood)\n  if x is {}\n    shuffle deck\nafter play\n"
    "  do cheer({})\n  do cheer(other)\n",
    "a variable": "after setup\n  let {}: number of piece in hand\n  if {} is 3 or not {} is 4\n    shuffle deck\n",
    "a parameter": "event lift({}: piece)\n  move {} to spot\nafter setup\n  do lift(some piece in hand)\n",
    "a parameter of a definition": "define twice({}: number): {} + {}\nafter setup\n  if twice(1) is 2\n"
    "    shuffle deck\n",
    "a card that is drawn": "after setup\n  draw from deck to hand as {}\n  move {} to spot\n",
    "cards that are looked at": "zone bench: heap, hidden, for looking\nafter setup\n"
    "  look at top 3 of deck in bench as {}\n  move every card in {} to spot\n",
    "a card of a loop": "after setup\n  for each {}: piece in hand\n    move {} to spot\n",
    "a player of a loop": "players 1 to 2\nafter setup\n  for each {}: player\n    if {} is A\n      shuffle deck\n",
    "a player of a condition": "players 1 to 2\nafter setup\n  if for every player as {}, {} is A\n    shuffle deck\n",
    "a card of a condition": "after setup\n  if any {}: piece in hand where {} is red one\n    shuffle deck\n",
    "a card that is chosen": "add to turn\n  option lift <{}: piece in hand>\n    move {} to spot\n",
    "a card": "card {} is piece, 2 in deck\nafter setup\n  if any {} in hand\n    shuffle deck\n",
    "a card of a table": "cards piece in deck\n  | card | colour | count |\n  | {} | red | 2 |\nafter setup\n"
    "  if any {} in hand\n    shuffle deck\n",
}


@pytest.mark.parametrize("word", usually(WORDS, one_in=3))
def test_a_word_of_the_language(word: str) -> None:
    for number, (use, text) in enumerate(USES.items(), WORDS.index(word)):
        found = problems(text.replace("{}", word))
        if found and found[0].code == "reserved-name":
            assert {problem.code for problem in found} <= {"reserved-name"}, use
            assert found[0].span is not None, use
            assert found[0].span.line > LINES, use
        else:
            assert found == [], use
        if found and word not in MEANING | TYPES and number % 4 == 0:  # each word in some places, each place with some
            assert problems(text.replace("| {} |", f"| {word} |").replace("{}", f"`{word}`")) == [], use


def test_a_card_may_have_any_name_that_no_rule_uses() -> None:
    table = "cards piece in deck\n  | card | colour | count |\n"
    assert problems(f"{table}  | total | red | 2 |\n  | no return | blue | 1 |\n  | number five | blue | 1 |\n") == []
    found = problems(f"{table}  | no return | red | 2 |\nafter play\n  move some no return in hand to spot\n")
    assert [(problem.code, problem.help.split(",", 1)[1]) for problem in found] == [
        ("reserved-name", " or write it in backticks in the rules, though not in the table: `no return`")
    ]


def test_the_acting_player_is_hidden_by_another_player_only() -> None:
    shuffle, players = "\n    shuffle deck\n", "players 1 to 2\n"
    assert problems(f"{players}after setup\n  for each player\n    if player is A{shuffle.replace('  ', '   ')}") == []
    greet = f"event greet(player: player)\n  if player is A{shuffle}after setup\n  do greet(A)\n"
    assert problems(players + greet) == []
    found = problems(f"after setup\n  let player: 3\n  if player is 3{shuffle}")
    assert [(problem.code, problem.span and problem.span.line - LINES) for problem in found] == [("reserved-name", 2)]


def test_words_in_texts_and_comments_declare_nothing() -> None:
    found = problems('prompt ask it: "let total: 3"\nafter play\n  # let total: 3\n  shufle deck\n')
    assert [problem.code for problem in found if problem.code != "unused"] == ["syntax"]


def test_other_mistakes_are_reported_too() -> None:
    found = problems("zone room: heap, public\nafter play\n  move every piece in hand to room\n  shufle deck\n")
    assert [problem.code for problem in found] == ["reserved-name", "syntax"]


def test_the_reference_lists_these_words() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "language.md").read_text(encoding="utf-8")
    words = page.partition("These words can begin an expression")[2].partition("`")[2].partition("`")[0].split()
    assert set(words) == OPENING | AFTER_IS | {"again"}
