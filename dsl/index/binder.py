"""The state of binding a file, and all that is found: what each name means, and the variables of its rules.

Every function of binding takes a `Binder`. It doesn't know how names find their meaning (`lookup`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from dsl.index.declared import Entry, word_in
from dsl.index.lookup import BUILT_IN, Found, Lookup
from dsl.index.scopes import Reach, Scope, Type, Variable
from dsl.index.symbols import DECLARES, READS, Key, Use
from dsl.index.tables import Tables
from dsl.model import model as m
from dsl.text.source import Span


@attrs.define
class Made:
    """A variable that a rule makes: its key, its places, its type; see `symbols.Declaration`."""

    key: Key
    name: Span
    whole: Span
    type: Type
    implicit: bool


@attrs.define
class Binding:
    """All that is bound in a file: what its names mean, its variables, and what no declaration explains.

    `asked` has, for each prompt, the variables where it is asked, which options that are added to it can name. `joined`
    are keys of variables that are the same, because one rule names both. `known` are names that the language declares.
    """

    uses: list[Use] = attrs.field(factory=list)
    made: list[Made] = attrs.field(factory=list)
    reaches: list[Reach] = attrs.field(factory=list)
    asked: list[tuple[str, dict[str, Variable]]] = attrs.field(factory=list)
    joined: list[tuple[Key, Key]] = attrs.field(factory=list)
    known: list[Span] = attrs.field(factory=list)
    unknown: list[Span] = attrs.field(factory=list)


@attrs.define
class Binder:
    """The state of binding one file: what the files declare, and what has been found.

    `asked` has, by prompt, the variables where it is asked in any file: those that an option added to it can name.
    `rule` is the number of the declaration at hand, `variables` counts the variables that it makes.
    """

    tables: Tables
    lookup: Lookup
    file: str
    found: Binding = attrs.field(factory=Binding)
    asked: Mapping[str, Sequence[Mapping[str, Variable]]] = attrs.field(factory=dict)
    rule: str = ""
    variables: int = 0

    def use(self, span: Span, entry: Entry, role: str = READS) -> None:
        """Record that a name means what an entry declares."""
        self.found.uses.append(Use(span.start, span.end, self.tables.key(entry), role))

    def part(self, span: Span, found: Found, role: str = READS) -> None:
        """Record that a name, or the part of it that is named so, means what an entry declares."""
        entry, said = found
        here = span if said == " ".join(span.text.split()) else word_in(span, said) or span
        self.use(here, entry, role)

    def known(self, span: Span) -> None:
        """Record a name that the language declares."""
        self.found.known.append(span)

    def unknown(self, span: Span) -> None:
        """Record a name that nothing declares."""
        self.found.unknown.append(span)

    def named(self, space: str, name: m.Name, scope: Scope, role: str = READS) -> Entry | None:
        """Bind a name that can only be one of a namespace."""
        entry = self.tables.entry(space, name.text, scope.view)
        if entry is None:
            self.unknown(name.span)
        else:
            self.use(name.span, entry, role)
        return entry

    def make(self, name: m.Name, type_: Type, scope: Scope, whole: Span, implicit: bool = False) -> Variable:
        """Add a new variable to a scope."""
        self.variables += 1
        key = Key("variable", name.text, f"{self.file} {self.rule}.{self.variables}")
        self.found.made.append(Made(key, name.span, whole, type_, implicit))
        self.found.uses.append(Use(name.span.start, name.span.end, key, DECLARES))
        scope.variables[name.text] = Variable(key, type_)
        return scope.variables[name.text]

    def variable(self, name: m.Name, scope: Scope, role: str = READS) -> Type:
        """Bind the name of a variable."""
        found = scope.variables[name.text]
        if found.key is BUILT_IN:
            self.known(name.span)
        else:
            self.found.uses.append(Use(name.span.start, name.span.end, found.key, role))
        return found.type

    def reach(self, span: Span, scope: Scope, below: str = "") -> None:
        """Record which variables can be named within a place, and below it (see `Reach`)."""
        named = tuple((name, each.key) for name, each in scope.variables.items() if each.key is not BUILT_IN)
        self.found.reaches.append(Reach(span.start, span.end, below, named))
