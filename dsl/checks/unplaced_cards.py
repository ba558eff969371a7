"""Checks for events that lose the place of a card which the calling rule named by its place.

An event receives a card and its zone. Hooks may change the line between the call and a move within the event, so the
place is not passed on by itself; an event that needs the place takes it as an argument.
"""

from __future__ import annotations

from dsl.program import program as p
from dsl.routines.steps import Invoke, Plain
from dsl.weaving.weaving import Weaving


def forgotten(weaving: Weaving) -> None:
    """Report cards named by their place that an event moves without it, so that it may take another of equal cards."""
    for event, local, name, span in weaving.context.pointed:
        if _moves(weaving, event, local, set()):
            weaving.context.problems.add(
                "forgets-place",
                f"`{event}` would move the last of equal cards, not the one that lies here",
                span,
                help=f"let it be about the place as well, `event {event}({name}, spot: number)`, and move that",
            )


def _moves(weaving: Weaving, routine: str, local: int, seen: set[tuple[str, int]]) -> bool:
    """Whether a routine, or one that it runs, moves the card in a local and doesn't say from which place."""
    if (routine, local) in seen:
        return False
    seen.add((routine, local))
    same = {p.Local(local)}
    for step in weaving.finished[routine].steps:
        match step:
            case Plain(p.SetLocal(other, value)) if value in same:
                same.add(p.Local(other))
            case Plain(p.Move(card=card, position=None)) if card in same:
                return True
            case Plain(p.Exchange(card, _, other_card, _, _, position, other_position)):
                if (card in same and position is None) or (other_card in same and other_position is None):
                    return True
            case Invoke(called, arguments):
                if any(_moves(weaving, called, at, seen) for at, each in enumerate(arguments) if each in same):
                    return True
            case _:
                pass
    return False
