"""Positions in which games begin: some near the end, others where a condition holds that few games meet."""

from __future__ import annotations

from pathlib import Path

import attrs

from interpreter.simulation.positions import seldom_turns
from reverie.testing import Case
from reverie.testing.beginnings import MANNERS_MEETING, MANNERS_NEAR, NEAR, beginnings, planned, seldom_cases
from reverie.testing.laying import lines_of
from reverie.testing.sets import sets_of
from tests.support.pairs import BASE, write_game

ODD = """\
module odd "Odd" for pairs

event look
  if number of moon in box is 7 and number of sun in deck is 9
    shuffle deck

before draw
  do look
"""


def test_some_games_begin_where_a_seldom_condition_holds(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    folder.joinpath("base.rules").write_text(BASE.replace("| 3 ", "| 9 "), encoding="utf-8")
    folder.joinpath("odd.rules").write_text(ODD, encoding="utf-8")
    case = Case(str(folder), ("odd",))
    found = beginnings(case)
    assert [each.manners for each in found[:NEAR]] == [MANNERS_NEAR] * NEAR
    meeting = [each for each in found if each.manners == MANNERS_MEETING]
    zones = [Case(str(folder), ("odd",), laid=each.lines).begin.zones for each in meeting]  # type: ignore[union-attr]
    assert any(each["box"].count("moon") == 7 and each["deck"].count("sun") == 9 for each in zones)
    assert beginnings(Case(str(folder), ("odd",))) == found


SUNS = """\
module suns "Suns" for pairs

number lucky: 0 to 9

invariant "luck is rare": lucky is at most 1

before draw
  if number of sun in kept is 2 and number of moon in box is 2
    set lucky to 1
"""


def test_short_games_hold_what_rules_seldom_do(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    folder.joinpath("base.rules").write_text(BASE.replace("| 3 ", "| 9 "), encoding="utf-8")
    folder.joinpath("suns.rules").write_text(SUNS, encoding="utf-8")
    case = Case(str(folder), ("suns",), seed=3, answers=("keep sun",))
    beside = [short for seed in range(3) for short in seldom_cases(attrs.evolve(case, seed=seed))]
    assert beside == [short for seed in range(3) for short in seldom_cases(attrs.evolve(case, seed=seed))]
    assert all(short.legal and short.laid and short.modules == case.modules for short in beside)
    lucky = [short for short in beside if short.game().state.numbers["lucky"]]
    assert len(lucky) >= len(beside) / 4


def test_before_any_case_is_drawn_each_mix_is_played_and_each_module_alone_is_won(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    folder.joinpath("base.rules").write_text(BASE.replace("| 3 ", "| 9 "), encoding="utf-8")
    folder.joinpath("suns.rules").write_text(SUNS, encoding="utf-8")
    sets = sets_of(str(folder))
    cases = [*planned(sets, sets.names, (1,))]
    assert cases == [*planned(sets, sets.names, (1,))]
    short = [case for case in cases if len(case.modules) == 2]
    assert len(short) >= 100
    assert any(case.game().state.numbers["lucky"] for case in short)
    won = [case.modules for case in cases if (outcome := case.game().outcome) and outcome.status == "won"]
    assert {(), ("stars",), ("suns",)} <= {*won}
    assert len([*planned(sets, sets.names, (1,), 20)]) < len(cases) / 10


def test_cards_stray_in_half_of_the_short_games(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    folder.joinpath("base.rules").write_text(BASE.replace("| 3 ", "| 9 "), encoding="utf-8")
    case = Case(str(folder))
    begun = {short.laid for seed in range(20) for short in seldom_cases(attrs.evolve(case, seed=seed))}
    turns = {lines_of(case.program, list(turn.state)) for alike in seldom_turns(case.recording, 0) for turn in alike}
    assert begun & turns
    assert len(begun - turns) >= len(begun) / 4
