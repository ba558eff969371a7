"""Entries of a trace as lines, and how what is very long is shortened.

`why` in a game and a scenario that fails show the same lines. Nothing here knows who may read them: the words of an
entry are handed in.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import Event

DEEPEST = 20
"""Most levels by which an entry of the trace is indented."""

LONGEST = 1_000
"""Most characters of an entry of the trace or of a line of news."""


def reason(event: Event, words: str, depth: int) -> str:
    """An entry in these words, with its rule and the rule's line."""
    cited = f" [{', '.join(event.citations)}]" if event.citations else ""
    rule = "" if words == event.rule or words.startswith(f"{event.rule}: ") else f": {event.rule}"
    return f"{'  ' * min(depth, DEEPEST)}{cut(words)}{rule}{cited} ({event.place})"


def shortened(lines: Sequence[str], most: int) -> tuple[str, ...]:
    """Lines; of very many, the first and the last `most`."""
    if len(lines) <= 2 * most:
        return tuple(lines)
    return (*lines[:most], more(len(lines) - 2 * most), *lines[-most:])


def cut(words: str) -> str:
    """Words; of very many, the beginning and the end."""
    return words if len(words) <= LONGEST else f"{words[: LONGEST // 2]} … {words[-LONGEST // 2 :]}"


def more(count: int) -> str:
    """A line for lines that are left out."""
    return f"… ({count:,} more) …"
