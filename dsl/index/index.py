"""The index of the names of a ruleset: what each word means, where it is declared, and where it is named.

All files are read together, whether or not they may be in play together, and also with mistakes in them: the
declarations that can be parsed are indexed. A file is bound when it is first asked about.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import attrs

from dsl.index import binding, translations
from dsl.index.binder import Binding, Made
from dsl.index.scopes import Variable, in_reach
from dsl.index.symbols import DECLARES, HOOKS, TRANSLATES, Declaration, Key, Reference, Symbol, Use
from dsl.index.tables import Tables, of_row, tables
from dsl.index.translations import Bound
from dsl.model import model as m
from dsl.text.source import SourceFile, Span


@attrs.frozen(slots=False, eq=False)
class Index:
    """What the names in some files mean; each function that is asked about a file takes the name of its source.

    `files` are those of rules, `texts` those that translate them.
    """

    files: tuple[m.File, ...] = attrs.field(repr=False)
    tables: Tables = attrs.field(repr=False)
    texts: tuple[SourceFile, ...] = attrs.field(default=(), repr=False)

    @cached_property
    def sources(self) -> Mapping[str, SourceFile]:
        """The files by name."""
        return {source.name: source for source in (*(file.span.file for file in self.files), *self.texts)}

    def at(self, file: str, offset: int) -> Reference | None:
        """The name at a place, the end of a name counted to it; None where no name stands that means a symbol."""
        uses = self._uses(file)
        at = bisect_right(uses, offset, key=lambda use: use.start)
        touching = [use for use in uses[max(0, at - 8) : at] if use.end >= offset]
        return self._reference(file, min(touching, key=_foremost)) if touching else None

    def in_file(self, file: str) -> tuple[Reference, ...]:
        """All names in a file that mean a symbol, in their order."""
        return tuple(self._reference(file, use) for use in self._uses(file))

    def references(self, symbol: Symbol) -> tuple[Reference, ...]:
        """All places that name a symbol, file by file."""
        return (*self._references.get(symbol.key, ()), *self._translations.get(symbol.key, ()))

    def hooks(self, symbol: Symbol) -> tuple[Reference, ...]:
        """The places where rules hook an event, add to a prompt, or change a definition, a group, a kind or an enum."""
        return tuple(each for each in self._references.get(symbol.key, ()) if each.role == HOOKS)

    def entries(self, texts: str) -> tuple[Bound, ...]:
        """The entries of a texts file, and what the names in them mean."""
        return self._entries.get(texts, ())

    def symbols(self) -> tuple[Symbol, ...]:
        """All symbols but variables, in the order of files."""
        return tuple(self._declared.values())

    def variables(self, file: str) -> tuple[Symbol, ...]:
        """The variables that the rules of a file make."""
        return tuple(self._symbols[key] for key in dict.fromkeys(map(self._one, self._made.get(file, {}))))

    def named(self, name: str) -> tuple[Symbol, ...]:
        """The symbols of a name, other than variables."""
        return tuple(each for each in self.symbols() if each.name == name)

    def variables_named(self, name: str) -> tuple[Symbol, ...]:
        """The variables and parameters of a name, in all files."""
        found = (each for each in self._symbols.values() if each.name == name)
        return tuple(each for each in found if each.sort in ("variable", "parameter"))

    def visible_at(self, file: str, offset: int) -> tuple[Symbol, ...]:
        """All that can be named at a place: the variables in scope, then all declarations of the ruleset."""
        reaches = [each for part in self._rules.get(file, ()) for each in part.reaches if each.start <= offset]
        found: dict[str, Key] = {}
        for reach in in_reach(self.sources[file].text, offset, reaches):
            found.update(reach.variables)
        own = [self._symbols.get(self._one(key)) for key in found.values()]
        return (*filter(None, own), *(each for each in self.symbols() if each.sort != "parameter"))

    def unknown(self, file: str) -> tuple[Span, ...]:
        """The names in a file that nothing declares."""
        return tuple(
            sorted({s for part in self._rules.get(file, ()) for s in part.unknown}, key=lambda span: span.start)
        )

    def known(self, file: str) -> tuple[Span, ...]:
        """The names in a file that the language declares."""
        return tuple(sorted({s for part in self._rules.get(file, ()) for s in part.known}, key=lambda span: span.start))

    # how it is found

    @cached_property
    def _first(self) -> Mapping[str, Binding]:
        return {file.span.file.name: binding.first(file, self.tables) for file in self.files}

    @cached_property
    def _rules(self) -> Mapping[str, tuple[Binding, ...]]:
        """What is bound in each file but its scenarios, which only matter where they are asked about."""
        asked: dict[str, list[Mapping[str, Variable]]] = {}
        for found in self._first.values():
            for prompt, variables in found.asked:
                asked.setdefault(prompt, []).append(variables)
        return {
            file.span.file.name: (self._first[file.span.file.name], binding.second(file, self.tables, asked))
            for file in self.files
        }

    @cached_property
    def _kept(self) -> dict[str, Sequence[Use]]:
        return {}

    def _uses(self, name: str) -> Sequence[Use]:
        """All names in a file."""
        if name not in self._kept and name in self._rules:
            file = next(each for each in self.files if each.span.file.name == name)
            parts = (*self._rules[name], binding.examples(file, self.tables, self.files))
            self._kept[name] = sorted({use for part in parts for use in part.uses})
        elif name not in self._kept and name in self._entries:
            self._kept[name] = sorted(self._translated(name))
        return self._kept.get(name, ())

    @cached_property
    def _made(self) -> Mapping[str, Mapping[Key, Made]]:
        return {name: {each.key: each for part in parts for each in part.made} for name, parts in self._rules.items()}

    @cached_property
    def _same(self) -> Mapping[Key, Key]:
        """For keys that mean the same as another, that one."""
        found: dict[Key, Key] = {}
        for parts in self._rules.values():
            for one, other in (pair for part in parts for pair in part.joined):
                first, second = _root(found, one), _root(found, other)
                if first != second:
                    found[max(first, second)] = min(first, second)
        return found

    def _one(self, key: Key) -> Key:
        return _root(self._same, key) if self._same else key

    @cached_property
    def _declared(self) -> Mapping[Key, Symbol]:
        """The symbols that are no variables."""
        places: dict[Key, list[Declaration]] = {}
        sorts: dict[Key, str] = {}
        for name, spaces in self.tables.words.items():
            for entries in spaces.values():
                for entry in entries:
                    if of_row(entry) == name:
                        key = self.tables.key(entry)
                        sorts.setdefault(key, entry.sort)
                        places.setdefault(key, []).append(Declaration(entry.span, entry.whole, entry.home))
        return {key: Symbol(key, sorts[key], key.name, tuple(found)) for key, found in places.items()}

    @cached_property
    def _symbols(self) -> Mapping[Key, Symbol]:
        """All symbols."""
        places: dict[Key, list[Declaration]] = {}
        homes = {file.span.file.name: file.head.name.text if file.head else "" for file in self.files}
        for file, made in self._made.items():
            for key, each in made.items():
                found = Declaration(each.name, each.whole, homes[file], each.implicit)
                places.setdefault(self._one(key), []).append(found)
        variables = {key: Symbol(key, "variable", key.name, tuple(found)) for key, found in places.items()}
        return {**self._declared, **variables}

    def _reference(self, file: str, use: Use) -> Reference:
        return Reference(Span(self.sources[file], use.start, use.end), self._symbols[self._one(use.key)], use.role)

    @cached_property
    def _references(self) -> Mapping[Key, tuple[Reference, ...]]:
        return self._by_symbol(self._rules)

    @cached_property
    def _translations(self) -> Mapping[Key, tuple[Reference, ...]]:
        """The names in texts files, which only matter where one asks for all places of a symbol."""
        return self._by_symbol(source.name for source in self.texts)

    def _by_symbol(self, files: Iterable[str]) -> Mapping[Key, tuple[Reference, ...]]:
        found: dict[Key, list[Reference]] = {}
        for file in files:
            for each in self.in_file(file):
                found.setdefault(each.symbol.key, []).append(each)
        return {key: tuple(each) for key, each in found.items()}

    @cached_property
    def _entries(self) -> Mapping[str, tuple[Bound, ...]]:
        return translations.bound(self.texts, self.files, self._within) if self.texts else {}

    def _within(self, span: Span) -> Iterable[Reference]:
        """The names within a place of the rules, in their order."""
        uses = self._uses(span.file.name)
        first = bisect_left(uses, span.start, key=lambda use: use.start)
        for use in uses[first:]:
            if use.start >= span.end:
                break
            if use.end <= span.end:
                yield self._reference(span.file.name, use)

    def _translated(self, name: str) -> set[Use]:
        """All names in a texts file: in its entries, and in its head."""
        found = {
            Use(each.span.start, each.span.end, each.symbol.key, TRANSLATES)
            for entry in self._entries[name]
            for each in entry.names()
        }
        head = translations.about(self.sources[name])
        for symbol in self.named(head.text) if head else ():
            if head and symbol.sort in ("game", "module"):
                found.add(Use(head.start, head.end, symbol.key, TRANSLATES))
        return found


def _foremost(use: Use) -> tuple[int, int, bool, bool]:
    """What is meant first of several names at a place: the shorter one; a kind rather than the card called after it."""
    declares = use.role == DECLARES
    return use.end - use.start, -use.start, declares and use.key.sort == "variable", not declares


def _root(found: Mapping[Key, Key], key: Key) -> Key:
    while key in found:
        key = found[key]
    return key


def index(files: Iterable[m.File], texts: Iterable[SourceFile] = ()) -> Index:
    """The index of the models of a ruleset's files, and of the texts files that translate them."""
    files = tuple(files)
    return Index(files, tables(files), tuple(texts))
