"""What is proposed first at a place."""

from pathlib import Path

import pytest

from repl.editor.completion import Item, complete
from repl.editor.workspace import Workspace
from tests.support.ponds import GAME, pond

DRAFT = 'scenario draft "A draft"\n  given\n    hand: green\n  play\n    at hop\n      answer hop green\n'
CARD_LIKE_PROMPT = GAME.replace("| blue ", "| hop ").replace("hand: green, blue", "hand: green, hop")


@pytest.fixture
def name(tmp_path: Path) -> str:
    return pond(tmp_path / "pond")[0]


def _proposed(name: str, text: str) -> list[Item]:
    """What is proposed at the end of a text, the best first."""
    workspace = Workspace()
    document = workspace.edit(name, text)
    found = complete(workspace, name, len(document.source.text))
    return sorted(found, key=lambda item: (item.rank, item.label))


def _first(name: str, text: str) -> set[str]:
    """The names that are proposed first."""
    return {item.label for item in _proposed(name, text) if item.rank == 0}


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("event a\n  ask ", {"hop"}),
        ("event a\n  put every frog in hand on top of deck in any order, asking ", {"hop"}),
        ("kind toad\n  active in ", {"deck", "hand", "leaf", "box", "reeds"}),
        ("help ", {"frog", "green", "blue"}),
        ("card toad is ", {"frog"}),
        ("when ", {"may hop", "reeds"}),
        ('scenario draft "A draft"\n  with ', {"reeds"}),
        ('scenario draft "A draft"\n  given\n    ', {"deck", "hand", "leaf", "box", "reeds", "hops"}),
        ('scenario draft "A draft"\n  given\n    hand: green, ', {"green", "blue"}),
        ('scenario draft "A draft"\n  given\n    hand: green\n  play\n    at ', {"hop"}),
        (f"{DRAFT}      answer ", {"hop CARD", "hide CARD", "next CARD", "trigger CARD"}),
        (f"{DRAFT}      offers some ", {"hop CARD", "hide CARD", "next CARD", "trigger CARD"}),
        (f"{DRAFT}  then\n    leaf: ", {"green", "blue"}),
        (f"{DRAFT}  then\n    asked ", {"hop"}),
    ],
)
def test_names_that_may_stand_there_come_first(name: str, typed: str, first: set[str]) -> None:
    assert _first(name, f"{GAME}\n{typed}") == first


def test_an_option_that_is_begun_is_proposed_whole_with_its_cards(name: str) -> None:
    found = [item for item in _proposed(name, f"{GAME}\n{DRAFT}      answer hop ") if item.rank == 0]
    assert {"green", "blue"} <= {item.label for item in found}
    (option,) = (item for item in found if item.label == "hop CARD")
    assert option.span.text == "hop "
    assert option.snippet == "hop ${1:CARD}"


def test_a_name_of_several_things_is_proposed_as_what_fits(name: str) -> None:
    for typed, sort in (("event a\n  ask ", "prompt"), ("help ", "card")):
        (found,) = (item for item in _proposed(name, f"{CARD_LIKE_PROMPT}\n{typed}") if item.label == "hop")
        assert (found.sort, found.rank) == (sort, 0)


def test_an_empty_file_begins_with_a_module(name: str) -> None:
    found = _proposed(str(Path(name).with_name("new.rules")), "")
    assert [item.label for item in found[:2]] == ['module NAME "Title" for GAME', 'game NAME "Title"']
    assert not [item for item in _proposed(name, f"{GAME}\n") if item.rank == 0]


@pytest.mark.parametrize("typed", ["", "po"])
def test_a_module_is_for_a_game_beside_it_or_an_installed_one(name: str, typed: str) -> None:
    found = _proposed(str(Path(name).with_name("new.rules")), f'module new "New" for {typed}')
    assert {item.sort for item in found} == {"game"}
    assert found[-1].span.text == typed
    assert {"pond", "onirim"} <= {item.label for item in found}
