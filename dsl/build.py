"""Lark trees → the model.

The only file with a Lark `Transformer`. Each method is named after a rule of `grammar.lark` and makes one node;
nothing is looked up and nothing can be wrong here except numbers out of range.
"""

from __future__ import annotations

import re
from typing import Any

import attrs
from lark import Token, Transformer, v_args
from lark.exceptions import VisitError
from lark.tree import Meta

from dsl import model as m
from dsl.diagnostics import Problems
from dsl.link import MOST_VALUES
from dsl.parse import GOES_ON, Piece
from dsl.scenario import Entry, Laid, Offer, Scenario, Step
from dsl.source import SourceFile, Span, written

BELOW_ZERO = re.compile(r"^- (?=[0-9]+$)")
"""What stands before the digits of a cell that holds a number below 0."""

LONG_CHAIN = 30
"""Terms of a sum or product that are joined from left to right."""


def build(file: SourceFile, pieces: list[Piece], problems: Problems) -> m.File:
    """The model of a file, from the trees of its declarations."""
    declarations: list[m.Declaration] = []
    for piece in pieces:
        try:
            declarations.append(_Builder(file, piece.offset).transform(piece.tree).children[0])
        except (RecursionError, VisitError):
            at = Span(file, piece.offset, piece.offset + 1)
            problems.add(
                "too-deep", "this is nested too deeply", at, help="give a part of it a name with `define` or `event`"
            )
    head = next((d for d in declarations if isinstance(d, m.Game | m.Module)), None)
    return m.File(head, tuple(declarations), span=Span(file, 0, 0))


def _signed(members: list[tuple[m.Name, str]]) -> tuple[tuple[m.Name, ...], tuple[str, ...]]:
    """Names, and the signs beside them."""
    return tuple(name for name, _ in members), tuple(sign for _, sign in members)


def _text(token: Token) -> str:
    return str(token)[1:-1]


def _some(items: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(item for item in items if item is not None)


@v_args(meta=True, inline=True)
class _Builder(Transformer[Token, Any]):
    """One method a rule; `meta` says where it stands."""

    def __init__(self, file: SourceFile, offset: int) -> None:
        super().__init__()
        self.file = file
        self.offset = offset

    def at(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self.file, self.offset, self.offset)
        start, end = self.offset + meta.start_pos, self.offset + meta.end_pos
        return Span(self.file, start, self._end_of_head(start, end))

    def _end_of_head(self, start: int, end: int) -> int:
        """Where the line that begins at `start`, with those in which it goes on, is over: without comment and block."""
        text, stop, goes_on = self.file.text, start, True
        while goes_on:
            line = written(text, start, end).rstrip()
            stop = start + len(line) if line else stop
            below = text.find("\n", start + len(line), end)
            goes_on = below >= 0 and (not line or GOES_ON.search(line) is not None)
            start = below + 1
        return stop

    def token(self, token: Token) -> Span:
        start = self.offset + (token.start_pos or 0)
        return Span(self.file, start, start + len(token))

    # small things

    def name(self, meta: Meta, *words: Token) -> m.Name:
        text = _text(words[0]) if words[0].type == "QUOTED" else " ".join(words)
        return m.Name(" ".join(text.split()), span=self.at(meta))

    def names(self, meta: Meta, *names: m.Name) -> tuple[m.Name, ...]:
        return names

    def signed(self, meta: Meta, sign: Token | None, number: Token) -> int:
        return -int(number) if sign else int(number)

    def cites(self, meta: Meta, token: Token) -> tuple[str, ...]:
        return tuple(part.strip() for part in _text(token).split(","))

    def words(self, meta: Meta, *words: Token) -> m.Name:
        return m.Name(" ".join(words), span=self.at(meta))

    # a game and its modules

    def game(self, meta: Meta, name: m.Name, title: Token) -> m.Game:
        return m.Game(name, _text(title), span=self.at(meta))

    def module(self, meta: Meta, name: m.Name, title: Token, game: m.Name) -> m.Module:
        return m.Module(name, _text(title), game, span=self.at(meta))

    def requires(self, meta: Meta, word: Token, modules: tuple[m.Name, ...]) -> m.Requires:
        return m.Requires(word == "requires", modules, span=self.at(meta))

    def refuse(self, meta: Meta, reason: Token, cites: Any) -> m.Refuse:
        return m.Refuse(_text(reason), cites or (), span=self.at(meta))

    def value(self, meta: Meta, value: m.Name | int) -> str:
        return value.text if isinstance(value, m.Name) else str(value)

    def choices(self, meta: Meta, *values: str) -> tuple[tuple[str, ...], str]:
        return values, values[0]

    def range(self, meta: Meta, low: int, high: int, default: int | None) -> tuple[tuple[str, ...], str]:
        values = tuple(str(n) for n in range(low, min(high, low + MOST_VALUES) + 1))
        return values, str(low if default is None else default)

    def option(self, meta: Meta, name: m.Name, choices: Any, cites: Any) -> m.Choice:
        return m.Choice(name, choices[0], choices[1], cites or (), span=self.at(meta))

    def players(self, meta: Meta, fewest: Token, most: Token | None) -> m.Players:
        return m.Players(int(fewest), int(most or fewest), span=self.at(meta))

    def section(self, meta: Meta, condition: m.Expression, *declarations: m.Declaration) -> m.Section:
        return m.Section(condition, declarations, span=self.at(meta))

    # cards

    def enumeration(self, meta: Meta, name: m.Name, members: list[tuple[m.Name, str]]) -> m.Enumeration:
        return m.Enumeration(name, *_signed(members), span=self.at(meta))

    def members(self, meta: Meta, members: list[tuple[m.Name, str]], name: m.Name) -> m.AddMembers:
        return m.AddMembers(*_signed(members), name, span=self.at(meta))

    def signed_names(self, meta: Meta, *members: tuple[m.Name, str]) -> list[tuple[m.Name, str]]:
        return list(members)

    def signed_name(self, meta: Meta, name: m.Name, sign: Token | None) -> tuple[m.Name, str]:
        return name, _text(sign) if sign else ""

    def set_type(self, meta: Meta, name: m.Name) -> m.Type:
        return m.Type("set", name.text, 0, 0, "", span=self.at(meta))

    def plain_type(self, meta: Meta, name: m.Name) -> m.Type:
        return m.Type("plain", name.text, 0, 0, "", span=self.at(meta))

    def fact_type(self, meta: Meta, mark: Token | None = None) -> m.Type:
        return m.Type("fact", "", 0, 1, _text(mark) if mark else "", span=self.at(meta))

    def fact_range(self, meta: Meta, low: int, high: int, mark: Token | None, first: Token | None) -> m.Type:
        text = _text(mark) if mark else ""
        return m.Type("fact", "", low, high, text, most_first=first is not None, span=self.at(meta))

    def fact_words(self, meta: Meta, *parts: Token | None) -> m.Type:
        *quoted, first = parts
        words = tuple(_text(word) for word in quoted if word is not None)
        return m.Type("fact", "", 0, len(words) - 1, "", words, first is not None, span=self.at(meta))

    def attribute(self, meta: Meta, name: m.Name, type_: m.Type) -> m.AttributeOf:
        return m.AttributeOf(name, type_, span=self.at(meta))

    def active(self, meta: Meta, zone: m.Name, target: m.Name, prompt: m.Name) -> m.Active:
        return m.Active(zone, target, prompt, span=self.at(meta))

    def rides(self, meta: Meta, carrier: m.Name, target: m.Name) -> m.Rides:
        return m.Rides(carrier, target, span=self.at(meta))

    def kind(self, meta: Meta, name: m.Name, parent: m.Name | None, cites: Any, *rest: Any) -> m.Kind:
        attributes = tuple(r for r in rest if isinstance(r, m.AttributeOf))
        active = next((r for r in rest if isinstance(r, m.Active)), None)
        rides = next((r for r in rest if isinstance(r, m.Rides)), None)
        return m.Kind(name, parent, attributes, active, cites or (), rides, span=self.at(meta))

    def cell(self, meta: Meta, *parts: Token) -> m.Cell:
        text = " ".join(parts).replace(" ,", ",")
        return m.Cell(BELOW_ZERO.sub("-", text), span=self.at(meta))

    def row(self, meta: Meta, *cells: m.Cell) -> tuple[m.Cell, ...]:
        return cells

    def cards(self, meta: Meta, kind: m.Name, zone: m.Name, cites: Any, *rows: Any) -> m.CardTable:
        return m.CardTable(kind, zone, rows[0], rows[1:], cites or (), span=self.at(meta))

    def more_cards(self, meta: Meta, zone: m.Name, cites: Any, *rows: Any) -> m.CardTable:
        return m.CardTable(None, zone, rows[0], rows[1:], cites or (), span=self.at(meta))

    def card_values(self, meta: Meta, cites: Any, *rows: Any) -> m.CardValues:
        return m.CardValues(rows[0], rows[1:], cites or (), span=self.at(meta))

    def card(
        self, meta: Meta, name: m.Name, kind: m.Name, count: Token, zone: m.Name, cites: Any, *triggers: Any
    ) -> m.Card:
        return m.Card(name, kind, int(count), zone, _some(triggers), cites or (), span=self.at(meta))

    def trigger(self, meta: Meta, condition: m.Expression, body: Any) -> m.Trigger:
        return m.Trigger(condition, body, span=self.at(meta))

    def class_(self, meta: Meta, name: m.Name, kind: m.Name, where: m.Expression, cites: Any) -> m.Class:
        return m.Class(name, kind, where, cites or (), span=self.at(meta))

    # places and numbers

    def shape(self, meta: Meta, token: Token) -> str:
        return str(token)

    def seen(self, meta: Meta, token: Token) -> str:
        return str(token)

    def limit(self, meta: Meta, number: Token) -> int:
        return int(number)

    def for_looking(self, meta: Meta) -> str:
        return "for looking"

    def places(self, meta: Meta, name: m.Name, low: Token, high: Token, cites: Any) -> m.Places:
        return m.Places(name, int(low), int(high), cites or (), span=self.at(meta))

    def per(self, meta: Meta, *domains: m.Name) -> tuple[m.Name, ...]:
        return domains

    def called(self, meta: Meta, name: m.Name) -> m.Name:
        return name

    def zone(self, meta: Meta, name: m.Name, per: Any, shape: str, seen: str, *rest: Any) -> m.Zone:
        *clauses, cites = rest
        limit = next((c for c in clauses if isinstance(c, int)), -1)
        called = next((c.text for c in clauses if isinstance(c, m.Name)), "")
        looking = "for looking" in clauses
        return m.Zone(name, per, shape, seen, limit, looking, called, cites or (), span=self.at(meta))

    def member(self, meta: Meta, place: m.Expression, word: Token | None) -> m.Member:
        return m.Member(place, _text(word) if word else "", span=self.at(meta))

    def group(self, meta: Meta, name: m.Name, *members: m.Member) -> m.Group:
        return m.Group(name, members, False, (), span=self.at(meta))

    def widen_group(self, meta: Meta, name: m.Name, member: m.Member, cites: Any) -> m.Group:
        return m.Group(name, (member,), True, cites or (), span=self.at(meta))

    def number(
        self, meta: Meta, name: m.Name, per: Any, during: Any, low: int, high: int, initial: Any, cites: Any
    ) -> m.NumberOf:
        return m.NumberOf(name, per, low, high, initial, cites or (), during or (), span=self.at(meta))

    def marker(self, meta: Meta, name: m.Name, per: Any, positions: Any, cites: Any) -> m.Marker:
        return m.Marker(name, per, positions, cites or (), span=self.at(meta))

    # what happens

    def prompt(self, meta: Meta, name: m.Name, per: tuple[m.Name, ...], question: Token, *rest: Any) -> m.Prompt:
        *clauses, cites = rest
        must = "must be answered" in clauses
        return m.Prompt(name, per, _text(question), "window" in clauses, must, cites or (), span=self.at(meta))

    def parameter(self, meta: Meta, name: m.Name, type_: m.Type | None) -> m.Parameter:
        return m.Parameter(name, type_, span=self.at(meta))

    def parameters(self, meta: Meta, *parameters: m.Parameter) -> tuple[m.Parameter, ...]:
        return parameters

    def event(self, meta: Meta, name: m.Name, parameters: Any, *rest: Any) -> m.Event:
        body = (
            rest[-1]
            if isinstance(rest[-1], tuple) and len(rest) > 1 and rest[-1] and isinstance(rest[-1][0], m.Node)
            else ()
        )
        cites = next((r for r in rest if isinstance(r, tuple) and r and isinstance(r[0], str)), ())
        return m.Event(
            name, parameters or (), "move" in [r for r in rest if isinstance(r, Token)], cites, body, span=self.at(meta)
        )

    def order(self, meta: Meta, word: Token, modules: tuple[m.Name, ...]) -> m.Order:
        return m.Order(word == "before", modules, span=self.at(meta))

    def hook(self, meta: Meta, moment: Token, hooked: Any, condition: Any, order: Any, cites: Any, body: Any) -> m.Hook:
        change, event = hooked if isinstance(hooked, tuple) else ("", hooked)
        return m.Hook(str(moment), event, condition, order, cites or (), body, change, span=self.at(meta))

    def change(self, meta: Meta, word: Token, zone: m.Name) -> tuple[str, m.Name]:
        return str(word), zone

    def handler(self, meta: Meta, event: m.Name, kind: m.Name, cites: Any, body: Any) -> m.Handler:
        return m.Handler(event, kind, cites or (), body, span=self.at(meta))

    def turn(self, meta: Meta, phases: tuple[m.Name, ...], cites: Any) -> m.Turn:
        return m.Turn(phases, cites or (), span=self.at(meta))

    def ability(
        self, meta: Meta, words: Any, cites: Any, windows: Any, opening: Any, condition: Any, *body: Any
    ) -> m.Ability:
        first = opening is not None
        return m.Ability(words, windows or (), condition, cites or (), body, first, span=self.at(meta))

    def added_option(self, meta: Meta, prompt: m.Name, *answers: m.Answer) -> m.AddedOption:
        return m.AddedOption(prompt, answers, span=self.at(meta))

    def forbid(self, meta: Meta, event: m.Name, condition: Any, cites: Any) -> m.Forbid:
        return m.Forbid(event, condition, cites or (), span=self.at(meta))

    def define(self, meta: Meta, name: m.Name, parameters: Any, value: m.Expression, cites: Any) -> m.Define:
        return m.Define(name, parameters or (), value, cites or (), span=self.at(meta))

    def adjust(
        self, meta: Meta, word: Token, name: m.Name, parameters: Any, when: m.Expression, cites: Any
    ) -> m.Adjust:
        return m.Adjust(word == "widen", name, parameters or (), when, cites or (), span=self.at(meta))

    def win_only(self, meta: Meta, condition: m.Expression, cites: Any) -> m.WinOnly:
        return m.WinOnly(condition, cites or (), span=self.at(meta))

    def won(self, meta: Meta, sentence: Token) -> m.Won:
        return m.Won(_text(sentence), span=self.at(meta))

    def lose_when(self, meta: Meta, condition: m.Expression, sentence: Token, cites: Any) -> m.LoseWhen:
        return m.LoseWhen(condition, _text(sentence), cites or (), span=self.at(meta))

    def out_of_reach(self, meta: Meta, condition: m.Expression, sentence: Token) -> m.OutOfReach:
        return m.OutOfReach(condition, _text(sentence), span=self.at(meta))

    def invariant(self, meta: Meta, title: Token, condition: m.Expression) -> m.Invariant:
        return m.Invariant(_text(title), condition, span=self.at(meta))

    # statements

    def block(self, meta: Meta, *statements: m.Statement) -> tuple[m.Statement, ...]:
        return statements

    def every(self, meta: Meta, selection: m.Selection) -> m.Selection:
        return selection

    def move(self, meta: Meta, moved: m.Expression | m.Selection, target: m.Expression) -> m.Move:
        return m.Move(moved, target, span=self.at(meta))

    def lay(self, meta: Meta, card: m.Expression, carrier: m.Expression) -> m.Lay:
        return m.Lay(card, carrier, span=self.at(meta))

    def reveal(self, meta: Meta, word: Token, cards: m.Expression, zone: m.Name, name: m.Name) -> m.Reveal:
        return m.Reveal(word == "look at", cards, zone, name, span=self.at(meta))

    def draw(self, meta: Meta, source: m.Expression, target: m.Expression, name: m.Name) -> m.Draw:
        return m.Draw(source, target, name, span=self.at(meta))

    def shuffle(self, meta: Meta, place: m.Expression, into: m.Expression | None) -> m.Shuffle:
        return m.Shuffle(place, into, span=self.at(meta))

    def put(self, meta: Meta, cards: m.Expression, where: Token, place: m.Expression, prompt: m.Name) -> m.Put:
        return m.Put(cards, where == "on top of", place, prompt, span=self.at(meta))

    def exchange(self, meta: Meta, first: m.Expression, second: m.Expression) -> m.Exchange:
        return m.Exchange(first, second, span=self.at(meta))

    def set_(self, meta: Meta, target: m.Expression, value: m.Expression) -> m.Set:
        return m.Set(target, value, span=self.at(meta))

    def let(self, meta: Meta, name: m.Name, value: m.Expression) -> m.Let:
        return m.Let(name, value, span=self.at(meta))

    def ask(
        self, meta: Meta, word: Token, prompt: m.Name, member: Any, about: Any, over: Any, opened: Any, *answers: Any
    ) -> m.Ask:
        window, starting_over = word == "offer", over is not None
        return m.Ask(prompt, member, window, starting_over, _some(answers), opened, about or (), span=self.at(meta))

    def about(self, meta: Meta, *what: m.Expression) -> tuple[m.Expression, ...]:
        return what

    def answer(self, meta: Meta, words: Any, condition: Any, cites: Any, body: Any = None) -> m.Answer:
        return m.Answer(words, condition, cites or (), body or (), span=self.at(meta))

    def drawn(self, meta: Meta, chosen: m.Chosen, unclear: Any = None) -> m.Chosen:
        return attrs.evolve(chosen, unclear=True) if isinstance(chosen, m.Among) and unclear else chosen

    def of_kind(self, meta: Meta, kind: m.Name, place: m.Expression) -> tuple[m.Name, m.Expression]:
        return kind, place

    def of_all(self, meta: Meta, place: m.Expression) -> tuple[m.Name, m.Expression]:
        return m.Name("card", span=place.span), place

    def subset(self, meta: Meta, variable: Any, size: Token, out_of: Any, where: Any) -> m.Subset:
        number = int(size) if size.type == "INT" else None
        name = variable or m.Name("them", span=self.at(meta))
        return m.Subset(name, number, out_of[0], out_of[1], where, span=self.at(meta))

    def option_words(self, meta: Meta, *parts: Any) -> m.Words:
        return tuple(part if isinstance(part, m.Node) else str(part) for part in parts)  # type: ignore[misc]

    def ask_again(self, meta: Meta, _word: Token) -> m.AskAgain:
        return m.AskAgain(span=self.at(meta))

    def do(self, meta: Meta, event: m.Name, *arguments: Any) -> m.Do:
        return m.Do(event, _some(arguments), span=self.at(meta))

    def proceed(self, meta: Meta) -> m.Proceed:
        return m.Proceed(span=self.at(meta))

    def if_(self, meta: Meta, condition: m.Expression, then: Any, otherwise: Any) -> m.If:
        return m.If(condition, then, otherwise or (), span=self.at(meta))

    def else_(self, meta: Meta, body: Any) -> tuple[m.Statement, ...]:
        return body if isinstance(body, tuple) else (body,)

    def repeat_times(self, meta: Meta, expression: m.Expression, body: Any) -> m.Repeat:
        return m.Repeat(True, expression, body, span=self.at(meta))

    def repeat_while(self, meta: Meta, expression: m.Expression, body: Any) -> m.Repeat:
        return m.Repeat(False, expression, body, span=self.at(meta))

    def each(self, meta: Meta, selection: m.Selection | m.Among, body: Any) -> m.Each:
        return m.Each(selection, body, span=self.at(meta))

    def together(self, meta: Meta, body: Any) -> m.Together:
        return m.Together(body, span=self.at(meta))

    def lose(self, meta: Meta, sentence: Token) -> m.Lose:
        return m.Lose(_text(sentence), span=self.at(meta))

    def next_player(self, meta: Meta) -> m.NextPlayer:
        return m.NextPlayer(span=self.at(meta))

    # expressions

    def conditional(self, meta: Meta, condition: Any, then: Any, otherwise: Any) -> m.Conditional:
        return m.Conditional(condition, then, otherwise, span=self.at(meta))

    def disjunction(self, meta: Meta, *parts: Any) -> m.Either:
        return m.Either(parts, span=self.at(meta))

    def conjunction(self, meta: Meta, *parts: Any) -> m.All:
        return m.All(parts, span=self.at(meta))

    def not_(self, meta: Meta, part: Any) -> m.Negation:
        return m.Negation(part, span=self.at(meta))

    def during(self, meta: Meta, event: m.Name) -> m.During:
        return m.During(event, span=self.at(meta))

    def any_(self, meta: Meta, selection: m.Selection | m.Among) -> m.AnyOf:
        return m.AnyOf(selection, True, span=self.at(meta))

    def none_of(self, meta: Meta, selection: m.Selection | m.Among) -> m.AnyOf:
        return m.AnyOf(selection, False, span=self.at(meta))

    def any_run(self, meta: Meta, run: m.AnyRun) -> m.AnyRun:
        return run

    def no_run(self, meta: Meta, run: m.AnyRun) -> m.AnyRun:
        return m.AnyRun(run.size, run.place, run.variable, run.where, False, span=run.span)

    def run(self, meta: Meta, _word: Token, size: Token, place: Any, variable: m.Name, where: Any) -> m.AnyRun:
        return m.AnyRun(int(size), place, variable, where, True, span=self.at(meta))

    def for_every(self, meta: Meta, domain: m.Name, name: m.Name, condition: Any) -> m.ForEvery:
        return m.ForEvery(domain, name, condition, span=self.at(meta))

    def is_(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("==", left, right, span=self.at(meta))

    def is_not(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("!=", left, right, span=self.at(meta))

    def bound(self, meta: Meta, left: Any, word: Token, right: Any) -> m.Compare:
        return m.Compare(">=" if word == "least" else "<=", left, right, span=self.at(meta))

    def strict(self, meta: Meta, left: Any, word: Token, right: Any) -> m.Compare:
        return m.Compare(">" if word == "more" else "<", left, right, span=self.at(meta))

    def is_in(self, meta: Meta, left: Any, *rest: Any) -> m.Compare:
        return m.Compare("in", left, rest[-1], span=self.at(meta))

    def is_not_in(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("not in", left, right, span=self.at(meta))

    def in_(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("in", left, right, span=self.at(meta))

    def meets(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("meets", left, right, span=self.at(meta))

    def named_before(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("named before", left, right, span=self.at(meta))

    def not_named_before(self, meta: Meta, left: Any, right: Any) -> m.Negation:
        return m.Negation(self.named_before(meta, left, right), span=self.at(meta))

    def sum(self, meta: Meta, left: Any, *rest: Any) -> Any:
        return self._chain(meta, left, list(zip(map(str, rest[::2]), rest[1::2], strict=True)))

    def product(self, meta: Meta, left: Any, *rest: Any) -> Any:
        return self._chain(meta, left, [("*", right) for right in rest])

    def _chain(self, meta: Meta, left: Any, rest: list[tuple[str, Any]]) -> Any:
        """Terms one after the other; of very many the later half by itself, lest they nest too deeply."""
        if len(rest) > LONG_CHAIN:
            (sign, first), *later = rest[len(rest) // 2 :]
            if sign == "-":  # a - b + c is a - (b - c)
                later = [("+" if each == "-" else "-", right) for each, right in later]
            right = self._chain(meta, first, later)
            return m.Arithmetic(sign, self._chain(meta, left, rest[: len(rest) // 2]), right, span=self.at(meta))
        for sign, right in rest:
            left = m.Arithmetic(sign, left, right, span=self.at(meta))
        return left

    def integer(self, meta: Meta, token: Token) -> m.Integer:
        return m.Integer(int(token), span=self.at(meta))

    def negative(self, meta: Meta, _sign: Token, term: Any) -> m.Expression:
        if isinstance(term, m.Integer):
            return m.Integer(-term.value, span=self.at(meta))
        return m.Arithmetic("-", m.Integer(0, span=self.at(meta)), term, span=self.at(meta))

    def yes(self, meta: Meta) -> m.Integer:
        return m.Integer(1, span=self.at(meta))

    def no(self, meta: Meta) -> m.Integer:
        return m.Integer(0, span=self.at(meta))

    def none(self, meta: Meta) -> m.Nothing:
        return m.Nothing(span=self.at(meta))

    def named(self, meta: Meta, name: m.Name) -> m.Named:
        return m.Named(name, span=self.at(meta))

    def of(self, meta: Meta, name: m.Name, term: Any) -> m.Of:
        return m.Of(name, term, span=self.at(meta))

    def call(self, meta: Meta, name: m.Name, *arguments: Any) -> m.Call:
        return m.Call(name, arguments, span=self.at(meta))

    def count(self, meta: Meta, selection: m.Selection | m.Among) -> m.Count:
        return m.Count(selection, span=self.at(meta))

    def lies(self, meta: Meta, left: Any, right: Any) -> m.Compare:
        return m.Compare("lies", left, right, span=self.at(meta))

    def sum_over(self, meta: Meta, value: m.Expression, selection: m.Selection | m.Among) -> m.SumOver:
        return m.SumOver(value, selection, span=self.at(meta))

    def setting_of(self, meta: Meta, name: m.Name) -> m.Setting:
        return m.Setting(name, span=self.at(meta))

    def total(self, meta: Meta, kind: m.Name) -> m.Total:
        return m.Total(kind, span=self.at(meta))

    def room(self, meta: Meta, place: Any) -> m.Room:
        return m.Room(place, span=self.at(meta))

    def some(self, meta: Meta, selection: m.Selection | m.Among) -> m.Some:
        return m.Some(selection, span=self.at(meta))

    def common(self, meta: Meta, attribute: m.Name, cards: Any) -> m.Common:
        return m.Common(attribute, cards, span=self.at(meta))

    def nth(self, meta: Meta, _word: Token, number: Any, place: Any) -> m.Nth:
        return m.Nth(number, place, span=self.at(meta))

    def end_card(self, meta: Meta, side: Token, place: Any) -> m.EndCards:
        return m.EndCards(str(side), None, place, span=self.at(meta))

    def end_cards(self, meta: Meta, side: Token, count: Any, place: Any) -> m.EndCards:
        return m.EndCards(str(side), count, place, span=self.at(meta))

    def selection(
        self, meta: Meta, variable: Any, kind: m.Name, by: Any, place: Any, besides: Any, where: Any
    ) -> m.Selection:
        return m.Selection(variable or kind, kind, by is not None, place, where, besides, span=self.at(meta))

    def riders_on(self, meta: Meta, carriers: m.Expression) -> m.RidersOn:
        return m.RidersOn(carriers, span=self.at(meta))

    def inner(self, meta: Meta, selection: m.Selection | m.Among) -> m.Selection | m.Among:
        return selection

    def among(self, meta: Meta, variable: Any, domain: m.Name, where: Any) -> m.Among:
        return m.Among(variable or domain, domain, where, span=self.at(meta))

    # the table that a player sees

    def table_line(
        self, meta: Meta, label: Token, what: Any, style: Any, look: Any, apart: Any, words: Any, *more: Any
    ) -> m.Show:
        *beside, when = more
        set_apart = _text(words) if words else ""
        return m.Show(
            _text(label), what, str(style or "cards"), look, apart, set_apart, tuple(beside), when, span=self.at(meta)
        )

    def beside(self, meta: Meta, what: Any, label: Token, look: m.Look | None) -> m.Beside:
        return m.Beside(what, _text(label), look, span=self.at(meta))

    def table_beside(
        self, meta: Meta, line: Token, what: Any, label: Token, look: m.Look | None, when: Any
    ) -> m.ShowBeside:
        beside = m.Beside(what, _text(label), look, span=self.at(meta))
        return m.ShowBeside(_text(line), beside, when, span=self.at(meta))

    def look_by(self, meta: Meta, *attributes: m.Name) -> m.Look:
        return m.Look(attributes, named=False, span=self.at(meta))

    def look_with(self, meta: Meta, *attributes: m.Name) -> m.Look:
        return m.Look(attributes, named=True, span=self.at(meta))

    def table_each(self, meta: Meta, members: m.Among, *lines: Any) -> m.ShowEach:
        return m.ShowEach(members, lines, span=self.at(meta))

    def table(self, meta: Meta, *lines: Any) -> m.Table:
        return m.Table(lines, span=self.at(meta))

    def help(self, meta: Meta, kind: m.Name, text: Token, cites: Any) -> m.Help:
        return m.Help(kind, _text(text), cites or (), span=self.at(meta))

    def topic(self, meta: Meta, title: Token, text: Token, cites: Any) -> m.Topic:
        return m.Topic(_text(title), _text(text), cites or (), span=self.at(meta))

    # scenarios

    def mark(self, meta: Meta, mark: m.Name) -> str:
        return mark.text

    def laid(self, meta: Meta, *parts: m.Name | str) -> Laid:
        cards: list[tuple[str, list[str]]] = []
        for part in parts:
            if isinstance(part, str):
                cards[-1][1].append(part)
            else:
                cards += [(name, []) for name in part.text.removeprefix("+ ").split(" + ")]
        carrier, *riders = [Laid(name, tuple(marks), self.at(meta)) for name, marks in cards]
        return Laid(carrier.name, carrier.marks, carrier.span, tuple(riders))

    def entry(self, meta: Meta, name: m.Name, *laid: Laid) -> Entry:
        text, any_order, includes = name.text, False, False
        if text.endswith(" in any order"):
            text, any_order = text.removesuffix(" in any order"), True
        elif text.endswith(" includes"):
            text, includes = text.removesuffix(" includes"), True
        value: tuple[Laid, ...] | int = () if [card.name for card in laid] == ["nothing"] else laid
        if len(laid) == 1 and laid[0].name.removeprefix("-").isdecimal():
            value = int(laid[0].name)
        return Entry(text, value, any_order, includes, self.at(meta))

    def below_zero(self, meta: Meta, name: m.Name, sign: Token, number: Token) -> Entry:
        return self.entry(meta, name, Laid(f"{sign}{int(number)}", (), self.at(meta)))

    def whose_turn(self, meta: Meta, player: Token) -> dict[str, Any]:
        return {"player": str(player)}

    def asked(self, meta: Meta, prompt: m.Name) -> dict[str, Any]:
        return {"asked": prompt.text}

    def status(self, meta: Meta, word: Token) -> dict[str, Any]:
        return {"status": str(word)}

    def refused(self, meta: Meta) -> dict[str, Any]:
        return {"refused": True}

    def verdict(self, meta: Meta, line: dict[str, Any]) -> dict[str, Any]:
        return line

    def negative_word(self, meta: Meta, sign: Token, number: Token) -> m.Name:
        return m.Name(f"{sign}{int(number)}", span=self.at(meta))

    def setting(self, meta: Meta, name: m.Name, value: m.Name) -> tuple[str, str]:
        return name.text, value.text

    def with_modules(self, meta: Meta, *names: m.Name) -> dict[str, Any]:
        return {"modules": tuple(name.text for name in names)}

    def with_options(self, meta: Meta, *settings: tuple[str, str]) -> dict[str, Any]:
        return {"options": settings}

    def with_players(self, meta: Meta, number: Token) -> dict[str, Any]:
        return {"players": int(number)}

    def given(self, meta: Meta, *entries: Any) -> dict[str, Any]:
        return {"given": tuple(e for e in entries if isinstance(e, Entry)), **_merged(entries)}

    def deal(self, meta: Meta, *entries: Any) -> dict[str, Any]:
        return {"deal": tuple(e for e in entries if isinstance(e, Entry)), **_merged(entries)}

    def offers(self, meta: Meta, kind: Token | None, *options: m.Name) -> Offer:
        return Offer(str(kind or "exactly"), tuple(option.text for option in options), self.at(meta))

    def answer_line(self, meta: Meta, answer: m.Name) -> m.Name:
        return answer

    def step(self, meta: Meta, prompt: m.Name, *lines: Offer | m.Name) -> Step:
        answer = next((line.text for line in lines if isinstance(line, m.Name)), None)
        return Step(prompt.text, tuple(line for line in lines if isinstance(line, Offer)), answer, self.at(meta))

    def play(self, meta: Meta, *steps: Step) -> dict[str, Any]:
        return {"steps": steps}

    def then(self, meta: Meta, *entries: Any) -> dict[str, Any]:
        return {"then": tuple(e for e in entries if isinstance(e, Entry)), **_merged(entries)}

    def scenario(self, meta: Meta, id_: Token, title: Token, cites: Any, *lines: dict[str, Any]) -> m.Example:
        parts: dict[str, Any] = {
            "modules": (), "options": (), "players": 1, "player": "A", "given": None, "deal": None, "steps": (),
            "then": (), "asked": "", "status": "", "refused": False, **_merged(lines),
        }  # fmt: skip
        scenario = Scenario(id=str(id_), title=_text(title), citations=cites or (), span=self.at(meta), **parts)
        return m.Example(scenario, span=self.at(meta))


def _merged(lines: tuple[Any, ...]) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for line in lines:
        if isinstance(line, dict):
            merged.update(line)
    return merged
