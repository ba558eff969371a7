"""What explanations quote from the rules, and what is told of scores, in the language of the game."""

from __future__ import annotations

from pathlib import Path

import dsl
from dsl.reading.library import read_all
from dsl.text.diagnostics import Problems
from dsl.translation.checking import check_texts
from dsl.translation.texts import read_texts
from dsl.translation.wanting import wanting_in
from interpreter import Game

RULES = """\
game tiny "Tiny"
players 2
enum hue: red, blue
kind gem
  hue: hue
cards gem in bag
  | card         | hue               | count |
  | {hue} stone  | each of red, blue | 2     |
zone bag: heap, public
zone kept per player: heap, public
define fits(gem): hue of gem is red and number of gem in kept is at least 2
score per player: number of gem in kept
winner: highest score, then most red gem in kept, then first in turn order
class red gem: gem where hue is red
prompt turn: "What next?", must be answered
event setup
turn: work
event work
  ask turn
    option take <gem in bag where fits(gem)>
      move gem to kept
    option rest, once a game
      next player
    option wait
      next player
    option stop
      do finish
event finish
  game over "Done."
"""

GERMAN = """\
texts german "Deutsch" for tiny
red: rot
blue: blau
stone: Stein
gem: Stein
take <gem>: nehmen: <gem>
rest: rasten
stop: enden
wait: warten
kept: Besitz
hue: Farbe
of: von
fits: passt
and: und
is: ist
is at least: ist mindestens
number of: Anzahl
in: in
highest: die meisten
most: am meisten
red gem: rote
score: Punkte
first in turn order: wer zuerst dran war
it has already been used in this game: wurde in diesem Spiel schon benutzt
once a game: einmal im Spiel
condition hue of <gem> is red: <gem> ist rot
"""


def _game(folder: Path, texts: str = GERMAN) -> Game:
    (folder / "base.rules").write_text(RULES)
    (folder / "german.texts").write_text(texts)
    return Game(dsl.load(folder, language="german"), seed=0)


def test_conditions_are_translated_word_by_word_or_as_a_whole(tmp_path: Path) -> None:
    game = _game(tmp_path)
    why = game.why_not("nehmen: blau Stein")
    assert [failure.text for failure in why.failures] == [
        "blau Stein ist rot",
        "Anzahl Stein in Besitz ist mindestens 2",
    ]
    assert why.failures[0].through == ("passt(blau Stein)",)
    assert why.failures[0].values == ("Farbe von blau Stein is blau",)


def test_an_option_that_is_used_up_says_so_in_the_language(tmp_path: Path) -> None:
    game = _game(tmp_path)
    game.choose("rasten")
    game.choose("warten")
    (failure,) = game.why_not("rasten").failures
    assert (failure.text, failure.values) == ("einmal im Spiel", ("wurde in diesem Spiel schon benutzt",))


def test_what_breaks_a_tie_is_told_in_the_language(tmp_path: Path) -> None:
    game = _game(tmp_path)
    game.choose("enden")
    assert game.outcome
    assert (game.outcome.winners, game.outcome.decided) == (("A",), "wer zuerst dran war")
    scoring = game.program.scoring
    assert scoring
    assert [rank.words for rank in scoring.ranks] == ["die meisten Punkte", "am meisten rote in Besitz"]


def _checked(texts: str) -> tuple[list[str], set[str]]:
    problems = Problems()
    read = read_texts(dsl.SourceFile("german.texts", texts), problems)
    assert read
    missing = check_texts([read], read_all([dsl.SourceFile("base.rules", RULES)]), problems)
    return [each.message for each in problems.found], {words.own for each in missing for words in each.words}


def test_words_that_players_read_in_explanations_are_listed() -> None:
    found, missing = _checked('texts german "Deutsch" for tiny\nred: rot\nkind gem: Stein\n')
    assert not found
    assert {"and", "number of", "is at least", "fits", "most", "first in turn order", "once a game"} <= missing
    assert {"stone", "it has already been used in this game"} <= missing
    assert not {"red", "gem", "where fits", "red stone"} & missing
    assert _checked(GERMAN)[0] == []


def test_a_whole_condition_may_leave_variables_out_but_adds_none() -> None:
    head = 'texts german "Deutsch" for tiny\n'
    assert _checked(f"{head}condition hue of <gem> is red: die Farbe stimmt, oder nicht")[0] == []
    assert _checked(f"{head}condition hue of <gem> is red: <stein> ist rot")[0] == [
        "the condition has no variable `<stein>`"
    ]
    assert _checked(f"{head}condition hue of <gem> is blue: <gem> ist blau")[0] == [
        "nothing is called `condition hue of <gem> is blue` in these rules"
    ]


def test_each_card_is_listed_once() -> None:
    source = dsl.SourceFile("base.rules", RULES)
    cards = [words for words in wanting_in(read_all([source]))["tiny"] if words.sort == "card"]
    assert [words.own for words in cards] == ["red stone", "blue stone"]
    assert all(words.composed for words in cards)
