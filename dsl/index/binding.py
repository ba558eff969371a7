"""Bind the names of a whole file, in two steps, each done once for as long as nothing that it depends on changes.

First everything but the options that a file adds to prompts, which can name the variables of the places, in any file,
where those are asked. What names mean depends on a file and on what all files declare, not on where they declare it: so
after a change within a rule, only its file is bound again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence

from dsl.index import rules
from dsl.index.binder import Binder, Binding
from dsl.index.declared import Entry, sections
from dsl.index.lookup import Lookup
from dsl.index.offered import Offered, shape_of_options
from dsl.index.scenarios import bind_scenario
from dsl.index.scopes import UNKNOWN, Scope, Type, Variable
from dsl.index.symbols import DECLARES, EXPECTS
from dsl.index.tables import Tables
from dsl.model import model as m

MOST_KEPT = 400
"""The most files that are kept bound: those of some rulesets, and of some versions of each."""

Asked = Mapping[str, Sequence[Mapping[str, Variable]]]
"""By prompt, the variables at each place where it is asked."""

_bound: OrderedDict[Hashable, tuple[m.File, Binding]] = OrderedDict()


def first(file: m.File, tables: Tables) -> Binding:
    """All of a file but the options that it adds to prompts, and its scenarios."""
    return _once(("first", tables.shape), file, lambda: _bind(file, tables, None))


def examples(file: m.File, tables: Tables, files: Sequence[m.File]) -> Binding:
    """The scenarios of a file; `files` are those whose options they answer with."""
    if not any(isinstance(each, m.Example) for each in file.declarations):
        return Binding()
    known = tuple(map(shape_of_options, files))
    return _once(("examples", tables.shape, known), file, lambda: _scenarios(file, tables, files))


def second(file: m.File, tables: Tables, asked: Asked) -> Binding:
    """The options that a file adds to prompts."""
    prompts = [each.prompt.text for each, _ in sections(file) if isinstance(each, m.AddedOption)]
    if not prompts:
        return Binding()
    wanted = {name: asked.get(name, ()) for name in prompts}
    known = tuple((name, tuple(tuple(each.items()) for each in of)) for name, of in wanted.items())
    return _once(("second", tables.shape, known), file, lambda: _bind(file, tables, wanted))


def _once(made_from: tuple[Hashable, ...], file: m.File, bind: object) -> Binding:
    key = (id(file), *made_from)
    known = _bound.get(key)
    if known is None:
        _bound[key] = known = (file, bind())  # type: ignore[operator]  # the file is kept, so that its id is not reused
        while len(_bound) > MOST_KEPT:
            _bound.popitem(last=False)
    else:
        _bound.move_to_end(key)
    return known[1]


def _bind(file: m.File, tables: Tables, asked: Asked | None) -> Binding:
    home = file.head.name.text if file.head else tables.base
    types = _Types(tables)
    binder = Binder(tables, Lookup(tables, types.of), file.span.file.name, asked=asked or {})
    for number, (declaration, bridges) in enumerate(sections(file)):
        if isinstance(declaration, m.AddedOption) != (asked is not None):
            continue
        binder.rule, binder.variables = str(number), 0
        rules.bind_declaration(binder, declaration, Scope(tables.view(home, bridges)))
    return binder.found


def _scenarios(file: m.File, tables: Tables, files: Sequence[m.File]) -> Binding:
    home = file.head.name.text if file.head else tables.base
    binder = Binder(tables, Lookup(tables, lambda _: UNKNOWN), file.span.file.name)
    options: dict[str, Sequence[Offered]] = {}
    for declaration, bridges in sections(file):
        if isinstance(declaration, m.Example):
            bind_scenario(binder, declaration, Scope(tables.view(home, bridges)), files, options)
    uses = binder.found.uses
    uses[:] = [use if use.role == DECLARES else use._replace(role=EXPECTS) for use in uses]
    return binder.found


class _Types:
    """The types of definitions, each found when it is first asked for."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.known: dict[tuple[str, str], Type] = {}

    def of(self, entry: Entry) -> Type:
        """The type of a definition; unknown within itself."""
        key = (entry.name, entry.home)
        if key not in self.known:
            self.known[key] = UNKNOWN
            binder = Binder(self.tables, Lookup(self.tables, self.of), "")
            define = entry.node
            assert isinstance(define, m.Define)
            self.known[key] = rules.bind_value_of(binder, define, Scope(self.tables.view(entry.home, entry.bridges)))
        return self.known[key]
