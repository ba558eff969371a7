"""Compare rulesets by everything that can matter to a check.

Many games of the same files have the same rules: an option may be read by no rule that is in play, and its values may
differ only in texts that players read. A check gives the same result for all of these games. This module doesn't know
what a check looks for. It compares declarations by identity, so all rulesets must come from the same models.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import attrs

from dsl.linking.ruleset import Ruleset
from dsl.model import model as m
from dsl.model.traverse import parts

TEXTS = (m.Topic, m.Example)
"""Declarations that don't change the rules: no check reads them."""


@attrs.frozen
class Distinctions:
    """Compares rulesets of the same models; `mentioned` has the names in each declaration, by its identity."""

    mentioned: dict[int, frozenset[str]] = attrs.field(factory=dict)

    def key(self, ruleset: Ruleset) -> Hashable:
        """Equal for two rulesets if every check gives the same result for both."""
        rules = [part.declaration for part in ruleset.parts if not isinstance(part.declaration, TEXTS)]
        options = frozenset[str]().union(*(self._names(each) for each in rules if not isinstance(each, m.Choice)))
        settings = tuple((name, _read(value, options)) for name, value in ruleset.settings.items() if name in options)
        return ruleset.modules, ruleset.players, ruleset.coverage, tuple(map(id, rules)), settings

    def _names(self, declaration: m.Declaration) -> frozenset[str]:
        if id(declaration) not in self.mentioned:
            self.mentioned[id(declaration)] = frozenset(_names_in(declaration))
        return self.mentioned[id(declaration)]


def _read(value: str, names: frozenset[str]) -> str | None:
    """An option's value as rules can read it: a number, or a word that a rule names; None for any other word."""
    return value if value in names or value.removeprefix("-").isdecimal() else None


def _names_in(node: m.Node) -> Iterator[str]:
    if isinstance(node, m.Name):
        yield node.text
    for part in parts(node):
        yield from _names_in(part)
