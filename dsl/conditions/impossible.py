"""Report selections whose condition no card of the game satisfies, by what is printed on the cards.

Called by the passes that lower selections, with the lowered condition. A value that no card has at all is reported by
`constant_comparisons`; here it is one that the cards of the selected kind don't have.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.conditions import printed_values
from dsl.model import model as m
from dsl.model.traverse import names_in
from dsl.names.names import FACE_DOWN, Names
from dsl.program import fold
from dsl.program import program as p

NO_SUCH = "compare with what is printed on some card, or leave this out"


def tell(names: Names, printed: Sequence[Sequence[int]], node: m.Selection, condition: p.Expr, local: int) -> None:
    """Report a condition that has no errors of its own, and that holds for none of the cards."""
    if node.where is None or condition in (fold.TRUE, fold.FALSE):
        return
    held = fold.by_card(condition, local, len(names.ids), printed)
    if any(holds != 0 for holds in held) or _may_come(names, node):
        return
    names.problems.add(
        "never-holds", "no card of the game can satisfy this", node.where.span, help=_advice(names, node)
    )


def _may_come(names: Names, node: m.Selection) -> bool:
    """Whether the condition reads what a section that is not in play may give: a definition, or values of the kind."""
    assert node.where is not None
    if any(names_in(node.where, name) for name in names.defines):
        return True
    read = [name for name in names.attributes if names_in(node.where, name)]
    kind = names.class_name(node.kind.text) or ""
    return any(printed_values.given_elsewhere(names, name, kind) for name in read)


def _advice(names: Names, node: m.Selection) -> str:
    assert node.where is not None
    if names.covered is not None and names_in(node.where, FACE_DOWN):
        place = node.place.span.text
        return f"a card that lies face down has no kind and no values: say `card in {place} where card is {FACE_DOWN}`"
    ids = names.ids_of(names.class_name(node.kind.text) or "")
    printed = {name: None for face in (names.ids[each] for each in sorted(ids)) for name in face.cells}
    lacking = [name for name in names.attributes if name not in printed and names_in(node.where, name)]
    has = ", ".join(f"`{name}`" for name in printed)
    return f"no `{node.kind.text}` has a `{lacking[0]}`; they have {has}" if lacking and has else NO_SUCH
