"""What is worth mentioning of a rehearsal: rules that break down, and what never or always happened.

A rules fault is a mistake. All else is a note: something that is rare in games played at random may be as it should
be. So a condition is mentioned only if it is about something that did differ in these games, at other moments or on
other cards, and if it was tested often; an option only if the zone of its cards wasn't empty; and a game only if none
of all that were played went on to ask.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

import attrs

from dsl.program import fold
from dsl.program.blocks import Choose, Option
from dsl.program.expressions import Attribute, Binary, Covered, Expr, Int, Local, Not, Number
from dsl.program.operators import children, rebuilt, within
from dsl.program.program import Program
from dsl.text.diagnostics import Label, Problem
from dsl.text.source import Span
from dsl.text.spelling import counted
from interpreter.analysis.adjustments import CHANGES, NEEDED, does, needed_with_others
from interpreter.analysis.coverage import FALSE, KINDS, RULE, TRUE, covered_conditions
from interpreter.choices.options import words_of
from interpreter.simulation.rehearsal import ENDLESS, Broken, Rehearsal

OFTEN = 100
"""How often something must have been possible before it is mentioned that it didn't happen."""

WIDELY = 15
"""In how many games."""

LATER = 3
"""So many turns follow the last decision of a game that doesn't ask any more, and twice as many as came before."""

MOST_CHANGING = 2
"""The most rules that change definitions of which one may be behind a fault."""

EQUALITY = ("==", "!=")
"""The operators of conditions that say which of some values something has; what is printed in sets differs less."""

HELP = {
    "limit": "test before whether there is room: `if room in ZONE is more than 0`, or declare a higher limit",
    "no option": "let one option always be possible, or ask only if one is; without `must be answered` it is skipped",
    "invariant": "correct the rule that led there, or what is said to hold always",
}
"""What to do about kinds of faults."""

Key = tuple[str, int, int]
"""What a note is about: a file, and the characters from a start to an end."""

Findings = dict[Key, Problem | None]
"""The note about a place, or None where all is well."""


def noticed(rehearsals: Iterable[Rehearsal], is_own: Callable[[Span], bool]) -> tuple[Problem, ...]:
    """The fault of the first game that has one, then notes about the rules in some files.

    Of several programs of the same rules, as for several numbers of players, all must say the same.
    """
    every = [*rehearsals]
    broken = next((each for each in every if each.broken), None)
    merged: Findings = {}
    for found in every:
        others = () if broken else (*_options(found), *_pace(found))
        for key, note in (*_conditions(found), *others):
            merged[key] = note and merged.get(key, note)
    kept = sorted((key[0], key[1], -key[2]) for key, note in merged.items() if note)
    notes = [note for name, start, end in kept if (note := merged[name, start, -end])]
    own = _apart(note for note in notes if note.span is None or is_own(note.span))
    return (_breaks_down(broken, is_own), *own) if broken else tuple(own)


def _apart(notes: Iterable[Problem]) -> Iterator[Problem]:
    """Notes without those about a part of what another is about."""
    last: Span | None = None
    for note in notes:
        here = note.span
        if here is None or last is None or here.file != last.file or here.start >= last.end:
            yield note
            last = here or last


def _breaks_down(found: Rehearsal, is_own: Callable[[Span], bool]) -> Problem:
    """The problem of rules that break down, with the rule that acted last, if another one is reported.

    Of an invariant that doesn't hold, the rule that broke it is wanted: one of the files that are looked at if such
    a rule acted at all.
    """
    broken = found.broken[0]
    why = broken.outcome.sentence.removeprefix("Rules fault: ").removesuffix(".")
    times = f"{len(found.broken)} of {counted(found.games, 'game')}"
    span = found.program.origins[broken.origin].span if broken.origin >= 0 else None
    message = f"the rules break down in {times} played to try them: {why}{broken.lying and f'; then {broken.lying}'}"
    help_ = HELP.get(broken.kind, "correct the rule, or test before whether it can be done")
    if broken.kind in ENDLESS:
        asked = f"nobody was asked anything after turn {broken.last} of {broken.turns:,}: " if broken.last else ""
        help_ = f"{asked}let something end this, or set what ended it anew"
        if broken.passed > OFTEN:
            help_ = f"{asked}end the game when nothing can be chosen any more, by `game over when …` or `lose when …`"
    related = () if span and is_own(span) and broken.kind != "invariant" else _last(found.program, broken, is_own)
    if not any(is_own(each) for each in (*([span] if span else []), *(label.span for label in related))):
        related += _changing(found.program, is_own)
    return Problem("breaks-down", message, span, related=related, help=help_)


def _last(program: Program, broken: Broken, is_own: Callable[[Span], bool]) -> tuple[Label, ...]:
    """The last rule that acted before rules broke down: of the files that are looked at, or of the others.

    Of rules that run on and on, the last question, and the rule of these files that acts most often. Where no rule of
    these files acted since the last answer, an invariant may be broken by what one did before.
    """
    spans = [program.origins[origin].span for origin in broken.acted]
    own = [span for span in spans if is_own(span)]
    if broken.kind in ENDLESS:
        passed = f": passed over {broken.passed:,} times since, without an option" if broken.passed > OFTEN else ""
        last = f"the last question{passed}"
        asked = (Label(program.origins[broken.asked].span, last),) if broken.asked >= 0 else ()
        again = [span for span, times in Counter(own).most_common(1) if times > OFTEN]
        return (*asked, *(Label(span, "this rule acts again and again") for span in again))
    if not spans:
        return ()
    span = (own or spans)[-1]
    before = (span for each in broken.earlier if is_own(span := program.origins[each].span))
    if not own and broken.kind == "invariant" and (earlier := next(before, None)):
        return (Label(earlier, "the last rule of these files that acted, before the last answer"),)
    text = "the last rule that acted" if span is spans[-1] else "the last rule of these files that acted"
    return (Label(span, text),)


def _changing(program: Program, is_own: Callable[[Span], bool]) -> tuple[Label, ...]:
    """The rules of these files that change definitions or what a victory needs, if there are few.

    By them, other rules do what they didn't do, or go on where the game would be over.
    """
    own = [each for each in program.contributions if is_own(each.span)]
    needed = needed_with_others(program)
    labels = [Label(each.span, does(each)) for each in own if each.kind in CHANGES]
    labels += [Label(each.span, NEEDED) for each in own if each in needed]
    return tuple(labels) if len(labels) <= MOST_CHANGING else ()


def _note(message: str, span: Span | None, help_: str) -> Problem:
    return Problem("rehearsal", message, span, help=help_, note=True)


def _in_games(found: Rehearsal) -> str:
    return f"in {counted(found.games, 'game')} played to try the rules,"


def _key(span: Span) -> Key:
    return span.file.name, span.start, span.end


def _pace(found: Rehearsal) -> Iterator[tuple[Key, Problem | None]]:
    """The note about a game that goes on without asking."""
    late = [turns - last >= max(LATER, 2 * last) for last, turns in found.pace]
    if len(late) < WIDELY or not all(late):
        yield ("", 0, 0), None
        return
    last, turns = max(found.pace)
    said = f"{_in_games(found)} nobody had a choice after turn {last}, in up to {turns} turns"
    help_ = "does a flag or a number that ends the questions stay as it is? set it anew where a turn begins"
    yield ("", 0, 0), _note(said, None, help_)


def _options(found: Rehearsal) -> Iterator[tuple[Key, Problem | None]]:
    """Notes about options for cards that never lay where they are chosen from, though others did."""
    origins = found.program.origins
    offered: dict[Key, list[tuple[int, Choose, Option]]] = {}
    for block, choice in words_of(found.program).choices.items():
        for number, option in enumerate(choice.options):
            places = offered.setdefault(_key(origins[option.origin].span), [])
            places.append((0 if (block, number) in found.offered else 1, choice, option))
    for key, places in offered.items():
        acted = any(_entry(found, option.origin, RULE) for _, _, option in places)
        if acted or not all(missing and _is_empty(found, option) for missing, _, option in places):
            yield key, None
            continue
        asked = {choice.origin: _entry(found, choice.origin, RULE) for _, choice, _ in places}
        games = max(found.within[origin * KINDS + RULE] for origin in asked)
        option = places[0][2]
        if sum(asked.values()) < OFTEN or games < WIDELY or not _is_filled(found, option):
            continue
        chosen = option.parameters[0].name
        said = (
            f"{_in_games(found)} this was never offered: no `{chosen}` was there in {sum(asked.values()):,} questions"
        )
        help_ = f"can a `{chosen}` lie there? correct the zone or the kind, or let a rule move one there"
        yield key, _note(said, origins[option.origin].span, help_)


def _entry(found: Rehearsal, origin: int, kind: int) -> int:
    return found.tested[origin * KINDS + kind]


def _is_empty(found: Rehearsal, option: Option) -> bool:
    """Whether none of the cards that an option is about was there: not even its `where` was tested."""
    if not option.parameters or not option.parameters[0].sources:
        return False
    before = [part for part in within(option.condition) if isinstance(part, Covered)]
    about = [part for part in within(option.parameters[0].condition) if isinstance(part, Covered)]
    met = all(_entry(found, part.origin, TRUE) >= OFTEN for part in before)
    return met and not any(_entry(found, part.origin, kind) for part in about for kind in (TRUE, FALSE))


def _is_filled(found: Rehearsal, option: Option) -> bool:
    """Whether cards lay in a zone that an option is about, at half of all decisions."""
    zones = (source.zone for source in option.parameters[0].sources)
    numbers = [zone.value for zone in zones if isinstance(zone, Int)]
    return not numbers or 2 * max(found.filled[zone] for zone in numbers) >= found.decisions


@attrs.define
class _Tested:
    """A condition at one place of the text: how often it was tested, in how many games, and each way it has there."""

    span: Span
    parts: list[Expr] = attrs.field(factory=list)
    held: int = 0
    failed: int = 0
    games: int = 0


def _conditions(found: Rehearsal) -> Iterator[tuple[Key, Problem | None]]:
    """Notes about conditions that always had the same value, where what they are about had others."""
    every: dict[Key, _Tested] = {}
    watching = {part for invariant in found.program.invariants for part in within(invariant.condition)}
    for each in covered_conditions(found.program):
        if each in watching:  # it is to be always the same
            continue
        span = found.program.origins[each.origin].span
        tested = every.setdefault(_key(span), _Tested(span))
        tested.parts.append(each.part)
        tested.held += _entry(found, each.origin, TRUE)
        tested.failed += _entry(found, each.origin, FALSE)
        tested.games = max(tested.games, *(found.within[each.origin * KINDS + kind] for kind in (TRUE, FALSE)))
    for key, tested in every.items():
        if tested.held and tested.failed:
            yield key, None
        elif tested.held + tested.failed >= OFTEN and tested.games >= WIDELY:
            holds = bool(tested.held)
            if subject := next((name for part in tested.parts if (name := _differs(found, part, holds))), ""):
                yield key, _constant(found, tested, holds, subject)


def _constant(found: Rehearsal, tested: _Tested, holds: bool, subject: str) -> Problem:
    said = f"this {'always' if holds else 'never'} held ({tested.held + tested.failed:,} tests)"
    message = f"{_in_games(found)} {said}, though `{subject}` wasn't always the same"
    numbers = [each for each in found.program.counters if each.family == subject]
    whose = f"of the right player (`{subject} of …`), " if any(each.owner >= 0 for each in numbers) else ""
    help_ = f"is this tested {whose}at the right moment, not just before or after it is set?"
    if event := _lasts(found, subject, tested.span):
        help_ = (
            f"`{subject}` lasts during `{event}` only, and is as at its beginning here: test it `after {event} if …`"
        )
    return _note(
        message, tested.span, help_ if numbers else "is this tested of the right card, and of one that has it?"
    )


def _lasts(found: Rehearsal, subject: str, at: Span) -> str:
    """The event during which a number or a flag lasts, if a rule at another one tests it; "" about any other."""
    head = re.match(r"(?:before|after|instead of|together with) (?P<event>[\w' -]+?)(?= if |,|$)", _head(at))
    files = dict.fromkeys(origin.span.file.text for origin in found.program.origins)
    of = rf"^[ \t]*(?:flag|number|marker) {re.escape(subject)}(?: per [\w' ]+?)*"
    lasting = rf"{of} during (?P<event>[\w' -]+?)(?=[:,\[]|[ \t]*$)"
    declared = next((each for text in files if (each := re.search(lasting, text, re.MULTILINE))), None)
    return declared["event"] if head and declared and head["event"] != declared["event"] else ""


def _head(at: Span) -> str:
    """The first line of the rule in which a place is."""
    begin = max((each.start() for each in re.finditer(r"^[^\s#]", at.file.text[: at.end], re.MULTILINE)), default=0)
    return at.file.text[begin:].partition("\n")[0]


def _differs(found: Rehearsal, condition: Expr, holds: bool) -> str:
    """What a condition is about, if it would have had another value at another moment or for another card; else ""."""
    while isinstance(condition, Not | Covered):
        holds = holds is not isinstance(condition, Not)
        condition = condition.part
    program = found.program
    numbers = {part for part in _outer(condition) if isinstance(part, Number)}
    attributes = {part for part in _outer(condition) if isinstance(part, Attribute) and isinstance(part.card, Local)}
    cards = {part.card for part in attributes}
    plain = all(isinstance(part, Int | Binary | Number | Attribute) for part in _outer(condition))
    if not plain or len(numbers) > 1 or len(cards) > 1 or not (numbers or attributes) or not _is_equality(condition):
        return ""
    index, *_ = *(number.index for number in numbers), None
    families = [program.counters[at].family for at in _indices(program, index)]
    values = {value for at in _indices(program, index) for value in found.values[at]} or {0}
    tables = [table.values for table in program.tables]
    local = next(iter(cards), Local(-1))
    assert isinstance(local, Local)
    faces = [*range(len(program.faces))] if cards else [0]
    if attributes and not numbers:
        faces = [card for card in faces if any(tables[part.table][card] for part in attributes)]
    for value, card in product(sorted(values), faces):
        known = fold.known(_with(condition, value), {local.index: card}, tables)
        if known is not None and bool(known) != holds:
            return families[0] if families else program.tables[next(iter(attributes)).table].name
    return ""


def _is_equality(condition: Expr) -> bool:
    return isinstance(condition, Number) or (isinstance(condition, Binary) and condition.operator in EQUALITY)


def _outer(condition: Expr) -> Iterator[Expr]:
    """The parts of a condition, without what says which number or which card is meant."""
    yield condition
    if not isinstance(condition, Number | Attribute):
        for part in children(condition):
            yield from _outer(part)


def _with(condition: Expr, value: int) -> Expr:
    """A condition in which every number of the state has this value."""
    if isinstance(condition, Number):
        return Int(value)
    return rebuilt(condition, lambda part: _with(part, value))


def _indices(program: Program, index: Expr | None) -> Sequence[int]:
    """The numbers of the state that belong to the same declaration as one, or as the first that an index may be."""
    if index is None:
        return ()
    first = next((part.value for part in within(index) if isinstance(part, Int) and part.value), 0)
    family = program.counters[first].family
    return [at for at, counter in enumerate(program.counters) if counter.family == family and not counter.hidden]
