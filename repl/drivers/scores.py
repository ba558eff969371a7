"""The scores at the end of a game as a table in plain characters, and who won in a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from repl.session.events import Ended

WIDTH = 76
LEAST_WORDS = 20
"""So many characters of the words for a part of a score are shown, and more if the table stays within the width."""

WHOLE = "score"


def scores(event: Ended) -> tuple[str, ...]:
    """A column for each score, a row for each number that it adds up, the scores below; then who won."""
    return (*_table(event), *_won(event))


def _table(event: Ended) -> Iterator[str]:
    if not event.scores:
        return
    rows = [(words, [str(value) for value in values]) for words, values in event.parts]
    rows.append((WHOLE, [str(score) for score in event.scores.values()]))
    if len(event.scores) > 1:
        rows.insert(0, ("", list(event.scores)))
    width = max(len(cell) for _, cells in rows for cell in cells)
    room = max(LEAST_WORDS, WIDTH - len(event.scores) * (width + 2))
    words = min(room, max(len(label) for label, _ in rows))
    for label, cells in rows:
        yield f"  {_cut(label, words):<{words}}  {'  '.join(cell.rjust(width) for cell in cells)}"


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"


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
