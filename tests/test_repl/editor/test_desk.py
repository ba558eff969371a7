from pathlib import Path

import pytest

from repl.editor.desk import Desk
from repl.editor.problems import Outdated
from tests.support.ponds import GAME, pond


@pytest.fixture
def name(tmp_path: Path) -> str:
    return pond(tmp_path / "pond")[0]


def _settled(desk: Desk, name: str) -> list[str]:
    for found in desk.steps(name):
        desk.found[name] = found
    return [problem.code for problem in desk.problems(name)]


def test_form_is_known_before_anything_is_linked(name: str) -> None:
    desk = Desk()
    desk.edit(name, GAME.replace("shuffle deck", "shufle deck"))
    assert [problem.code for problem in desk.problems(name)] == ["syntax"]


def test_meaning_is_known_after_the_steps(name: str) -> None:
    desk = Desk()
    desk.edit(name, GAME.replace("shuffle deck", "shuffle dekc"))
    assert desk.problems(name) == ()
    assert _settled(desk, name) == ["unknown-zone"]


def test_what_was_found_moves_with_the_text_until_it_is_found_anew(name: str) -> None:
    desk = Desk()
    wrong = GAME.replace("shuffle deck", "shuffle dekc")
    desk.edit(name, wrong)
    _settled(desk, name)
    document = desk.edit(name, "# A pond.\n" + wrong)
    (problem,) = desk.problems(name)
    assert problem.span
    assert problem.span.text == "dekc"
    assert problem.span.file == document.source


def test_what_was_found_goes_when_its_words_are_changed(name: str) -> None:
    desk = Desk()
    desk.edit(name, GAME.replace("shuffle deck", "shuffle dekc"))
    _settled(desk, name)
    desk.edit(name, GAME)
    assert desk.problems(name) == ()


def test_a_module_that_breaks_the_game_is_a_problem_of_its_own_file(name: str) -> None:
    desk = Desk()
    other = str(Path(name).with_name("reeds.rules"))
    desk.edit(other, 'module reeds "Reeds" for pond\nafter jump\n  draw from deck to leaf\n')
    assert _settled(desk, other) == ["unknown-event"]
    assert _settled(desk, name) == []


def test_a_name_out_of_reach_is_one_problem(name: str) -> None:
    desk = Desk()
    other = str(Path(name).with_name("mist.rules"))
    desk.edit(other, 'module mist "Mist" for pond\n\nafter land\n  move top of deck to reeds\n')
    assert _settled(desk, other) == ["not-a-bridge"]


def test_scenarios_are_played_when_the_rules_are_right(name: str) -> None:
    desk = Desk()
    desk.edit(name, GAME)
    assert _settled(desk, name) == []
    assert [each.problems for each in desk.found[name].played] == [()]
    desk.edit(name, GAME.replace("leaf: green, blue", "leaf: green"))
    assert _settled(desk, name) == ["scenario-end"]


def test_newer_text_ends_the_steps(name: str) -> None:
    desk = Desk()
    desk.edit(name, GAME)
    with pytest.raises(Outdated):
        list(desk.steps(name, lambda: True))


def test_a_closed_document_is_forgotten(name: str) -> None:
    desk = Desk()
    desk.edit(name, GAME.replace("shuffle deck", "shuffle dekc"))
    _settled(desk, name)
    desk.close(name)
    assert desk.problems(name) == ()


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ('module reeds "Reeds" for onirm\n', "unknown-ruleset", "onirm"),
        ("card moth is dream, 2 in deck\n", "no-game", "card moth is dream, 2 in deck"),
        ('invariant "cards lie there": any card in deck\n', "", ""),
        ("", "", ""),
    ],
)
def test_a_file_that_belongs_to_no_game_says_so(text: str, code: str, words: str, tmp_path: Path) -> None:
    desk = Desk()
    name = str(tmp_path / "reeds.rules")
    desk.edit(name, text)
    assert _settled(desk, name) == ([code] if code else [])
    assert [each.span.text.strip() for each in desk.problems(name) if each.span] == ([words] if words else [])


def test_entries_that_fit_nothing_are_found_in_texts_files(name: str) -> None:
    desk, texts = Desk(), str(Path(name).with_name("german.texts"))
    desk.edit(texts, 'texts german "Deutsch" for pond\nleaf: Blatt\nlaef: Blatt\n')
    assert _settled(desk, texts) == ["translation"]


def test_scenarios_of_one_id_are_a_problem(name: str) -> None:
    desk = Desk()
    desk.edit(name, GAME + GAME[GAME.index("scenario") :])
    assert _settled(desk, name) == ["declared-twice"]


def test_documents_of_one_game_have_their_largest_game_in_common(name: str) -> None:
    desk = Desk()
    other = str(Path(name).with_name("reeds.rules"))
    for each in (name, other):
        desk.edit(each, Path(each).read_text("utf-8"))
        assert _settled(desk, each) == []
    assert desk.program(name)
    assert desk.program(name) is desk.program(other)
    desk.edit(name, GAME.replace("enum home", "enum"))
    assert _settled(desk, name) == ["syntax"]
    assert desk.program(name) is desk.program(other)
