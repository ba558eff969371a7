"""The place of the next line of generated code, and what is known there.

An `Emission` is passed from one writer of code to the next and is never changed: a writer that knows more makes another
one. Only the `Writer` and `Ahead` in it collect what they are given. Nothing here knows what a program is made of.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager

import attrs

from interpreter.generated.ahead import Ahead
from interpreter.generated.writer import Place, Writer

Env = Mapping[int, str]
"""Source for locals, by their numbers: a name, or a value that is known."""


@attrs.frozen
class Emission:
    """A place in generated code.

    `env` has the locals that can be read here; a name that begins with `c` is bound to a card that exists (never
    `NO_CARD`). `origin` is the rule for which lines are written, `leaving` the statement that ends the function after
    the game has ended. With `dirty`, a local may differ from its value in the frame of the state. Inside the loops that
    list picks, `ahead` names expressions whose values are computed before the loops.
    """

    writer: Writer = attrs.field(factory=Writer)
    env: Env = attrs.field(factory=dict)
    origin: int = -1
    leaving: str = "raise Over"
    dirty: bool = False
    ahead: Ahead | None = None

    def write(self, line: str) -> None:
        """Write a line."""
        self.writer.write(line, self.origin)

    def block(self, head: str, *, needed: bool = True) -> AbstractContextManager[None]:
        """Write a line, and indent what is written inside (see `Writer.block`)."""
        return self.writer.block(head, self.origin, needed=needed)

    def insert(self, place: Place, lines: Sequence[str]) -> None:
        """Insert lines at an earlier place (see `Writer.insert`)."""
        self.writer.insert(place, lines, self.origin)

    def fresh(self, prefix: str) -> str:
        """A name that nothing else has."""
        return self.writer.fresh(prefix)

    def of_rule(self, origin: int) -> Emission:
        """The same place, with lines for another rule."""
        if origin == self.origin:
            return self
        return Emission(self.writer, self.env, origin, self.leaving, self.dirty, self.ahead)

    def binding(self, names: Env) -> Emission:
        """The same place, with more locals."""
        return self.with_locals({**self.env, **names})

    def with_locals(self, env: Env) -> Emission:
        """The same place, with these locals instead."""
        return Emission(self.writer, env, self.origin, self.leaving, self.dirty, self.ahead)

    def with_ahead(self, ahead: Ahead | None) -> Emission:
        """The same place, inside loops before which these values are computed; None: with every value written out."""
        if ahead is self.ahead:
            return self
        return Emission(self.writer, self.env, self.origin, self.leaving, self.dirty, ahead)

    def dirtied(self, dirty: bool = True) -> Emission:
        """The place after a local was given a value."""
        if dirty == self.dirty:
            return self
        return Emission(self.writer, self.env, self.origin, self.leaving, dirty, self.ahead)

    def behind(self, *ends: Emission | None) -> Emission | None:
        """The place that is reached from each of these ends (None: an end that goes nowhere); None if from none."""
        reached = [end.dirty for end in ends if end is not None]
        return self.dirtied(any(reached)) if reached else None
