"""Conditions that are settled before a game begins: tests of options and of the number of players.

A definition that always holds, or never, because no module in play changes it, is settled, too. A condition that can
change in a game is never settled; parts of one that are settled fall out of it.
"""

from __future__ import annotations

import attrs

from dsl.model import model as m
from dsl.names.names import Names


@attrs.frozen
class Settled:
    """Settles conditions of a rule; its `variables` hide options and definitions of the same name."""

    names: Names
    variables: frozenset[str] = frozenset()

    def truth(self, node: m.Expression) -> bool | None:
        """Whether a condition holds throughout a game or never holds; None if that can change."""
        match node:
            case m.Integer(0 | 1 as number):
                return bool(number)
            case m.Compare("==" | "!=" as operator, m.Named(name) | m.Setting(name), right):
                value, other = self._value(name.text), _word(right)
                return None if value is None or other is None else (value == other) == (operator == "==")
            case m.Negation(part):
                held = self.truth(part)
                return None if held is None else not held
            case m.All(parts) | m.Either(parts):
                return self._joined(parts, isinstance(node, m.Either))
            case m.Named(name) | m.Of(name) | m.Call(name):
                return self._defined(name.text)
            case _:
                return None

    def remaining(self, node: m.All | m.Either) -> tuple[m.Expression, ...]:
        """The parts of a joined condition that aren't settled."""
        return tuple(part for part in node.parts if self.truth(part) is None)

    def branch(self, node: m.Expression) -> m.Expression:
        """A value, of which the condition may be settled."""
        if isinstance(node, m.Conditional) and (held := self.truth(node.condition)) is not None:
            return self.branch(node.then if held else node.otherwise)
        return node

    def _joined(self, parts: tuple[m.Expression, ...], decisive: bool) -> bool | None:
        every = [self.truth(part) for part in parts]
        if decisive in every:
            return decisive
        return None if None in every else not decisive

    def _defined(self, name: str) -> bool | None:
        """What a definition is that no rule changes."""
        if name in self.variables or name not in self.names.defines:
            return None
        changed = any(each.name.text == name for _, each in self.names.ruleset.all(m.Adjust, m.Raise, m.Keep))
        define = self.names.defines[name][1]
        hidden = frozenset(each.name.text for each in define.parameters)
        return None if changed else Settled(self.names, hidden).truth(define.value)

    def _value(self, name: str) -> str | None:
        """The value of an option or the number of persons; None if the name may mean something else."""
        if name in self.variables or name in self.names.numbers:
            return None
        return str(self.names.ruleset.players) if name == "players" else self.names.ruleset.settings.get(name)


def _word(node: m.Expression) -> str | None:
    match node:
        case m.Named(m.Name(text)):
            return text
        case m.Integer(value):
            return str(value)
        case _:
            return None
