"""Report conditions that no card of the game satisfies, by what is printed on the cards.

Called by the passes that lower selections, with the lowered condition, and for conditions that are joined. A value that
no card has at all is reported by `constant_comparisons`; here it is one that the cards of the selected kind don't have.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from dsl.conditions import printed_values
from dsl.model import model as m
from dsl.model.traverse import names_in
from dsl.names.names import FACE_DOWN, Names
from dsl.program import fold
from dsl.program import program as p

FEW = 2
"""Cards that are tried by themselves, before all at once."""

NO_SUCH = "compare with what is printed on some card, or leave this out"


def tell(
    names: Names,
    printed: Sequence[Sequence[int]],
    node: m.Selection,
    ids: frozenset[int],
    condition: p.Expr,
    local: int,
) -> None:
    """Report a condition that has no errors of its own, and that holds for none of the cards.

    `ids` are those of the selected kind: among them, one for which it holds is found soonest. Cards of other kinds are
    tried as well.
    """
    if node.where is None or isinstance(condition, p.Int):
        return
    for card in islice(ids, FEW):  # mostly it holds for one of them
        if fold.known(condition, {local: card}, printed) != 0:
            return
    if any(held != 0 for held in fold.by_card(condition, local, len(names.ids), printed)):
        return
    if _may_come(names, node.where, names.class_name(node.kind.text) or ""):
        return
    names.problems.add(
        "never-holds", "no card of the game can satisfy this", node.where.span, help=_advice(names, node)
    )


def tell_joined(names: Names, printed: Sequence[Sequence[int]], node: m.All, conditions: Sequence[p.Expr]) -> None:
    """Report conditions about one card, joined by `and`, of which each holds for some card and all hold for none."""
    about = [_local(each) for each in conditions]
    for local in {each for each in about if each >= 0 and about.count(each) > 1}:
        own = [condition for condition, each in zip(conditions, about, strict=True) if each == local]
        if fold.FALSE in own:
            continue
        columns = [fold.by_card(each, local, len(names.ids) + 1, printed) for each in own]  # and for no card
        if any(all(held) for held in zip(*columns, strict=True)) or not all(map(any, columns)):
            continue
        if not _may_come(names, node, "") and not printed_values.counting(names):
            parts = [part for part, each in zip(node.parts, about, strict=True) if each == local]
            said = " and ".join(f"`{' '.join(part.span.text.split())}`" for part in parts)
            message = f"this can never be true: no card of the game is both, {said}"
            names.problems.add("never-holds", message, node.span, help=NO_SUCH)


def _local(condition: p.Expr) -> int:
    """The local whose card a condition compares by what is printed on it; -1 for any other condition."""
    match condition:
        case p.Attribute(_, p.Local(index)) | p.Binary("==", p.Local(index), p.Int()):
            return index
        case p.Binary(_, p.Attribute(_, p.Local(index)), p.Int()) | p.Binary(
            _, p.Int(), p.Attribute(_, p.Local(index))
        ):
            return index
        case p.Not(part):
            return _local(part)
        case _:
            return -1


def _may_come(names: Names, node: m.Expression, kind: str) -> bool:
    """Whether a condition reads what a section that is not in play may give: a definition, or values of the kind."""
    if any(names_in(node, name) for name in names.defines):
        return True
    wheres = [declared.where for name, (_, declared) in names.classes.items() if names_in(node, name)]
    read = [name for name in names.attributes if any(names_in(each, name) for each in (node, *wheres))]
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
