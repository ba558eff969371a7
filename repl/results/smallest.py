"""The smallest game that was found for a fault of a sweep, told like a law that is broken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dsl import CompileError

if TYPE_CHECKING:
    from interpreter.simulation.sweep import Faulty, Link

BROKEN = ("rules never fail", "invariants hold", "cards are conserved")
"""The laws of which a sweep finds breaches."""

MOST = 2
"""Faults that are made small: of several that read the same, only the first."""


def smallest(ruleset: str, faults: Sequence[tuple[Link, Faulty]]) -> Iterator[str]:
    """For the first faults of different kinds: the smallest game that was found, in words; none for some.

    A game that began at a rearranged position, or that went on for too long, isn't made small.
    """
    kinds: dict[str, tuple[Link, Faulty]] = {}
    for link, fault in faults:
        if fault.dealt is not None:
            kinds.setdefault(fault.sentence, (link, fault))
    for link, fault in [*kinds.values()][:MOST]:
        words = _told(ruleset, link, fault)
        if words:
            yield words


def _told(ruleset: str, link: Link, fault: Faulty) -> str:
    from interpreter import Save
    from reverie.testing import Case, breaches, reduced, standard, told

    answers = tuple(given.answer for given in Save.from_text(fault.save).answers)
    case = Case(ruleset, link.modules, link.players, link.options, seed=fault.dealt or 0, answers=answers)
    try:
        breach = next(breaches(case, standard(BROKEN)), None)
        return told(reduced(breach)) if breach else ""
    except CompileError:
        return ""
