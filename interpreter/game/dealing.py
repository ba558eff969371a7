"""Deals that are laid out: which cards come to lie on top when a game shuffles before its first decision.

The names of a deal are given in order. The first shuffle of each zone takes those that lie in it: they come to lie on
top of a pile, or at the left of a line, in this order, and the seed decides everything below. A name that no shuffled
zone holds, or holds too few cards of, changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dsl.program.program import Program
from dsl.text.spelling import nearest
from interpreter.game.running import Running
from interpreter.reference.executor import Reference
from interpreter.state.changes import Changes
from interpreter.state.layout import Flat


def know_cards(program: Program, deal: Iterable[str]) -> None:
    """Raise `ValueError` for a name in a deal that no card of the game has."""
    names = {face.name for face in program.faces}
    for name in deal:
        if name not in names:
            near = nearest(name, sorted(names))
            raise ValueError(f"no card is called `{name}`" + (f" (did you mean `{near}`?)" if near else ""))


def begin(now: Running, program: Program, deal: Sequence[str]) -> None:
    """Run a new game to its first decision; the reference plays so far, because it shuffles as it is told."""
    wanted = now.executor
    now.executor = Reference(program, changes=_Dealing(program, deal))
    now.begin(program)
    now.executor = now.executor.copy() if isinstance(wanted, Reference) else wanted


class _Dealing(Changes):
    """Changes whose first shuffle of each zone puts the cards of a deal on top."""

    def __init__(self, program: Program, deal: Sequence[str]) -> None:
        super().__init__(program)
        self._left = list(deal)
        self._dealt: set[int] = set()

    def shuffle(self, s: Flat, zone: int) -> bool:
        done = super().shuffle(s, zone)
        if zone not in self._dealt and not self.heap[zone]:
            self._dealt.add(zone)
            self._lay(s, zone)
        return done

    def _lay(self, s: Flat, zone: int) -> None:
        top, below = list[int](), list(s[self.zones + zone])
        for name in tuple(self._left):
            card = next((card for card in below if self.called[card] == name), None)
            if card is not None:
                below.remove(card)
                top.append(card)
                self._left.remove(name)
        if self.pile[zone]:
            s[self.zones + zone] = self.lists([*below, *reversed(top)])
            s[self.unordered + zone] = len(below)
        else:
            s[self.zones + zone] = self.lists([*top, *below])
