"""The values of an attribute that cards of a game have, to report comparisons with a value that none of them has."""

from __future__ import annotations

from collections.abc import Callable

from dsl.model import model as m
from dsl.model.traverse import unfolded
from dsl.names.names import Attribute, Names
from dsl.program import program as p

MOST_LISTED = 6


def never(names: Names, value: p.Expr, holds: Callable[[int], bool]) -> Attribute | None:
    """The attribute whose printed value something is, if it holds of no card and of none; None if it may hold."""
    if not isinstance(value, p.Attribute) or value.table >= len(names.attributes):
        return None
    attribute = list(names.attributes.values())[value.table]
    if any(map(holds, attribute.values)) or given_elsewhere(names, attribute.name):
        return None
    return attribute


def given_elsewhere(names: Names, attribute: str, kind: str = "") -> bool:
    """Whether cards, of a kind if one is given, have the attribute in a file or section that is not in play."""
    inside = {id(part.declaration) for part in names.ruleset.parts}
    every = (each for file in names.ruleset.files for each, _ in unfolded(file.declarations))
    tables = (each for each in every if isinstance(each, m.CardTable | m.CardValues) and id(each) not in inside)
    return any(cell.text == attribute for table in tables if _of(names, table, kind) for cell in table.header)


def _of(names: Names, table: m.CardTable | m.CardValues, kind: str) -> bool:
    """Whether a table may be about cards of a kind."""
    if isinstance(table, m.CardValues) or table.kind is None or kind not in names.kinds:
        return True
    lineage = names.kinds[table.kind.text].lineage if table.kind.text in names.kinds else (table.kind.text,)
    return kind in lineage


def listed(names: Names, attribute: Attribute) -> str:
    """The values that cards have, as advice."""
    words = names.enums.get(attribute.enumeration, {})
    values = sorted({each for each in attribute.values if each})
    shown = [word for word, bit in words.items() if any(bit & each for each in values)] or [*map(str, values)]
    if not shown:
        return f"no table has a column `{attribute.name}`: add it, or leave the attribute out"
    more = ", …" if len(shown) > MOST_LISTED else ""
    return f"its values on cards are {', '.join(f'`{each}`' for each in shown[:MOST_LISTED])}{more}"
