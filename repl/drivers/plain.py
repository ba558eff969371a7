"""The game as plain lines: for pipes, screen readers and simple terminals.

One fact per line, every answer with its number, no colour, no boxes, nothing redrawn. The lines don't depend on the
width of the screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TextIO, assert_never

from dsl.text.render import visible
from repl.drivers.interrupts import Interrupts
from repl.drivers.scores import scores
from repl.drivers.streams import LONGEST_LINE, LineTooLong, when_continued
from repl.drivers.watching import RulesHaveChanged, Watched, Watcher, reader
from repl.session.events import (
    Asked,
    Closed,
    Ended,
    Event,
    Explained,
    HandOver,
    Happened,
    Listing,
    Passed,
    Refused,
    RulesChanged,
    Said,
    Table,
)
from repl.session.session import Session

if TYPE_CHECKING:
    from interpreter import Failure

OUT_OF_SIGHT = 60
"""Number of empty lines that scroll one player's view off the screen before the other sits down."""

HOW_TO_LEAVE = "`quit` leaves the game, and says how to continue it."
"""The reply to Ctrl-C."""

TOO_LONG = Refused(
    f"a line has more than {LONGEST_LINE:,} characters, and the rest of the input is ignored",
    "the lines before it were carried out",
)

BEFORE_HAND_OVER = "Press Enter to hide all this."


def run(session: Session, opening: Iterable[Event], source: TextIO, out: TextIO, watcher: Watcher | None = None) -> int:
    """Play until the input ends or the player leaves; 1 if a line of a script was refused, else 0.

    When the `watcher` sees a change, the rules are read again.
    """
    if not source.isatty():
        return _played(session, opening, source, out, watcher, None)
    interrupts = Interrupts()
    session.working = interrupts.plainly(out)
    with interrupts.handled():
        return _played(session, opening, source, out, watcher, interrupts)


def _played(
    session: Session, opening: Iterable[Event], source: TextIO, out: TextIO, watcher: Watcher | None,
    person: Interrupts | None,
) -> int:  # fmt: skip
    """The same; `person`: what Ctrl-C does, unless a script is read."""
    read = reader(source, watcher)
    _say(opening, out)
    while not session.closed:
        if watcher:
            watcher.follow(Watched.of(*session.rules_files))
        try:
            line = _typed(session, read, out, person) if person else read()
        except RulesHaveChanged:
            out.write("\n" if person else "")
            _say(session.reload(), out)
            continue
        except LineTooLong:
            _say([TOO_LONG, *session.feed(":quit")], out)
            return 1
        if line is None:
            continue
        if person and session.handing_over and line and not line.strip():
            session.leave_seat()
            out.write("\n" * OUT_OF_SIGHT)
            _say([HandOver(session.waiting)], out)
        else:
            events = session.feed(line or ":quit")
            _say(for_a_person(session, events) if person else events, out)
    return 1 if session.refusals and not person else 0


def as_sentences(text: str) -> str:
    """A text that begins small and has no full stop, as one sentence or several."""
    capital = re.sub(r"(^|\? )([a-z])", lambda found: found[1] + found[2].upper(), text)
    return capital if capital[-1] in ".?!…" else f"{capital}."


def lines(event: Event) -> tuple[str, ...]:  # noqa: C901, PLR0912 - a dispatcher
    """An event as lines of plain text."""
    match event:
        case Said(text):
            return (text,)
        case Refused(text, help, problems):
            said = _indented(help.split("\n")) if problems else (as_sentences(help),) if help else ()
            return (f"Not possible: {text}.", *said)
        case Happened(found):
            return found
        case Passed(windows, options):
            return (passed(windows, options),)
        case Table(_, rows, again=again):
            return () if again else tuple(row.line for row in rows)
        case Asked():
            return _asked(event)
        case HandOver(player):
            return (f"Hand the seat to player {player}. When {player} sits here alone, press Enter.",)
        case Ended():
            return ended(event)
        case Listing(title, found):
            return (f"{title}:", *found)
        case Explained():
            return explained(event)
        case RulesChanged():
            return _changed(event)
        case Closed():
            return ()
        case _:
            assert_never(event)


def _changed(event: RulesChanged) -> tuple[str, ...]:
    return (event.text, *_indented(event.lines), *([event.help] if event.help else []))


def _indented(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"  {line}" if line else "" for line in lines)


def passed(windows: Iterable[str], options: Iterable[str]) -> str:
    """A notice of windows that were passed for the player."""
    return f"Passed {', '.join(windows)}: {', '.join(options)} (see `ask`)."


def ended(event: Ended) -> tuple[str, ...]:
    """The end of a game, in words."""
    verdict = {"won": "Won", "lost": "Lost", "over": "Over"}.get(event.status, "The game can't continue")
    how = "a hint was asked for" if event.hinted else "hidden cards were seen before an undo"
    assisted = [f"Assisted: {how}."] if event.assisted else []
    return (
        f"{verdict}: {event.sentence}",
        *scores(event),
        *assisted,
        f"Seed {event.seed}. To deal it again: {event.share}",
        "You can type `undo`, `restart`, `new`, `log`, `why` or `quit`.",
    )


def explained(event: Explained) -> tuple[str, ...]:
    """The reason why an answer isn't possible: a sentence, then a line for each condition that fails."""
    verb = "1 other fails" if event.others == 1 else f"{event.others} others fail"
    more = [f"  {verb} too{f': `{event.rest}`' if event.rest else ''}"] if event.others else []
    return (event.sentence, *(f"  {_failed(failure)}" for failure in event.failures), *more)


def _failed(failure: Failure) -> str:
    cited = f" [{', '.join(failure.citations)}]" if failure.citations else ""
    values = f" – {'; '.join(failure.values)}" if failure.values else ""
    return f"{': '.join([*failure.through, failure.text])}{values} ({failure.place}{cited})"


def _asked(event: Asked) -> tuple[str, ...]:
    before = [f"So far: {event.before}"] if event.so_far else []
    return (event.text, *before, *(f"{choice.number}. {choice.text}" for choice in event.choices))


def _typed(session: Session, read: Callable[[], str], out: TextIO, interrupts: Interrupts) -> str | None:
    """A line from a person; None if they pressed Ctrl-C. After Ctrl-Z and `fg` the table is printed again."""

    def prompt() -> None:
        out.write(f"{BEFORE_HAND_OVER} > " if session.handing_over else "> ")
        out.flush()

    def draw_again() -> None:
        out.write("\n")
        _say(for_a_person(session, session.scene()), out)
        prompt()

    prompt()
    try:
        with when_continued(draw_again), interrupts.stopping():
            return read()
    except KeyboardInterrupt:
        out.write(f"\n{HOW_TO_LEAVE}\n")
        return None


def for_a_person(session: Session, events: Iterable[Event]) -> list[Event]:
    """The events shown to a person, without the request to hand over the seat until the screen is cleared."""
    return [event for event in events if not (session.handing_over and isinstance(event, HandOver))]


def _say(events: Iterable[Event], out: TextIO) -> None:
    for event in events:
        out.writelines(visible(line) + "\n" for line in lines(event))
    out.flush()
