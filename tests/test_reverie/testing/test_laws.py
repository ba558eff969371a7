"""Laws: what they are about, where they break, and how small the case becomes that shows it."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import attrs
import pytest
from hypothesis import Phase, find, given, settings

import dsl
from interpreter import Game, State, check_scenario
from reverie.testing import (
    Breach,
    Broken,
    Case,
    Law,
    Step,
    breaches,
    games,
    law,
    laws,
    machine,
    plays,
    positions,
    ready_made,
    reduced,
    reproduce,
    standard,
    told,
    verify,
)
from tests.support.flawed import FLAWED, write_wells
from tests.support.usually import usually_without

FEW = settings(max_examples=15, deadline=None)


@pytest.fixture(scope="module")
def wells(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_wells(tmp_path_factory.mktemp("wells") / "wells"))


@law
def stones_stay_in_the_well(step: Step) -> None:
    """What was thrown in stays there."""
    before, after = (set(state.zones["well"]) for state in step.states)
    assert before <= after, f"{before - after} is gone"


def test_a_law_says_what_it_is_about() -> None:
    assert (stones_stay_in_the_well.name, stones_stay_in_the_well.about) == ("stones stay in the well", ("step",))
    assert stones_stay_in_the_well.sentence == "What was thrown in stays there."
    with pytest.raises(TypeError, match="the parameters of a law are called `state`, `step`, `game`, `case`, not `s`"):
        law(lambda s: s)
    with pytest.raises(TypeError, match="and there is none"):
        law(lambda: None)


def test_ready_made_laws_have_names_and_hold(wells: str) -> None:
    assert [each.name for each in standard(["games end", "saves load"])] == ["games end", "saves load"]
    with pytest.raises(ValueError, match=r"^no law is called `games ends`: did you mean `games end`\?$"):
        standard(["games ends"])
    sound = [each for each in standard() if each.name != "native agrees"]
    verdicts = verify(wells, sound, modules=["leak"], examples=25)
    assert [(each.law.name, each.cases) for each in verdicts] == [(each.name, 25) for each in sound]
    assert [told(each.breach) for each in verdicts if each.breach] == []


def test_the_same_cases_are_drawn_whatever_modules_are_loaded(
    wells: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hypothesis itself looks for numbers in their text."""
    drawn: list[Case] = []

    @law
    def any_case(case: Case) -> None:
        drawn.append(case)

    verify(wells, [any_case], examples=40)
    before = [*drawn]
    drawn.clear()
    (tmp_path / "many_numbers.py").write_text(f"NUMBERS = {[*range(3, 300)]}", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("many_numbers")
    verify(wells, [any_case], examples=40)

    assert drawn == before


IDLE = """\
module idle "Idle" for {game}

when {other} is in play
  invariant "there is no wish": number of card in well is at most 0
"""


def test_a_module_that_adds_nothing_is_not_there(wells: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (one,) = standard(["modules that add nothing change nothing"])
    idle = tmp_path / "idle.rules"
    idle.write_text(IDLE.format(game=dsl.load(wells).game, other="leak"), encoding="utf-8")
    answers = ("throw ruby", "throw coin", "wait")
    case = Case(wells, (str(idle),), deal=("ruby", "coin"), answers=answers)
    apart, whole = list[str](), ready_made._goes_as

    def noted(case: Case, other: dsl.Program, words: str) -> None:
        apart.append(words)
        whole(case, other, words)

    monkeypatch.setattr(ready_made, "_goes_as", noted)
    assert list(breaches(case, [one])) == []
    assert apart == ["with a module without rules", f"without `{idle}`, which adds nothing"]
    assert list(breaches(attrs.evolve(case, modules=(str(idle), "leak")), [one])) == []
    assert apart[2:] == ["with a module without rules"]


@pytest.mark.parametrize("broken", ["_adds", "_with_nothing"])
def test_a_module_that_is_there_breaks_the_law(broken: str, wells: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (one,) = standard(["modules that add nothing change nothing"])
    leaking, plain = (
        Case(wells, modules, seed=2, answers=("throw ruby", "wait", "wait")) for modules in (("leak",), ())
    )
    monkeypatch.setattr(ready_made, broken, lambda *_: leaking.program if broken == "_with_nothing" else False)
    (found,) = breaches(plain if broken == "_with_nothing" else leaking, [one])
    assert re.match("(with a module without rules|without `leak`, which adds nothing), ", found.reason)


def test_a_fault_is_found_and_made_small(wells: str) -> None:
    (verdict,) = verify(wells, standard(["rules never fail"]), examples=60)
    assert verdict.breach
    case = verdict.breach.case
    assert (case.modules, case.players, len(case.given)) == (("greed",), 1, 1)
    assert case.seed <= 3
    assert "coin" in case.deal
    assert verdict.breach.reason.startswith("Rules fault: `hand` holds more than 4 cards")


def test_a_law_of_ones_own_is_broken_by_one_module(wells: str) -> None:
    (verdict,) = verify(wells, [stones_stay_in_the_well], modules=["leak"], examples=60)
    assert verdict.breach
    case = verdict.breach.case
    assert case.modules == ("leak",)
    assert len(case.given) <= 3
    assert verdict.breach.at == len(case.given)
    assert reduced(verdict.breach) == verdict.breach


def test_a_breach_is_told_in_three_ways(wells: str) -> None:
    (breach,) = breaches(
        Case(wells, ("leak",), deal=("ruby", "ruby", "bucket"), answers=("throw ruby", "wait")), [later]
    )
    words = told(breach)
    assert words.startswith("Nothing is ever thrown: broken after answer 1, `throw ruby`.\n  1 stone is in the well")
    assert f'reverie play {wells} --with leak --seed 0 --deal "ruby, ruby, bucket"\n    throw ruby' in words
    found = re.search(r"@reproduce\((.*)\)$", words, re.MULTILINE)
    assert found
    assert eval(found[1], {"Case": Case}) == breach.case


@law
def later(state: State) -> None:
    """Nothing is ever thrown."""
    assert not state.zones["well"], f"{len(state.zones['well'])} stone is in the well"


@pytest.mark.parametrize("ruleset", usually_without(["onirim", "urbion"], ["onirim", "urbion", "docs/tutorial/ferry"]))
def test_the_scenario_of_a_breach_can_be_played(ruleset: str, tmp_path: Path) -> None:
    plain: list[bool] = []

    @settings(max_examples=5, deadline=None, phases=[Phase.generate], database=None)
    @given(games(ruleset, most=12))
    def every(case: Case) -> None:
        breach = Breach(later, case, len(case.given), AssertionError())
        text = told(breach).partition("As a scenario:\n\n")[2].partition("\n\nAt the terminal")[0]
        path = tmp_path / "found.rules"
        path.write_text(f'module found "Found" for {case.program.game}\n\n{text}', encoding="utf-8")
        (scenario,) = dsl.scenarios(path)
        assert text.startswith("# ") or check_scenario(scenario, lambda _: case.program) == ()
        plain.append(not text.startswith("# "))

    every()
    assert any(plain)


@pytest.mark.slow
def test_drawn_games_are_legal_and_draw_all_there_is() -> None:
    seen: set[str] = set()

    @settings(max_examples=80, deadline=None, derandomize=True)
    @given(games("onirim", options={"edition": "second"}, most=3))
    def every(case: Case) -> None:
        assert dict(case.program.options)["edition"] == "second"
        seen.update(case.program.modules, [str(case.players), *(value for _, value in case.options)])

    every()
    assert seen >= {"1", "2", "book", "towers", "hard", "second only"}


@pytest.mark.slow
def test_a_case_shrinks_to_the_least_that_is_asked_for() -> None:
    case = find(
        games("onirim", most=5),
        lambda case: "towers" in case.modules,
        settings=settings(max_examples=2_000, derandomize=True, database=None, phases=[Phase.generate, Phase.shrink]),
    )
    assert (case.modules, case.players, case.options, case.deal, case.seed, case.answers) == (
        ("towers",), 1, (), (), 0, (),
    )  # fmt: skip


def test_games_under_way_and_positions(wells: str) -> None:
    @FEW
    @given(plays(wells, modules=[], players=2), positions(wells, modules=["leak"], players=1))
    def every(game: Game, laid: Game) -> None:
        assert (game.program.players, game.program.modules) == (2, ())
        assert laid.seed is None
        assert set(laid.program.modules) <= {"leak"}
        assert sum(map(len, laid.state.zones.values())) == sum(face.total for face in laid.program.faces)

    every()


def test_laws_become_a_test(wells: str) -> None:
    @reproduce(Case(wells))
    @laws(wells, modules=["greed"], examples=40)
    def test_hands(state: State) -> None:
        """Not two are thrown."""
        assert state.numbers["thrown"] != 2, "two are"

    assert (test_hands.__name__, test_hands.__doc__) == ("test_hands", "Not two are thrown.")
    with pytest.raises(Broken, match=r"Not two are thrown: broken after answer [12], `throw ") as found:
        test_hands()
    assert (found.value.breach.case.modules, found.value.breach.case.players) == ((), 1)
    assert not hasattr(found.value, "__notes__")  # Hypothesis would tell the case as it was drawn


def test_short_games_beside_a_case_are_no_part_of_what_hypothesis_tells(
    wells: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It warns of what takes more than 30 kB to tell."""
    beside = [Case(wells, answers=("throw ruby", "throw pearl") * count) for count in range(1, 60)]
    monkeypatch.setattr("reverie.testing.verifying.seldom_cases", lambda _: beside)

    @laws(wells, modules=[], examples=5)
    def test_never(state: State) -> None:
        """Nothing is thrown."""
        assert state.numbers["thrown"] == 0, "something is"

    with pytest.raises(Broken, match="something is"):
        test_never()


@pytest.mark.slow
def test_the_ready_made_laws_become_a_test(wells: str) -> None:
    @laws(wells, modules=["greed"], players=1, examples=15)
    def test_all() -> None: ...

    with pytest.raises(Broken, match="No answer, and no deal, shows a mistake in the rules"):
        test_all()


def test_a_machine_holds_the_game_to_be_the_same(wells: str) -> None:
    machine(wells, modules=["leak"], examples=10, steps=15)("runTest").runTest()


@pytest.mark.slow
def test_a_machine_finds_what_a_law_forbids(wells: str) -> None:
    with pytest.raises(AssertionError, match="stone is in the well"):
        machine(wells, later, modules=[], players=1, examples=20, steps=8)("runTest").runTest()


def test_the_wells_are_what_they_seem() -> None:
    assert set(FLAWED) == {"base", "leak", "greed"}
    assert isinstance(later, Law)


def test_a_fault_of_the_deal_is_found_before_the_first_answer(wells: str, tmp_path: Path) -> None:
    flooded = tmp_path / "flooded"
    flooded.mkdir()
    draw = "      draw from bag to hand of p as card\n"
    more = "      if card is coin\n        repeat 2 times\n          draw from bag to hand of p as other\n"
    text = Path(wells, "base.rules").read_text(encoding="utf-8").replace(draw, draw + more)
    flooded.joinpath("base.rules").write_text(text, encoding="utf-8")
    (verdict,) = verify(str(flooded), standard(["rules never fail"]), examples=20)
    assert verdict.breach
    assert (verdict.breach.at, verdict.breach.case.given) == (0, ())
    assert "broken before the first answer" in told(verdict.breach)


@law
def won_with_nine(game: Game) -> None:
    """A game is won with nine stones in the well."""
    if game.outcome and game.outcome.status == "won":
        assert len(game.state.zones["well"]) >= 9


def test_a_victory_that_comes_too_early_is_found_from_a_position(wells: str, tmp_path: Path) -> None:
    hasty = tmp_path / "hasty"
    hasty.mkdir()
    text = Path(wells, "base.rules").read_text(encoding="utf-8").replace("is at least 9", "is at least 8")
    hasty.joinpath("base.rules").write_text(text, encoding="utf-8")
    begun = [Case(str(hasty), laid=("bag: coin", "hand: ruby", "well: " + ", ".join(["pearl"] * 6 + ["ruby"])))]
    (breach,) = breaches(attrs.evolve(begun[0], answers=("throw ruby",)), [won_with_nine])
    case = reduced(breach).case
    assert case.given == ("throw ruby",)
    words = told(breach)
    assert "It begins in a position that was laid out." in words
    assert f"reverie play {hasty} --at won-with-nine\n    undo all\n    throw ruby" in words
    text = words.partition("As a scenario:\n\n")[2].partition("\n\nAt the terminal")[0]
    (scenario,) = dsl.scenarios(dsl.SourceFile("found.rules", f'module found "Found" for wells\n\n{text}\n'))
    assert scenario.given
    assert check_scenario(scenario, lambda _: case.program) == ()


def test_a_law_that_a_position_breaks_is_not_tested_there(wells: str) -> None:
    case = Case(wells, laid=("bag: coin", "hand: ruby", "well: pearl"), answers=("throw ruby",))
    assert not [*breaches(case, [later])]
    assert [*breaches(attrs.evolve(case, laid=("bag: coin", "hand: ruby")), [later])]


def test_some_games_are_drawn_from_positions_near_the_end(wells: str) -> None:
    seen: list[Case] = []

    @settings(max_examples=30, deadline=None, derandomize=True)
    @given(games(wells, laid=True))
    def every(case: Case) -> None:
        seen.append(case)

    every()
    laid = [case for case in seen if case.laid]
    assert 0 < len(laid) < len(seen)
    outcomes = [case.game().outcome for case in laid]
    assert any(outcome and outcome.status == "won" for outcome in outcomes)
