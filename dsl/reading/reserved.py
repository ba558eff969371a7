"""Find declarations whose name is a word of the language, before the rules that use the name go wrong.

A word such as `total` begins an expression, so no expression can name a zone of this name; backticks help. A word such
as `player` means something of its own everywhere, with backticks or without.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.text.diagnostics import Problem, Problems
from dsl.text.source import Span, without_comment

OPENING = frozenset(
    "any common during every for if no none not number option place room some sum total yes".split()  # noqa: SIM905
)
"""Words that begin an expression, or what is moved."""

AFTER_IS = frozenset({"at", "exactly", "in", "less", "more"})
"""Words that continue a comparison after `is`, where the values of an enum stand."""

MEANING = frozenset({"card", "player", "players"})
"""Words that stand for something in every game: a card of any kind, the acting player, how many play."""

FUNCTIONS = frozenset({"highest", "larger", "lowest", "ordinal", "quotient", "remainder", "smaller"})
"""Words that stand for something before `of` or a bracket."""

PRINTED = frozenset({*MEANING, "number"})
"""Words that no rule can use for a card, with backticks or without."""

TYPES = frozenset({"number", "player", "players"})
"""Words that already are a type, or how many play; a kind of cards may be called `card`."""


OF = re.compile(r"(?P<sort>[a-z]+) of (?:the )?(?:cards? (?=[^\W\d]))?(?P<rest>.*)")
"""The line of a declaration whose name follows `of`, as in plain English: `number of feathers: 0 to 9`."""

NAME = rf"(?:{'|'.join(sorted(OPENING))})\b[\w'’ -]*?"

LOCAL = re.compile(
    rf"^[ \t]*let (?P<let>{NAME})[ \t]*:"
    rf"|\b(?:draw|look at|reveal|every|run of)\b[^\n]* as (?P<as>{NAME})[ \t]*(?=$|,|where\b)"
    rf"|(?:<|\b(?:each|any|no|some|every|over|number of) \(?)(?P<chosen>{NAME})[ \t]*:"
    rf"|^(?:event|define) [^(\n]*\((?:[^()\n]*,)?[ \t]*(?P<parameter>{NAME})[ \t]*(?=[:,)])",
    re.MULTILINE,
)
"""The name of a variable, a chosen card or a parameter, if it begins like an expression."""

HIDDEN = re.compile(r'#[^\n]*|"[^"\n]*"|`[^`\n]*`')


def check(file: m.File, problems: Problems) -> None:
    """Report the names that a file declares and can't use; what else went wrong on their account is left out."""
    nodes = [node for node in every_node(file) if type(node) in NAMING]
    used = [name for node in nodes for name in _used(node) if _opens(name)]
    named = {name.text for name in used}
    found = [name for node in nodes for name, taken in _declared(node) if _reserved(name, taken, problems, named)]
    found += _in_broken(file, problems)
    found += [name for name in _of_something(file) if name.text not in {other.text for other in found}]
    if found:
        problems.found[:] = [each for each in problems.found if not any(_follows(each, name) for name in found)]
    known = {name.text for name in found}
    for name in (*found, *(name for name in used if name.text not in known)):
        _report(name, problems)


def _of_something(file: m.File) -> Iterator[m.Name]:
    """The names of numbers, zones and events that begin with `of`."""
    for node in file.declarations:
        for each in node.declarations if isinstance(node, m.Section) else (node,):
            if isinstance(each, m.NumberOf | m.Marker | m.Zone | m.Event):
                name = each.name
                yield from (name,) if name.text.startswith("of ") and not _quoted(name) else ()


def _in_broken(file: m.File, problems: Problems) -> Iterator[m.Name]:
    """The names within declarations that can't be parsed, and so aren't part of the model."""
    source = file.span.file
    begins = [found.start() for found in re.finditer(r"^\S", source.text, re.MULTILINE)]
    broken = {
        max((begin for begin in begins if begin <= problem.span.start), default=0)
        for problem in problems.found
        if problem.code == "syntax" and problem.span is not None
    }
    text = HIDDEN.sub(lambda hidden: "x" * len(hidden[0]), source.text) if broken else ""
    for begin in sorted(broken):
        end = next((other for other in begins if other > begin), len(text))
        if not text.startswith("scenario", begin):
            for found in LOCAL.finditer(text[begin:end]):
                start, stop = (begin + at for at in found.span(found.lastgroup or 0))
                yield m.Name(text[start:stop], span=Span(source, start, stop))


def _reserved(name: m.Name, taken: frozenset[str], problems: Problems, used: Collection[str]) -> bool:
    """Whether no expression can hold a name; a card or a value of an enum may never be `used` by a rule."""
    if name.text in taken - AFTER_IS:
        return True
    if taken is PRINTED:
        return _opens(name) and (name.text in used or any(_follows(problem, name) for problem in problems.found))
    opening = _opens(name) or (not _quoted(name) and name.text.split(" ")[0] in taken & AFTER_IS)
    if opening and " " in name.text and taken & AFTER_IS:
        return any(_follows(problem, name) for problem in problems.found)
    return opening


def _opens(name: m.Name) -> bool:
    """Whether a name begins like an expression."""
    return not _quoted(name) and name.text.split(" ")[0] in OPENING


def _quoted(name: m.Name) -> bool:
    return name.span.text.startswith("`")


def _follows(problem: Problem, name: m.Name) -> bool:
    """Whether a line that holds a name can't be parsed."""
    if problem.code != "syntax" or problem.span is None:
        return False
    line = problem.span.file.line(problem.span.line)
    return re.search(rf"\b{re.escape(name.text)}\b", line) is not None


def _report(name: m.Name, problems: Problems) -> None:
    word = name.text.split(" ")[0]
    line = without_comment(name.span.file.text, name.span.file.text.rfind("\n", 0, name.span.start) + 1).strip()
    if word == "of" and (found := OF.match(line)):
        message, help_ = "`of` can't begin a name", f"leave `of` out: `{found['sort']} {found['rest']}`"
    elif word in OPENING | AFTER_IS and name.text not in TYPES:
        message = f"`{word}` is a word of the language, so it can't begin a name"
        in_table = name.span.file.line(name.span.line).lstrip().startswith("|")
        where = "in the rules, though not in the table" if in_table else "wherever it stands"
        help_ = f"choose another name, or write it in backticks {where}: `{name.text}`"
    else:
        message, help_ = f"`{name.text}` is a word of the language, so it can't be a name here", "choose another name"
    problems.add("reserved-name", message, name.span, help=help_)


def _declared(node: m.Node) -> Iterator[tuple[m.Name, frozenset[str]]]:
    """The names that a node declares and that expressions use, each with the words that it can't be."""
    match node:
        case m.Zone() | m.NumberOf() | m.Marker() | m.Define() | m.Group() | m.Choice() | m.AttributeOf() | m.Dummy():
            yield node.name, MEANING | FUNCTIONS
        case m.Class() | m.Kind() | m.Enumeration() | m.Places():
            yield node.name, TYPES
            yield from (
                (member, MEANING | AFTER_IS) for member in (node.members if isinstance(node, m.Enumeration) else ())
            )
        case m.AddMembers():
            yield from ((member, MEANING | AFTER_IS) for member in node.members)
        case m.Parameter():
            yield node.name, _variable(node.type.name if node.type else "")
        case m.Let() | m.Draw() | m.Roll() | m.Pick() | m.Reveal() | m.AnyRun() if node.variable:
            yield node.variable, _variable()
        case m.Selection(variable, kind) if variable is not kind:
            yield variable, _variable()
        case m.Among(variable, domain) | m.ForEvery(domain, variable) if variable is not domain:
            yield variable, _variable(domain.text)
        case m.Card():
            yield node.name, PRINTED
        case m.CardTable(m.Name()):
            yield from ((m.Name(row[0].text, span=row[0].span), PRINTED) for row in node.rows)
        case _:
            return


NAMING = frozenset(
    {m.Zone, m.NumberOf, m.Marker, m.Define, m.Group, m.Choice, m.AttributeOf, m.Dummy, m.Class, m.Kind, m.Enumeration}
    | {m.Places, m.AddMembers, m.Parameter, m.Let, m.Draw, m.Roll, m.Pick, m.Reveal, m.AnyRun, m.Selection, m.Among}
    | {m.ForEvery, m.Card, m.CardTable}
)
"""The nodes that declare names which expressions use, or that use one as such."""


def _variable(domain: str = "") -> frozenset[str]:
    """The words that a variable can't be; the acting player may be hidden by another player only."""
    return TYPES - {domain, "number"}


def _used(node: m.Node) -> Iterator[m.Name]:
    """The name of the kind or domain from which a node chooses something."""
    match node:
        case m.Selection(variable, kind) | m.Among(variable, kind) if variable is kind:
            yield kind
