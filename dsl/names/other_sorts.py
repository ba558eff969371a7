"""Advice about an unknown name that is declared as another sort of thing, or begins with a declared name.

Called by `Names.say_unknown`, and only when something is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from dsl.text.spelling import singular

DECLARED = {
    "event": "declare it, `event {name}`, or correct the name",
    "zone": "declare it, `zone {name}: heap, public`, or correct the name",
    "group": "declare it, `group {name}: …`, or correct the name",
    "prompt": 'declare it, `prompt {name}: "…?"`, or correct the name',
    "definition": "declare it, `define {name}: …`, or correct the name",
    "attribute": "declare it below its `kind`, or correct the name",
    "enum": "declare it, `enum {name}: …`, or correct the name",
    "domain": "name an enum, places or `player`; numbers to choose from are `places {name}: 1 to 5`",
    "kind": "declare it, `kind {name}`, or correct the name",
    "name": "declare it, as `number {name}: 0 to 9`, `define {name}: …` or `kind {name}`, or correct the name",
}
"""What to do about a name of each sort that nothing resembles."""

NEVER_FIRST = frozenset(
    {
        "and",
        "any",
        "as",
        "at",
        "during",
        "else",
        "every",
        "for",
        "from",
        "if",
        "in",
        "into",
        "is",
        "lies",
        "meets",
        "no",
    }
    | {"not", "of", "onto", "or", "some", "than", "then", "to", "when", "where", "while", "with"}
)
"""Words with which nobody's name should begin: a phrase of the language that went wrong."""

ADVICE = {
    ("group", "an enum"): "add values to it by `add … to {name}`",
    ("enum", "a group"): "add zones to it by `extend {name} with …`",
    ("enum", "a prompt"): "say `add to {name}`, and write the options below",
    ("prompt", "an event"): "say `do {name}`",
    ("event", "a prompt"): "say `ask {name}`",
    ("zone", "a card"): "cards move to zones; `lay … onto …` lays one on another",
    ("zone", "a kind"): "cards move to zones; `lay … onto …` lays one on another",
    ("name", "an attribute"): "say of which card: `{name} of …`",
    ("name", "a fact"): "say of which card: `{name} of …`",
    ("definition", "an event"): "say `do {name}(…)` in a statement",
    (
        "definition",
        "a number",
    ): "`set {name} to …` changes it; what a `define` says is widened, narrowed, raised or lowered",
    ("domain", "a zone"): "name its cards, `card in {name}`",
    ("domain", "a group"): "name its cards, `card in {name}`",
}
"""What to do about a name of one sort that is declared as another."""


def advice(what: str, name: str, near: str, declared: Mapping[str, Collection[str]]) -> str:
    """The advice about an unknown name; `declared` are the names of each sort, by its word with an article.

    `near` is a name that resembles it, or "": it is suggested rather than saying only what the unknown name is.
    """
    for sort, names in declared.items():
        if name in names and (what, sort) in ADVICE:
            return f"`{name}` is {sort}: {ADVICE[what, sort].format(name=name)}"
        if name in names and not near and what != "name":
            return f"`{name}` is {sort}, not {_a(what)}"
    if two := _together(what, name, declared):
        return (
            f"these are two names, `{two[0]}` and `{two[1]}`: separate them by a comma in a list; elsewhere, name one"
        )
    if near in declared["a value"] and name in near.split(" "):
        return f"`{near}` is declared as one value; if `{name}` is another, separate them there by commas"
    first, _, rest = name.rpartition(" ")
    kinds = declared["a kind"]
    if what == "kind" and (kind := rest if rest in kinds else singular(rest)) in kinds:
        return f"say `{kind} in … where …`, or declare `class {name}: {kind} where …`"
    if what == "event" and first in declared["an event"]:
        return f"say `{first}({rest})` to do it with a card or a number"
    return ""


def extending(name: str, text: str, kinds: Collection[str]) -> str:
    """How to declare an attribute of the cards of another file, as its uses in a text tell."""
    said = re.escape(name)
    of = re.findall(rf"\b{said} of ([\w' -]+)", text)
    kind = next((each for each in kinds if any(re.match(rf"{re.escape(each)}\b", one) for one in of)), "KIND")
    truth = re.search(rf"(?m)\bnot {said} of |\bset {said} of (?:(?! to ).)*(?: to (?:yes|no))?$", text)
    type_ = "yes or no" if truth else "fact 0 to 9"
    return f"declare it: `extend kind {kind}`, and below it `{name}: {type_}`; or correct the name"


def _together(what: str, name: str, declared: Mapping[str, Collection[str]]) -> tuple[str, str] | None:
    """The two declared names of which a name consists, where there may be a list of them; None if it doesn't."""
    known = {*declared.get(_a(what), ()), *(declared["a group"] if what == "zone" else ())}
    words = name.split(" ")
    splits = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return next(((first, second) for first, second in splits if first in known and second in known), None)


def _a(what: str) -> str:
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"
