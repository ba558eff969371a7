"""The edits that mend a problem, each tried before it is offered.

Candidates come from the help of the problem, where that says what to write, and from what is most often missing or too
much where a line can't be parsed. An edit is kept if the file can be read afterwards with fewer mistakes of form, or,
for a problem of meaning, with no new ones.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from dsl.reading.form_tables import DECLARATIONS
from dsl.reading.parse import NO_TEXT, UNSEEN, cuts
from dsl.reading.parser import indent_of
from dsl.reading.read import read_anew
from dsl.text.diagnostics import Problem
from dsl.text.letters import ELLIPSIS
from dsl.text.render import place_as_json
from dsl.text.source import SourceFile, Span, without_comment
from dsl.text.spelling import meant, nearest

OF_FORM = frozenset({"syntax", "indentation", "not-text", "reserved"})
"""Codes of problems that are found without linking, and that edits within a line can mend."""

ALIKE = re.compile(r"`([^`]+)` only looks the same")
SAY = re.compile(r"^(?:say|write) `([^`…]+)`$")
UNQUOTED = re.compile(
    r"(?:put `([^`]+)` in backticks|the name `([^`]+)` contains a word of the language"
    r"|in backticks, wherever it stands: `([^`]+)`)"
)
SECTION = re.compile(r"^put th(?:is|e) rule into a section `(when [^`]+ is in play)`$")
QUOTED = re.compile(r"`([^`]+)`")
WORD = re.compile(r"[\w'’-]+")
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")
STAND_IN = re.compile(rf'{PLACEHOLDER.pattern}|"')
"""What a form shows in place of the author's words."""

UNTITLED = re.compile(r'(?:module \S+ (?P<module>[^"`]+) for [^"]+|game \S+ (?P<game>[^"`]+))')
"""The head of a file whose title isn't in quotes."""

STEP = re.compile(r"(?:answer|offers(?: some| no)?)\s+")
"""How lines of a scenario begin that name options."""

SIGNS = {":": "colon", ",": "comma", ")": "bracket", ">": "`>`", '"': '`"`', "`": "backtick"}
"""What is often missing, and the word in the help that says so."""

DECLARED = {"zone": "zone NAME: heap, public", "enum": "enum NAME: one, two", "prompt": 'prompt NAME: "Question?"'}
"""Declarations of what may be undeclared, where the help writes none that is whole."""

LOOKING = "for looking"

NAMELESS = re.compile(
    r"(?:after|before|instead of|together with|add to|on|forbid|widen|narrow|raise|lower|keep"
    r"|lose when|win only when|win also when) "
)
"""How rules begin that declare no name, so that no other rule misses them in a game in which they aren't."""

COMMENTS = re.compile(r"^(?:#.*\n)*\Z", re.MULTILINE)
"""The lines of comments directly above a place."""

MOST_TRIED = 24
"""Candidates that are tried for one problem."""


@attrs.frozen
class Edit:
    """A text in place of the one of a span."""

    span: Span
    text: str


@attrs.frozen
class Fix:
    """Edits that mend a problem, and what they do in a few words; `likely` if they are surely what was meant."""

    title: str
    edits: tuple[Edit, ...]
    likely: bool = False


def fixes(problem: Problem) -> tuple[Fix, ...]:
    """The edits that mend a problem, the likeliest first; () for one without a place."""
    if problem.span is None:
        return ()
    before = _mistakes(problem.span.file)
    found: list[Fix] = []
    results = {problem.span.file.text}
    for fix in [each for _, each in zip(range(MOST_TRIED), _candidates(problem, problem.span), strict=False)]:
        after = edited(problem.span.file, fix.edits)
        if after.text not in results and _mends(problem, before, after):
            found.append(fix)
        results.add(after.text)
    return tuple(found)


def as_json(problem: Problem) -> list[dict[str, object]]:
    """The fixes of a problem as data for `json.dumps`, the edits in the order of the text."""
    return [
        {
            "title": fix.title,
            "likely": fix.likely,
            "edits": [{"place": place_as_json(edit.span), "text": edit.text} for edit in fix.edits],
        }
        for fix in fixes(problem)
    ]


def edited(source: SourceFile, edits: Iterable[Edit]) -> SourceFile:
    """A file after the edits that are in it."""
    text = source.text
    for each in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        if each.span.file.name == source.name:
            text = text[: each.span.start] + each.text + text[each.span.end :]
    return SourceFile(source.name, text)


def _mistakes(source: SourceFile) -> int:
    return len(read_anew(source)[1])


def _mends(problem: Problem, before: int, after: SourceFile) -> bool:
    found = _mistakes(after)
    return found < before if problem.code in OF_FORM else found <= before


def _candidates(problem: Problem, span: Span) -> Iterator[Fix]:
    yield from _in_words(problem, span)
    if problem.code == "not-text":
        yield _characters(span)
    elif problem.code == "indentation":
        yield from _indented(span)
    elif problem.code == "syntax":
        yield from _written(problem, span)
        yield from _titled(span)
        yield from _signs(problem, span)
        yield from _left_out(problem, span)
    elif problem.code == "unused":
        yield _deleted(span)
    elif problem.code == "no-rule":
        yield from _ruled(problem, span)
    elif problem.code == "type" and LOOKING in problem.help:
        yield from _for_looking(problem)
    elif section := SECTION.search(problem.help):
        yield from _wrapped(section[1], span)
    elif problem.code.startswith("unknown-") and "it is declared in " not in problem.message:
        yield from _declared(problem, span)


def _in_words(problem: Problem, span: Span) -> Iterator[Fix]:
    """What the help says in words."""
    said = (found[1] for pattern in (ALIKE, SAY) if (found := pattern.search(problem.help)))
    for word in filter(None, (meant(problem.help), *said)):
        if not PLACEHOLDER.search(word):
            text = f"`{word}`" if span.text.startswith("`") and not word.startswith("`") else word
            place = _misspelt(problem, span, word) if problem.code.startswith("scenario-") else span
            if place is not None:
                yield Fix(f"Replace with `{word}`", (Edit(place, text),), likely=True)
    if found := UNQUOTED.search(problem.help):
        name = next(filter(None, found.groups()))
        yield Fix(f"Put `{name}` in backticks", tuple(_unquoted(span.file, name)), likely=True)


def _misspelt(problem: Problem, span: Span, meant: str) -> Span | None:
    """What is meant for another name in a line of a scenario: the only one, or the one that is like it."""
    if ELLIPSIS in meant:
        return None
    begun = STEP.match(span.text)
    names: dict[str, Span] = {}
    for found in re.finditer(r"[^\s,:](?:[^,:]*[^\s,:])?", span.text[begun.end() if begun else 0 :]):
        start = span.start + (begun.end() if begun else 0) + found.start()
        names[" ".join(found.group().split())] = Span(span.file, start, start + len(found.group()))
    # a message begins with the prompt or the zone that it is about, which is right
    doubtful = [name for name in names if not problem.message.startswith(f"`{name}`")]
    blamed = [name for name in doubtful if f"`{name}`" in problem.message] or doubtful
    name = blamed[0] if len(blamed) == 1 else nearest(meant, blamed)
    return names[name] if name else None


def _unquoted(source: SourceFile, name: str) -> Iterator[Edit]:
    """Backticks around a name wherever it stands without them, outside texts and comments."""
    pattern = re.compile(rf"(?<![\w`'’-]){re.escape(name)}(?![\w`'’-])")
    for start, line in zip(source.line_starts, source.text.split("\n"), strict=True):
        plain = re.sub(r'"[^"]*"', lambda text: " " * len(text.group()), without_comment(line))
        for found in pattern.finditer(plain):
            yield Edit(Span(source, start + found.start(), start + found.end()), f"`{name}`")


def _characters(span: Span) -> Fix:
    """Ordinary spaces in place of odd ones, and no unseen characters."""
    edits = (
        Edit(Span(span.file, found.start(), found.end()), " " if found.group().isspace() else "")
        for found in NO_TEXT.finditer(span.file.text)
        if found.group().isspace() or found.group() in UNSEEN
    )
    return Fix("Replace characters that no text has", tuple(edits), likely=True)


def _indented(span: Span) -> Iterator[Fix]:
    """The line as far to the right as a line above it."""
    start = span.file.text.rfind("\n", 0, span.start) + 1
    line = Span(span.file, start, span.start)
    above = [each for each in span.file.text[:start].split("\n") if each.strip()]
    widths = dict.fromkeys(indent_of(each) for each in reversed(above))
    for width in sorted(widths, key=lambda each: abs(each - len(line.text))):
        yield Fix(f"Indent by {width} spaces", (Edit(line, " " * width),))


def _line(span: Span) -> Span:
    """The line of a place, without what is indented, its comment, and its rule numbers."""
    text = span.file.text
    begin, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.start)
    line = without_comment(text, begin, end if end >= 0 else len(text))
    cited = re.search(r"\s*\[[^\[\]]*\]\s*$", line)
    stop = begin + (cited.start() if cited else len(line.rstrip()))
    return Span(span.file, min(begin + len(line) - len(line.lstrip()), stop), stop)


def _written(problem: Problem, span: Span) -> Iterator[Fix]:
    """A line or words as the help writes them, with one word more, or without the one that can't be there."""
    rest = Counter(WORD.findall(_line(span).text)) - Counter(WORD.findall(span.text))
    for found in QUOTED.finditer(problem.help):
        text = found[1]
        for place in (_line(span), span):
            words, old = Counter(WORD.findall(text)), Counter(WORD.findall(place.text))
            one_more = old <= words and (words - old).total() == 1 and not STAND_IN.search(text)
            same = words == old or (place != span and (words == rest or one_more))
            if same and ELLIPSIS not in text and text != place.text:
                yield Fix(f"Write `{text}`", (Edit(place, text),), likely=True)


def _titled(span: Span) -> Iterator[Fix]:
    """The title of a game or a module in quotes."""
    line = _line(span)
    if found := UNTITLED.fullmatch(line.text):
        sort = "game" if found["game"] else "module"
        start, end = (line.start + at for at in found.span(sort))
        yield Fix("Put the title in quotes", (Edit(Span(line.file, start, end), f'"{found[sort]}"'),), likely=True)


def _signs(problem: Problem, span: Span) -> Iterator[Fix]:
    """A sign that is missing at the end of a word, if the help mentions it, or else at the end of the line."""
    line = _line(span)
    ends = [line.end, *(line.start + found.end() for found in WORD.finditer(line.text))]
    for sign, word in SIGNS.items():
        for at in dict.fromkeys(ends) if word in problem.help else (line.end,):
            yield Fix(f"Insert `{sign}`", (Edit(Span(span.file, at, at), sign),), likely=word in problem.help)


def _left_out(problem: Problem, span: Span) -> Iterator[Fix]:
    """Without a word that the help says to leave out, or a sign that can't be there."""
    word = span.text.strip()
    advised = re.search(r"\bleave\b|\bdelete\b", problem.help) or not word.isalnum()
    if advised and word and " " not in word and word != _line(span).text:
        end = span.end + (span.file.text[span.end : span.end + 1] == " ")
        yield Fix(f"Delete `{word}`", (Edit(Span(span.file, span.start, end), ""),))


def _deleted(span: Span) -> Fix:
    """Without a declaration."""
    return Fix(f"Delete `{' '.join(span.text.split())}`", (Edit(_block(span.file, span.line), ""),))


def _block(source: SourceFile, number: int) -> Span:
    """A line, and those below it that are indented deeper."""
    first = source.line(number)
    stop = number + 1
    while stop <= len(source.line_starts) and _belongs(source.line(stop), first):
        stop += 1
    while stop > number + 1 and not source.line(stop - 1).strip():
        stop -= 1
    end = source.line_starts[stop - 1] if stop <= len(source.line_starts) else len(source.text)
    return Span(source, source.line_starts[number - 1], end)


def _belongs(line: str, first: str) -> bool:
    return not line.strip() or indent_of(line) > indent_of(first)


def _wrapped(section: str, span: Span) -> Iterator[Fix]:
    """With the rule of a module in a section of its own, if it stands in none and declares no name."""
    source = span.file
    block = _block(source, source.position(_begun(span))[0])
    if NAMELESS.match(block.text) and block.end >= span.end and re.search("^module ", source.text, re.MULTILINE):
        text = f"{section}\n{re.sub('^(?=.)', '  ', block.text, flags=re.MULTILINE)}"
        yield Fix(f"Put this rule below `{section}`", (Edit(block, text),), likely=True)


def _declared(problem: Problem, span: Span) -> Iterator[Fix]:
    """With a declaration of the name, above the one in which it stands and the comment about that."""
    sort, name = problem.code.removeprefix("unknown-"), span.text.strip()
    written = [found[1] for found in QUOTED.finditer(problem.help) if name and _declares(found[1], name)]
    forms = [DECLARED[sort].replace("NAME", name)] if name and sort in DECLARED else written
    above = COMMENTS.search(span.file.text[: _begun(span)])
    at = above.start() if above else 0
    for form in forms:
        title = f"Declare the {sort} {name}" if len(forms) == 1 and sort != "name" else f"Declare `{form}`"
        yield Fix(title, (Edit(Span(span.file, at, at), f"{form}\n\n"),))


def _declares(form: str, name: str) -> bool:
    """Whether a form that the help writes is a whole declaration of a name."""
    first, _, rest = form.partition(" ")
    return first in DECLARATIONS and name in rest and ELLIPSIS not in rest and not PLACEHOLDER.search(rest)


def _ruled(problem: Problem, span: Span) -> Iterator[Fix]:
    """With the rules that are missing, below the card: each does an event of its own, which does nothing yet."""
    rules = [found[1] for found in QUOTED.finditer(problem.help) if found[1].startswith("on ")]
    source = span.file
    block = _block(source, source.position(_begun(span))[0])
    named = [(rule, rule.removeprefix("on ").replace(" of ", " ", 1)) for rule in rules]
    text = "\n".join(f"{rule}\n  do {event}\n\nevent {event}\n" for rule, event in named)
    if text and not any(re.search(rf"^event {re.escape(event)}\b", source.text, re.MULTILINE) for _, event in named):
        gap = "\n" if block.text.endswith("\n") else "\n\n"
        yield Fix(f"Write `{'`, `'.join(rules)}`", (Edit(Span(source, block.end, block.end), f"{gap}{text}"),))


def _for_looking(problem: Problem) -> Iterator[Fix]:
    """With the zone declared for looking."""
    for label in problem.related:
        end = _line(label.span).end
        yield Fix(f"Declare the zone {LOOKING}", (Edit(Span(label.span.file, end, end), f", {LOOKING}"),), likely=True)


def _begun(span: Span) -> int:
    """Where the declaration begins in which a place lies."""
    return max((start for start, _ in cuts(span.file.text) if start <= span.start), default=0)
