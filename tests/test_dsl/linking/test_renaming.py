"""Modules with other names: wherever they are named, and nowhere else."""

from __future__ import annotations

import dsl
from dsl import SourceFile
from dsl.linking.renaming import renamed

BASE = """\
game meadow "Meadow"
zone bees: heap, public
kind bee
cards bee in bees
  | card | count |
  | bees | 3     |
event setup
turn: hum
event hum
  move some bee in bees to hive
zone hive: heap, public
win only when no card in bees
"""

BEES = """\
module bees "Bees" for meadow
requires ants
excludes wasps
after hum, after ants, wasps
  move some bee in hive to bees
when wasps is not in play and ants is in play
  after hum, before ants
    move some bee in hive to bees
"""


def test_only_modules_are_renamed() -> None:
    sources = [SourceFile("base.rules", BASE), SourceFile("bees.rules", BEES)]
    base, bees = renamed(sources, {"bees": "hornets", "wasps": "flies"})
    assert base.text == BASE
    expected = BEES.replace("module bees", "module hornets").replace("wasps", "flies")
    assert bees.text == expected


def test_shipped_rules_are_the_same_with_other_names() -> None:
    for ruleset in dsl.rulesets():
        sources = dsl.ruleset_sources(ruleset)
        names = {name: f"my-{name}" for name in dsl.modules_of(ruleset)}
        back = renamed(renamed(sources, names), {new: old for old, new in names.items()})
        assert [source.text for source in back] == [source.text for source in sources]
