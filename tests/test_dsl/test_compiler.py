"""From files to a program: what is read, in which order the passes stop, and what makes two programs the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl.reading.library import read_file, ruleset_folder, ruleset_sources, unreadable_modules
from dsl.text.diagnostics import Problem, Problems
from tests.support.tiny import TINY, compiled, problems

FOG = 'module fog "Fog" for tiny\nafter play\n  shuffle deck\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "tiny"
    home.mkdir()
    (home / "base.rules").write_text(TINY, "utf-8")
    (home / "fog.rules").write_text(FOG, "utf-8")
    (home / "notes.txt").write_text("not rules", "utf-8")
    (home / "scenarios").mkdir()
    (home / "scenarios" / "one.rules").write_text('scenario one "One"\n  given\n', "utf-8")
    return home


def refused(ruleset: str | Path, *modules: str | Path) -> Problem:
    with pytest.raises(dsl.CompileError) as raised:
        dsl.load(ruleset, modules)
    (problem,) = raised.value.problems
    return problem


def test_a_shipped_game() -> None:
    program = dsl.load("onirim", ["glyphs", "book"], players=2, options={"spells": "hard"})
    assert (program.game, program.modules, program.players) == ("onirim", ("book", "glyphs"), 2)
    assert dict(program.options)["spells"] == "hard"
    assert "onirim" in dsl.rulesets()
    assert set(program.modules) <= set(dsl.modules_of("onirim"))


def test_the_value_of_an_option_may_be_a_number(folder: Path) -> None:
    dense = "option density: 1 to 9\nafter play if density is 4\n  draw from deck to hand\n"
    (folder / "fog.rules").write_text(FOG + dense, "utf-8")
    assert dict(dsl.load(folder, ["fog"], options={"density": 4}).options) == {"density": "4"}
    with pytest.raises(dsl.CompileError, match="density"):
        dsl.load(folder, ["fog"], options={"density": 99})


def test_a_folder(folder: Path) -> None:
    program = dsl.load(folder, ["fog"])
    assert (program.game, program.title, program.modules) == ("tiny", "Tiny", ("fog",))
    assert dsl.modules_of(folder) == {"fog": "Fog"}
    assert [source.name for source in ruleset_sources(folder)] == ["tiny/base.rules", "tiny/fog.rules"]
    assert dsl.load(str(folder)).modules == ()


def test_a_module_from_anywhere(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "hail.rules"
    path.write_text(FOG.replace("fog", "hail"), "utf-8")
    assert dsl.load(folder, [path, "fog"]).modules == ("fog", "hail")
    assert dsl.load(folder, [str(path)]).modules == ("hail",)


def test_a_module_that_is_there_already(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "fog.rules"
    path.write_text(FOG.replace("shuffle deck", "move every card in spot to deck"), "utf-8")
    with pytest.raises(dsl.CompileError) as raised:
        dsl.load(folder, [path])
    (problem,) = raised.value.problems
    assert problem.code == "declared-twice"
    assert str(path) in problem.message
    assert f"`{folder.name}/fog.rules`" in problem.message
    assert dsl.load(folder, [folder / "fog.rules"]).fingerprint == dsl.load(folder, ["fog"]).fingerprint


def test_a_module_with_mistakes_stops_only_games_with_it(folder: Path) -> None:
    (folder / "hail.rules").write_text('module hail "Hail" for tiny\nafter play\n  shufle deck (\n', "utf-8")
    assert unreadable_modules(folder) == {"hail": f"{folder.name}/hail.rules"}
    assert dsl.load(folder, ["fog"]).modules == ("fog",)
    assert [module.name for module in dsl.contents(folder).modules] == ["fog"]
    with pytest.raises(dsl.CompileError):
        dsl.load(folder, ["hail"])


def test_what_is_no_ruleset(tmp_path: Path) -> None:
    assert refused("onirm").help == "did you mean `onirim`?"
    problem = refused(tmp_path)
    assert (problem.code, problem.span) == ("unknown-ruleset", None)
    assert problem.message == f"the folder `{tmp_path}` holds no .rules file"


def test_what_is_no_module(folder: Path) -> None:
    problem = refused(folder, folder / "base.rules")
    assert (problem.code, problem.message) == ("no-game", "this file isn't a module")
    assert refused(folder, folder / "scenarios" / "one.rules").code == "no-game"


def test_what_cannot_be_read(folder: Path) -> None:
    assert "no such file" in refused(folder, folder / "gone.rules").message
    (folder / "deep.rules").mkdir()
    assert refused(folder).message.endswith("can't be read: it is a folder")


def test_files_are_read_as_people_save_them(tmp_path: Path) -> None:
    path, found = tmp_path / "a.rules", Problems()
    for data in (b"\xef\xbb\xbfzone a\r\nzone b", b"zone a\rzone b", b"zone a\nzone b"):
        path.write_bytes(data)
        source = read_file(path, found)
        assert source
        assert (source.name, source.text) == (str(path), "zone a\nzone b")
    assert found.found == []


def test_a_name_that_is_a_folder_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    assert ruleset_folder("tiny") == Path("tiny")
    assert ruleset_folder("onirim").name == "onirim"


def test_scenarios(folder: Path) -> None:
    assert [scenario.id for scenario in dsl.scenarios(folder / "scenarios" / "one.rules")] == ["one"]
    assert dsl.scenarios(folder / "fog.rules") == ()


def test_each_pass_reports_all_that_it_finds_and_the_next_waits() -> None:
    syntax, name, type_ = "zone a: pil, public\n", "kind a is b\n", 'lose when red, "x"\n'
    assert [problem.code for problem in problems(syntax + "evnet e\n" + name + type_)] == ["syntax", "syntax"]
    assert [problem.code for problem in problems(name + "kind c is d\n" + type_)] == ["unknown-kind", "unknown-kind"]
    assert [problem.code for problem in problems(type_ + type_.replace("red", "blue"))] == ["type", "type"]


def test_the_same_rules_make_the_same_program() -> None:
    one = compiled("")
    assert compiled("# a comment\n").fingerprint == one.fingerprint
    assert compiled("\n\n").fingerprint == one.fingerprint
    assert compiled("before play\n  shuffle deck\n").fingerprint != one.fingerprint
    assert compiled("", FOG, modules=("fog",)).fingerprint != one.fingerprint
    assert compiled("", FOG).fingerprint == one.fingerprint


def test_the_order_of_files_makes_no_difference() -> None:
    hail = FOG.replace("fog", "hail")
    sources = [dsl.SourceFile(name, text) for name, text in (("a", TINY), ("b", FOG), ("c", hail))]
    forwards = dsl.compile_ruleset(sources, dsl.Wanted(("fog", "hail"), 1, {}))
    backwards = dsl.compile_ruleset(sources[::-1], dsl.Wanted(("hail", "fog"), 1, {}))
    assert forwards == backwards
