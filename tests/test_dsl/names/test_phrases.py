"""Advice about names that hold other names, and about what a module declares again."""

from __future__ import annotations

import pytest

import dsl
from dsl.names.phrases import one, plural
from tests.support.tiny import TINY

HEAD = 'module more "More" for tiny\n'


def _help(text: str) -> str:
    files = [dsl.SourceFile("tiny.rules", TINY), dsl.SourceFile("more.rules", HEAD + text)]
    with pytest.raises(dsl.CompileError) as raised:
        dsl.compile_ruleset(files, dsl.Wanted(("more",), 1, {}))
    return raised.value.problems[0].help


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        (
            "event play(card)\n",
            "to change what happens, hook the event: `before play`, `after play`, `instead of play`",
        ),
        ('prompt turn: "What?"\n', "to add options, say `add to turn`"),
        ("zone hand: heap, public\n", "a zone is used as it is declared, and its limit and who sees it don't change"),
        (
            "kind piece\n",
            "to add cards, say `cards piece in ZONE`; to give them facts or attributes, `extend kind piece`",
        ),
    ],
)
def test_a_module_changes_what_it_declares_again(text: str, advice: str) -> None:
    assert _help(text) == f"{advice}; or rename this one"


def test_cards_begin_where_others_do() -> None:
    assert _help("card hat is piece, 2 in the big box\n") == "no zone has this name: other cards begin in `deck`"


def test_plurals() -> None:
    assert [plural(noun) for noun in ("tray", "city", "colour")] == ["trays", "cities", "colours"]
    known = ("tray", "city", "box")
    assert [one(noun, known) for noun in ("trays", "cities", "boxes", "hats")] == ["tray", "city", "box", ""]
