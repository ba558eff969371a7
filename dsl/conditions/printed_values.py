"""The values of an attribute that cards of a game have, to report comparisons with a value that none of them has."""

from __future__ import annotations

from collections.abc import Collection

from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names.names import Attribute, Names

MOST_LISTED = 6


def given_elsewhere(names: Names, attribute: str, kind: str = "") -> bool:
    """Whether cards, of a kind if one is given, have the attribute in a file or section that is not in play."""
    tables = (each for each in names.ruleset.elsewhere() if isinstance(each, m.CardTable | m.CardValues))
    return any(cell.text == attribute for table in tables if _of(names, table, kind) for cell in table.header)


def _of(names: Names, table: m.CardTable | m.CardValues, kind: str) -> bool:
    """Whether a table may be about cards of a kind."""
    if isinstance(table, m.CardValues) or table.kind is None or kind not in names.kinds:
        return True
    lineage = names.kinds[table.kind.text].lineage if table.kind.text in names.kinds else (table.kind.text,)
    return kind in lineage


def counting(names: Names) -> bool:
    """Whether some card counts as one of another kind while an event lasts, and its values are those of its own."""
    rules = names.ruleset.all(m.Event, m.Hook, m.Handler, m.Ability, m.AddedOption, m.Card)
    return any(isinstance(node, m.Do) and node.counted is not None for _, rule in rules for node in every_node(rule))


def listed(names: Names, attribute: Attribute, printed: Collection[int]) -> str:
    """Those values that cards have, as advice."""
    words = names.enums.get(attribute.enumeration, {})
    values = sorted({each for each in printed if each})
    shown = [word for word, bit in words.items() if any(bit & each for each in values)] or [*map(str, values)]
    if not shown:
        return f"no table has a column `{attribute.name}`: add it, or leave the attribute out"
    more = ", …" if len(shown) > MOST_LISTED else ""
    return f"its values on cards are {', '.join(f'`{each}`' for each in shown[:MOST_LISTED])}{more}"
