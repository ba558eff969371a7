"""Domains: fixed lists of values that have words, such as the players and the members of an enumeration.

An option can be about one of them, an expression can ask for those that satisfy a condition, and a rule can go through
them. What is said here holds for every kind of domain; where the values come from is said in `domain`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dsl import fold
from dsl import model as m
from dsl import program as p
from dsl.names import LETTERS
from dsl.values import Scope, Value, Variable

if TYPE_CHECKING:
    from dsl.expressions import Expressions


@attrs.frozen
class Domain:
    """A list of values: their type (as in `Value`), each value as the program has it, and the word for it."""

    name: str
    type: str
    values: tuple[int, ...]
    words: tuple[str, ...]


def domain(lowerer: Expressions, name: m.Name) -> Domain | None:
    """The domain that a name stands for; one that nobody declared is reported."""
    names = lowerer.names
    if name.text == "player":
        return Domain("player", "player", tuple(range(lowerer.players)), tuple(LETTERS[: lowerer.players]))
    if name.text in names.enums:
        members = names.enums[name.text]
        return Domain(name.text, f"enum {name.text}", tuple(members.values()), tuple(members))
    names.say_unknown("enum", name, ["player", *names.enums])
    return None


def chosen(lowerer: Expressions, node: m.Among, scope: Scope) -> p.Parameter:
    """What an option is about that is one of a domain; its variable is added to `scope`."""
    local, unused = scope.routine.new(), scope.routine.new()
    found = domain(lowerer, node.domain)
    scope.variables[node.variable.text] = Variable(Value(p.Local(local), found.type if found else "wrong"), local)
    condition = lowerer.truth(node.where, scope.inner(candidate=None)) if node.where else fold.TRUE
    values, words = (found.values, found.words) if found else ((), ())
    return p.Parameter(local, unused, (), condition, values=values, words=words)


def each(lowerer: Expressions, node: m.Among, scope: Scope) -> list[tuple[int, p.Expr]]:
    """The values of a domain, each with the condition under which it is meant."""
    found = domain(lowerer, node.domain)
    if found is None:
        return []
    values = [Value(p.Int(value), found.type) for value in found.values]
    where = node.where
    if where is None:
        return [(value, fold.TRUE) for value in found.values]
    conditions = lowerer.for_each_value(node.variable, where, values, scope)
    return list(zip(found.values, conditions, strict=True))
