"""`values of cards`: columns of cards in a table of their own.

Reads the tables before cards are numbered. A row about a card of a module that isn't in play has no effect. A column
of a card's own table can't be repeated here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from dsl.model import model as m
from dsl.model.products import cards_in
from dsl.names.names import Names
from dsl.text.diagnostics import Label
from dsl.text.source import Span

Cells = dict[str, tuple[str, Span]]
"""The cells of a row by column: text and place."""

NAMELESS = frozenset({"", "-"})
"""The texts of cells that name nothing."""

NO_SUCH_CARD = "no file in this folder has the card: leave the row out, or add the file of the module that has it"


@attrs.frozen
class Row:
    """The values of one card."""

    name: m.Name
    cells: Cells


def values_of_cards(names: Names) -> dict[str, Row]:
    """The rows of all tables of values, by card."""
    found: dict[str, Row] = {}
    for _, table in names.ruleset.all(m.CardValues):
        for row in _rows(table, names):
            there = found.setdefault(row.name.text, row)
            twice = {} if there is row else {each: there.cells[each] for each in row.cells if each in there.cells}
            if twice or (there.cells is not row.cells and not row.cells):
                first = Label(there.name.span, "the other ones stand here")
                message = f"`{row.name.text}` has values twice"
                names.problems.add("declared-twice", message, row.name.span, related=[first])
            found[row.name.text] = Row(there.name, {**row.cells, **there.cells})
    return found


def _rows(table: m.CardValues, names: Names) -> Iterator[Row]:
    header = [cell.text for cell in table.header]
    if "card" not in header or len(set(header)) < len(header):
        message = "a table of values has a column `card`, and none twice"
        names.problems.add("bad-table", message, table.header[0].span)
        return
    for row in table.rows:
        if len(row) != len(header):
            message = f"this row has {len(row)} cells, the heading {len(header)}"
            names.problems.add("bad-table", message, row[0].span)
            continue
        cells = {column: (cell.text, cell.span) for column, cell in zip(header, row, strict=True)}
        name, span = cells.pop("card")
        yield Row(m.Name(name, span=span), {column: cell for column, cell in cells.items() if cell[0] not in NAMELESS})


def with_values(name: str, cells: Cells, values: Mapping[str, Row], names: Names) -> Cells:
    """The cells of a card's own table with those of the tables of values; reports a column that both have."""
    more = values[name].cells if name in values else {}
    for column in more.keys() & cells.keys():
        first = Label(cells[column][1], "its own table says it here")
        names.problems.add("declared-twice", f"`{name}` has `{column}` already", more[column][1], related=[first])
    return {**more, **cells}


def check_values(values: Mapping[str, Row], names: Names) -> None:
    """Report rows about cards that no file declares, and columns that a card doesn't have."""
    known = {card for file in names.ruleset.files for card in cards_in(file, names.ruleset.files)} if values else set()
    for name, row in values.items():
        if name in names.faces:
            kind = names.kinds[names.faces[name].kind]
            for column, (_, span) in row.cells.items():
                if column not in {"count", *kind.attributes}:
                    names.problems.add("unknown-attribute", f"`{column}` is no attribute of this card", span)
        elif name not in known:
            names.say_unknown("card", row.name, known, NO_SUCH_CARD)
