"""Texts files: what they say, what is wrong with them, what they leave out."""

from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl.reading.library import read_all
from dsl.reading.read import read
from dsl.text.diagnostics import Problems
from dsl.translation.checking import check_texts
from dsl.translation.speech import Speech
from dsl.translation.texts import Texts, read_texts
from interpreter import Game

RULES = """\
game tiny "Tiny"
enum hue: red, blue
kind gem
  hue: hue
cards gem in bag
  | card     | hue  | count |
  | ruby     | red  | 2     |
  | sapphire | blue | 2     |
places tray: 1 to 2
zone bag: heap, public
zone kept per tray: heap, public
zone gone: heap, public
number rounds: 0 to 9
prompt turn: "What next?", must be answered
prompt sort per tray: "What goes on {tray}?"
event setup
  do greet
event greet
turn: work
event work
  ask turn
    option put <gem in bag> on <tray>
      move gem to kept of tray
    option gone <gem in kept of all trays>
      move gem to gone
    option rest {rounds} of <gem in bag>
      set rounds to rounds + 1
  ask sort of tray 1
    option leave <hue>
      do greet
    option enough
won "All is kept after {rounds} rounds."
win only when no card in bag and rounds is 3
lose when rounds is 9, "Too late."
table
  show "Bag": bag
  for each tray
    show "{tray}": kept of tray
  show "Gone": gone
help gem "A gem."
"""

GERMAN = """\
texts german "Deutsch" for tiny   # a comment
ruby: Rubin
sapphire: Saphir
red: rot
tray: Fach
kept: aufbewahrt
put <gem> on <tray>: auf <tray> legen: <gem>
"What goes on {tray}?":
    "Was kommt auf {tray}?"
"{tray}": "{tray}"
zone gone: weg
of: von
rest {rounds} of <gem>: zum {rounds} mal: <gem>
"""

QUOTED = "a text of the rules, so put both sides into quotation marks"
ORDER = "the words of the rules come first, and the translation behind the colon: say"
CHOSEN = "the words of an option are translated with what is chosen in it"


def _read(text: str) -> tuple[Texts | None, list[str]]:
    problems = Problems()
    found = read_texts(dsl.SourceFile("german.texts", text), problems)
    return found, [f"{problem.span.line if problem.span else 0}: {problem.message}" for problem in problems.found]


def _game(folder: Path, text: str = GERMAN) -> dsl.Program:
    (folder / "base.rules").write_text(RULES)
    (folder / "german.texts").write_text(text)
    return dsl.load(folder, language="german")


def test_entries_are_read_line_by_line() -> None:
    found, problems = _read(GERMAN)
    assert not problems
    assert found
    assert (found.language, found.title, found.about) == ("german", "Deutsch", "tiny")
    assert found.entries["put <gem> on <tray>"].said == "auf <tray> legen: <gem>"
    assert found.entries['"What goes on {tray}?"'].said == '"Was kommt auf {tray}?"'
    assert found.entries["ruby"].said == "Rubin"


def test_options_prompts_and_labels_are_translated(tmp_path: Path) -> None:
    game = Game(_game(tmp_path), seed=0)
    assert game.decision
    options = {option.id: option.words for option in game.decision.options}
    assert options["put ruby on tray 2"] == "auf Fach 2 legen: Rubin"
    assert options["rest of ruby"] == "zum 0 mal: Rubin"
    game.choose("auf Fach 2 legen: Rubin")
    assert game.decision.question == "Was kommt auf Fach 1?"
    assert [option.words for option in game.decision.options] == ["leave rot", "leave blue", "enough"]
    assert [(answer.option, answer.words) for answer in game.history] == [
        ("put ruby on tray 2", "auf Fach 2 legen: Rubin")
    ]
    game.choose("enough")
    assert [item.label for item in game.view("A").items] == ["Bag", "Fach 1", "Fach 2", "Gone"]
    assert [zone.name for zone in game.view("A").zones] == ["bag", "aufbewahrt 1", "aufbewahrt 2", "weg"]
    assert {option.id: option.words for option in game.decision.options if "gone" in option.id} == {
        "gone ruby of tray 2": "gone Rubin von Fach 2"
    }


def test_why_not_understands_the_words_of_the_language(tmp_path: Path) -> None:
    game = Game(_game(tmp_path), seed=0)
    assert game.why_not("auf Fach 1 legen: Rubin").status == "offered"
    assert game.why_not("leave rot").status == "elsewhere"


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("Bag: Beutel", f'`Bag` is {QUOTED}: `"Bag": "Beutel"`'),
        ("too late: spät", f'`too late` is {QUOTED}: `"Too late.": "spät"`'),
        ('"bag": "Beutel"', "`bag` is a name of the rules, so leave the quotation marks out: `bag: Beutel`"),
        ("leave: lassen", f"{CHOSEN}: say `leave <hue>: …`"),
        ("put gem on tray: legen", f"{CHOSEN}: say `put <gem> on <tray>: …`"),
        ("put <g> on <t>: legen: <g> auf <t>", f"{CHOSEN}: say `put <gem> on <tray>: …`"),
        ("put ruby on tray 2: legen", f"{CHOSEN}: say `put <gem> on <tray>: …`"),
        ("rest: ruhen", f"{CHOSEN}: say `rest {{rounds}} of <gem>: …`"),
        ('ruby: "Rubin"', "a name and its translation have no quotation marks: say `ruby: Rubin`"),
        ('"ruby": Rubin', "a name and its translation have no quotation marks: say `ruby: Rubin`"),
        ('Bag: "Beutel"', 'a text and its translation stand between quotation marks: say `"Bag": "Beutel"`'),
        ('"Too late.": spät', 'a text and its translation stand between quotation marks: say `"Too late.": "spät"`'),
        ('leave: "lassen"', f"{CHOSEN}: say `leave <hue>: …`"),
        ('over: "vorbei"', "put both between quotation marks, or neither"),
        (
            'sort: "Was kommt?"',
            '`sort` is a prompt, of which players read the question: say `"What goes on {tray}?": "Was kommt?"`',
        ),
        ("sort: sortieren", '`sort` is a prompt, of which players read the question: say `"What goes on {tray}?": …`'),
        ("All is kept: Alles ist da", 'the whole text is translated: `"All is kept after {rounds} rounds.": …`'),
        ("leave <hue>: lassen", "write `<hue>` in the translation, each once, in any order"),
        ("leave <hue>: lassen: <hue> <hue>", "write `<hue>` in the translation, each once, in any order"),
        ("leave <hue in order>: lassen: <hue>", f"{CHOSEN}: say `leave <hue>: …`"),
        ("put <gem in bag> on <tray>: legen: <gem>", f"{CHOSEN}: say `put <gem> on <tray>: …`"),
        ('"Too lat.": "Zu spät."', 'did you mean `"Too late."`?'),
        ("Rubin: ruby", f"{ORDER} `ruby: Rubin`"),
        ('"Zu spät.": "Too late."', f'{ORDER} `"Too late.": "Zu spät."`'),
        ("<hue> lassen: leave <hue>", f"{ORDER} `leave <hue>: <hue> lassen`"),
        ('Beutel: "Bag"', 'the words of the rules come first, both between quotation marks: say `"Bag": "Beutel"`'),
        ("boulder: Stein", "write the words as the rules have them"),
    ],
)  # fmt: skip
def test_words_that_stand_nowhere_in_the_rules(line: str, advice: str) -> None:
    problems = Problems()
    texts = read_texts(dsl.SourceFile("german.texts", f'texts german "Deutsch" for tiny\n{line}\n'), problems)
    assert texts is not None
    check_texts([texts], [read(dsl.SourceFile("base.rules", RULES), problems)], problems)
    assert [problem.help for problem in problems.found] == [advice]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("ruby Rubin", "2: this is no entry"),
        ("ruby:", "2: `ruby` has no translation"),
        ("ruby: Ru/bin", "2: names consist of words"),
        ('"Too late.": "Zu "spät""', "2: a text ends with its second quotation mark"),
        ("ruby: Rubin\nruby: Rubinstein", "3: `ruby` is translated twice"),
    ],
)
def test_a_line_that_is_no_entry(line: str, message: str) -> None:
    _, problems = _read(f'texts german "Deutsch" for tiny\n{line}\n')
    assert problems == [message]


@pytest.mark.parametrize("text", ["", "# nothing\n", "texts german for tiny\n", "ruby: Rubin\n"])
def test_a_file_without_a_head(text: str) -> None:
    found, problems = _read(text)
    assert found is None
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("rubi: Rubin", "nothing is called `rubi` in these rules"),
        ('"Too lat.": "Zu spät."', 'no text reads `"Too lat."` in these rules'),
        ("card ruby: Rubin\nsapphire: Rubin", "`sapphire` and `ruby` would both be `Rubin`"),
        ("ruby: sapphire", "`sapphire` and `ruby` would both be `sapphire`"),
    ],
)
def test_texts_that_do_not_fit_their_rules(line: str, message: str) -> None:
    texts, problems = _read(f'texts german "Deutsch" for tiny\n{line}\n')
    assert texts
    assert not problems
    found = Problems()
    check_texts([texts], read_all([dsl.SourceFile("base.rules", RULES)]), found)
    assert [problem.message for problem in found.found] == [message]


def test_what_is_not_translated_is_listed() -> None:
    texts, _ = _read(GERMAN)
    assert texts
    (missing,) = check_texts([texts], read_all([dsl.SourceFile("base.rules", RULES)]), Problems())
    assert not missing.whole
    assert {words.own for words in missing.words if words.sort == "option"} == {
        "gone <gem>", "leave <hue>", "enough",
    }  # fmt: skip
    assert '"All is kept after {rounds} rounds."' in {words.own for words in missing.words}
    assert '"What next?"' in {words.own for words in missing.words}
    assert "ruby" not in {words.own for words in missing.words}


def test_a_language_that_is_not_there(tmp_path: Path) -> None:
    _game(tmp_path)
    with pytest.raises(dsl.CompileError, match="this game isn't translated into `germn`") as refused:
        dsl.load(tmp_path, language="germn")
    assert refused.value.problems[0].help == "did you mean `german`?"


def test_names_are_put_together_of_known_ones() -> None:
    speech = Speech("german", {"kept": "aufbewahrt", "red key": "roter Schlüssel", "red": "rot", "zone red": "Röte"})
    assert speech.name("B kept 2") == "B aufbewahrt 2"
    assert speech.name("red key 3") == "roter Schlüssel 3"
    assert (speech.name("red"), speech.name("red", "zone")) == ("rot", "Röte")


def test_the_german_of_onirim_is_complete() -> None:
    problems = Problems()
    missing = dsl.check_languages("onirim", (), read_all(dsl.ruleset_sources("onirim")), problems)
    assert not problems.found
    assert "onirim" not in {each.name for each in missing}


def test_texts_of_a_module_beside_those_that_are_checked(tmp_path: Path) -> None:
    game = dsl.rulesets()[0]
    for name in ("bees", "wasps"):
        tmp_path.joinpath(f"{name}.rules").write_text(f'module {name} "The {name}" for {game}\n', "utf-8")
        tmp_path.joinpath(f"{name}.texts").write_text(f'texts german "Deutsch" for {name}\nstone: Stein\n', "utf-8")
    problems = Problems()
    asked = (str(tmp_path / "bees.rules"),)
    dsl.check_languages(game, asked, read_all(dsl.sources_with(game, asked)[0]), problems)
    assert [problem.span.file.name for problem in problems.found if problem.span] == [f"{tmp_path.name}/bees.texts"]
