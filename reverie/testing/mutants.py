"""Mutants: rules files with one slip each, as an author might make it.

Reads the model of a file, whose spans say where in the text each rule stands, and changes the text at one place: a
condition negated, turned or left out, a number or a limit one more or less, a zone, a side, a class or an event swapped
for another of its kind, `before` for `after`, a statement or an option left out. Knows nothing of linking and playing;
what only helps or shows is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import attrs

from dsl.model import model as m
from dsl.model.traverse import parts
from dsl.text.source import SourceFile, Span

LEFT_ALONE = (
    m.Game, m.Module, m.Won, m.Prompt, m.OutOfReach, m.Invariant, m.Table, m.Help, m.Topic, m.Example, m.Text,
)  # fmt: skip
"""What changes no game: what is said and shown, and what guards the rules themselves."""

DROPPED = (
    m.Move, m.TurnCard, m.Lay, m.Reveal, m.Draw, m.Shuffle, m.Put, m.Exchange, m.Set, m.Let, m.Ask, m.AskAgain, m.Do,
    m.Proceed, m.If, m.Repeat, m.Each, m.Together, m.Lose, m.GameOver, m.NextPlayer,
    m.Hook, m.Handler, m.Ability, m.Adjust, m.Raise, m.Keep, m.Forbid, m.WinOnly, m.WinAlso, m.LoseWhen,
    m.OverWhen, m.Refuse, m.Trigger, m.Flip, m.Roll, m.Pick,
)  # fmt: skip
"""Statements, and declarations that can be left out like one."""

RULES = (m.Event, m.Hook, m.Handler, m.Trigger, m.Ability, m.Option)
"""What has steps of which is known whether they were carried out."""

OTHER_SIDE = {
    "top": "bottom", "bottom": "top", "leftmost": "rightmost", "rightmost": "leftmost",
    "left": "right", "right": "left",
}  # fmt: skip

TURNED = {
    ">=": (("at least", "at most"), ("at least", "more than")),
    "<=": (("at most", "at least"), ("at most", "less than")),
    ">": (("more than", "less than"), ("more than", "at least")),
    "<": (("less than", "more than"), ("less than", "at most")),
}
"""The words of a comparison, and those that turn it: the other way round, and with the bound or without it."""

RANKED = (("highest", "lowest"), ("lowest", "highest"), ("most", "fewest"), ("fewest", "most"))
"""The words of a comparison of players, and those that turn it."""

CITATION = re.compile(r"\s*\[[^\[\]]*\]\s*$")


@attrs.frozen
class Edit:
    """A change of a text at one place, what it is, and the rules that are cited there.

    `within`: where the innermost rule begins whose steps are changed; None if it changes more than steps.
    """

    start: int
    end: int
    text: str
    change: str
    citations: tuple[str, ...] = ()
    within: int | None = None

    def of(self, file: SourceFile) -> SourceFile:
        """The file with this change."""
        return SourceFile(file.name, file.text[: self.start] + self.text + file.text[self.end :])

    def declaration(self, model: m.File) -> int:
        """The number of the declaration that it changes."""
        starts = [declaration.span.start for declaration in model.declarations]
        return max(number for number, start in enumerate(starts) if start <= self.start or number == 0)

    def alone(self, model: m.File) -> SourceFile:
        """The changed declaration where it stands in the file, with blanks in place of all others."""
        file, number = model.span.file, self.declaration(model)
        starts = [each.span.start for each in model.declarations]
        begin, *rest = [*starts[number:], len(file.text)]
        changed = file.text[begin : self.start] + self.text + file.text[self.end : rest[0]]
        return SourceFile(file.name, re.sub(r"[^\n]", " ", file.text[:begin]) + changed)


@attrs.frozen
class Kinds:
    """Names that may be swapped for another: each with the next one of its kind."""

    zones: Mapping[str, str]
    members: Mapping[str, str]
    classes: Mapping[str, str]
    events: Mapping[str, str]

    @classmethod
    def of(cls, models: Sequence[m.File]) -> Kinds:
        """The kinds of what these files declare."""
        zones: dict[str, list[str]] = {}
        classes: dict[str, list[str]] = {}
        events: dict[int, list[str]] = {}
        members: list[list[str]] = []
        for declaration in (node for model in models for node in _below(model)):
            match declaration:
                case m.Zone(name, per, shape):
                    zones.setdefault(f"{shape} {len(per)}", []).append(name.text)
                case m.Group(name, _, False):
                    zones.setdefault("group", []).append(name.text)
                case m.Enumeration(_, names) | m.Marker(_, _, names):
                    members.append([name.text for name in names])
                case m.Event(name, parameters):
                    events.setdefault(len(parameters), []).append(name.text)
                case m.Kind(name, parent):
                    classes.setdefault(parent.text if parent else "", []).append(name.text)
                case m.Class(name, kind) | m.Card(name, kind):
                    classes.setdefault(kind.text, []).append(name.text)
                case m.CardTable(m.Name(kind), _, _, rows):
                    classes.setdefault(kind, []).extend(row[0].text for row in rows)
        return cls(*map(_next_ones, (zones.values(), members, classes.values(), events.values())))


def _next_ones(kinds: Iterable[Sequence[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for kind in kinds:
        names = list(dict.fromkeys(kind))
        found |= {one: other for one, other in pairwise([*names, *names[:1]]) if one != other and one not in found}
    return found


def _below(node: m.Node) -> Iterator[m.Node]:
    yield node
    for part in parts(node):
        yield from _below(part)


def edits(model: m.File, kinds: Kinds) -> list[Edit]:
    """All changes of a file that this module knows, in the order of the text."""
    found: dict[tuple[int, int, str], Edit] = {}
    for declaration in model.declarations:
        for edit in _edits(declaration, kinds, (), None):
            found.setdefault((edit.start, edit.end, edit.text), edit)
    return sorted(found.values(), key=lambda edit: (edit.start, edit.end))


def _edits(node: m.Node, kinds: Kinds, cited: tuple[str, ...], within: int | None) -> Iterator[Edit]:
    """The changes of a node and of all below it; what is cited nearest to one belongs to it."""
    if isinstance(node, LEFT_ALONE):
        return
    cited = getattr(node, "citations", ()) or cited
    for edit in _own(node, kinds):
        yield attrs.evolve(edit, citations=cited, within=within)
    for part in parts(node):
        if not (isinstance(node, m.Section) and part is node.condition):
            is_step = isinstance(node, RULES) and any(part is step for step in node.body)
            yield from _edits(part, kinds, cited, _begin(node) if is_step else within)


def _begin(rule: m.Node) -> int:
    """Where a rule begins, as the program says when it acts: a trigger begins at its condition."""
    return (rule.condition if isinstance(rule, m.Trigger) else rule).span.start


def _own(node: m.Node, kinds: Kinds) -> Iterator[Edit]:
    yield from _dropped(node)
    yield from _conditions(node)
    yield from _comparisons(node)
    yield from _numbers(node)
    yield from _moments(node)
    yield from _swapped(node, kinds)
    yield from _others(node, kinds)
    yield from _turned(node)


# What is left out


def _dropped(node: m.Node) -> Iterator[Edit]:
    match node:
        case m.AddedOption(_, (_,)):
            yield _without_block(node)
        case m.Ask(_, _, _, _, options) | m.AddedOption(_, options) if len(options) > 1:
            yield from (_without_block(option) for option in options)
        case m.Do(_, _, _, asking):
            yield from (_without_stand_in(each) for each in asking)
    if isinstance(node, DROPPED):
        yield _without_block(node)
    if isinstance(node, m.Once):
        yield _without_once(node)
    if isinstance(node, m.Ask) and node.at_once:
        yield _without_at_once(node)
    if isinstance(node, m.Ask) and node.decided_by is not None:
        yield _without_clause("decided by", node.decided_by)
    if isinstance(node, m.Do) and node.counted is not None:
        yield _without_clause("counted as", node.counted)


def _without_stand_in(node: m.StandIn) -> Edit:
    """An event that asks with its own prompt."""
    start = node.span.file.text.rindex(",", 0, node.span.start)
    return Edit(start, node.span.end, "", f"without `{node.span.sentence}`")


def _without_at_once(node: m.Ask) -> Edit:
    """A question for the acting player instead of all."""
    found = re.compile(r",\s*(decided by\s+every player at once)").search(node.span.file.text, node.span.start)
    assert found
    return Edit(found.start(), found.end(), "", f"without `{found[1]}`")


def _without_clause(words: str, node: m.Node) -> Edit:
    """A question for the acting player instead of the one who is named; a card that counts as nothing else."""
    span = _with_brackets(node.span)
    start = re.search(rf",\s*{words}\s*$", span.file.text[: span.start])
    assert start
    return Edit(start.start(), span.end, "", f"without `{words} {node.span.sentence}`")


def _without_block(node: m.Node) -> Edit:
    """Without the lines of a node: its own and those indented below it."""
    text = node.span.file.text
    start = text.rfind("\n", 0, node.span.start) + 1
    depth = node.span.start - start
    end = _line_end(text, node.span.end)
    while end < len(text) and _depth(text, end) > depth:
        end = _line_end(text, end)
    return Edit(start, end, "", f"without `{CITATION.sub('', node.span.sentence)}`")


def _line_end(text: str, position: int) -> int:
    found = text.find("\n", position)
    return len(text) if found < 0 else found + 1


def _depth(text: str, start: int) -> int:
    """How far a line is indented; an empty one belongs to the lines above it, so its depth is that of the next."""
    line = text[start : _line_end(text, start)]
    if line.strip():
        return len(line) - len(line.lstrip(" "))
    end = start + len(line)
    return _depth(text, end) if end < len(text) else 0


# Conditions


def _conditions(node: m.Node) -> Iterator[Edit]:
    match node:
        case m.Section(condition):
            yield _negated(condition)
        case m.If(condition) | m.Conditional(condition) | m.Trigger(condition) | m.Adjust(_, _, _, condition):
            yield from _of_condition(condition)
        case m.WinOnly(condition) | m.WinAlso(condition) | m.LoseWhen(condition) | m.OverWhen(condition):
            yield from _of_condition(condition)
        case m.Repeat(False, condition) | m.ForEvery(_, _, condition):
            yield from _of_condition(condition)
        case m.Class(_, _, condition):
            yield from _of_condition(condition)
        case m.Raise(_, _, _, _, condition) if condition:
            yield from _of_optional(condition)
        case m.Option(_, condition) | m.Hook(_, _, condition) | m.Ability(_, _, condition) | m.Forbid(_, condition):
            yield from _of_optional(condition)
        case m.Selection() | m.Among() | m.Subset() | m.AnyRun():
            yield from _of_optional(node.where)
        case m.Define(_, _, m.All() | m.Either() | m.Negation() | m.Compare() | m.AnyOf() | m.ForEvery() as value):
            yield from _of_condition(value)


def _without_once(once: m.Once) -> Edit:
    """Without the clause that lets a rule act once."""
    text = once.span.file.text
    start = text.rindex(",", 0, once.span.start)
    return Edit(start, once.span.end, "", f"without `{once.span.sentence}`")


def _of_optional(condition: m.Expression | None) -> Iterator[Edit]:
    if condition is not None:
        yield from _of_condition(condition)
        span = _with_brackets(condition.span)
        if found := re.search(r",?\s+(where|if|when)\s+$", span.file.text[: span.start]):
            yield Edit(found.start(), span.end, "", f"without `{found[1]} {condition.span.sentence}`")


def _of_condition(condition: m.Expression) -> Iterator[Edit]:
    """A condition negated, and changes of what it is made of."""
    yield _negated(condition)
    if isinstance(condition, m.All | m.Either):
        yield from _without_parts(condition)
        yield _joined_otherwise(condition)
        for part in condition.parts:
            yield from _of_condition(part)
    elif isinstance(condition, m.Negation) and isinstance(condition.part, m.All | m.Either):
        yield from _of_condition(condition.part)


def _comparisons(node: m.Node) -> Iterator[Edit]:
    """A comparison turned; one with a number loses or gains its bound by a change of the number."""
    match node:
        case m.Compare(operator, left, right) if operator in TURNED:
            turned = TURNED[operator][: 1 if isinstance(right, m.Integer) else 2]
            for word, other in turned:
                yield _replaced(Span(node.span.file, left.span.end, node.span.end), word, other)
        case m.ForEvery(domain, variable, condition):
            text = f"any {variable.span.text}: {domain.span.text} where {_with_brackets(condition.span).text}"
            yield Edit(node.span.start, node.span.end, text, f"`any` for `every`: `{node.span.sentence}`")
        case m.Move(m.Selection()):
            yield _replaced(node.span, "every", "some")
        case m.Flip(place, onto):
            moved = f"move {place.span.text} to {onto.span.text}"
            yield Edit(node.span.start, onto.span.end, moved, f"`move` for `flip`: `{_line_of(node.span)}`")
        case m.Rank():
            yield from (_replaced(node.span, *turned) for turned in RANKED if node.span.text.startswith(turned[0]))


def _moments(node: m.Node) -> Iterator[Edit]:
    match node:
        case m.Hook("before"):
            yield _replaced(node.span, "before", "after")
        case m.Hook("after"):
            yield _replaced(node.span, "after", "before")
        case m.Raise(raises):
            words = ("raise", "lower") if raises else ("lower", "raise")
            yield _replaced(node.span, *words)
        case m.Keep(least):
            words = ("at least", "at most") if least else ("at most", "at least")
            yield _replaced(node.span, *words)
        case m.Order(before):
            word, other = ("before", "after") if before else ("after", "before")
            yield attrs.evolve(
                _replaced(node.span, word, other), change=f"`{other}` for `{word}` in the order: `{node.span.sentence}`"
            )


def _negated(condition: m.Expression) -> Edit:
    span = _with_brackets(condition.span)
    if isinstance(condition, m.Negation):
        inner = _with_brackets(condition.part.span)
        return Edit(span.start, span.end, inner.text, f"`{condition.span.sentence}` without `not`")
    return Edit(span.start, span.end, f"(not ({condition.span.text}))", f"not: `{condition.span.sentence}`")


def _without_parts(condition: m.All | m.Either) -> Iterator[Edit]:
    spans = [_with_brackets(part.span) for part in condition.parts]
    for number, span in enumerate(spans):
        start, end = (span.start, spans[1].start) if number == 0 else (spans[number - 1].end, span.end)
        yield Edit(start, end, "", f"without `{span.sentence}` in a condition")


def _joined_otherwise(condition: m.All | m.Either) -> Edit:
    word, other = ("and", "or") if isinstance(condition, m.All) else ("or", "and")
    spans = [_with_brackets(part.span) for part in condition.parts]
    text = spans[0].file.text
    between = [re.sub(rf"\b{word}\b", other, text[one.end : two.start]) for one, two in pairwise(spans)]
    whole = "".join(span.text + join for span, join in zip(spans, [*between, ""], strict=True))
    return Edit(spans[0].start, spans[-1].end, whole, f"`{other}` for `{word}`: `{condition.span.sentence}`")


def _with_brackets(span: Span) -> Span:
    """A span with the round brackets around it."""
    text = span.file.text
    before, after = re.search(r"\(\s*$", text[: span.start]), re.match(r"\s*\)", text[span.end :])
    if before and after:
        return _with_brackets(Span(span.file, before.start(), span.end + after.end()))
    return span


# Numbers


def _numbers(node: m.Node) -> Iterator[Edit]:
    match node:
        case m.Integer():
            yield from _one_off(node.span, r"^\d+$")
        case m.Cell():
            yield from _one_off(node.span, r"^-?\d+$")
        case m.Card():
            yield from _one_off(node.span, r"\d+(?= in )")
        case m.Zone():
            yield from _one_off(node.span, r"(?<=limit )\d+")
            if found := re.search(r", limit \d+", node.span.text):
                start = node.span.start + found.start()
                yield Edit(start, start + len(found[0]), "", f"without a limit: `{_line_of(node.span)}`")
            if found := re.search(r", refilled from [^,\[\n]*(?<! )", node.span.text):
                start = node.span.start + found.start()
                yield Edit(start, start + len(found[0]), "", f"never refilled: `{_line_of(node.span)}`")
        case m.Subset() | m.AnyRun() if node.size is not None:
            yield from _one_off(node.span, rf"\b{node.size}\b")
        case m.Places() | m.Choice():
            yield from _one_off(node.span, r"(?<=[ ])\d+(?=[ ,\n]|$)")


def _one_off(span: Span, pattern: str) -> Iterator[Edit]:
    for found in re.finditer(pattern, CITATION.sub("", span.text)):
        value, start = int(found[0]), span.start + found.start()
        for other in (value + 1, value - 1):
            if other >= 0 or value < 0:
                yield Edit(start, start + len(found[0]), str(other), f"{other} for {value}: `{_line_of(span)}`")


def _line_of(span: Span) -> str:
    return " ".join(CITATION.sub("", span.file.line(span.line)).split())


# Names and sides


def _swapped(node: m.Node, kinds: Kinds) -> Iterator[Edit]:
    match node:
        case m.EndCards():
            word = node.span.text.split()[0]
            yield _replaced(node.span, word, OTHER_SIDE[word])
        case m.Put(_, on_top):
            yield _replaced(node.span, "on top of", "under") if on_top else _replaced(node.span, "under", "on top of")
        case m.Cell(text) if text in ("left", "right"):
            yield _replaced(node.span, text, OTHER_SIDE[text])
        case m.Named(name) if name.text in kinds.members:
            yield _replaced(name.span, name.text, kinds.members[name.text])
        case m.Named(name) | m.Of(name) | m.Call(name) if name.text in kinds.zones:
            yield _replaced(name.span, name.text, kinds.zones[name.text])
        case m.CardTable(_, name) | m.Card(_, _, _, name) | m.Reveal(_, _, name) | m.Refill(name) if (
            name.text in kinds.zones
        ):
            yield _replaced(name.span, name.text, kinds.zones[name.text])
        case m.Active(zone, target) | m.Rides(zone, target):
            for name in (zone, target):
                if name.text in kinds.zones:
                    yield _replaced(name.span, name.text, kinds.zones[name.text])


def _turned(node: m.Node) -> Iterator[Edit]:
    match node:
        case m.TurnCard(face_down=down) | m.Move(face_down=bool(down)) | m.Draw(face_down=bool(down)):
            yield _replaced(node.span, *(("face down", "face up") if down else ("face up", "face down")))
        case m.SideOf(right) | m.NextTo(right):
            yield _replaced(node.span, *(("right", "left") if right else ("left", "right")))
        case m.Onward(card):
            yield Edit(card.span.end, node.span.end, "", f"without `and all after it`: `{_line_of(node.span)}`")


def _others(node: m.Node, kinds: Kinds) -> Iterator[Edit]:
    """A class or an event swapped for another."""
    match node:
        case m.Selection(_, kind) | m.Subset(_, _, kind) | m.Total(kind) | m.Handler(_, kind) if (
            kind.text in kinds.classes
        ):
            yield _replaced(kind.span, kind.text, kinds.classes[kind.text])
        case m.Do(event) | m.Forbid(event) | m.During(event) if event.text in kinds.events:
            yield _replaced(event.span, event.text, kinds.events[event.text])
        case m.Hook(_, event) if event.text in kinds.events and not node.change:
            yield _replaced(event.span, event.text, kinds.events[event.text])


def _replaced(span: Span, word: str, other: str) -> Edit:
    start = span.file.text.index(word, span.start)
    change = f"`{other}` for `{word}`: `{_line_of(span)}`"
    return Edit(start, start + len(word), other, change)
