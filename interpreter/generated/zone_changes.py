"""Write instructions that change zones as Python source.

The common cases, between zones that are known, are written out with the same meaning as in `state.changes`; all others
call it. In the code, `z` is a zone's cards, `i` a place among them and `k` a card.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.program.expressions import Expr, Int, Zone
from dsl.program.instructions import Draw, Exchange, Expose, Move, MoveAll, Shuffle
from dsl.program.program import Program
from interpreter.generated.emission import Emission
from interpreter.generated.expressions import Expressions
from interpreter.state.changes import changes_of
from interpreter.state.generator import INCREMENT, MASK, MULTIPLIER
from interpreter.state.layout import GENERATOR


class ZoneChanges:
    """Writes the changes of zones of one program."""

    def __init__(self, program: Program, expressions: Expressions) -> None:
        self._places = program.places
        self._changes = changes_of(program)
        self._value = expressions.value

    def move(self, what: Move, at: Emission) -> None:
        """Write that a card is moved, if it lies in the zone."""
        card, last = self._value(what.card, at), what.end == "last"
        if what.position is not None:
            position = self._value(what.position, at)
            self._call("move", (what.card, what.source, what.target), at, last, position)
        elif isinstance(what.source, Int) and isinstance(what.target, Int) and not self._settles(what.target, last):
            if not card.isidentifier():
                at.write(f"k = {card}")
                card = "k"
            self._move_between(what.source.value, what.target.value, card, last, at)
        else:
            self._call("move", (what.card, what.source, what.target), at, last)

    def _move_between(self, source: int, target: int, card: str, last: bool, at: Emission) -> None:
        slot = self._changes.zones + source
        if self._changes.heap[source]:
            with at.block(f"if {card} >= 0 and {card} in s[{slot}]:"):
                at.write(f"s[{slot}] = s[{slot}].replace(ONE[{card}], EMPTY, 1)")
                self._put(card, target, last, at)
            return
        with at.block(f"if {card} >= 0:"):
            at.write(f"z = s[{slot}]; i = z.rfind({card})")
            with at.block("if i >= 0:"):
                at.write(f"s[{slot}] = z[:i] + z[i + 1:]")
                if self._changes.pile[source]:
                    unordered = self._changes.unordered + source
                    at.write(f"if i < s[{unordered}]: s[{unordered}] -= 1")
                self._put(card, target, last, at)

    def move_all(self, what: MoveAll, at: Emission) -> None:
        """Write that several cards are moved: all cards of a zone are moved as one list."""
        last = what.end == "last"
        whole = what.cards == Zone(what.source) and what.source != what.target
        if (
            whole
            and isinstance(what.source, Int)
            and isinstance(what.target, Int)
            and not self._settles(what.target, last)
        ):
            self._move_whole(what.source.value, what.target.value, last, at)
        else:
            self._call("move_all", (what.cards, what.source, what.target), at, last, what.nearest == "last")

    def _move_whole(self, source: int, target: int, last: bool, at: Emission) -> None:
        taken, grown = self._changes.zones + source, self._changes.zones + target
        with at.block(f"if s[{taken}]:"):
            if self._changes.heap[target]:
                at.write(f"s[{grown}] = bytes(sorted(s[{grown}] + s[{taken}]))")
            else:
                at.write(f"s[{grown}] += s[{taken}]" if last else f"s[{grown}] = s[{taken}] + s[{grown}]")
            at.write(f"s[{taken}] = EMPTY")
            if self._changes.pile[source]:
                at.write(f"s[{self._changes.unordered + source}] = 0")
            self._check_limit(target, at)

    def draw(self, what: Draw, at: Emission) -> None:
        """Write that the top card of a zone is moved and a local set to it, or to no card."""
        card = at.env[what.local]
        if not (isinstance(what.source, Int) and isinstance(what.target, Int)):
            at.write(f"{card} = draw(s, {self._value(what.source, at)}, {self._value(what.target, at)})")
            return
        slot = self._changes.zones + what.source.value
        at.write(f"z = s[{slot}]")
        with at.block("if z:"):
            if self._changes.pile[what.source.value]:
                self._draw_unordered(what.source.value, card, at)
            else:
                at.write(f"{card} = z[-1]; s[{slot}] = z[:-1]")
            self._put(card, what.target.value, True, at)
        at.write(f"else: {card} = -1")

    def _draw_unordered(self, source: int, card: str, at: Emission) -> None:
        """Write that a card is drawn from a pile: while none is in order, the generator says which is on top."""
        slot, unordered = self._changes.zones + source, self._changes.unordered + source
        at.write(f"n = s[{unordered}]")
        with at.block("if n == len(z):"):
            at.write(f"x = s[{GENERATOR}] = (s[{GENERATOR}] * {MULTIPLIER} + {INCREMENT}) & {MASK}")
            at.write(f"i = ((x >> 32) * n) >> 32; {card} = z[i]; s[{slot}] = z[:i] + z[i + 1:]")
            at.write(f"s[{unordered}] = n - 1")
        with at.block("else:"):
            at.write(f"{card} = z[-1]; s[{slot}] = z[:-1]")

    def expose(self, what: Expose, at: Emission) -> None:
        """Write that the topmost cards of a pile get an order."""
        if isinstance(what.zone, Int):
            with at.block(f"if s[{self._changes.unordered + what.zone.value}]:"):
                at.write(f"expose(s, {what.zone.value}, {self._value(what.count, at)})")
        else:
            self._call("expose", (what.zone, what.count), at)

    def shuffle(self, what: Shuffle, at: Emission) -> None:
        """Write that a pile loses its order; one that was dealt shuffled is left as it is the first time."""
        if not (isinstance(what.zone, Int) and self._changes.pile[what.zone.value]):
            self._call("shuffle", (what.zone,), at)
            return
        zone = what.zone.value
        slot, dealt, bit = self._changes.zones + zone, self._changes.dealt, 1 << zone
        at.write(f"if s[{dealt}] & {bit}: as_dealt(s, {zone})")
        with at.block("else:"):
            at.write(f"z = s[{slot}]; s[{slot}] = bytes(sorted(z)); s[{self._changes.unordered + zone}] = len(z)")

    def exchange(self, what: Exchange, at: Emission) -> None:
        """Write that two cards change places."""
        places = [self._value(place or Int(-1), at) for place in (what.position, what.other_position)]
        self._call("exchange", (what.card, what.zone, what.other, what.other_zone), at, *places)

    def _call(self, name: str, parts: Sequence[Expr], at: Emission, *more: bool | str) -> None:
        """Write a call of a function in `state.changes`."""
        arguments = ["s", *(self._value(part, at) for part in parts), *(str(each) for each in more)]
        at.write(f"{name}({', '.join(arguments)})")

    def _settles(self, target: Int | Expr, last: bool) -> bool:
        """Whether putting a card there may have to settle the order of a pile."""
        return not last and not (isinstance(target, Int) and not self._changes.pile[target.value])

    def _put(self, card: str, target: int, last: bool, at: Emission) -> None:
        slot = self._changes.zones + target
        if self._changes.heap[target]:
            at.write(f"z = s[{slot}]")
            at.write(f"if z: i = bisect_left(z, {card}); s[{slot}] = z[:i] + ONE[{card}] + z[i:]")
            at.write(f"else: s[{slot}] = ONE[{card}]")
        else:
            at.write(f"s[{slot}] += ONE[{card}]" if last else f"s[{slot}] = ONE[{card}] + s[{slot}]")
        self._check_limit(target, at)

    def _check_limit(self, target: int, at: Emission) -> None:
        if self._places[target].limit >= 0:
            slot, limit = self._changes.zones + target, self._changes.limits[target]
            at.write(f"if len(s[{slot}]) > {limit}: check_limit(s, {target})")
