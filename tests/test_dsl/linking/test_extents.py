from __future__ import annotations

from dsl.linking.extents import Fork, extents
from dsl.text.source import SourceFile
from tests.support.reached import GAME, MODULE


def test_every_rule_has_its_lines_in_play_or_not() -> None:
    found = extents(SourceFile("base.rules", GAME))
    heads = {GAME.split("\n")[line - 1].strip().split(" ")[0] for line, _ in found.rules}
    assert heads == {"event", "define", "option", "before", "after", "win"}
    assert found.rules[46, 3] == (46, 48)
    assert found.rules[32, 5] == (32, 33)


def test_steps_belong_to_the_conditions_above_them() -> None:
    assert extents(SourceFile("back.rules", MODULE)).forks == (Fork(6, 6, (7, 7), (9, 9)),)


def test_scenarios_hold_no_rules() -> None:
    text = 'scenario one "One"\n  given\n    hand: red\n  then\n    hand: red\n'
    assert extents(SourceFile("one.rules", text)).rules == {}
