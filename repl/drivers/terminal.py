"""The game in a terminal: tinted words, a line editor with completion and history.

Nothing is redrawn and there is no second screen: earlier output stays above. The layout fits 80 columns and, as a rule,
24 lines. The plain driver prints the same events without layout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import assert_never

from prompt_toolkit import PromptSession
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from dsl import Problem
from dsl.reading.highlight import pieces
from dsl.text.render import report, visible
from dsl.text.spelling import counted
from repl.drivers import grid, menu, plain
from repl.drivers.editor import editor as line_editor
from repl.drivers.editor import line_typed
from repl.drivers.interrupts import Interrupts
from repl.drivers.lettering import respelled, with_plain_gaps
from repl.drivers.paint import as_text, broken, cells_of, flowing
from repl.drivers.watching import RulesHaveChanged, Watched, Watcher
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
from reverie.table import Row

WIDEST = 100
GAP = "   "
AT_THE_END = "There is nothing more to show. `quit` leaves the game."
"""The reply to a `q` that was to stop reading and came too late."""
MORE = "Enter shows more, q stops; any other line is carried out. "
STOP, LEAVE = "q", "quit"
ONLY_STOPS = re.compile(r"\s*[^\W\d]?\s*")
"""Input that stops reading: one letter, `q` or any other."""
CLEAR_ALL = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what was scrolled off it, so that the next player can't look it up."""


def run(
    session: Session,
    opening: Iterable[Event],
    console: Console | None = None,
    source: Input | None = None,
    screen: Output | None = None,
    watcher: Watcher | None = None,
) -> int:
    """Play until the player leaves; the console, input and output are given by tests only.

    When the `watcher` sees a change, the rules are read again, and what has been typed stays.
    """
    console = console or Console(highlight=False)
    interrupts = Interrupts()
    session.working = interrupts.on_screen(console)
    with interrupts.handled():
        return _played(session, opening, console, source, screen, watcher)


def _played(
    session: Session,
    opening: Iterable[Event],
    console: Console,
    source: Input | None,
    screen: Output | None,
    watcher: Watcher | None,
) -> int:
    unpaged = Painter(console)

    def draw_again() -> None:
        unpaged.show(plain.for_a_person(session, session.scene()))

    editor = line_editor(session, draw_again, source, screen)
    painter = Painter(console, lambda: _read_on(editor, console))
    waiting: list[str | None] = _lines(painter.show(opening))
    typed = ""
    while not session.closed:
        if not waiting:
            prompt = f"{plain.BEFORE_HAND_OVER} > " if session.handing_over else "> "
            if watcher:
                watcher.follow(Watched.of(*session.rules_files))
            try:
                waiting = _lines(_typed(editor, prompt, watcher, typed), blank=True)
                typed = ""
            except RulesHaveChanged as changed:
                typed = changed.typed
                waiting = _lines(painter.show(plain.for_a_person(session, session.reload())))
                continue
        line = waiting.pop(0)
        if line is None:
            painter.show([Said(plain.HOW_TO_LEAVE)])
        elif painter.paged and line.strip() == STOP and session.completions(STOP) == [LEAVE]:
            painter.show([Said(AT_THE_END)])
        elif session.handing_over and not line.strip():
            session.leave_seat()
            painter.clear()
            editor = line_editor(session, draw_again, source, screen)
            painter.show([*_ignored(waiting), HandOver(session.waiting)])
            waiting = []
        else:
            waiting[:0] = _lines(painter.show(plain.for_a_person(session, session.feed(line))))
    return 0


def _lines(typed: str | None, blank: bool = False) -> list[str | None]:
    """The lines of a text, which are carried out one after the other if several were pasted; `blank`: "" is a line."""
    if not typed:
        return [typed] if typed is None or blank else []
    return [*typed.removesuffix("\n").split("\n")]


def _ignored(pasted: Sequence[str | None]) -> list[Event]:
    """A notice of pasted lines after the seat was left: they aren't those of the next player."""
    return [Said(f"The seat was left, so {counted(len(pasted), 'pasted line')} had no effect.")] if pasted else []


def _read_on(editor: PromptSession[str], console: Console) -> str | None:
    """A line typed instead of reading on; what asked for it is erased, so that the text stays whole."""
    editor.app.erase_when_done = True
    try:
        typed = _typed(editor, MORE)
    finally:
        editor.app.erase_when_done = False
    if typed and not ONLY_STOPS.fullmatch(typed):
        console.print(as_text(f"> {typed}"))
    return typed


def _typed(editor: PromptSession[str], prompt: str, watcher: Watcher | None = None, before: str = "") -> str | None:
    """A line from the player, which begins with the text `before`; None after Ctrl-C, `:quit` at the end of the input.

    Raises `RulesHaveChanged` if the `watcher` sees a change first.
    """
    try:
        return line_typed(editor, prompt, watcher, before) if watcher else editor.prompt(prompt)
    except KeyboardInterrupt:
        return None
    except EOFError:
        return ":quit"


class Painter:
    """Prints events on a console; after each screenful it reads a line from `more` and continues if that is empty."""

    def __init__(self, console: Console, more: Callable[[], str | None] = lambda: "") -> None:
        self._console = console
        self._more = more
        self.paged = False
        """Whether what was shown last took more than one page."""

    def show(self, events: Iterable[Event]) -> str:
        """Print events, one after the other; the line that was typed instead of reading on, or ""."""
        early, self.paged = "", False
        events = [respelled(event, self._console.encoding) for event in events]
        above = 0
        for event in events:
            lines = self._fitted(event, above) if isinstance(event, Asked) else list(self._lines(event))
            if isinstance(event, Table) and lines:
                asked = [line for each in events if isinstance(each, Asked) for line in self._lines(each)]
                if len(lines) + len(asked) > self._console.height - 1:
                    lines = list(self._table(event.rows, close=True))
            typed = self._print(lines, above)
            if typed and isinstance(event, Table):
                return typed
            early = typed or early
            above = len(lines) if isinstance(event, Table) and typed is not None else 0
        return early or ""

    def _fitted(self, event: Asked, above: int) -> list[Text]:
        """The lines of a question below a table: if both don't fit on one screen, those left on the last page."""
        if event.whole:
            return list(self._asked(event))
        room = max(self._console.height - 1 - above, 1)
        lines = list(self._asked(event, room))
        if len(lines) <= room:
            return lines
        return list(self._asked(event, max(self._page - above % self._page, self._page // 2, 1)))

    @property
    def _page(self) -> int:
        """The lines that are printed at once, above the line that asks for more."""
        return max(self._console.height - -(-(len(MORE) + 1) // self._console.width), 1)

    def _print(self, lines: Sequence[Text], above: int) -> str | None:
        """Print lines below those `above`; the line typed instead of reading on, None if the reader only stopped."""
        whole = above + len(lines) < self._console.height
        self.paged |= not whole
        for number, line in enumerate(lines, above):
            if not whole and number and number % self._page == 0 and (typed := self._more()) != "":
                return None if typed is None or ONLY_STOPS.fullmatch(typed) else typed
            line.plain = with_plain_gaps(line.plain, self._console.encoding)
            self._console.print(line, soft_wrap=False, overflow="fold")
        return ""

    def clear(self) -> None:
        """Clear the screen and the lines scrolled off it."""
        if self._console.is_terminal:
            self._console.file.write(CLEAR_ALL)
            self._console.file.flush()

    @property
    def _width(self) -> int:
        return min(self._console.width, WIDEST)

    def _lines(self, event: Event) -> Iterator[Text]:
        match event:
            case Said(text):
                yield as_text(text)
            case Refused() | Ended() | HandOver() | Listing() | Explained() | RulesChanged():
                yield from self._headed(event)
            case Happened(lines):
                yield from self._happened(lines)
            case Passed(windows, options):
                yield from self._quietly(plain.passed(windows, options))
            case Table(_, rows, again=again):
                yield from () if again else self._table(rows)
            case Asked():
                yield from self._asked(event)
            case Closed():
                pass
            case _:
                assert_never(event)

    def _headed(self, event: Refused | Ended | HandOver | Listing | Explained | RulesChanged) -> Iterator[Text]:
        """The plain lines, of which the first stands out."""
        first, *rest = plain.lines(event)
        match event:
            case Refused():
                style = "bold yellow"
            case RulesChanged(status):
                style = "bold yellow" if status in ("differs", "broken") else "bold green"
            case Ended(status):
                style = {"won": "bold green", "over": "bold"}.get(status, "bold red")
            case _:
                style = "bold"
        yield as_text(first, style)
        problems = event.problems if isinstance(event, Refused | RulesChanged) else ()
        for line in self._excerpts(problems) if problems else map(as_text, rest):
            yield from self._wrapped(line)

    def _excerpts(self, problems: Iterable[Problem]) -> Iterator[Text]:
        """Problems with their excerpts, the plain lines in colour."""
        for line in respelled(report(problems, True, pieces), self._console.encoding).split("\n"):
            yield Text.from_ansi(f"  {line}" if line else "")

    def _wrapped(self, line: Text) -> Iterator[Text]:
        """A line of words; continuation lines are indented like its beginning."""
        indent = len(line.plain) - len(line.plain.lstrip(" "))
        yield from flowing(Text(), broken([line[indent:]], 0), indent, self._width)

    def _quietly(self, line: str) -> Iterator[Text]:
        """A dim line, which a player may skip."""
        pieces = [as_text(f"{word} ", "dim") for word in line.split()]
        yield from flowing(Text(), pieces, 2, self._width)

    def _happened(self, lines: Iterable[str]) -> Iterator[Text]:
        pieces = [as_text(f"{word} ", "italic") for word in "; ".join(lines).split()]
        yield from flowing(as_text("*", "bold"), pieces, 2, self._width)

    def _table(self, rows: Iterable[Row], close: bool = False) -> Iterator[Text]:
        """The table; `close`: short rows share a line with their neighbours."""
        yield Text("─" * self._width, "dim")
        rows = list(rows)
        wide = [row for row in rows if not row.short]
        indent = max((cell_len(row.label) for row in wide), default=0) + 2
        short = [row for row in rows if row.short]
        for (beside, little), found in groupby(wide, lambda row: (_labels(row), close and self._is_little(row))):
            neighbours = list(found)
            if beside:
                own = max(cell_len(row.label) for row in neighbours) + 2
                yield from grid.lines(neighbours, own, self._width)
            elif little and len(neighbours) > 1:
                yield from self._shared(neighbours)
            else:
                for row in neighbours:
                    cells = broken(cells_of(row), self._width - indent)
                    yield from flowing(as_text(row.label, "bold"), cells, indent, self._width)
        yield from self._shared(short)

    def _is_little(self, row: Row) -> bool:
        return cell_len(row.label) + sum(cell.cell_len for cell in cells_of(row)) + len(GAP) < self._width // 2

    def _shared(self, rows: Iterable[Row]) -> Iterator[Text]:
        """Rows that share lines."""
        cells = [Text.assemble((visible(row.label), "bold"), " ", *cells_of(row), GAP) for row in rows]
        yield from flowing(Text(), cells, 0, self._width) if cells else ()

    def _asked(self, event: Asked, room: int = 0) -> Iterator[Text]:
        """The question and its answers, if possible in no more than `room` lines (0: no limit)."""
        before = list(self._quietly(f"So far: {event.before}")) if event.so_far else []
        yield from self._question(event.text)
        yield from before
        yield from menu.lines(event.choices, self._width, max(room - len(before) - 1, 1) if room else 0)

    def _question(self, text: str) -> Iterator[Text]:
        """A question in lines; words in brackets, such as the round, stay together."""
        pieces = (as_text(piece) for piece in re.findall(r"\([^()]*\)\s*|\S+\s*", text))
        for line in flowing(Text(), broken(pieces, self._width), 0, self._width):
            line.stylize("bold")
            yield line


def _labels(row: Row) -> tuple[str, ...]:
    """The labels beside an entry; rows that have the same make a grid."""
    return tuple(each.label for each in row.beside)
