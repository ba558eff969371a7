"""Check what a scenario says of its end without playing it: names, and values that the game can't have.

A number has a range or words, a zone its limit, and no card lies in more copies than the game has. Whether the game
comes to such an end is found out by playing (`scenario`).
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from dsl.model.scenario import Entry, Laid, Scenario
from dsl.program.program import Program
from dsl.program.setup import Counter
from dsl.text.diagnostics import Problems
from dsl.text.spelling import counted, did_you_mean, nearest
from interpreter.choices.decisions import letter
from interpreter.scenarios.definitions import definitions_of
from interpreter.scenarios.position import (
    explain_card,
    explain_end,
    explain_player,
    number_names,
    read_name,
    shown_entry,
    unknown_cards,
    zone_names,
)
from interpreter.scenarios.score_lines import NOBODY, WINNER, explain_score, score_names
from interpreter.state.wording import FACE_DOWN, mark_of


def check_end(program: Program, scenario: Scenario, problems: Problems) -> None:
    """Report the entries of `then` that no state of the game can meet."""
    zones, numbers = zone_names(program), number_names(program)
    said: dict[str, Entry] = {}
    for entry in scenario.then:
        if entry.name in zones:
            found = _of_zone(program, zones[entry.name], entry)
        elif entry.name in numbers:
            found = _of_number(program.counters[numbers[entry.name]], entry)
        else:
            found = _of_other(program, entry)
        if not entry.includes and said.setdefault(entry.name, entry).value != entry.value:
            found = [*found, (f"`{entry.name}` is there twice", "leave one of the two lines out")]
        for message, help_ in found:
            problems.add("scenario-end", message, entry.span, help=help_)
    _copies(program, scenario.then, problems)


Found = Iterable[tuple[str, str]]
"""Messages, each with its help."""


def _of_zone(program: Program, zone: int, entry: Entry) -> Found:
    """What is wrong with the cards of a zone."""
    place = program.places[zone]
    if isinstance(entry.value, int):
        yield f"`{entry.name}` holds cards and is no number", "name the cards, or write `nothing`"
        return
    strange = [*unknown_cards(program, entry.value)]
    yield from ((f"no card of this game is called `{card}`", explain_card(program, card)) for card in strange)
    if 0 <= place.limit < len(entry.value):
        limit = counted(place.limit, "card")
        yield f"`{entry.name}` holds at most {limit}, and {len(entry.value)} are named", "leave some of them out"
    for card in () if strange else _each(entry.value):
        known = _marks(program, card)
        for mark in card.marks:
            if mark not in known:
                listed = f"what it can be: {', '.join(f'`{each}`' for each in known)}" if known else "leave it out"
                yield f"`{card.name}` can't be `{mark}`", did_you_mean(nearest(mark, known), listed)


def _of_number(counter: Counter, entry: Entry) -> Found:
    """What is wrong with the value of a number, flag or marker."""
    if counter.words:
        word = shown_entry(entry)
        if word not in counter.words:
            yield f"`{entry.name}` is never `{word}`", f"it is one of: {', '.join(counter.words)}"
    elif not isinstance(entry.value, int):
        help_ = f"say the number: `{entry.name}: {max(counter.minimum, 0)}`"
        yield f"`{entry.name}` is a number and holds no cards", help_
    elif not counter.minimum <= entry.value <= counter.maximum:
        message = f"`{entry.name}` is never {entry.value}: it goes from {counter.minimum} to {counter.maximum}"
        yield message, "say a number in this range, or declare a wider one"


def _of_other(program: Program, entry: Entry) -> Found:
    """What is wrong with a line about something else: a score, the winner, a definition, or an unknown name."""
    scores, defined = score_names(program), definitions_of(program).known
    if (entry.name not in scores and entry.name not in defined) or entry.any_order or entry.includes:
        help_ = explain_score(program, entry.name) or explain_end(program, entry.name)
        yield f"no zone and no number is called `{entry.name}`", help_
        return
    said = shown_entry(entry)
    players = [letter(player) for player in range(program.players)]
    if entry.name == WINNER and entry.name in scores:
        unknown = [each for each in said.split(", ") if each not in (*players, NOBODY)]
        if unknown:
            yield f"there is no player `{unknown[0]}` in this game", explain_player(program)
    elif entry.name in defined and defined[entry.name].words and said not in defined[entry.name].words:
        yield f"`{entry.name}` is never `{said}`", f"it is one of: {', '.join(defined[entry.name].words)}"


def _each(cards: Iterable[Laid]) -> Iterator[Laid]:
    """Cards, and those that lie on them."""
    for card in cards:
        yield card
        yield from _each(card.riders)


def _ids(program: Program, name: str) -> list[int]:
    return [number for number, face in enumerate(program.faces) if face.name == name]


def _known(program: Program, card: Laid) -> str:
    """The name of a card, without the words of its facts."""
    return read_name(card.name, {face.name for face in program.faces})[0]


def _marks(program: Program, card: Laid) -> list[str]:
    """What can stand in parentheses behind a card."""
    ids = _ids(program, _known(program, card))
    having = [fact for fact in program.facts if fact.mark and any(0 <= i - fact.first < fact.count for i in ids)]
    facing = program.facing is not None and any(id_ in program.facing.cards for id_ in ids)
    return [
        *(mark_of(fact, value) for fact in having for value in range(1, fact.maximum + 1)),
        *([FACE_DOWN] if facing else []),
    ]


def _copies(program: Program, entries: Iterable[Entry], problems: Problems) -> None:
    """Report the first entry that names more copies of a card than there are, all entries taken together."""
    named = Tally[str]()
    for entry in {entry.name: entry for entry in entries if not entry.includes}.values():
        for card in () if isinstance(entry.value, int) else _each(entry.value):
            name = _known(program, card)
            ids = _ids(program, name)
            named[name] += 1
            total = sum(program.faces[id_].total for id_ in ids)
            if ids and named[name] == total + 1:
                message = f"more copies of `{name}` are named than there are: this game has {total}"
                problems.add("scenario-end", message, entry.span, help="name it less often")
