"""What a player sees in a terminal: nothing wider than the screen, no menu longer, a table that makes room for it."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable

import attrs
import pytest
from rich.cells import cell_len
from rich.console import Console

import dsl
from repl.drivers.menu import FOLDED
from repl.drivers.terminal import Painter
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Engine
from repl.session.attention import NEW
from repl.session.commands import COMMANDS
from repl.session.events import Asked, Choice, Event, Passed, Table
from repl.session.preferences import Attention
from repl.session.session import Session
from reverie.table import Piece, Row
from tests.support.usually import usually

ROWS = 24


def painted(events: Iterable[Event], width: int = 80, height: int = ROWS) -> list[str]:
    paper = io.StringIO()
    Painter(Console(file=paper, width=width, height=height)).show(events)
    return paper.getvalue().splitlines()


def menu(*words: str) -> Asked:
    choices = tuple(Choice(number, each, "base", form=f"{each.split()[0]} …") for number, each in enumerate(words, 1))
    return Asked("turn", "What do you do?", "A", choices)


def row(label: str, *cards: str) -> Row:
    return Row(label, (Piece(", ".join(cards)),))


def test_the_groups_of_a_menu_share_columns_and_a_long_answer_takes_two() -> None:
    cards = [f"card {letter}" for letter in "abcdefghi"]
    asked = menu(*(f"play {card}" for card in cards), "drop card a", "drop a card with a very long name", "drop card b")
    assert painted([asked], 60) == [
        "What do you do?",
        "play  1 card a   2 card b   3 card c   4 card d   5 card e",
        "      6 card f   7 card g   8 card h   9 card i",
        "drop  10 card a  11 a card with a very long name  12 card b",
    ]


def test_a_table_that_leaves_no_room_for_the_question_is_laid_out_closely() -> None:
    rows = tuple(row(name, f"card {name}") for name in ("one", "two", "three", "four"))
    long = row("long", "a card that has quite a name", "another one like it")
    table, asked = Table("A", (*rows, long)), menu("play a", "play b")
    assert painted([table, asked], height=12)[1:] == [
        "one    card one",
        "two    card two",
        "three  card three",
        "four   card four",
        "long   a card that has quite a name, another one like it",
        "What do you do?",
        "play  1 a  2 b",
    ]
    assert painted([table, asked], height=8)[1:] == [
        "one card one   two card two   three card three   four card four",
        "long   a card that has quite a name, another one like it",
        "What do you do?",
        "play  1 a  2 b",
    ]


def test_rows_with_the_same_beside_them_are_shown_in_columns() -> None:
    def tray(label: str, *cells: str) -> Row:
        own, left, right = (tuple(Piece(f"{word} ") for word in cell.split()) for cell in cells)
        return Row(label, own, beside=(Row("left", left), Row("right", right)))

    trays = tray("One", "red", "ace king", "–"), tray("Two", "blue", "–", "ace queen king")
    table = Table("A", (row("Hand of one", "ace"), *trays, tray("Tray 3", "none", "–", "–")))
    assert painted([table], 60)[1:] == [
        "Hand of one  ace",
        "              left      right",
        "One     red   ace king  –",
        "Two     blue  –         ace queen king",
        "Tray 3  none  –         –",
    ]
    marked = attrs.evolve(trays[0], beside=(Row("left", (Piece("–"),)), Row("mark", (Piece(""),))))
    assert painted([Table("A", (marked, marked))], 60)[1:] == ["          left", "One  red  –", "One  red  –"]
    assert marked.text == "red  | left: –"
    bare = attrs.evolve(trays[0], beside=(Row("mark", (Piece(""),)),))
    assert painted([Table("A", (bare,))], 60)[1:] == ["One  red"]
    broken = Row("Two", (Piece("blue"),), beside=(Row("left", (Piece("an ace with a long name"),)),) * 3)
    assert painted([Table("A", (broken,))], 60)[2:4] == [
        "Two  blue  an ace with a    an ace with a    an ace with a",
        "           long name        long name        long name",
    ]
    long = tray("Two", "blue", "ace king " * 4, "ace king " * 4)
    assert painted([Table("A", (long,))], 40)[1:4] == [
        "           left           right",
        "Two  blue  ace king ace   ace king ace",
        "           king ace king  king ace king",
    ]
    assert painted([Table("A", (long,))], 20)[1:3] == ["Two  blue", "     | left ace king"]


def test_what_was_passed_and_what_is_asked_again_take_little_room() -> None:
    table = Table("A", (row("one", "card"),), again=True)
    again = Asked("pay", "Which card?", "A", (Choice(1, "pay card", "base"),), False, 3, 5, ("pay ace", "pay king"))
    assert painted([Passed(("before", "after"), ("cast …",)), table, again]) == [
        "  Passed before, after: cast … (see `ask`).",
        "Which card? (3 of 5)",
        "  So far: ace, king",
        "1 pay card",
    ]


@pytest.mark.parametrize(
    ("game", "players", "width"),
    usually([("urbion", 2, 60), ("urbion", 1, 120), ("onirim", 1, 60), ("onirim", 2, 120)], one_in=2),
)
def test_with_all_modules_nothing_is_wider_than_the_screen_and_no_menu_longer(
    game: str, players: int, width: int
) -> None:
    engine, rng = Engine(), random.Random(players * width)
    recipe = Recipe(game, tuple(dsl.modules_of(game)), players, seed=5)
    session = Session(deal(recipe, engine), engine, COMMANDS, False, Attention(NEW, saved=False))
    for _ in range(30):
        if session.game.decision is None:
            break
        events = session.feed(rng.choice(session.options))
        lines = painted(events, width)
        assert max(map(len, lines)) <= width
        asked = [event for event in events if isinstance(event, Asked)]
        shown = " ".join(" ".join(menu := painted(asked, width)).split())
        assert len(menu) < ROWS
        if FOLDED not in shown:
            assert all(choice.words.split()[-1] in shown for event in asked for choice in event.choices)


def test_columns_are_counted_in_cells() -> None:
    def tray(label: str, *cells: str) -> Row:
        own, left, right = ((Piece(cell),) for cell in cells)
        return Row(label, own, beside=(Row("left", left), Row("right", right)))

    rows = (
        row("手札", "火の夢"),
        row("deck", "ace"),
        tray("火", "赤い", "火の夢", "ace"),
        tray("Two", "red", "ace", "王"),
    )
    assert painted([Table("A", rows)], 60)[1:] == [
        "手札  火の夢",
        "deck  ace",
        "           left    right",
        "火   赤い  火の夢  ace",
        "Two  red   ace     王",
    ]
    assert painted([Table("A", (row("手札", "火の夢"), row("up", "ace")))], 60)[1:] == ["手札  火の夢", "up    ace"]
    asked = menu("play 火の夢", "play ace", "play king", "捨てる 火の夢", "捨てる ace", "捨てる king")
    assert painted([asked], 30) == [
        "What do you do?",
        "play    1 火の夢  2 ace",
        "        3 king",
        "捨てる  4 火の夢  5 ace",
        "        6 king",
    ]


@pytest.mark.parametrize("width", [30, 47, 60, 90])
def test_no_line_of_wide_characters_is_wider_than_the_screen(width: int) -> None:
    rng = random.Random(width)
    for _ in range(20):
        names = [
            "".join(rng.choice("火の夢ab e\u0301") for _ in range(rng.randint(1, 9))).strip() or "x" for _ in range(9)
        ]
        uses = [f"{verb} {name}" for verb in ("play", "捨てる", "trade") for name in dict.fromkeys(names)]
        choices = tuple(
            Choice(number, each, "base", form=f"{each.split()[0]} …", card=each.partition(" ")[2])
            for number, each in enumerate(uses, 1)
        )
        events: list[Event] = [
            Table("A", (row("手札", *names), row("hand", *names))),
            Asked("turn", "What?", "A", choices),
        ]
        assert max(map(cell_len, painted(events, width, rng.randint(6, 30)))) <= width


def paged(events: Iterable[Event], width: int, height: int, *typed: str) -> tuple[list[list[str]], str]:
    """The pages of events on a small screen, and the line typed instead of reading on; `typed` is for each page."""
    paper, pages, left = io.StringIO(), list[list[str]](), iter(typed)

    def more() -> str:
        pages.append(paper.getvalue().splitlines())
        paper.truncate(0)
        paper.seek(0)
        return next(left, "")

    early = Painter(Console(file=paper, width=width, height=height), more).show(events)
    return [*pages, paper.getvalue().splitlines()], early


SCENE = (
    Table("A", tuple(row(f"row {number}", "a card", "another") for number in range(9))),
    menu(*(f"{verb} {card}" for verb in ("play", "discard") for card in ("one", "two", "three", "four"))),
)


def test_a_table_that_is_higher_than_the_screen_is_shown_page_by_page() -> None:
    pages, early = paged(SCENE, 36, 10)
    assert [len(page) <= 8 for page in pages] == [True] * 2
    assert pages[0][1].startswith("row 0")
    assert pages[-1][-2:] == ["discard  5 one    6 two    7 three", "         8 four"]
    assert early == ""
    assert len(paged(SCENE, 80, 24)[0]) == 1


def test_an_answer_instead_of_the_next_page_is_carried_out_and_q_leads_to_the_question() -> None:
    pages, early = paged(SCENE, 36, 10, "3")
    assert (len(pages), pages[-1], early) == (2, [], "3")
    pages, early = paged(SCENE, 36, 10, "q")
    assert early == ""
    assert pages[-1][0] == "What do you do?"


def test_words_in_brackets_and_numbered_answers_stay_together_on_a_narrow_screen() -> None:
    choices = tuple(
        Choice(number, f"keep {number} for a census", "base", form="keep … for a census") for number in (1, 2)
    )
    asked = Asked("turn", "Which of these cards do you keep now?", "A", choices, False, 1, 6)
    assert painted([asked], 40)[:2] == ["Which of these cards do you keep now?", "(1 of 6)"]
    small = painted([SCENE[0], asked], 36, 5)
    assert "census" not in [line.strip() for line in small]
