from __future__ import annotations

from pathlib import Path

import pytest

import dsl
from dsl.linking.ruleset import Recording
from dsl.program.program import Program
from interpreter.analysis.coverage import FALSE, KINDS, TRUE, coverage_of, open_conditions
from interpreter.game.game import Game
from interpreter.simulation.closely import play_closely
from interpreter.simulation.counting import CoverageCounter, Rule, Tally
from interpreter.simulation.simulate import play
from interpreter.simulation.sweep import Link, play_link
from reverie.testing.coverage import survey
from tests.support.lockstep import compare
from tests.support.market import MARKET
from tests.support.tiny import TINY
from tests.support.watched import watched, write_watched

PACKED = """\
game packed "Packed"
enum colour: red, blue
kind piece
cards piece in deck
  | card | count |
  | one  | 8     |
zone deck: pile, hidden
zone box per colour: heap, public
prompt pack per colour: "What goes into the box?"
event setup
  shuffle deck
turn: main
event main
  for each c: colour
    ask pack of c
      option top
        move top of deck to box of c
      option bottom
        move bottom of deck to box of c
won "Everything is packed."
win only when no card in deck
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return watched(tmp_path / "pairs")


@pytest.fixture
def tally(program: Program) -> Tally:
    swept = play_link(lambda *_: program, Link((), 1, (), 0, 200), "eager", survey)
    assert swept.games == 200
    assert swept.tally
    return swept.tally


def _times(tally: Tally, module: str, kind: str, site: str) -> tuple[int, int]:
    (found,) = (
        times for rule, times in tally.rules.items() if (rule.module, rule.kind, rule.site) == (module, kind, site)
    )
    return found


def test_a_game_that_is_counted_is_the_same_game(tmp_path: Path) -> None:
    counted, plain = watched(tmp_path / "one"), watched(tmp_path / "two", coverage=False)
    assert [play(counted, seed) for seed in range(20)] == [play(plain, seed) for seed in range(20)]
    assert not coverage_of(plain).log
    assert coverage_of(counted).log


@pytest.mark.parametrize("coverage", [True, "conditions"])
def test_both_executors_tell_the_same(tmp_path: Path, coverage: Recording) -> None:
    _same_logs(watched(tmp_path / "pairs", coverage))


def test_a_condition_is_recorded_before_what_is_printed_leaves_cards_out(tmp_path: Path) -> None:
    folder = write_watched(tmp_path / "pairs")
    base = folder / "base.rules"
    base.write_text(base.read_text("utf-8").replace("where kept by>", "where kept by and card is sun>"), "utf-8")
    _same_logs(dsl.load(folder, ("red", "blue"), coverage=True))


def _same_logs(program: Program) -> None:
    """Play games in lockstep; both executors must record the same."""
    log = coverage_of(program).log
    for seed in range(10):
        fast, plain = Game(program, seed), Game(program, seed, reference=True)
        while fast.decision:
            log.clear()
            answer = seed % len(fast.decision.options)
            fast.choose(answer)
            told = log[:]
            log.clear()
            plain.choose(answer)
            compare(fast, plain)
            assert log == told


def test_conditions_that_are_recorded_too_change_no_count(tmp_path: Path) -> None:
    program = watched(tmp_path / "both ways", "conditions")
    swept = play_link(lambda *_: program, Link((), 1, (), 0, 40), "random", survey)
    plain = play_link(lambda *_: watched(tmp_path / "plain"), Link((), 1, (), 0, 40), "random", survey)
    assert swept.tally
    assert plain.tally
    assert swept.tally.met == plain.tally.met
    assert [*swept.tally.rules.values()] == [*plain.tally.rules.values()]


def test_a_condition_is_known_both_ways(tmp_path: Path) -> None:
    program = watched(tmp_path / "pairs", "conditions")
    counting = CoverageCounter(program, dsl.rules_of(program))
    assert _conditions(program, counting) == {}
    play_closely(program, 0, lambda *_: 0, counting=counting)
    found = _conditions(program, counting)
    assert found["no card in box"] == {True, False}
    assert found["number of card in deck is at least 6"] == {False}
    counting.restart()
    assert not any(counting.acted)
    assert _conditions(program, counting) == {}


def _conditions(program: Program, counting: CoverageCounter) -> dict[str, set[bool]]:
    """By their texts, how conditions were: True if they held."""
    found: dict[str, set[bool]] = {}
    for origin, way in (divmod(entry, KINDS) for entry in counting.ways):
        if way in {TRUE, FALSE} and origin in open_conditions(program):
            found.setdefault(program.origins[origin].span.sentence, set()).add(way == TRUE)
    return found


def test_what_acts_is_counted(tally: Tally) -> None:
    keeps, _ = _times(tally, "pairs", "event", "keep")
    assert keeps > 20
    won, _ = _times(tally, "pairs", "win only when", "victory")  # the game is over before what comes after
    assert _times(tally, "red", "after", "keep")[0] == keeps - won
    taken, offered = _times(tally, "red", "added option", "turn")
    assert 0 < taken < offered


def test_what_never_acts_is_there_with_nothing(tally: Tally) -> None:
    assert _times(tally, "blue", "before", "keep") == (0, 0)


def test_conditions_act_by_what_they_are_for(tally: Tally) -> None:
    widened, asked = _times(tally, "red", "widen", "kept by")
    assert 0 < widened < asked
    narrowed, asked = _times(tally, "blue", "narrow", "kept by")
    assert 0 < narrowed < asked
    won, asked = _times(tally, "pairs", "win only when", "victory")
    assert 0 < won < asked
    assert _times(tally, "red", "forbid", "drop")[0] > 0


def test_modules_meet_where_rules_of_both_act(tally: Tally) -> None:
    assert tally.met["prompt", "turn", "blue", "red"] > 0
    assert tally.met["definition", "kept by", "blue", "red"] > 0
    assert tally.met["event", "drop", "blue", "red"] > 0
    assert tally.met["event", "keep", "blue", "red"] == 0


def test_options_at_a_prompt_for_each_member_are_counted(tmp_path: Path) -> None:
    tmp_path.joinpath("base.rules").write_text(PACKED, encoding="utf-8")
    packed = dsl.load(tmp_path, coverage=True)
    swept = play_link(lambda *_: packed, Link((), 1, (), 0, 20), "random", survey)
    assert swept.tally
    options = {rule.words: times for rule, times in swept.tally.rules.items() if rule.kind == "option"}
    assert set(options) == {"top", "bottom"}
    assert all(0 < acted < asked for acted, asked in options.values())


def test_tallies_are_joined() -> None:
    one, other = Rule("a", "after", "event", "x", "", "f:1"), Rule("a", "after", "event", "y", "", "f:2")
    met = ("event", "x", "a", "b")
    joined = Tally({one: (1, 0)}, {met: 1}).joined(Tally({one: (2, 3), other: (0, 0)}, {met: 0}))
    assert joined == Tally({one: (3, 3), other: (0, 0)}, {met: 1})


def test_nothing_is_left_of_earlier_games(program: Program) -> None:
    play(program, 1)
    counting = CoverageCounter(program, survey(program)[0])
    tally = counting.tally(())
    assert not any(acted for acted, _ in tally.rules.values())


ALWAYS = """\
define stops: no card in hand
define goes on: any card in hand
invariant "One or the other": stops or goes on
"""


def test_what_always_widens_or_narrows_is_counted() -> None:
    module = 'module more "More" for tiny\nwiden goes on when yes\nnarrow stops when no\n'
    sources = [dsl.SourceFile("0.rules", TINY + ALWAYS), dsl.SourceFile("1.rules", module)]
    program = dsl.compile_ruleset(sources, dsl.Wanted(("more",), 1, {}, coverage=True))
    swept = play_link(lambda *_: program, Link(("more",), 1, (), 0, 20), "random", survey)
    assert swept.tally
    for kind, site in (("widen", "goes on"), ("narrow", "stops")):
        acted, asked = _times(swept.tally, "more", kind, site)
        assert acted == asked > 0
        assert swept.tally.met["definition", site, "tiny", "more"] > 0


PRIZES = """\
module prizes "Prizes" for market
raise score(owner) by 2 when number of gem in hand of owner is at least 2
lower score(owner) by 1 when coins of owner is 0
keep score(owner) at most 9
raise spare by 1 when any gem in box
"""


def test_rules_that_act_in_the_score_only_are_counted() -> None:
    market = MARKET.replace("fewest rubys in hand", "highest spare") + "define spare: coins\n"
    sources = [dsl.SourceFile("0.rules", market), dsl.SourceFile("1.rules", PRIZES)]
    program = dsl.compile_ruleset(sources, dsl.Wanted(("prizes",), 2, {}, coverage=True))
    swept = play_link(lambda *_: program, Link(("prizes",), 2, (), 0, 40), "random", survey)
    assert swept.tally
    acted, asked = _times(swept.tally, "prizes", "raise", "score")
    assert 0 < acted < asked
    assert _times(swept.tally, "prizes", "keep", "score") == (asked, asked)
    assert _times(swept.tally, "market", "score", "score") == (asked, asked)
    assert _times(swept.tally, "prizes", "lower", "score")[0] > 0
    assert _times(swept.tally, "prizes", "raise", "spare")[1] > 0
    assert len(swept.scored) == 20
