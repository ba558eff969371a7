"""Quote expressions, texts and the words of options from the model, with the sort of each name in them.

A quotation has the words of the rules, without comments and backticks. Parts of a condition that are settled before the
game begins are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl.model import model as m
from dsl.model.traverse import every_node, parts
from dsl.names.names import SCORE, Names
from dsl.outlines.settled import Settled
from dsl.program.outline import Quote, Reference
from dsl.text.source import Span, without_comment

EXPRESSION, WORDS, TEXT, NAME = "expression", "words", "text", "name"

BLANK = re.compile(r"\s+")

BOUND = (m.Selection, m.Among, m.Subset, m.Reveal, m.Draw, m.Roll, m.Pick, m.Let, m.ForEvery, m.AnyRun)
"""Nodes that name a variable."""


def variables_in(nodes: Iterable[m.Node]) -> frozenset[str]:
    """The variables that are named anywhere in some nodes."""
    found = set[str]()
    for node in (each for one in nodes for each in every_node(one)):
        if isinstance(node, BOUND) and node.variable is not None:
            found.add(node.variable.text)
        elif isinstance(node, m.Parameter):
            found.add(node.name.text)
    return frozenset(found)


@attrs.frozen
class Quoting:
    """Quotes from the rules of a game; `variables` are those of the rule at hand."""

    names: Names
    variables: frozenset[str] = frozenset()

    @property
    def settled(self) -> Settled:
        """What is settled about the conditions of the rule."""
        return Settled(self.names, self.variables)

    def value(self, node: m.Expression | m.Chosen) -> Quote:
        """An expression, or what is chosen in the words of an option."""
        if isinstance(node, m.Chosen):
            return self._quote(node)
        return self._quote(self.settled.branch(node))

    def condition(self, node: m.Expression) -> Quote | None:
        """A condition; None if it holds throughout the game."""
        return None if self.settled.truth(node) else self.value(node)

    def text(self, text: m.Text) -> Quote:
        """A text with its gaps."""
        found = tuple(each if isinstance(each, str) else self.value(each.value) for each in text.parts)
        own = "".join(p if isinstance(p, str) else f"{{{p.value.span.sentence}}}" for p in text.parts)
        return Quote(TEXT, own, found)

    def words(self, node: m.Option | m.Ability) -> Quote:
        """The words of an option, with the names of what is chosen."""
        chosen = [part for part in node.words if not isinstance(part, str)]
        own, found = list[str](), list[str | Reference | Quote]()
        for part in node.shown or node.words:
            match part:
                case str():
                    own.append(part)
                    found.append(part)
                case m.Gap(value):
                    own.append(f"{{{value.span.sentence}}}")
                    found.append(self.value(value))
                case _:
                    named = (chosen[part] if isinstance(part, int) else part).variable
                    own.append(f"<{named.text}>")
                    found.append(Reference(named.text, "variable", named.text))
        spaced = [piece for each in found for piece in (" ", each)][1:]
        return Quote(WORDS, " ".join(own), tuple(spaced))

    def name(self, name: m.Name, sort: str = "") -> Quote:
        """A name that stands by itself."""
        return Quote(NAME, name.text, (self._reference(name, sort),))

    def listed(self, names: Iterable[m.Name], sort: str = "") -> Quote:
        """Several names, with commas."""
        every = [self._reference(name, sort) for name in names]
        return Quote(EXPRESSION, "", tuple(piece for each in every for piece in (", ", each))[1:])

    def _quote(self, node: m.Node) -> Quote:
        if isinstance(node, m.All | m.Either):
            kept = self.settled.remaining(node)
            if len(kept) == 1:
                return self.value(kept[0])
            if kept and len(kept) < len(node.parts):
                between = " and " if isinstance(node, m.All) else " or "
                joined = [piece for part in kept for piece in (between, self.value(part))][1:]
                return Quote(EXPRESSION, "", tuple(joined))
        inside = tuple(self._parts(node)) if _written(node) else tuple(self._made(node))
        if isinstance(node, m.Chosen) and node.where is not None and self.settled.truth(node.where):
            inside = inside[: _before(inside, "where")]
        if isinstance(node, m.AnyRun):
            inside = ("any " if node.wanted else "no ", *inside)
        own = "".join(_own(each) for each in inside)
        return Quote(EXPRESSION, " ".join(own.split()), inside)

    def _made(self, node: m.Node) -> Iterator[str | Reference | Quote]:
        """A name, perhaps with that of its owner, which isn't written out in the rules."""
        match node:
            case m.Named(name):
                yield self._alone(name) or self._reference(name, "")
            case m.Of(name, term):
                yield from (self._reference(name, ""), " of ", self._quote(term))
            case _:
                yield from self._parts(node)

    def _parts(self, node: m.Node) -> Iterator[str | Reference | Quote]:
        """The text of a node, with its parts in place."""
        at, span = node.span.start, node.span
        for part in sorted(parts(node), key=lambda each: (each.span.start, -each.span.end)):
            if (
                (isinstance(part, m.Name) and not _stands(part))
                or part.span.file != span.file
                or not at <= part.span.start <= part.span.end <= span.end
            ):
                continue
            if between := _tidy(span, at, part.span.start, cases=isinstance(node, m.Conditional)):
                yield between
            kind = isinstance(node, m.Selection | m.Subset | m.Total) and part is node.kind
            if isinstance(part, m.Name):
                yield self._alone(part) or self._reference(part, "kind" if kind else "")
            else:
                yield self._quote(part)
            at = part.span.end
        if between := _tidy(span, at, span.end):
            yield between

    def _alone(self, name: m.Name) -> Quote | None:
        """The only zone of a group, in place of the group's name."""
        members = self.names.groups.get(name.text, ())
        if len(members) != 1 or self._sort(name.text) != "group":
            return None
        return attrs.evolve(self.value(members[0][1].place), own=name.text)

    def _reference(self, name: m.Name, sort: str) -> Reference:
        return Reference(name.text, sort or self._sort(name.text), name.text)

    def _sort(self, text: str) -> str:
        """What a name in an expression means."""
        names = self.names
        tables = {
            "variable": self.variables,
            "score": {SCORE},
            "number": names.numbers,
            "zone": names.zones,
            "group": names.groups,
            "definition": names.defines,
            "value": names.members,
            "option": names.ruleset.settings,
            "place": names.places,
            "attribute": names.attributes,
            "fact": names.facts,
            "event": names.events,
        }
        found = next((sort for sort, table in tables.items() if text in table), "")
        if not found and (known := names.class_name(text)):
            found = "class" if known in names.classes else "kind"
        return found


def _written(node: m.Node) -> bool:
    """Whether the name at the head of an expression stands in the rules."""
    return not isinstance(node, m.Named | m.Of) or _stands(node.name)


def _stands(name: m.Name) -> bool:
    """Whether a name is written where it is said to stand."""
    return name.text == _tidy(name.span, name.span.start, name.span.end)


def _before(parts: Sequence[str | Reference | Quote], word: str) -> int:
    """How many parts stand before a word of the language."""
    return next((at for at, part in enumerate(parts) if isinstance(part, str) and part.strip() == word), len(parts))


def _own(part: str | Reference | Quote) -> str:
    """A part as texts files write it."""
    match part:
        case str():
            return part
        case Reference(text, sort):
            return f"<{text}>" if sort == "variable" else text
        case Quote():
            return part.own or part.text


def _tidy(span: Span, start: int, end: int, cases: bool = False) -> str:
    """The text between two places, on one line; `cases` that have lines of their own are set apart."""
    lines = span.file.text[start:end].replace("`", "").split("\n")
    if cases and len(lines) > 1:
        lines = [f"{lines[0]};", *lines[1:]]
    return BLANK.sub(" ", "\n".join(without_comment(line) for line in lines))
