"""Bind the names in expressions: for each the symbol it means, by the rules of `expressions/lower_expression`.

Each function is named after what it binds, and returns the type of the value as far as other names depend on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from dsl.index.binder import Binder
from dsl.index.declared import Entry, word_in
from dsl.index.lookup import BUILT_IN
from dsl.index.scopes import CARD, CARDS, NUMBER, PLAYER, TRUTH, UNKNOWN, Scope, Type, Variable
from dsl.model import model as m
from dsl.names import phrases
from dsl.names.names import LETTERS, RIDING
from dsl.text.source import Span

ANYTHING = ("definition", "number", "value", "option", "card", "kind", "class", "zone", "group", "attribute", "fact")
"""The namespaces in which a name is looked for that means no value."""

FUNCTIONS = frozenset({"larger", "smaller", "quotient", "remainder"})

LANGUAGE = frozenset({RIDING, "player", "players"})
"""Names that the language declares for every game, beside those of cards."""


def bind_cards(binder: Binder, name: m.Name, scope: Scope) -> None:
    """A kind, a class or a card."""
    found = binder.lookup.cards(name.text, scope)
    if found is not None:
        binder.use(name.span, found[0])
    elif binder.lookup.is_cards(name.text, scope):
        binder.known(name.span)
    else:
        _bind_anywhere(binder, ("card", "kind", "class"), name, scope)


def _bind_anywhere(binder: Binder, spaces: Iterable[str], name: m.Name, scope: Scope) -> None:
    """Bind a name that this rule can't use to what another module declares."""
    found = (binder.tables.entry(space, name.text, scope.view) for space in spaces)
    entry = next((each for each in found if each), None)
    if entry is not None:
        binder.use(name.span, entry)
    elif name.text in LANGUAGE:
        binder.known(name.span)
    else:
        binder.unknown(name.span)


def bind_domain(binder: Binder, name: m.Name, scope: Scope) -> Type:
    """A domain: the players, an enum, several enums, numbered places, a marker."""
    entry = binder.lookup.domain(name.text, scope)
    if name.text == "player":
        binder.known(name.span)
    elif entry is not None:
        binder.use(name.span, entry)
    elif " or " in name.text:
        bind_alternatives(binder, name.span, name.text, scope)
    elif binder.lookup.is_cards(name.text, scope):
        bind_cards(binder, name, scope)
    else:
        _bind_anywhere(binder, ("enum", "places", "number"), name, scope)
    return binder.lookup.domain_type(name.text, scope)


def bind_alternatives(binder: Binder, span: Span, text: str, scope: Scope) -> None:
    """Several enums that are joined by `or`."""
    for each in text.split(" or "):
        here = word_in(span, each)
        if here is not None:
            bind_domain(binder, m.Name(each, span=here), scope)


def bind_type(binder: Binder, type_: m.Type, scope: Scope) -> None:
    """The type of a parameter or an attribute."""
    if not type_.name or type_.name in ("number", "player", "cards"):
        return
    here = word_in(type_.span, type_.name) or type_.span
    if type_.name != "card" and " or " not in type_.name and binder.lookup.domain(type_.name, scope) is None:
        bind_cards(binder, m.Name(type_.name, span=here), scope)
    else:
        bind_domain(binder, m.Name(type_.name, span=here), scope)


# expressions


def bind_values(binder: Binder, nodes: Iterable[m.Expression | None], scope: Scope) -> None:
    """Several values."""
    for node in nodes:
        if node is not None:
            bind_value(binder, node, scope)


def bind_value(binder: Binder, node: m.Expression, scope: Scope) -> Type:  # noqa: C901, PLR0912 - a dispatcher
    """Any value."""
    match node:
        case m.Named(name):
            return bind_name(binder, name, scope)
        case m.Integer():
            return NUMBER
        case m.Nothing():
            return UNKNOWN
        case m.Compare():
            bind_compare(binder, node, scope)
            return TRUTH
        case m.All(parts) | m.Either(parts):
            bind_values(binder, parts, scope)
            return TRUTH
        case m.Negation(part):
            bind_value(binder, part, scope)
            return TRUTH
        case m.Of(name, term):
            return bind_of(binder, name, (term,), scope)
        case m.Call(name, arguments):
            return bind_of(binder, name, arguments, scope, call=True)
        case m.Count(selection) | m.AnyOf(selection):
            bind_selection(binder, selection, scope)
            return NUMBER
        case m.Some(selection):
            _, type_ = bind_selection(binder, selection, scope)
            return type_
        case m.SumOver(value, selection) | m.Highest(_, value, selection):
            return bind_over(binder, value, selection, scope)
        case m.Neighbour(_, member) | m.Ordinal(member):
            type_ = bind_value(binder, member, scope)
            return type_ if isinstance(node, m.Neighbour) else NUMBER
        case m.Total(kind):
            bind_cards(binder, kind, scope)
            return NUMBER
        case m.Room(place):
            bind_place(binder, place, scope)
            return NUMBER
        case m.AnyRun():
            bind_run(binder, node, scope)
            return TRUTH
        case m.Common(attribute, cards):
            entry = binder.named("attribute", attribute, scope)
            bind_place(binder, cards, scope)
            return binder.lookup.of_printed(entry) if entry else UNKNOWN
        case m.EndCards() | m.RidersOn() | m.SideOf() | m.Onward():
            return bind_place(binder, node, scope)
        case m.Nth(number, place):
            bind_place(binder, place, scope)
            bind_value(binder, number, scope)
            return CARD
        case m.NextTo(_, card):
            bind_value(binder, card, scope)
            return CARD
        case m.Setting(name):
            binder.named("option", name, scope)
            return Type("word", name.text)
        case m.Arithmetic(_, left, right):
            bind_values(binder, (left, right), scope)
            return NUMBER
        case m.During(event):
            binder.named("event", event, scope)
            return TRUTH
        case m.Conditional(condition, then, otherwise):
            bind_value(binder, condition, scope)
            first, second = bind_value(binder, then, scope), bind_value(binder, otherwise, scope)
            return second if first is UNKNOWN else first
        case m.ForEvery(domain, variable, condition):
            inner = scope.inner()
            binder.make(variable, bind_domain(binder, domain, scope), inner, node.span)
            bind_value(binder, condition, inner)
            return TRUTH


def bind_name(binder: Binder, name: m.Name, scope: Scope) -> Type:
    """A name where a value is wanted, in the compiler's order."""
    text, lookup = name.text, binder.lookup
    if text in scope.variables:
        return binder.variable(name, scope)
    if scope.candidate is not None and scope.candidate.type == CARD and (of := lookup.printed(text, scope)):
        binder.use(name.span, of)
        return lookup.of_printed(of)
    for space, type_ in bind_by_space(binder, scope):
        entry = lookup.first((space,), text, scope)
        if entry is not None:
            binder.use(name.span, entry)
            return type_(entry)
    return _bind_fixed(binder, name, scope)


def bind_by_space(binder: Binder, scope: Scope) -> tuple[tuple[str, Callable[[Entry], Type]], ...]:
    """The namespaces of values in their order, each with the type of what it holds."""
    return (
        ("definition", binder.lookup.defined),
        ("number", lambda entry: binder.lookup.of_number(entry, scope)),
        ("value", lambda entry: Type("member", str(entry.details[0]))),
        ("option", lambda entry: Type("word", entry.name)),
    )


def _bind_fixed(binder: Binder, name: m.Name, scope: Scope) -> Type:
    """A name that is neither a variable nor any of the most frequent sorts."""
    text = name.text
    if numbered := binder.lookup.numbered(text, scope):
        binder.part(name.span, numbered)
        return Type("member", numbered[1])
    if text in ("player", "players") or (text in LETTERS and text):
        binder.known(name.span)
        return NUMBER if text == "players" else PLAYER
    if dummy := binder.lookup.first(("dummy",), text, scope):
        binder.use(name.span, dummy)
        return PLAYER
    if binder.lookup.is_cards(text, scope):
        bind_cards(binder, name, scope)
        return Type("class", text)
    if place := binder.lookup.place(text, scope):
        binder.use(name.span, place)
        return UNKNOWN
    _bind_anywhere(binder, ANYTHING, name, scope)
    return UNKNOWN


# comparisons


def bind_compare(binder: Binder, node: m.Compare, scope: Scope) -> None:
    """A comparison: what its right side means may depend on its left side."""
    match node.operator:
        case "lies":
            bind_value(binder, node.left, scope)
            bind_place(binder, node.right, scope)
        case "meets" | "named before":
            bind_values(binder, (node.left, node.right), scope)
        case "in" | "not in":
            if is_place(binder, node.right, scope):
                bind_value(binder, node.left, scope)
                bind_place(binder, node.right, scope)
            else:
                bind_values(binder, (node.left, node.right), scope)
        case _:
            _bind_same(binder, node, scope)


def _bind_same(binder: Binder, node: m.Compare, scope: Scope) -> None:
    start = len(binder.found.uses)
    left = bind_value(binder, node.left, scope)
    if left.sort == "word":
        bind_option_value(binder, left.name, node.right, scope)
        return
    middle = len(binder.found.uses)
    right = bind_like(binder, node.right, left, scope)
    if right == CARD and left != CARD and isinstance(node.left, m.Named):
        rest = binder.found.uses[middle:]
        del binder.found.uses[start:]
        bind_like(binder, node.left, CARD, scope)
        binder.found.uses += rest


def bind_option_value(binder: Binder, option: str, node: m.Expression, scope: Scope) -> None:
    """The value with which an option is compared."""
    entry = binder.lookup.first((f"value of {option}",), node.name.text, scope) if isinstance(node, m.Named) else None
    if entry is not None:
        binder.use(node.span, entry)
    else:
        bind_value(binder, node, scope)


def bind_like(binder: Binder, node: m.Expression, type_: Type, scope: Scope) -> Type:
    """A value where one of a type is wanted: a position of a marker, or a card of a name that hides it."""
    if isinstance(node, m.Named):
        text = node.name.text
        if type_ == CARD and _bind_hides_cards(binder, text, scope):
            bind_cards(binder, node.name, scope)
            return Type("class", text)
        if type_.sort == "marker" and text not in scope.variables:
            there, found = binder.lookup.position(type_.name, text, scope)
            if there:
                binder.part(node.span, found) if found else binder.known(node.span)
                return type_
    elif type_.sort == "marker" and isinstance(node, m.Conditional):
        bind_value(binder, node.condition, scope)
        bind_like(binder, node.otherwise, type_, scope)
        return bind_like(binder, node.then, type_, scope)
    return bind_value(binder, node, scope)


def _bind_hides_cards(binder: Binder, text: str, scope: Scope) -> bool:
    """Whether cards have a name that means something else where any value may stand."""
    first = binder.lookup.first
    other = first(("value", "number", "option"), text, scope) is not None
    own = text in scope.variables or first(("definition",), text, scope) is not None
    return other and not own and binder.lookup.is_cards(text, scope)


# names with terms


def bind_of(binder: Binder, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope, call: bool = False) -> Type:
    """A name with terms behind it: `worth of gem`, `hand of B`, `fits(gem, box)`, `tray(2)`."""
    text, first = name.text, binder.lookup.first
    if define := first(("definition",), text, scope):
        binder.use(name.span, define)
        bind_arguments(binder, define, terms, scope)
        return binder.lookup.defined(define)
    if call and (places := first(("places",), text, scope)):
        binder.use(name.span, places)
        bind_values(binder, terms, scope)
        return Type("member", text)
    if call and text in FUNCTIONS:
        binder.known(name.span)
        bind_values(binder, terms, scope)
        return NUMBER
    if number := first(("number",), text, scope):
        binder.use(name.span, number)
        bind_members(binder, terms, scope)
        return binder.lookup.of_number(number, scope)
    return _bind_of_card(binder, name, terms, scope)


def _bind_of_card(binder: Binder, name: m.Name, terms: tuple[m.Expression, ...], scope: Scope) -> Type:
    text = name.text
    if printed := binder.lookup.printed(text, scope):
        binder.use(name.span, printed)
        bind_values(binder, terms, scope)
        return binder.lookup.of_printed(printed)
    if text == "player" or binder.lookup.domain(text, scope) is not None:
        bind_values(binder, terms, scope)
        return bind_domain(binder, name, scope)
    if text == "position":
        binder.known(name.span)
        bind_values(binder, terms, scope)
        return NUMBER
    if place := binder.lookup.place(text, scope):
        binder.use(name.span, place)
        bind_members(binder, terms, scope)
        return UNKNOWN
    _bind_anywhere(binder, (*ANYTHING, "enum", "places"), name, scope)
    bind_values(binder, terms, scope)
    return UNKNOWN


def bind_arguments(binder: Binder, entry: Entry, terms: Iterable[m.Expression], scope: Scope) -> None:
    """The arguments of an event or definition: cards of zones, where it is about several cards."""
    parameters: tuple[tuple[str, str, str], ...] = entry.details[0]  # type: ignore[assignment]
    for at, term in enumerate(terms):
        several = at < len(parameters) and parameters[at][2] == "cards"
        if several and is_place(binder, term, scope):
            bind_place(binder, term, scope)
        else:
            bind_value(binder, term, scope)


def bind_members(binder: Binder, terms: Iterable[m.Expression], scope: Scope) -> None:
    """The members that zones or numbers belong to: each of them, or all of a domain."""
    for term in terms:
        if isinstance(term, m.Named) and term.name.text.startswith("all "):
            _bind_all(binder, term.name, scope)
        else:
            bind_value(binder, term, scope)


def _bind_all(binder: Binder, name: m.Name, scope: Scope) -> None:
    """`all trays`: all members of a domain."""
    words = name.text.removeprefix("all ")
    if name.text in scope.variables or words in ("player", "players"):
        binder.known(name.span)
        return
    entry = next((found for one in _singulars(words) if (found := binder.lookup.domain(one, scope))), None)
    here = word_in(name.span, words)
    if entry is not None and here is not None:
        binder.use(here, entry)
    else:
        bind_name(binder, name, scope)


# places and selections


def is_place(binder: Binder, node: m.Expression, scope: Scope) -> bool:
    """Whether a term names cards or zones."""
    match node:
        case m.EndCards() | m.RidersOn() | m.SideOf() | m.Onward():
            return True
        case m.Named(name) if name.text in scope.variables:
            return scope.variables[name.text].type.sort in ("cards", "zone")
        case m.Named(name) | m.Of(name, _) | m.Call(name, _):
            return binder.lookup.place(name.text, scope) is not None
        case _:
            return False


def bind_place(binder: Binder, node: m.Expression, scope: Scope) -> Type:
    """A term that names cards or zones."""
    match node:
        case m.Named(name) if name.text in scope.variables:
            return binder.variable(name, scope)
        case m.Named(name) if place := binder.lookup.place(name.text, scope):
            binder.use(name.span, place)
        case m.Of(name, term) if place := binder.lookup.place(name.text, scope):
            binder.use(name.span, place)
            bind_members(binder, (term,), scope)
        case m.Call(name, terms) if place := binder.lookup.place(name.text, scope):
            binder.use(name.span, place)
            bind_members(binder, terms, scope)
        case m.EndCards(_, count, place_):
            bind_values(binder, (count,), scope)
            bind_place(binder, place_, scope)
            return CARD if count is None else CARDS
        case m.RidersOn(carriers) if is_place(binder, carriers, scope):
            bind_place(binder, carriers, scope)
        case m.RidersOn(card) | m.SideOf(_, card) | m.Onward(card):
            bind_value(binder, card, scope)
        case m.Named(name) | m.Of(name, _):
            if any(binder.tables.entry(space, name.text, scope.view) for space in ("zone", "group")):
                _bind_anywhere(binder, ("zone", "group"), name, scope)
                bind_members(binder, (node.term,) if isinstance(node, m.Of) else (), scope)
            else:
                bind_value(binder, node, scope)
        case _:
            bind_value(binder, node, scope)
    return CARDS


def bind_moved(binder: Binder, node: m.Expression | m.Selection, scope: Scope) -> None:
    """Cards that a statement is about: a selection, the cards of a place, or one card."""
    if isinstance(node, m.Selection):
        bind_selection(binder, node, scope)
    elif is_place(binder, node, scope):
        bind_place(binder, node, scope)
    else:
        bind_value(binder, node, scope)


def bind_selection(binder: Binder, node: m.Selection | m.Among, scope: Scope) -> tuple[Scope, Type]:
    """A selection: the scope of what is said of each card or member of it, and their type."""
    inner = scope.inner()
    if isinstance(node, m.Among):
        type_ = bind_among(binder, node, scope, inner)
        inner.candidate = None
    else:
        type_ = CARD
        bind_chosen(binder, node, scope, inner)
    if node.where is not None:
        bind_value(binder, node.where, inner)
    binder.reach(node.span, inner)
    return inner, type_


def bind_among(binder: Binder, node: m.Among, scope: Scope, inner: Scope) -> Type:
    """The domain of a choice, and its variable."""
    type_ = bind_domain(binder, node.domain, scope)
    binder.make(node.variable, type_, inner, node.span, implicit=node.variable.span == node.domain.span)
    return type_


def bind_chosen(binder: Binder, node: m.Selection, scope: Scope, inner: Scope) -> None:
    """The cards of a choice, and its variable."""
    bind_cards(binder, node.kind, scope)
    bind_place(binder, node.place, scope)
    if node.besides is not None:
        bind_value(binder, node.besides, scope)
    implicit = node.variable.span == node.kind.span
    inner.candidate = binder.make(node.variable, CARD, inner, node.span, implicit=implicit)


def bind_over(binder: Binder, value: m.Expression, selection: m.Selection | m.Among, scope: Scope) -> Type:
    """A value for each card or member of a selection; behind `over` may stand the name of a place."""
    if isinstance(selection, m.Among) and is_place(binder, m.Named(selection.domain, span=selection.span), scope):
        bind_place(binder, m.Named(selection.domain, span=selection.domain.span), scope)
        inner = scope.inner()
        if selection.variable.span != selection.domain.span:
            binder.make(selection.variable, CARD, inner, selection.span)
        else:
            inner.variables["card"] = Variable(BUILT_IN, CARD)
        inner.candidate = Variable(BUILT_IN, CARD)
        if selection.where is not None:
            bind_value(binder, selection.where, inner)
    else:
        inner, _ = bind_selection(binder, selection, scope)
    return bind_value(binder, value, inner)


def bind_run(binder: Binder, node: m.AnyRun, scope: Scope) -> None:
    """Neighbours in a line."""
    bind_place(binder, node.place, scope)
    inner = scope.inner()
    binder.make(node.variable, CARDS, inner, node.span)
    if node.where is not None:
        bind_value(binder, node.where, inner)
    binder.reach(node.span, inner)


def bind_text(binder: Binder, text: m.Text | None, scope: Scope) -> None:
    """The values in the gaps of a text."""
    for part in text.parts if text else ():
        if isinstance(part, m.Gap):
            bind_value(binder, part.value, scope)


def bind_word_gaps(binder: Binder, span: Span, scope: Scope) -> None:
    """The variables and domains that are named in a text as `{tray}`."""
    for gap in re.finditer(r"\{([^{}]+)\}", span.text):
        here = Span(span.file, span.start + gap.start(1), span.start + gap.end(1))
        name = m.Name(" ".join(gap[1].split()), span=here)
        if name.text in scope.variables:
            binder.variable(name, scope)
        elif binder.lookup.domain(name.text, scope) is not None:
            bind_domain(binder, name, scope)


def _singulars(word: str) -> Iterator[str]:
    """The word itself, and those whose plural it is."""
    yield word
    for one in (word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y"):
        if phrases.plural(one) == word:
            yield one
