"""Build the model of a file from its Lark trees.

Each method of a builder is named after a rule of `grammar.lark` and makes one node. The builders look nothing up, and
report only what nests too deeply, and lines of a scenario that are misplaced or repeated. This module builds
declarations; `build_statements`, `build_expressions` and `build_scenarios` build their parts.
"""

from __future__ import annotations

import re
from typing import Any

from lark import Token
from lark.tree import Meta

from dsl.model import model as m
from dsl.reading.build_nodes import some, text_of
from dsl.reading.build_scenarios import ScenarioBuilder
from dsl.reading.build_statements import StatementBuilder
from dsl.reading.parse import Piece
from dsl.text.diagnostics import Problems
from dsl.text.source import SourceFile, Span

BELOW_ZERO = re.compile(r"^- (?=[0-9]+$)")
"""The sign of a cell that holds a number below 0, with the blank behind it."""


def build(file: SourceFile, pieces: list[Piece], problems: Problems) -> m.File:
    """The model of a file, from the trees of its declarations."""
    declarations: list[m.Declaration] = []
    for piece in pieces:
        try:
            declarations.append(_Builder(file, piece.offset, problems).transform(piece.tree).children[0])
        except RecursionError:
            at = Span(file, piece.offset, piece.offset + 1)
            problems.add(
                "too-deep", "this is nested too deeply", at, help="give a part of it a name with `define` or `event`"
            )
    head = next((d for d in declarations if isinstance(d, m.Game | m.Module)), None)
    return m.File(head, tuple(declarations), span=Span(file, 0, 0))


def _signed(members: list[tuple[m.Name, str]]) -> tuple[tuple[m.Name, ...], tuple[str, ...]]:
    """Names, and the signs beside them."""
    return tuple(name for name, _ in members), tuple(sign for _, sign in members)


def _by_cases(*rest: Any) -> m.Expression:
    """The value of cases, of which the first that holds decides, and of what stands behind `otherwise`."""
    *cases, value = rest
    for then, condition in reversed(cases):
        value = m.Conditional(condition, then, value, span=then.span.to(value.span))
    found: m.Expression = value
    return found


class _Builder(StatementBuilder, ScenarioBuilder):
    """Builds declarations: one method for each rule of the grammar; `meta` is the place of its text."""

    # a game and its modules

    def game(self, meta: Meta, name: m.Name, title: Token) -> m.Game:
        return m.Game(name, text_of(title), span=self.at(meta))

    def module(self, meta: Meta, name: m.Name, title: Token, game: m.Name) -> m.Module:
        return m.Module(name, text_of(title), game, span=self.at(meta))

    def requires(self, meta: Meta, word: Token, modules: tuple[m.Name, ...]) -> m.Requires:
        return m.Requires(word == "requires", modules, span=self.at(meta))

    def refuse(self, meta: Meta, reason: Token, cites: Any) -> m.Refuse:
        return m.Refuse(text_of(reason), cites or (), span=self.at(meta))

    def value(self, meta: Meta, value: m.Name | int) -> str:
        return value.text if isinstance(value, m.Name) else str(value)

    def choices(self, meta: Meta, *values: str) -> tuple[tuple[str, ...], str]:
        return values, values[0]

    def range(self, meta: Meta, low: int, high: int, default: int | None) -> tuple[tuple[str, ...], str]:
        values = tuple(str(n) for n in range(low, min(high, low + m.MOST_VALUES) + 1))
        return values, str(low if default is None else default)

    def option(self, meta: Meta, name: m.Name, choices: Any, cites: Any) -> m.Choice:
        return m.Choice(name, choices[0], choices[1], cites or (), span=self.at(meta))

    def players(self, meta: Meta, fewest: Token, most: Token | None) -> m.Players:
        return m.Players(int(fewest), int(most or fewest), span=self.at(meta))

    def dummy(self, meta: Meta, name: m.Name, by: m.Expression, cites: Any) -> m.Dummy:
        return m.Dummy(name, by, cites or (), span=self.at(meta))

    def section(self, meta: Meta, condition: m.Expression, *declarations: m.Declaration) -> m.Section:
        return m.Section(condition, declarations, span=self.at(meta))

    # cards

    def enumeration(
        self, meta: Meta, name: m.Name, in_order: Token | None, members: list[tuple[m.Name, str]]
    ) -> m.Enumeration:
        return m.Enumeration(name, *_signed(members), in_order is not None, span=self.at(meta))

    def members(self, meta: Meta, members: list[tuple[m.Name, str]], name: m.Name) -> m.AddMembers:
        return m.AddMembers(*_signed(members), name, span=self.at(meta))

    def signed_names(self, meta: Meta, *members: tuple[m.Name, str]) -> list[tuple[m.Name, str]]:
        return list(members)

    def signed_name(self, meta: Meta, name: m.Name, sign: Token | None) -> tuple[m.Name, str]:
        return name, text_of(sign) if sign else ""

    def set_type(self, meta: Meta, name: m.Name) -> m.Type:
        return m.Type("set", name.text, 0, 0, "", span=self.at(meta))

    def plain_type(self, meta: Meta, name: m.Name) -> m.Type:
        return m.Type("plain", name.text, 0, 0, "", span=self.at(meta))

    def either_type(self, meta: Meta, *names: m.Name) -> m.Type:
        return m.Type("plain", " or ".join(name.text for name in names), 0, 0, "", span=self.at(meta))

    def fact_type(self, meta: Meta, mark: Token | None = None) -> m.Type:
        return m.Type("fact", "", 0, 1, text_of(mark) if mark else "", span=self.at(meta))

    def fact_range(self, meta: Meta, low: int, high: int, mark: Token | None, first: Token | None) -> m.Type:
        text = text_of(mark) if mark else ""
        return m.Type("fact", "", low, high, text, most_first=first is not None, span=self.at(meta))

    def fact_words(self, meta: Meta, *parts: Token | None) -> m.Type:
        *quoted, first = parts
        words = tuple(text_of(word) for word in quoted if word is not None)
        return m.Type("fact", "", 0, len(words) - 1, "", words, first is not None, span=self.at(meta))

    def attribute(self, meta: Meta, name: m.Name, type_: m.Type) -> m.AttributeOf:
        return m.AttributeOf(name, type_, span=self.at(meta))

    def active(self, meta: Meta, zone: m.Name, target: m.Name, prompt: m.Name) -> m.Active:
        return m.Active(zone, target, prompt, span=self.at(meta))

    def facing(self, meta: Meta, _words: Token) -> m.Facing:
        return m.Facing(span=self.at(meta))

    def rides(self, meta: Meta, carrier: m.Name, target: m.Name) -> m.Rides:
        return m.Rides(carrier, target, span=self.at(meta))

    def kind(self, meta: Meta, name: m.Name, parent: m.Name | None, cites: Any, *rest: Any) -> m.Kind:
        attributes = tuple(r for r in rest if isinstance(r, m.AttributeOf))
        active = next((r for r in rest if isinstance(r, m.Active)), None)
        rides = next((r for r in rest if isinstance(r, m.Rides)), None)
        facing = next((f for f in rest if isinstance(f, m.Facing)), None)
        return m.Kind(name, parent, attributes, active, cites or (), rides, facing, span=self.at(meta))

    def extend_kind(self, meta: Meta, name: m.Name, cites: Any, *rest: Any) -> m.ExtendKind:
        attributes = tuple(r for r in rest if isinstance(r, m.AttributeOf))
        rides = next((r for r in rest if isinstance(r, m.Rides)), None)
        return m.ExtendKind(name, attributes, rides, cites or (), span=self.at(meta))

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
        return m.Card(name, kind, int(count), zone, some(triggers), cites or (), span=self.at(meta))

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

    def refilled(self, meta: Meta, source: m.Name) -> m.Refill:
        return m.Refill(source, span=self.at(meta))

    def zone(self, meta: Meta, name: m.Name, per: Any, shape: str, seen: str, *rest: Any) -> m.Zone:
        *clauses, cites = rest
        limit = next((c for c in clauses if isinstance(c, int)), -1)
        called = next((c.text for c in clauses if isinstance(c, m.Name)), "")
        looking = "for looking" in clauses
        refill = next((c for c in clauses if isinstance(c, m.Refill)), None)
        return m.Zone(name, per, shape, seen, limit, looking, called, cites or (), refill, span=self.at(meta))

    def member(self, meta: Meta, place: m.Expression, word: Token | None) -> m.Member:
        return m.Member(place, text_of(word) if word else "", span=self.at(meta))

    def group(self, meta: Meta, name: m.Name, *members: m.Member) -> m.Group:
        return m.Group(name, members, False, (), span=self.at(meta))

    def widen_group(self, meta: Meta, name: m.Name, member: m.Member, cites: Any) -> m.Group:
        return m.Group(name, (member,), True, cites or (), span=self.at(meta))

    def number(
        self, meta: Meta, name: m.Name, per: Any, during: Any, low: int, high: int, initial: Any, cites: Any
    ) -> m.NumberOf:
        return m.NumberOf(name, per, low, high, initial, cites or (), during or (), span=self.at(meta))

    def flag(self, meta: Meta, name: m.Name, per: Any, during: Any, starts: Token | None, cites: Any) -> m.NumberOf:
        first = m.Integer(int(starts == "yes"), span=self.at(meta))
        return m.NumberOf(name, per, 0, 1, first, cites or (), during or (), flag=True, span=self.at(meta))

    def marker(self, meta: Meta, name: m.Name, per: Any, positions: Any, cites: Any) -> m.Marker:
        return m.Marker(name, per, positions, cites or (), span=self.at(meta))

    # events and rules

    def prompt(self, meta: Meta, name: m.Name, per: tuple[m.Name, ...], question: Token, *rest: Any) -> m.Prompt:
        *clauses, cites = rest
        must = "must be answered" in clauses
        return m.Prompt(
            name, per, self.text(question), "open to abilities" in clauses, must, cites or (), span=self.at(meta)
        )

    def parameter(self, meta: Meta, name: m.Name, type_: m.Type | None) -> m.Parameter:
        if type_ is None and name.text == "cards":
            type_ = m.Type("plain", name.text, 0, 0, "", span=name.span)
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

    def hook(
        self, meta: Meta, moment: Token, hooked: Any, condition: Any, once: Any, order: Any, cites: Any, body: Any
    ) -> m.Hook:
        change, event = hooked if isinstance(hooked, tuple) else ("", hooked)
        return m.Hook(str(moment), event, condition, order, cites or (), body, change, once, span=self.at(meta))

    def change(self, meta: Meta, word: Token, zone: m.Name) -> tuple[str, m.Name]:
        return str(word), zone

    def handler(self, meta: Meta, event: m.Name, kind: m.Name, cites: Any, body: Any) -> m.Handler:
        return m.Handler(event, kind, cites or (), body, span=self.at(meta))

    def turn(self, meta: Meta, phases: tuple[m.Name, ...], cites: Any) -> m.Turn:
        return m.Turn(phases, cites or (), span=self.at(meta))

    def ability(
        self, meta: Meta, words: Any, once: Any, cites: Any, windows: Any, opening: Any, condition: Any, *body: Any
    ) -> m.Ability:
        first = opening is not None
        plain, shown = words
        self._plain(plain, meta, "write the condition below, on a line of its own: `when …`")
        return m.Ability(plain, windows or (), condition, cites or (), body, first, shown, once, span=self.at(meta))

    def added_option(self, meta: Meta, prompt: m.Name, *options: m.Option) -> m.AddedOption:
        return m.AddedOption(prompt, options, span=self.at(meta))

    def forbid(self, meta: Meta, event: m.Name, condition: Any, cites: Any) -> m.Forbid:
        return m.Forbid(event, condition, cites or (), span=self.at(meta))

    def define(self, meta: Meta, name: m.Name, parameters: Any, value: m.Expression, cites: Any) -> m.Define:
        return m.Define(name, parameters or (), value, cites or (), span=self.at(meta))

    def define_cases(self, meta: Meta, name: m.Name, parameters: Any, cites: Any, *rest: Any) -> m.Define:
        return m.Define(name, parameters or (), _by_cases(*rest), cites or (), span=self.at(meta))

    def score(self, meta: Meta, per: Token | None, value: m.Expression, cites: Any) -> m.Define:
        """The score is a definition; that of each player is about a player, called `player`."""
        whole = self.at(meta)
        word = Span(whole.file, whole.start, whole.start + len("score"))
        name = m.Name("score", span=word)
        if per is None:
            return m.Define(name, (), value, cites or (), "table", span=whole)
        type_ = m.Type("plain", "player", 0, 0, "", span=word)
        player = m.Parameter(m.Name("player", span=word), type_, span=word)
        return m.Define(name, (player,), value, cites or (), "player", span=whole)

    def score_cases(self, meta: Meta, per: Token | None, cites: Any, *rest: Any) -> m.Define:
        return self.score(meta, per, _by_cases(*rest), cites)

    def by_value(self, meta: Meta, word: Token, value: m.Expression) -> m.Rank:
        return m.Rank(word == "highest", value, span=self.at(meta))

    def by_number(self, meta: Meta, word: Token, selection: m.Selection | m.Among) -> m.Rank:
        return m.Rank(word == "most", m.Count(selection, span=selection.span), span=self.at(meta))

    def winner(self, meta: Meta, *rest: Any) -> m.Winner:
        *ranks, tie, cites = rest
        return m.Winner(tuple(ranks), str(tie or "shared"), cites or (), span=self.at(meta))

    def case(self, meta: Meta, value: m.Expression, condition: m.Expression) -> tuple[m.Expression, m.Expression]:
        return value, condition

    def otherwise(self, meta: Meta, value: m.Expression) -> m.Expression:
        return value

    def adjust(
        self, meta: Meta, word: Token, name: m.Name, parameters: Any, when: m.Expression, cites: Any
    ) -> m.Adjust:
        return m.Adjust(word == "widen", name, parameters or (), when, cites or (), span=self.at(meta))

    def raise_(
        self, meta: Meta, word: Token, name: m.Name, parameters: Any, by: m.Expression, when: Any, cites: Any
    ) -> m.Raise:
        return m.Raise(word == "raise", name, parameters or (), by, when, cites or (), span=self.at(meta))

    def keep(self, meta: Meta, name: m.Name, parameters: Any, word: Token, bound: m.Expression, cites: Any) -> m.Keep:
        return m.Keep(word == "least", name, parameters or (), bound, cites or (), span=self.at(meta))

    def win_only(self, meta: Meta, condition: m.Expression, cites: Any) -> m.WinOnly:
        return m.WinOnly(condition, cites or (), span=self.at(meta))

    def win_also(self, meta: Meta, condition: m.Expression, sentence: Token | None, cites: Any) -> m.WinAlso:
        return m.WinAlso(condition, self.text(sentence) if sentence else None, cites or (), span=self.at(meta))

    def won(self, meta: Meta, sentence: Token) -> m.Won:
        return m.Won(self.text(sentence), span=self.at(meta))

    def lose_when(self, meta: Meta, condition: m.Expression, sentence: Token, cites: Any) -> m.LoseWhen:
        return m.LoseWhen(condition, self.text(sentence), cites or (), span=self.at(meta))

    def over_when(self, meta: Meta, _over: Token, condition: m.Expression, sentence: Token, cites: Any) -> m.OverWhen:
        return m.OverWhen(condition, self.text(sentence), cites or (), span=self.at(meta))

    def out_of_reach(self, meta: Meta, condition: m.Expression, sentence: Token) -> m.OutOfReach:
        return m.OutOfReach(condition, self.text(sentence), span=self.at(meta))

    def invariant(self, meta: Meta, title: Token, condition: m.Expression) -> m.Invariant:
        return m.Invariant(text_of(title), condition, span=self.at(meta))

    def never(self, meta: Meta, condition: m.Expression, title: Token) -> m.Invariant:
        return m.Invariant(text_of(title), m.Negation(condition, span=condition.span), span=self.at(meta))

    # the table that a player sees

    def table_line(
        self, meta: Meta, label: Token, what: Any, style: Any, look: Any, apart: Any, words: Any, *more: Any
    ) -> m.Show:
        *beside, when = more
        set_apart = text_of(words) if words else ""
        return m.Show(
            text_of(label), what, str(style or "cards"), look, apart, set_apart, tuple(beside), when, span=self.at(meta)
        )

    def beside(self, meta: Meta, what: Any, label: Token, look: m.Look | None) -> m.Beside:
        return m.Beside(what, text_of(label), look, span=self.at(meta))

    def table_beside(
        self, meta: Meta, line: Token, what: Any, label: Token, look: m.Look | None, when: Any
    ) -> m.ShowBeside:
        beside = m.Beside(what, text_of(label), look, span=self.at(meta))
        return m.ShowBeside(text_of(line), beside, when, span=self.at(meta))

    def look_by(self, meta: Meta, *attributes: m.Name) -> m.Look:
        return m.Look(attributes, named=False, span=self.at(meta))

    def look_with(self, meta: Meta, *attributes: m.Name) -> m.Look:
        return m.Look(attributes, named=True, span=self.at(meta))

    def table_each(self, meta: Meta, members: m.Among, *lines: Any) -> m.ShowEach:
        return m.ShowEach(members, lines, span=self.at(meta))

    def table(self, meta: Meta, *lines: Any) -> m.Table:
        return m.Table(lines, span=self.at(meta))

    def help(self, meta: Meta, kind: m.Name, text: Token, cites: Any) -> m.Help:
        return m.Help(kind, text_of(text), cites or (), span=self.at(meta))

    def topic(self, meta: Meta, title: Token, text: Token, cites: Any) -> m.Topic:
        return m.Topic(text_of(title), text_of(text), cites or (), span=self.at(meta))
