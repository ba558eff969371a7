"""The game as plain lines: for pipes, screen readers and simple terminals.

One fact a line, every answer with its number, no colour, no boxes, nothing redrawn. The lines do not depend on how
wide the screen is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO, assert_never

from dsl.render import visible
from repl.events import Asked, Closed, Ended, Event, HandOver, Happened, Listing, Refused, Said, Table
from repl.session import Session

OUT_OF_SIGHT = 60
"""Empty lines that push what one player saw off the screen, before the other sits down."""


def run(session: Session, opening: Iterable[Event], source: TextIO, out: TextIO) -> int:
    """Play until the input ends or the player leaves; 1 if a line of a script was refused, else 0."""
    person = source.isatty()
    _say(opening, out, person and out.isatty())
    while not session.closed:
        if person:
            out.write("> ")
            out.flush()
        line = source.readline()
        if not line:
            out.write("\n" if person else "")
        _say(session.feed(line if line else ":quit"), out, person and out.isatty())
    return 1 if session.refusals and not person else 0


def lines(event: Event) -> tuple[str, ...]:
    """An event as lines of plain text."""
    match event:
        case Said(text):
            return (text,)
        case Refused(text, help):
            return (f"Not possible: {text}.", *([f"{help[:1].upper()}{help[1:]}"] if help else []))
        case Happened(found):
            return found
        case Table(_, rows):
            return tuple(f"{row.label}: {row.text}" for row in rows)
        case Asked():
            return _asked(event)
        case HandOver(player):
            return (f"Hand the seat to player {player}. When {player} sits here alone, press Enter.",)
        case Ended():
            return ended(event)
        case Listing(title, found):
            return (f"{title}:", *found)
        case Closed():
            return ()
        case _:
            assert_never(event)


def ended(event: Ended) -> tuple[str, ...]:
    """How a game ended, in words."""
    verdict = {"won": "Won", "lost": "Lost"}.get(event.status, "The game can't go on")
    assisted = ["Assisted: hidden cards were seen and taken back."] if event.assisted else []
    return (
        f"{verdict}: {event.sentence}",
        *assisted,
        f"Seed {event.seed}. To deal it again: {event.share}",
        "`undo`, `restart`, `new`, `log`, `why` and `quit` are possible.",
    )


def _asked(event: Asked) -> tuple[str, ...]:
    who = f"Player {event.player}: " if event.named else ""
    return (f"{who}{event.question}", *(f"{choice.number}. {choice.words}" for choice in event.choices))


def _say(events: Iterable[Event], out: TextIO, scroll: bool) -> None:
    for event in events:
        if isinstance(event, HandOver) and scroll:
            out.write("\n" * OUT_OF_SIGHT)
        for line in lines(event):
            out.write(visible(line) + "\n")
    out.flush()
