"""How small cases become: modules that aren't needed go, and answers go with the cards that they brought up."""

from __future__ import annotations

import attrs
import pytest

from interpreter import Generator, State
from reverie.testing import Breach, Case, Law, Step, breaches, law, reduced
from reverie.testing.trying import Search
from reverie.testing.varying import of_few_modules
from tests.support.flawed import write_wells


@pytest.fixture(scope="module")
def wells(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_wells(tmp_path_factory.mktemp("wells") / "wells"))


@law
def few_pearls(state: State) -> None:
    """Four pearls don't lie on top of each other."""
    assert state.zones["well"][:4] != ("pearl",) * 4


@law
def no_bucket(state: State) -> None:
    """Two buckets aren't thrown."""
    assert state.zones["well"].count("bucket") < 2


def long_breach(case: Case, number: int, one: Law) -> Breach:
    """A breach in a game that is played at random."""
    below = Generator(number).below
    game, answers = case.dealt(), list[str]()
    while game.decision:
        options = game.decision.options
        answers.append(options[below(len(options))].id)
        game.choose(answers[-1])
    return next(breaches(attrs.evolve(case, answers=answers), [one]))


def first_breach(case: Case, one: Law, longer: int) -> Breach:
    """The first breach after so many answers, by the number of the random game."""
    for number in range(400):
        try:
            found = long_breach(attrs.evolve(case, seed=1_000 + number), number, one)
        except StopIteration:
            continue
        if found.at >= longer:
            return found
    raise AssertionError("no game was found")


def test_what_came_up_deals_the_same_game(wells: str) -> None:
    case = Case(wells, ("leak",), seed=77, answers=("throw pearl", "throw ruby", "wait", "throw coin", "throw bucket"))
    again = attrs.evolve(case, seed=0, deal=case.drawn)
    assert again.given == case.given
    assert sorted(again.game().state.zones["hand"]) == sorted(case.game().state.zones["hand"])


def test_what_came_up_leaves_out_what_was_shuffled_back() -> None:
    case = Case("onirim", ("book",), seed=5)
    again = attrs.evolve(case, seed=0, deal=case.drawn)
    assert again.game().state.zones["hand"] == case.game().state.zones["hand"]
    assert again.game().state.zones["goals"] == case.game().state.zones["goals"]


@pytest.mark.slow
def test_answers_go_with_the_cards_that_they_brought_up(wells: str) -> None:
    breach = first_breach(Case(wells, ("greed", "leak"), 2), few_pearls, 7)
    case = reduced(breach).case
    assert (case.modules, case.players, case.given) == ((), 1, ("throw pearl",))
    assert "well: pearl, pearl, pearl" in case.laid


@pytest.mark.slow
def test_only_the_modules_that_are_needed_stay(wells: str) -> None:
    breach = first_breach(Case(wells, ("greed", "leak"), 2), no_bucket, 4)
    case = reduced(breach).case
    assert (case.modules, case.players, case.given) == (("leak",), 1, ("throw bucket",))
    assert "well: bucket, ruby" in case.laid
    assert reduced(breach).case == case


def test_a_breach_late_in_a_game_begins_in_a_position(wells: str) -> None:
    breach = first_breach(Case(wells, ("leak",)), full_well, 7)
    case = reduced(breach).case
    assert case.laid
    assert (case.modules, case.players, len(case.given)) == ((), 1, 1)


def test_fewer_modules_may_need_another_position(wells: str) -> None:
    """Without the buckets of the leak, the bag is empty, and no game is under way in this position."""
    case = Case(wells, ("leak",), answers=("throw ruby",), laid=("bag: bucket, bucket", "hand: ruby, ruby, pearl"))
    assert not attrs.evolve(case, modules=()).legal
    (breach,) = breaches(case, [nothing_thrown])
    assert of_few_modules(breach, Search(nothing_thrown, 10_000)).case.modules == ()


@law
def nothing_thrown(step: Step) -> None:
    """No ruby is thrown."""
    assert step.answer != "throw ruby"


@law
def full_well(step: Step) -> None:
    """No pearl is the eighth stone in the well."""
    assert step.after.state.numbers["thrown"] != 8 or step.answer != "throw pearl"


def test_little_is_tried_in_the_end(wells: str) -> None:
    search = Search(few_pearls, 400)
    case = Case(wells, answers=("throw pearl",) * 9)
    tried = 0
    while search.legal(case):
        search.broken(case)
        tried += 1
    assert 0 < tried < 20
    assert search.broken(case) is None
