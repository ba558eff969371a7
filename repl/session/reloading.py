"""Rules that are read again in the middle of a game: what the person at the table is told, and what is saved.

`saves.reload` replays the game; this module words its findings, as far as the viewer may know them, and prepares the
lines of the game's file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from dsl import Problem, Program
from dsl.text.spelling import counted
from repl.authoring.problems import in_lines
from repl.reports.reasons import reason
from repl.saves.records import Assisted, Line, Undone
from repl.saves.reload import Divergence, Reloaded
from repl.saves.replay import result_of
from repl.saves.timeline import Timeline
from repl.session.events import Refused, RulesChanged
from repl.session.knowledge import Witness

if TYPE_CHECKING:
    from interpreter import Event

STAY = "The old rules stay in force"
ANYWAY = "anyway"


def same(timeline: Timeline) -> RulesChanged:
    """Every answer still fits, and nothing else happens."""
    kept = len(timeline.moves)
    fits = (
        f" {'The answer so far still fits' if kept == 1 else f'All {kept} answers so far still fit'}." if kept else ""
    )
    return RulesChanged("same", f"The rules were read again.{fits}", kept=kept, again=timeline.ahead)


def broken(lines: tuple[str, ...], problems: Iterable[Problem] = ()) -> RulesChanged:
    """The new rules can't be linked, or the game can't begin under them."""
    text = f"{STAY}, because the new ones can't be used:"
    return RulesChanged("broken", text, lines or in_lines(problems), problems=tuple(problems))


def unlinked(text: str, problems: Iterable[Problem]) -> Refused:
    """A line was refused because rules can't be linked."""
    return Refused(text, "\n".join(in_lines(problems)), tuple(problems))


def differs(found: Reloaded, divergence: Divergence, before: tuple[Program, Timeline], now: Program,
            viewer: str) -> RulesChanged:  # fmt: skip
    """The game becomes another one, and the player may go on before that."""
    lines = tuple(_lines(found, divergence, before, now, viewer))
    kept, again = len(found.timeline.moves), found.timeline.ahead
    where = _before(divergence)
    rest = f"; `redo all` then gives {counted(again, 'answer')} again" if again else ""
    return RulesChanged(
        "differs", f"Under the new rules, the game becomes another one {_at(divergence)}:", lines,
        f"{STAY}. To go on under the new ones {where}, type `reload {ANYWAY}`{rest}.", kept, again, divergence.number,
    )  # fmt: skip


def gone_on(found: Reloaded, divergence: Divergence, file: str) -> RulesChanged:
    """The game goes on under the new rules before it becomes another one."""
    kept, again = len(found.timeline.moves), found.timeline.ahead
    help_ = (
        f"`redo` gives {counted(again, 'answer')} again that still {'fits' if again == 1 else 'fit'}." if again else ""
    )
    stays = f" The game under the old rules stays saved as {file}." if file else ""
    text = f"The game goes on under the new rules, {_before(divergence)}.{stays}"
    return RulesChanged("gone on", text, (), help_, kept, again, divergence.number)


def went_on(found: Reloaded, divergence: Divergence, before: tuple[Program, Timeline], now: Program,
            viewer: str) -> RulesChanged:  # fmt: skip
    """The game goes on under the new rules with every answer that fits, though it becomes another one."""
    kept = len(found.timeline.moves)
    fit = (
        f"with {counted(kept, 'answer')} that still {'fits' if kept == 1 else 'fit'}" if kept else "from its beginning"
    )
    text = f"The game goes on under the new rules, {fit}, but becomes another one {_at(divergence)}:"
    lines = tuple(_lines(found, divergence, before, now, viewer))
    return RulesChanged("gone on", text, lines, "", kept, found.timeline.ahead, divergence.number)


def _at(divergence: Divergence) -> str:
    return f"at answer {divergence.number}" if divergence.number else "at its beginning"


def _before(divergence: Divergence) -> str:
    return f"before answer {divergence.number}" if divergence.number else "from its beginning"


def _lines(
    found: Reloaded, divergence: Divergence, before: tuple[Program, Timeline], now: Program, viewer: str
) -> Iterator[str]:
    if divergence.differing:
        yield f"it begins with another state of {', '.join(f'`{name}`' for name in divergence.differing)}"
        return
    if divergence.answer is not None:
        answer = divergence.answer
        witness = Witness(before[0], viewer, over=False)
        words = f"`{answer.words}`" if witness.sees(answer.player) else f"an answer of player {answer.player}"
        yield f"{words} no longer fits: {divergence.reason}"
        return
    old = before[1].every[-1].trace
    yield f"before: {_event(divergence.before, old, before[0], viewer)}"
    yield f"now: {_event(divergence.now, found.trace, now, viewer)}"


def _event(event: Event | None, trace: tuple[Event, ...], program: Program, viewer: str) -> str:
    """An entry in words, as far as the viewer may know it, with its rule."""
    if event is None:
        return "nothing"
    words = Witness(program, viewer, over=False).shown(event, trace[event.index + 1 :])
    return reason(event, words, 0)


def lines_of(timeline: Timeline) -> tuple[Line, ...]:
    """A game as the lines of a file: its answers, those taken back, and its end."""
    lines: list[Line] = [*timeline.every_move]
    if timeline.ahead:
        lines.append(Undone(timeline.ahead))
    if timeline.assisted:
        lines.append(Assisted(timeline.assisted, timeline.hinted))
    outcome = timeline.game.outcome
    return (*lines, result_of(outcome)) if outcome else tuple(lines)
