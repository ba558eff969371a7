"""The scores at the end of a game as a table in plain characters, and who won in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from repl.session.events import Ended

MOST_WORDS = 50
"""The most characters of the words for a part of a score; more are cut."""

WHOLE = "score"


def scores(event: Ended) -> tuple[str, ...]:
    """A column for each score, a row for each number that it adds up, the scores below; then who won."""
    return (*_table(event), *_won(event))


def _table(event: Ended) -> Iterator[str]:
    if not event.scores:
        return
    rows = [(_cut(words), [str(value) for value in values]) for words, values in event.parts]
    rows.append((WHOLE, [str(score) for score in event.scores.values()]))
    if len(event.scores) > 1:
        rows.insert(0, ("", list(event.scores)))
    words = max(len(label) for label, _ in rows)
    width = max(len(cell) for _, cells in rows for cell in cells)
    for label, cells in rows:
        padded = f"{label}{' ' * (words - len(label))}"
        yield f"  {padded}  {'  '.join(cell.rjust(width) for cell in cells)}"


def _cut(words: str) -> str:
    return words if len(words) <= MOST_WORDS else f"{words[: MOST_WORDS - 1]}…"


def _won(event: Ended) -> Iterator[str]:
    if not event.contested:
        return
    why = f" ({event.decided})" if event.decided else ""
    match event.winners:
        case ():
            yield "It is a tie, so nobody wins."
        case (winner,):
            yield f"Player {winner} wins{why}."
        case (*others, last):
            yield f"Players {', '.join(others)} and {last} share the victory{why}."
