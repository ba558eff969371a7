"""Try what advice proposes before an author reads it: words that get no further than the author's are no help.

Called by `hints` with a function that parses. Also proposes whole lines: with a range, or with what there is one for
each of, as the language has them. Nothing else here knows the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Works = Callable[[int, int, str], bool]
"""Whether a text can be read further if other words take the place of its characters from one offset to another."""

SAID = re.compile(r"(?:(?:\bsay|:|,| or|\band) |^)`([^`]+)`(?=$|[,;:.]| or\b| and\b| if\b)")
"""What advice says to write."""

OPEN = re.compile(r"…|\.\.\.")
"""What the author has to fill in; words in capitals can be read as names."""

SAMPLES = ("x", "3", "x is 3", "x in x", "x: x")
"""What may stand there: a proposal with none of them helps nobody."""

ELSEWHERE = re.compile(r"\b(?:lines?|below|above|then|behind|where|before it|rules?|all others)\b")
"""Advice about other places than the words it is about."""


WORD = re.compile(r"[\w'’-]+|[^\w\s]")
"""What stands between two places in a line where other words may begin."""

FEW = 8
"""Words around a mistake from which a proposal may begin, and at which it may end."""


def holds(advice: str, at: int, line: tuple[int, str], found: re.Match[str], works: Works | None) -> bool:
    """Whether advice about a mistake at a place of a line may be followed, because a proposal in it helps.

    `line`: the offset of its first word, and its text; `found`: what the advice is about. Advice that proposes nothing
    whole is always worth reading.
    """
    plain = re.sub(r"`[^`]*`", "", advice)
    if works is None or "backticks" in plain or ELSEWHERE.search(plain):
        return True
    whole = [words for words in SAID.findall(advice) if re.search(r"\w", words)]
    said = [*dict.fromkeys(OPEN.sub(sample, words) for words in whole for sample in SAMPLES)]
    if not said:
        return True
    places = [found.span("at")] if "at" in found.re.groupindex else []
    places += [found.span(), (0, len(line[1])), *_around(at - line[0], line[1])]
    spots = [(line[0] + begin, line[0] + end) for begin, end in dict.fromkeys(places)]
    return any(works(*spot, words) for words in said for spot in spots)


RANGE = re.compile(
    r"(?P<head>(?:players?|(?:number|places|option) [^:\"<`]*?|[\w' -]+: ?fact|roll)(?: ?[:=])?) ?"
    r"(?:(?:any(?:thing)? |a (?:number|value) |ranges? )?(?P<from>from|between|in) )?[\[(]?(?P<least>-?[0-9]+)"
    r"(?: ?(?:\.\.+|[-\u2010-\u2015\u2212…~]) ?| (?:to|up to|through|thru|till|until|upto|(?P<and>and)) )"
    r"(?P<most>-?[0-9]+)[\])]?"
    r"(?: players?\b)?(?P<rest>.*)"
)
"""A line with a range, as people write one, where the language says `2 to 4`."""

PER = re.compile(
    r"(?P<sort>zone|number|marker|flag|prompt) (?P<name>[^:\"`]+?)(?: per (?P<first>\w+))?: ?(?P<before>.*?)"
    r"(?P<per>,? ?(?:\b(?:an?|one) )?\b(?:per|for each|for every|of each|of every|each|every) (?P<of>\w+)),?"
    r"(?P<after>.*)"
)
"""A declaration that says behind its colon for each of what there is one."""


def ranged(line: str) -> str:
    """A line with its range as the language has it; "" if it has none, or it is written so already."""
    found = RANGE.fullmatch(line)
    if found is None or (found["and"] and not found["from"]):
        return ""
    head = re.sub(r" ?[:=]$", "", found["head"])
    colon = ":" if re.match(r"(?:number|places|option) ", head) else ""
    head = "players" if head == "player" else head
    rest = re.sub(r"^,? ?\((.*)\)$", r", \1", found["rest"])
    said = f"{head}{colon} {found['least']} to {found['most']}{rest}"
    return said if said != line else ""


def owned(line: str) -> str:
    """A declaration that says behind its name for each of what there is one; "" about another line."""
    found = PER.fullmatch(line)
    if found is None:
        return ""
    before, after = found["before"].strip(" ,"), found["after"].strip()
    said = (
        f"{before} {after}" if re.match(r"during\b", after) else ", ".join(filter(None, (before, after.lstrip(", "))))
    )
    if shape := re.match(r"(?P<seen>public|private|hidden),? (?P<how>heap|pile|line)\b", said):
        said = f"{shape['how']}, {shape['seen']}{said[shape.end() :]}"
    said = re.sub(r"^(heap|pile|line) (?=public|private|hidden)", r"\1, ", said)
    first = f" per {found['first']}" if found["first"] else ""
    return f"{found['sort']} {found['name']}{first} per {found['of']}{f': {said}' if said else ''}"


CHANGED = re.compile(
    r"(?P<name>[^\W\d][\w' -]*?)(?: of \w+)? ?(?P<sign>[-+]) ?(?P<by>.+?)(?: (?:when|if) (?P<when>.+?))?,?"
)
"""A definition that adds to one that is there already: `score + 2 when …`."""


def adjustment(name: str, value: str) -> str:
    """The declaration that adds to a definition, instead of a value that does; "" about another value."""
    found = CHANGED.fullmatch(value)
    if found is None or found["name"] != name:
        return ""
    when = f" when {found['when']}" if found["when"] else ""
    return f"{'raise' if found['sign'] == '+' else 'lower'} {name} by {found['by']}{when}"


DEFINING = re.compile(r"(?P<head>define [^:=(]+?(?:\([^()]*\))?|score(?: per player)?)(?P<sign> ?[:=])?")
"""The first line of a definition without its value."""

ON_ONE_LINE = re.compile(
    r"(?:(?P<head>define [^:=(]+\([^()]*:[^()]*\)) ?(?:=>?|:=|->|(?:equals|is|as)\b)|"
    r"(?P<told>define [^:=(]+(?:\([^()]*\))?) (?:returns?|means|gives)\b) ?(?P<value>[^:]+)"
)
"""A definition whose value stands behind another sign or word than a colon."""

RETURNED = r"(?:(?:return|give|gives|yield|result|value)\b(?: ?[:=])? ?)?"
CASE = re.compile(rf"{RETURNED}(?P<value>.+?)(?P<when>,? when .+)?")
CHOICE = re.compile(rf"{RETURNED}(?P<value>.+?) if (?P<when>.+) else (?P<other>.+)")
IF = re.compile(
    r"(?P<else>else ?|el|els|or )?if (?P<when>.+?)(?:,? then\b ?(?P<value>.+)?)?:?"
    r"|(?:else|otherwise)(?:(?:,| then)?:?,? (?!if )(?:then )?(?P<last>.+)|:?)"
)
STATES = re.compile(r"(?:set|move|do|draw|shuffle|ask|offer|let|put|lay|for each|repeat|option)\b")


def defined(line: str, below: list[str]) -> str:
    """How a definition is written whose value stands on lines of its own; "" if it is written so, or not known.

    `line`: its first line; `below`: those indented below it.
    """
    if alone := ON_ONE_LINE.fullmatch(line):
        return f"say `{alone['head'] or alone['told']}: {alone['value']}`"
    found = DEFINING.fullmatch(line)
    if found is None or not below or any(STATES.match(each) for each in below):
        return ""
    head = found["head"]
    if len(below) == 1 and (choice := CHOICE.fullmatch(below[0])):
        return _cases(head, [(choice["value"], choice["when"])], choice["other"])
    if len(below) == 1 and not re.search(r"\b(?:when|otherwise|if|else)\b", below[0]):
        value = CASE.fullmatch(below[0])
        why = ", without `return`" if below[0].startswith("return") else ""
        return f"the value stands on the same line{why}: say `{head}: {value['value']}`" if value else ""
    if all(re.search(r" when |^otherwise ", each) for each in below):
        return f"put a colon behind it: `{head}:`" if not found["sign"] else ""
    return _by_branches(head, below)


def _by_branches(head: str, below: list[str]) -> str:
    """A definition by `if …` and `else`, as its cases."""
    cases, other, asked = list[tuple[str, str]](), "", ""
    for each in below:
        branch = IF.fullmatch(each)
        if branch is not None:
            asked = branch["when"] or ""
        value = branch["value"] or branch["last"] if branch else each
        if value and (said := CASE.fullmatch(value)) and not said["when"]:
            cases, other = ([*cases, (said["value"], asked)], other) if asked else (cases, said["value"])
            asked = ""
    return _cases(head, cases, other) if cases and other else ""


def _cases(head: str, cases: list[tuple[str, str]], other: str) -> str:
    lines = [f"`{value} when {asked}`" for value, asked in cases]
    return f"say `{head}:`, and on lines of their own below {', '.join(lines)} and `otherwise {other}`"


def _around(at: int, line: str) -> list[tuple[int, int]]:
    """Parts of a line that hold a mistake at a place: the shortest first."""
    words = [found.span() for found in WORD.finditer(line)]
    begins = [begin for begin, _ in words if begin <= at][-FEW:] or [0]
    ends = [end for _, end in words if end > at][:FEW]
    parts = [(begin, end) for begin in begins for end in dict.fromkeys([*ends, len(line)])]
    return sorted(parts, key=lambda part: part[1] - part[0])
