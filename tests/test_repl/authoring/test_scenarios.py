from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl.model.scenario import Scenario
from interpreter.scenarios.scenario import check
from repl.authoring.checking import check_file, check_ruleset, run_scenarios
from repl.authoring.scenarios import loader
from tests.support.pairs import FIVE, KEEPS, STARS, write_game


def written(path: Path, *parts: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


def first(path: Path) -> Scenario:
    return dsl.scenarios(path)[0]


def test_a_file_in_a_folder_below_the_ruleset(tmp_path: Path) -> None:
    path = written(write_game(tmp_path) / "scenarios" / "all" / "keep.rules", KEEPS)
    assert check(first(path), loader(path)) == ()


def test_a_module_of_the_ruleset_shows_its_own_rules(tmp_path: Path) -> None:
    path = written(write_game(tmp_path) / "stars.rules", STARS, FIVE)
    assert check(first(path), loader(path)) == ()


def test_a_module_in_a_folder_below_the_ruleset(tmp_path: Path) -> None:
    path = written(
        write_game(tmp_path) / "more" / "comets.rules",
        STARS.replace("stars", "comets"),
        FIVE.replace("stars", "comets"),
    )
    assert check(first(path), loader(path)) == ()


def test_a_base_file_may_hold_scenarios(tmp_path: Path) -> None:
    base = write_game(tmp_path) / "base.rules"
    path = written(base, base.read_text(encoding="utf-8"), KEEPS)
    assert check(first(path), loader(path)) == ()


def test_a_module_from_elsewhere_belongs_to_a_shipped_ruleset(tmp_path: Path) -> None:
    write_game(tmp_path)
    game = dsl.rulesets()[0]
    path = written(
        tmp_path / "mine" / "idle.rules",
        f'module idle "Idle" for {game}\n',
        KEEPS.replace("  given", "  with idle\n  given"),
    )
    program = loader(path)(first(path))
    assert (program.game, program.modules) == (game, ("idle",))


def test_a_module_from_elsewhere_whose_game_is_not_found_is_told_once(tmp_path: Path) -> None:
    module = 'module idle "Idle" for nowhere\n'
    path = written(tmp_path / "idle.rules", module, KEEPS, KEEPS.replace("scenario ", "scenario other-"))
    (problem,) = check_file(path, (), None, {})
    assert (problem.code, problem.span and problem.span.text) == ("unknown-ruleset", "nowhere")
    assert problem.help.startswith("put this file into the folder of that game, beside its base rules")
    with pytest.raises(dsl.CompileError) as raised:
        list(run_scenarios([path]))
    assert raised.value.problems == (problem,)


def test_a_module_from_elsewhere_that_its_scenario_forgets(tmp_path: Path) -> None:
    path = written(
        tmp_path / "mine" / "idle.rules",
        f'module idle "Idle" for {dsl.rulesets()[0]}\nkind ghost\ncard haunt is ghost, 1 in box\n',
        'scenario own "Its own card"\n  given\n    box: haunt\n',
    )
    (problem,) = check(first(path), loader(path))
    assert problem.message == "this scenario is played without `idle`, the module of its file"
    assert problem.help == "say `with idle`, below its first line"


def test_other_options_may_be_offered(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    path = written(folder / "scenarios" / "keep.rules", KEEPS.replace(", drop sun", ""))
    (problem,) = check(first(path), loader(path))
    assert problem.help == "say `offers some …` if it may offer others, too"


def test_a_check_of_a_file_reads_the_names_in_its_scenarios(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    path = written(folder / "scenarios" / "keep.rules", KEEPS)
    assert check_file(path, (), None, {}) == ()
    written(path, KEEPS.replace("kept:", "kpet:").replace("at turn", "at trun"))
    found = check_file(path, (), None, {})
    assert [(problem.code, problem.help) for problem in found] == [
        ("scenario-prompt", "did you mean `turn`?"),
        ("scenario-end", "did you mean `kept`?"),
    ]


def test_a_check_of_a_folder_reads_the_names_in_its_scenarios(tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    written(folder / "scenarios" / "keep.rules", KEEPS)
    assert check_ruleset(str(folder), (), None, {}) == ()
    written(folder / "scenarios" / "again.rules", KEEPS.replace("at turn", "at trun"))
    written(folder / "scenarios" / "zoo.rules", KEEPS.replace("kept:", "kpet:"), "zoen x\n")
    found = check_ruleset(str(folder), (), None, {})
    assert [(problem.code, Path(problem.span.file.name).name) for problem in found if problem.span] == [
        ("scenario-prompt", "again.rules"),
        ("syntax", "zoo.rules"),
    ]


def test_a_file_without_a_ruleset(tmp_path: Path) -> None:
    path = written(tmp_path / "lost.rules", KEEPS)
    with pytest.raises(dsl.CompileError) as raised:
        loader(path)(first(path))
    (problem,) = raised.value.problems
    assert (problem.code, problem.message) == (
        "no-game",
        "no folder above `lost.rules` contains a file that begins with `game`",
    )


def test_a_game_is_linked_once(tmp_path: Path) -> None:
    path = written(write_game(tmp_path) / "scenarios" / "keep.rules", KEEPS, KEEPS.replace("keeps-it", "again"), FIVE)
    one, two, other = dsl.scenarios(path)
    load = loader(path)
    assert load(one) is load(two)
    assert load(one) is not load(other)


def test_a_check_reads_the_scenarios_of_modules_from_elsewhere(tmp_path: Path) -> None:
    folder, both = write_game(tmp_path), "with comets, meteors\n  given"
    modules = {name: STARS.replace("stars", name) for name in ("comets", "meteors")}
    keeps = KEEPS.replace("given", both)
    paths = [written(tmp_path / "elsewhere" / f"{name}.rules", text, keeps) for name, text in modules.items()]
    asked = [str(path) for path in paths]
    assert check_ruleset(str(folder), asked, None, {}) == ()
    written(paths[1], modules["meteors"], keeps.replace("kept:", "kpet:"))
    assert [problem.help for problem in check_ruleset(str(folder), asked, None, {})] == ["did you mean `kept`?"]
    assert [problem.help for problem in check_file(folder / "base.rules", asked, None, {})] == ["did you mean `kept`?"]


@pytest.mark.parametrize(
    ("named", "advice"),
    [
        ("Stars", "say `with stars`"),
        ("The Stars", "`The Stars` is its title: say `with stars`"),
        ("star", "did you mean `stars`?"),
        ("stars and comets", "separate the modules by commas: `with stars, comets`"),
        ("the sky", "modules of this game: `comets`, `stars`"),
    ],
)
def test_a_module_that_a_scenario_misnames(tmp_path: Path, named: str, advice: str) -> None:
    folder = write_game(tmp_path)
    comets = STARS.replace("stars", "comets").replace("Stars", "Comets")
    path = written(tmp_path / "elsewhere" / "comets.rules", comets, FIVE.replace("with stars", f"with {named}"))
    (problem,) = check_ruleset(str(folder), [str(path)], None, {})
    assert problem.span is not None
    assert (problem.span.text, problem.help) == (named, advice)
