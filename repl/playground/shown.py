"""What a page shows, as data for JSON: events, problems and results of scenarios.

Words come from the plain driver, so that a page and a terminal report the same. Knows no game and no file.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

import attrs

from dsl import Problem, SourceFile, Span
from dsl.editing.fixes import Fix
from dsl.reading.highlight import classified
from dsl.text import render
from repl.authoring.checking import ScenarioResult
from repl.drivers import plain
from repl.session.events import Asked, Choice, Event, Explained, Table
from repl.session.grouped import grouped
from reverie.table import Row


def event(happened: Event) -> dict[str, Any]:
    """An event with its `lines` in words; a table has `rows`, and a question its `groups` of answers, too."""
    data: dict[str, Any] = {"event": type(happened).__name__.lower(), "lines": list(plain.lines(happened))}
    match happened:
        case Table(player, rows, again=again):
            return data | {"player": player, "again": again, "rows": [_row(row) for row in rows]}
        case Asked(choices=choices):
            return data | {"text": happened.text, "before": happened.before, "groups": _groups(choices)}
        case Explained(choices=choices):
            return data | {"choices": list(choices)}
        case _:
            return data


def problem(found: Problem, path: str, file: str = "") -> dict[str, Any]:
    """A problem; `from` and `to` are places in the text at `path` as a browser counts them, None if it is elsewhere.

    `file`: where that text lies, if it isn't there.
    """
    names = {path, file or path}
    here = found.span is not None and found.span.file.name in names
    place = _place(found.span) if found.span and here else {"from": None, "to": None, "line": 0}
    words = render.as_json(found)
    related = [
        {"text": label.text, "where": label.span.place, **(_place(label.span) if label.span.file.name in names else {})}
        for label in found.related
    ]
    where = "" if here or not found.span else found.span.place
    return place | {
        "code": found.code, "message": words["message"], "label": found.label, "help": found.help, "where": where,
        "related": related, "fixes": [],
    }  # fmt: skip


def fixes(found: Iterable[Fix], path: str) -> list[dict[str, Any]]:
    """The fixes that are edits of the text at `path` alone: what each does, and its edits as a browser counts."""
    return [
        {"title": fix.title, "edits": [{**_place(edit.span), "text": edit.text} for edit in fix.edits]}
        for fix in found
        if all(edit.span.file.name == path for edit in fix.edits)
    ]


def problems(found: Iterable[Problem], path: str, file: str = "") -> list[dict[str, Any]]:
    """Problems in the order in which they were found; see `problem`."""
    return [problem(each, path, file) for each in found]


def scenario(result: ScenarioResult, path: str) -> dict[str, Any]:
    """A scenario that was played: whether it holds, and the problems that say where it doesn't."""
    return {
        "id": result.scenario.id,
        "ok": not result.problems,
        "problems": problems(result.problems, path, str(result.path)),
    }


def colours(text: str) -> list[tuple[int, int, str]]:
    """The tokens of a text: where each begins and ends as a browser counts, and its sort."""
    source = SourceFile("", text)
    places = list(accumulate((1 + (char > "\uffff") for char in source.text), initial=0))
    return [(places[each.start], places[each.end], each.sort.value) for each in classified(source)]


def units(text: str, offset: int) -> int:
    """The place of a character as a browser counts, in units of 16 bits."""
    return offset + sum(char > "\uffff" for char in text[:offset])


def _place(span: Span) -> dict[str, Any]:
    text = span.file.text
    return {"from": units(text, span.start), "to": units(text, span.end), "line": span.line}


def _groups(choices: Iterable[Choice]) -> list[dict[str, Any]]:
    """The answers as a terminal groups them: the shared words of each group, and the other words of each answer."""
    asked = tuple(choices)
    by_number = {choice.number: choice for choice in asked}
    return [
        {
            "head": head,
            "answers": [
                {"number": number, "words": words, "id": by_number[number].id, "full": by_number[number].text,
                 "module": by_number[number].module}
                for number, words in answers
            ],
        }
        for head, answers in grouped(asked)
    ]  # fmt: skip


def _row(row: Row) -> dict[str, Any]:
    return {
        "label": row.label,
        "text": row.text,
        "short": row.short,
        "pieces": [attrs.asdict(piece) for piece in row.pieces],
        "beside": [_row(each) for each in row.beside],
    }
