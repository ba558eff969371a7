"""Trees to the model: each construct becomes its node, with the words it stands on."""

from __future__ import annotations

import re

import pytest

from dsl.model import model as m
from dsl.reading.build import build
from dsl.reading.parse import parse
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span

NOWHERE = Span(SourceFile("", ""), 0, 0)


def built(text: str) -> tuple[m.Declaration, ...]:
    problems = Problems()
    file = SourceFile("a.rules", text)
    model = build(file, parse(file, problems), problems)
    assert problems.found == []
    return model.declarations


def one(text: str) -> m.Declaration:
    (declaration,) = built(text)
    return declaration


def name(text: str) -> m.Name:
    return m.Name(text, span=NOWHERE)


def named(text: str) -> m.Named:
    return m.Named(name(text), span=NOWHERE)


def number(value: int) -> m.Integer:
    return m.Integer(value, span=NOWHERE)


def cards(kind: str, place: str, where: m.Expression | None = None, variable: str = "") -> m.Selection:
    return m.Selection(name(variable or kind), name(kind), False, named(place), where, span=NOWHERE)


def same(sort: str, left: m.Expression, right: m.Expression) -> m.Compare:
    return m.Compare(sort, left, right, span=NOWHERE)


def value(text: str) -> m.Expression:
    define = one(f"define a: {text}\n")
    assert isinstance(define, m.Define)
    return define.value


def statement(text: str) -> m.Statement:
    event = one("event e\n  " + text.replace("\n", "\n  ") + "\n")
    assert isinstance(event, m.Event)
    (only,) = event.body
    return only


EMPTY = m.AnyOf(cards("card", "deck"), False, span=NOWHERE)

VALUES: dict[str, m.Expression] = {
    "5": number(5),
    "yes": number(1),
    "no": number(0),
    "none": m.Nothing(span=NOWHERE),
    "tall hat": named("tall hat"),
    "`any of them`": named("any of them"),
    "hand of B": m.Of(name("hand"), named("B"), span=NOWHERE),
    "colour of owner of card": m.Of(name("colour"), m.Of(name("owner"), named("card"), span=NOWHERE), span=NOWHERE),
    "no card in deck": EMPTY,
    "any card in deck": m.AnyOf(cards("card", "deck"), True, span=NOWHERE),
    "number of cup in deck": m.Count(cards("cup", "deck"), span=NOWHERE),
    "number of cup in deck besides card": m.Count(
        m.Selection(name("cup"), name("cup"), False, named("deck"), None, named("card"), span=NOWHERE), span=NOWHERE
    ),
    "total of cup": m.Total(name("cup"), span=NOWHERE),
    "room in hand": m.Room(named("hand"), span=NOWHERE),
    "some other: cup in deck where asleep": m.Some(cards("cup", "deck", named("asleep"), "other"), span=NOWHERE),
    "common suits of row": m.Common(name("suits"), named("row"), span=NOWHERE),
    "top of deck": m.EndCards("top", None, named("deck"), span=NOWHERE),
    "rightmost 3 of row": m.EndCards("rightmost", number(3), named("row"), span=NOWHERE),
    "a is b": same("==", named("a"), named("b")),
    "a is not b": same("!=", named("a"), named("b")),
    "a is at least 2": same(">=", named("a"), number(2)),
    "a is at most 2": same("<=", named("a"), number(2)),
    "a is more than 2": same(">", named("a"), number(2)),
    "a is less than 2": same("<", named("a"), number(2)),
    "a in b": same("in", named("a"), named("b")),
    "a is in b": same("in", named("a"), named("b")),
    "a is not in b": same("not in", named("a"), named("b")),
    "a meets b": same("meets", named("a"), named("b")),
    "no run of 3 in row as three": m.AnyRun(3, named("row"), name("three"), None, False, span=NOWHERE),
    "any run of 2 in row as two where a": m.AnyRun(2, named("row"), name("two"), named("a"), True, span=NOWHERE),
    "left": named("left"),
    "left edge of leftmost of row": m.Of(
        name("left edge"), m.EndCards("leftmost", None, named("row"), span=NOWHERE), span=NOWHERE
    ),
    "top (size) of deck": m.EndCards("top", named("size"), named("deck"), span=NOWHERE),
    "not a is b": m.Negation(same("==", named("a"), named("b")), span=NOWHERE),
    "a or b and c": m.Either((named("a"), m.All((named("b"), named("c")), span=NOWHERE)), span=NOWHERE),
    "(a or b) and c": m.All((m.Either((named("a"), named("b")), span=NOWHERE), named("c")), span=NOWHERE),
    "1 - 2 + 3": m.Arithmetic("+", m.Arithmetic("-", number(1), number(2), span=NOWHERE), number(3), span=NOWHERE),
    "1 - -2": m.Arithmetic("-", number(1), number(-2), span=NOWHERE),
    "-a * b": m.Arithmetic("*", m.Arithmetic("-", number(0), named("a"), span=NOWHERE), named("b"), span=NOWHERE),
    "sum of a over cup in row": m.SumOver(named("a"), cards("cup", "row"), span=NOWHERE),
    "a is named before b": same("named before", named("a"), named("b")),
    "a is not named before b": m.Negation(same("named before", named("a"), named("b")), span=NOWHERE),
    "1 + 2 * 3": m.Arithmetic("+", number(1), m.Arithmetic("*", number(2), number(3), span=NOWHERE), span=NOWHERE),
    "if a then b else c": m.Conditional(named("a"), named("b"), named("c"), span=NOWHERE),
    "for every player as p, no card in deck": m.ForEvery(name("player"), name("p"), EMPTY, span=NOWHERE),
}


@pytest.mark.parametrize("text", VALUES)
def test_values(text: str) -> None:
    assert value(text) == VALUES[text]


STATEMENTS: dict[str, m.Statement] = {
    "move card to deck": m.Move(named("card"), named("deck"), span=NOWHERE),
    "move every cup in row to deck": m.Move(cards("cup", "row"), named("deck"), span=NOWHERE),
    "draw from deck to hand as card": m.Draw(named("deck"), named("hand"), name("card"), span=NOWHERE),
    "draw from deck to row face down": m.Draw(named("deck"), named("row"), None, None, True, span=NOWHERE),
    "move card to row face up": m.Move(named("card"), named("row"), False, span=NOWHERE),
    "move card to premonitions face upwards": m.Move(
        named("card"), named("premonitions face upwards"), None, span=NOWHERE
    ),
    "turn card face down": m.TurnCard(named("card"), True, span=NOWHERE),
    "move every face down in row to deck": m.Move(cards("face down", "row"), named("deck"), span=NOWHERE),
    "move every cup in row where cup is face down and cup is red to deck face up": m.Move(
        cards(
            "cup",
            "row",
            m.All((same("==", named("cup"), named("face down")), same("==", named("cup"), named("red"))), span=NOWHERE),
        ),
        named("deck"),
        False,
        span=NOWHERE,
    ),
    "move face to row": m.Move(named("face"), named("row"), span=NOWHERE),
    "shuffle deck": m.Shuffle(named("deck"), None, span=NOWHERE),
    "roll 1 to 6 as pips": m.Roll(number(1), number(6), name("pips"), span=NOWHERE),
    "pick suit at random as found": m.Pick(
        m.Among(name("suit"), name("suit"), None, span=NOWHERE), name("found"), span=NOWHERE
    ),
    "pick gem in hand at random as found": m.Pick(cards("gem", "hand"), name("found"), span=NOWHERE),
    "flip row onto deck": m.Flip(named("row"), named("deck"), span=NOWHERE),
    "shuffle row into deck": m.Shuffle(named("row"), named("deck"), span=NOWHERE),
    "set score to 2": m.Set(named("score"), number(2), span=NOWHERE),
    "let best: some cup in row": m.Let(name("best"), m.Some(cards("cup", "row"), span=NOWHERE), span=NOWHERE),
    "do play(card, 2)": m.Do(name("play"), (named("card"), number(2)), span=NOWHERE),
    "do rest": m.Do(name("rest"), (), span=NOWHERE),
    "proceed": m.Proceed(span=NOWHERE),
    "ask again": m.AskAgain(span=NOWHERE),
    "next player": m.NextPlayer(span=NOWHERE),
    "turn passes to a": m.NextPlayer(named("a"), span=NOWHERE),
    'lose "Too late."': m.Lose(m.Text(("Too late.",), span=NOWHERE), span=NOWHERE),
    "if a\n  proceed": m.If(named("a"), (m.Proceed(span=NOWHERE),), (), span=NOWHERE),
    "repeat 2 times\n  proceed": m.Repeat(True, number(2), (m.Proceed(span=NOWHERE),), span=NOWHERE),
    "repeat while a\n  proceed": m.Repeat(False, named("a"), (m.Proceed(span=NOWHERE),), span=NOWHERE),
    "for each cup in row\n  proceed": m.Each(cards("cup", "row"), (m.Proceed(span=NOWHERE),), span=NOWHERE),
    "together\n  proceed": m.Together((m.Proceed(span=NOWHERE),), span=NOWHERE),
    "offer turn": m.Ask(name("turn"), None, True, False, (), span=NOWHERE),
    "offer turn, starting over": m.Ask(name("turn"), None, True, True, (), span=NOWHERE),
    "ask turn, decided by a": m.Ask(name("turn"), None, False, False, (), decided_by=named("a"), span=NOWHERE),
}


@pytest.mark.parametrize("text", STATEMENTS)
def test_statements(text: str) -> None:
    assert statement(text) == STATEMENTS[text]


def test_else_if() -> None:
    found = statement("if a\n  proceed\nelse if b\n  next player\nelse\n  ask again")
    inner = m.If(named("b"), (m.NextPlayer(span=NOWHERE),), (m.AskAgain(span=NOWHERE),), span=NOWHERE)
    assert found == m.If(named("a"), (m.Proceed(span=NOWHERE),), (inner,), span=NOWHERE)


def test_questions() -> None:
    found = statement("ask turn\n  option play <cup in hand> now, if a [T-A1]\n    proceed\n  option rest")
    play = m.Option(
        ("play", cards("cup", "hand"), "now"), named("a"), ("T-A1",), (m.Proceed(span=NOWHERE),), span=NOWHERE
    )
    rest = m.Option(("rest",), None, (), (), span=NOWHERE)
    assert found == m.Ask(name("turn"), None, False, False, (play, rest), span=NOWHERE)


def test_heads() -> None:
    assert one('game tiny "Tiny"\n') == m.Game(name("tiny"), "Tiny", span=NOWHERE)
    assert one('module fog "Fog" for tiny\n') == m.Module(name("fog"), "Fog", name("tiny"), span=NOWHERE)
    assert one("requires a, b c\n") == m.Requires(True, (name("a"), name("b c")), span=NOWHERE)
    assert one("excludes a\n") == m.Requires(False, (name("a"),), span=NOWHERE)
    assert one("players 2\n") == m.Players(2, 2, span=NOWHERE)
    assert one("players 1 to 2\n") == m.Players(1, 2, span=NOWHERE)


def test_options() -> None:
    assert one("option pace: slow, very fast\n") == m.Choice(
        name("pace"), ("slow", "very fast"), "slow", (), span=NOWHERE
    )
    assert one("option size: 2 to 4, default 3\n") == m.Choice(name("size"), ("2", "3", "4"), "3", (), span=NOWHERE)
    assert one("option size: 07, 9\n") == m.Choice(name("size"), ("7", "9"), "7", (), span=NOWHERE)


def test_zones_and_numbers() -> None:
    assert one("zone hand per player: heap, private, limit 5 [T-A1, T-A2]\n") == m.Zone(
        name("hand"), (name("player"),), "heap", "private", 5, False, "", ("T-A1", "T-A2"), span=NOWHERE
    )
    assert one("zone seen: line, public, for looking\n") == m.Zone(
        name("seen"), (), "line", "public", -1, True, "", (), span=NOWHERE
    )
    assert one("zone laid per shelf per suit: heap, public, named shelf\n") == m.Zone(
        name("laid"), (name("shelf"), name("suit")), "heap", "public", -1, False, "shelf", (), span=NOWHERE
    )
    assert one("places shelf: 1 to 4\n") == m.Places(name("shelf"), 1, 4, (), span=NOWHERE)
    assert one("marker lamp: unlit, lit [T-A1]\n") == m.Marker(
        name("lamp"), (), (name("unlit"), name("lit")), ("T-A1",), span=NOWHERE
    )
    assert one("number score per player: 0 to 9, starts at 1\n") == m.NumberOf(
        name("score"), (name("player"),), 0, 9, number(1), (), span=NOWHERE
    )


def test_events_and_hooks() -> None:
    event = one("event play(card, cost: number), move [T-A1]\n  proceed\n")
    cost = m.Parameter(name("cost"), m.Type("plain", "number", 0, 0, "", span=NOWHERE), span=NOWHERE)
    card = m.Parameter(name("card"), None, span=NOWHERE)
    assert event == m.Event(name("play"), (card, cost), True, ("T-A1",), (m.Proceed(span=NOWHERE),), span=NOWHERE)
    hook = one("instead of play if a, before fog, hail\n  proceed\n")
    order = m.Order(True, (name("fog"), name("hail")), span=NOWHERE)
    assert hook == m.Hook("instead of", name("play"), named("a"), order, (), (m.Proceed(span=NOWHERE),), span=NOWHERE)


def test_a_name_is_its_words() -> None:
    assert one("event turn  2   of-the player's `\n".replace(" `", "")) == m.Event(
        name("turn 2 of-the player's"), (), False, (), (), span=NOWHERE
    )
    assert one("event `  end of   turn `\n") == m.Event(name("end of turn"), (), False, (), (), span=NOWHERE)


def test_cells() -> None:
    table = one("cards a in b\n  | card | hue |\n  | red  one | red ,blue |\n  | x | - |\n")
    assert isinstance(table, m.CardTable)
    assert [cell.text for row in (table.header, *table.rows) for cell in row] == [
        "card", "hue", "red one", "red, blue", "x", "-",
    ]  # fmt: skip


def test_spans_are_where_the_words_stand() -> None:
    text = "# a comment\nevent one\n  if any cup in row where asleep\n    move card to top of deck  # there\n"
    (event,) = built(text)
    assert isinstance(event, m.Event)
    (branch,) = event.body
    assert isinstance(branch, m.If)
    assert isinstance(branch.condition, m.AnyOf)
    (move,) = branch.then
    assert isinstance(move, m.Move)
    nodes = (event, event.name, branch, branch.condition, branch.condition.selection.where, move, move.target)
    assert [node.span.text for node in nodes if node] == [
        "event one", "one", "if any cup in row where asleep", "any cup in row where asleep", "asleep",
        "move card to top of deck", "top of deck",
    ]  # fmt: skip


def test_scenarios() -> None:
    text = """
scenario one-thing "One thing" [T-A1]
  with fog, hail
  options pace: very slow, size: 3
  players 2
  given
    player B
    A hand: red one, red one (down)
    score: 7
    row: nothing
  play
    at turn
      offers some rest
      answer rest
    at order
      offers a, b
  then
    deck in any order: red one
    box includes: blue one
    asked turn
    status won
"""
    example = one(text)
    assert isinstance(example, m.Example)
    scenario = example.scenario
    assert (scenario.id, scenario.title, scenario.citations) == ("one-thing", "One thing", ("T-A1",))
    assert (scenario.modules, scenario.options) == (("fog", "hail"), (("pace", "very slow"), ("size", "3")))
    assert (scenario.players, scenario.player, scenario.deal, scenario.refused) == (2, "B", None, False)
    assert scenario.given
    assert [(e.name, [c.name for c in e.value] if isinstance(e.value, tuple) else e.value) for e in scenario.given] == [
        ("A hand", ["red one", "red one"]), ("score", 7), ("row", []),
    ]  # fmt: skip
    assert [(s.prompt, [(o.kind, o.options) for o in s.offers], s.answer) for s in scenario.steps] == [
        ("turn", [("some", ("rest",))], "rest"), ("order", [("exactly", ("a", "b"))], None),
    ]  # fmt: skip
    assert [(e.name, e.any_order, e.includes) for e in scenario.then] == [("deck", True, False), ("box", False, True)]
    assert (scenario.asked, scenario.status) == ("turn", "won")


def test_deep_trees_are_a_problem() -> None:
    problems = Problems()
    chain = "".join("  else if a\n    proceed\n" for _ in range(1_500))
    file = SourceFile("a.rules", f"event e\n  if a\n    proceed\n{chain}event f\n")
    model = build(file, parse(file, problems), problems)
    assert [problem.code for problem in problems.found] == ["too-deep"]
    assert [re.sub(r"\s.*", "", d.span.text) for d in model.declarations] == ["event"]
