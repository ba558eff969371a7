"""The game for programs: one JSON object per line, in both directions.

In: `{"answer": "…"}` gives an answer by its words, `{"answer": ["…", "…"]}` several; `{"line": "…"}` is a line as a
person would type it. Out: an object for each event, named by its `event`, and `{"event": "ready"}` whenever the game
waits for a line. Rules that are read again because their files have changed are an event, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, TextIO

import attrs

from repl.drivers.plain import TOO_LONG
from repl.drivers.streams import LineTooLong
from repl.drivers.watching import RulesHaveChanged, Watched, Watcher, reader
from repl.saves import jsontext
from repl.session.events import Event, Refused, Table
from repl.session.session import Session

FORMS = '{"answer": "…"}, {"answer": ["…", "…"]} or {"line": "…"}'


def run(session: Session, opening: Iterable[Event], source: TextIO, out: TextIO, watcher: Watcher | None = None) -> int:
    """Play until the input ends or the player leaves; 1 if a line was refused, else 0.

    When the `watcher` sees a change, the rules are read again.
    """
    refused, read = False, reader(source, watcher)
    _say(session, opening, out)
    while not session.closed:
        if watcher:
            watcher.follow(Watched.of(*session.rules_files))
        events = _next(session, read)
        refused |= any(isinstance(event, Refused) for event in events)
        _say(session, events, out)
    return 1 if refused else 0


def as_data(event: Event) -> dict[str, Any]:
    """An event as data for JSON; the rows of a table are texts by label, and problems are excerpts."""
    name = re.sub(r"(?<=.)([A-Z])", r"_\1", type(event).__name__).lower()
    data = {"event": name, **attrs.asdict(event, filter=lambda field, _: field.name != "problems")}
    if isinstance(event, Table):
        data |= {"rows": [{"label": row.label, "text": row.text} for row in event.rows], "numbers": dict(event.numbers)}
    return data


def _next(session: Session, read: Callable[[], str]) -> list[Event]:
    try:
        line = read()
    except RulesHaveChanged:
        return session.reload()
    except LineTooLong:
        return [TOO_LONG, *session.feed(":quit")]
    return _fed(session, line) if line else session.feed(":quit")


def _fed(session: Session, line: str) -> list[Event]:
    if not line.strip():
        return session.feed("")
    try:
        data = jsontext.parsed(line)
    except jsontext.JsonError as error:
        return [Refused(f"this line can't be read: {error}", f"it should be {FORMS}")]
    match data:
        case {"answer": str(answer), **rest} if not rest:
            return session.give((answer,))
        case {"answer": [*words], **rest} if not rest and words and all(isinstance(word, str) for word in words):
            return session.give(words)
        case {"line": str(text), **rest} if not rest:
            return session.feed(text)
        case _:
            return [Refused("this line is neither an answer nor a command", f"it should be {FORMS}")]


def _say(session: Session, events: Iterable[Event], out: TextIO) -> None:
    for event in events:
        _write(out, as_data(event))
    if not session.closed:
        _write(out, {"event": "ready"})
    out.flush()


def _write(out: TextIO, data: dict[str, Any]) -> None:
    out.write(jsontext.written(data) + "\n")
