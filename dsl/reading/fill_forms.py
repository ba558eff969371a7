"""Put the author's words into a form: `rides on birds, back to nest` becomes `rides on birds, then nest`.

A form is compared with a line word by word. Words of the form may be said otherwise in the line (`ALIKE`), and what
stands in capitals is any words of the author. `explain` lets the parser try each result before it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

ALIKE = {
    "to": "to|into|onto|towards|over to|back to|to the",
    "from": "from|off|out of|from the",
    "in": "in|inside|within|at|on|of|from|in the",
    "as": "as|called|named|and call it|=|known as",
    "onto": "onto|on|upon|on top of|over|to",
    "then": "then|and then|back to|then to|then back to|afterwards|after that|next|later|to|and",
    "asking": "asking|asked by|asked with|answering|decided by|asks|ask|by asking|with|with prompt|with the prompt",
    "during": "during|in|of|for|within|while|as long as|in each",
    "per": "per|for each|for every|of each|in each|each|for|by|of|in|on|at",
    "where": "where|with|that|which|whose|if|when|such that|having|who",
    "if": "if|when|where|in case|provided|provided that|only if|unless it is not",
    "when": "when|if|where|as long as|whenever",
    "while": "while|as long as|when",
    "decided by": "decided by|chosen by|answered by|made by|asked by|picked by|by|to|for|decided from",
    "played by": "played by|by|controlled by|led by|decided by",
    "starts at": "(?:starts|starting|start|begins|beginning)(?: (?:at|with|from|as))?|initially",
    "starts": "starts|starting|begins|initially|starts as|starts with|starts at",
    "limit": "limit|max|maximum|at most|up to|limit of|limited to|limit is|size",
    "refilled from": "refilled from|refilled with|refill from|refilled by|refills from|refill with|refilled out of",
    "rides on": "rides on|rides|riding on|ride on|lies on|sits on|rides upon|can ride on|may ride on",
    "active in": r"(?:[\w'’-]+ ){1,2}(?:in|on|at)",
    "may lie face down": r"(?:[\w'’-]+ ){0,3}face[ -]?down|face[ -]?down",
    "on top of": "on the top of|onto the top of|on top of|on|onto|over|to the top of|at the top of|to top of",
    "under": "under|below|beneath|to the bottom of|at the bottom of|to bottom of",
    "and": "and|with|for|against|&|,",
    "times": "times|time|x",
    "at random": "at random|randomly|by chance|random",
    "turn": "turn|flip|turn over",
    "of": "of|for|with|in",
    "with": "with|by|to include|to contain|using",
    "by": "by|for|at",
    "is": "is|are|is a|is an|:|as",
    ":": r":|=|is|are|:=|",
    ",": r",|;|, and|and|",
    "counted as": "counted as|as|as if|treated as|as a|counting as",
    "open to abilities": "open to abilities|open|for abilities|with abilities|open for abilities",
    "must be answered": "must be answered|must answer|mandatory|required|must be chosen",
    "before anything else": "before anything else|first|before everything else|before all else|before everything",
}  # fmt: skip
"""How authors say words of the language, as patterns."""

CHOICES = ("pile|line|heap", "public|private|hidden", "yes|no", "up|down", "least|most", "highest|lowest")
"""Words of the language of which a form shows one."""

PART = re.compile(
    "|".join([*(re.escape(words) for words in sorted(ALIKE, key=len, reverse=True) if " " in words)])
    + r"|\"[^\"]*\"|[\w'’-]+|[^\w\s]"
)
"""A part of a form: words of the language that belong together, a text, a word or a sign."""

JOINING = frozenset({"is", "are", "was", "has", "of", "and", "or", "not"})
"""Words between others, which no author means by a name or a value."""

SAMPLES = {"CONDITION": "a is 3", "NUMBER": "3", "VALUE": "3"}
"""What the parser reads in place of the words in capitals that a proposal leaves open."""

WORDS = r"[\w'’-]+(?: [\w'’-]+){0,4}?"
ARTICLE = r"(?:(?:to|back|the|an?|its|their|your|all|his) )*"
MATCHES = {
    "CONDITION": r".+?", "VALUE": r".+?", "NUMBER": r".+?", "CARD": r".+?", "CARDS": r".+?", "ZONE": r".+?",
    "WORDS": r".+?",
}  # fmt: skip
NUMBERS = re.compile(r"-?[0-9]+")
FACE = re.compile(r"(?P<before>.*?),? ?(?:\bface[ -]?)(?P<side>up|down)\b,? ?(?P<rest>.+)")


@attrs.frozen
class Filled:
    """A form with the words of an author: as it is shown, and with samples for what it leaves open."""

    shown: str
    sample: str
    whole: bool = True


LONGEST = 80
"""Longer lines aren't compared with forms: a pattern with many gaps takes long to fail."""


def filled(forms: Sequence[str], line: str, ends: bool) -> Iterator[Filled]:
    """Forms with the words of a line, the likeliest first; `ends`: the line may lack the end of a form."""
    turned = FACE.fullmatch(line)
    if turned and line.split(" ", maxsplit=1)[0] in ("move", "draw", "turn"):
        said = f"{turned['before']} {turned['rest']} face {turned['side']}"
        yield Filled(said, said)
    for form in forms:
        parts = PART.findall(form)
        if found := _filled(parts, form, line, len(parts)):
            yield found
    for form in forms if ends else ():
        parts = PART.findall(form)
        shorter = (_filled(parts, form, line, most) for most in range(len(parts) - 1, 0, -1))
        if found := next(filter(None, shorter), None):
            yield found


def renamed(forms: Sequence[str], line: str) -> Iterator[str]:
    """Forms that have all words of a line but the first, which begins no line: with the author's words."""
    first = re.match(r"[\w'’-]+", line)
    for form in forms if first else ():
        word, *rest = PART.findall(form)
        if not word.isalpha() or not any(part[0] in '"0123456789' or part.islower() for part in rest):
            continue
        found = _filled(["NAME", *rest], f"NAME{form[len(word) :]}", line, len(rest) + 1)
        if found and first and re.match(rf"{re.escape(first[0])}(?![\w'’-])", found.shown):
            yield f"{word}{found.shown[len(first[0]) :]}"


def _filled(parts: Sequence[str], form: str, line: str, most: int) -> Filled | None:
    """A form with the words of a line in place of its first parts; None if the line is otherwise."""
    if len(line) > LONGEST:
        return None
    pattern = "".join(_pattern(part, at) for at, part in enumerate(parts[:most]))
    found = re.fullmatch(pattern, line, re.IGNORECASE)
    if found is None:
        return None
    words = {int(name[1:]): re.sub(rf"^{ARTICLE}", "", said) for name, said in found.groupdict().items()}
    if JOINING & {*words.values()}:
        return None
    if any(set(said.split()) & {other for other in parts[at + 1 :] if other.isalpha()} for at, said in words.items()):
        return None
    said, sample, end = "", "", 0
    for at, part in enumerate(parts):
        start = form.index(part, end)
        own = words.get(at, part)
        said, sample = f"{said}{form[end:start]}{own}", f"{sample}{form[end:start]}{SAMPLES.get(own, own)}"
        end = start + len(part)
    return Filled(said, sample, most == len(parts))


def _pattern(part: str, at: int) -> str:
    """The pattern of a part of a form, which follows others."""
    blank = r"\s*" if at else ""
    if re.fullmatch(r"[A-Z]{2,}", part):
        return rf"{blank}(?<![\w'’-])(?P<p{at}>{MATCHES.get(part, ARTICLE + WORDS)})(?![\w'’-])"
    if part.startswith('"'):
        return rf'{blank}(?P<p{at}>"[^"]*")'
    if NUMBERS.fullmatch(part):
        return rf"{blank}(?P<p{at}>-?[0-9]+)"
    if choices := next((words for words in CHOICES if part in words.split("|")), ""):
        return rf"{blank}(?<![\w'’-])(?P<p{at}>{choices})(?![\w'’-])"
    said = ALIKE.get(part, re.escape(part))
    said = said if "(" in said else "|".join(sorted(said.split("|"), key=len, reverse=True))
    return rf"{blank}(?<![\w'’-])(?:{said})(?![\w'’-])" if part[0].isalpha() else f"{blank}(?:{said})"
