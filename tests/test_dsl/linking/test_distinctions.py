"""Which games of the same files have the same rules, as far as a check can tell."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

import dsl
from dsl.linking.distinctions import Distinctions
from dsl.linking.link import link
from dsl.linking.ruleset import Wanted
from dsl.reading.library import read_all
from dsl.text.diagnostics import Problems
from tests.support.tiny import TINY

GAME = TINY.replace(
    'game tiny "Tiny"\n',
    'game tiny "Tiny"\nplayers 1 to 2\noption pace: slow, fast, wild\noption size: 1 to 3\n'
    "option mood: calm, `red one`\n",
)
SECTIONS = """\
when pace is fast
  help "Pace" "Be quick."
when pace is wild and size is 3
  define wild: yes
"""
HAIL = """\
module hail "Hail" for tiny
define hurried: if pace is fast then 1 else size
"""


def keys(text: str, *games: Wanted) -> list[Hashable]:
    models = read_all([dsl.SourceFile("base.rules", text), dsl.SourceFile("hail.rules", HAIL)])
    distinctions = Distinctions()
    return [distinctions.key(link(models, game, Problems())) for game in games]


def games(*options: tuple[str, str], modules: tuple[str, ...] = ()) -> list[Wanted]:
    """The game without options, and with each of these."""
    return [Wanted(modules, 1), *(Wanted(modules, 1, {name: value}) for name, value in options)]


def test_an_option_that_no_rule_reads_makes_no_difference() -> None:
    plain, *others = keys(GAME + SECTIONS, *games(("pace", "wild"), ("size", "2"), ("size", "3")))
    assert others == [plain] * 3


def test_texts_make_no_difference() -> None:
    plain, fast = keys(GAME + SECTIONS, *games(("pace", "fast")))
    assert fast == plain


@pytest.mark.parametrize(
    "game",
    [
        Wanted((), 2),
        Wanted(("hail",), 1),
        Wanted((), 1, {"pace": "wild", "size": "3"}),
    ],
)
def test_other_rules_modules_and_players_make_a_difference(game: Wanted) -> None:
    plain, other = keys(GAME + SECTIONS, Wanted((), 1), game)
    assert other != plain


def test_a_word_makes_a_difference_only_where_a_rule_names_it() -> None:
    slow, wild, fast = keys(GAME, *games(("pace", "wild"), ("pace", "fast"), modules=("hail",)))
    assert slow == wild
    assert fast != slow


def test_each_number_that_a_rule_reads_makes_a_difference() -> None:
    found = keys(GAME, *games(("size", "2"), ("size", "3"), modules=("hail",)))
    assert len(set(found)) == 3


def test_a_rule_that_compares_an_option_tells_its_values_apart() -> None:
    calm, red = keys(GAME + "define easy: mood is `red one`\n", *games(("mood", "red one")))
    assert calm != red
