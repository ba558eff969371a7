"""The line at which a person types in a terminal: completion, history, and the keys that belong to the game.

Ctrl-Z suspends the program. When it continues, and at Ctrl-L, the table is drawn again.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator

from prompt_toolkit import PromptSession
from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import History
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import Output
from prompt_toolkit.shortcuts import CompleteStyle

from dsl.text.spelling import abridged
from repl.drivers.watching import RulesHaveChanged, Watcher, interrupting
from repl.saves import typed
from repl.session.knowledge import hides_hands
from repl.session.session import Session

LONGEST_PASTED = 1_000
"""Of a longer line that is pasted only the beginning is inserted: it is no answer and would fill the screen."""


def editor(
    session: Session, draw_again: Callable[[], None], source: Input | None, screen: Output | None
) -> PromptSession[str]:
    """The line editor of the player at the table, with a history of that player's own."""
    return PromptSession(
        history=_Lines(session),
        completer=Answers(session),
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,
        reserve_space_for_menu=0,
        key_bindings=_keys(draw_again),
        input=source,
        output=screen,
    )


def line_typed(editor: PromptSession[str], prompt: str, watcher: Watcher, before: str) -> str:
    """A line that begins with the text `before`; raises `RulesHaveChanged` if the watcher sees a change first.

    The line is erased then, so that it can be typed on below what is said about the change.
    """

    def leave() -> None:
        app = editor.app
        if app.is_running and not app.is_done and watcher.take():
            app.erase_when_done = True
            app.exit(exception=RulesHaveChanged(editor.default_buffer.text))

    def begin() -> None:
        loop = editor.app.loop
        assert loop is not None
        interrupting(watcher, lambda: loop.call_soon_threadsafe(leave))

    try:
        return editor.prompt(prompt, default=before, pre_run=begin)
    finally:
        watcher.when_changed(None)
        editor.app.erase_when_done = False


class Answers(Completer):
    """Completes answers and commands, also after a comma."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, _complete_event: CompleteEvent) -> Iterator[Completion]:
        """The completions of the last answer typed."""
        typed_text = document.text_before_cursor
        part = typed_text.rpartition(",")[2].lstrip()
        for found in self._session.completions(part):
            yield Completion(found, start_position=-len(part))


class _Lines(History):
    """The lines typed so far, also in earlier sessions; where hands are closed, only those since the seat was taken."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def _lasting(self) -> bool:
        return self._session.saving and not hides_hands(self._session.program)

    def load_history_strings(self) -> Iterable[str]:
        return reversed(typed.lines()) if self._lasting() else ()

    def store_string(self, string: str) -> None:
        if self._lasting():
            typed.add(string)


def _keys(draw_again: Callable[[], None]) -> KeyBindings:
    keys = KeyBindings()

    @keys.add("c-z")
    def _suspend(_event: KeyPressEvent) -> None:
        run_in_terminal(lambda: _suspended(draw_again))

    @keys.add("c-l")
    def _clear(event: KeyPressEvent) -> None:
        event.app.renderer.clear()
        run_in_terminal(draw_again)

    @keys.add(Keys.BracketedPaste)
    def _paste(event: KeyPressEvent) -> None:
        lines = event.data.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        event.current_buffer.insert_text("\n".join(abridged(line, LONGEST_PASTED) for line in lines))

    return keys


def _suspended(draw_again: Callable[[], None]) -> None:
    """Suspend the program and all processes beside it, as Ctrl-Z does elsewhere; return when it continues."""
    if hasattr(signal, "SIGTSTP"):
        os.kill(0, signal.SIGTSTP)
        draw_again()
