"""Advice about conditions whose owner is any, every or no member of a domain: `if coins of any tray is 3`.

A value has one owner, so the members are gone through, and the condition is about each of them. Also about one of
several zones or numbers: `trips.B`. Knows the author's words, and is told which of them are domains; called by
`names.phrases` and by `declared`, only when something is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from dsl.text.spelling import plural

PLAYERS = "ABCDEFGH"
"""The names of players."""

OWNER = re.compile(
    r"(?:(?P<any>any|some|an?|one|either|at least one|(?:any|some|one|either)(?: one)? of(?: the)?|another)"
    r"|(?P<every>every|each|all|both|(?:every|each|all)(?: one)? of(?: the)?)|(?P<no>no))"
    r" (?P<other>other )?(?P<noun>[\w' -]+)"
)
"""A word for some, all or none of the members of a domain, and the domain."""

HAVING = re.compile(
    r"(?P<owner>.+?) (?:has|have|with|having|owns?|holds?|got|reach(?:ed|es)?) "
    r"(?P<how>at least |at most |more than |less than |fewer than |over |exactly |just )?"
    r"(?P<many>[0-9]+) (?P<what>\w[\w ]*)"
)
"""How much of something such a member has."""

BESIDE = re.compile(
    r"(?P<what>.+?) (?:at|on|for|by|from|near|beside|inside|within|per) (?!least\b|most\b)(?:the )?(?P<owner>.+)"
)
"""What a member has, and the member behind it."""

GAP = "\0"
"""The place of the owner in a condition."""

TOGETHER = re.compile(rf"\b(?:number|sum|highest|lowest|smallest|largest)\b.* in [\w' -]+ of {GAP}")
"""What is counted in the zones of all members together, or in that of each."""

HOW = {"over ": "more than ", "fewer than ": "less than ", "exactly ": "", "just ": ""}
"""How a comparison is said, by other words for it."""

BEGINS = re.compile(r"\b(?:if|when|where|while|not|and|or)\b|[:,]")
"""What stands before a condition."""

ENDS = re.compile(r".*?(?=,| and\b| or\b| then\b|$)")
"""A condition, up to what stands behind it."""

COMPARED = re.compile(r"\b(?:is|in|meets|lies|are)\b")

Nouns = Callable[[str], str]
"""The declared name that is meant by a word in the singular or plural; "" if there is none."""


def owner(name: str, before: str, after: str, domain: Nouns) -> str:
    """The condition in which an unknown name is the owner of a value; "" if it isn't one of a domain's members."""
    begun = [*BEGINS.finditer(before)]
    if not begun or not before.endswith("of "):
        return ""
    what, rest = before[begun[-1].end() :].lstrip(), ENDS.match(after)
    asked = f"{what}{GAP}{rest[0] if rest else ''}"
    if not COMPARED.search(asked) or asked.count("(") != asked.count(")"):
        return ""
    return through(name, asked, f"{before}{after}", domain)


def through(name: str, asked: str, line: str, domain: Nouns) -> str:
    """The condition about each of the members that a name means, where `GAP` stands for the owner; "" for others."""
    found = OWNER.fullmatch(name)
    of = domain(found["noun"]) if found else ""
    if found is None or not of:
        return ""
    other = (found["other"] is not None or found["any"] == "another") and of == "player"
    every = found["every"] or (other and re.search(rf" (?:more|less) than .*{GAP}", asked))
    variable = _free("p" if of == "player" and not every else "x", line)
    together = TOGETHER.search(asked) if found["every"] and not other else None
    all_ = asked.replace(GAP, f"all {plural(of)[0]}")
    asked = asked.replace(GAP, variable)
    if together:
        return f"say `{all_}` for all of them together, or `for every {of} as {variable}, {asked}` for each"
    if every:
        return f"say `for every {of} as {variable}, {f'{variable} is player or ' if other else ''}{asked}`"
    word = "no" if found["no"] else "any"
    return f"say `{word} {variable}: {of} where {f'{variable} is not player and ' if other else ''}{asked}`"


def having(name: str, before: str, after: str, domain: Nouns, number: Nouns) -> str:
    """The condition of members that have so much of something; a word such as `any` may stand before the name."""
    word = re.search(r"\b(?:any|no) $", before)
    found = HAVING.fullmatch(f"{word[0] if word else ''}{name}")
    of_whom = OWNER.fullmatch(found["owner"]) if found else None
    of, what = (domain(of_whom["noun"]), number(found["what"])) if found and of_whom else ("", "")
    if not found or not of_whom or not of or not what:
        return ""
    variable = _free("p" if of == "player" else "x", before)
    more = re.match(r" or (?:(?P<more>more|above|higher|over)|less|fewer|below)\b", after)
    how = HOW.get(found["how"] or "", found["how"] or "") if more is None else f"at {'least' if more[1] else 'most'} "
    asked = f"{what} of {variable} is {how}{found['many']}"
    if of_whom["every"]:
        return f"say `for every {of} as {variable}, {asked}`"
    return f"say `{'no' if of_whom['no'] else 'any'} {variable}: {of} where {asked}`"


def _free(name: str, line: str) -> str:
    """A name that a line doesn't use yet."""
    return next((each for each in (name, "y", "z") if not re.search(rf"\b{each}\b", line)), name)


def beside(text: str, members: Collection[str], having: Collection[str]) -> str:
    """What a member has, where the member stands beside it: `balance at city 1`, `trips player`; "" for other words.

    `having` is what there is of each member.
    """
    found = BESIDE.fullmatch(text)
    if found and found["what"] in having:
        return f"say `{found['what']} of {found['owner']}`"
    first, _, last = text.rpartition(" ")
    if first in having and (last in members or last == "player"):
        return f"say `{first} of {last}`"
    owner = next((each for each in members if text.startswith(f"{each} ")), "")
    what = text.removeprefix(f"{owner} ")
    return f"say `{what} of {owner}`" if owner and what in having else ""


NAMED = r"(?<![\w.])(?P<what>[^\W\d][\w']*(?: [^\W\d][\w']*)*)"
INDEXED = (
    re.compile(rf"{NAMED} ?\[(?P<of>\w[\w' ]*)\](?: ?\[(?P<more>\w[\w' ]*)\])?"),
    re.compile(rf"{NAMED}\.(?P<of>\w+(?: [0-9]+)?)(?:\.(?P<more>\w+))?"),
)
"""One of several zones or numbers, as other languages have it: `tableau[3]`, `trips.B`."""

MEMBER = re.compile(rf"[{PLAYERS}]|player")


def one_of_several(words: str, at: int, text: str, declaring: str) -> str:
    """The words for `tableau[3]` or `trips.B` at a place of a line of `text`, by the declarations of `declaring`."""
    for found in (each for pattern in INDEXED for each in pattern.finditer(words)):
        if not found.start("what") <= at <= found.end():
            continue
        parts = found["what"].split(" ")
        names = [" ".join(parts[begin:]) for begin in range(len(parts))]
        what = next((each for each in names if _owners(each, declaring)), parts[-1])
        domains, of, more = _owners(what, declaring), found["of"].strip(), found["more"]
        dot = found[0][found.end("what") - found.start()] == "."
        if domains and len(domains) == 2 and more:
            return f"say `{what}({of}, {more})`"
        if len(domains) == 1 and of.isdecimal():
            return _of_a_number(what, domains[0], int(of), declaring)
        if dot and not more and (domains or _is_member(of, what, text)):
            return f"say `{what} of {of}`"
    return ""


def _of_a_number(what: str, domain: str, number: int, text: str) -> str:
    """One of several by the number of its place, or of its player."""
    if value := re.search(rf"^[ \t]*enum {re.escape(domain)}(?: in order)?: ?([\w' -]+)", text, re.MULTILINE):
        member = value[1].strip()
    elif domain == "player":
        member = PLAYERS[max(min(number, len(PLAYERS)) - 1, 0)]
    else:
        member = f"{domain} {number}"
    return f"there is one `{what}` for each {domain}: say `{what} of {member}`"


def _is_member(right: str, left: str, text: str) -> bool:
    """Whether the word behind the dot is whose it is, and not the one before it: a player, a place, or a variable."""
    left, name = re.escape(left), re.escape(right)
    if re.search(rf"\b(?:each|any|no|some) {left}: |[(,] ?{left}\b[^()\n]*\)$", text, re.MULTILINE):
        return False
    variable = rf"(?:\b(?:each|any|no|some|every|number of|over|let)|[(,<]) ?{name}: |\bas {name}\b"
    return not MEMBER.fullmatch(left) and (
        MEMBER.fullmatch(right) is not None
        or re.fullmatch(r"[^\W\d]\w* [0-9]+", right) is not None
        or re.search(variable, text) is not None
    )


def _owners(name: str, text: str) -> list[str]:
    """For each of what this text declares several zones, numbers or values of a name."""
    found = re.search(
        rf"^[ \t]*(?:(?:number|flag|marker|zone) {re.escape(name)} per (?P<of>[^:,\n#]+?)(?= during\b|[:,#]|[ \t]*$)"
        rf"|define {re.escape(name)}\((?P<about>[^()]*)\))",
        text,
        re.MULTILINE,
    )
    if found is None:
        return []
    if found["of"]:
        return [each.strip() for each in found["of"].split(" per ")]
    return [each.rpartition(":")[2].strip() for each in found["about"].split(",")]
