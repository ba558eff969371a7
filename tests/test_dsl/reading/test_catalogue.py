"""What a ruleset holds: modules, options, and where an option is that isn't there."""

from __future__ import annotations

import pytest

import dsl
from dsl.reading.catalogue import Setting


def test_options_are_told_with_the_conditions_under_which_they_are_there() -> None:
    found = dsl.contents("onirim")
    assert (found.base.name, found.fewest, found.most) == ("onirim", 1, 2)
    assert Setting("talk", ("open", "silent"), "open", ("players is 2",)) in found.base.options
    assert found.where("spells") == (("book", Setting("spells", ("normal", "hard"), "normal")),)
    assert {module.name: module.title for module in found.modules} == dsl.modules_of("onirim")


def test_what_bars_a_module_is_told() -> None:
    glyphs = next(module for module in dsl.contents("onirim").modules if module.name == "glyphs")
    assert [(bar.reason, bar.when) for bar in glyphs.bars] == [
        ("The first edition has no glyphs.", ("edition is `first`",))
    ]


@pytest.mark.parametrize(
    ("option", "help"),
    [
        ("talk", "`talk` is there only when players is 2"),
        ("spells", "`spells` belongs to the module `book`, which is not in play"),
        ("editoin", "did you mean `edition`?"),
        ("weather", "options here: `edition`"),
    ],
)
def test_an_option_that_is_not_there_is_said_to_be_elsewhere(option: str, help: str) -> None:
    with pytest.raises(dsl.CompileError) as caught:
        dsl.load("onirim", options={option: "x"})
    (problem,) = caught.value.problems
    assert (problem.code, problem.help) == ("no-such-game", help)
