"""Advice about an unknown name, by the sort that is wanted at its place and the sorts of which it is.

The names that are wanted there come first, then what is written at this place about a thing of another sort, then the
names that there are; to declare one comes last. No advice proposes what its place doesn't take. Called by
`Names.say_unknown`, and only when something is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

import attrs

from dsl.linking.ruleset import Ruleset
from dsl.model import model as m
from dsl.names import proposals
from dsl.names.phrases import Known
from dsl.names.proposals import Place
from dsl.reading.reserved import MEANING
from dsl.text import hints
from dsl.text.source import SourceFile, Span
from dsl.text.spelling import either, nearest, related, singular

DECLARED = {
    "event": "declare it, `event {name}`, or correct the name",
    "zone": "declare it, `zone {name}: heap, public`, or correct the name",
    "group": "declare it, `group {name}: …`, or correct the name",
    "prompt": 'declare it, `prompt {name}: "…?"`, or correct the name',
    "definition": "declare it, `define {name}: …`, or correct the name",
    "attribute": "declare it below its `kind`, or correct the name",
    "enum": "declare it, `enum {name}: …`, or correct the name",
    "domain": "numbers to choose from are declared, `places {name}: 1 to 5`",
    "kind": "declare it, `kind {name}`, or correct the name",
    "name": "declare it, as `number {name}: 0 to 9`, `define {name}: …` or `kind {name}`, or correct the name",
}
"""What to do about a name of each sort that nothing resembles."""

NOUNS = {
    "event": "events", "zone": "zones", "group": "groups", "prompt": "prompts", "definition": "definitions",
    "attribute": "attributes", "enum": "enums", "domain": "domains", "kind": "kinds", "card": "cards",
    "option": "options of this game", "value": "values",
}  # fmt: skip
"""The names of each sort, where they are listed; an expression may name too much."""

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

PHRASE = re.compile(
    r"(?:the|an?|this|that|these|those|all|each|both|another|other|my|your|its|his|her|next|last|first)\b"
    r"|.* (?:is|has|have|are|was|in|of|at|to|by|on|from|with|least|most)\b|(?:\S+ ){3}"
)
"""A name that nobody declares: one with an article or with a word of the language, or of many words."""

ARTICLE = "leave the article out"
"""How the advice begins about a name with an article."""

ENDS = ("top", "bottom", "left", "right", "leftmost", "rightmost", "player", "rest")
"""Words that mean something by themselves; without the article, they are right."""

MOST_LISTED, MOST_NEAREST = 6, 3
"""The most names of a sort that are listed all, and the number of them that are named else."""


def advice(place: Place, declared: Mapping[str, Collection[str]], known: Known, otherwise: str = "") -> str:
    """The advice about an unknown name; `declared` are the names of each sort, by its word with an article.

    `otherwise` is what to say about a name that nothing resembles and that is of no other sort.
    """
    near = related(place.text, place.known)
    if place.what == "name" and len(near) > 1:
        near = ()
    sorts = [sort for sort, names in declared.items() if place.text in names and sort != _a(place.what)]
    ways = ((sort, proposals.way(place, sort, known)) for sort in sorts)
    said = next((f"`{place.text}` is {sort}{_joined(way)}" for sort, way in ways if way), "")
    if several := _of_several(place, declared):
        return several
    if len(near) == 1 and near[0] in declared["a value"] and place.text in near[0].split(" "):
        return f"`{near[0]}` is declared as one value; if `{place.text}` is another, separate them there by commas"
    if near and place.what == "name":
        said = ""
    if near:
        meant = f"did you mean {either(near)}?"
        return f"{meant} {said}" if said and not any(f"{name}`" in said for name in near) else meant
    return said or _listed(place, sorts, declared, otherwise)


def without_article(place: Place, span: Span, declared: Mapping[str, Collection[str]], known: Known) -> str:
    """The advice about a name with an article, if it is none of those that are wanted without it, either."""
    bare = re.sub(r"^(?:the|an?) ", "", place.text)
    if bare in (place.text, *place.known, *ENDS):
        return ""
    hint = hints.hint_for(f"unknown-{place.what}", span)
    is_other = any(bare in names for names in declared.values())
    if not hint.startswith(ARTICLE) and not (is_other and re.search(rf"`[^`]*\b{re.escape(bare)}\b", hint)):
        return ""
    if not is_other and not related(bare, place.known):
        return _there(place, declared)
    return advice(attrs.evolve(place, text=bare), declared, known)


def with_declared(ruleset: Ruleset, known: Mapping[str, Collection[str]]) -> dict[str, Collection[str]]:
    """The names of each sort with those of declarations that aren't resolved yet."""
    more: dict[str, list[str]] = {
        "a prompt": [each.name.text for _, each in ruleset.all(m.Prompt)],
        "an event": [each.name.text for _, each in ruleset.all(m.Event)],
        "a definition": [each.name.text for _, each in ruleset.all(m.Define)],
        "a marker": [each.name.text for _, each in ruleset.all(m.Marker)],
        "a group": [each.name.text for _, each in ruleset.all(m.Group) if not each.widens],
        "a number": [each.name.text for _, each in ruleset.all(m.NumberOf)],
        "a zone": [each.name.text for _, each in ruleset.all(m.Zone)],
        "a class": [each.name.text for _, each in ruleset.all(m.Class)],
        "a domain": [each.name.text for _, each in ruleset.all(m.Places)],
        "an attribute": [of.name.text for _, each in ruleset.all(m.Kind) for of in each.attributes],
        "a card": [row[0].text for _, each in ruleset.all(m.CardTable) for row in each.rows if row],
        "a value of an option": [value for _, each in ruleset.all(m.Choice) for value in each.values],
    }
    return {sort: {*known.get(sort, ()), *more.get(sort, ())} for sort in {**known, **more}}


def kinds_of(ruleset: Ruleset) -> dict[str, str]:
    """The kind of each card and class, as their declarations name it, also before they are resolved."""
    tables = ((of.kind, of.rows) for _, of in ruleset.all(m.CardTable))
    rows = {row[0].text: kind.text for kind, rows in tables if kind is not None for row in rows if row}
    cards = {of.name.text: of.kind.text for _, of in ruleset.all(m.Card)}
    return rows | cards | {of.name.text: of.kind.text for _, of in ruleset.all(m.Class)}


def _joined(way: str) -> str:
    return way if way[0] in ",;" else f": {way}"


def _of_several(place: Place, declared: Mapping[str, Collection[str]]) -> str:
    """The advice about a name that consists of declared names, or is part of one."""
    what, name = place.what, place.text
    if two := _together(what, name, declared):
        return (
            f"these are two names, `{two[0]}` and `{two[1]}`: separate them by a comma in a list; elsewhere, name one"
        )
    first, _, rest = name.rpartition(" ")
    kinds = declared["a kind"]
    if what == "kind" and (kind := rest if rest in kinds else singular(rest)) in kinds:
        return f"say `{kind} in … where …`, or declare `class {name}: {kind} where …`"
    if what == "event" and first in declared["an event"] and place.before.endswith("do "):
        return f"say `{first}({rest})` to do it with a card or a number"
    return ""


def _listed(place: Place, sorts: Sequence[str], declared: Mapping[str, Collection[str]], otherwise: str) -> str:
    """The names that there are, and how to declare another."""
    first = place.text.partition(" ")[0]
    there = _there(place, declared)
    if sorts and place.what != "name":
        return "; ".join(filter(None, (f"`{place.text}` is {sorts[0]}, not {_a(place.what)}", there)))
    if otherwise:
        return otherwise
    if first in NEVER_FIRST:
        return f"no name begins with `{first}`: correct it"
    declare = DECLARED.get(place.what, "").format(name=place.text)
    if (PHRASE.match(place.text) or place.text in MEANING) and place.what != "name":
        return there or "correct the name"
    if place.what == "domain":
        return f"{there}; {declare}"
    if not there or not declare.startswith("declare it"):
        return declare or there
    return f"{there}; for another, {declare.removesuffix(', or correct the name')}"


def _there(place: Place, declared: Mapping[str, Collection[str]]) -> str:
    """The names of the wanted sort, if they are few, or those that are most like the unknown one."""
    noun = NOUNS.get(place.what)
    own = declared.get(_a(place.what), ()) if place.what != "domain" else ()
    own = own if place.what != "kind" else {name for name in own if name not in declared["a card"]}
    names = [name for name in place.known if name in own] or [*place.known]
    if place.what == "attribute" and place.before.startswith("set "):
        names = [*declared["a fact"]]
    names = [name for name in names if not name.startswith("refilling ")]
    if noun is None or not names:
        return ""
    if len(names) > MOST_LISTED:
        return f"some {noun} are {either(_closest(place.text, names), 'and', None)}"
    return (
        f"the {noun} are {either(names, 'and', None)}"
        if len(names) > 1
        else f"the only {noun.removesuffix('s')} is `{names[0]}`"
    )


def _closest(text: str, names: Iterable[str]) -> list[str]:
    """The names that have most pairs of letters in common with a text."""
    pairs = _pairs(text)
    return sorted(names, key=lambda name: (-len(pairs & _pairs(name)), name))[:MOST_NEAREST]


def _pairs(text: str) -> set[str]:
    return {text[at : at + 2] for at in range(len(text) - 1)}


def extending(what: str, unknown: m.Name, kinds: Mapping[str, SourceFile]) -> str:
    """How to declare an attribute in a file that declares no kind of its own, as its uses there tell; "" in others.

    `kinds` are the files in which kinds are declared.
    """
    file, name = unknown.span.file, unknown.text
    if what != "attribute" or file in kinds.values():
        return ""
    text, said = file.text, re.escape(name)
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


class OfZones(proposals.OfMembers, Protocol):
    """A zone, or several of a name, with its declaration."""

    @property
    def declared(self) -> m.Zone: ...


def of_zones(place: Place, zones: Collection[OfZones]) -> str:
    """What is meant by the name of no zone: one of several piles, or the zone of a member."""
    return _piles(place, zones) or _of_a_side(place, zones)


DRAWN_FROM = re.compile(r"(?:\bdraw (?:[^\"]+ )?from|\bshuffle|\b(?:top|bottom)(?: [0-9]+)? of) $")
"""The line before a pile from which cards are drawn."""


def _piles(place: Place, zones: Iterable[OfZones]) -> str:
    """The hidden piles, where the author has one in mind and there are several."""
    text = re.sub(r"^(?:the|an?) ", "", place.text)
    near = nearest(text, place.known)
    if place.what != "zone" or not DRAWN_FROM.search(place.before) or (near and text not in near.split(" ")):
        return ""
    piles = [of.name for of in zones if of.declared.shape == "pile" and of.declared.seen == "hidden"]
    if len(piles) <= 1 or text in place.known or (near and near not in piles):
        return ""
    another = f"; for another, declare it, `zone {text}: pile, hidden`"
    return f"the hidden piles are {either(piles, 'and')}: name one of them{another}"


def _of_a_side(place: Place, zones: Iterable[OfZones]) -> str:
    """The zone of a member that is named with its domain, as in `right side of city 1`, where there is one for each."""
    behind = proposals.WHOSE.match(place.after)
    text = re.sub(r"^the ", "", place.text)
    for family in zones if place.what == "zone" and behind else ():
        for at, of in enumerate(family.domains):
            word = next((each for each in of.words if text in (f"{each} {of.name}", f"{of.name} {each}")), "")
            if word and behind and len(family.domains) == 2:
                members = (behind["whose"], word) if at else (word, behind["whose"])
                return f"say `{family.name}({', '.join(members)})`"
    return ""
