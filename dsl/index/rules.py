"""Bind the names in the declarations of a file: what each declares, reads, changes or hooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from dsl.index import expressions, statements
from dsl.index.binder import Binder
from dsl.index.declared import Entry, word_in
from dsl.index.lookup import BUILT_IN
from dsl.index.scopes import CARD, CARDS, PLAYER, Scope, Type, Variable
from dsl.index.symbols import DECLARES, HOOKS, READS
from dsl.model import model as m
from dsl.text.source import Span

NAMELESS = frozenset({"", "-", "none"})
"""The cells without a value."""

EVERY = "all"
"""The word in a cell for all values of an enum."""


def bind_declaration(binder: Binder, node: m.Declaration, scope: Scope) -> None:  # noqa: C901, PLR0912, PLR0915 - a dispatcher
    """One declaration; those within a section are bound by themselves."""
    match node:
        case m.Game(name):
            _bind_declares(binder, "module", name, scope)
        case m.Module(name, _, game):
            _bind_declares(binder, "module", name, scope)
            binder.named("module", game, scope)
        case m.Requires(_, modules):
            _bind_modules(binder, modules, scope)
        case m.Choice(name):
            _bind_option(binder, node, scope)
        case m.Dummy(name, played_by):
            _bind_declares(binder, "dummy", name, scope)
            expressions.bind_value(binder, played_by, scope)
        case m.Section(condition):
            _bind_section(binder, condition, scope)
        case m.Enumeration(name, members):
            _bind_declares(binder, "enum", name, scope)
            _bind_members(binder, members, scope)
        case m.AddMembers(members, _, enumeration):
            _bind_members(binder, members, scope)
            binder.named("enum", enumeration, scope, HOOKS)
        case m.Kind() | m.ExtendKind():
            _bind_kind(binder, node, scope)
        case m.CardTable():
            _bind_card_table(binder, node, scope)
        case m.CardValues(header, rows):
            _bind_rows(binder, header, rows, False, scope)
        case m.Card():
            _bind_card(binder, node, scope)
        case m.Class(name, kind, where):
            _bind_declares(binder, "class", name, scope)
            _bind_class(binder, kind, where, scope)
        case m.Places(name):
            _bind_declares(binder, "places", name, scope)
        case m.Zone(name, per):
            _bind_declares(binder, "zone", name, scope)
            _bind_per(binder, per, scope)
            if node.refill is not None:
                binder.named("zone", node.refill.source, scope)
        case m.Group(name, members, widens):
            _bind_group(binder, name, members, widens, scope)
        case m.NumberOf(name, per, initial=initial, during=during):
            _bind_declares(binder, "number", name, scope)
            _bind_per(binder, per, scope)
            expressions.bind_values(binder, (initial,), scope)
            for event in during:
                binder.named("event", event, scope)
        case m.Marker(name, per, positions):
            _bind_declares(binder, "number", name, scope)
            _bind_per(binder, per, scope)
            _bind_positions(binder, name.text, positions, scope)
        case m.Prompt():
            _bind_prompt(binder, node, scope)
        case m.Event():
            _bind_declares(binder, "event", node.name, scope)
            inner = _bind_about(binder, node.parameters, "event", node.name, scope)
            statements.bind_block(binder, node.body, inner, node.span)
        case m.Hook():
            _bind_hook(binder, node, scope)
        case m.Handler():
            _bind_handler(binder, node, scope)
        case m.Turn(phases):
            for phase in phases:
                binder.named("event", phase, scope)
        case m.Ability():
            statements.bind_ability(binder, node, scope)
        case m.AddedOption():
            _bind_added(binder, node, scope)
        case m.Forbid(event, condition):
            _bind_hooked(binder, event, scope)
            expressions.bind_values(binder, (condition,), _bind_of_event(binder, event, scope))
        case m.Define():
            _bind_define(binder, node, scope)
        case m.Adjust(_, name, parameters, condition):
            _bind_adjust(binder, name, parameters, (condition,), scope)
        case m.Raise(_, name, parameters, amount, condition):
            _bind_adjust(binder, name, parameters, (amount, condition), scope)
        case m.Keep(_, name, parameters, bound):
            _bind_adjust(binder, name, parameters, (bound,), scope)
        case m.WinOnly(condition):
            expressions.bind_value(binder, condition, scope)
        case m.WinAlso(condition, sentence) | m.LoseWhen(condition, sentence):
            expressions.bind_value(binder, condition, scope)
            expressions.bind_text(binder, sentence, scope)
        case m.OverWhen(condition, sentence) | m.OutOfReach(condition, sentence):
            expressions.bind_value(binder, condition, scope)
            expressions.bind_text(binder, sentence, scope)
        case m.Won(sentence):
            expressions.bind_text(binder, sentence, scope)
        case m.Winner(ranks):
            expressions.bind_values(binder, (rank.value for rank in ranks), scope)
        case m.Invariant(_, condition):
            expressions.bind_value(binder, condition, scope)
        case m.Table(lines):
            _bind_lines(binder, lines, scope)
        case m.Help(kind):
            expressions.bind_cards(binder, kind, scope)
        case m.Example() | m.Players() | m.Refuse() | m.Topic():
            pass
        case _:
            assert_never(node)


def _bind_declares(binder: Binder, space: str, name: m.Name, scope: Scope) -> None:
    binder.named(space, name, scope, DECLARES)


def _bind_modules(binder: Binder, modules: Sequence[m.Name], scope: Scope) -> None:
    for name in modules:
        binder.named("module", name, scope)


def _bind_option(binder: Binder, node: m.Choice, scope: Scope) -> None:
    _bind_declares(binder, "option", node.name, scope)
    space, start = f"value of {node.name.text}", node.name.span.end
    for value in node.values:
        entry = binder.lookup.first((space,), value, scope)
        found = word_in(node.span, value, start) if entry else None
        if entry is not None and found is not None:
            binder.use(found, entry, DECLARES)
            start = found.end


def _bind_section(binder: Binder, condition: m.Expression, scope: Scope) -> None:
    match condition:
        case m.All(parts) | m.Either(parts):
            for part in parts:
                _bind_section(binder, part, scope)
        case m.Negation(part):
            _bind_section(binder, part, scope)
        case m.Compare("in" | "not in", m.Named(name), m.Named(m.Name("play", span=play))):
            binder.named("module", name, scope)
            binder.known(play)
        case m.Compare("==" | "!=", m.Named(name), right) if name.text != "players":
            binder.named("option", name, scope)
            expressions.bind_option_value(binder, name.text, right, scope)
        case _:
            expressions.bind_value(binder, condition, scope)


# components


def _bind_members(binder: Binder, members: Sequence[m.Name], scope: Scope) -> None:
    for member in members:
        _bind_declares(binder, "value", member, scope)


def _bind_per(binder: Binder, per: Sequence[m.Name], scope: Scope) -> None:
    for name in per:
        expressions.bind_domain(binder, name, scope)


def _bind_positions(binder: Binder, marker: str, positions: Sequence[m.Name], scope: Scope) -> None:
    for each in positions:
        if each.text == "player" or binder.lookup.domain(each.text, scope) is not None:
            expressions.bind_domain(binder, each, scope)
        elif each.text == "none":
            binder.known(each.span)
        else:
            _bind_declares(binder, f"position of {marker}", each, scope)


def _bind_kind(binder: Binder, node: m.Kind | m.ExtendKind, scope: Scope) -> None:
    if isinstance(node, m.ExtendKind):
        binder.named("kind", node.name, scope, HOOKS)
    else:
        _bind_declares(binder, "kind", node.name, scope)
        if node.parent is not None:
            expressions.bind_cards(binder, node.parent, scope)
        if node.active is not None:
            binder.named("zone", node.active.zone, scope)
            binder.named("zone", node.active.target, scope)
            binder.named("prompt", node.active.prompt, scope)
    for each in node.attributes:
        _bind_declares(binder, "fact" if each.type.form == "fact" else "attribute", each.name, scope)
        expressions.bind_type(binder, each.type, scope)
    if node.rides is not None:
        expressions.bind_cards(binder, node.rides.carrier, scope)
        binder.named("zone", node.rides.target, scope)


def _bind_card_table(binder: Binder, node: m.CardTable, scope: Scope) -> None:
    if node.kind is not None:
        expressions.bind_cards(binder, node.kind, scope)
    binder.named("zone", node.zone, scope)
    _bind_rows(binder, node.header, node.rows, node.kind is not None, scope)


def _bind_rows(
    binder: Binder, header: Sequence[m.Cell], rows: Sequence[Sequence[m.Cell]], declares: bool, scope: Scope
) -> None:
    columns = [cell.text for cell in header]
    for cell in header:
        if cell.text not in ("card", "count"):
            binder.named("attribute", m.Name(cell.text, span=cell.span), scope)
    for row in rows:
        for column, cell in zip(columns, row, strict=False):
            if column == "card":
                _bind_card_cell(binder, cell, declares, scope)
            elif column != "count" and cell.text not in NAMELESS:
                _bind_cell(binder, cell, column, scope)


def _bind_card_cell(binder: Binder, cell: m.Cell, declares: bool, scope: Scope) -> None:
    entry = binder.tables.entry("card", cell.text, scope.view)
    if entry is None and not declares:
        expressions.bind_cards(binder, m.Name(cell.text, span=cell.span), scope)
    elif entry is not None:
        binder.use(cell.span, entry, DECLARES if declares else READS)
    start = cell.span.start
    for column in _gaps(cell.text):
        found = word_in(cell.span, column, start)
        of = binder.lookup.printed(column, scope)
        if found is not None and of is not None:
            binder.use(found, of)
            start = found.end


def _bind_cell(binder: Binder, cell: m.Cell, column: str, scope: Scope) -> None:
    """The values of an enum in a cell: `red, white`, `each of colour`."""
    of, start = binder.lookup.printed(column, scope), cell.span.start
    if of is None or of.details[1] == "number":
        return
    for word in cell.text.removeprefix("each of ").split(","):
        name = " ".join(word.split())
        found = word_in(cell.span, name, start)
        entry = binder.lookup.first(("value", "enum"), name, scope)
        if found is not None and entry is not None:
            binder.use(found, entry)
            start = found.end
        elif found is not None and name == EVERY:
            binder.known(found)
        elif found is not None:
            binder.unknown(found)


def _bind_card(binder: Binder, node: m.Card, scope: Scope) -> None:
    _bind_declares(binder, "card", node.name, scope)
    expressions.bind_cards(binder, node.kind, scope)
    binder.named("zone", node.zone, scope)
    for trigger in node.triggers:
        expressions.bind_value(binder, trigger.condition, scope)
        statements.bind_block(binder, trigger.body, scope.inner(), trigger.span)


def _bind_class(binder: Binder, kind: m.Name, where: m.Expression, scope: Scope) -> None:
    expressions.bind_cards(binder, kind, scope)
    inner = scope.inner()
    inner.candidate = binder.make(kind, CARD, inner, where.span, implicit=True)
    expressions.bind_value(binder, where, inner)


def _bind_group(binder: Binder, name: m.Name, members: Sequence[m.Member], widens: bool, scope: Scope) -> None:
    binder.named("group", name, scope, HOOKS if widens else DECLARES)
    for member in members:
        expressions.bind_place(binder, member.place, scope)
        expressions.bind_word_gaps(binder, member.span, scope)


# events, prompts and definitions


def _bind_prompt(binder: Binder, node: m.Prompt, scope: Scope) -> None:
    _bind_declares(binder, "prompt", node.name, scope)
    _bind_per(binder, node.per, scope)
    inner = scope.inner()
    for name in node.per:
        of = binder.lookup.domain(name.text, scope)  # a gap of its name is the member
        key = binder.tables.key(of) if of is not None else BUILT_IN
        inner.variables[name.text] = Variable(key, binder.lookup.domain_type(name.text, scope))
    expressions.bind_text(binder, node.question, inner)


def _bind_about(binder: Binder, parameters: Sequence[m.Parameter], space: str, name: m.Name, scope: Scope) -> Scope:
    """The scope of an event or a definition with these parameters, which are declared here."""
    inner = scope.inner()
    for each in parameters:
        entry = binder.tables.entry(f"parameter of {space} {name.text}", each.name.text, scope.view)
        if entry is not None:
            binder.use(each.name.span, entry, DECLARES)
        if each.type is not None and each.type.span != each.name.span:
            expressions.bind_type(binder, each.type, scope)
        elif each.type is None and binder.lookup.cards(each.name.text, scope) is not None:
            expressions.bind_cards(binder, each.name, scope)
        key = binder.tables.key(entry) if entry else BUILT_IN
        inner.variables[each.name.text] = Variable(
            key, binder.lookup.of_parameter(each.type.name if each.type else "", scope)
        )
    return inner


def _bind_of_event(binder: Binder, event: m.Name, scope: Scope) -> Scope:
    """The scope of a rule about an event of any file: what the event is about."""
    return _bind_known(binder, "event", binder.tables.entry("event", event.text, scope.view), scope)


def _bind_known(binder: Binder, space: str, entry: Entry | None, scope: Scope) -> Scope:
    inner = scope.inner()
    if entry is None:
        return inner
    parameters: tuple[tuple[str, str, str], ...] = entry.details[0]  # type: ignore[assignment]
    for name, _, of in parameters:
        found = binder.tables.entry(f"parameter of {space} {entry.name}", name, scope.view)
        key = binder.tables.key(found) if found else BUILT_IN
        inner.variables[name] = Variable(key, binder.lookup.of_parameter(of, scope))
    return inner


def _bind_hooked(binder: Binder, event: m.Name, scope: Scope) -> None:
    binder.named("event", event, scope, HOOKS)


def _bind_hook(binder: Binder, node: m.Hook, scope: Scope) -> None:
    if node.change:
        binder.named("zone", node.event, scope, HOOKS)
        inner = scope.inner()
        inner.variables["those"] = Variable(BUILT_IN, CARDS)
    else:
        _bind_hooked(binder, node.event, scope)
        inner = _bind_of_event(binder, node.event, scope)
    expressions.bind_values(binder, (node.condition,), inner)
    if node.order is not None:
        _bind_modules(binder, node.order.modules, scope)
    if node.once is not None and node.once.event is not None:
        binder.named("event", node.once.event, scope)
    statements.bind_block(binder, node.body, inner, node.span)


def _bind_handler(binder: Binder, node: m.Handler, scope: Scope) -> None:
    _bind_hooked(binder, node.event, scope)
    expressions.bind_cards(binder, node.kind, scope)
    inner = _bind_of_event(binder, node.event, scope)
    binder.make(node.kind, CARD, inner, node.span, implicit=True)
    statements.bind_block(binder, node.body, inner, node.span)


def _bind_added(binder: Binder, node: m.AddedOption, scope: Scope) -> None:
    """Options for a prompt: they know the variables of every place where it is asked."""
    binder.named("prompt", node.prompt, scope, HOOKS)
    inner = scope.inner()
    for variables in binder.asked.get(node.prompt.text, ()):
        for name, variable in variables.items():
            first = inner.variables.setdefault(name, variable)
            if first.key != variable.key and variable.key is not BUILT_IN:
                binder.found.joined.append((first.key, variable.key))
    for option in node.options:
        statements.bind_option(binder, option, inner)


def _bind_define(binder: Binder, node: m.Define, scope: Scope) -> None:
    _bind_declares(binder, "definition", node.name, scope)
    bind_value_of(binder, node, scope)


def bind_value_of(binder: Binder, node: m.Define, scope: Scope) -> Type:
    """The value of a definition."""
    if node.scores:
        inner = scope.inner()
        inner.variables.update({q.name.text: Variable(BUILT_IN, PLAYER) for q in node.parameters})
    else:
        inner = _bind_about(binder, node.parameters, "definition", node.name, scope)
    binder.reach(node.span, inner)
    return expressions.bind_value(binder, node.value, _about_one(inner, scope))


def _bind_adjust(
    binder: Binder, name: m.Name, parameters: Sequence[m.Parameter], parts: Sequence[m.Expression | None], scope: Scope
) -> None:
    binder.named("definition", name, scope, HOOKS)
    if parameters:
        inner = scope.inner()
        define = binder.tables.entry("definition", name.text, scope.view)
        typed = _bind_known(binder, "definition", define, scope).variables if define else {}
        for each, of in zip(parameters, [*typed.values(), *[None] * len(parameters)], strict=False):
            binder.make(each.name, of.type if of else CARD, inner, each.span)
    else:
        inner = _bind_known(binder, "definition", binder.tables.entry("definition", name.text, scope.view), scope)
    expressions.bind_values(binder, parts, _about_one(inner, scope))
    binder.reach(name.span.to(parts[-1].span) if parts[-1] else name.span, inner)


# the table


def _bind_lines(binder: Binder, lines: Sequence[m.Show | m.ShowBeside | m.ShowEach], scope: Scope) -> None:
    for line in lines:
        match line:
            case m.ShowEach(members, inside):
                inner, _ = expressions.bind_selection(binder, members, scope)
                _bind_lines(binder, inside, inner)
            case m.ShowBeside(_, beside, condition):
                _bind_label(binder, line.span, scope)
                _bind_beside(binder, beside, scope)
                expressions.bind_values(binder, (condition,), scope)
            case m.Show():
                _bind_show(binder, line, scope)
            case _:
                assert_never(line)


def _bind_show(binder: Binder, line: m.Show, scope: Scope) -> None:
    _bind_label(binder, line.span, scope)
    _bind_shown(binder, line.what, line.look, scope)
    expressions.bind_values(binder, (line.apart,), scope)
    for each in line.beside:
        _bind_beside(binder, each, scope)
    expressions.bind_values(binder, (line.condition,), scope)


def _bind_label(binder: Binder, span: Span, scope: Scope) -> None:
    """The members in the label of a line."""
    start = span.file.text.find('"', span.start, span.end)
    end = span.file.text.find('"', start + 1, span.end)
    if 0 <= start < end:
        expressions.bind_word_gaps(binder, Span(span.file, start, end + 1), scope)


def _bind_shown(binder: Binder, what: m.Expression, look: m.Look | None, scope: Scope) -> None:
    expressions.bind_moved(binder, what, scope)
    for name in look.attributes if look else ():
        of = binder.lookup.printed(name.text, scope)
        if of is not None:
            binder.use(name.span, of)
        else:
            binder.unknown(name.span)


def _bind_beside(binder: Binder, node: m.Beside, scope: Scope) -> None:
    _bind_shown(binder, node.what, node.look, scope)


def _about_one(inner: Scope, outer: Scope) -> Scope:
    """The scope of a definition: if it is about one thing, what is printed on that can be named alone."""
    new = [each for name, each in inner.variables.items() if outer.variables.get(name) != each]
    inner.candidate = new[0] if len(new) == 1 else None
    return inner


def _gaps(text: str) -> list[str]:
    return [part.split("}")[0] for part in text.split("{")[1:] if "}" in part]
